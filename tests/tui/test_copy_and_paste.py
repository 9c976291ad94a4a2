"""What is copied from the board, and what a pasted game does to it."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from minicheckers import Game, Position
from minicheckers.dxp.handshake import Terms
from minicheckers.game.correspondence import read_line, write_letter, write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.timeline import replayed
from minicheckers.play.remote import RemoteGame
from minicheckers.tui.events import Paste, RemoteReady
from minicheckers.tui.screens.menu import MenuScreen
from minicheckers.tui.screens.replay import ReplayScreen
from minicheckers.tui.widgets.dialog import Dialog
from minicheckers.tui.widgets.sheet import TextPage
from testing.dxp_ends import Ends, make_host
from testing.screen_player import ScreenPlayer, against, menu_state, two_people, watching


def game(*moves: str, variant: str = "mini", result: str = "*") -> PdnGame:
    return PdnGame(replayed(Position.start(variant), moves), {}, result)


def copied(player: ScreenPlayer) -> str:
    assert player.screen.copied
    return player.screen.copied[-1]


# Copying


def test_the_position_the_game_and_the_line_can_be_copied() -> None:
    player = two_people().play("6-9").play("14-11")
    player.press("e", "f")
    assert copied(player) == player.game.position.fen()
    assert "The position is copied" in player.text
    player.press("e", "p")
    assert Game.from_pdn(copied(player)).moves == player.game.timeline.moves
    assert '[Date "2' in copied(player)
    player.press("e", "o")
    assert copied(player) == write_letter(PdnGame(player.game.timeline))
    assert "The game is copied" in player.text


def recorded() -> ScreenPlayer:
    line = write_line(game("6-9", result="1-0"))
    player = ScreenPlayer(menu_state()).send(Paste(line)).press("y")
    assert isinstance(player.state.screen, ReplayScreen)
    return player


@pytest.mark.parametrize("make", [watching, against, recorded])
def test_wherever_a_board_is(make: Callable[[], ScreenPlayer]) -> None:
    player = make().press("e", "f")
    assert Position.from_fen(copied(player)) == player.screen_on.position


def test_a_game_with_somebody_elsewhere_is_copied_with_both_names() -> None:
    ends = Ends().connect().settle().play("6-9")
    player = ScreenPlayer(menu_state()).send(RemoteReady(RemoteGame(ends.host))).press("e", "p")
    assert copied(player) == ends.guest_link.pdn()
    assert '[White "Hilda"]' in copied(player)
    player.send(Paste(write_line(game("6-9", "14-11"))))
    assert "Leave this game first" in player.text


def test_a_host_that_waits_for_its_guest_to_come_back_sees_the_game() -> None:
    line = game("6-9").timeline
    host = replace(make_host(Terms(start=line.start)), kept=(line, None))
    player = ScreenPlayer(menu_state()).send(RemoteReady(RemoteGame(host)))
    assert player.screen_on.position == line.position
    assert "there is no game yet" in player.press("e", "f").text.lower()


def test_where_there_is_no_clipboard_the_text_is_shown_to_be_copied_by_hand() -> None:
    player = two_people(size=(60, 24)).play("6-9")
    player.screen.copied = None
    player.press("e", "o")
    assert isinstance(player.state.overlay, TextPage)
    assert write_line(game("6-9")) in player.text
    assert player.text.splitlines()[0].startswith(".")
    player.press("escape", "e", "f")
    assert player.game.position.fen() in player.text
    assert "Select with the mouse" in player.press("escape", "e", "s").text
    assert isinstance(player.press("down", "escape").state.overlay, type(None))


@pytest.mark.parametrize("columns", [24, 31, 40, 80])
def test_what_is_selected_on_a_narrow_screen_can_be_read(columns: int) -> None:
    fen = "W:W13,14,15,16,17,18:B1,2,3,4,5,7"
    player = two_people(fen=fen, size=(columns, 40)).press("e", "s")
    shown = "\n".join(line.rstrip() for line in player.text.splitlines()[:-1])
    assert read_line(shown).timeline.start == Position.from_fen(fen)


# Pasting


def test_a_game_of_two_people_goes_on_with_what_the_other_has_added() -> None:
    player = two_people().play("6-9")
    player.send(Paste(write_letter(game("6-9", "14-11"))))
    assert "adds 14-11" in player.text
    assert player.game.timeline.ply == 1
    player.press("y")
    assert list(map(str, player.game.timeline.played)) == ["6-9", "14-11"]
    assert player.saved[-1].timeline.ply == 2


@pytest.mark.parametrize(
    ("moves", "sentence"),
    [
        (("5-8", "14-11"), "move 1 is 5-8 there and 6-9 here"),
        (("6-9",), "it has no new move"),
    ],
)
def test_a_game_that_is_not_this_one_is_opened_only_on_a_yes(
    moves: tuple[str, ...], sentence: str
) -> None:
    player = two_people().play("6-9").send(Paste(write_line(game(*moves))))
    assert isinstance(player.state.overlay, Dialog)
    assert sentence in player.state.overlay.text
    assert "stays saved" in player.state.overlay.text
    player.press("n")
    assert list(map(str, player.game.timeline.played)) == ["6-9"]
    player.send(Paste(write_line(game(*moves)))).press("y")
    assert list(map(str, player.game.timeline.played)) == list(moves)
    assert player.game.session.person is None


def test_a_pasted_game_beside_one_against_the_computer() -> None:
    player = against().send(Paste(write_line(game("11-15", variant="english"))))
    assert isinstance(player.state.overlay, Dialog)
    assert "A game of english with 1 move" in player.state.overlay.text
    player.press("y")
    assert player.game.session.variant.name == "english"
    assert player.game.session.person is None


def test_a_pasted_pdn_in_the_menu() -> None:
    player = ScreenPlayer(menu_state()).send(Paste('[Variant "mini"]\n\n1. 6-9 14-11 *'))
    assert isinstance(player.state.screen, MenuScreen)
    player.press("y")
    assert player.game.timeline.ply == 2


@pytest.mark.parametrize(
    "text", [write_line(game("6-9"))[:-2], "[Event", "minicheckers game chess check 0", "[]"]
)
def test_a_pasted_game_that_is_none_is_a_sentence(text: str) -> None:
    player = two_people().send(Paste(text))
    assert player.state.overlay is None
    assert player.state.message is not None
    assert "unpack" not in player.state.message.text
    assert player.game.timeline.ply == 0


def test_the_kept_game_is_the_one_that_goes_on() -> None:
    player = two_people().play("6-9").play("14-11")
    number = player.store.open_game
    player.press("m")
    player.send(Paste(write_line(game("6-9", "14-11", "5-8"))))
    player.press("y")
    assert player.game.timeline.ply == 3
    assert player.store.open_game == number
