"""Learn the weights of an evaluation by squares from games of `selfplay.py`.

    python research/fit.py towers games/towers-1/*.games

Logistic regression: find the weights that make the results of the games most likely, given the
positions that came up in them. One game's result says little about each of its positions, so the
winning chances read off the search score may replace part of it.

The weights are the values of a man and a king on each square, early and late, and in english the
value of a side's men on two neighbouring rows together (their *formation*), in hundredths of a man.

The value of an extra piece, which grows as pieces leave the board, is learnt along with these but
then set by hand: the games show how little weak play makes of a lead near the end, and an
evaluation that believes them does not look for exchanges when it is ahead. Matches decided the
values in BY_HAND, and that squares and formations should count for less than the games say.

Both sides share all weights: White's squares are Black's, rotated by 180 degrees. A fifth of the
games is held out to measure how well unseen results are predicted. The weights are written to a
file of the package.
"""

import argparse
import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from scipy import sparse
from scipy.optimize import minimize
from scipy.special import expit

from learn_network import records
from minicheckers.rules.variant import Variant, get_variant
from selfplay import GAMES_A_CHUNK

OUT = Path(__file__).parents[1] / "src/minicheckers/engine/evaluate"
#: Neighbouring positions of a game are much alike, so every n-th is enough.
TAKEN = 3
#: How strongly the weights of squares and formations are regularised towards 0.
RESTRAINT, RESTRAINT_OF_FORMATIONS = 3e-4, 1e-3
#: Every n-th game is held out for testing.
TESTED = 5
#: A formation is the pattern of men on two rows of four squares.
ROW, FORMATIONS = 4, 256


@dataclass(frozen=True)
class SetByHand:
    """What matches have decided and not the games.

    What a king more is worth at the start (a man is worth 100), how much more both are with every
    piece that leaves, what it is worth to have a king at all, how much the squares count of what
    the games say, whether formations are looked at, and how much is learnt from scores rather than
    from results.
    """

    king: int
    trade: int
    first_king: int
    squares: float
    formations: bool = False
    scores: float = 0.0


MAN = 100
BY_HAND = {
    "english": SetByHand(
        king=125, trade=2, first_king=20, squares=0.5, formations=True, scores=0.5
    ),
    "towers": SetByHand(king=200, trade=3, first_king=20, squares=0.8),
    "pikachu": SetByHand(king=250, trade=0, first_king=0, squares=0.7),
}

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Ints = np.ndarray[tuple[int, ...], np.dtype[np.int64]]
#: A scipy sparse matrix; scipy ships no types.
Rows: TypeAlias = Any

#: The columns before the squares: pieces, and the side to move.
MATERIAL_COLUMNS = 9


@dataclass(frozen=True)
class Samples:
    """Positions as squares, and the games they come from.

    The squares of a position are 1 or 0, for Black's men and kings and White's men and kings.
    Points and scores are Black's.
    """

    squares: Floats
    side: Ints
    points: Floats
    scores: Floats
    game: Ints


def read(variant: Variant, chunks: list[Path]) -> Samples:
    """Roughly every third position of the games."""
    parts = [records(variant, chunk) for chunk in chunks]
    rows = np.concatenate([part for part, _ in parts])[::TAKEN]
    squares = np.concatenate([of_part for _, of_part in parts])[::TAKEN].astype(np.float64)
    # From side to move and opponent to Black and White.
    side = rows["side"].astype(np.int64)
    squares = np.where(side[:, None, None], np.roll(squares, 2, axis=1), squares)
    scores, points = rows["score"].astype(np.float64), rows["half_points"] / 2
    chunk_of = np.repeat(np.arange(len(parts)), [len(part) for part, _ in parts])[::TAKEN]
    games = chunk_of * GAMES_A_CHUNK + rows["game"]
    by_black = 1 - 2 * side
    return Samples(
        squares.transpose(1, 0, 2),
        side,
        np.where(side, 1 - points, points),
        by_black * scores,
        games,
    )


def features(variant: Variant, samples: Samples, hand: SetByHand) -> tuple[Rows, Floats]:
    """One row per position, from Black's side, and how strongly each column is pulled to 0."""
    men, kings, foe_men, foe_kings = samples.squares
    full = 2 * variant.home_men(0).bit_count()
    pieces = sum(squares.sum(1) for squares in (men, kings, foe_men, foe_kings))
    man, king = men.sum(1) - foe_men.sum(1), kings.sum(1) - foe_kings.sum(1)
    early = pieces / full
    to_move = 1.0 - 2 * samples.side
    crowned = np.minimum(kings.sum(1), 1) - np.minimum(foe_kings.sum(1), 1)
    few = full / pieces
    material = [man, man * early, man * few, king, king * early, king * few]
    columns = np.column_stack([*material, crowned, to_move, to_move * early])
    men_on = mirrored(variant, men - foe_men[:, ::-1])
    kings_on = mirrored(variant, kings - foe_kings[:, ::-1])
    parts = [columns, *early_and_late(men_on, early), *early_and_late(kings_on, early)]
    restraints = [1e-6] * columns.shape[1] + [RESTRAINT] * (4 * men.shape[1])
    if hand.formations:
        seen = formations(men) - formations(foe_men[:, ::-1])
        parts += early_and_late(seen, early)
        restraints += [RESTRAINT_OF_FORMATIONS] * (2 * seen.shape[1])
    return sparse.hstack(parts).tocsr(), np.array(restraints)


