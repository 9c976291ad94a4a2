"""A command of the command line, which cli.py lists."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Command:
    """A word of the command line: what it does, and what follows it in an example that works."""

    name: str
    summary: str
    words: str = ""

    @property
    def prog(self) -> str:
        return f"minicheckers {self.name}".rstrip()

    @property
    def example(self) -> str:
        return f"{self.prog} {self.words}".rstrip()
