"""Endings solved slowly and obviously: the referee's moves, a dictionary, and repeated sweeps.

Nothing here knows about bitboards, position numbers, symmetry or unmoves: the two colours are
solved separately, and all positions are swept again and again until nothing changes.
"""

from collections.abc import Iterator
from itertools import combinations, product

from minicheckers import Colour, Variant
from testing.referee import KING, MAN, Square, Table

#: Plies to the end for the side to move: won if odd, lost if even; absent for a draw.
Distances = dict[str, int]


def naive_endings(variant: Variant, pieces: int) -> Distances:
    """The decided positions with at most this many pieces, both sides present, by FEN."""
    children = {table.fen(): _after(table) for table in tables(variant, pieces)}
    distances: Distances = {}
    plies = 0
    while True:
        found = [
            fen
            for fen, after in children.items()
            if fen not in distances and _is_decided_in(plies, after, distances)
        ]
        if not found and plies > max(distances.values(), default=0) + 1:
            return distances
        distances.update(dict.fromkeys(found, plies))
        plies += 1


def _after(table: Table) -> list[str | None]:
    """The positions after every move; None where the opponent has no pieces left."""
    after = [table.after(move) for move in table.moves()]
    return [child.fen() if child.own_squares() else None for child in after]


def _is_decided_in(plies: int, after: list[str | None], distances: Distances) -> bool:
    known = [0 if fen is None else distances.get(fen) for fen in after]
    if plies % 2:
        return plies - 1 in known
    return all(distance is not None and distance % 2 for distance in known)


def tables(variant: Variant, pieces: int) -> Iterator[Table]:
    """Every position with at most this many pieces, both sides present, either side to move."""
    squares = Table(variant, variant.first).squares()
    letters = [*MAN.values(), *KING.values()]
    for count in range(2, pieces + 1):
        for standing in combinations(squares, count):
            for chosen in product(letters, repeat=count):
                board = dict(zip(standing, chosen, strict=True))
                if _is_possible(variant, board):
                    for turn in Colour:
                        yield Table(variant, turn, board)


def _is_possible(variant: Variant, board: dict[Square, str]) -> bool:
    if len({letter.lower() for letter in board.values()}) < 2:
        return False
    last = variant.size - 1
    return not any(
        (letter == "b" and row == last) or (letter == "w" and row == 0)
        for (row, _), letter in board.items()
    )
