"""Review: what every move of a recorded game was worth, and what it gave away.

Where values are exact the grades are facts. Elsewhere they are the engine's opinion, and a grade
between best and a slip, `good`, says that the difference is too small to have one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from enum import StrEnum

from ..engine.decision import Context
from ..engine.score import WIN
from ..engine.solver import counts_pieces
from ..engine.solver.solver import SearchStopped
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour
from .analysis import Analysis, Analyst
from .chances import changes_result, costs_something, loss
from .reasons import Explanation, reason

Stop = Callable[[], bool]


class Grade(StrEnum):
    """How good a move was; the contract of the command line tells what each means."""

    FORCED = "forced"
    BEST = "best"
    GOOD = "good"
    SLIP = "slip"
    BLUNDER = "blunder"

    @property
    def is_mistake(self) -> bool:
        """Whether there was something better that was worth finding."""
        return self in (Grade.SLIP, Grade.BLUNDER)

    @property
    def mark(self) -> str:
        """The mark that players write after such a move; nothing after a good one."""
        return {Grade.SLIP: "?", Grade.BLUNDER: "??"}.get(self, "")


@dataclass(frozen=True)
class GradedMove:
    """A move at the end of a line and what it was worth, for the side that made it.

    ``analysis`` is the look that the grade rests on; a mistake that had a second look has
    ``looks``. ``critical``: some legal move would have changed the result. ``why``: what is wrong
    with a mistake, as far as that is forced.
    """

    line: Timeline
    move: Move
    before: int
    after: int
    loss: int
    grade: Grade
    critical: bool
    analysis: Analysis
    looks: tuple[Analysis, ...]
    why: Explanation | None = None

    @property
    def ply(self) -> int:
        return self.line.ply + 1

    @property
    def position(self) -> Position:
        return self.line.position

    @property
    def colour(self) -> Colour:
        return self.position.turn

    @property
    def number(self) -> int:
        """The number of the move as people count: one for both sides."""
        return self.line.number_of(self.ply)

    @property
    def is_doubtful(self) -> bool:
        """Whether a first look saw a mistake and a second one did not."""
        return len(self.looks) > 1 and not self.grade.is_mistake

    def accepts(self, move: Move) -> bool:
        """Whether a move instead would have been no mistake."""
        return any(
            not costs_something(look.value, look.moves[move], look.exact) for look in self.looks
        )

    @property
    def best(self) -> tuple[Move, ...]:
        """All moves that would have lost nothing."""
        return self.analysis.best

    @property
    def choices(self) -> int:
        return len(self.analysis.moves)

    @property
    def kept(self) -> bool:
        """Whether a critical decision did not change the result."""
        return self.critical and self.grade is not Grade.BLUNDER


@dataclass(frozen=True)
class Summary:
    """One side's game in figures: what it gave away, and its critical decisions."""

    given_away: int = 0
    critical: int = 0
    kept: int = 0

    @classmethod
    def of(cls, moves: Iterable[GradedMove]) -> "Summary":
        own = list(moves)
        return cls(
            given_away=sum(graded.loss for graded in own),
            critical=sum(graded.critical for graded in own),
            kept=sum(graded.kept for graded in own),
        )

    @property
    def accuracy(self) -> float | None:
        """The critical decisions that were kept, in per cent; None if there were none."""
        return round(100 * self.kept / self.critical, 1) if self.critical else None


