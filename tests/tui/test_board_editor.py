"""The board editor: pieces by keys and by mouse, then analysis, a game or a file."""

from typing import Any

import pytest

from minicheckers.rules.notation import Piece
from minicheckers.rules.variant import Colour
from minicheckers.tui.events import Click, Paste, StartGame, WriteText
from minicheckers.tui.screens.analysis import AnalysisScreen
from minicheckers.tui.screens.board_editor import EditorScreen
from minicheckers.tui.screens.menu import MenuScreen
from minicheckers.tui.screens.playing import PlayingScreen
from minicheckers.tui.state import Appearance
from testing.screen_player import (
    PLAIN_TEXT,
    STILL,
    ScreenPlayer,
    menu_state,
    read_coloured_board,
    read_plain_board,
    two_people,
)

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def editor(variant: str = "english", **changes: Any) -> ScreenPlayer:
    player = two_people(variant, **changes).press("a", "E")
    assert isinstance(player.state.screen, EditorScreen)
    return player


def go_to(player: ScreenPlayer, square: int) -> ScreenPlayer:
    """Move the cursor by arrows."""
    variant = player.screen_on.variant
    for _ in range(60):
        row, column = variant.geometry.place(player.screen_on.board.focus)
        there = variant.geometry.place(square)
        if (row, column) == there:
            return player
        if row != there[0]:
            player.press("down" if there[0] > row else "up")
        else:
            player.press("right" if there[1] > column else "left")
    raise AssertionError(square)


def fen(player: ScreenPlayer) -> str:
    return player.screen_on.position.fen()


def test_a_position_is_set_up_by_keys() -> None:
    player = editor().press("z")
    go_to(player, 14).press("2")
    go_to(player, 22).press("3")
    go_to(player, 23).press("enter")  # one more white man
    go_to(player, 1).press("1", "0", "tab", "tab")
    assert fen(player) == "B:W22,23:BK1,K14"
    player.press("o")
    assert fen(player) == "W:W22,23:BK1,K14"
    player.press("u", "u", "r")
    assert fen(player) == "B:W22,23:BK1,K14"
    go_to(player, 23).press("3", " ")
    assert fen(player) == "B:W22:BK1,K14"
    assert fen(player.press("Z")).startswith("B:W21,22")


def test_a_position_is_set_up_by_mouse() -> None:
    player = editor(size=(80, 24)).press("z").click(14).click(15)
    assert fen(player) == "B:W:B14,15"
    row = next(n for n, line in enumerate(player.text.splitlines()) if "white king" in line)
    player.send(Click(player.text.splitlines()[row].index("white king"), row))
    player.click(15).click(18)
    assert fen(player) == "B:WK15,K18:B14"
    player.click(14)
    assert fen(player) == "B:WK14,K15,K18:B"
    assert fen(player.click(14)) == "B:WK15,K18:B"
    for deed, after in (("other side", "W:WK15,K18:B"), ("undo", "B:WK15,K18:B")):
        row = next(n for n, line in enumerate(player.text.splitlines()) if deed in line)
        player.send(Click(player.text.splitlines()[row].index(deed), row))
        assert fen(player) == after
    left, top = player.places.corner((0, 0), player.screen_on.board.flipped)
    assert "dark squares" in player.send(Click(left + 1, top)).said


@pytest.mark.parametrize("looks", [STILL, PLAIN_TEXT, Appearance(ascii=True, animation=False)])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (40, 15)])
def test_what_is_set_up_is_seen(looks: Appearance, size: tuple[int, int]) -> None:
    player = editor(size=size, looks=looks).press("z")
    for square, key in ((13, "1"), (14, "2"), (18, "3"), (19, "4")):
        go_to(player, square).press(key)
    go_to(player, 31)
    pieces = {14: Piece(BLACK, True), 13: Piece(BLACK), 18: Piece(WHITE), 19: Piece(WHITE, True)}
    wordless = looks.ascii and looks.theme == "mono"
    read = read_plain_board if wordless else read_coloured_board
    assert read(player.frame, player.places, player.screen_on.board.flipped) == pieces
    player.press("z")
    assert player.frame is not None  # an empty board is drawn, too


def test_the_position_goes_to_the_analysis_board_and_back_leaves_it_alone() -> None:
    player = editor().press("z")
    assert "no piece on the board" in player.press("a").said
    go_to(player, 14).press("2")
    go_to(player, 31).press("3", "a")
    assert isinstance(player.state.screen, AnalysisScreen)
    assert fen(player) == "B:W31:BK14"
    player.play("14-18")
    assert player.moves == ["14-18"]
    player.press("E", "z", "b", "y")
    assert player.moves == ["14-18"]
    assert player.press("b").game.variant.name == "english"  # the game still waits below


@pytest.mark.parametrize(
    ("answer", "level", "first"),
    [("b", "medium", "you"), ("w", "medium", "ai"), ("t", None, "ai")],
)
def test_either_side_can_be_played(answer: str, level: str | None, first: str) -> None:
    player = editor().press("z")
    go_to(player, 14).press("2")
    assert "White has no pieces" in player.press("P").said
    go_to(player, 31).press("3", "P")
    assert "Which side do you play?" in player.text
    player.press(answer)
    asked = player.of_kind(StartGame)[-1].new_game
    assert (asked.level, asked.first) == (level, first)
    assert isinstance(player.state.screen, PlayingScreen)
    session = player.game.session
    assert session.timeline.start.fen() == "B:W31:BK14"
    assert str(session.person) == {"b": "black", "w": "white", "t": "None"}[answer]


def test_it_is_saved_as_fen_or_pdn() -> None:
    player = editor().press("z")
    go_to(player, 14).press("2", "s")
    player.press("ctrl-u").write("mine.fen").press("enter")
    assert player.of_kind(WriteText)[-1] == WriteText("mine.fen", "B:W:BK14\n")
    player.press("s", "ctrl-u").write("mine.pdn").press("enter")
    assert '[FEN "B:W:BK14"]' in player.store.written["mine.pdn"]
    player.press("a", "s").write("").press("escape")
    assert isinstance(player.state.screen, AnalysisScreen)


def test_a_fen_is_typed_and_pasted() -> None:
    player = editor().press("p").write("W:W9:B3").press("enter")
    assert fen(player) == "W:W9:B3"
    player.send(Paste("B:W10:BK2"))
    assert fen(player) == "B:W10:BK2"
    assert "does not begin" in player.send(Paste("hello")).said
    assert fen(player) == "B:W10:BK2"


def test_the_menu_leads_there_too() -> None:
    player = ScreenPlayer(menu_state()).go_to("board").press("E")
    assert isinstance(player.state.screen, EditorScreen)
    assert "no other pieces" in player.press("3").said  # mini has two kinds
    assert isinstance(player.press("escape").state.screen, MenuScreen)
    player.press("E", "a")
    assert isinstance(player.state.screen, AnalysisScreen)


def test_a_changed_position_is_not_left_by_accident() -> None:
    player = editor().press("z", "escape")
    assert isinstance(player.state.screen, EditorScreen)
    assert "Leave the editor?" in player.text
    assert isinstance(player.press("enter").state.screen, EditorScreen)
    assert isinstance(player.press("b", "y").state.screen, AnalysisScreen)
