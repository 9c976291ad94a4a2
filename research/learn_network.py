"""Learn a game's network from nothing but the rules and a first evaluation.

    python research/learn_network.py english --games games --jobs 2

That is all: it plays the games of every generation (`selfplay.py`; existing chunks are used as they
are), trains a network on the games so far, plays the next generation with it, and writes the last
network into the package.

The network predicts results: its output, through a sigmoid, should be the points that the side to
move will get. One result says little about each position of a game, so the larger part of the
target is the search score through the same sigmoid.

Training starts from random numbers with a fixed seed and uses Adam (with decoupled weight decay) in
single precision and a single thread: the same games give the same bytes on the same kind of
machine. First one network learns from all positions, then the network of each phase starts from
that and learns from its own. Some games are held out to measure how well it predicts unseen ones.

Finally the weights are rounded to whole numbers, as finely as the lanes allow without overflow for
any position (`Bounds`).
"""

import argparse
import math
import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, TypeAlias

os.environ["OPENBLAS_NUM_THREADS"] = os.environ["OMP_NUM_THREADS"] = "1"  # before numpy

import numpy as np
from numpy.typing import NDArray

from minicheckers.engine.evaluate.network import (
    LANE_BITS,
    Network,
    Pattern,
    patterns_of_men,
)
from minicheckers.rules.geometry import Direction
from minicheckers.rules.variant import Variant, get_variant
from minicheckers.support.processes import WorkerDiedError
from network_bounds import bounds_of_phase, most_pieces
from network_file import write_network
from selfplay import RECORD_END, Player, chunk_players, mask_width, play_chunks

PACKAGE = Path(__file__).parents[1] / "src/minicheckers/engine/evaluate"

BATCH = 1024
#: The learning rate follows a cosine; the decay is the share of a weight a full step removes.
RATE, WEIGHT_DECAY = 0.002, 0.02
#: Adam's parameters: how much of the old means each step keeps, and the epsilon.
KEEP_MEAN, KEEP_SQUARE, TINY = 0.9, 0.999, 1e-8
#: Every n-th game is held out.
KEPT_ASIDE = 20
#: The scale of the random initial weights.
FIRST_WEIGHTS = 0.1
#: The most fractional bits below a hundredth of a man.
FINEST = 4

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int64]
Bytes: TypeAlias = NDArray[np.uint8]
Bools: TypeAlias = NDArray[np.bool_]
Records: TypeAlias = NDArray[np.void]


@dataclass(frozen=True)
class Generation:
    """Games by one evaluation: number of chunks and nodes per move; its number is the seed.

    ``result`` is the share of the result in the targets of the network that comes after it, which
    has ``hidden_units`` and, with ``neighbours``, pairs of men among its inputs: the more positions
    there are by then, the more of both pay. It learns from the games of generation ``oldest`` and
    all later ones: what weak players think of a position is not worth keeping for ever.

    Weights are rounded as finely as lanes of ``lane_bits`` allow. Lanes were narrower once, and a
    network has the same bytes again only if it is rounded as it was.
    """

    chunks: int
    nodes: int
    result: float
    hidden_units: int = 32
    neighbours: tuple[Direction, ...] = ()
    oldest: int = 1
    lane_bits: int = LANE_BITS


@dataclass(frozen=True)
class Recipe:
    """How the network of a game is learnt.

    The games of the first generation are by the evaluation ``first``, those of every other by the
    network learnt before. Phases begin as in `Network`. A lead of ``scale`` hundredths of a man is
    1 in the sigmoid. With few positions fewer epochs learn more that is true.
    """

    first: str
    generations: tuple[Generation, ...]
    without_kings: tuple[int, ...]
    with_kings: tuple[int, ...]
    scale: float
    epochs_of_all: int = 8
    epochs_of_a_phase: int = 15


#: On the dark squares: the two next to a man in the row in front of it, and the next in its row.
ADJACENT = ((1, -1), (1, 1), (0, 2))

