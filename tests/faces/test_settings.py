"""The settings: what is seldom changed, what holds at once, and the position to begin with."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from minicheckers.rules.position import Position
from minicheckers.rules.variant import COLOURS
from minicheckers.storage.store import Preferences, Stats
from testing.board_player import Player
from testing.memory_store import MemoryStore


def settings(last: Preferences | None = None, **changes: Any) -> Player:
    player = Player(store=MemoryStore(Stats(), last or Preferences()), **changes)
    player.on.go_to("Settings")
    return player.press("enter")


def on(player: Player, title: str) -> Player:
    player.on.go_to(title)
    return player


def test_every_setting_is_changed_by_arrows_or_from_a_list() -> None:
    player = on(settings(Preferences("pikachu")), "Size").press("right")
    on(player, "Thinking time").press("right")
    on(player, "Clock").press("right", "right")
    setup = player.setup
    assert (setup.variant.size, setup.time, setup.clock) == (9, 0.1, "3+2")
    assert "s a move" in player.text
    on(player, "Clock").press("enter").write("30").press("enter")
    session = setup.session()
    assert session.clock is not None
    assert session.clock.control.seconds == 30 * 60
    assert session.white.limits.time == 0.1 or session.black.limits.time == 0.1
    player.press("escape")
    assert player.at_menu
    player.on.go_to("Play")
    player.press("enter")
    kept = player.store.preferences()
    assert (kept.size, kept.time, kept.clock) == (9, 0.1, "30+0")


def test_a_ballot_is_drawn_for_every_game_or_chosen_from_the_list() -> None:
    player = on(settings(Preferences("english")), "Ballot").press("right")
    lines = {player.setup.session().timeline for _ in range(8)}
    assert len(lines) > 1
    assert {line.ply for line in lines} == {3}
    player.press("enter").write("double").press("enter")
    assert player.setup.ballot == "46"
    assert "Double Cross" in player.text
    session = player.setup.session()
    assert " ".join(map(str, session.timeline.played)) == "9-14 23-18 14x23"
    player.press("escape")
    player.on.go_to("Game")
    player.press("right")
    assert player.setup.ballot is None


def test_a_game_without_ballots_and_a_position_of_ones_own_have_none_to_choose() -> None:
    player = settings()
    for _ in range(10):
        assert player.press("down").on.row.title != "Ballot"
    with_position = on(settings(Preferences("english")), "Ballot").press("right")
    on(with_position, "Position").press("enter").write("B:W21:B1").press("enter")
    assert with_position.setup.ballot is None
    assert with_position.setup.session().timeline.ply == 0


def test_a_row_with_nothing_to_choose_is_passed_over() -> None:
    player = settings()
    for _ in range(15):
        assert player.press("down").on.row.title not in ("Size", "Flip")
    player.setup.level = "a friend"
    for _ in range(15):
        assert player.press("down").on.row.title != "Thinking time"
    on(player, "Flip").press("right")
    assert player.store.preferences().turning


def test_odds_and_two_clocks_are_chosen_and_seen() -> None:
    player = on(settings(), "Odds").press("right", "right")
    on(player, "Clock").press("enter").press("end", "enter")
    session = player.setup.session()
    counts = [session.position.count(colour) for colour in COLOURS]
    assert sorted(counts) == [4, 6]
    assert session.person is not None
    assert session.position.count(session.person) == 6
    assert session.clock is not None
    assert session.clock.of(session.person) == 300
    assert session.clock.of(session.person.other) == 60
    player.press("escape")
    player.on.go_to("Play")
    player.press("enter")
    kept = player.store.preferences()
    assert (kept.odds, kept.clock) == (2, "5+3/1+0")


def test_a_board_that_was_set_up_has_no_odds() -> None:
    player = settings(Preferences(odds=2))
    player.setup.begin_from(Position.from_fen("B:W18:B1"), "a FEN")
    assert player.setup.session().position.fen() == "B:W18:B1"
    assert len(player.setup.possible_odds) == 1
    assert player.text


def test_the_theme_holds_at_once_and_its_key_does_the_same() -> None:
    player = on(settings(), "Theme")
    before = player.app.theme
    assert player.press("right").app.theme != before
    assert player.store.preferences().theme == player.app.theme.name
    player.press("t").press("t")
    assert f" {player.app.theme.name} " in player.text
    name = player.app.theme.name
    player.press("right", "left")
    assert player.app.theme.name == name


def test_without_colour_there_is_one_theme() -> None:
    player = settings()
    player.app.looks = replace(player.app.looks, colour=False)
    assert "mono" in player.text
    for _ in range(10):
        assert player.press("down").on.row.title != "Theme"


def test_the_notation_is_kept_at_once() -> None:
    player = on(settings(), "Squares")
    assert "usual: numbers" in player.text
    example = player.on.row.about
    player.press("right", "right")
    assert player.store.preferences().notation == "letters"
    assert player.on.row.about != example
    assert "usual: letters" in settings(Preferences("russian")).text


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_position_comes_from_a_file_or_a_fen(here: Path) -> None:
    (here / "b.txt").write_text("B:W18:B1")
    player = on(settings(), "Position").press("enter").write("b.txt").press("enter")
    assert " b.txt" in player.text
    assert player.setup.position.fen() == "B:W18:B1"
    assert "usual start" in player.press("left").text
    player.press("right").write("B:W17:B2").press("enter")
    assert player.setup.session().position.fen() == "B:W17:B2"


def test_a_wrong_position_is_refused_and_another_game_forgets_one(here: Path) -> None:
    player = on(settings(), "Position").press("enter").write("B:W99:B2").press("enter")
    assert "99" in player.said
    assert player.app.overlay is not None
    player.press("ctrl-u").write("B:W17:B2").press("enter", "escape")
    player.on.go_to("Game")
    player.press("right")
    assert player.setup.start is None


def test_animation_and_bell_hold_at_once_and_are_kept() -> None:
    player = on(settings(), "Animation").press("right")
    on(player, "Bell").press("right")
    kept = player.store.preferences()
    assert (player.app.looks.animation, player.app.bell) == (kept.animation, kept.bell)
    assert kept.bell


def test_keys_and_files_can_be_looked_up() -> None:
    player = settings()
    player.app.keys = {"undo": ("Z",)}
    assert "1 changed" in player.text
    told = on(player, "Keys").press("enter").press("end").text
    assert "Z  (changed)" in told
    assert (
        str(player.store.directory) in on(player.press("escape"), "Your files").press("enter").text
    )
