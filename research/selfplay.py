"""Play games of the engine against itself, for `learn_network.py` and `fit.py` to learn from.

    python research/selfplay.py english games/english-1 --chunks 30 --nodes 100 --jobs 2
    python research/selfplay.py english games/english-1 --cluster tcp://192.0.2.7:8786

Games come in numbered *chunks*, one file each. The seed and its number determine a game, so a chunk
has the same bytes whether it is played in one process, in many, or on other machines. A chunk that
already exists is not played again.

A game begins with random moves (a lopsided start is thrown away), and now and then another random
move is thrown in early on, so that no two games are alike. Positions before such a move are
dropped, because it may have changed the result. Every quiet position is kept with its search score:
a search never evaluates a position with a capture pending, and one reached by shuffling pieces is
not worth learning. A game ends when its result is known: by the rules, by the endgame table, by a
search that has seen the end, or by a hopeless score.
"""

import argparse
import struct
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from random import Random

from minicheckers import Position
from minicheckers.engine.alphabeta import SearchTree
from minicheckers.engine.endings.files import search_probe, shipped_endings
from minicheckers.engine.endings.placements import MOST_PIECES
from minicheckers.engine.endings.table import Result
from minicheckers.engine.evaluate import EVALUATIONS, Evaluation, best_evaluation, tuning_of
from minicheckers.engine.evaluate.network import network_evaluator, read_network
from minicheckers.engine.gc_pause import no_collection
from minicheckers.engine.quiescence import Root
from minicheckers.engine.repetition import SHORTEST_CYCLE, states_that_may_return
from minicheckers.engine.score import INFINITY, is_decided
from minicheckers.engine.table import Table
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.predicates import is_quiet, is_reversible
from minicheckers.rules.variant import Variant, get_variant
from minicheckers.support.processes import WorkerDiedError, cluster, work_off

GAMES_A_CHUNK = 500
LEAST_RANDOM_PLIES, MOST_RANDOM_PLIES = 4, 11
#: An opening that the search scores beyond this is lopsided.
LOPSIDED = 160
#: Before this ply, one move in this many is random.
LAST_RANDOM_PLY, ONE_RANDOM_IN = 30, 40
#: Reversible plies after which positions are no longer kept, and after which it is a draw.
SHUFFLING_PLIES, QUIET_PLIES_TO_DRAW = 16, 30
REPETITIONS_TO_DRAW = 3
#: A longer game is a draw; games this long nearly always are.
LONGEST_GAME = 160
#: A side whose score is this bad twice in a row resigns.
HOPELESS = 600
#: Scores beyond this all mean a win.
MOST_SCORE = 2_000
#: A search whose captures explode is not worth waiting for.
MOST_TIMES_THE_NODES = 50

#: After the four masks: score, half points of the side to move, side, game number.
RECORD_END = struct.Struct("<hBBH")


def mask_width(variant: Variant) -> int:
    """The bytes of a mask in a chunk."""
    return (variant.geometry.board.bit_length() + 7) // 8


@dataclass(frozen=True)
class Kept:
    """A position to learn from."""

    state: State
    score: int


class RanAwayError(Exception):
    """A search has used far more nodes than it was given."""


@dataclass(frozen=True)
class Player:
    """The player: a game, an evaluation (a name or a network file's contents), nodes, seed."""

    variant: str
    evaluation: str | bytes
    nodes: int
    seed: int
    games_a_chunk: int = GAMES_A_CHUNK


def named_or_read(evaluation: str) -> str | bytes:
    """The name of an evaluation unchanged; for a file, its contents."""
    file = Path(evaluation)
    return file.read_bytes() if file.is_file() else evaluation


def evaluation_of(evaluation: str | bytes, variant: Variant) -> Evaluation:
    """An evaluation from its name, or from the contents of a network file."""
    best = best_evaluation(variant)
    if isinstance(evaluation, str):
        return {**EVALUATIONS, best.name: best}[evaluation]
    evaluator = network_evaluator(read_network(evaluation), variant)
    return replace(best, name="a network", heuristic=lambda _variant, _searcher: evaluator)


