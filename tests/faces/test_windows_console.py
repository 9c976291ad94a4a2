"""The program on a curses that answers as the one for Windows does."""

import locale
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from minicheckers.cli import main
from minicheckers.tui.theme import THEMES, role_names
from testing.pdcurses import NUMBERS, Console, stand_in
from testing.running import homes, set_all

GAME = ("--level", "random", "--first", "you", "--no-animation")

#: Plays a game by these keys; the console, and what it showed before the first key and after each.
Play = Callable[..., tuple[Console, list[str]]]


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    set_all(monkeypatch, homes(tmp_path))


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch) -> Play:
    def play(*keys: str | int, colours: int = 768) -> tuple[Console, list[str]]:
        shown: list[str] = []

        def typed() -> Iterator[str | int | None]:
            for key in (None, *keys):
                yield key
                yield None  # what it does is shown
                shown.append(console.text)

        console = Console(typed(), colours=colours)
        stand_in(console, monkeypatch)
        assert main([*GAME]) == 130  # by Ctrl-C
        return console, shown

    return play


def test_the_first_frame_is_the_board_in_256_colours(play: Play) -> None:
    console, shown = play()
    assert "Your turn" in shown[0]
    classic = THEMES["classic"]
    looks = {role: classic.look(role, role, 256)[:2] for role in role_names()}
    papers = {paper for _, paper in console.looks()}
    assert {looks["dark"][1], looks["light"][1]} < papers
    # None has become another by being bold.
    assert {ink for ink, _ in console.looks()} <= {ink for ink, _ in looks.values()}
    assert console.ended


def test_red_and_blue_stay_what_they_are_among_16_colours(play: Play) -> None:
    console, _ = play(colours=16)
    papers = {paper for _, paper in console.looks()}
    assert THEMES["classic"].look("text", "dark", 16)[1] == 1  # red, as terminals count
    assert NUMBERS["COLOR_RED"] in papers
    assert NUMBERS["COLOR_BLUE"] not in papers


def test_the_board_has_its_blocks_whatever_the_code_page(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(locale, "getencoding", lambda: "cp1252")
    _, shown = play()
    assert "▄" in shown[0]


def test_letters_are_letters_and_both_enters_are_enter(play: Play, tmp_path: Path) -> None:
    play("s", *"éłă", NUMBERS["PADENTER"])
    assert (tmp_path / "éłă.pdn").exists()


def test_arrows_move_the_cursor_with_and_without_the_number_lock(play: Play) -> None:
    for key in ("KEY_UP", "KEY_A2"):
        _, shown = play(NUMBERS[key])
        assert shown[0] != shown[1]
