"""Somebody at a game on the board, whose computer answers when it is told to."""

from typing import Any, Self

from minicheckers.activities.background import Background
from minicheckers.activities.game import CoachedGame, Watch
from minicheckers.engine.decision import Decision
from minicheckers.engine.score import Score
from minicheckers.game.player import PERSON, TimeControl
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.outcome import Outcome
from minicheckers.storage.store import Store
from testing.board_player import Player
from testing.positions import position


class ByHand(Background):
    def start(self, job: Any, heard: Any, failed: Any, stuck: Any = None) -> None:
        self.drop()
        self.busy, self.heard, self.failed = True, heard, failed
        self.hurried = False

    def hurry(self) -> None:
        self.hurried = True


class AtGame(Player):
    def __init__(
        self,
        session: Session,
        *,
        size: tuple[int, int] = (80, 24),
        kind: type[CoachedGame] = CoachedGame,
        store: Store | None = None,
        **changes: Any,
    ) -> None:
        super().__init__(size=size, store=store)
        self.app.search = self.search = ByHand(self.app.post)
        self.open(kind(session, **changes))

    @property
    def game(self) -> Any:
        return self.study

    @property
    def session(self) -> Session:
        session: Session = self.game.session
        return session

    @property
    def outcome(self) -> Outcome:
        assert self.session.outcome is not None
        return self.session.outcome

    def answer(self, move: str | None = None) -> Self:
        assert self.game.thinking
        found = self.game.position.find(move) if move else self.game.position.legal_moves()[0]
        self.search.busy = False
        self.search.heard(Decision(found), True)
        return self.settled()

    def answer_with(self, move: str, score: int) -> Self:
        """Let the computer move, and say how it sees its side."""
        self.search.busy = False
        self.search.heard(Decision(self.game.position.find(move), Score(score)), True)
        return self.settled()

    def look(self) -> Self:
        self.screen.now += 1
        return self


def against(
    variant: str = "mini",
    fen: str | None = None,
    *,
    level: str = "hard",
    first: bool = True,
    size: tuple[int, int] = (80, 24),
    clock: str | None = None,
    **changes: Any,
) -> AtGame:
    session = Session.against(
        Timeline.begin(position(variant, fen)), GamePlayer(level), person_first=first
    )
    return AtGame(
        session.with_clock(TimeControl.parse(clock) if clock else None), size=size, **changes
    )


def two_people(
    fen: str | None = None, variant: str = "mini", *, size: tuple[int, int] = (80, 24)
) -> AtGame:
    return AtGame(Session(Timeline.begin(position(variant, fen)), PERSON, PERSON), size=size)


def watching(fen: str | None = None, clock: str | None = None) -> AtGame:
    """Somebody who watches two computers, from their first move on."""
    players = GamePlayer("easy"), GamePlayer("hard")
    session = Session(Timeline.begin(position("mini", fen)), *players)
    control = TimeControl.parse(clock) if clock else None
    return AtGame(session.with_clock(control), kind=Watch)
