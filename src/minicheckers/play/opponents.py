"""Opponents: who plays the computer's side, made when they first have to think."""

from collections.abc import Callable
from dataclasses import dataclass

from ..engine.decision import Context, Decision
from ..game.session import Session
from ..game.timeline import Timeline
from ..players.guard import answer
from ..players.strategy import Strategy


@dataclass
class Opponent:
    """Somebody who can be asked for moves: a name, and how to make the strategy."""

    name: str
    make: Callable[[], Strategy]
    strategy: Strategy | None = None

    def choose(self, timeline: Timeline, context: Context) -> Decision:
        """The move at the end of a line; StrategyError or ValueError with a sentence if none."""
        if self.strategy is None:
            self.strategy = self.make()
        return answer(self.strategy, self.name, timeline.position, context)


class Opponents:
    """The opponents of one game; each keeps what it has learned until the next game."""

    def __init__(self, net_wins: Callable[[str, str], int]) -> None:
        """`net_wins` tells how far the person is ahead of a level in a game."""
        self._net_wins = net_wins
        self._known: dict[object, Opponent] = {}

    def to_move(self, session: Session) -> Opponent:
        """The player to move in a session."""
        colour = session.position.turn
        player, variant = session.player(colour), session.variant
        # A level that adapts is remade when the person has won or lost a game.
        net_wins = self._net_wins(variant.name, player.name)
        key = (colour, player, variant, net_wins)
        if key not in self._known:

            def make() -> Strategy:
                from ..players.registry import strategy_of  # takes a while to load

                return strategy_of(player, variant, session.seed_of(colour), net_wins=net_wins)

            self._known[key] = Opponent(player.name, make)
        return self._known[key]

    def forget(self) -> None:
        """A new game begins: whoever played the last one has forgotten it."""
        self._known.clear()
