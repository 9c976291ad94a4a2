"""The table of the four games, row by row."""

import pytest

from minicheckers import Colour, Game, Move, Position
from minicheckers.rules.variant import VARIANTS, get_variant

BLACK, WHITE = Colour.BLACK, Colour.WHITE


def legal(fen: str, variant: str, size: int | None = None) -> set[str]:
    return {str(move) for move in Position.from_fen(fen, variant, size).legal_moves()}


# board, men at start, who moves first


@pytest.mark.parametrize(
    ("name", "size", "squares", "fen"),
    [
        ("mini", 6, 18, "B:W13-18:B1-6"),
        ("towers", 8, 32, "B:W21-32:B1-12"),
        ("english", 8, 32, "B:W21-32:B1-12"),
        ("pikachu", 7, 49, "W:W29-42:B8-21"),
        ("pikachu", 8, 64, "W:W41-56:B9-24"),
        ("pikachu", 16, 256, "W:W209-240:B17-48"),
    ],
)
def test_board_men_and_first_move(name: str, size: int, squares: int, fen: str) -> None:
    start = Position.start(name, size)
    assert start.variant.size == size
    assert start.variant.geometry.count == squares
    assert start == Position.from_fen(fen, name, size)
    assert start.turn is start.variant.first
    assert start.kings(BLACK) == start.kings(WHITE) == 0


def test_pikachu_is_played_on_eight_rows_unless_told_otherwise() -> None:
    assert Position.start("pikachu").variant.size == 8
    assert [get_variant("pikachu", size).size for size in range(7, 17)] == list(range(7, 17))


def test_the_near_left_corner_of_each_player_is_dark_on_the_diagonal_boards() -> None:
    for name in ("mini", "towers", "english"):
        variant = get_variant(name)
        last = variant.size - 1
        assert variant.geometry.square_at(last, 0) is not None
        assert variant.geometry.square_at(0, last) is not None
        assert variant.geometry.square_at(0, 0) is None


# man steps


@pytest.mark.parametrize(
    ("name", "fen", "moves"),
    [
        ("mini", "B:W18:B8", {"8-11", "8-12"}),
        ("mini", "W:W8:B1", {"8-5", "8-6"}),
        ("towers", "B:W32:B10", {"10-14", "10-15"}),
        ("towers", "W:W10:B1", {"10-6", "10-7"}),
        ("english", "B:W32:B12", {"12-16"}),
        ("english", "W:W12:B1", {"12-8"}),
    ],
)
def test_men_step_one_square_diagonally_forward(name: str, fen: str, moves: set[str]) -> None:
    assert legal(fen, name) == moves


def test_pichus_step_forward_left_or_right() -> None:
    assert legal("B:W64:B28", "pikachu") == {"28-36", "28-27", "28-29"}
    assert legal("W:W28:B1", "pikachu") == {"28-20", "28-27", "28-29"}
    assert legal("B:W64:B25", "pikachu") == {"25-33", "25-26"}
    assert legal("B:W64:B32", "pikachu") == {"32-40", "32-31"}


# man captures


@pytest.mark.parametrize(
    ("name", "forward", "backward"),
    [
        ("mini", "B:W8,18:B5", "B:W5,18:B8"),
        ("towers", "B:W15,32:B11", "B:W11,32:B15"),
        ("english", "B:W15,32:B11", "B:W11,32:B15"),
    ],
)
def test_men_jump_forward_only(name: str, forward: str, backward: str) -> None:
    assert any("x" in move for move in legal(forward, name))
    assert not any("x" in move for move in legal(backward, name))


def test_pichus_jump_forward_left_or_right_but_not_back() -> None:
    jumps = legal("B:W36,27,29,20,64:B28", "pikachu")
    assert {move for move in jumps if "x" in move} == {"28x44", "28x26", "28x30"}


# last row


def test_in_mini_a_man_on_the_last_row_just_stands_there() -> None:
    after = Position.from_fen("B:W1:B13", "mini").play("13-16")
    assert after.fen() == "W:W1:B16"
    assert after.kings(BLACK) == 0


