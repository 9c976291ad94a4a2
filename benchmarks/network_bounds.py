"""What the weights of a network prove: how far its lanes and its output can go at most."""

from collections.abc import Sequence
from dataclasses import dataclass

from minicheckers.engine.evaluate.network import CENTRE, ZERO


@dataclass(frozen=True)
class Bounds:
    """The least and the most that can come out of a phase: of every lane, and as its output."""

    lanes: list[tuple[float, float]]
    output: tuple[float, float]

    def fit_in_lanes(self) -> bool:
        """Whether nothing can overflow: no lane, not the linear one, and not the output."""
        linear, *hidden = self.lanes
        return (
            all(least >= -ZERO and most < ZERO for least, most in hidden)
            and all(-CENTRE <= bound < CENTRE for bound in linear)
            and all(-ZERO < bound < ZERO for bound in self.output)
        )


def bounds_of_phase(columns: Sequence[Sequence[int]], squares: int, most_pieces: int) -> Bounds:
    """What the weights of a phase allow, with any pieces on any squares, but that many at most.

    The bounds of a lane are reached. Those of the output are not: ReLU is replaced by a straight
    line that lies above it (below it, in lanes that are subtracted) as far as its lane can go, and
    then all lanes together are linear in the pieces.
    """
    start, *of_pieces = [[float(weight) for weight in column] for column in columns]
    kinds = len(of_pieces) // squares

    def added(by_piece: Sequence[float], sign: int) -> float:
        """The most, or with -1 the least, that pieces add up to."""
        best = [
            max(0.0, *(sign * by_piece[kind * squares + square] for kind in range(kinds)))
            for square in range(squares)
        ]
        return sign * sum(sorted(best, reverse=True)[:most_pieces])

    lanes = []
    for lane, first in enumerate(start):
        by_piece = [column[lane] for column in of_pieces]
        lanes.append((first + added(by_piece, -1), first + added(by_piece, 1)))
    most = []
    for sign in (1, -1):
        # The line through each ReLU: its slope, and where it starts.
        slopes, constant = [float(sign)], sign * start[0]
        for lane, (least, greatest) in enumerate(lanes[1:], start=1):
            if (sign > 0) == (lane % 2 == 0):
                slope = greatest / (greatest - least) if least < 0 < greatest else float(least >= 0)
                constant += slope * (start[lane] - min(0.0, least))
                slopes.append(slope)
            else:
                slope = float(greatest > -least)
                constant -= slope * start[lane]
                slopes.append(-slope)
        together = [
            sum(slope * weight for slope, weight in zip(slopes, column, strict=True))
            for column in of_pieces
        ]
        most.append(constant + added(together, 1))
    return Bounds(lanes, (-most[1], most[0]))
