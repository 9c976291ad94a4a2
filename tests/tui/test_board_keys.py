"""Moving by keys, by typing and by mouse."""

import pytest

from minicheckers.rules.variant import get_variant
from minicheckers.tui.events import Click, Release
from minicheckers.tui.widgets.board import completions
from minicheckers.tui.widgets.prompt import Prompt
from testing.screen_player import PLAIN_TEXT, ScreenPlayer, against, two_people

#: Black's man on 15 must jump, and continues to 31 either way round.
CHAIN = "B:W18,19,26,27,5:B15,10,1"


def moves(player: ScreenPlayer) -> list[str]:
    return [str(move) for move in player.screen_on.timeline.played]


@pytest.mark.parametrize("variant", ["mini", "english", "pikachu"])
@pytest.mark.parametrize("flipped", [False, True])
def test_the_cursor_reaches_every_playing_square_and_no_other(variant: str, flipped: bool) -> None:
    player = two_people(variant)
    if flipped:
        player.press("f")
    seen = set()
    size = player.game.variant.size
    for start in ("h", "l"):
        player.press(*"k" * size, *start * size)
        for down in range(size):
            player.press(*start * size)
            for _ in range(size):
                seen.add(player.screen_on.board.focus)
                player.press("right" if start == "h" else "left")
            player.press("down")
            del down
    assert seen == set(range(1, player.game.variant.geometry.count + 1))


def test_arrows_go_where_they_point_also_on_a_turned_board() -> None:
    player = against()  # black is at the bottom: the board is flipped
    assert player.screen_on.board.flipped
    place = player.game.variant.geometry.place
    column, row = player.places.corner(place(player.screen_on.board.focus), True)
    player.press("up")
    assert player.places.corner(place(player.screen_on.board.focus), True)[1] < row
    player.press("down", "left")
    assert player.places.corner(place(player.screen_on.board.focus), True)[0] < column


def test_the_cursor_of_the_terminal_sits_on_the_focused_square() -> None:
    player = against(size=(120, 40))
    for key in ("up", "left", "up", "right", "right", "down"):
        player.press(key)
        cursor = player.frame.cursor
        assert cursor is not None
        place = player.places.place(*cursor, player.screen_on.board.flipped)
        assert place == player.game.variant.geometry.place(player.screen_on.board.focus)


@pytest.mark.parametrize("size", [(120, 40), (100, 30), (80, 24), (60, 20), (40, 15)])
@pytest.mark.parametrize("variant", ["mini", "english", "international"])
def test_the_cursor_of_the_terminal_does_not_bite_into_the_man(
    variant: str, size: tuple[int, int]
) -> None:
    player = against(variant, size=size)
    assert player.frame.cursor is not None
    column, row = player.frame.cursor
    style = player.frame.styles[row][column]
    assert not {style.ink, style.paper} & {"black_rim", "white_rim", "black", "white"}
    plain = against(variant, size=size, looks=PLAIN_TEXT)  # there it reads the letter of the man
    assert plain.frame.cursor is not None
    column, row = plain.frame.cursor
    assert plain.frame.characters[row][column] == str(plain.game.session.position.turn)[0]


@pytest.mark.parametrize("enter", ["enter", " "])
def test_pick_up_and_put_down(enter: str) -> None:
    player = against()
    assert player.screen_on.board.focus in player.movable
    start = player.screen_on.board.focus
    player.press(enter)
    assert player.screen_on.board.picked == (start,)
    player.press("tab")
    target = player.screen_on.board.focus
    player.press(enter)
    assert moves(player) == [f"{start}-{target}"]
    assert player.game.thinking is not None


def test_escape_and_enter_on_its_own_square_put_the_piece_back() -> None:
    player = against()
    assert player.press("enter", "escape").screen_on.board.picked == ()
    start = player.screen_on.board.focus
    player.press("enter")
    while player.screen_on.board.focus != start:
        player.press("down")
    assert player.press("enter").screen_on.board.picked == ()
    assert moves(player) == []


