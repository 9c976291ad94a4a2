"""Learn the weights of an evaluation from games of `selfplay.py`.

    python benchmarks/fit.py english english-*.games

Logistic regression: the weights are those that make the results of the games most likely, given the
positions that came up in them. Learnt is what a man is worth on each square, early and late,
and what a king is, in hundredths of a man.

What a piece more is worth, the more so the fewer are left, is learnt along with that, but then set
by hand: the games say how little weak play makes of a lead near the end, and an evaluation that
believes them does not look for exchanges when it leads. Matches have decided for the values below,
and that squares should count for less than the games say.

Both sides share all of it: White's squares are Black's, turned by 180 degrees. A fifth of the games
is kept aside, and tells how well the result of a game nobody has learnt from is foretold. The
weights are written to the package as constants.
"""

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from minicheckers.engine.endings.codes import Result
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.rules.variant import Variant, get_variant

OUT = Path(__file__).parents[1] / "src/minicheckers/engine/evaluate"
STEPS = 8
#: Neighbouring positions of a game are much alike: one in so many is enough.
TAKEN = 3
#: What a man and a king more are worth at the start, and how much more with every piece less.
MAN, KING, TRADE = 100, 125, 2
FIRST_KING = 20
SQUARES_COUNT = 0.6
#: How strongly weights of squares are drawn to 0.
RESTRAINT = 3e-4
#: One game in so many is only for testing.
TESTED = 5

Floats = np.ndarray[tuple[int, ...], np.dtype[np.float64]]
Ints = np.ndarray[tuple[int, ...], np.dtype[np.int64]]


@dataclass(frozen=True)
class Samples:
    """Positions as masks (Black's men and kings, White's men and kings), and their games."""

    masks: Ints
    side: Ints
    points: Floats
    game: Ints


def read(variant: Variant, files: list[Path]) -> Samples:
    """All positions of the games; where the endings are known, they tell how a game ends."""
    endings = shipped_endings(variant)
    masks, sides, points, numbers = [], [], [], []
    number = 0
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            result, *positions = line.split(";")
            number += 1
            point = float(result)
            seen = []
            for position in positions:
                fields = position.split(",")
                if len(fields) != 6:
                    continue  # the last line of a file that is still being written
                black_men, black_kings, white_men, white_kings = (int(f, 16) for f in fields[:4])
                side = int(fields[4])
                black, white = (black_men, black_kings), (white_men, white_kings)
                state = (*white, *black, 1) if side else (*black, *white, 0)
                ending = None if endings is None else endings.probe(state)
                if ending is not None:
                    won = ending.result is Result.WIN
                    point = 0.5 if ending.result is Result.DRAW else float(won == (side == 0))
                    break
                seen.append(((*black, *white), side))
            seen = seen[number % TAKEN :: TAKEN]
            masks += [mask for mask, _ in seen]
            sides += [side for _, side in seen]
            points += [point] * len(seen)
            numbers += [number] * len(seen)
    return Samples(np.array(masks), np.array(sides), np.array(points), np.array(numbers))


def features(variant: Variant, samples: Samples) -> tuple[Floats, int]:
    """One row a position, seen by Black; and how many columns at the end are for squares."""
    places = np.array([bit.bit_length() - 1 for bit in variant.geometry.bits])
    men, kings, foe_men, foe_kings = (
        (samples.masks[:, k, None] >> places & 1).astype(np.float64) for k in range(4)
    )
    full = 2 * variant.home_men(0).bit_count()
    pieces = sum(squares.sum(1) for squares in (men, kings, foe_men, foe_kings))
    man, king = men.sum(1) - foe_men.sum(1), kings.sum(1) - foe_kings.sum(1)
    early = pieces / full
    to_move = 1.0 - 2 * samples.side
    crowned = np.minimum(kings.sum(1), 1) - np.minimum(foe_kings.sum(1), 1)
    men_on, kings_on = men - foe_men[:, ::-1], kings - foe_kings[:, ::-1]
    few = full / pieces
    columns = [man, man * early, man * few, king, king * early, king * few]
    columns += [crowned, to_move, to_move * early]
    squares = [men_on * early[:, None], men_on * (1 - early[:, None]), kings_on]
    return np.column_stack(columns + squares), 3 * len(places)


def learn(rows: Floats, points: Floats, squares: int) -> Floats:
    """The weights of the columns, by Newton's method."""
    scale = np.maximum(rows.std(0), 1e-9)
    scaled = rows / scale
    restraint = np.full(rows.shape[1], 1e-6)
    restraint[-squares:] = RESTRAINT
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp(-scaled @ weights))
        gradient = scaled.T @ (expected - points) / len(points) + restraint * weights
        slope = expected * (1 - expected)
        curvature = (scaled * slope[:, None]).T @ scaled / len(points) + np.diag(restraint)
        weights -= np.linalg.solve(curvature, gradient)
    return np.asarray(weights / scale)


def surprise(rows: Floats, points: Floats, weights: Floats) -> float:
    """The mean logarithmic loss: less is better, log 2 is knowing nothing."""
    expected = 1 / (1 + np.exp(-rows @ weights))
    loss = points * np.log(expected) + (1 - points) * np.log(1 - expected)
    return float(-loss.mean())


def in_python(variant: Variant, weights: Floats, told: str) -> str:
    """The module that holds the weights."""
    full = 2 * variant.home_men(0).bit_count()
    count = len(variant.geometry.bits)
    # A man more in the middle of the game is worth 100.
    man_in_the_middle = weights[:3] @ [1, 0.5, 2] + weights[-3 * count : -count].mean()
    unit = 100 / float(man_in_the_middle)

    def by_pieces(at_the_start: int) -> list[int]:
        return [at_the_start + TRADE * (full - pieces) for pieces in range(full + 1)]

    def squares(part: int) -> list[int]:
        start = len(weights) - (3 - part) * count
        return [round(SQUARES_COUNT * unit * float(w)) for w in weights[start : start + count]]

    return f'''"""What was learnt about {variant.name}. Written by benchmarks/fit.py: {told}."""

from .learned import LearnedWeights

WEIGHTS = LearnedWeights(
    man={by_pieces(MAN)},
    king={by_pieces(KING)},
    man_early={squares(0)},
    man_late={squares(1)},
    king_on={squares(2)},
    first_king={FIRST_KING},
)
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--dry-run", action="store_true", help="write nothing")
    arguments = parser.parse_args()
    variant = get_variant(arguments.variant)
    samples = read(variant, arguments.files)
    rows, squares = features(variant, samples)
    tested = samples.game % TESTED == 0
    weights = learn(rows[~tested], samples.points[~tested], squares)
    told = f"{samples.game.max()} games, {len(rows)} positions"
    print(f"{told}; surprise on games kept aside", end=" ")
    print(f"{surprise(rows[tested], samples.points[tested], weights):.4f} of {math.log(2):.4f}")
    weights = learn(rows, samples.points, squares)
    text = in_python(variant, weights, told)
    if arguments.dry_run:
        print(text)
    else:
        (OUT / f"{variant.name}_weights.py").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