class SelfPlay:
    """Both sides of a game: a search of a few nodes with one evaluation."""

    def __init__(self, variant: Variant, evaluation: Evaluation, nodes: int) -> None:
        self._variant = variant
        self._nodes = nodes
        # Shared by both sides: an evaluation for training does not depend on who searches.
        self._heuristic = evaluation.heuristic(variant, 0)
        self._final = evaluation.final(variant, 0)
        self._pruning = tuning_of(variant).pruning
        self._successors, self._is_quiet = generator(variant), is_quiet(variant)
        self._probe, self._endings = search_probe(variant), shipped_endings(variant)
        self._start = Position.start(variant).state

    @no_collection()
    def play(self, random: Random) -> tuple[float, list[Kept]]:
        """Play one game: Black's points, and the positions to learn from."""
        table = Table(bits=14)
        history = self._opening(random, table)
        kept: list[Kept] = []
        reversible, hopeless_before = 0, False
        while len(history) < LONGEST_GAME and reversible < QUIET_PLIES_TO_DRAW:
            state = history[-1]
            children = self._successors(state)
            if not children:
                return _points_of_black(self._final(state), state), kept
            if self._endings is not None and (known := self._endings.probe(state)) is not None:
                return _points_of_black(_SIGN[known.result], state), kept
            if reversible >= 2 * SHORTEST_CYCLE and history.count(state) == REPETITIONS_TO_DRAW:
                return 0.5, kept
            if len(history) < LAST_RANDOM_PLY and random.randrange(ONE_RANDOM_IN) == 0:
                kept.clear()
                child = random.choice(children)
            elif len(children) == 1:
                child = children[0]
            else:
                child, score = self._search(history, children, table, random)
                if is_decided(score):
                    return _points_of_black(score, state), kept
                hopeless = abs(score) >= HOPELESS
                if hopeless and hopeless_before:
                    return _points_of_black(score, state), kept
                hopeless_before = hopeless
                if reversible < SHUFFLING_PLIES and self._is_quiet(state):
                    kept.append(Kept(state, score))
            reversible = reversible + 1 if is_reversible(state, child) else 0
            history.append(child)
        return 0.5, kept

    def _opening(self, random: Random, table: Table) -> list[State]:
        while True:
            history = [self._start]
            for _ in range(random.randint(LEAST_RANDOM_PLIES, MOST_RANDOM_PLIES)):
                if not (children := self._successors(history[-1])):
                    break
                history.append(random.choice(children))
            children = self._successors(history[-1])
            if children and abs(self._search(history, children, table, random)[1]) <= LOPSIDED:
                return history

    def _search(
        self, history: list[State], children: list[State], table: Table, random: Random
    ) -> tuple[State, int]:
        """The best child and its score, by iterative deepening until the nodes run out."""

        def poll(nodes: int) -> None:
            if nodes > MOST_TIMES_THE_NODES * self._nodes:
                raise RanAwayError

        game = states_that_may_return(history[-QUIET_PLIES_TO_DRAW - 1 :])
        probed = MOST_PIECES if self._probe else 0
        root = Root(self._variant, game, self._heuristic, self._final, self._probe, probed)
        tree = SearchTree(root, table, poll, self._pruning)
        order = list(children)
        random.shuffle(order)
        best, best_score = order[0], 0
        for depth in range(LONGEST_GAME):
            inexact_leaves = tree.counts().inexact_leaves
            try:
                best, best_score = _best_child(tree, order, depth)
            except RanAwayError:
                break
            counts = tree.counts()
            if counts.nodes >= self._nodes or counts.inexact_leaves == inexact_leaves:
                break
            order.remove(best)
            order.insert(0, best)
        return best, best_score


