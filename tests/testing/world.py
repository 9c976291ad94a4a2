"""A world for steps of play: it carries out effects at once, and remembers the requests."""

from collections.abc import Iterator
from typing import Any, Protocol, TypeVar

from minicheckers.coach.requests import Coach, CoachRequest
from minicheckers.engine.decision import Decision
from minicheckers.game.session import Session
from minicheckers.play.effects import (
    CoachAnswered,
    Consult,
    CountPuzzle,
    Effects,
    Finish,
    PlayEffect,
    PlayEvent,
    PuzzleCounted,
    RecordChanged,
    Save,
    Say,
    SearchDone,
    SetAside,
    Think,
)
from minicheckers.storage.store import PuzzleStats, Stats

#: Cached answers, so that nothing is worked out twice.
COACH = Coach(seconds=0.01)


class Hearing(Protocol):
    """Any activity of play except a game, which also asks for the time."""

    def hear(self: "H", event: PlayEvent) -> "tuple[H, Effects]": ...


H = TypeVar("H", bound=Hearing)


def answered(request: CoachRequest) -> PlayEvent:
    """The coach's final answer to a request."""
    return CoachAnswered(COACH.answer(request), True)


class World:
    """Carries out what an activity asks for; ``saved`` and ``counted`` stand for the disk."""

    def __init__(self) -> None:
        self.asked: list[PlayEffect] = []
        self.saved: Session | None = None
        self.counted: list[Session] = []
        self._has_counted = False
        self.puzzles = PuzzleStats()

    def of_kind(self, kind: type[Any]) -> list[Any]:
        """All effects of a kind, in the order they were asked for."""
        return [effect for effect in self.asked if isinstance(effect, kind)]

    @property
    def said(self) -> list[str]:
        """Everything that the person was told."""
        return [say.text for say in self.of_kind(Say)]

    def settle(self, step: tuple[H, Effects]) -> H:
        """The activity once everything that a step asks for is done."""
        state, effects = step
        waiting = list(effects)
        while waiting:
            for event in self.perform(waiting.pop(0)):
                state, more = state.hear(event)
                waiting += more
        return state

    def perform(self, effect: PlayEffect) -> Iterator[PlayEvent]:
        """Carry out an effect; the computer plays the first legal move."""
        self.asked.append(effect)
        match effect:
            case Save(session):
                self.saved = session
            case Finish(session):
                self.saved = None
                if session.person is not None and not self._has_counted:
                    self.counted.append(session)
                    self._has_counted = True
                yield RecordChanged(Stats(), session)
            case SetAside():
                self._has_counted = False
            case Think(session):
                yield SearchDone(Decision(session.position.legal_moves()[0]))
            case Consult(request):
                yield answered(request)
            case CountPuzzle(name, difficulty, clean):
                self.puzzles = self.puzzles.plus(name, difficulty, clean)
                yield PuzzleCounted(self.puzzles)
