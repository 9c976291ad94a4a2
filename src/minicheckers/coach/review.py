"""Review: what every move of a recorded game was worth, and what it gave away.

Where values are exact the grades are facts. Elsewhere they are the engine's opinion, and a grade
between best and a slip, `good`, says that the difference is too small to have one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum

from ..engine.decision import Context
from ..engine.score import WIN, is_decided
from ..engine.solver import SOLVED
from ..engine.solver.solver import SearchStopped
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour
from .analysis import Analysis, Analyst

#: How long to look at a move where values are opinions, in seconds.
DEFAULT_TIME = 0.3

#: What a decided game counts when losses are added up, in hundredths of a man: more than any
#: difference between two opinions, and still a number a person can read.
DECIDED_WORTH = 2000
#: Opinions: losing less than this is not a mistake; losing as much as a man is a blunder.
GOOD_LOSS, BLUNDER_LOSS = 30, 100


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
    """A move of a game and what it was worth, for the side that made it.

    ``critical``: some legal move would have changed the result.
    """

    ply: int
    colour: Colour
    position: Position
    move: Move
    before: int
    after: int
    loss: int
    grade: Grade
    critical: bool
    analysis: Analysis

    @property
    def number(self) -> int:
        """The number of the move as people count: one for both sides."""
        began = self.colour if self.ply % 2 else self.colour.other
        return (self.ply + int(began is not self.position.variant.first) + 1) // 2

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
    stopped: Callable[[], bool] | None = None,
    on_move: Callable[[GradedMove], None] | None = None,
) -> Review:
    """Grade all moves that were played. `on_move` hears of each as soon as it is known.

    Raises SearchStopped if `stopped` says so before the end.
    """
    moves = []
    for graded in _graded(timeline, analyst, stopped or (lambda: False)):
        moves.append(graded)
        if on_move is not None:
            on_move(graded)
    first = timeline.start
    if moves:
        start, exact = moves[0].before, all(graded.analysis.exact for graded in moves)
    else:
        alone = analyst.analyse(first, Context(stopped=stopped or (lambda: False)))
        start, exact = alone.value, alone.exact
    return Review(timeline, tuple(moves), exact, start * _sign(first.turn), _final(timeline, exact))


def _graded(
    timeline: Timeline, analyst: Analyst, stopped: Callable[[], bool]
) -> Iterator[GradedMove]:
    for ply, move in enumerate(timeline.played, start=1):
        if stopped():
            raise SearchStopped
        position = timeline.positions[ply - 1]
        context = Context(history=timeline.positions[: ply - 1], stopped=stopped)
        yield grade(ply, position, move, analyst.analyse(position, context))


def grade(ply: int, position: Position, move: Move, analysis: Analysis) -> GradedMove:
    """What a legal move of an analysed position was worth; `ply` is its number in the game."""
    before, after = analysis.value, analysis.moves[move]
    exact = analysis.exact
    return GradedMove(
        ply,
        position.turn,
        position,
        move,
        before,
        after,
        loss(before, after, exact),
        _grade(analysis, after),
        any(changes_result(before, value, exact) for value in analysis.moves.values()),
        analysis,
    )


def _grade(analysis: Analysis, after: int) -> Grade:
    lost = loss(analysis.value, after, analysis.exact)
    if len(analysis.moves) == 1:
        return Grade.FORCED
    if lost == 0:
        return Grade.BEST
    if changes_result(analysis.value, after, analysis.exact):
        return Grade.BLUNDER
    if not analysis.exact and lost < GOOD_LOSS:
        return Grade.GOOD
    return Grade.SLIP


def keeps_value(analysis: Analysis, move: Move) -> bool:
    """Whether a move gives nothing away; where values are opinions, nothing worth a word."""
    lost = loss(analysis.value, analysis.moves[move], analysis.exact)
    return lost == 0 or (not analysis.exact and lost < GOOD_LOSS)


def throws_result_away(move: Move, here: Analysis) -> bool:
    """Whether a move of an analysed position changes the result."""
    return changes_result(here.value, here.moves[move], here.exact)


def loss(before: int, after: int, exact: bool) -> int:
    """What is given away between two values: pieces in mini, else hundredths of a man."""
    if exact and not is_decided(before) and not is_decided(after):
        return before - after
    return max(0, _bounded(before) - _bounded(after))


def changes_result(before: int, after: int, exact: bool) -> bool:
    """Whether a win becomes a draw or a loss, or a draw a loss.

    With opinions, whether a decided game becomes another one or as much as a man is lost.
    """
    if exact:
        return _result(before) > _result(after)
    decided = [value if is_decided(value) else 0 for value in (before, after)]
    return _result(decided[0]) > _result(decided[1]) or loss(before, after, exact) >= BLUNDER_LOSS


def _bounded(value: int) -> int:
    return max(-DECIDED_WORTH, min(DECIDED_WORTH, value))


def _result(value: int) -> int:
    return (value > 0) - (value < 0)


def _sign(colour: Colour) -> int:
    return 1 if colour is Colour.BLACK else -1


def _final(timeline: Timeline, exact: bool) -> int | None:
    outcome = timeline.outcome
    if outcome is None:
        return None
    if exact and timeline.start.variant == SOLVED:
        end = timeline.position
        return end.count(Colour.BLACK) - end.count(Colour.WHITE)
    return 0 if outcome.winner is None else WIN * _sign(outcome.winner)
