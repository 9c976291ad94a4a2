"""Moving by keys, by typing and by mouse."""

import pytest

from minicheckers.rules.variant import get_variant
from minicheckers.tui.events import Click
from minicheckers.tui.state import Prompt
from minicheckers.tui.update.overlay import completions
from testing.screen_player import Desk, against, two_people

#: Black's man on 15 must jump, and goes on to 31 either way round.
CHAIN = "B:W18,19,26,27,5:B15,10,1"


def moves(desk: Desk) -> list[str]:
    return [str(move) for move in desk.game.session.timeline.played]


@pytest.mark.parametrize("variant", ["mini", "english", "pikachu"])
@pytest.mark.parametrize("flipped", [False, True])
def test_the_cursor_reaches_every_playing_square_and_no_other(variant: str, flipped: bool) -> None:
    desk = two_people(variant)
    if flipped:
        desk.press("f")
    seen = set()
    size = desk.game.variant.size
    for start in ("h", "l"):
        desk.press(*"k" * size, *start * size)
        for down in range(size):
            desk.press(*start * size)
            for _ in range(size):
                seen.add(desk.game.focus)
                desk.press("right" if start == "h" else "left")
            desk.press("down")
            del down
    assert seen == set(range(1, desk.game.variant.geometry.count + 1))


def test_arrows_go_where_they_point_also_on_a_turned_board() -> None:
    desk = against()  # black is at the bottom: the board is turned
    assert desk.game.flipped
    place = desk.game.variant.geometry.place
    column, row = desk.places.corner(place(desk.game.focus), True)
    desk.press("up")
    assert desk.places.corner(place(desk.game.focus), True)[1] < row
    desk.press("down", "left")
    assert desk.places.corner(place(desk.game.focus), True)[0] < column


def test_the_cursor_of_the_terminal_sits_on_the_focused_square() -> None:
    desk = against(size=(120, 40))
    for key in ("up", "left", "up", "right", "right", "down"):
        desk.press(key)
        cursor = desk.frame.cursor
        assert cursor is not None
        place = desk.places.place(*cursor, desk.game.flipped)
        assert place == desk.game.variant.geometry.place(desk.game.focus)


@pytest.mark.parametrize("enter", ["enter", " "])
def test_pick_up_and_put_down(enter: str) -> None:
    desk = against()
    assert desk.game.focus in desk.game.movable
    start = desk.game.focus
    desk.press(enter)
    assert desk.game.picked == (start,)
    desk.press("tab")
    target = desk.game.focus
    desk.press(enter)
    assert moves(desk) == [f"{start}-{target}"]
    assert desk.state.thinking is not None


def test_escape_and_a_second_enter_put_the_piece_back() -> None:
    desk = against()
    assert desk.press("enter", "escape").game.picked == ()
    assert desk.press("enter", "enter").game.picked == ()
    assert moves(desk) == []


def test_another_piece_can_be_picked_up_instead() -> None:
    desk = against()
    first = desk.game.focus
    desk.press("enter", "right", "enter")
    assert desk.game.picked
    assert desk.game.picked[0] != first


def test_tab_goes_round_the_movable_pieces_and_then_the_targets() -> None:
    desk = two_people("english")
    pieces = [desk.press("tab").game.focus for _ in range(8)]
    assert set(pieces[:4]) == {9, 10, 11, 12}
    assert pieces[4:] == pieces[:4]
    back = [desk.press("shift-tab").game.focus for _ in range(3)]
    assert back == pieces[:3][::-1]
    while desk.game.focus != 10:
        desk.press("tab")
    desk.press("enter")
    assert {desk.press("tab").game.focus for _ in range(2)} == {14, 15}


def test_refusals_say_why() -> None:
    desk = two_people("english")
    cases = {
        18: "square 18 is empty; pick up 9, 10, 11 or 12",
        22: "that is white's piece, and it is black's turn",
        2: "the piece on 2 cannot move; pick up 9, 10, 11 or 12",
    }
    for square, sentence in cases.items():
        assert desk.click(square).said == sentence
    desk.click(9).click(18)
    assert desk.said == "9 cannot go to 18, only to 13 or 14"


def test_a_forced_capture_is_marked_and_explained() -> None:
    desk = two_people("english", CHAIN)
    assert "a capture is forced" in desk.text
    assert desk.click(10).said == "a capture is forced: pick up 15"
    frame, places = desk.frame, desk.places
    column, row = places.corner(desk.game.variant.geometry.place(15), False)
    assert frame.characters[row][column + 2 * places.scale - 1] == "!"
    assert frame.styles[row][column + 2 * places.scale - 1].paper == "capture"


