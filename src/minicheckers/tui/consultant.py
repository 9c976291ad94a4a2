"""The coach in the background: a thread a question, a flag to stop it, answers as events."""

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from ..engine.decision import Context
from ..game.timeline import Timeline
from ..players.guard import reason
from ..rules.position import Position
from ..rules.variant import Colour, Variant
from .events import CoachAnswered, CoachFailed, Event
from .questions import Analyse, FindMistakes, FindPuzzle, GradeGame, PuzzleOrder, Question, Refute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..coach.analysis import Analysis, Analyst
    from ..coach.puzzle_source import PuzzleSource
    from ..coach.puzzles import Puzzle
    from ..coach.review import GradedMove, Review

#: The last answers about positions are kept: going back and forth asks the same again.
REMEMBERED = 200

Say = Callable[[Any], None]
Stop = Callable[[], bool]


class Consultant:
    """Answers one question at a time and posts what comes of it, the last answer as such."""

    def __init__(
        self, post: Callable[[Event], None], stand_aside: Callable[[], None] = lambda: None
    ) -> None:
        """`stand_aside` is called every few milliseconds at work, and may take its time."""
        self._post = post
        self._stand_aside = stand_aside
        self._coach = Coach()
        self._thread: threading.Thread | None = None
        self._stopped = threading.Event()

    def ask(self, job: int, question: Question) -> None:
        """Begin to answer a question; an earlier one is given up."""
        self.stop()
        before, stopped = self._thread, threading.Event()

        def work() -> None:
            # The coach thinks of one thing at a time; it stops soon after it was asked to.
            if before is not None:
                before.join()
            if not stopped.is_set():
                self._answer(job, question, lambda: self._is_to_stop(stopped))

        # A daemon: what it is busy with must not keep the program from ending.
        thread = threading.Thread(target=work, name=f"consulting {job}", daemon=True)
        try:
            thread.start()
        except RuntimeError as error:  # the system has no more of them
            self._post(CoachFailed(job, f"the coach cannot be asked: {error}"))
        else:
            self._thread, self._stopped = thread, stopped

    def stop(self) -> None:
        """Ask whoever is busy to stop; whatever they still say, nobody listens."""
        self._stopped.set()

    def _is_to_stop(self, stopped: threading.Event) -> bool:
        self._stand_aside()
        return stopped.is_set()

    def _answer(self, job: int, question: Question, stopped: Stop) -> None:
        from ..engine.solver.solver import SearchStopped  # takes a while to load

        try:
            last = self._coach.answer(
                question, lambda answer: self._post(CoachAnswered(job, answer, False)), stopped
            )
        except SearchStopped:
            return
        except ValueError as error:
            self._post(CoachFailed(job, str(error)))
        except Exception as error:  # noqa: BLE001  told to the person: a thread has no caller
            self._post(CoachFailed(job, f"the coach cannot answer: {reason(error)}"))
        else:
            if not stopped():
                self._post(CoachAnswered(job, last, True))


class Coach:
    """Answers questions; what it learns about a game serves the next one about it."""

    def __init__(self, seconds: float | None = None) -> None:
        """With `seconds` it thinks so long about a position where values are opinions."""
        self._seconds = seconds
        self._analysts: dict[tuple[Variant, float], Analyst] = {}
        self._analyses: dict[Analyse, Analysis] = {}
        self._sources: dict[Variant, PuzzleSource] = {}
        self._puzzles: tuple[PuzzleOrder, Iterator[Puzzle], list[Puzzle]] | None = None

    def answer(self, question: Question, say: Say, stopped: Stop) -> object:
        """The last answer to a question, after `say` has heard those before it.

        Raises SearchStopped soon after `stopped` has said True, ValueError with a sentence.
        """
        match question:
            case Analyse():
                return self._analyse(question, say, stopped)
            case Refute(position, move):
                from ..coach.refutation import refutation

                analyst = self._analyst(position.variant)
                return refutation(
                    position, move, lambda here: analyst.analyse(here, _context(stopped))
                )
            case GradeGame(timeline):
                return self._grade(timeline, say, stopped)
            case FindPuzzle(order, number):
                return self._puzzle(order, number)
            case FindMistakes(games):
                return self._mistakes(games, say, stopped)
            case _:
                assert_never(question)

    def _analyse(self, question: Analyse, say: Say, stopped: Stop) -> "Analysis":
        known = self._analyses.pop(question, None)
        if known is None:
            timeline = question.timeline
            analyst = self._analyst(timeline.start.variant)
            context = _context(stopped, timeline.history)
            known = analyst.analyse(timeline.position, context, say)
        if stopped():  # what it had by then may be shallow
            return known
        self._analyses[question] = known
        if len(self._analyses) > REMEMBERED:
            del self._analyses[next(iter(self._analyses))]
        return known

    def _analyst(self, variant: Variant, seconds: float | None = None) -> "Analyst":
        from ..coach.analysis import COACHING_TIME, Analyst
        from ..game.player import Limits

        time = self._seconds or seconds or COACHING_TIME
        if (variant, time) not in self._analysts:
            self._analysts[variant, time] = Analyst(variant, Limits(time))
        return self._analysts[variant, time]

    def _grade(self, timeline: Timeline, say: Say, stopped: Stop) -> "Review":
        from ..coach.review import DEFAULT_TIME, review

        graded: list[GradedMove] = []

        def tell(move: "GradedMove") -> None:
            graded.append(move)
            say(tuple(graded))

        analyst = self._analyst(timeline.start.variant, DEFAULT_TIME)
        return review(timeline, analyst, stopped=stopped, on_move=tell)

    def _mistakes(
        self, games: tuple[tuple[Timeline, Colour], ...], say: Say, stopped: Stop
    ) -> "tuple[GradedMove, ...]":
        found: tuple[GradedMove, ...] = ()
        for timeline, person in games:
            found += self._grade(timeline, _ignore, stopped).mistakes(person)
            say(found)
        return found

    def _puzzle(self, order: PuzzleOrder, number: int) -> "Puzzle":
        from ..coach.puzzle_source import PuzzleSource, ordered

        if self._puzzles is None or self._puzzles[0] != order:
            if order.variant not in self._sources:
                self._sources[order.variant] = PuzzleSource(order.variant)
            source = self._sources[order.variant]
            self._puzzles = order, ordered(source, order.seed, order.day, order.name), []
        _, puzzles, found = self._puzzles
        while len(found) <= number:
            puzzle = next(puzzles, None)
            if puzzle is None:
                raise ValueError("there are no more puzzles")
            found.append(puzzle)
        return found[number]


def _context(stopped: Stop, history: tuple[Position, ...] = ()) -> Context:
    return Context(history=history, stopped=stopped)


def _ignore(answer: object) -> None:
    pass
