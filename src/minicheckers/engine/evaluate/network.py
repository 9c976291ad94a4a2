"""A neural network as the static evaluation, computed in a few operations on one big integer.

The network has one hidden layer. Its inputs are the pieces as the side to move sees them: own men
and kings, the other side's men and kings, on every square. A hidden unit is a *lane* of 18 bits;
all lanes of a layer lie side by side in one integer, the *accumulator*. What a piece on a square
adds to every unit is an integer of the same form, a *column* of weights, so that adding columns
works on all lanes at once. Output weights are +1 in even lanes and -1 in odd ones: what a unit
really weighs was multiplied into its column when the network was learnt. Lane 0 has the part of the
output that is linear in the pieces.

- Every lane starts with its high bit set, so that bit tells whether the unit is positive. ReLU on
  all lanes at once: spread that bit over the lane, and mask.
- The even lanes minus the odd ones are one remainder, because 2**18 is -1 modulo 2**18 + 1.

The columns of all men of a side (or of all its kings) add up to one integer, remembered by their
mask: an evaluation is two or four look-ups, an addition or three, and the steps above. How much of
a game has gone by decides between several networks of one form, its *phases*.

Networks are data, learnt by benchmarks/learn_network.py; docs/search.md tells how well. That no
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
from typing import Any, Final

from ...rules.movegen import State
from ...rules.variant import Variant
from .base import Evaluator, EvaluatorMaker, MaskMemory

#: An integer of many digits. It is not called an int, for then mypyc would try at every step
#: whether the result is a small one, which takes longer than the step.
Wide = Any

FORMAT, VERSION = "minicheckers network", 1

LANE_BITS: Final = 18
#: The high bit of a lane, which is its zero.
ZERO: Final = 1 << (LANE_BITS - 1)
#: Even lanes minus odd ones: the remainder of the accumulator by this.
MODULUS: Final = (1 << LANE_BITS) + 1
#: What lane 0 holds when its part of the output is 0, so that ReLU never clears it.
CENTRE: Final = 1 << (LANE_BITS - 2)

#: Masks are cut into windows of this many bits, each a table of sums.
WINDOW_BITS: Final = 9

#: This many masks take about 20 MB.
MOST_REMEMBERED: Final = 60_000


@dataclass(frozen=True)
class Network:
    """The weights of a game's network, as they are kept in a file.

    A phase without kings on the board has the columns of men only. Phases are told apart by the
    pieces on the board: ``(18, 12)`` makes three, with 18 pieces or more, with 12 or more, with
    fewer. Those without kings come first.

    ``phases`` has the columns of each: first what the lanes start with, then for every square (as
    the side to move numbers them) own men, other men, own kings, other kings. ``fraction_bits``
    says how many bits of the output are finer than a hundredth of a man.
    """

    variant: str
    lanes: int
    fraction_bits: int
    without_kings: tuple[int, ...]
    with_kings: tuple[int, ...]
    phases: Sequence[Sequence[Sequence[int]]]

    def phase(self, pieces: int, kings: bool) -> int:
        """The number of the phase that a position belongs to."""
        bounds = self.with_kings if kings else self.without_kings
        first = len(self.without_kings) + 1 if kings else 0
        return first + sum(pieces < bound for bound in bounds)

    def most_pieces(self, squares: int) -> list[int]:
        """The most pieces on the board in every phase."""
        most = []
        for bounds in (self.without_kings, self.with_kings):
            most += [squares, *(bound - 1 for bound in bounds)]
        return most


def write_network(network: Network) -> bytes:
    """The content of a file with this network: a line of JSON, then the weights, compressed.

    Weights are written lane by lane, low bytes apart from high ones, which packs best.
    """
    header = {
        "format": FORMAT,
        "version": VERSION,
        "variant": network.variant,
        "lanes": network.lanes,
        "fraction_bits": network.fraction_bits,
        "without_kings": network.without_kings,
        "with_kings": network.with_kings,
        "columns": [len(columns) for columns in network.phases],
    }
    weights = [
        weight
        for columns in network.phases
        for of_lane in zip(*columns, strict=True)
        for weight in of_lane
    ]
    low = bytes(weight & 0xFF for weight in weights)
    high = bytes(weight >> 8 & 0xFF for weight in weights)
    return json.dumps(header).encode() + b"\n" + zlib.compress(low + high, 9)


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
    )


def shipped_network(name: str) -> Network:
    """The network of a game that comes with the package."""
    return read_network(resources.files(__package__).joinpath(f"{name}.network").read_bytes())


def in_lanes(weights: Sequence[int]) -> int:
    """Numbers side by side in one integer, the first in the lowest lane; they may be negative."""
    return sum(weight << LANE_BITS * lane for lane, weight in enumerate(weights))


class ColumnSums(dict[int, Wide]):
    """By the mask of one side's men, or kings: the sum of their columns, remembered.

    A mask that is new is cut into windows, whose sums are looked up; those are added up when the
    first mask comes.
    """

    def __init__(
        self,
        squares: Sequence[int],
        columns: Sequence[Sequence[int]],
        start: Wide,
        memory: MaskMemory,
    ) -> None:
        """`squares` are bits, each with the column of a piece on it; `start` is for no pieces."""
        super().__init__()
        self._squares = squares
        self._columns = columns
        self._start = start
        self._windows: list[tuple[int, list[Wide]]] = []
        self._memory = memory
        memory.tables.append(self)

    def __missing__(self, mask: int) -> Wide:
        if not self._windows:
            self._windows = self._added_up()
        self._memory.make_room()
        total = self._start
        for shift, table in self._windows:
            total += table[mask >> shift & (len(table) - 1)]
        self[mask] = total
        return total

    def _added_up(self) -> list[tuple[int, list[Wide]]]:
        width = max(self._squares).bit_length()
        column_of = dict(zip(self._squares, map(in_lanes, self._columns), strict=True))
        windows = []
        for shift in range(0, width, WINDOW_BITS):
            table: list[Wide] = [0]
            for bit in range(shift, min(shift + WINDOW_BITS, width)):
                column = column_of.get(1 << bit)
                # No piece stands on a ghost square: there the sums so far do again.
                table += table if column is None else [before + column for before in table]
            windows.append((shift, table))
        return windows


#: Of the side to move: its men, the other side's men, its kings, the other side's kings.
_Sums = tuple[ColumnSums, ColumnSums, ColumnSums, ColumnSums]


def network_evaluator(
    network: Network, variant: Variant, most_remembered: int = MOST_REMEMBERED
) -> Evaluator:
    """The value of a state by a network, in hundredths of a man."""
    bits, memory = variant.geometry.bits, MaskMemory(most_remembered)
    count = len(bits)
    zeros: Wide = in_lanes([ZERO] * network.lanes)
    modulus: Wide = MODULUS
    to_lowest: Wide = LANE_BITS - 1

    def sums(columns: Sequence[Sequence[int]], squares: Sequence[int]) -> _Sums:
        """The sums of a phase, with the squares in the order of the side to move."""
        start = in_lanes(columns[0]) + zeros + CENTRE
        men, other_men, kings, other_kings = (
            columns[1 + count * kind : 1 + count * (kind + 1)] for kind in range(4)
        )
        return (
            ColumnSums(squares, men, start, memory),
            ColumnSums(squares, other_men, 0, memory),
            ColumnSums(squares, kings, 0, memory),
            ColumnSums(squares, other_kings, 0, memory),
        )

    of_phases = [(sums(columns, bits), sums(columns, bits[::-1])) for columns in network.phases]
    without_kings, with_kings = (
        [of_phases[network.phase(pieces, kings)] for pieces in range(count + 1)]
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
