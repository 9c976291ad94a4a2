"""The start menu: preset, changed with arrows, started with Enter, by mouse as well."""

from dataclasses import replace
from random import Random

import pytest

from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest, Looks
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.variant import get_variant
from minicheckers.storage.format import Preferences, Record, Tally
from minicheckers.tui.events import Click, Quit, Resized, SavePreferences, StartGame
from minicheckers.tui.initial_state import first_state
from minicheckers.tui.menu_rows import menu_layout, rows
from minicheckers.tui.state import Dialog
from testing.screen_player import Desk, against, menu_state, position


class Autosave:
    """A store in memory, with what `first_state` asks of one."""

    def __init__(self, preferences: Preferences, session: Session | None = None) -> None:
        self._preferences, self._session = preferences, session

    def preferences(self) -> Preferences:
        return self._preferences

    def load(self) -> Session | None:
        return self._session

    def record(self) -> Record:
        return Record()


def opened(request: GameRequest, shelf: Autosave) -> Desk:
    return Desk(first_state(request, shelf, (80, 24), 0.0), request)  # type: ignore[arg-type]


def unfinished() -> Session:
    start = Session.against(Timeline.begin(position("mini")), Player("expert"), person_first=True)
    return start.play("6-9")


def names(desk: Desk) -> list[str]:
    return [row.name for row in rows(desk.state)]


def test_enter_alone_starts_the_last_choices() -> None:
    last = Preferences("pikachu", 10, "hard", "ai", "contrast")
    desk = opened(GameRequest(random=Random(1)), Autosave(last)).press("enter")
    new_game = desk.of_kind(StartGame)[0].new_game
    assert (new_game.variant, new_game.level, new_game.first) == (
        get_variant("pikachu", 10),
        "hard",
        "ai",
    )
    assert desk.state.looks.theme == "contrast"
    assert desk.game.session.person is not new_game.variant.first
    assert desk.of_kind(SavePreferences)[0].preferences == last


def test_flags_come_before_the_last_choices() -> None:
    request = GameRequest(
        variant=get_variant("english"), level="greedy", first="ai", looks=Looks(theme="mono")
    )
    desk = opened(request, Autosave(Preferences("pikachu", 9, "easy", "you", "classic")))
    menu = desk.state.menu
    assert (menu.variant, menu.level, menu.first) == ("english", "greedy", "ai")
    assert "greedy" in menu.levels
    assert desk.state.looks.theme == "mono"


def test_strange_preferences_do_no_harm() -> None:
    desk = opened(GameRequest(), Autosave(Preferences("mini", 6, "medium", "somebody", "rainbow")))
    assert desk.state.menu.first == "you"
    assert desk.state.looks.theme == "classic"
    assert desk.frame


def test_arrows_change_every_choice() -> None:
    desk = Desk(menu_state())
    desk.press("right", "right", "right")
    assert desk.state.menu.variant == "pikachu"
    assert names(desk) == ["game", "size", "opponent", "first", "theme", "start"]
    desk.press("down", "right").press("j", "l").press("down", "left").press("down", "right")
    menu = desk.state.menu
    assert (menu.size, menu.level, menu.first) == (9, "hard", "random")
    assert desk.state.looks.theme == "contrast"
    assert desk.of_kind(SavePreferences)[-1].preferences.theme == "contrast"
    desk.press("down", "enter")
    assert desk.game.variant == get_variant("pikachu", 9)
    assert desk.game.session.player(desk.game.session.person.other).level == "hard"  # type: ignore[union-attr]


def test_rows_and_values_go_round() -> None:
    desk = Desk(menu_state()).press("up")
    assert desk.state.menu.row == "start"
    desk.press("down", "left")
    assert desk.state.menu.variant == "pikachu"


