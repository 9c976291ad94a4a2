"""The search that all thinking strategies share: iterative deepening over the moves of a position.

A depth is believed when it is complete, and then reported. Every move with the best score is known
as such, so that the decision between them can be left to chance.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from ..game.player import DEEPEST, Limits
from ..rules.movegen import State
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Variant
from .alphabeta import SearchTree, Variation
from .decision import Context, Decision, Progress
from .endings.files import search_probe
from .endings.placements import MOST_PIECES
from .evaluate import Evaluation, tuning_of
from .evaluate.base import FULL_WIDTH, Pruning
from .gc_pause import no_collection
from .quiescence import Root
from .repetition import states_that_may_return
from .score import INFINITY, WIN, Score, plies_to_end
from .table import Table

#: Start no depth after this share of the time: hardly a move of it would be searched.
LAST_START = 0.8


@dataclass(frozen=True)
class SearchSetup:
    """What to search with: the evaluation, and how much may be left out (see `SearchTree`).

    ``endings`` asks the table of endings on the way, where there is one and the tree is not exact.
    """

    evaluation: Evaluation
    pruning: Pruning = FULL_WIDTH
    exact: bool = False
    endings: bool = True


def strongest_setup(variant: Variant) -> SearchSetup:
    """The best way to search that there is for a game."""
    tuning = tuning_of(variant)
    return SearchSetup(tuning.best, tuning.pruning)


class Stopped(Exception):  # noqa: N818  not an error: time is up, or somebody asked for it
    """Raised by a tree's `poll` to end the search."""


@dataclass(frozen=True)
class _RootMove:
    """A move of the root, and what was found about it.

    It seems to be worth its ``score`` and its ``error``. Among equals the lowest ``rank`` is taken,
    which chance has dealt.
    """

    rank: int
    move: Move
    state: State
    error: int = 0
    score: int = -INFINITY
    variation: Variation = ()


@no_collection()
def search(
    position: Position,
    setup: SearchSetup,
    limits: Limits,
    table: Table,
    random: Random,
    context: Context,
    error: int = 0,
) -> Decision:
    """Choose one of the best moves; ValueError if the game is over.

    With an `error` every move is misjudged by up to that many hundredths of a man, small mistakes
    being likelier than large ones, and the move is chosen that seems best.

    Ends when the depth is reached, when more depth would change nothing, when time or nodes are
    used up or when the caller asks; no depth is begun near the end of the time. What counts is the
    last completed depth, unless the next one has found a better move: as it looks at the best move
    of the last depth first, that one is beaten at equal depth.
    """
    start = context.clock()
    deadline = None if limits.time is None else start + limits.time

    def poll(nodes: int) -> None:
        if (
            context.stopped()
            or (deadline is not None and context.clock() >= deadline)
            or (limits.nodes is not None and nodes >= limits.nodes)
        ):
            raise Stopped

    order = _root_moves(position, random, error)
    tree = tree_below(position, setup, context, table, poll)
    decision = Decision(order[0].move)
    deepest = limits.depth or DEEPEST
    for depth in _depths(limits):
        inexact_leaves = tree.counts().inexact_leaves
        found: list[_RootMove] = []
        try:
            _find_best(tree, order, depth, found)
            best = found[-1]
            solved = tree.counts().inexact_leaves == inexact_leaves
            last = depth == deepest or solved or _is_settled(best.score, depth)
            if last:
                best = _first_of_equals(tree, order, depth, best)
        except Stopped:
            if found and (not decision.depth or found[-1].move != decision.move):
                decision = _decision(position, found[-1], decision.depth)
            break
        decision = _decision(position, best, depth)
        counts, seconds = tree.counts(), context.clock() - start
        context.report(
            Progress(
                depth,
                Score(best.score),
                decision.pv,
                counts.nodes,
                seconds,
                counts.max_cutoffs,
                counts.min_cutoffs,
            )
        )
        if last or (limits.time is not None and seconds >= LAST_START * limits.time):
            break
        order = [best, *(root_move for root_move in order if root_move.rank != best.rank)]
    return replace(decision, nodes=tree.counts().nodes)


def _depths(limits: Limits) -> Sequence[int]:
    """The depths to search one after the other, each to bring good moves to the front.

    When the clock may end the search every depth counts; when not, each second one is
    preparation enough for the next.
    """
    deepest = limits.depth or DEEPEST
    step = 2 if limits.time is None else 1
    return range(1 + (deepest - 1) % step, deepest + 1, step)


def _root_moves(position: Position, random: Random, error: int) -> list[_RootMove]:
    transitions = list(position.transitions().items())
    if not transitions:
        raise ValueError("the game is over")
    random.shuffle(transitions)
    return [
        _RootMove(rank, move, after.state, round(random.triangular(-error, error)) if error else 0)
        for rank, (move, after) in enumerate(transitions)
    ]


def tree_below(
    position: Position,
    setup: SearchSetup,
    context: Context,
    table: Table,
    poll: Callable[[int], None],
) -> SearchTree:
    """The tree below a position, with as much of the game before it as can come back."""
    earlier = [before.state for before in context.history]
    game = states_that_may_return([*earlier, position.state])
    variant, searcher, evaluation = position.variant, position.turn.side, setup.evaluation
    heuristic, final = evaluation.heuristic(variant, searcher), evaluation.final(variant, searcher)
    probe = search_probe(variant) if setup.endings and not setup.exact else None
    root = Root(variant, game, heuristic, final, probe, MOST_PIECES if probe else 0)
    return SearchTree(root, table, poll, setup.pruning, exact=setup.exact)


def _find_best(
    tree: SearchTree, order: list[_RootMove], depth: int, found: list[_RootMove]
) -> None:
    """Add to `found` every move that seems better than those before it; the last is the best."""
    for root_move in order:
        best = found[-1].score + found[-1].error - root_move.error if found else -INFINITY
        score = best + 1
        if found:
            # Whether a move is better is cheaper to ask than how good it is.
            score = -tree.value(root_move.state, depth - 1, -best - 1, -best)
        if score > best:
            score = -tree.value(root_move.state, depth - 1, -INFINITY, -best)
        if score > best:
            found.append(replace(root_move, score=score, variation=tree.principal_variation()))


def _first_of_equals(
    tree: SearchTree, order: list[_RootMove], depth: int, best: _RootMove
) -> _RootMove:
    """Of the best move and all that are as good, the one that chance has put first."""
    for root_move in order:
        if root_move.rank < best.rank:
            as_good = best.score + best.error - root_move.error
            score = -tree.value(root_move.state, depth - 1, -as_good - 1, 1 - as_good)
            if score >= as_good:
                best = replace(root_move, score=as_good, variation=tree.principal_variation())
    return best


def _decision(position: Position, root_move: _RootMove, depth: int) -> Decision:
    after = position.transitions()[root_move.move]
    return Decision(
        root_move.move,
        Score(root_move.score),
        depth,
        pv=(root_move.move, *moves_through(after, root_move.variation)),
    )


def moves_through(position: Position, states: Iterable[State]) -> Iterator[Move]:
    """The moves that lead through these states, one after the other, as far as moves do."""
    for state in states:
        items = position.transitions().items()
        found = next((item for item in items if item[1].state == state), None)
        if found is None:  # a board with more captures than are ever made
            return
        move, position = found
        yield move


def _is_settled(score: int, depth: int) -> bool:
    """Whether a win or a loss lies within the depth, so that no depth can make it another.

    That is not so where a larger margin may still be found.
    """
    plies = plies_to_end(score)
    return plies is not None and plies <= depth and abs(score) <= WIN
