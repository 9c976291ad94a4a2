"""A neural network as the static evaluation, computed in a few operations on one big integer.

The network has one hidden layer. Its inputs are the pieces as the side to move sees them: own men
and kings, the other side's men and kings, on every square, and in some games pairs of men of one
side that stand next to each other. A hidden unit is a *lane* of 20 bits; all lanes of a layer lie
side by side in one integer, the *accumulator*. What an input adds to every unit is an integer of
the same form, a *column* of weights, so that adding columns works on all lanes at once. Output
weights are +1 in even lanes and -1 in odd ones: what a unit really weighs was multiplied into its
column when the network was learnt. Lane 0 has the part of the output that is linear in the inputs.

- Every lane starts with its high bit set, so that bit tells whether the unit is positive. ReLU on
  all lanes at once: spread that bit over the lane, and mask.
- The even lanes minus the odd ones are one remainder, because 2**20 is -1 modulo 2**20 + 1.

The columns of all men of a side (or of all its kings) add up to one integer, remembered by their
mask: an evaluation is two or four look-ups, an addition or three, and the steps above. So whatever
depends on one side's men alone, such as pairs, costs nothing once it is remembered. How much of a
game has gone by decides between several networks of one form, its *phases*.

Networks are data, learnt by research/learn_network.py; docs/search.md tells how well. That no
lane and no output overflows, whatever stands on the board, is a promise of the file that a test
proves from the weights.
"""

import json
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from importlib import resources
from itertools import islice
from typing import Any, Final

from ...rules.geometry import Direction, Geometry
from ...rules.movegen import State
from ...rules.variant import Variant
from .base import Evaluator, EvaluatorMaker, MaskMemory

#: An integer of many digits. It is not called an int, for then mypyc would try at every step
#: whether the result is a small one, which takes longer than the step.
Wide = Any

FORMAT, VERSION = "minicheckers network", 2

LANE_BITS: Final = 20
#: The high bit of a lane, which is its zero.
ZERO: Final = 1 << (LANE_BITS - 1)
#: Even lanes minus odd ones: the remainder of the accumulator by this.
MODULUS: Final = (1 << LANE_BITS) + 1
#: What lane 0 holds when its part of the output is 0, so that ReLU never clears it.
CENTRE: Final = 1 << (LANE_BITS - 2)

#: Masks are cut into windows of this many bits, whose sums are remembered; of more where a pattern
#: is wider.
WINDOW_BITS: Final = 9

#: The squares, numbered from 0, that must be occupied for an input to be 1.
Pattern = tuple[int, ...]

#: This many masks take about 20 MB.
MOST_REMEMBERED: Final = 60_000


@dataclass(frozen=True)
class Network:
    """The weights of a game's network, as they are kept in a file.

    A phase without kings on the board has the columns of men only. Phases are told apart by the
    pieces on the board: ``(18, 12)`` makes three, with 18 pieces or more, with 12 or more, with
    fewer. Those without kings come first.

    ``phases`` has the columns of each: first what the lanes start with, then one for every pattern
    of own men and of the other side's men, then for every square own kings and other kings (squares
    as the side to move numbers them). ``fraction_bits`` says how many bits of the output are finer
    than a hundredth of a man. ``neighbours`` are the directions in which two men are a pair.
    """

    variant: str
    lanes: int
    fraction_bits: int
    without_kings: tuple[int, ...]
    with_kings: tuple[int, ...]
    phases: Sequence[Sequence[Sequence[int]]]
    neighbours: tuple[Direction, ...] = ()

    def phase(self, pieces: int, kings: bool) -> int:
        """The number of the phase that a position belongs to."""
        bounds = self.with_kings if kings else self.without_kings
        first = len(self.without_kings) + 1 if kings else 0
        return first + sum(pieces < bound for bound in bounds)


def patterns_of_men(geometry: Geometry, neighbours: Sequence[Direction]) -> list[Pattern]:
    """What counts of the men of a side: each by itself, and the pairs of neighbours."""
    number = {place: square for square, place in enumerate(geometry.places)}
    alone: list[Pattern] = [(square,) for square in number.values()]
    pairs = [
        (square, number[row + down, column + right])
        for down, right in neighbours
        for (row, column), square in number.items()
        if (row + down, column + right) in number
    ]
    return alone + pairs


