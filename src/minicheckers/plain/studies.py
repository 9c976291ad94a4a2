"""Studies line by line: the analysis board, mistakes to fix, puzzles and lessons."""

from abc import abstractmethod
from typing import ClassVar, TypeVar

from ..coach.requests import PUZZLE_GAMES
from ..messages import counted
from ..play.analysis import Exploring
from ..play.effects import Effects, PlayEvent
from ..play.lesson import Learning
from ..play.puzzle import Puzzling
from ..play.retry import NO_MORE, Retrying
from ..rules.notation import Move
from ..rules.variant import Colour, Variant
from ..storage.variants import find_kept_variant
from . import text
from .activity import ENDING, LOOKING, Activity, Command, Desk, Words

_LEAVE = {"leave": Command("", "stop, and go back to the game if there is one")}


class Analysis(Activity[Exploring]):
    """Both sides are played freely, back and forth, in branches."""

    words: ClassVar[Words] = {
        **LOOKING,
        "fen": Command("[FEN]", "show the position as FEN; with a FEN, set it up"),
        "undo": Command("", "undo a move"),
        "redo": Command("", "redo a move"),
        "branch": Command("", "switch to another move you tried here"),
        "lines": Command("", "list every line you tried"),
        "hint": Command("", "get a hint, step by step"),
        "values": Command("", "say the value of every move"),
        **_LEAVE,
        **ENDING,
    }

    def __init__(self, desk: Desk, state: Exploring, bottom: Colour) -> None:
        super().__init__(desk, state)
        self._bottom = bottom

    @property
    def bottom(self) -> Colour:
        return self._bottom

    def hear(self, event: PlayEvent) -> tuple[Exploring, Effects]:
        return self.state.hear(event)

    def begin(self) -> None:
        self.say("The analysis board. Type a move for either side, help, or leave.")
        self.show_board()
        self._tell()

    def _go_on(self, step: tuple[Exploring, Effects]) -> None:
        self.take(step)
        self._tell()

    def _tell(self) -> None:
        line = self.timeline
        self.desk.tell(f"Line: {' '.join(map(str, line.played)) or 'no move yet'}")
        if line.outcome is None:
            self.say(f"{line.position.turn.capitalize()} to move.")
            self.say(*text.choices(line.position, letters=self.spelling.letters))
        else:
            self.desk.tell(f"The game is over here: {line.outcome}")

    def move(self, move: Move) -> None:
        self._go_on(self.state.try_move(move))

    def _do_fen(self, words: str) -> None:
        if words:
            self._go_on(self.state.set_fen(words))
            self.show_board()
        else:
            super()._do_fen("")

    def _do_undo(self, _: str) -> None:
        self._go_on(self.state.back())

    def _do_redo(self, _: str) -> None:
        self._go_on(self.state.forward())

    def _do_branch(self, _: str) -> None:
        self._go_on(self.state.other_branch())

    def _do_lines(self, _: str) -> None:
        lines = list(self.state.exploration.lines())
        self.say(f"You tried {counted(len(lines), 'line')}:")
        for path in lines:
            self.say(*text.wrapped(" ".join(map(self.spelling.move, path))))

    def _do_hint(self, _: str) -> None:
        self.take(self.state.ask_hint())


T = TypeVar("T", Learning, Puzzling, Retrying)


class _Tasks(Activity[T]):
    """Moves to find, one task after the other."""

    words: ClassVar[Words] = {
        **LOOKING,
        "values": Command("", "say the value of every move"),
        "show": Command("", "say the right move"),
        "skip": Command("", "go on to the next one"),
        **_LEAVE,
        **ENDING,
    }

    def hear(self, event: PlayEvent) -> tuple[T, Effects]:
        return self.state.hear(event)

    @abstractmethod
    def _put_up(self) -> None:
        """Say what is to be done now."""

    def _ask(self, *lines: str) -> None:
        """Print a task with its board and its moves."""
        self.say(lines[0])
        self.show_board()
        for words in lines[1:]:
            self.desk.tell(words)
        self.say(*text.choices(self.position, letters=self.spelling.letters))

    def _go_on(self, step: tuple[T, Effects]) -> None:
        """Go on to a step; if it leads to another task, put that up, and after the last leave."""
        self.take(step)
        if not self.state.ended:
            self._put_up()
            return
        if self.desk.is_bare:
            self.desk.tell(self._what_next())
        self.desk.close()

    @abstractmethod
    def _what_next(self) -> str:
        """What can be done after the last task, where no game waits."""

    def _do_show(self, _: str) -> None:
        self.take(self.state.show())

    def _do_skip(self, _: str) -> None:
        self._go_on(self.state.next())


