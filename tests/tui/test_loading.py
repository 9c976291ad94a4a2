"""Games and boards from files: chosen in the menu, opened, or refused with a message."""

from pathlib import Path

import pytest

from minicheckers.game.player import Player
from minicheckers.play.effects import Save, SetAside
from minicheckers.play.recorded import Replaying
from minicheckers.rules.variant import Colour
from minicheckers.tui.events import Click
from minicheckers.tui.screens.replay import ReplayScreen
from minicheckers.tui.screens.review import ReviewScreen
from minicheckers.tui.widgets.picker import Picker
from testing.fake_screen import FakeTerminal
from testing.screen_player import ScreenPlayer, menu_state

ANN = '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[Variant "mini"]\n\n1. 6-9 14-11 1-0\n'
CARL = '[White "Carl"]\n[Black "Dora"]\n[Variant "mini"]\n\n1. 4-7 13-10 *\n'
DRAWN = '[White "Eve"]\n[Result "1/2-1/2"]\n[Variant "mini"]\n\n1. 5-8 1/2-1/2\n'


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def on_row(row: str, **changes: object) -> ScreenPlayer:
    player = ScreenPlayer(menu_state(**changes))
    player.go_to(row)
    return player


def test_a_file_and_a_game_of_it_are_chosen(here: Path) -> None:
    (here / "many.pdn").write_text(f"{ANN}\n{CARL}\n{DRAWN}")
    (here / "notes.txt").write_text("nothing")
    player = on_row("load").press("enter")
    assert "many.pdn" in player.text
    assert "notes.txt" not in player.text
    player.press("enter")
    assert "1. Ben - Ann, 1-0, 1 move" in player.text
    assert "3. black - Eve, 1/2-1/2, 1 move" in player.text
    player.press("up", "enter")
    assert isinstance(player.state.screen, ReplayScreen)
    assert "somebody (black) against Eve (white)" in player.text


def test_the_names_and_the_result_of_a_recorded_game(here: Path) -> None:
    (here / "one.pdn").write_text(ANN)
    player = on_row("load").press("enter", "enter")
    assert "Ben - Ann" in player.text
    assert "mini, 1 move, white won." in player.text
    assert "Play" not in player.text
    player.press("enter")
    assert "Ben (black) against Ann (white)" in player.text
    assert "Ann" in "".join(player.text.splitlines()[3:8])
    assert "white won" not in player.text
    assert "Move 1 of 1, white: 14-11; white won" in player.press("end").text


def test_an_unfinished_game_is_gone_on_with(here: Path) -> None:
    (here / "one.pdn").write_text(CARL)
    player = on_row("load").press("enter", "enter")
    assert "Dora - Carl" in player.text
    assert not player.of_kind(Save)
    player.press("w")
    assert not isinstance(player.state.screen, ReplayScreen)
    assert player.screen_on.timeline.ply == 2
    assert player.game.session.person is Colour.WHITE
    assert player.game.session.black == Player("medium")
    assert player.game.thinking is not None


@pytest.mark.parametrize(("key", "screen"), [("v", ReviewScreen), ("s", ReplayScreen)])
def test_a_recorded_game_is_reviewed_or_stepped_through_and_nothing_is_saved(
    here: Path, key: str, screen: type
) -> None:
    (here / "one.pdn").write_text(CARL)
    player = on_row("load").press("enter", "enter", key)
    assert isinstance(player.state.screen, screen)
    assert not player.of_kind(Save)
    assert not player.of_kind(SetAside)


@pytest.mark.parametrize(("black", "person"), [("Dora", None), ("you", Colour.BLACK)])
def test_a_recorded_game_is_the_persons_only_if_it_says_so(
    here: Path, black: str, person: Colour | None
) -> None:
    (here / "one.pdn").write_text(CARL.replace("Carl", "hard").replace("Dora", black))
    player = on_row("load").press("enter", "enter", "v")
    assert player.screen_on.recorded().person is person