def _best_child(tree: SearchTree, order: list[State], depth: int) -> tuple[State, int]:
    best, alpha = order[0], -INFINITY
    for child in order:
        score = alpha + 1
        if alpha > -INFINITY:
            score = -tree.value(child, depth, -alpha - 1, -alpha)
        if score > alpha:
            score = -tree.value(child, depth, -INFINITY, -alpha)
        if score > alpha:
            best, alpha = child, score
    return best, alpha


_SIGN = {Result.WIN: 1, Result.DRAW: 0, Result.LOSS: -1}


def _points_of_black(score: int, state: State) -> float:
    if not score:
        return 0.5
    return float((score > 0) == (state[4] == 0))


def chunk(player: Player, number: int) -> bytes:
    """The games of a chunk, one row per position."""
    variant = get_variant(player.variant)
    evaluation = evaluation_of(player.evaluation, variant)
    both, width = SelfPlay(variant, evaluation, player.nodes), mask_width(variant)
    return b"".join(
        record
        for game in range(player.games_a_chunk)
        for record in _records(*both.play(Random(f"{player.seed} {number} {game}")), game, width)
    )


def _records(points: float, kept: list[Kept], game: int, width: int) -> Iterator[bytes]:
    for position in kept:
        *masks, side = position.state
        score = max(-MOST_SCORE, min(MOST_SCORE, position.score))
        of_mover = round(2 * (1 - points if side else points))
        yield b"".join(mask.to_bytes(width, "little") for mask in masks)
        yield RECORD_END.pack(score, of_mover, side, game)


def _chunk_of(player: Player, number: int, _report: Callable[[], None]) -> bytes:
    return chunk(player, number)


@contextmanager
def chunk_players(jobs: int, address: str | None) -> Iterator[Executor]:
    """That many processes, or the cluster at an address."""
    if address is None:
        with ProcessPoolExecutor(jobs) as processes:
            yield processes
    else:
        with cluster(address, modules=[__file__]) as workers:
            yield workers


def play_chunks(player: Player, folder: Path, count: int, players: Executor) -> list[Path]:
    """The chunk files, playing those that do not exist yet."""
    folder.mkdir(parents=True, exist_ok=True)
    files = [folder / f"{number:04}.games" for number in range(count)]
    missing = [number for number, file in enumerate(files) if not file.exists()]
    played = work_off(partial(_chunk_of, player), missing, players)
    for number, content in zip(missing, played, strict=True):
        unfinished = files[number].with_suffix(".unfinished")
        unfinished.write_bytes(content)
        unfinished.rename(files[number])
        print(f"{files[number]}: {len(content)} bytes", flush=True)
    return files


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("folder", type=Path, help="where the chunks are written")
    parser.add_argument("--chunks", type=int, default=20, help=f"of {GAMES_A_CHUNK} games each")
    parser.add_argument(
        "--nodes", type=int, default=100, help="a search ends with the depth that passes them"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--evaluation", help="its name or the file of a network; the best one, if not given"
    )
    parser.add_argument("--jobs", type=int, default=1, help="chunks at the same time")
    parser.add_argument("--cluster", metavar="ADDRESS", help="play them on a Dask cluster instead")
    arguments = parser.parse_args()
    variant = get_variant(arguments.variant)
    evaluation = named_or_read(arguments.evaluation or best_evaluation(variant).name)
    player = Player(variant.name, evaluation, arguments.nodes, arguments.seed)
    try:
        with chunk_players(arguments.jobs, arguments.cluster) as players:
            play_chunks(player, arguments.folder, arguments.chunks, players)
    except ValueError as error:  # no such cluster
        parser.error(str(error))
    except WorkerDiedError as error:
        sys.exit(f"selfplay.py: {error}; rerun to play the missing chunks")


if __name__ == "__main__":
    import selfplay

    selfplay.main()  # anything in __main__ cannot be sent to other machines
