"""Positions set up by hand."""

import pytest

from minicheckers.play.board_editor import Editing, kinds, playable
from minicheckers.rules.notation import Piece
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Colour, get_variant

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def empty(variant: str = "english") -> Editing:
    return Editing(Position.start(variant)).clear()


def test_pieces_are_put_down_and_removed() -> None:
    editing = empty().put(14, Piece(BLACK, True)).put(22, Piece(WHITE))
    assert editing.position.fen() == "B:W22:BK14"
    assert editing.put(14, None).position.fen() == "B:W22:B"
    stamped = editing.stamp(22, Piece(WHITE))
    assert stamped.position.piece_at(22) is None
    assert editing.stamp(22, Piece(BLACK)).position.piece_at(22) == Piece(BLACK)
    assert editing.other_turn().position.fen() == "W:W22:BK14"


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_square_goes_through_all_kinds_of_pieces_and_back(variant: str) -> None:
    editing = empty(variant)
    square = (editing.variant.geometry.count + 1) // 2
    seen = []
    for _ in range(len(kinds(editing.variant)) + 1):
        editing = editing.cycle(square)
        seen.append(editing.position.piece_at(square))
    assert seen == [*kinds(editing.variant), None]


def test_where_a_man_is_crowned_only_kings_and_the_others_men_can_stand() -> None:
    editing, seen = empty(), []
    for _ in range(4):
        editing = editing.cycle(1)  # white men are crowned there
        seen.append(editing.position.piece_at(1))
    assert seen == [Piece(BLACK), Piece(BLACK, True), Piece(WHITE, True), None]
    assert editing.put(1, Piece(WHITE)).stamp(1, Piece(WHITE)).position.piece_at(1) is None


def test_every_change_can_be_undone_and_redone() -> None:
    editing = Editing(Position.start("english"))
    changed = editing.clear().put(1, Piece(BLACK)).other_turn().start()
    back = changed.undo().undo().undo().undo()
    assert back.position == editing.position
    assert back.redo().redo().redo().position == changed.undo().position
    with pytest.raises(ValueError, match="no change to undo"):
        back.undo()
    with pytest.raises(ValueError, match="no change to redo"):
        changed.redo()
    assert editing.put(1, Piece(BLACK)) is editing  # it stands there: no change


def test_what_is_no_position_or_over_is_refused_with_a_sentence() -> None:
    with pytest.raises(ValueError, match="no piece on the board"):
        empty().finished()
    alone = empty().put(14, Piece(BLACK)).finished()
    with pytest.raises(ValueError, match="white has no pieces"):
        playable(alone)
    stuck = Editing(Position.from_fen("B:W9,14:B5", "english")).finished()
    with pytest.raises(ValueError, match="nothing to play: the game would be over"):
        playable(stuck)
    start = Editing(Position.start("mini"))
    assert playable(start.finished()) == start.position
    with pytest.raises(ValueError, match="does not begin"):
        start.set_fen("hello")
    assert start.set_fen("W:W9:B3").position.turn is WHITE


def test_mini_has_no_kings_to_put_down() -> None:
    assert kinds(get_variant("mini")) == (Piece(BLACK), Piece(WHITE))
