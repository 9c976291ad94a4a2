"""Command: a word of the command line, as the table of commands describes it."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A word of the command line: where it lives, what it does, and an example that works."""

    name: str
    module: str
    summary: str
    example: str

    @property
    def prog(self) -> str:
        """The words that call it."""
        return f"minicheckers {self.name}".rstrip()
