"""Captures on the board, landing by landing: by keys, by mouse and typed, with what they take."""

import pytest

from minicheckers.game.request import Looks
from minicheckers.tui.input_decoder import Click, Release
from testing.at_board import TWO_WAYS, cells, squares_with, two_people
from testing.board_player import Player

#: A king that can go from 14 to 46 by three routes that capture different pieces.
THREE_WAYS = ("international", "W:WK14:BK4,K8,17,18,19,27,29,31,39,41,44")
#: A man that becomes a king in the middle of its capture.
CROWNED = ("russian", "W:W12:B8,7,14,21")
#: Straight captures; captured pieces are removed at once.
STRAIGHT = ("turkish", "W:WK57:B41,18,12")
#: A king that has two captures, one of them straight.
FRISIAN = ("frisian", "W:WK33:B29,19,20,8,12,13")
LETTERS = Looks(theme="mono", ascii=True, animation=False)


def release(player: Player, square: int) -> Player:
    on = player.on
    left, top = on.layout.corner(on.variant.geometry.place(square), on.flipped)
    return player.send(Release(left + 1, top))


def letters(player: Player, sign: str) -> list[int]:
    squares = range(1, player.on.variant.geometry.count + 1)
    return [square for square in squares if sign in "".join(cells(player, square))]


# By keys


def test_a_chain_is_played_by_keys_alone_and_its_only_move_by_enter_twice() -> None:
    player = two_people("english", TWO_WAYS).press("tab", "enter", "enter", "enter")
    assert player.moves == ["15x22x31"]
    player = two_people(*STRAIGHT).press("enter")
    assert player.on.focus == 4
    assert squares_with(player, "taken") == {12, 18, 41}
    assert player.press("enter").moves == ["57x17x20x4"]


# What is marked


def test_what_is_taken_so_far_and_by_the_landing_under_the_cursor_is_marked() -> None:
    player = two_people(*THREE_WAYS, size=(120, 40)).click(14).click(23)
    while player.on.focus != 12:
        player.press("tab")
    assert squares_with(player, "taken") == {18, 19}
    while player.on.focus != 50:
        player.press("down", "right")
    assert squares_with(player, "taken") == {19}  # nothing more by going there


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_without_colours_characters_say_what_is_taken(size: tuple[int, int]) -> None:
    player = two_people(*THREE_WAYS, size=size, looks=LETTERS).click(14).click(23)
    assert 19 in letters(player, "xx")
    assert {12, 46} <= {*letters(player, "<>")}


def test_a_man_crowned_on_its_way_is_drawn_as_a_king() -> None:
    player = two_people(*CROWNED, looks=LETTERS, size=(120, 40)).click(12).click(3)
    assert letters(player, "W") == [3]
    assert player.click(10).click(17).moves == ["12x3x10x17"]


# By mouse


def test_the_mouse_takes_every_landing_and_the_last_one_where_it_says_enough() -> None:
    player = two_people(*THREE_WAYS).click(14).click(23).click(12).click(21).click(43)
    assert player.on.picked == (14, 23, 12, 21, 43)
    assert player.click(46).moves == ["14x23x12x21x43x34x23x46"]  # only one route is left
    assert two_people(*STRAIGHT).click(57).click(4).moves == ["57x17x20x4"]
    player = two_people(*THREE_WAYS).click(14).click(46)
    assert player.moves == []
    assert "by 14x23x12x21x43x34x23x46 or " in player.said


def test_a_click_says_where_the_capture_goes_on() -> None:
    player = two_people("english", TWO_WAYS).click(15).click(24)
    assert player.on.picked == (15, 24)
    assert "31" in player.click(10).said
    assert player.press("escape").on.picked == (15,)
    assert player.on.focus == 15
    assert player.click(22).click(31).moves == ["15x22x31"]


def test_a_capture_that_comes_back_to_its_start_is_not_played_by_putting_the_piece_back() -> None:
    fen = "W:WK20:B3,6,K8,10,K12,16,18,21,23,24,25,26,28,K29,K30"
    player = two_people("czech", fen).click(20).click(20)
    assert player.on.picked == ()
    assert player.moves == []
    player.click(20).click(11).click(22).click(31).click(20)
    assert player.moves == ["20x11x22x31x20"]


def test_a_drag_ends_on_a_landing_or_leaves_the_piece_picked_up() -> None:
    player = release(two_people(*FRISIAN, size=(120, 40)).click(33), 24)
    assert player.on.picked == (33, 24)
    assert player.press("enter").moves == ["33x24x15"]
    player = release(two_people().click(6), 6)
    assert release(player, 18).on.picked == (6,)
    assert release(player, 9).moves == ["6-9"]
    assert release(player, 5).moves == ["6-9"]


def test_a_click_on_a_target_that_only_one_piece_reaches_plays() -> None:
    assert two_people().click(7).moves == []  # two pieces reach it
    assert two_people("english").click(13).moves == ["9-13"]
    assert two_people("english", TWO_WAYS).click(15).click(31).moves == []  # two routes
    only = two_people("english", "B:W18,26,5:B15,1").click(15).click(31)
    assert only.moves == ["15x22x31"]


def test_clicks_beside_the_board_and_on_light_squares_play_nothing() -> None:
    player = two_people()
    left, top = player.on.layout.corner((0, 0), player.on.flipped)
    assert player.send(Click(79, 0)).said == ""
    assert "dark" in player.send(Click(left, top)).said
    assert player.on.picked == ()


# Typed


def test_a_typed_move_of_several_ways_is_answered_with_the_squares_between() -> None:
    player = two_people(*THREE_WAYS).press(":", *"14x46", "enter")
    assert "21x43, 21x49 or 26" in player.said
    assert player.said in " ".join(player.text.split())
    assert player.moves == []
    player.press("escape").play("14x23x12x21x43x34x23x46")
    assert player.moves == ["14x23x12x21x43x34x23x46"]


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (40, 15)])
def test_a_long_capture_leaves_room_for_the_answer_in_the_list(size: tuple[int, int]) -> None:
    player = two_people(*THREE_WAYS, size=size).play("14x23x12x21x43x34x23x46").play("4-10")
    if player.on.layout.panel is not None:
        assert "14x46" in player.panel
        assert "4-10" in player.panel
