"""Captures on the board, landing by landing: by keys, by mouse and typed, with their victims."""

import pytest

from minicheckers.tui.events import Release
from minicheckers.tui.state import Appearance
from testing.screen_player import PLAIN_TEXT, STILL, ScreenPlayer, square_cells, two_people

#: A king that can go from 14 to 46 by three routes that capture different pieces.
THREE_WAYS = ("international", "W:WK14:BK4,K8,17,18,19,27,29,31,39,41,44")
#: A man that becomes a king in the middle of its capture.
CROWNED = ("russian", "W:W12:B8,7,14,21")
#: Straight captures; captured pieces are removed at once.
STRAIGHT = ("turkish", "W:WK57:B41,18,12")
#: A king that has two captures, one of them straight.
FRISIAN = ("frisian", "W:WK33:B29,19,20,8,12,13")


def signs(player: ScreenPlayer, sign: str) -> list[int]:
    """The squares that carry a sign."""
    frame, places = player.frame, player.places
    return [
        square
        for square in range(1, player.screen_on.variant.geometry.count + 1)
        if sign in "".join(square_cells(frame, places, square, player.screen_on.board.flipped))
    ]


def taken(player: ScreenPlayer) -> list[int]:
    """The squares of the pieces marked as captured, by the colour of the square."""
    frame, places = player.frame, player.places
    place, flipped = player.screen_on.variant.geometry.place, player.screen_on.board.flipped
    found = []
    for square in range(1, player.screen_on.variant.geometry.count + 1):
        column, row = places.corner(place(square), flipped)
        if frame.styles[row][column].paper == "capture":
            found.append(square)
    return found


def test_keys_choose_each_landing_and_escape_goes_back_one_by_one() -> None:
    player = two_people(*THREE_WAYS, size=(120, 40)).press("enter")
    assert set(player.targets) == {23, 32, 37}
    for landing in (23, 12, 21):
        while player.screen_on.board.focus != landing:
            player.press("tab")
        player.press("enter")
    assert player.screen_on.board.picked == (14, 23, 12, 21)
    assert "14x23x12x21 to" in player.text
    ways = [player.press("escape").screen_on.board.picked for _ in range(4)]
    assert ways == [(14, 23, 12), (14, 23), (14,), ()]
    assert player.moves == []


def test_what_is_taken_so_far_and_by_the_landing_under_the_cursor_is_marked() -> None:
    player = two_people(*THREE_WAYS, size=(120, 40)).click(14).click(23)
    jumped = {19}
    assert jumped <= set(taken(player))
    while player.screen_on.board.focus != 12:
        player.press("tab")
    assert set(taken(player)) == {18, 19}
    assert set(signs(player, "×")) == {18, 19}
    while player.screen_on.board.focus != 50:
        player.press("down", "right")
    assert taken(player) == [19]  # nothing more by going there


@pytest.mark.parametrize("looks", [STILL, PLAIN_TEXT, Appearance(ascii=True, animation=False)])
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_marks_are_there_in_every_look(looks: Appearance, size: tuple[int, int]) -> None:
    player = two_people(*THREE_WAYS, size=size, looks=looks).click(14).click(23)
    assert 19 in signs(player, "x" if looks.ascii else "×")


def test_the_mouse_takes_every_landing_and_the_last_one_where_it_says_enough() -> None:
    player = two_people(*THREE_WAYS).click(14).click(23).click(12).click(21).click(43)
    assert player.screen_on.board.picked == (14, 23, 12, 21, 43)
    player.click(46)  # by now only one route is left
    assert player.moves == ["14x23x12x21x43x34x23x46"]
    assert two_people(*STRAIGHT).click(57).click(4).moves == ["57x17x20x4"]
    player = two_people(*THREE_WAYS).click(14).click(46)
    assert player.moves == []
    assert player.said.startswith("14 can go to 46 by 14x23x12x21x43x34x23x46 or ")


def test_a_drag_ends_on_a_landing() -> None:
    player = two_people(*FRISIAN, size=(120, 40)).click(33)
    assert set(player.targets) == {24, 3}
    left, top = player.places.corner(player.screen_on.variant.geometry.place(24), False)
    player.send(Release(left + 1, top + 1))
    assert player.screen_on.board.picked == (33, 24)
    assert player.press("enter").moves == ["33x24x15"]


def test_where_a_piece_has_one_move_enter_twice_plays_it() -> None:
    player = two_people(*STRAIGHT).press("enter")
    assert player.screen_on.board.focus == 4
    assert taken(player) == [12, 18, 41]
    assert player.press("enter").moves == ["57x17x20x4"]


def test_pieces_leave_the_board_when_the_game_says_so() -> None:
    gone = two_people(*STRAIGHT, looks=PLAIN_TEXT, size=(120, 40)).click(57).click(17)
    assert 41 not in signs(gone, "b")
    stays = two_people(*THREE_WAYS, looks=PLAIN_TEXT, size=(120, 40)).click(14).click(23)
    assert 19 in signs(stays, "b")


def test_a_man_crowned_on_its_way_is_drawn_as_a_king() -> None:
    player = two_people(*CROWNED, looks=PLAIN_TEXT, size=(120, 40)).click(12).click(3)
    assert signs(player, "W") == [3]
    assert player.click(10).click(17).moves == ["12x3x10x17"]


def test_a_capture_that_comes_back_to_its_start_is_not_played_by_putting_the_piece_back() -> None:
    fen = "W:WK20:B3,6,K8,10,K12,16,18,21,23,24,25,26,28,K29,K30"
    player = two_people("czech", fen).click(20).click(20)
    assert player.screen_on.board.picked == ()
    assert player.moves == []
    player.click(20).click(11).click(22).click(31).click(20)
    assert player.moves == ["20x11x22x31x20"]


def test_a_typed_move_of_several_ways_is_answered_with_the_squares_between() -> None:
    player = two_people(*THREE_WAYS).press(":").write("14x46").press("enter")
    assert "14x46' could go by 21x43, 21x49 or 26; write every landing square" in player.said
    assert player.moves == []
    assert player.said in " ".join(player.text.split())
    player.press("escape").press(":").write("14x23x12x21x43x34x23x46").press("enter")
    assert player.moves == ["14x23x12x21x43x34x23x46"]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 15)])
def test_a_long_capture_leaves_room_for_the_answer_in_the_list(size: tuple[int, int]) -> None:
    player = two_people(*THREE_WAYS, size=size).play("14x23x12x21x43x34x23x46").play("4-10")
    assert not player.frame.spilled
    if player.places.panel is not None:
        assert "14x46" in player.text
        assert "4-10" in player.text
    player.press("u")
    assert "(4-10)" in player.text or player.places.panel is None