@dataclass(frozen=True)
class Review:
    """A game with a grade for every move. ``start`` and ``final`` are for Black.

    ``final`` is None while the moves do not end the game. ``exact``: every value is.
    """

    timeline: Timeline
    moves: tuple[GradedMove, ...]
    exact: bool
    start: int
    final: int | None

    def summary(self, colour: Colour) -> Summary:
        return Summary.of(graded for graded in self.moves if graded.colour is colour)

    @property
    def turning_ply(self) -> int | None:
        """The last move that changed the result, None if none did."""
        return next((g.ply for g in reversed(self.moves) if g.grade is Grade.BLUNDER), None)

    @property
    def curve(self) -> tuple[int, ...]:
        """The value for Black before every move and after the last."""
        if not self.moves:
            return (self.start,)
        last = self.moves[-1]
        end = last.after * _sign(last.colour) if self.final is None else self.final
        return (*(graded.before * _sign(graded.colour) for graded in self.moves), end)

    def mistakes(self, colour: Colour | None = None) -> tuple[GradedMove, ...]:
        """The moves of one side, or of both, that were slips or blunders."""
        return tuple(
            graded
            for graded in self.moves
            if graded.grade.is_mistake and colour in (None, graded.colour)
        )


def review(
    timeline: Timeline,
    analyst: Analyst,
    *,
    stopped: Stop = lambda: False,
    on_move: Callable[[GradedMove], None] | None = None,
) -> Review:
    """Grade all moves that were played. `on_move` hears of each as soon as it is known.

    Raises SearchStopped if `stopped` says so before the end.
    """
    moves = []
    for graded in _graded(timeline, analyst, stopped):
        moves.append(graded)
        if on_move is not None:
            on_move(graded)
    first = timeline.start
    if moves:
        start, exact = moves[0].before, all(graded.analysis.exact for graded in moves)
    else:
        alone = analyst.analyse(first, Context(stopped=stopped))
        start, exact = alone.value, alone.exact
    return Review(timeline, tuple(moves), exact, start * _sign(first.turn), _final(timeline, exact))


def _graded(timeline: Timeline, analyst: Analyst, stopped: Stop) -> Iterator[GradedMove]:
    for ply, move in enumerate(timeline.played):
        if stopped():
            raise SearchStopped
        yield judge(timeline.at(ply), move, analyst, stopped)


def judge(line: Timeline, move: Move, analyst: Analyst, stopped: Stop) -> GradedMove:
    """Grade a legal move at the end of a line.

    An opinion that it is a mistake must stand a second look: of two the smaller loss counts, unless
    the second is no opinion.
    """
    context = Context(history=line.history, stopped=stopped)
    first = analyst.analyse(line.position, context)
    graded = grade(line, move, first)
    if not first.exact and graded.grade.is_mistake:
        again = analyst.look_again(line.position, context)
        if again is not None:
            second = grade(line, move, again)
            rests = second if again.exact or second.loss < graded.loss else graded
            graded = replace(rests, looks=(first, again))
    if not graded.grade.is_mistake:
        return graded
    return replace(graded, why=reason(graded.position, graded.move, graded.best[0]))


def grade(line: Timeline, move: Move, analysis: Analysis) -> GradedMove:
    """What a legal move at the end of a line was worth, by one look at the position."""
    before, after = analysis.value, analysis.moves[move]
    exact = analysis.exact
    return GradedMove(
        line,
        move,
        before,
        after,
        loss(before, after, exact),
        _grade(analysis, after),
        any(changes_result(before, value, exact) for value in analysis.moves.values()),
        analysis,
        (analysis,),
    )


def _grade(analysis: Analysis, after: int) -> Grade:
    before, exact = analysis.value, analysis.exact
    if len(analysis.moves) == 1:
        return Grade.FORCED
    if loss(before, after, exact) == 0:
        return Grade.BEST
    if changes_result(before, after, exact):
        return Grade.BLUNDER
    return Grade.SLIP if costs_something(before, after, exact) else Grade.GOOD


def _sign(colour: Colour) -> int:
    return 1 if colour is Colour.BLACK else -1


def _final(timeline: Timeline, exact: bool) -> int | None:
    outcome = timeline.outcome
    if outcome is None:
        return None
    if exact and counts_pieces(timeline.start.variant):
        end = timeline.position
        return end.count(Colour.BLACK) - end.count(Colour.WHITE)
    return 0 if outcome.winner is None else WIN * _sign(outcome.winner)
