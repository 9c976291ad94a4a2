"""A fixture of all terminal tests: start the real program, and end it whatever happens."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from testing.harness import Start, Terminal, game_command


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start the game with arguments in a terminal of a size."""
    running: list[Terminal] = []

    def begin(*arguments: str, command: list[str] | None = None, **options: Any) -> Terminal:
        whole = command or game_command(*arguments)
        running.append(Terminal(whole, directory=tmp_path, **options))
        return running[-1]

    yield begin
    for terminal in running:
        terminal.close()
