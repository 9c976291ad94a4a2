"""The analysis board: both sides are played freely, back and forth, in branches."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from .advice import Advice
from .effects import CoachAnswered, CoachFailed, Effects, PlayEvent, Say

if TYPE_CHECKING:  # the coach takes a while to load
    from ..coach.exploring import Exploration

Step = tuple["Exploring", Effects]


@dataclass(frozen=True)
class Exploring:
    """The lines that were tried, and with ``insight`` the value of every move."""

    exploration: "Exploration"
    advice: Advice
    insight: bool = True

    @classmethod
    def begin(cls, exploration: "Exploration", *, insight: bool = True) -> Step:
        """Begin to explore."""
        return cls(exploration, Advice(exploration.timeline), insight)._consult()

    @classmethod
    def of(cls, timeline: Timeline, *, insight: bool = True) -> Step:
        """Explore a game from where it is."""
        from ..coach.exploring import Exploration

        return cls.begin(Exploration.of(timeline), insight=insight)

    @property
    def timeline(self) -> Timeline:
        """The line on the board."""
        return self.exploration.timeline

    def try_move(self, move: Move) -> Step:
        """Play a move, of whichever side is to move."""
        return self.to(self.exploration.play(move))

    def back(self) -> Step:
        """Take the last move back."""
        return self.to(self.exploration.back())

    def forward(self) -> Step:
        """Play the move again that was taken back."""
        return self.to(self.exploration.forward())

    def other_branch(self) -> Step:
        """The next move that was tried instead of the last one."""
        return self.to(self.exploration.other_branch())

    def set_fen(self, text: str) -> Step:
        """Explore another position of the same game; ValueError if it is none."""
        from ..coach.exploring import Exploration

        position = Position.from_fen(text, self.timeline.start.variant)
        return self.to(Exploration.begin(position))

    def to(self, exploration: "Exploration") -> Step:
        """Look at other lines of play, or at another place of these."""
        advice = Advice(exploration.timeline)
        return replace(self, exploration=exploration, advice=advice)._consult()

    def _consult(self) -> Step:
        if not self.insight or self.timeline.outcome is not None:
            return self, ()
        advice, effects = self.advice.consult()
        return replace(self, advice=advice), effects

    def toggle_insight(self) -> Step:
        """Show the value of every move, or stop showing it."""
        on = not self.insight
        told = "Insight is on: you see the value of every move." if on else "Insight is off."
        after, effects = replace(self, insight=on)._consult()
        return after, (Say(told), *effects)

    def ask_hint(self) -> Step:
        """Tell a step more of a hint."""
        return self._asked(Advice.ask_hint)

    def ask_values(self) -> Step:
        """Tell the value of every move."""
        return self._asked(Advice.ask_values)

    def _asked(self, ask: "Callable[[Advice], tuple[Advice, Effects]]") -> Step:
        if self.timeline.outcome is not None:
            raise ValueError("the game is over here")
        advice, effects = ask(self.advice)
        return replace(self, advice=advice), effects

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
