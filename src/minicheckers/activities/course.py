"""A course on the board: the list of its lessons, and the positions of each, one after the other.

Positions that are done are kept with the mistakes that were fixed: in both the right move was found
after all.
"""

from ..coach.course import Course, CourseLesson, Exercise, shipped_course
from ..coach.puzzles import id_of
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.variant import Colour, Variant
from ..support.text import Phrase, joined
from .activity import Activity, Answers, Line, Question, deed
from .background import World
from .keeping import write_down
from .tasks import Lessons, LineTasks

#: The level to meet after the course.
FIRST_OPPONENT = "novice"
#: A list beside a board has so many lessons before the chosen one and behind it.
_AROUND = 4


def learn(world: World, variant: Variant) -> None:
    """Open the lessons of a game; where there is a course too, ask which."""
    course = shipped_course(variant)
    if course is None:
        world.open(Lessons(variant))
        return
    answers: Answers = {
        "The rules": lambda: world.open(Lessons(variant)),
        "Play well": lambda: world.open(Contents(course)),
    }
    abouts = "what is allowed, in a few positions", f"a course of {len(course.lessons)} lessons"
    world.ask(Question("Learn", "", answers, abouts))


class Contents(Activity):
    """The lessons of a course; that with the ``number``, from 0, is chosen and on the board."""

    has_cursor = shows_players = False

    def __init__(self, course: Course) -> None:
        self.course, self.number = course, 0
        self.known: frozenset[str] = frozenset()

    def begin(self) -> None:
        """Hear what is done, and leave a lesson that is."""
        self.known = self.world.store.fixed_mistakes()
        left = [
            lesson for lesson in self.course.lessons if self.done(lesson) < len(lesson.exercises)
        ]
        if left and self.lesson not in left:
            self.number = self.course.lessons.index(left[0])

    @property
    def lesson(self) -> CourseLesson:
        """The chosen one."""
        return self.course.lessons[self.number]

    def done(self, lesson: CourseLesson) -> int:
        """How many positions of a lesson are done."""
        return sum(id_of(one.position) in self.known for one in lesson.exercises)

    @property
    def timeline(self) -> Timeline:
        return Timeline.begin(self.lesson.exercises[0].position)

    @property
    def seat(self) -> Colour:
        return self.position.turn

    def why_not_turn(self) -> str:
        return "start the lesson first"

    @deed("up k wheel-up", "another lesson", "lesson", shown="↑↓", name="up", given=(-1,))
    @deed("down j wheel-down", name="down", given=(1,))
    def choose(self, by: int) -> None:
        """Go up and down the list."""
        self.number = min(max(self.number + by, 0), len(self.course.lessons) - 1)

    @deed("enter", "start this lesson", "start", argument="[NUMBER]")
    def start(self, number: str = "") -> None:
        """Put up the positions of the chosen lesson, or of one by its number."""
        count = len(self.course.lessons)
        if number:
            if not number.isdecimal() or not 1 <= int(number[:9]) <= count:
                raise ValueError(f"there are lessons 1 to {count}")
            self.number = int(number) - 1
        self.world.open(Practice(self.course, self.number, self.known))

    def title(self) -> str:
        lessons = self.course.lessons
        done, count = sum(map(self.done, lessons)), sum(len(one.exercises) for one in lessons)
        return f"course: {done} of {count} positions done" if done else "course"

    def story(self) -> list[Line]:
        """The chosen lesson, and in fewer words those around it; all of them where none is seen."""
        lesson, lessons = self.lesson, self.course.lessons
        done = f"{lesson.title}: {self.done(lesson)} of {len(lesson.exercises)} positions done"
        around = _AROUND if self.world.sees else len(lessons)
        first = max(0, min(self.number - around, len(lessons) - 2 * around - 1))
        lines = [(done, "strong"), (lesson.idea, "text"), ("", "text")]
        for number, one in enumerate(lessons[first:][: 2 * around + 1], start=first):
            tone = "accent" if number == self.number else "dim"
            marks = f"{self.done(one)}/{len(one.exercises)}"
            lines.append((f"{number + 1:2} {marks} {one.title}", tone))
        return lines


class Practice(LineTasks):
    """The positions of a course from one lesson on, after those of it that are done."""

    kind = "position"
    opponent = FIRST_OPPONENT

    def __init__(
        self, course: Course, lesson: int = 0, known: frozenset[str] = frozenset()
    ) -> None:
        self.course = course
        self.steps = [(one, each) for one in course.lessons[lesson:] for each in one.exercises]
        here = self.steps[: len(course.lessons[lesson].exercises)]
        left = (n for n, (_, one) in enumerate(here) if id_of(one.position) not in known)
        self.number = next(left, 0)
        super().__init__(Timeline.begin(self.exercise.position))

    @property
    def lesson(self) -> CourseLesson:
        """The lesson that the position belongs to."""
        return self.steps[self.number][0]

    @property
    def exercise(self) -> Exercise:
        """The position on the board."""
        return self.steps[self.number][1]

    @property
    def solution(self) -> tuple[Move, ...]:
        return self.exercise.line

    def solved(self) -> None:
        store, name = self.world.store, id_of(self.exercise.position)
        write_down(self.world, lambda: store.fix_mistake(name))

    def go_on(self) -> None:
        if self.number + 1 == len(self.steps):
            self.finish("That was the last lesson of the course.")
            return
        self.number += 1
        self.put_up(Timeline.begin(self.exercise.position))

    # What is said

    def what_is_wrong(self) -> str:
        """Nothing of the right move, which is still to be found."""
        if self.refutation is None:
            return super().what_is_wrong()
        from ..coach.refutation import warning

        return warning(self.refutation)

    def title(self) -> str:
        lessons = self.course.lessons
        return f"lesson {lessons.index(self.lesson) + 1} of {len(lessons)}"

    def facts(self) -> list[Line]:
        exercises = self.lesson.exercises
        number = f"Position {exercises.index(self.exercise) + 1} of {len(exercises)}"
        lines = [
            (f"{self.title().capitalize()}: {self.lesson.title}", "strong"),
            (self.lesson.idea, "text"),
            ("", "text"),
            (number, "dim"),
            (f"You play {self.seat}. {self.lesson.task}", "text"),
        ]
        if self.line.ply:
            lines.append((Phrase("So far: ", joined(self.line.played, " ")), "text"))
        if self.done:
            lines.append(("That was it." if self.helped_here else "Correct!", "good"))
        return lines
