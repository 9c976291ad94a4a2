"""What the weights of a network prove: how far its lanes and its output can go at most."""

from collections.abc import Sequence
from dataclasses import dataclass

from minicheckers.engine.evaluate.network import LANE_BITS, Network, Pattern


@dataclass(frozen=True)
class Bounds:
    """The least and the most that can come out of a phase: of every lane, and as its output."""

    lanes: list[tuple[float, float]]
    output: tuple[float, float]

    def fit_in_lanes(self, lane_bits: int = LANE_BITS) -> bool:
        """Whether nothing can overflow: no lane, not the linear one, and not the output."""
        linear, *hidden = self.lanes
        zero, centre = 1 << (lane_bits - 1), 1 << (lane_bits - 2)
        return (
            all(least >= -zero and most < zero for least, most in hidden)
            and all(-centre <= bound < centre for bound in linear)
            and all(-zero < bound < zero for bound in self.output)
        )


def most_pieces(network: Network, squares: int) -> list[int]:
    """The most pieces on the board in every phase of a network."""
    most = []
    for bounds in (network.without_kings, network.with_kings):
        most += [squares, *(bound - 1 for bound in bounds)]
    return most


def bounds_of_phase(
    columns: Sequence[Sequence[int]], patterns: Sequence[Pattern], squares: int, most_pieces: int
) -> Bounds:
    """What the weights of a phase allow, with any pieces on any squares, but that many at most.

    `patterns` are those of the men of a side. Without pairs the bounds of a lane are reached. What
    a pair can add counts half for each of its men, which is too much where only one of them stands.
    The bounds of the output are not reached either: ReLU is replaced by a straight line that lies
    above it (below it, in lanes that are subtracted) as far as its lane can go, and then all lanes
    together are linear in the inputs.
    """
    start, *of_inputs = [[float(weight) for weight in column] for column in columns]
    kings = [(square,) for square in range(squares)]
    kinds: list[Sequence[Pattern]] = [patterns, patterns]
    if len(of_inputs) > 2 * len(patterns):
        kinds += [kings, kings]

    def added(by_input: Sequence[float], sign: int) -> float:
        """The most, or with -1 the least, that pieces add up to."""
        gains, weights = [0.0] * squares, iter(by_input)
        for of_kind in kinds:
            by_square = [0.0] * squares
            for pattern, weight in zip(of_kind, weights, strict=False):
                if len(pattern) == 1:
                    by_square[pattern[0]] += sign * weight
                else:
                    for square in pattern:
                        by_square[square] += max(0.0, sign * weight) / len(pattern)
            gains = list(map(max, gains, by_square))
        return sign * sum(sorted(gains, reverse=True)[:most_pieces])

    lanes = []
    for lane, first in enumerate(start):
        by_input = [column[lane] for column in of_inputs]
        lanes.append((first + added(by_input, -1), first + added(by_input, 1)))
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
            for column in of_inputs
        ]
        most.append(constant + added(together, 1))
    return Bounds(lanes, (-most[1], most[0]))
