"""Fixtures: start the program in a terminal, or on either kind of screen, and end it again."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from testing.fake_screen import FakeTerminal
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


#: Starts the game with arguments on either kind of screen.
Open = Callable[..., FakeTerminal | Terminal]

#: For tests that need nothing special of a real terminal: their run in one is marked slow.
real_is_slow = pytest.mark.parametrize(
    "open_game", ["fake", pytest.param("real", marks=pytest.mark.slow)], indirect=True
)


@pytest.fixture(params=["fake", "real"])
def open_game(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, start: Start
) -> Iterator[Open]:
    """Start the game on a fake screen, and again in a terminal."""
    if request.param == "real":
        yield start
        return
    monkeypatch.chdir(tmp_path)
    running: list[FakeTerminal] = []

    def begin(*arguments: str, size: tuple[int, int] = (80, 24)) -> FakeTerminal:
        running.append(FakeTerminal(arguments, directory=tmp_path, size=size))
        return running[-1]

    yield begin
    for terminal in running:
        terminal.close()