@pytest.mark.parametrize(
    ("name", "fen", "move", "after"),
    [
        ("towers", "B:W1:B25", "25-29", "W:WK1:BK29"),
        ("english", "W:W5:B32", "5-1", "B:WK1:BK32"),
        ("pikachu", "W:W9,60:B30", "9-1", "B:WK1,60:B30"),
        ("pikachu", "B:W55,20:B47", "47x63", "W:W20:BK63"),
        ("english", "B:W27,20:B23", "23x32", "W:W20:BK32"),
    ],
)
def test_elsewhere_it_becomes_a_king(name: str, fen: str, move: str, after: str) -> None:
    assert Position.from_fen(fen, name).play(move).fen() == after


@pytest.mark.parametrize(
    ("name", "man", "king"),
    [
        ("mini", "man", None),
        ("towers", "man", "tower"),
        ("english", "man", "king"),
        ("pikachu", "pichu", "pikachu"),
    ],
)
def test_what_the_pieces_are_called(name: str, man: str, king: str | None) -> None:
    variant = get_variant(name)
    assert variant.man_name == man
    assert variant.crowns == (king is not None)
    assert not variant.crowns or variant.king_name == king


# king


@pytest.mark.parametrize("name", ["towers", "english"])
def test_kings_step_on_all_four_diagonals(name: str) -> None:
    assert legal("B:W1:BK18", name) == {"18-14", "18-15", "18-22", "18-23"}


def test_a_tower_jumps_once_and_an_english_king_goes_on() -> None:
    fen = "B:W14,7,22:BK18"
    assert {move for move in legal(fen, "towers") if "x" in move} == {"18x9", "18x25"}
    fen = "B:W14,6:BK18"
    assert legal(fen, "english") == {"18x9x2"}


def test_a_pikachu_slides_any_distance_in_the_four_straight_directions() -> None:
    moves = legal("B:W1:BK28", "pikachu")
    column = {f"28-{square}" for square in (4, 12, 20, 36, 44, 52, 60)}
    row = {f"28-{square}" for square in (25, 26, 27, 29, 30, 31, 32)}
    assert moves == column | row


def test_a_pikachu_captures_at_any_distance_and_lands_directly_behind() -> None:
    moves = legal("B:W31,52,64:BK28", "pikachu")
    assert {move for move in moves if "x" in move} == {"28x32", "28x60"}


@pytest.mark.parametrize(
    ("why", "fen"),
    [
        ("the square behind is taken by an enemy", "B:W30,31:BK28"),
        ("the square behind is taken by a friend", "B:W30:BK28,31"),
        ("the victim stands at the edge", "B:W32:BK28"),
        ("a friend stands between", "B:W31:BK28,30"),
    ],
)
def test_a_pikachu_cannot_capture_when(why: str, fen: str) -> None:
    king_jumps = {move for move in legal(fen, "pikachu") if move.startswith("28x")}
    assert king_jumps == set(), why


# capture is forced or optional


@pytest.mark.parametrize(
    ("name", "fen", "forced"),
    [
        ("mini", "B:W8,18:B5,3", True),
        ("english", "B:W15,32:B11,1", True),
        ("towers", "B:W15,32:B11,1", False),
        ("pikachu", "B:W36,64:B28,1", False),
    ],
)
def test_capture_duty(name: str, fen: str, forced: bool) -> None:
    moves = Position.from_fen(fen, name).legal_moves()
    assert any(move.captured for move in moves)
    assert all(move.captured for move in moves) is forced


@pytest.mark.parametrize("name", ["mini", "english"])
def test_any_of_several_captures_may_be_chosen(name: str) -> None:
    fen = {"mini": "B:W8,9,18:B5,6", "english": "B:W15,16,24,32:B11,12"}[name]
    assert len(legal(fen, name)) > 1


# chains


@pytest.mark.parametrize(
    ("name", "fen", "moves"),
    [
        ("mini", "B:W5,11,18:B2", {"2x7"}),
        ("english", "B:W6,15,32:B1", {"1x10x19"}),
        ("towers", "B:W6,15,32:B1", {"1-5", "1x10"}),
        ("pikachu", "B:W36,52,64:B28", {"28-27", "28-29", "28x44"}),
    ],
)
def test_chains(name: str, fen: str, moves: set[str]) -> None:
    assert legal(fen, name) == moves


