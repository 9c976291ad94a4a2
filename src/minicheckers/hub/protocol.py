"""The lines of the Hub protocol: a command and its arguments, as text and as data.

A line is ``command name=value flag name="a value with spaces"``. A flag has the empty value.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO

from ..support.text import printable, quoted

#: A longer line is refused, and never held in memory as a whole.
LONGEST_LINE = 100_000
_BLOCK = 65_536

_ARGUMENT = re.compile(
    r"""\s* (?P<name> [^\s="]+ ) (?: \s* = \s* (?: "(?P<quoted> [^"]* )" | (?P<bare> [^\s="]+ ) ) )?
        (?= \s | $ )""",
    re.VERBOSE,
)
_COMMAND = re.compile(r"\s*([^\s=\"]+)(?=\s|$)")


@dataclass(frozen=True)
class HubMessage:
    """One line: its command and its arguments."""

    command: str
    arguments: dict[str, str] = field(default_factory=dict)

    def required(self, name: str) -> str:
        """The value of an argument; ValueError if the line does not have it."""
        if name not in self.arguments:
            raise ValueError(f"{quoted(self.command)} needs {name}=...")
        return self.arguments[name]


def parse_message(line: str) -> HubMessage:
    """The message of a line that is not blank; ValueError with a sentence if it is not one."""
    command = _COMMAND.match(line)
    if command is None:
        raise ValueError(f"{quoted(line.strip())} does not begin with a command")
    arguments: dict[str, str] = {}
    offset = command.end()
    end = len(line.rstrip())
    while offset < end:
        argument = _ARGUMENT.match(line, offset, end)
        if argument is None:
            raise ValueError(
                f'{quoted(line[offset:end].strip())} is not name=value or name="two words"'
            )
        name = argument["name"]
        if name in arguments:
            raise ValueError(f"{quoted(name)} is given twice")
        arguments[name] = argument["quoted"] or argument["bare"] or ""
        offset = argument.end()
    return HubMessage(command[1], arguments)


def format_message(command: str, **arguments: object) -> str:
    """The line of a command; an argument that is None is left out.

    Known clients split every item at ``=`` and at quotes, so neither is left inside a value.
    """
    parts = [command]
    for name, value in arguments.items():
        if value is None:
            continue
        text = printable(str(value)).replace('"', "'").replace("=", ":")
        if not text or " " in text:
            text = f'"{text}"'
        parts.append(f"{name}={text}")
    return " ".join(parts)


def lines_of(source: IO[bytes], longest: int = LONGEST_LINE) -> Iterator[str | None]:
    """The lines of an unbuffered file, None for one that is too long; the last may lack its end."""
    held = b""
    overlong = False
    while block := source.read(_BLOCK):
        *ended, held = (held + block).split(b"\n")
        for line in ended:
            if not overlong:
                yield None if len(line) > longest else _decoded(line)
            overlong = False
        if len(held) > longest and not overlong:
            overlong = True
            yield None  # at once: it may never end
        if overlong:
            held = b""
    if held:
        yield _decoded(held)


def _decoded(line: bytes) -> str:
    return line.decode("utf-8", errors="backslashreplace").rstrip("\r")