def test_a_friend_needs_no_first_move() -> None:
    desk = Desk(menu_state()).press("down", "left", "left")
    assert desk.state.menu.level == "a friend"
    assert "first" not in names(desk)
    desk.press("enter")
    assert desk.game.session.black.is_person
    assert desk.game.session.white.is_person
    assert desk.of_kind(SavePreferences)[0].preferences.level == "medium"


def test_the_unfinished_game_is_continued_by_enter() -> None:
    session = unfinished()
    desk = opened(GameRequest(), Autosave(Preferences(), session))
    assert names(desk)[0] == "continue"
    assert "mini, you (black) against expert (white), 1 move so far" in desk.text
    desk.press("enter")
    assert desk.game.session is session
    assert desk.state.thinking is not None


def test_escape_goes_back_to_the_game_on_the_table_only() -> None:
    desk = opened(GameRequest(random=Random(1)), Autosave(Preferences(), unfinished()))
    desk.press("escape")
    assert desk.state.at_menu
    desk.press("enter", "m")
    assert desk.state.at_menu
    session = desk.game.session
    desk.press("escape")
    assert not desk.state.at_menu
    assert desk.game.session is session


def test_a_new_game_instead_of_the_unfinished_one_is_asked_about() -> None:
    desk = opened(GameRequest(random=Random(1)), Autosave(Preferences(), unfinished()))
    desk.press("down", "enter")
    assert isinstance(desk.state.overlay, Dialog)
    assert "The unfinished game" in desk.text
    desk.press("escape").press("enter", "n")
    assert desk.state.at_menu
    desk.press("enter", "y")
    assert not desk.state.at_menu
    assert desk.game.session.timeline.ply == 0


def test_the_game_on_the_table_waits_in_the_menu() -> None:
    desk = against().play("6-9")
    assert desk.state.thinking is not None
    desk.press("m")
    assert desk.state.thinking is None
    assert desk.state.menu.row == "continue"
    desk.press("enter")
    assert desk.state.thinking is not None
    assert [str(move) for move in desk.game.session.timeline.played] == ["6-9"]


def test_the_record_is_shown_for_the_choices() -> None:
    record = Record({("mini", "hard"): Tally(3, 1, 4)})
    desk = Desk(menu_state(record=record))
    assert "not played yet" in desk.text
    desk.press("down", "right")
    assert "3 won, 1 drawn, 4 lost" in desk.text
    desk.press("right", "right")
    assert "Record" not in desk.text


@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 12)])
def test_clicks_choose_change_and_start(size: tuple[int, int]) -> None:
    desk = Desk(menu_state(size=size))
    places = menu_layout(desk.state)
    assert places is not None

    def click(name: str) -> None:
        row = places.first_row + names(desk).index(name)
        desk.send(Click(places.area.left + 4, row))

    click("opponent")
    assert (desk.state.menu.row, desk.state.menu.level) == ("opponent", "medium")
    click("opponent")
    assert desk.state.menu.level == "hard"
    desk.send(Click(0, size[1] - 1))
    assert desk.state.menu.level == "hard"
    click("start")
    assert not desk.state.at_menu


def test_quitting_from_the_menu_asks_nothing() -> None:
    assert Desk(menu_state()).press("q").of_kind(Quit)


def test_without_colour_there_is_one_theme() -> None:
    state = menu_state()
    desk = Desk(replace(state, looks=replace(state.looks, colour=False)))
    desk.press("up", "up", "right")
    assert "only one theme" in desk.said
    assert "mono" in desk.text


def test_a_preview_of_the_board_where_there_is_room() -> None:
    assert "▟██▙" in Desk(menu_state()).text
    small = Desk(menu_state(size=(40, 12)))
    assert "▟██▙" not in small.text
    assert "Opponent" in small.text


def test_a_screen_too_small_for_the_menu_says_so() -> None:
    desk = Desk(menu_state(size=(20, 5)))
    assert "20x5; at least" in desk.text.replace("\n", " ")
    desk.press("enter")
    assert desk.state.at_menu
    assert "Opponent" in desk.send(Resized(80, 24)).text
