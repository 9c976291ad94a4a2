"""What the table of mini says about the game: the figures of docs/mini-checkers-solved.md.

    python research/solve.py --out mini.table
    python research/mini_facts.py mini.table

Positions are seen from the side to move, as in the table. The sample is every 101st of them.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from minicheckers import Colour, Move, Piece, Position
from minicheckers.engine.solver.referee import referee
from minicheckers.rules.variant import MINI
from position_sets import BLACK, MEN, WHITE, locate
from solution_table import SolutionTable, read_table

pack = referee(MINI).pack

STRIDE = 101


class OnlyMove(NamedTuple):
    """A position where only one move keeps the result: the number of choices, and what it saves."""

    choices: int
    saved: int
    fen: str
    move: str


def value(table: SolutionTable, position: Position) -> int:
    """The value of a position that can be reached in play."""
    found = table.get(pack(position.state))
    assert found is not None
    return found


def opening_moves(table: SolutionTable) -> Iterator[str]:
    """A row for each first move: its value and those of the replies, all for Black."""
    start = Position.start("mini")
    for first, after in start.transitions().items():
        replies = [
            f"{reply} {value(table, then):+d}".replace("+0", "0")
            for reply, then in after.transitions().items()
        ]
        worth = f"{-value(table, after):+d}".replace("+0", "0").replace("-0", "0")
        yield f"| {first} | {worth} | {', '.join(replies)} |"


def by_pieces(table: SolutionTable) -> Iterator[str]:
    """A row for each piece count: positions, and how many are won, drawn and lost."""
    pieces = [black + white for black, white in zip(MEN[BLACK], MEN[WHITE], strict=True)]
    found: Counter[tuple[int, int]] = Counter()
    for odd, evens, values in table.rows():
        here = pieces[odd]
        found.update(
            (here + pieces[even], (worth > 0) - (worth < 0))
            for even, worth in zip(evens, values, strict=True)
        )
    for number in sorted({count for count, _ in found}):
        won, drawn, lost = (found[number, sign] for sign in (1, 0, -1))
        yield f"| {number} | {won + drawn + lost:,} | {won:,} | {drawn:,} | {lost:,} |"


def sample(table: SolutionTable) -> Iterator[Position]:
    """Every 101st position of the table."""
    halves: dict[bool, dict[int, tuple[int, ...]]] = {True: {}, False: {}}
    squares = {square: Position.start("mini").variant.bit(square) for square in range(1, 19)}
    # What a man on each square adds to the index of either half; both halves are in base 3.
    adds = {square: locate(bit, 0) for square, bit in squares.items()}
    number = 0
    for odd, evens, _ in table.rows():
        for even in evens:
            number += 1
            if number % STRIDE:
                continue
            pieces = {}
            for is_odd, content in ((True, odd), (False, even)):
                digits = halves[is_odd].setdefault(content, _digits(content, is_odd, adds))
                for square, digit in zip(_squares(is_odd, adds), digits, strict=True):
                    if digit:
                        pieces[square] = Piece(Colour.BLACK if digit == 1 else Colour.WHITE)
            yield _position(pieces)


def _squares(is_odd: bool, adds: dict[int, tuple[int, int]]) -> list[int]:
    """The squares of one half, heaviest first."""
    weights = {square: add[0 if is_odd else 1] for square, add in adds.items()}
    return sorted((s for s in weights if weights[s]), key=lambda s: -weights[s])


def _digits(content: int, is_odd: bool, adds: dict[int, tuple[int, int]]) -> tuple[int, ...]:
    digits = []
    for square in _squares(is_odd, adds):
        digit, content = divmod(content, adds[square][0 if is_odd else 1])
        digits.append(digit)
    return tuple(digits)


def _position(pieces: dict[int, Piece]) -> Position:
    white = ",".join(str(s) for s in sorted(pieces) if pieces[s].colour is Colour.WHITE)
    black = ",".join(str(s) for s in sorted(pieces) if pieces[s].colour is Colour.BLACK)
    return Position.from_fen(f"B:W{white}:B{black}", MINI)


def choices(table: SolutionTable) -> Iterator[str]:
    """How often a random move keeps the result, and the most surprising only-moves."""
    decisions = keeping = legal = only = 0
    surprising: list[OnlyMove] = []
    for position in sample(table):
        worths: dict[Move, int] = {}
        for move, after in position.transitions().items():
            worths[move] = -value(table, after)
        if len(worths) < 2:
            continue
        best = max(worths.values())
        kept = [move for move, worth in worths.items() if _sign(worth) == _sign(best)]
        decisions += 1
        legal += len(worths)
        keeping += len(kept)
        if len(kept) == 1 and len(worths) > 1:
            only += 1
            second = max(worth for move, worth in worths.items() if move != kept[0])
            surprising.append(OnlyMove(len(worths), best - second, position.fen(), str(kept[0])))
    yield f"positions of the sample with a choice: {decisions:,}"
    yield f"legal moves in them that keep the result: {keeping / legal:.1%}"
    yield f"with exactly one such move: {only / decisions:.1%}"
    for found in sorted(surprising, key=lambda f: (-f.saved, -f.choices, f.fen))[:3]:
        yield f"| `{found.fen}` | {found.move} | {found.choices} | {found.saved} |"


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def main() -> None:
    """Print all figures for the given table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("table", type=Path)
    table = read_table(parser.parse_args().table)
    for line in [*opening_moves(table), *by_pieces(table), *choices(table)]:
        print(line)


if __name__ == "__main__":
    main()
