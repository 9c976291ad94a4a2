"""The help: four pages on every screen and at every size, scrolled to their ends."""

import re

import pytest

from minicheckers.tui.state import Appearance
from minicheckers.tui.widgets.help import PAGES, Help, example
from testing.screen_player import ScreenPlayer, against, menu_state

SIZES = [(120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (38, 9)]
GAMES = ["mini", "towers", "english", "pikachu"]


def all_lines(player: ScreenPlayer) -> str:
    """Everything a page shows while it is scrolled to its end."""
    seen = []
    before = ""
    while before != (before := player.text):
        seen += before.splitlines()
        player.press(*["down"] * 4)
    return "\n".join(seen)


@pytest.mark.parametrize(
    ("variant", "size"),
    [
        *(("mini", size) for size in SIZES),
        ("towers", (80, 24)),
        ("english", (40, 15)),
        ("pikachu", (38, 12)),
    ],
)
def test_every_page_says_its_words(variant: str, size: tuple[int, int]) -> None:
    player = against(variant, size=size).press("?")
    for words in ("undo", "capture", "picked up", "the wheel"):
        assert words in " ".join(all_lines(player).split())
        player.press("right")
    assert player.state.overlay == Help()


@pytest.mark.parametrize("key", ["", "a", "v"])
def test_no_key_of_the_help_is_cut(key: str) -> None:
    player = against().press(*key).wait(1).press("?")
    assert isinstance(player.state.overlay, Help)
    assert ".." not in all_lines(player)


def test_pages_are_turned_both_ways_and_closed() -> None:
    player = against().press("?", "left")
    assert player.state.overlay == Help(page=len(PAGES) - 1)
    player.press("tab", "shift-tab", "pagedown", "right")
    assert player.state.overlay == Help()
    assert player.press("escape").state.overlay is None


def test_the_menu_has_the_rules_of_the_chosen_game() -> None:
    player = ScreenPlayer(menu_state()).go_to("game").press("right", "right", "?", "right")
    assert "English checkers" in player.text
    assert re.search(r"\d+x\d+x\d+", player.text)


def test_the_picture_shows_a_capture() -> None:
    for variant in GAMES:
        position, move = example(against(variant).game.variant)
        assert move is not None
        assert move.captured
        assert move in position.legal_moves()


def test_without_unicode_the_help_is_ascii() -> None:
    player = against("english", looks=Appearance(theme="mono", ascii=True)).press("?")
    for _ in PAGES:
        assert player.text.isascii()
        player.press("right")


@pytest.mark.parametrize("size", [(120, 40), (100, 30), (80, 24)])
def test_all_keys_of_a_game_are_on_one_page_and_titles_stay_in_their_line(
    size: tuple[int, int],
) -> None:
    player = against("english", size=size).press("?")
    assert "scroll, Esc" not in player.text
    rows = set()
    for _ in PAGES:
        rows.add(next(n for n, row in enumerate(player.text.splitlines()) if "╭─ Keys" in row))
        player.press("right")
    assert len(rows) == 1
