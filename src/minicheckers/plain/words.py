"""Words and moves, line by line: what a line means where a person looks at one position."""

import re
from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import ClassVar, NamedTuple

from ..messages import quoted
from ..rules.notation import PASS, Move, Spelling
from ..rules.position import Position
from ..rules.variant import Colour
from . import text


class Command(NamedTuple):
    """A command in the help: its argument, in brackets if it is optional, and what it does."""

    argument: str
    summary: str


Words = Mapping[str, Command]


class Prompt(ABC):
    """Where a person types words of a table, and moves in the position on the board.

    A word of ``words`` is carried out by the method with its name after ``_do_``; ``aliases`` are
    other words for it.
    """

    words: ClassVar[Words]
    aliases: ClassVar[Mapping[str, str]]

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position on the board."""

    @property
    def bottom(self) -> Colour:
        """The colour at the bottom of the board."""
        return self.position.turn

    @property
    @abstractmethod
    def spelling(self) -> Spelling:
        """How squares and moves are written here."""

    @abstractmethod
    def say(self, *lines: str) -> None:
        """Print lines as they are."""

    @abstractmethod
    def move(self, move: Move) -> None:
        """Do what a legal move means here."""

    def obey(self, line: str) -> None:
        """Do what a line says: a word with its argument, a move, or its number in the list.

        Raises ValueError with a sentence for anything else; all is then as it was.
        """
        word, _, argument = line.strip().partition(" ")
        name, _, meant = self.aliases.get(word.casefold(), word.casefold()).partition(" ")
        argument = argument.strip() or meant
        command = self.words.get(name)
        if command is None:
            if name.isalpha() and name != PASS:  # every other move has a digit in it
                raise ValueError(text.not_a_command(name, self.words, self.position))
            self.move(self.chosen_move(line.strip()))
            return
        if argument and not command.argument:
            raise ValueError(f"unexpected {quoted(argument)}; type {name} alone")
        if not argument and command.argument and not command.argument.startswith("["):
            raise ValueError(f"write {name} {command.argument} to {command.summary}")
        getattr(self, f"_do_{name}")(argument)

    def chosen_move(self, line: str) -> Move:
        """The legal move that a line means; ValueError with a sentence if it means none."""
        if not re.fullmatch(r"[0-9]+", line, re.ASCII):
            return self.position.find(line)
        legal = self.position.legal_moves()
        if not 1 <= (number := int(line[:9])) <= len(legal):
            raise ValueError(text.no_such_number(line, len(legal)))
        return legal[number - 1]

    @property
    def example(self) -> str:
        """How the help goes on after "a move": with one that is legal now, if there is any."""
        legal = self.position.legal_moves()
        return f" such as {self.spelling.move(legal[0])}" if legal else ""

    def show_board(self) -> None:
        letters = self.spelling.letters
        self.say(*text.board_lines(self.position, self.bottom, letters=letters))

    def _do_board(self, _: str) -> None:
        self.show_board()

    def _do_moves(self, _: str) -> None:
        self.say(*text.move_lines(self.position, letters=self.spelling.letters))

    def _do_help(self, _: str) -> None:
        shown = {f"{name} {word.argument}".rstrip(): word for name, word in self.words.items()}
        width = max(map(len, shown))
        self.say(
            *text.wrapped(
                f"Type a move{self.example}, using square numbers or coordinates such as a1, or "
                "the number of a move in the list. Or type one of these commands:"
            ),
            *(f"  {heading:{width}}  {word.summary}" for heading, word in shown.items()),
            "An empty line shows the board.",
        )


#: The commands of every activity, before its own and after them.
LOOKING = {
    "moves": Command("", "list the legal moves, numbered, with coordinates"),
    "board": Command("", "show the board; b and w are men, B and W are kings"),
    "list": Command("", "say where every piece stands"),
    "fen": Command("", "show the position as FEN"),
}
ENDING = {
    "help": Command("", "list these commands"),
    "quit": Command("", "quit; an unfinished game is saved"),
}
