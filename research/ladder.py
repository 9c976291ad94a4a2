"""How even the steps between the ten strengths are, and how strengths and levels are rated.

    python research/ladder.py mini english russian international --games 100 --jobs 2
    python research/ladder.py mini --games 100 --levels easy novice medium hard

Every strength plays the one below it and, in half as many games, the one below that (not with
--reach 1); a level plays every other strength. The ratings are those that make all results together
most likely, with strength 5 fixed at 1200. The tables are those of docs/strengths.md, and their
last column belongs in opponents/strengths.json. Random openings, both colours; the same seed gives
the same table. With --results FILE the results are saved there and not played again.
"""

import argparse
import json
import sys
from pathlib import Path

from minicheckers.match.match import Contestant, Match, run_match
from minicheckers.match.strength import ratings
from minicheckers.opponents.levels import NUMBERS, ladder, strength_name, strength_number
from minicheckers.rules.variant import Variant, get_variant
from minicheckers.support.processes import WorkerDiedError, workers

#: The strength whose rating is fixed in every game, and that rating.
ANCHOR, ANCHOR_RATING = 5, 1200


def main() -> None:
    """Measure the requested ladders and print each as a table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("variants", nargs="+", metavar="V")
    parser.add_argument("--games", type=int, default=100, metavar="N")
    parser.add_argument("--reach", type=int, default=2, metavar="N")
    parser.add_argument("--levels", nargs="*", default=[], metavar="L")
    parser.add_argument("--jobs", type=int, default=1, metavar="J")
    parser.add_argument("--cluster", metavar="ADDRESS")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--results", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    for name in arguments.variants:
        variant = get_variant(name)
        names = [*map(strength_name, NUMBERS), *arguments.levels]
        try:
            scores = {
                (stronger, weaker): _score(variant, stronger, weaker, games, arguments)
                for stronger, weaker, games in _pairings(arguments)
            }
        except (ValueError, WorkerDiedError) as error:  # no such cluster, or none any more
            sys.exit(f"ladder.py: {error}")
        print(_table(variant, names, scores), end="\n\n", flush=True)


def _pairings(arguments: argparse.Namespace) -> list[tuple[str, str, int]]:
    """The pairings, and the number of games in each."""
    games: int = arguments.games
    steps = [
        (strength_name(number), strength_name(number - below), games // below)
        for below in range(1, arguments.reach + 1)
        for number in NUMBERS[below:]
    ]
    levels = [
        (level, strength_name(number), games // 2)
        for level in arguments.levels
        for number in NUMBERS[::2]
    ]
    return steps + levels


def _score(
    variant: Variant, one: str, other: str, games: int, arguments: argparse.Namespace
) -> tuple[float, int]:
    """The first player's points, and the number of games."""
    contestants = (Contestant(one), Contestant(other))
    numbers = [strength_number(name) for name in (one, other)]
    steps = [ladder(variant)[number - 1] for number in numbers if number is not None]
    settings = [[step.depth, step.nodes, step.error] for step in steps]
    key = [variant.name, one, other, settings, games, arguments.seed]
    file: Path | None = arguments.results
    kept = file.read_text(encoding="utf-8").splitlines() if file and file.exists() else []
    for *known, points in map(json.loads, kept):
        if known == key:
            return points, games
    match = Match(variant, contestants, games, arguments.seed)
    with workers(arguments.jobs, arguments.cluster) as jobs:
        (result,) = run_match(match, jobs=jobs).results
    print(f"{variant}: {one} - {other} {result.points:g} of {games}", file=sys.stderr)
    if file is not None:
        with file.open("a", encoding="utf-8") as kept_there:
            print(json.dumps([*key, result.points]), file=kept_there)
    return result.points, games


def _table(
    variant: Variant, names: list[str], scores: dict[tuple[str, str], tuple[float, int]]
) -> str:
    encounters = [
        (names.index(one), names.index(other), points, games)
        for (one, other), (points, games) in scores.items()
    ]
    found = [rating.elo for rating in ratings(len(names), encounters)]
    base = ANCHOR_RATING - found[ANCHOR - 1]
    lines = [
        f"| {variant} | plies | nodes | error | against the one below | rating |",
        "|---|---|---|---|---|---|",
    ]
    for name, elo, number in zip(names, found, range(len(names)), strict=True):
        cells = ["", "", "", ""]
        if number < len(NUMBERS):
            step = ladder(variant)[number]
            cells = [str(step.depth or ""), str(step.nodes or ""), str(step.error), ""]
        if 0 < number < len(NUMBERS):
            points, games = scores[name, names[number - 1]]
            cells[3] = f"{100 * points / games:.0f} % of {games}"
        lines.append(f"| `{name}` | {' | '.join(cells)} | {round(base + elo, -1):.0f} |")
    return "\n".join(lines)


if __name__ == "__main__":
    main()