def test_enter_enter_plays_the_best_placed_move_and_an_only_capture_from_anywhere() -> None:
    assert moves(against().press("enter", "enter")) == ["5-8"]
    player = two_people("english", "B:W18,32,5:B15,1")
    while player.screen_on.board.focus != 22:
        player.press("down", "left") if player.screen_on.board.focus < 20 else player.press("right")
    assert moves(player.press("enter", "enter")) == ["15x22"]


def test_a_click_on_a_target_that_only_one_piece_reaches_plays() -> None:
    assert moves(against().click(7)) == []  # two pieces reach it
    player = two_people("english").click(13)
    assert moves(player) == ["9-13"]
    assert moves(two_people("english", CHAIN).click(15).click(31)) == []  # two routes lead there
    assert moves(two_people("english", "B:W18,26,5:B15,1").click(15).click(31)) == ["15x22x31"]


def test_dragging_and_clicking_the_key_line() -> None:
    player = against().click(6)
    column, row = player.places.corner(
        player.game.variant.geometry.place(9), player.screen_on.board.flipped
    )
    player.send(Release(column + 1, row + 1))
    assert moves(player) == ["6-9"]
    line = player.text.splitlines()[-1]
    player.send(Click(line.index("undo"), player.state.size[1] - 1))
    assert moves(player) == []


@pytest.mark.parametrize("key", ["n", "escape"])
def test_dialogs_take_first_letters(key: str) -> None:
    player = against().play("6-9").answer().press("n", key)
    assert player.state.overlay is None
    assert len(moves(player)) == 2


def test_another_piece_can_be_picked_up_instead() -> None:
    player = against()
    first = player.screen_on.board.focus
    player.press("enter")
    while player.screen_on.board.focus not in player.movable:
        player.press("down", "right")
    player.press("enter")
    assert player.screen_on.board.picked
    assert player.screen_on.board.picked[0] != first


def test_tab_goes_round_the_movable_pieces_and_then_the_targets() -> None:
    player = two_people("english")
    pieces = [player.press("tab").screen_on.board.focus for _ in range(8)]
    assert set(pieces[:4]) == {9, 10, 11, 12}
    assert pieces[4:] == pieces[:4]
    back = [player.press("shift-tab").screen_on.board.focus for _ in range(3)]
    assert back == pieces[:3][::-1]
    while player.screen_on.board.focus != 10:
        player.press("tab")
    player.press("enter")
    assert {player.press("tab").screen_on.board.focus for _ in range(2)} == {14, 15}


def test_refusals_say_why() -> None:
    player = two_people("english")
    cases = {
        18: "Square 18 is empty; pick up 9, 10, 11 or 12.",
        22: "That is White's piece, and it is Black's turn.",
        2: "The piece on 2 cannot move; pick up 9, 10, 11 or 12.",
    }
    for square, sentence in cases.items():
        assert player.click(square).said == sentence
    player.click(9).click(18)
    assert player.said == "9 cannot go to 18, only to 13 or 14."


def test_a_forced_capture_is_marked_and_explained() -> None:
    player = two_people("english", CHAIN)
    assert "you must capture" in player.text
    assert player.click(10).said == "You must capture; pick up 15."
    frame, places = player.frame, player.places
    column, row = places.corner(player.game.variant.geometry.place(11), False)
    assert frame.characters[row][column + places.square_width - 1] == " "
    column, row = places.corner(player.game.variant.geometry.place(15), False)
    assert frame.styles[row][column].paper == "capture"


def test_a_chain_is_entered_landing_by_landing() -> None:
    player = two_people("english", CHAIN)
    player.click(15)
    assert set(player.targets) == {22, 24}
    player.click(24)
    assert player.screen_on.board.picked == (15, 24)
    assert moves(player) == []
    assert player.click(10).said == "The capture continues from 24 to 31; Esc goes back."
    board = player.press("escape").screen_on.board
    assert (board.picked, board.focus) == ((15,), 15)
    player.click(22).click(31)
    assert moves(player) == ["15x22x31"]


def test_escape_takes_a_chain_back_to_its_start() -> None:
    player = two_people("english", CHAIN)
    player.click(15).click(24).press("escape", "escape")
    assert player.screen_on.board.picked == ()
    assert moves(player) == []