RECIPES = {
    "english": Recipe(
        first="english-squares",
        generations=(
            Generation(34, 100, result=0.4, lane_bits=18),
            Generation(49, 100, result=0.15, lane_bits=18),
            Generation(50, 100, result=0.15, hidden_units=64, lane_bits=18),
            Generation(40, 100, result=0.15, hidden_units=64, lane_bits=18),
            Generation(56, 250, result=0.15, hidden_units=128, lane_bits=18),
            Generation(34, 500, result=0.15, hidden_units=128, neighbours=ADJACENT, oldest=4),
        ),
        without_kings=(18, 12),
        with_kings=(13, 8),
        scale=200.0,
    ),
    "international": Recipe(
        first="international-rules",
        generations=(
            Generation(10, 60, result=0.6, hidden_units=16, lane_bits=18),
            Generation(30, 100, result=0.3, lane_bits=18),
            Generation(30, 100, result=0.2, hidden_units=64, lane_bits=18),
        ),
        without_kings=(30, 20),
        with_kings=(12,),
        scale=200.0,
    ),
    "towers": Recipe(
        first="towers-squares",
        generations=(
            Generation(10, 100, result=0.15, lane_bits=18),
            Generation(12, 100, result=0.15, oldest=2),
        ),
        without_kings=(),
        with_kings=(),
        scale=200.0,
        epochs_of_all=12,
        epochs_of_a_phase=6,
    ),
    "pikachu": Recipe(
        first="pikachu-squares",
        generations=(
            Generation(14, 60, result=0.3),
            Generation(10, 100, result=0.15),
        ),
        without_kings=(),
        with_kings=(),
        scale=200.0,
        epochs_of_a_phase=6,
    ),
    "russian": Recipe(
        first="russian-rules",
        generations=(
            Generation(11, 60, result=0.6, hidden_units=16, lane_bits=18),
            Generation(13, 100, result=0.3, oldest=2),
        ),
        without_kings=(),
        with_kings=(),
        scale=200.0,
        epochs_of_a_phase=3,
    ),
    "brazilian": Recipe(
        first="brazilian-rules",
        generations=(
            Generation(9, 60, result=0.6, hidden_units=16, lane_bits=18),
            Generation(13, 100, result=0.3, oldest=2),
        ),
        without_kings=(),
        with_kings=(),
        scale=200.0,
        epochs_of_a_phase=3,
    ),
}


@dataclass(frozen=True)
class Samples:
    """Positions as the side to move sees them.

    ``inputs`` are packed bits, in the order of a network's columns; ``pieces`` and ``kings`` say
    which phase it is; ``target`` is what the output should be after a sigmoid. ``aside``: only for
    testing.
    """

    inputs: Bytes
    pieces: Bytes
    kings: Bools
    target: Floats
    aside: Bools

    def __len__(self) -> int:
        return len(self.target)

    def those(self, chosen: Bools) -> "Samples":
        return Samples(*(values[chosen] for values in self._values()))

    @staticmethod
    def joined(parts: "list[Samples]") -> "Samples":
        columns = zip(*(part._values() for part in parts), strict=True)
        return Samples(*(np.concatenate(column) for column in columns))

    def _values(self) -> tuple[Any, ...]:
        return self.inputs, self.pieces, self.kings, self.target, self.aside

    def unpacked(self, rows: Ints | slice, columns: int) -> Bytes:
        return np.unpackbits(self.inputs[rows], axis=1, count=columns)

    def slices(self) -> Iterator[slice]:
        """All of it, in batches that fit into memory when unpacked."""
        part = 1 << 14
        return (slice(start, start + part) for start in range(0, len(self), part))


def records(variant: Variant, chunk: Path) -> tuple[Records, Bytes]:
    """The rows of a chunk, and their masks by square, 1 or 0: own men, own kings, opponent's."""
    width = mask_width(variant)
    record = np.dtype(
        [
            ("masks", np.uint8, (4, width)),
            ("score", "<i2"),
            ("half_points", "u1"),
            ("side", "u1"),
            ("game", "<u2"),
        ]
    )
    assert record.itemsize == 4 * width + RECORD_END.size
    places = [bit.bit_length() - 1 for bit in variant.geometry.bits]
    rows = np.frombuffer(chunk.read_bytes(), record)
    return rows, np.unpackbits(rows["masks"], axis=2, bitorder="little")[:, :, places]


def with_mirror_images(variant: Variant, rows: Records, squares: Bytes) -> tuple[Records, Bytes]:
    """Every position twice, mirrored, where left and right are equivalent."""
    size = variant.size
    if squares.shape[2] != size * size:
        return rows, squares
    boards = squares.reshape(-1, 4, size, size)
    images = boards[:, :, :, ::-1].reshape(squares.shape)
    return np.concatenate([rows, rows]), np.concatenate([squares, images])


