"""A fixture: start the program in a terminal, and end it again."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from testing.harness import Start, Terminal, game_command


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the game with arguments in a terminal of a given size."""
    running: list[Terminal] = []

    def begin(*arguments: str, command: list[str] | None = None, **options: Any) -> Terminal:
        whole = command or game_command(*arguments)
        running.append(Terminal(whole, directory=tmp_path, **options))
        return running[-1]

    yield begin
    for terminal in running:
        terminal.close()