def test_a_chain_can_be_played_by_keys_alone() -> None:
    player = two_people("english", CHAIN)
    player.press("tab", "enter", "enter", "enter")
    assert moves(player) == ["15x22x31"]


@pytest.mark.parametrize("typed", ["6-9", "e5-f4", "6 - 9", "E5-F4", "6 9", "e5f4"])
def test_typing_a_move(typed: str) -> None:
    player = against()
    first = typed[0]
    player.press(first if first.isdigit() else ":")
    assert isinstance(player.state.overlay, Prompt)
    player.write(typed[1:] if first.isdigit() else typed).press("enter")
    assert moves(player) == ["6-9"]
    assert player.state.overlay is None


def test_completions_are_shown_and_completed_by_tab() -> None:
    player = against().press("5")
    assert "Move: 5" in player.text
    assert "5-7 5-8" in player.text
    player.press("tab")
    assert player.typed == "5-"
    player.write("8")
    player.press("enter")
    assert moves(player) == ["5-8"]


def test_one_completion_is_enough() -> None:
    player = against().press("4", "enter")
    assert moves(player) == ["4-7"]


def test_a_wrong_move_is_explained_and_can_be_mended() -> None:
    player = against().press("1").write("-99").press("enter")
    assert "no square 99" in player.said
    assert player.typed == "1-99"
    assert "no square 99" in player.text
    player.press("ctrl-u").write("7-9").press("enter")
    assert "is not legal here" in player.said
    assert "4-7" in player.said
    player.press("backspace", "backspace", "backspace", "backspace")
    assert player.state.overlay is None
    player.press(":").write("zz").press("tab")
    assert "No legal move begins like that" in player.said
    assert player.press("escape").state.overlay is None


def test_a_target_alone_and_the_ends_of_a_chain() -> None:
    player = two_people("english").press("1", "3")
    assert "9-13" in player.text
    assert moves(player.press("enter")) == ["9-13"]
    player = two_people("english", "B:W18,26,5:B15,1").press(":").write("15x31")
    assert "15x22x31" in player.text
    assert "no legal move" not in player.text
    assert moves(player.press("enter")) == ["15x22x31"]


def test_completions_of_a_chain_in_both_notations() -> None:
    player = two_people("english", CHAIN)
    assert completions(player.screen_on, "15") == ("15x22x31", "15x24x31")
    assert completions(player.screen_on, "15:22") == ("15x22x31",)
    assert completions(player.screen_on, "e5-") == ("e5xc3xe1", "e5xg3xe1")


def test_numbers_stand_on_the_pieces_while_typing() -> None:
    player = two_people("mini", size=(80, 24))
    place = get_variant("mini").geometry.place(15)

    def row_of_fifteen() -> str:
        column, row = player.places.corner(place, False)
        return "".join(player.frame.characters[row + 1][column : column + 6])

    assert "15" not in row_of_fifteen()
    player.press(":")
    assert "15" in row_of_fifteen()


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 18), (24, 9)])
@pytest.mark.parametrize("flips", [0, 1])
def test_clicking_a_piece_and_a_target(size: tuple[int, int], flips: int) -> None:
    player = against(size=size)
    player.press(*"f" * flips)
    player.click(6)
    assert player.screen_on.board.picked == (6,)
    player.click(9)
    assert moves(player) == ["6-9"]


def test_clicks_beside_the_board_and_on_light_squares_do_nothing() -> None:
    player = against()
    before = player.game
    assert player.send(Click(79, 0)).game == before
    column, row = player.places.corner((0, 0), player.screen_on.board.flipped)
    player.send(Click(column, row))
    assert player.game == before
    assert "dark squares" in player.said


def test_no_move_out_of_turn() -> None:
    player = against(first=False)
    assert player.game.thinking is not None
    for key in ("enter", "tab", "9", ":"):
        player.press(key)
        assert "the computer's turn" in player.said
        assert player.state.overlay is None
    player.press("up", "left")
    assert player.game.thinking is not None


def test_what_was_said_before_a_move_is_gone_after_it() -> None:
    player = against(first=False).press("enter")
    assert "the computer's turn" in player.said
    assert "Your turn" in player.answer().text
