"""Stepping through a recorded game."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..game.player import PERSON, Player
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.variant import Colour
from .advice import Advice, Advised
from .effects import Effects, StopConsulting

if TYPE_CHECKING:  # reading PDN takes a while to load
    from ..game.pdn import PdnGame

Step = tuple["Replaying", Effects]


@dataclass(frozen=True)
class Replaying(Advised):
    """A recorded game at one of its moments; ``record`` is what its file says of it."""

    session: Session
    record: "PdnGame | None" = None

    @classmethod
    def of(cls, session: Session, record: "PdnGame | None", *, insight: bool) -> "Replaying":
        return cls(session, record, advice=Advice(session.timeline), insight=insight)

    @property
    def timeline(self) -> Timeline:
        return self.session.timeline

    def walk(self, plies: int) -> Step:
        """That many plies forward or back; ValueError at either end."""
        line = self.timeline
        ply = min(max(line.ply + plies, 0), len(line.moves))
        if ply == line.ply:
            raise ValueError(f"this is the {'end' if plies > 0 else 'beginning'} of the game")
        session = replace(self.session, timeline=line.at(ply))
        stop: Effects = (StopConsulting(),) if self.advice.asked and not self.advice.final else ()
        after, effects = replace(self, session=session, advice=Advice(session.timeline)).consult()
        return after, (*stop, *effects)

    def check_playable(self) -> None:
        """ValueError if the game cannot be played on from here."""
        if self.timeline.outcome is not None:
            raise ValueError("the game is over here; go back to play on from an earlier move")

    def play_on(self, computer: Player, colour: Colour | None = None) -> Session:
        """A game from here, in which the person has a colour; what came after is left out.

        Without a colour it is the side to move.
        """
        self.check_playable()
        turn = self.timeline.position.turn
        return Session.against(self.timeline.so_far, computer, person_first=colour in (None, turn))

    def play_both(self) -> Session:
        self.check_playable()
        return Session(self.timeline.so_far, PERSON, PERSON)
