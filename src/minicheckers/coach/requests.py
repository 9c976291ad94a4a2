"""What one may ask the coach, as plain values, and the coach who answers.

The values cost nothing to import; what answers them is loaded when it is first asked.
"""

import datetime
import time
from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple, assert_never

from ..engine.decision import Context
from ..engine.endings import SHIPPED
from ..engine.solver import SOLVED
from ..game.player import NO_LIMITS, Limits
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour, Variant

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..treeview.search import Proof, Thinker
    from ..treeview.tree import Node, Tree
    from .analysis import Analyst
    from .puzzle_source import PuzzleSource
    from .puzzles import Puzzle
    from .review import GradedMove, Review

#: The games that have puzzles: their values are exact, at the least in their endings. Where
#: kings fly there are none yet.
PUZZLE_GAMES = tuple(
    game.name for game in (SOLVED, *(known for known in SHIPPED if not known.king_flies))
)


class Analyse(NamedTuple):
    """The value of every move at the end of a line; answered by ever better Analyses."""

    timeline: Timeline


class Refute(NamedTuple):
    """What is wrong with a move at the end of a line; answered by a Refutation."""

    timeline: Timeline
    move: Move


class GradeGame(NamedTuple):
    """A grade for every move of a game; answered by the GradedMoves so far, then by a Review."""

    timeline: Timeline


class PuzzleOrder(NamedTuple):
    """Which puzzles are wanted: those of a seed, those of the days from one on, or one by name."""

    variant: Variant
    seed: int = 0
    day: datetime.date | None = None
    name: str | None = None
    limit: int | None = None


class FindPuzzle(NamedTuple):
    """The puzzle with a number, counted from 0, of an order; answered by a Puzzle."""

    order: PuzzleOrder
    number: int


class FindMistakes(NamedTuple):
    """A player's mistakes in some games; answered by the GradedMoves so far."""

    games: tuple[tuple[Timeline, Colour], ...]


class GrowTree(NamedTuple):
    """The tree of a search; answered by the number of nodes so far, then by the Tree.

    ``seed`` lets a thinker that shuffles choose among equal moves.
    """

    position: Position
    thinker: "Thinker"
    seed: int | None = None


class ProveCutoff(NamedTuple):
    """What the moves that a cut-off left out are worth; answered by a Proof."""

    node: "Node"


CoachRequest = Analyse | Refute | GradeGame | FindPuzzle | FindMistakes | GrowTree | ProveCutoff

Say = Callable[[Any], None]
Stop = Callable[[], bool]

#: How often a search that grows a tree tells its nodes, in seconds.
TELL_EVERY = 0.1


def _never() -> bool:
    return False


def _ignore(answer: object) -> None:
    pass


class Coach:
    """Answers requests; what it learns about a game serves the next request about it."""

    def __init__(self, limits: Limits = NO_LIMITS) -> None:
        """The limits of a look where values are opinions; those of everybody if there are none."""
        self._limits = limits
        self._analysts: dict[Variant, Analyst] = {}
        self._sources: dict[Variant, PuzzleSource] = {}
        self._puzzles: tuple[PuzzleOrder, Iterator[Puzzle], list[Puzzle]] | None = None

    def answer(self, request: CoachRequest, say: Say = _ignore, stopped: Stop = _never) -> Any:
        """The last answer to a request, after `say` has heard those before it.

        Raises SearchStopped soon after `stopped` says True, ValueError with a sentence.
        """
        match request:
            case Analyse(timeline):
                context = Context(history=timeline.history, stopped=stopped)
                return self._analyst(timeline).analyse(timeline.position, context, say)
            case Refute(timeline, move):
                from .refutation import refutation

                return refutation(timeline, move, self._analyst(timeline), stopped)
            case GradeGame(timeline):
                return self._grade(timeline, say, stopped)
            case FindPuzzle(order, number):
                return self._puzzle(order, number)
            case FindMistakes(games):
                return self._mistakes(games, say, stopped)
            case GrowTree() | ProveCutoff():
                return _watch(request, say, stopped)
            case _:
                assert_never(request)

    def _analyst(self, timeline: Timeline) -> "Analyst":
        from .analysis import Analyst

        variant = timeline.start.variant
        if variant not in self._analysts:
            self._analysts[variant] = Analyst(variant, self._limits)
        return self._analysts[variant]

    def _grade(self, timeline: Timeline, say: Say, stopped: Stop) -> "Review":
        from .review import review

        graded: list[GradedMove] = []

        def tell(move: "GradedMove") -> None:
            graded.append(move)
            say(tuple(graded))

        return review(timeline, self._analyst(timeline), stopped=stopped, on_move=tell)

    def _mistakes(
        self, games: tuple[tuple[Timeline, Colour], ...], say: Say, stopped: Stop
    ) -> "tuple[GradedMove, ...]":
        found: tuple[GradedMove, ...] = ()
        for timeline, person in games:
            found += self._grade(timeline, _ignore, stopped).mistakes(person)
            say(found)
        return found

    def _puzzle(self, order: PuzzleOrder, number: int) -> "Puzzle":
        from .puzzle_source import PuzzleSource, ordered

        if self._puzzles is None or self._puzzles[0] != order:
            if order.variant not in self._sources:
                self._sources[order.variant] = PuzzleSource(order.variant)
            source = self._sources[order.variant]
            self._puzzles = order, ordered(source, order.seed, order.day, order.name), []
        _, puzzles, found = self._puzzles
        while len(found) <= number:
            puzzle = next(puzzles, None)
            if puzzle is None:
                raise ValueError("There are no more puzzles.")
            found.append(puzzle)
        return found[number]


def _watch(request: GrowTree | ProveCutoff, say: Say, stopped: Stop) -> "Tree | Proof":
    from ..engine.deepening import Stopped
    from ..engine.solver.solver import SearchStopped

    try:
        match request:
            case GrowTree():
                return _grow(request, say, stopped)
            case ProveCutoff(node):
                from ..treeview.search import prove

                def poll(nodes: int) -> None:
                    if stopped():
                        raise Stopped

                return prove(node, poll)
    except Stopped:
        raise SearchStopped from None


def _grow(request: GrowTree, say: Say, stopped: Stop) -> "Tree":
    from ..treeview.search import MOST_NODES

    told_at = time.monotonic()

    def report(nodes: int) -> None:
        nonlocal told_at
        if time.monotonic() - told_at >= TELL_EVERY:
            told_at = time.monotonic()
            say(nodes)

    return request.thinker.think(
        request.position,
        time.monotonic,
        random=None if request.seed is None else Random(request.seed),
        stopped=stopped,
        most_nodes=MOST_NODES,
        report=report,
    )