def early_and_late(columns: Floats | Rows, early: Floats) -> list[Rows]:
    """The same columns twice, weighted by how early and by how late the position is."""
    return [sparse.diags(share) @ sparse.csr_matrix(columns) for share in (early, 1 - early)]


def formations(men: Floats) -> Rows:
    """One column per formation of every two neighbouring rows: 1 where it is on the board."""
    positions, squares = men.shape
    digits = 2 ** np.arange(2 * ROW)
    columns = [
        FORMATIONS * pair + men[:, ROW * pair : ROW * (pair + 2)] @ digits
        for pair in range(squares // ROW - 1)
    ]
    places = (np.tile(np.arange(positions), len(columns)), np.concatenate(columns).astype(int))
    shape = (positions, FORMATIONS * len(columns))
    return sparse.csr_matrix((np.ones(len(places[0])), places), shape)


def mirrored(variant: Variant, on: Floats) -> Floats:
    """The same squares, each tied to its mirror image where left and right are equivalent."""
    size = variant.size
    if on.shape[1] != size * size:
        return on
    board = on.reshape(-1, size, size)
    both: Floats = (board + board[:, :, ::-1]) / 2
    return both.reshape(on.shape)


def chances(samples: Samples, share: float) -> Floats:
    """The targets: the points of each position's game, blended with its search score."""
    if not share:
        return samples.points
    lead = sparse.csr_matrix(samples.scores[:, None] / MAN)
    said: Floats = expit(lead @ learn(lead, samples.points, np.zeros(1)))
    mixed: Floats = (1 - share) * samples.points + share * said
    return mixed


def learn(rows: Rows, points: Floats, restraints: Floats) -> Floats:
    """The column weights that make the points most likely."""

    def loss(weights: Floats) -> tuple[float, Floats]:
        expected = expit(rows @ weights)
        slope = rows.T @ (expected - points) / len(points) + restraints * weights
        return surprise(rows, points, weights) + float(restraints @ weights**2) / 2, slope

    start = np.zeros(rows.shape[1])
    found = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": 400})
    return np.asarray(found.x)


def surprise(rows: Rows, points: Floats, weights: Floats) -> float:
    """The mean log loss: lower is better, and log 2 means knowing nothing."""
    lead = rows @ weights
    return float(np.mean(points * np.logaddexp(0, -lead) + (1 - points) * np.logaddexp(0, lead)))


def to_file(variant: Variant, weights: Floats, hand: SetByHand, told: str) -> str:
    """The contents of the weights file, one JSON line each."""
    full = 2 * variant.home_men(0).bit_count()
    count = len(variant.geometry.bits)
    squares = weights[MATERIAL_COLUMNS : MATERIAL_COLUMNS + 4 * count].reshape(4, count)
    # One man up in the middlegame is worth 100.
    unit = MAN / float(weights[:3] @ [1, 0.5, 2] + squares[:2].mean())

    def by_pieces(at_the_start: int) -> list[int]:
        return [at_the_start + hand.trade * (full - pieces) for pieces in range(full + 1)]

    def rounded(part: Floats) -> list[int]:
        return [round(hand.squares * unit * float(weight)) for weight in part]

    fields: dict[str, str | int | list[int]] = {
        "learnt_from": told,
        "man": by_pieces(MAN),
        "king": by_pieces(hand.king),
        "man_early": rounded(squares[0]),
        "man_late": rounded(squares[1]),
        "king_early": rounded(squares[2]),
        "king_late": rounded(squares[3]),
    }
    if hand.formations:
        early, late = np.split(weights[MATERIAL_COLUMNS + 4 * count :], 2)
        fields |= {"formations_early": rounded(early), "formations_late": rounded(late)}
    fields["first_king"] = hand.first_king
    lines = [f"{json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items()]
    return "{\n" + ",\n".join(lines) + "\n}\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant", choices=BY_HAND)
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--squares", type=float, help="how much squares and formations count")
    parser.add_argument("--scores", type=float, help="how much is learnt from scores, 0 to 1")
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    variant = get_variant(arguments.variant)
    samples = read(variant, arguments.files)
    hand = BY_HAND[variant.name]
    for name in ("squares", "scores"):
        if (number := getattr(arguments, name)) is not None:
            hand = replace(hand, **{name: number})
    rows, restraints = features(variant, samples, hand)
    tested = samples.game % TESTED == 0
    aims = chances(samples, hand.scores)
    weights = learn(rows[~tested], aims[~tested], restraints)
    told = f"{samples.game.max()} games, {rows.shape[0]} positions"
    print(f"{told}; surprise on games kept aside", end=" ")
    print(f"{surprise(rows[tested], samples.points[tested], weights):.4f} of {math.log(2):.4f}")
    weights = learn(rows, aims, restraints)
    text = to_file(variant, weights, hand, told)
    if arguments.dry_run:
        print(text)
    else:
        (OUT / f"{variant.name}.weights").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
