"""A wrong move: it is made, the coach shows what punishes it, and the person tries again."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..coach.requests import Refute
from ..rules.notation import Move
from ..rules.position import Position
from .effects import Consult, Effects

if TYPE_CHECKING:  # the coach takes a while to load
    from ..coach.refutation import Refutation

NOTHING_TO_FIND = "there is no move to find now"


@dataclass(frozen=True)
class WrongMove:
    """A move that was tried, where, and what is wrong with it once the coach has found that."""

    position: Position
    move: Move
    refutation: "Refutation | None" = None

    def ask(self) -> "tuple[WrongMove, Effects]":
        """Ask the coach what is wrong with the move."""
        return self, (Consult(Refute(self.position, self.move)),)

    def heard(self, answer: object) -> "WrongMove":
        """The move with the coach's answer."""
        from ..coach.refutation import Refutation

        return replace(self, refutation=answer) if isinstance(answer, Refutation) else self

    @property
    def sentence(self) -> str:
        """What is wrong with it, or that the coach is looking."""
        if self.refutation is None:
            return f"{self.move} is wrong. The coach is looking for the reason."
        from ..coach.refutation import sentence

        return f"{sentence(self.refutation)}."

    @property
    def brief(self) -> str:
        """The same without the moves that show it."""
        if self.refutation is None:
            return f"{self.move} is wrong."
        from ..coach.refutation import sentence

        return f"{sentence(replace(self.refutation, replies=()))}."
