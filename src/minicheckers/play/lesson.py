"""Lessons: a position, something to do, and what that shows."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..coach.requests import Analyse
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.variant import Variant
from .advice import told_values
from .effects import CoachAnswered, CoachFailed, Consult, Effects, PlayEvent, Say

if TYPE_CHECKING:  # the lessons take a while to load
    from ..coach.lessons import Lesson

Step = tuple["Learning", Effects]

AFTER_THE_LAST = "That was the last lesson. Now play a game!"


@dataclass(frozen=True)
class Learning:
    """The lessons of a game.

    ``done``: the task on the board is done, and what it teaches is told. ``ended``: there is no
    further lesson.
    """

    lessons: "tuple[Lesson, ...]"
    timeline: Timeline
    index: int = 0
    done: bool = False
    ended: bool = False

    @classmethod
    def begin(cls, variant: Variant) -> "Learning":
        """The first lesson of a game; ValueError with a sentence if it has none."""
        from ..coach.lessons import lessons

        found = lessons(variant)
        return cls(found, Timeline.begin(found[0].position))

    @property
    def lesson(self) -> "Lesson":
        return self.lessons[self.index]

    @property
    def takes_moves(self) -> bool:
        return not self.done

    def heading(self) -> str:
        return f"Lesson {self.index + 1} of {len(self.lessons)}: {self.lesson.title}"

    def task(self) -> str:
        """What is to be done, or what it has shown."""
        if self.done:
            return f"{self.lesson.learned} Press Enter to continue."
        return f"You play {self.lesson.position.turn}. {self.lesson.task}"

    def try_move(self, move: Move) -> Step:
        """Do what the lesson asks for, or hear that this was something else."""
        if self.done:
            raise ValueError("this lesson is done")
        move = self.lesson.position.find(move)
        if not self.lesson.accepts(self.lesson.position, move):
            told = Say(f"{move} is legal, but it is not what the lesson asks for.", "warning")
            return self, (told,)
        return replace(self, timeline=self.timeline.play(move), done=True), ()

    def ask_values(self) -> Step:
        return self, (Consult(Analyse(self.timeline)),)

    def show(self) -> Step:
        """Tell a move that would do."""
        return self, (Say(f"For example, {self.lesson.accepted()[0]}."),)

    def next(self) -> Step:
        """The next lesson; after the last one the lessons are over."""
        if self.ended:
            raise ValueError("that was the last lesson")
        if self.index + 1 == len(self.lessons):
            return replace(self, ended=True), (Say(AFTER_THE_LAST),)
        index = self.index + 1
        line = Timeline.begin(self.lessons[index].position)
        return replace(self, index=index, timeline=line, done=False), ()

    def hear(self, event: PlayEvent) -> Step:
        match event:
            case CoachAnswered(answer, final):
                return self, told_values(answer, final)
            case CoachFailed(sentence):
                return self, (Say(sentence, "warning"),)
            case _:
                return self, ()
