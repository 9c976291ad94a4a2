"""Who answers in a game and is no person: each is made once, and keeps what it has learned."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..engine.decision import Context, Decision
from ..game.session import Session
from ..messages import quoted
from ..players.guard import StrategyError, answer, reason
from ..players.strategy import Strategy
from .background import Job


@dataclass
class Opponent:
    """Somebody who can be asked for moves: a name, and how to make the strategy."""

    name: str
    make: Callable[[], Strategy]
    strategy: Strategy | None = None
    is_busy: bool = False

    def choose(self, session: Session, context: Context, warn: Callable[[str], None]) -> Decision:
        """The move for the position on the board; ValueError with a sentence if there is none.

        A strategy thinks about one thing at a time; one that does not stop is replaced.
        """
        if self.is_busy:
            self.strategy = None
            warn(f"{quoted(self.name)} does not stop and was abandoned")
        self.is_busy = True
        try:
            if self.strategy is None:
                self.strategy = self.make()
            return answer(self.strategy, self.name, session.position, context)
        except StrategyError as error:
            raise ValueError(str(error)) from error
        except ValueError:
            raise
        except Exception as error:
            raise ValueError(f"{quoted(self.name)} cannot play: {reason(error)}") from error
        finally:
            self.is_busy = False


class Opponents:
    """The opponents of one game."""

    def __init__(self) -> None:
        self._known: dict[object, Opponent] = {}

    def to_move(self, session: Session, net_wins: Callable[[str, str], int]) -> Opponent:
        """Who is to move; a level may adapt to how far the person is ahead of it."""
        colour = session.position.turn
        player, variant = session.player(colour), session.variant
        key = (colour, player)
        if key not in self._known:
            ahead = net_wins(variant.name, player.name)

            def make() -> Strategy:
                from ..players.registry import strategy_of  # takes a while to load

                return strategy_of(player, variant, session.seed_of(colour), net_wins=ahead)

            self._known[key] = Opponent(player.name, make)
        return self._known[key]


def search(
    opponent: Opponent, session: Session, seconds: float | None, clock: Callable[[], float]
) -> Job:
    """Work that finds a move, within that many seconds from now; what it warns of is a text.

    The answer is a program's refusal if it is one that nobody has agreed to run.
    """
    line = session.timeline
    asked = Context(line.history, clock=clock).within(seconds)

    def job(report: Callable[[Any], None], stopped: Callable[[], bool]) -> Any:
        both = replace(asked, report=report, stopped=lambda: stopped() or asked.stopped())
        try:
            return opponent.choose(session, both, report)
        except ValueError as error:
            from ..players.registry import UnconfirmedError

            if isinstance(error, UnconfirmedError):
                return error
            raise

    return job
