"""The board editor: pieces by keys, by mouse and by words, then analysis or a game."""

from typing import Any

from minicheckers.activities.analysis import AnalysisBoard
from minicheckers.activities.editor import Editor
from minicheckers.activities.game import CoachedGame
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Piece
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from minicheckers.storage.store import Store
from minicheckers.tui.input_decoder import Paste
from testing.board_player import Player
from testing.desk_runner import run

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def editor(variant: str = "english", **changes: Any) -> Player:
    """The editor above an analysis board, without a piece."""
    player = Player(**changes).open(AnalysisBoard(Timeline.begin(Position.start(variant))))
    return player.press("E", "z")


def at(player: Player, square: int, *names: str) -> Player:
    """Go to a square by arrows, and press keys there."""
    variant = player.on.variant
    there = variant.geometry.place(square)
    for _ in range(60):
        row, column = variant.geometry.place(player.on.focus)
        if (row, column) == there:
            return player.press(*names)
        turn = -1 if player.on.flipped else 1
        if row != there[0]:
            player.press("down" if (there[0] - row) * turn > 0 else "up")
        else:
            player.press("right" if (there[1] - column) * turn > 0 else "left")
    raise AssertionError(square)


def fen(player: Player) -> str:
    found: str = player.on.position.fen()
    return found


def test_a_position_is_set_up_by_keys() -> None:
    player = at(at(editor(), 14, "2"), 22, "3")
    at(player, 23, "enter")  # one more white man
    at(player, 1, "1", "0", "tab", "tab")
    assert fen(player) == "B:W22,23:BK1,K14"
    assert fen(player.press("o")) == "W:W22,23:BK1,K14"
    player.press("u", "u", "r")
    assert fen(player) == "B:W22,23:BK1,K14"
    assert fen(at(player, 23, "3", "space")) == "B:W22:BK1,K14"
    assert fen(player.press("Z")).startswith("B:W21,22")
    assert "no change to redo" in player.press("r").said
    assert "not moved" in player.press(":").said


def test_a_position_is_set_up_by_mouse() -> None:
    player = editor().click(14).click(15)
    assert fen(player) == "B:W:B14,15"
    assert fen(player.click(14)) == "B:W:B15"
    at(player, 15, "4").click(18).click(14)
    assert fen(player) == "B:WK14,K15,K18:B"
    assert fen(player.click(14)) == "B:WK15,K18:B"


def test_a_game_without_kings_has_none_to_put_down() -> None:
    player = at(editor("mini"), 9, "2")
    assert "no kings" in player.said
    assert not player.on.position.pieces()
    assert player.press("1").on.position.piece_at(9) == Piece(BLACK)


def test_the_position_goes_to_the_analysis_board_and_back_leaves_it_alone() -> None:
    player = editor()
    for key in ("a", "s", "P"):
        assert "no piece on the board" in player.press(key).said
    at(at(player, 14, "2"), 31, "3", "a")
    assert isinstance(player.study, AnalysisBoard)
    assert fen(player) == "B:W31:BK14"
    player.play("14-18").press("E", "z", "b")
    assert "lost" in player.text, "a changed position is not left by accident"
    player.press("down", "enter")
    assert player.moves == ["14-18"]
    assert player.press("b").at_menu


def test_a_game_is_begun_from_it() -> None:
    player = at(editor(), 14, "2").press("P")
    assert "White has no pieces" in player.said
    at(player, 31, "3", "P")
    assert "Which side" in player.text
    player.press("enter")
    assert isinstance(player.study, CoachedGame)
    assert fen(player) == "B:W31:BK14"
    stuck = Player().open(Editor(Position.from_fen("B:W9,14:B5", "english"))).press("P")
    assert "would be over" in stuck.said


def test_a_fen_is_typed_and_pasted() -> None:
    player = editor().press("p").write("W:W9:B3").press("enter")
    assert fen(player) == "W:W9:B3"
    assert fen(player.send(Paste("B:W10:BK2"))) == "B:W10:BK2"
    assert fen(player.send(Paste("hello"))) == "B:W10:BK2"
    assert player.said


def test_line_by_line_deeds_take_a_square(store: Store) -> None:
    words = ("clear", "black king 14", "white man 31", "put 9", "remove 9", "put 99", "change")
    code, said = run(
        Editor(Position.start("english")), store, *words, "fen", "turn", "undo", "leave"
    )
    assert code == 0
    assert "B:W31:BK14" in said
    assert said.count("a b c d e f g h") == 2, "the board is shown when it opens, or on request"
    assert "99" in said
