"""The analysis board: both sides are played freely, back and forth, in branches.

No line that was tried is lost.
"""

from dataclasses import dataclass, replace

from ..activities.exploration import Exploration
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from .advice import Advice, Advised
from .effects import Effects

Step = tuple["Exploring", Effects]


@dataclass(frozen=True)
class Exploring(Advised):
    """The lines that were tried, and where one is in them."""

    exploration: Exploration

    @classmethod
    def begin(cls, exploration: Exploration, *, insight: bool = True) -> Step:
        return cls(exploration, advice=Advice(exploration.timeline), insight=insight).consult()

    @classmethod
    def of(cls, timeline: Timeline, *, insight: bool = True) -> Step:
        """Explore a game from where it is."""
        return cls.begin(Exploration.of(timeline), insight=insight)

    @property
    def timeline(self) -> Timeline:
        return self.exploration.timeline

    def try_move(self, move: Move) -> Step:
        return self.to(self.exploration.play(move))

    def back(self) -> Step:
        return self.to(self.exploration.back())

    def forward(self) -> Step:
        return self.to(self.exploration.forward())

    def other_branch(self) -> Step:
        return self.to(self.exploration.other_branch())

    def set_fen(self, text: str) -> Step:
        """Explore another position of the same game; ValueError if it is not one."""
        position = Position.from_fen(text, self.timeline.start.variant)
        return self.to(Exploration.begin(position))

    def to(self, exploration: Exploration) -> Step:
        """Look at other lines of play, or at another place of these."""
        advice = Advice(exploration.timeline)
        return replace(self, exploration=exploration, advice=advice).consult()