class Lessons(_Tasks[Learning]):
    """The rules of a game, hands on."""

    def begin(self) -> None:
        self._put_up()

    def _put_up(self) -> None:
        self._ask(f"{self.state.heading()}.", self.state.task())

    def move(self, move: Move) -> None:
        before = self.position
        self.take(self.state.try_move(move))
        lesson = self.state.lesson
        if not self.state.done:
            self.desk.tell(lesson.task)
            return
        letters = self.spelling.letters
        self.say(*text.board_lines(self.position, before.turn, letters=letters))
        self.desk.tell(f"{text.played(before, move, text.names_for(before.turn))} {lesson.learned}")
        self.say("")
        self._go_on(self.state.next())

    def _what_next(self) -> str:
        variant = self.timeline.start.variant
        return text.after_lessons(_flags(variant), puzzles=variant.name in PUZZLE_GAMES)


def _flags(variant: Variant) -> str | None:
    """The flags that name a game wherever they are typed; None where only its file does."""
    for size in (None, variant.size):
        try:
            named = find_kept_variant(variant.name, size)
        except ValueError:
            continue
        if named == variant:
            return f"--variant {variant}" + ("" if size is None else f" --size {size}")
    return None


class Puzzles(_Tasks[Puzzling]):
    """Positions with one right move."""

    words: ClassVar[Words] = {"hint": Command("", "say which piece to move"), **_Tasks.words}

    def __init__(self, desk: Desk, step: tuple[Puzzling, Effects]) -> None:
        super().__init__(desk, step[0])
        self._first = step

    def begin(self) -> None:
        self._go_on(self._first)

    def _put_up(self) -> None:
        assert self.state.solving is not None
        puzzle = self.state.solving.puzzle
        heading = f"Puzzle {puzzle.id}, difficulty {puzzle.difficulty} of 5."
        turn = self.position.turn
        self._ask(heading, f"You play {turn}. Find the only move that {puzzle.goal}s")

    def move(self, move: Move) -> None:
        before = self.timeline.ply
        self.take(self.state.try_move(move))
        if self.state.wrong is not None:
            self.desk.tell(f"{self.state.wrong.sentence} Try again")
            self.state = self.state.try_again()
        elif self.timeline.ply > before:
            self._tell_answer("Correct!", before)

    def _do_hint(self, _: str) -> None:
        self.take(self.state.hint())

    def _do_show(self, _: str) -> None:
        before = self.timeline.ply
        self.take(self.state.show())
        # The step does not announce a move that ends the puzzle.
        last = f"The right move was {self.timeline.last_move}." if self.state.is_solved else ""
        self._tell_answer(last, before)

    def _tell_answer(self, praise: str, ply: int) -> None:
        """Say how the line goes on after a right move, or that the puzzle is solved."""
        if self.state.is_solved:
            done = "That completes the puzzle" if self.state.is_helped else "You solved the puzzle"
            self.desk.tell(f"{praise} {done}")
            self.say(self.state.shared_line(ascii=True))
            if self.state.record is not None:
                self.say(f"Your puzzle rating is {self.state.record.rating}.")
            self._go_on(self.state.next())
            return
        line = self.timeline
        there = line.positions[ply + 1]
        answer = text.played(there, line.moves[ply + 1], text.names_for(there.turn.other))
        self.desk.tell(f"{praise} {answer}".strip())
        self.say(*text.choices(self.position, letters=self.spelling.letters))

    def _what_next(self) -> str:
        return text.AFTER_PUZZLES


class Mistakes(_Tasks[Retrying]):
    """A person's mistakes, to be fixed; they are looked for when somebody asks for the next."""

    def __init__(self, desk: Desk, step: tuple[Retrying, Effects]) -> None:
        super().__init__(desk, step[0])
        self._answers = (event for effect in step[1] for event in desk.perform(effect))

    def begin(self) -> None:
        if not self.state.searched:
            self.say("The coach is going through your finished games, newest first.")
        self._put_up()

    def _put_up(self) -> None:
        # Nobody should wait for the mistakes of a hundred games, so they are found one by one.
        while self.state.mistake is None and not self.state.searched:
            self.take(self.hear(next(self._answers)))
        if self.state.mistake is None:
            self.desk.tell(NO_MORE)
            self.desk.close()
            return
        self._ask(f"{self.state.heading()}: {self.state.where()}.", self.state.story())

    def move(self, move: Move) -> None:
        mistake = self.state.mistake
        self.take(self.state.try_move(move))
        if self.state.wrong is not None:
            self.desk.tell(f"{self.state.wrong.sentence} Try again")
            self.state = self.state.try_again()
        elif mistake is not None and self.state.fixed:
            from ..coach.wording import outcome_words

            value = outcome_words(mistake.analysis.moves[move], mistake.analysis.exact)
            self.desk.tell(f"Correct! {move} {value}")
            self._go_on(self.state.next())

    def _what_next(self) -> str:
        return text.AFTER_THE_GAME