def read_network(content: bytes) -> Network:
    """The network in a file; ValueError if it is not one of ours."""
    first, _, packed = content.partition(b"\n")
    try:
        header = json.loads(first)
        if (header["format"], header["version"]) != (FORMAT, VERSION):
            raise ValueError
        lanes, counts = int(header["lanes"]), [int(count) for count in header["columns"]]
        both = zlib.decompress(packed)
        if len(both) != 2 * lanes * sum(counts):
            raise ValueError
    except (ValueError, KeyError, TypeError, zlib.error):
        raise ValueError(f"this is not a file of {FORMAT}, version {VERSION}") from None
    interleaved = bytearray(len(both))
    interleaved[::2], interleaved[1::2] = both[: len(both) // 2], both[len(both) // 2 :]
    weights = array("h", [])
    weights.frombytes(bytes(interleaved))
    if array("H", [1]).tobytes() != b"\1\0":
        weights.byteswap()
    phases, at = [], 0
    for count in counts:
        of_phase = weights[at : at + lanes * count]
        phases.append([of_phase[column::count] for column in range(count)])
        at += lanes * count
    return Network(
        header["variant"],
        lanes,
        int(header["fraction_bits"]),
        tuple(header["without_kings"]),
        tuple(header["with_kings"]),
        phases,
        tuple((down, right) for down, right in header["neighbours"]),
    )


def shipped_network(name: str) -> Network:
    """The network of a game that comes with the package."""
    return read_network(resources.files(__package__).joinpath(f"{name}.network").read_bytes())


def in_lanes(weights: Sequence[int]) -> int:
    """Numbers side by side in one integer, the first in the lowest lane; they may be negative."""
    return sum(weight << LANE_BITS * lane for lane, weight in enumerate(weights))


def lowest_bit(mask: int) -> int:
    """The number of the lowest bit that is set."""
    return (mask & -mask).bit_length() - 1


class WindowSums(dict[int, Wide]):
    """By what stands in one window of a mask: the sum of its columns, remembered."""

    def __init__(self, shift: int, columns: Sequence[tuple[int, Wide]]) -> None:
        """`columns` of patterns, each a mask that is still to be shifted down to the window."""
        super().__init__()
        self._columns = [(pattern >> shift, column) for pattern, column in columns]

    def __missing__(self, pieces: int) -> Wide:
        total: Wide = 0
        for pattern, column in self._columns:
            if pieces & pattern == pattern:
                total += column
        self[pieces] = total
        return total


class ColumnSums(dict[int, Wide]):
    """By the mask of one side's men, or kings: the sum of their columns, remembered.

    A mask that is new is cut into windows, whose sums are added up. Windows overlap where a pattern
    would not fit into one of them otherwise; each pattern counts in the first one that it fits in.
    """

    def __init__(
        self,
        patterns: Sequence[int],
        columns: Sequence[Sequence[int]],
        start: Wide,
        memory: MaskMemory,
    ) -> None:
        """`patterns` are masks, each with its column; `start` is the sum for no pieces."""
        super().__init__()
        self._patterns = patterns
        self._columns = columns
        self._start = start
        self._windows: list[tuple[int, int, WindowSums]] = []
        self._memory = memory
        memory.tables.append(self)

    def __missing__(self, mask: int) -> Wide:
        if not self._windows:
            self._windows = self._cut()
        self._memory.make_room()
        total = self._start
        for shift, ones, sums in self._windows:
            total += sums[mask >> shift & ones]
        self[mask] = total
        return total

    def _cut(self) -> list[tuple[int, int, WindowSums]]:
        columns = zip(self._patterns, map(in_lanes, self._columns), strict=True)
        left = sorted(columns, key=lambda column: lowest_bit(column[0]))
        widest = max(pattern.bit_length() - lowest_bit(pattern) for pattern in self._patterns)
        ones, windows = (1 << max(WINDOW_BITS, widest)) - 1, []
        while left:
            shift = lowest_bit(left[0][0])
            outside = ~(ones << shift)
            inside = [column for column in left if not column[0] & outside]
            left = [column for column in left if column[0] & outside]
            windows.append((shift, ones, WindowSums(shift, inside)))
        return windows


#: Of the side to move: its men, the other side's men, its kings, the other side's kings.
_Sums = tuple[ColumnSums, ColumnSums, ColumnSums, ColumnSums]


def network_evaluator(
    network: Network, variant: Variant, most_remembered: int = MOST_REMEMBERED
) -> Evaluator:
    """The value of a state by a network, in hundredths of a man."""
    bits, memory = variant.geometry.bits, MaskMemory(most_remembered)
    patterns = patterns_of_men(variant.geometry, network.neighbours)
    zeros: Wide = in_lanes([ZERO] * network.lanes)
    modulus: Wide = MODULUS
    to_lowest: Wide = LANE_BITS - 1

    def sums(columns: Sequence[Sequence[int]], squares: Sequence[int]) -> _Sums:
        """The sums of a phase, with the squares in the order of the side to move."""
        start, *rest = columns
        of_pieces = iter(rest)
        men, other_men = (list(islice(of_pieces, len(patterns))) for _ in range(2))
        kings, other_kings = (list(islice(of_pieces, len(bits))) for _ in range(2))
        places = [sum(squares[square] for square in pattern) for pattern in patterns]
        return (
            ColumnSums(places, men, in_lanes(start) + zeros + CENTRE, memory),
            ColumnSums(places, other_men, 0, memory),
            ColumnSums(squares, kings, 0, memory),
            ColumnSums(squares, other_kings, 0, memory),
        )

    of_phases = [(sums(columns, bits), sums(columns, bits[::-1])) for columns in network.phases]
    without_kings, with_kings = (
        [of_phases[network.phase(pieces, kings)] for pieces in range(len(bits) + 1)]
        for kings in (False, True)
    )
    fraction_bits, largest = network.fraction_bits, MODULUS // 2 + CENTRE

    def evaluate(state: State) -> int:
        men: Wide
        kings: Wide
        other_men: Wide
        other_kings: Wide
        men, kings, other_men, other_kings, side = state
        if kings or other_kings:
            pieces = (men | kings | other_men | other_kings).bit_count()
            of_men, of_other_men, of_kings, of_other_kings = with_kings[pieces][side]
            accumulator = of_men[men] + of_other_men[other_men]
            if kings:
                accumulator = accumulator + of_kings[kings]
            if other_kings:
                accumulator = accumulator + of_other_kings[other_kings]
        else:
            of_men, of_other_men, _, _ = without_kings[(men | other_men).bit_count()][side]
            accumulator = of_men[men] + of_other_men[other_men]
        positive = accumulator & zeros
        output: int = (accumulator & (positive - (positive >> to_lowest))) % modulus
        if output > largest:
            output -= MODULUS
        return (output - CENTRE) >> fraction_bits

    return evaluate


def by_network(name: str) -> EvaluatorMaker:
    """The heuristic by a game's network, which is loaded when a search first asks for it."""

    def made(variant: Variant) -> Evaluator:
        return network_evaluator(shipped_network(name), variant)

    evaluator = cache(made)  # what is remembered serves the next search too, whoever searches
    return lambda variant, searcher: evaluator(variant)
