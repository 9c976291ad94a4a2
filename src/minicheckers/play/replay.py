"""A recorded game: one steps through it, asks about its positions, and may play on from one."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..game.player import Player
from ..game.session import Session
from ..game.timeline import Timeline
from .advice import Advice
from .effects import CoachAnswered, CoachFailed, Effects, PlayEvent, Say, StopConsulting

if TYPE_CHECKING:  # reading PDN takes a while to load
    from ..game.pdn import PdnGame

Step = tuple["Replaying", Effects]


@dataclass(frozen=True)
class Replaying:
    """A recorded game at one of its moments; ``record`` is what its file says of it."""

    session: Session
    advice: Advice
    record: "PdnGame | None" = None
    insight: bool = False

    @classmethod
    def of(cls, session: Session, record: "PdnGame | None", *, insight: bool) -> "Replaying":
        """A recorded game as it was opened."""
        return cls(session, Advice(session.timeline), record, insight)

    @property
    def timeline(self) -> Timeline:
        """The game, as far as it is on the board."""
        return self.session.timeline

    def walk(self, plies: int) -> Step:
        """So many plies forward or back; ValueError at either end."""
        line = self.timeline
        ply = min(max(line.ply + plies, 0), len(line.moves))
        if ply == line.ply:
            raise ValueError(f"this is the {'end' if plies > 0 else 'beginning'} of the game")
        session = replace(self.session, timeline=line.at(ply))
        stop: Effects = (StopConsulting(),) if self.advice.asked and not self.advice.final else ()
        after, effects = replace(self, session=session, advice=Advice(session.timeline)).consult()
        return after, (*stop, *effects)

    def consult(self) -> Step:
        """Ask for the values of the moves, if the person wants to see them."""
        if not self.insight or self.timeline.outcome is not None:
            return self, ()
        advice, effects = self.advice.consult()
        return replace(self, advice=advice), effects

    def toggle_insight(self) -> Step:
        """Show the value of every move, or stop showing it."""
        on = not self.insight
        told = "Insight is on: you see the value of every move." if on else "Insight is off."
        after, effects = replace(self, insight=on).consult()
        return after, (Say(told), *effects)

    def ask_hint(self) -> Step:
        """Tell a step more of a hint."""
        return self._asked(Advice.ask_hint)

    def ask_values(self) -> Step:
        """Tell the value of every move."""
        return self._asked(Advice.ask_values)

    def _asked(self, ask: "Callable[[Advice], tuple[Advice, Effects]]") -> Step:
        if self.timeline.outcome is not None or self.timeline.position.legal_moves()[0].is_pass:
            raise ValueError("there is no move to choose here")
        advice, effects = ask(self.advice)
        return replace(self, advice=advice), effects

    def check_playable(self) -> None:
        """ValueError if the game cannot be played on from here."""
        if self.timeline.outcome is not None:
            raise ValueError("the game is over here; go back to play on from an earlier move")

    def play_on(self, computer: Player) -> Session:
        """A game from here: the person has the side to move, and what came after is left out."""
        self.check_playable()
        line = self.timeline
        so_far = Timeline(line.positions[: line.ply + 1], line.played, line.ply)
        return Session.against(so_far, computer, person_first=True)

    def hear(self, event: PlayEvent) -> Step:
        """What an answer of the coach changes."""
        match event:
            case CoachAnswered(answer, final):
                advice, told = self.advice.heard(answer, final).tell()
                return replace(self, advice=advice), told
            case CoachFailed(sentence):
                return replace(self, advice=self.advice.without_hint()), (Say(sentence, "warning"),)
            case _:
                return self, ()
