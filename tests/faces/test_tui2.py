"""The tests of puzzles, lessons and mistakes in tui/test_studies.py, on the new board."""

from typing import Any

import pytest

from minicheckers.activities.mistakes import Mistakes
from minicheckers.activities.puzzles import Puzzles
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.rules.variant import MINI
from testing.board_player import Player, graded

GAME = ["6-9", "15-12", "5-8", "12x5"]


def puzzles(seed: int = 1, **changes: Any) -> Player:
    return Player(**changes).open(Puzzles(PuzzleOrder(MINI, seed)))


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (30, 10)])
def test_all_is_drawn_at_every_size(size: tuple[int, int]) -> None:
    for player in (
        Player(size=size),
        puzzles(size=size),
        Player(size=size).open(Mistakes(graded())),
    ):
        assert player.text.strip()
        player.press("?")
        assert player.text.strip()
        player.press("escape")
        assert player.text.strip()


# The menu


def test_choices_are_changed_in_place_or_listed() -> None:
    player = Player(size=(100, 30))
    player.press("down") if False else None
    while player.on.row.title != "Game":
        player.press("down")
    player.press("right")
    assert player.setup.variant_name == "towers"
    player.press("enter")
    assert "english" in player.text
    player.press(*"engl").press("enter")
    assert player.setup.variant_name == "english"
    while player.on.row.title != "Opponent":
        player.press("down")
    player.press("enter")
    assert "it fits you" in player.text
    player.press("escape")


def test_puzzles_open_from_the_menu_and_lead_back() -> None:
    player = Player()
    while player.on.row.title != "Puzzles":
        player.press("down")
    player.press("enter")
    assert "puzzle" in player.text
    assert player.press("b").at_menu


def test_settings_change_the_looks() -> None:
    player = Player()
    while player.on.row.title != "Settings":
        player.press("down")
    player.press("enter")
    while player.on.row.title != "Theme":
        player.press("down")
    before = player.app.theme
    player.press("right")
    assert player.app.theme != before
    assert player.press("escape").at_menu


def test_keys_of_ones_own() -> None:
    player = puzzles()
    player.app.keys = {"hint": ("z",)}
    assert "z hint" in player.text.splitlines()[-1]
    player.press("z")
    assert player.said.startswith("Look at the piece")
