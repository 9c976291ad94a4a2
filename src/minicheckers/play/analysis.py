"""The analysis board: both sides are played freely, back and forth, in branches."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from .advice import Advice, Advised
from .effects import Effects

if TYPE_CHECKING:  # the coach takes a while to load
    from ..coach.exploring import Exploration

Step = tuple["Exploring", Effects]


@dataclass(frozen=True)
class Exploring(Advised):
    """The lines that were tried, and where one is in them."""

    exploration: "Exploration"

    @classmethod
    def begin(cls, exploration: "Exploration", *, insight: bool = True) -> Step:
        """Begin to explore."""
        return cls(exploration, advice=Advice(exploration.timeline), insight=insight).consult()

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
        """Redo the move that was undone."""
        return self.to(self.exploration.forward())

    def other_branch(self) -> Step:
        """The next move that was tried instead of the last one."""
        return self.to(self.exploration.other_branch())

    def set_fen(self, text: str) -> Step:
        """Explore another position of the same game; ValueError if it is not one."""
        from ..coach.exploring import Exploration

        position = Position.from_fen(text, self.timeline.start.variant)
        return self.to(Exploration.begin(position))

    def to(self, exploration: "Exploration") -> Step:
        """Look at other lines of play, or at another place of these."""
        advice = Advice(exploration.timeline)
        return replace(self, exploration=exploration, advice=advice).consult()