def test_a_chain_goes_to_its_end_and_may_fork() -> None:
    assert legal("B:W6,14,15,32:B1", "english") == {"1x10x17", "1x10x19"}


def test_a_man_that_is_crowned_stops_there() -> None:
    # From 30 a king could go on over 25 or 26, but the man has only just become one.
    assert legal("B:W25,26:B21", "english") == {"21x30"}


def test_two_routes_are_two_moves() -> None:
    ring = Position.from_fen("W:WK1,21,22,K27:B6,7,10,K14,K15,K23", "english")
    assert {str(move) for move in ring.legal_moves()} == {"27x18x9x2x11x18", "27x18x11x2x9x18"}
    one, other = ring.transitions().values()
    assert one == other


def test_the_start_square_counts_as_empty_and_jumped_pieces_as_gone() -> None:
    # All around the ring and back to where it came from.
    assert legal("W:WK2:B6,7,14,15", "english") == {"2x9x18x11x2", "2x11x18x9x2"}


# no legal move


def test_in_mini_a_stuck_side_forfeits_its_turn_and_that_is_a_ply() -> None:
    game = Game("mini", start="B:W1,2,6,7,11,18:B16")
    assert game.legal_moves() == (Move(()),)
    assert [str(move) for move in game.legal_moves()] == ["pass"]
    game.play("pass")
    assert game.ply == 1
    assert game.turn is WHITE


def test_passing_is_refused_to_whoever_can_move() -> None:
    with pytest.raises(ValueError, match="pass only when you have no legal move"):
        Game("mini").play("pass")


@pytest.mark.parametrize(
    ("name", "fen"),
    [
        ("towers", "B:W16,19:B12"),
        ("english", "B:W9,14:B5"),
        ("pikachu", "B:W9,17,2,3:B1"),
    ],
)
def test_elsewhere_a_stuck_side_loses(name: str, fen: str) -> None:
    position = Position.from_fen(fen, name)
    outcome = position.outcome
    assert position.legal_moves() == ()
    assert outcome is not None
    assert outcome.winner is WHITE
    assert outcome.reason == "Black cannot move"


# over, and the result


@pytest.mark.parametrize("name", VARIANTS)
def test_a_side_to_move_without_pieces_has_lost(name: str) -> None:
    outcome = Position.from_fen("W:W:B5", name).outcome
    assert outcome is not None
    assert outcome.winner is BLACK
    assert outcome.reason == "White has no pieces left"


def test_mini_is_over_as_soon_as_a_side_has_no_pieces() -> None:
    hand_set = Position.from_fen("B:W:B5", "mini")
    assert str(hand_set.outcome) == "Black wins: White has no pieces left"
    last = Position.from_fen("B:W8:B5", "mini").play("5x12")
    assert last.legal_moves() == ()
    assert str(last.outcome) == "Black wins: White has no pieces left"


@pytest.mark.parametrize("name", ["towers", "english", "pikachu"])
def test_elsewhere_only_the_side_to_move_can_have_lost(name: str) -> None:
    assert Position.from_fen("B:W:B5", name).outcome is None


@pytest.mark.parametrize(
    ("fen", "winner", "reason"),
    [
        ("B:W1,2:B16", WHITE, "neither side can move and White has 2 pieces against 1"),
        ("W:W1,2:B16", WHITE, "neither side can move and White has 2 pieces against 1"),
        ("W:W1:B16,17", BLACK, "neither side can move and Black has 2 pieces against 1"),
        ("W:W1:B16", None, "neither side can move and both have 1 piece"),
        ("W:W1,3:B16,17", None, "neither side can move and both have 2 pieces"),
    ],
)
def test_in_mini_the_larger_number_wins_when_both_are_stuck(
    fen: str, winner: Colour | None, reason: str
) -> None:
    outcome = Position.from_fen(fen, "mini").outcome
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == (winner, reason)