def test_a_chain_is_entered_landing_by_landing() -> None:
    desk = two_people("english", CHAIN)
    desk.click(15)
    assert set(desk.game.targets) == {22, 24}
    desk.click(24)
    assert desk.game.picked == (15, 24)
    assert moves(desk) == []
    assert desk.click(10).said == "the capture goes on from 24 to 31; Esc goes back"
    game = desk.press("escape").game
    assert (game.picked, game.focus) == ((15,), 15)
    desk.click(22).click(31)
    assert moves(desk) == ["15x22x31"]


def test_escape_takes_a_chain_back_to_its_start() -> None:
    desk = two_people("english", CHAIN)
    desk.click(15).click(24).press("escape", "escape")
    assert desk.game.picked == ()
    assert moves(desk) == []


def test_a_chain_can_be_played_by_keys_alone() -> None:
    desk = two_people("english", CHAIN)
    desk.press("tab", "enter", "tab", "enter", "tab", "enter")
    assert moves(desk) == ["15x22x31"]


@pytest.mark.parametrize("typed", ["6-9", "e5-f4", "6 - 9", "E5-F4"])
def test_typing_a_move(typed: str) -> None:
    desk = against()
    first = typed[0]
    desk.press(first if first.isdigit() else ":")
    assert isinstance(desk.state.overlay, Prompt)
    desk.write(typed[1:] if first.isdigit() else typed).press("enter")
    assert moves(desk) == ["6-9"]
    assert desk.state.overlay is None


def test_completions_are_shown_and_completed_by_tab() -> None:
    desk = against().press("5")
    assert "move: 5" in desk.text
    assert "5-7 5-8" in desk.text
    desk.press("tab")
    assert desk.state.overlay == Prompt("move", "5-")
    desk.write("8")
    desk.press("enter")
    assert moves(desk) == ["5-8"]


def test_one_completion_is_enough() -> None:
    desk = against().press("4", "enter")
    assert moves(desk) == ["4-7"]


def test_a_wrong_move_is_explained_and_can_be_mended() -> None:
    desk = against().press("1").write("-99").press("enter")
    assert "no square 99" in desk.said
    assert desk.state.overlay == Prompt("move", "1-99")
    assert "no square 99" in desk.text
    desk.press("ctrl-u").write("7-9").press("enter")
    assert "is not legal here; legal: 4-7" in desk.said
    desk.press("backspace", "backspace", "backspace", "backspace")
    assert desk.state.overlay is None
    desk.press(":").write("zz").press("tab")
    assert "no legal move begins like that" in desk.said
    assert desk.press("escape").state.overlay is None


def test_completions_of_a_chain_in_both_notations() -> None:
    desk = two_people("english", CHAIN)
    assert completions(desk.game, "15") == ("15x22x31", "15x24x31")
    assert completions(desk.game, "15:22") == ("15x22x31",)
    assert completions(desk.game, "e5-") == ("e5xc3xe1", "e5xg3xe1")


def test_numbers_stand_on_the_pieces_while_typing() -> None:
    desk = two_people("mini", size=(80, 24))
    place = get_variant("mini").geometry.place(15)

    def row_of_fifteen() -> str:
        column, row = desk.places.corner(place, False)
        return "".join(desk.frame.characters[row + 1][column : column + 6])

    assert "15" not in row_of_fifteen()
    desk.press(":")
    assert "15" in row_of_fifteen()


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 18), (24, 9)])
@pytest.mark.parametrize("flips", [0, 1])
def test_clicking_a_piece_and_a_target(size: tuple[int, int], flips: int) -> None:
    desk = against(size=size)
    desk.press(*"f" * flips)
    desk.click(6)
    assert desk.game.picked == (6,)
    desk.click(9)
    assert moves(desk) == ["6-9"]


def test_clicks_beside_the_board_and_on_light_squares_do_nothing() -> None:
    desk = against()
    before = desk.game
    assert desk.send(Click(79, 0)).game == before
    column, row = desk.places.corner((0, 0), desk.game.flipped)
    desk.send(Click(column, row))
    assert desk.game == before
    assert "dark squares" in desk.said


def test_no_move_out_of_turn() -> None:
    desk = against(first=False)
    assert desk.state.thinking is not None
    for key in ("enter", "tab", "9", ":"):
        desk.press(key)
        assert "black's turn: hard is thinking" in desk.said
        assert desk.state.overlay is None
    desk.press("up", "left")
    assert desk.state.thinking is not None


def test_what_was_said_before_a_move_is_gone_after_it() -> None:
    desk = against(first=False).press("enter")
    assert "hard is thinking" in desk.said
    assert "your turn" in desk.answer().text