def read(variant: Variant, chunks: list[Path], scale: float, generation: Generation) -> Samples:
    """All positions of some chunks, as the network after a generation sees them."""
    patterns = patterns_of_men(variant.geometry, generation.neighbours)
    result, parts = generation.result, []
    for chunk in chunks:
        rows, squares = with_mirror_images(variant, *records(variant, chunk))
        by_white = rows["side"] == 1
        squares[by_white] = squares[by_white][:, :, ::-1]
        men, kings, other_men, other_kings = squares.transpose(1, 0, 2)
        inputs = [matched(men, patterns), matched(other_men, patterns), kings, other_kings]
        scores = sigmoid(rows["score"].astype(np.float32) / np.float32(scale))
        points = rows["half_points"].astype(np.float32) / np.float32(2)
        target: Floats = result * points + (1 - result) * scores
        parts.append(
            Samples(
                inputs=np.packbits(np.hstack(inputs), axis=1),
                pieces=squares.sum((1, 2), dtype=np.uint8),
                kings=(kings | other_kings).any(1),
                target=target,
                aside=rows["game"] % KEPT_ASIDE == 0,
            )
        )
    return Samples.joined(parts)


def matched(men: Bytes, patterns: list[Pattern]) -> Bytes:
    """Which patterns there are, 1 or 0, in every row of squares."""
    return np.stack([men[:, pattern].all(1) for pattern in patterns], axis=1).astype(np.uint8)


class Layer:
    """Inputs to lanes: lane 0 is linear, the rest are hidden units; odd lanes are subtracted."""

    def __init__(self, weights: Floats) -> None:
        """`weights`: a row per input, then one for the biases; a column per lane."""
        self.weights = weights
        self._signs = np.where(np.arange(weights.shape[1]) % 2, -1, 1).astype(np.float32)

    def output(self, inputs: Bytes) -> Floats:
        return self._lanes(with_start(inputs)) @ self._signs

    def slope(self, inputs: Bytes, target: Floats) -> Floats:
        """The gradient of the mean log loss."""
        numbers = with_start(inputs)
        lanes = self._lanes(numbers)
        error = (sigmoid(lanes @ self._signs) - target) / np.float32(len(target))
        back = error[:, None] * self._signs
        back[:, 1:] *= lanes[:, 1:] > 0
        return numbers.T @ back

    def _lanes(self, numbers: Floats) -> Floats:
        lanes: Floats = numbers @ self.weights
        np.maximum(lanes[:, 1:], 0, out=lanes[:, 1:])
        return lanes


def sigmoid(values: Floats) -> Floats:
    return np.float32(1) / (np.float32(1) + np.exp(-values))


def with_start(inputs: Bytes) -> Floats:
    """Inputs as numbers, plus a 1 for the bias."""
    numbers = np.ones((len(inputs), inputs.shape[1] + 1), np.float32)
    numbers[:, :-1] = inputs
    return numbers


def trained(samples: Samples, weights: Floats, epochs: int, random: np.random.Generator) -> Floats:
    """Weights that predict the samples' targets better than the initial ones."""
    layer, inputs = Layer(weights.copy()), weights.shape[0] - 1
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    batches = len(samples) // BATCH
    step = 0
    for _ in range(epochs):
        order = random.permutation(len(samples))
        for start in range(0, batches * BATCH, BATCH):
            rows = order[start : start + BATCH]
            slope = layer.slope(samples.unpacked(rows, inputs), samples.target[rows])
            rate = np.float32(RATE * 0.5 * (1 + np.cos(np.pi * step / (epochs * batches))))
            step += 1
            mean += np.float32(1 - KEEP_MEAN) * (slope - mean)
            square += np.float32(1 - KEEP_SQUARE) * (slope * slope - square)
            fair_mean = mean / np.float32(1 - KEEP_MEAN**step)
            fair_square = square / np.float32(1 - KEEP_SQUARE**step)
            layer.weights -= rate * (
                fair_mean / (np.sqrt(fair_square) + np.float32(TINY))
                + np.float32(WEIGHT_DECAY) * layer.weights
            )
    return layer.weights


def surprise(samples: Samples, weights: Floats) -> float:
    """The mean log loss of the targets: lower is better, and log 2 means knowing nothing."""
    layer, inputs = Layer(weights), weights.shape[0] - 1
    outputs = [layer.output(samples.unpacked(part, inputs)) for part in samples.slices()]
    output, target = np.concatenate(outputs).astype(np.float64), samples.target
    losses = target * np.logaddexp(0, -output) + (1 - target) * np.logaddexp(0, output)
    return float(np.mean(losses))