def test_the_computer_of_a_recorded_game_plays_on(here: Path) -> None:
    (here / "one.pdn").write_text(CARL.replace("Carl", "hard"))
    player = on_row("load").press("enter", "enter", "enter")
    assert player.game.session.person is Colour.BLACK
    assert player.game.session.white == Player("hard")


def test_without_files_a_name_is_typed_and_what_is_wrong_is_said(here: Path) -> None:
    player = on_row("load").press("enter")
    assert player.typed == ""
    assert "Type the name" in player.said
    player.write("none.pdn").press("enter")
    assert "There is no file 'none.pdn'" in player.said
    assert player.typed == "none.pdn"
    assert "none.pdn" in player.text
    (here / "bad.pdn").write_text("1. 6-9 6-9 *")
    player.press("ctrl-u").write("bad.pdn").press("enter")
    assert "ine 1" in player.said
    (here / "empty.pdn").write_text("")
    player.press("ctrl-u").write("empty.pdn").press("enter")
    assert "There is no game in" in player.said
    assert player.press("escape").state.overlay is None


def test_another_name_can_be_typed_where_there_are_files(here: Path) -> None:
    (here / "one.pdn").write_text(ANN)
    player = on_row("load").press("enter", "up", "enter")
    assert player.typed == ""


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (38, 9)])
def test_a_long_list_scrolls_and_is_clicked(here: Path, size: tuple[int, int]) -> None:
    (here / "many.pdn").write_text("\n".join([ANN] * 40))
    player = on_row("load", size=size).press("enter", "enter", "end")
    assert "40. Ben" in player.text
    player.press("pageup", "down", "home", "wheel-down")
    picker = player.state.overlay
    assert isinstance(picker, Picker)
    assert picker.selected == 1
    box = picker.box(player.state)
    player.send(Click(box.inside.left + 2, box.inside.top + 3))
    assert isinstance(player.state.screen, ReplayScreen)
    player.press("s", "m")
    player.go_to("load")
    player.press("enter").send(Click(0, 0))
    assert player.state.overlay is None


def test_a_board_from_a_file_and_a_fen(here: Path) -> None:
    (here / "b.txt").write_text("B:W18:B1")
    player = on_row("board").press("enter").write("b.txt").press("enter")
    assert player.menu.start is not None
    assert player.menu.start.name == "b.txt"
    assert "b.txt" in player.text
    player.press("left")
    assert player.menu.start is None
    player.press("right").write("B:W17:B2").press("enter", "up", "enter")
    assert player.game.position.fen() == "B:W17:B2"


def test_a_bad_board_is_refused_and_another_game_forgets_the_board(here: Path) -> None:
    player = on_row("board").press("enter").write("B:W99:B2").press("enter")
    assert "99" in player.said
    assert player.typed == "B:W99:B2"
    player.press("ctrl-u").write("B:W17:B2").press("enter")
    player.go_to("game")
    player.press("right")
    assert player.menu.start is None


def test_load_on_the_command_line_offers_the_games(here: Path) -> None:
    (here / "many.pdn").write_text(f"{ANN}\n{CARL}\n{DRAWN}")
    terminal = FakeTerminal(("--load", "many.pdn"), directory=here)
    terminal.wait_for("2. Dora - Carl").press("enter")
    terminal.wait_for("Ben (black) against Ann (white)").press("q")
    assert terminal.wait() == 0
    third = FakeTerminal(("--load", "many.pdn", "--game", "3"), directory=here)
    third.wait_for("Eve").press("q")
    assert third.wait() == 0


def test_hints_and_values_while_looking_through_a_game(here: Path) -> None:
    (here / "one.pdn").write_text(ANN)
    terminal = FakeTerminal(("--load", "one.pdn"), directory=here)
    terminal.wait_for("The start (1 move)").press("s", "c")

    def replay() -> Replaying:
        screen = terminal.app.state.screen
        assert isinstance(screen, ReplayScreen)
        return screen.replay

    terminal.wait_for(lambda: replay().advice.hint is not None)
    terminal.press("right", "i")
    terminal.wait_for("Move values are on")
    terminal.wait_for(lambda: replay().advice.final)
    terminal.close()
