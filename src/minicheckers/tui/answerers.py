"""Whoever answers the screen's questions: the port of a search and of the coach, an opponent."""

from collections.abc import Callable
from typing import Any, Protocol

from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.variant import Colour
from .events import Event
from .questions import Question
from .thinker import Opponent

#: How answers reach the loop; what is called now and then on the way to one, to let others pass.
Post = Callable[[Event], None]
StandAside = Callable[[], None]


class Asked(Protocol):
    """Whoever answers questions about positions: a Thinker, or a script in a test."""

    def ask(
        self, job: int, opponent: Opponent, line: Timeline, seconds: float | None = None
    ) -> None:
        """Begin to think about the last position of a line; an earlier question is dropped."""

    def hurry(self) -> None:
        """Answer the question now, as well as it can be answered."""

    def stop(self) -> None:
        """Drop the question."""


class Consulted(Protocol):
    """Whoever answers questions to the coach: a Consultant, or a script in a test."""

    def ask(self, job: int, question: Question) -> None:
        """Begin to answer a question; an earlier one is given up."""

    def stop(self) -> None:
        """Give the question up."""


def opponent_of(session: Session, colour: Colour, net_wins: int) -> Opponent:
    """The player of a colour, made when it first thinks: its modules take a while to load."""
    player = session.player(colour)
    name = player.level or ""
    seed = session.seed_of(colour)

    def make() -> Any:
        from ..players.registry import strategy_of

        return strategy_of(player, session.variant, seed, net_wins=net_wins)

    return Opponent(name, make)
