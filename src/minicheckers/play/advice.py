"""What the coach knows about a position or a wrong move, and how much of it the person was told."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ..coach.requests import Analyse, Refute
from ..coach.wording import values_sentence
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from .effects import CoachAnswered, CoachFailed, Consult, Effects, PlayEvent, Say

if TYPE_CHECKING:  # the coach takes a while to load
    from ..coach.analysis import Analysis
    from ..coach.hints import Hint
    from ..coach.refutation import Refutation

LAST_STEP = 3
NOTHING_TO_FIND = "there is no move to find now"
#: What is said when the values of all moves are shown, or no longer.
INSIGHT = {True: "Move values are on.", False: "Move values are off."}


def told_values(answer: object, final: bool) -> Effects:
    """The value of every move as the coach's final answer has it, told; nothing before that."""
    from ..coach.analysis import Analysis

    return (Say(values_sentence(answer)),) if final and isinstance(answer, Analysis) else ()


@dataclass(frozen=True)
class Advice:
    """What is known about the position at the end of a line.

    ``final``: the analysis will not get any better. ``hint_step``: how much of the hint was asked
    for, from nothing (0) over the piece and the move to the reason (3). ``hint_due`` and
    ``values_due``: it is to be told, or the value of every move, as soon as that is known.
    """

    timeline: Timeline
    asked: bool = False
    analysis: "Analysis | None" = None
    final: bool = False
    hint: "Hint | None" = None
    hint_step: int = 0
    hint_due: bool = False
    values_due: bool = False

    def consult(self) -> "tuple[Advice, Effects]":
        """Ask the coach about the position, unless that has been done."""
        if self.asked:
            return self, ()
        return replace(self, asked=True), (Consult(Analyse(self.timeline)),)

    def heard(self, analysis: "Analysis", final: bool) -> "Advice":
        return replace(self, analysis=analysis, final=final)

    def ask_hint(self) -> "tuple[Advice, Effects]":
        """Give one more step of the hint: the piece, the move, the reason."""
        step = min(self.hint_step + 1, LAST_STEP)
        return replace(self, hint_step=step, hint_due=True)._ask()

    def ask_values(self) -> "tuple[Advice, Effects]":
        return replace(self, values_due=True)._ask()

    def _ask(self) -> "tuple[Advice, Effects]":
        advice, effects = self.consult()
        told, sentences = advice.tell()
        return told, (*(sentences or (Say("The coach is looking at the position."),)), *effects)

    def tell(self) -> "tuple[Advice, Effects]":
        """Say what is due, once the values are known."""
        if self.analysis is None or not self.final:
            return self, ()
        advice: Advice = replace(self, hint_due=False, values_due=False)
        told: Effects = ()
        if self.hint_due:
            from ..coach.hints import hint

            found = hint(self.timeline.position, self.analysis)
            advice, told = replace(advice, hint=found), (Say(found.steps[self.hint_step - 1]),)
        if self.values_due:
            told = (*told, Say(values_sentence(self.analysis)))
        return advice, told

    def without_hint(self) -> "Advice":
        """The same with nothing told."""
        return replace(self, hint=None, hint_step=0, hint_due=False, values_due=False)


@dataclass(frozen=True, kw_only=True)
class Advised:
    """A board with the coach beside it; with ``insight`` the value of every move is shown."""

    advice: Advice
    insight: bool

    def consult(self) -> tuple[Self, Effects]:
        """Ask for the values of the moves, if the person wants to see them."""
        if not self.insight or self.advice.timeline.outcome is not None:
            return self, ()
        advice, effects = self.advice.consult()
        return replace(self, advice=advice), effects

    def toggle_insight(self) -> tuple[Self, Effects]:
        """Show the value of every move, or stop showing it."""
        on = not self.insight
        after, effects = replace(self, insight=on).consult()
        return after, (Say(INSIGHT[on]), *effects)

    def ask_hint(self) -> tuple[Self, Effects]:
        """Give one more step of a hint; ValueError where there is nothing to choose."""
        return self._asked(Advice.ask_hint)

    def ask_values(self) -> tuple[Self, Effects]:
        """Tell the value of every move; ValueError where there is nothing to choose."""
        return self._asked(Advice.ask_values)

    def _asked(self, ask: Callable[[Advice], tuple[Advice, Effects]]) -> tuple[Self, Effects]:
        line = self.advice.timeline
        if line.outcome is not None or line.position.legal_moves()[0].is_pass:
            raise ValueError("there is no move to choose here")
        advice, effects = ask(self.advice)
        return replace(self, advice=advice), effects

    def hear(self, event: PlayEvent) -> tuple[Self, Effects]:
        match event:
            case CoachAnswered(answer, final):
                advice, told = self.advice.heard(answer, final).tell()
                return replace(self, advice=advice), told
            case CoachFailed(sentence):
                return replace(self, advice=self.advice.without_hint()), (Say(sentence, "warning"),)
            case _:
                return self, ()


@dataclass(frozen=True)
class WrongMove:
    """A move that was tried, where, and what is wrong with it once the coach has found that."""

    position: Position
    move: Move
    refutation: "Refutation | None" = None

    def ask(self) -> Effects:
        return (Consult(Refute(self.position, self.move)),)

    def heard(self, answer: object) -> "WrongMove":
        from ..coach.refutation import Refutation

        return replace(self, refutation=answer) if isinstance(answer, Refutation) else self

    @property
    def sentence(self) -> str:
        """What is wrong with it, or that the coach is looking."""
        looking = "" if self.refutation else " The coach is looking for the reason."
        return f"{self._told(self.refutation)}{looking}"

    @property
    def brief(self) -> str:
        """The same without the moves that show it."""
        return self._told(self.refutation and replace(self.refutation, replies=()))

    def _told(self, refutation: "Refutation | None") -> str:
        if refutation is None:
            return f"{self.move} is wrong."
        from ..coach.refutation import sentence

        return f"{sentence(refutation)}."