def learn(variant: Variant, recipe: Recipe, generation: Generation, samples: Samples) -> Network:
    """The network trained on these positions."""
    random, squares = np.random.default_rng(1), len(variant.geometry.bits)
    patterns = patterns_of_men(variant.geometry, generation.neighbours)
    form = Network(
        variant.name,
        generation.hidden_units + 1,
        0,
        recipe.without_kings,
        recipe.with_kings,
        (),
        generation.neighbours,
    )
    inputs, of_men = 2 * len(patterns) + 2 * squares, 2 * len(patterns)
    weights: Floats = (FIRST_WEIGHTS * random.standard_normal((inputs + 1, form.lanes))).astype(
        np.float32
    )
    weights[:-1][~ever_seen(samples, inputs)] = 0
    weights[:, 0] = 0
    weights = trained(samples.those(~samples.aside), weights, recipe.epochs_of_all, random)
    phase = phases(form, samples, squares)
    of_phases = []
    for number in range(len(recipe.without_kings) + len(recipe.with_kings) + 2):
        own = samples.those(phase == number)
        start = weights
        if number <= len(recipe.without_kings):
            start = np.delete(weights, np.s_[of_men:inputs], 0)
        used, aside = own.those(~own.aside), own.those(own.aside)
        after = trained(used, start, recipe.epochs_of_a_phase, random)
        of_phases.append(after)
        print(
            f"phase {number}: {len(own)} positions; surprise on games kept aside"
            f" {surprise(aside, after):.4f} of {math.log(2):.4f},"
            f" before its own training {surprise(aside, start):.4f}",
            flush=True,
        )
    return quantised(form, variant, recipe.scale, generation.lane_bits, of_phases)


def phases(form: Network, samples: Samples, squares: int) -> Ints:
    """The phase of every position."""
    numbers = np.array(
        [[form.phase(pieces, kings) for pieces in range(squares + 1)] for kings in (False, True)]
    )
    return numbers[samples.kings.astype(np.int64), samples.pieces]


def ever_seen(samples: Samples, inputs: int) -> Bools:
    """Which inputs are 1 in any position."""
    seen = np.zeros(inputs, np.bool_)
    for part in samples.slices():
        seen |= samples.unpacked(part, inputs).any(0)
    return seen


def quantised(
    form: Network, variant: Variant, scale: float, lane_bits: int, weights: list[Floats]
) -> Network:
    """The network in whole numbers, as fine as lanes of so many bits allow."""
    squares = len(variant.geometry.bits)
    patterns = patterns_of_men(variant.geometry, form.neighbours)
    for fraction_bits in range(FINEST, -1, -1):
        phases = []
        for of_phase in weights:
            units = of_phase.astype(np.float64) * scale * (1 << fraction_bits)
            *columns, start = np.rint(units).astype(int).tolist()
            start[0] += (1 << fraction_bits) // 2  # so that the last shift rounds
            phases.append([start, *columns])
        most = most_pieces(form, squares)
        if all(
            bounds_of_phase(columns, patterns, squares, pieces).fit_in_lanes(lane_bits)
            for columns, pieces in zip(phases, most, strict=True)
        ):
            return replace(form, fraction_bits=fraction_bits, phases=phases)
    raise SystemExit("the weights are too large for the lanes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant", choices=RECIPES)
    parser.add_argument("--games", type=Path, required=True, help="the folder of the chunks")
    parser.add_argument("--jobs", type=int, default=1, help="chunks to play at the same time")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play them on a Dask cluster instead")
    parser.add_argument("--out", type=Path, default=PACKAGE, help="where the network is written")
    arguments = parser.parse_args()
    variant, recipe = get_variant(arguments.variant), RECIPES[arguments.variant]
    evaluation: str | bytes = recipe.first
    played: list[list[Path]] = []
    content = b""
    with ExitStack() as stack:
        try:
            players = stack.enter_context(chunk_players(arguments.jobs, arguments.cluster))
        except ValueError as error:  # no such cluster
            parser.error(str(error))
        for number, generation in enumerate(recipe.generations, start=1):
            player = Player(variant.name, evaluation, generation.nodes, seed=number)
            folder = arguments.games / f"{variant.name}-{number}"
            try:
                played.append(play_chunks(player, folder, generation.chunks, players))
            except WorkerDiedError as error:
                sys.exit(f"learn_network.py: {error}; rerun to play the missing chunks")
            chunks = [chunk for of_one in played[generation.oldest - 1 :] for chunk in of_one]
            samples = read(variant, chunks, recipe.scale, generation)
            print(f"generation {number}: {len(samples)} positions to learn from", flush=True)
            network = learn(variant, recipe, generation, samples)
            evaluation = content = write_network(network)
            (arguments.games / f"{variant.name}-{number}.network").write_bytes(content)
    (arguments.out / f"{variant.name}.network").write_bytes(content)


if __name__ == "__main__":
    main()
