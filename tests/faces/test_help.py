"""The help: four pages on every screen and at every size, scrolled to their ends."""

import re

import pytest

from minicheckers.game.request import Looks
from minicheckers.tui.help import PAGES, Help, example
from testing.board_player import Player
from testing.everywhere import EVERYWHERE
from testing.game_player import against, two_people

GAMES = ["mini", "towers", "english", "pikachu"]


def all_lines(player: Player) -> str:
    """Everything a page shows while it is scrolled to its end."""
    seen = []
    before = ""
    while before != (before := player.text):
        seen += before.replace("│", " ").splitlines()
        player.press(*["down"] * 4)
    return "\n".join(seen)


def opened(player: Player) -> Help:
    assert isinstance(player.app.overlay, Help)
    return player.app.overlay


@pytest.mark.parametrize(
    ("variant", "size"),
    [
        *(("mini", size) for size in [(120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (38, 9)]),
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
    assert opened(player).page == 0


@pytest.mark.parametrize("name", EVERYWHERE)
def test_no_key_of_the_help_is_cut(name: str) -> None:
    player = Player().open(EVERYWHERE[name]()).settled().press("escape", "?")
    assert opened(player).page == 0
    assert ".." not in all_lines(player)


def test_pages_are_turned_both_ways_and_closed() -> None:
    player = two_people().press("?", "left")
    assert opened(player).page == len(PAGES) - 1
    player.press("tab", "shift-tab", "pagedown", "right")
    assert opened(player).page == 0
    for key in ("escape", "enter", "?", "space"):
        assert player.press(key).app.overlay is None
        player.press("?")


def test_the_menu_has_the_rules_of_the_chosen_game() -> None:
    player = Player()
    player.setup.variant_name = "english"
    text = player.press("?", "right").text
    assert "English checkers" in text
    assert re.search(r"\d+x\d+x\d+", text)


def test_the_picture_shows_a_capture() -> None:
    for variant in GAMES:
        position, move = example(against(variant).game.variant)
        assert move is not None
        assert move.captured
        assert move in position.legal_moves()


def test_without_unicode_the_help_is_ascii() -> None:
    player = Player(looks=Looks(theme="mono", ascii=True)).open(EVERYWHERE["game"]()).press("?")
    for _ in PAGES:
        assert player.text.isascii()
        player.press("right")
