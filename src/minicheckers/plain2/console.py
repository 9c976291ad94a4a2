"""Console: lines in and out, whatever bytes come and however long they are."""

import io
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import BinaryIO, TextIO

from ..messages import quoted, sentence
from . import text

#: No move and no file name is longer, so nothing longer is kept in memory.
LONGEST_LINE = 4096


class EndOfInputError(Exception):
    """Nobody is left to answer a question."""


@dataclass(frozen=True)
class Console:
    """Where lines come from and go to; either may be missing.

    ``interactive``: a person sits at a terminal and can be asked.
    """

    source: BinaryIO | None
    sink: TextIO | None
    interactive: bool = False

    @classmethod
    def standard(cls) -> "Console":
        """Standard input and output."""
        source = getattr(sys.stdin, "buffer", None)
        if source is None:
            return cls(None, sys.stdout)
        with suppress(OSError):  # it may be no file
            # A thread may still read when the program ends: this holds nothing that Python needs.
            source = io.FileIO(source.fileno(), closefd=False)
        return cls(source, sys.stdout, sys.stdin.isatty())

    def say(self, *lines: str) -> None:
        if self.sink is not None:
            self.sink.write("".join(f"{line}\n" for line in lines))
            self.sink.flush()

    def ring(self) -> None:
        """Ring the terminal's bell, if there is one to hear it."""
        if self.sink is not None and self.interactive:
            self.sink.write("\a")
            self.sink.flush()

    def read(self) -> str | None:
        """The next line without its ending; None at the end of input.

        Raises ValueError for a line that is too long or not text.
        """
        if self.source is None:
            return None
        if self.interactive and self.sink is not None:
            self.sink.write("> ")
            self.sink.flush()
        line = self.source.readline(LONGEST_LINE + 1)
        if not line:
            return None
        if len(line) > LONGEST_LINE:
            while line and not line.endswith(b"\n"):
                line = self.source.readline(LONGEST_LINE)
            raise ValueError(f"the line is too long; write at most {LONGEST_LINE} bytes")
        try:
            return line.decode().rstrip("\r\n")
        except UnicodeDecodeError:
            shown = quoted(line.decode(errors="backslashreplace").strip())
            raise ValueError(f"{shown} is not UTF-8 text") from None

    def ask(self, question: str, read: Callable[[str], str]) -> str:
        """The answer to a question, asked until it is understood; EndOfInputError without one."""
        while True:
            self.say(question)
            try:
                line = self.read()
                if line is None:
                    raise EndOfInputError
                return read(line)
            except ValueError as error:
                self.say(*text.wrapped(sentence(str(error))))
