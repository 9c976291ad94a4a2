"""Position as a value, and everything the outside asks it."""

import pickle
from dataclasses import FrozenInstanceError
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers import Colour, Game, Move, Piece, Position, Variant
from minicheckers.game.timeline import Timeline
from minicheckers.rules.movegen import capture_generator, every_capture, step_generator
from minicheckers.rules.notation import Placement
from minicheckers.rules.predicates import can_step, is_quiet, is_reversible
from minicheckers.rules.variant import MINI, get_variant
from testing.any_rules import any_rules
from testing.positions import GAMES, game_id, hand_set, sample
from testing.sample_positions import from_games, sparse

every_game = pytest.mark.parametrize("variant", GAMES, ids=game_id)


def test_the_example_of_the_api() -> None:
    p = Position.from_fen("B:W13-18:B1-6", variant="mini")
    assert p == Position.start("mini") == Position.start()
    assert str(p.legal_moves()[0]) == "4-7"
    q = p.play("6-9")
    assert q.turn is Colour.WHITE
    assert q.fen() == "W:W13,14,15,16,17,18:B1,2,3,4,5,9"
    assert str(q) == q.fen()
    assert q.outcome is None
    assert p == Position.start()


def test_a_position_cannot_be_changed() -> None:
    position = Position.start()
    with pytest.raises(FrozenInstanceError):
        position.state = (1, 0, 2, 0, 0)  # type: ignore[misc]
    pieces = position.pieces()
    pieces.clear()
    assert position.count(Colour.BLACK) == 6
    with pytest.raises(FrozenInstanceError):
        position.legal_moves()[0].path = ()  # type: ignore[misc]


@every_game
def test_a_position_is_no_more_than_its_variant_and_five_numbers(variant: Variant) -> None:
    position = Position.start(variant)
    assert [type(part) for part in position.state] == [int] * 5
    assert not hasattr(position, "__dict__")


@every_game
def test_equal_positions_are_one_key(variant: Variant) -> None:
    for position in sample(variant, 40):
        again = Position.from_fen(position.fen(), variant)
        assert again == position
        assert hash(again) == hash(position)
        assert {position: 1}[again] == 1
        assert pickle.loads(pickle.dumps(position)) == position


def test_positions_differ_by_piece_turn_kind_and_variant() -> None:
    fens = ("B:W20:B10", "W:W20:B10", "B:W20:B11", "B:WK20:B10", "B:W20:BK10", "B:W10:B20")
    positions = {
        Position.from_fen(fen, name) for fen in fens for name in ("english", "towers", "pikachu")
    }
    assert len(positions) == 18
    assert Position.start("pikachu", 8) != Position.start("pikachu", 9)


@pytest.mark.parametrize("square", [-1, 0, 19])
def test_there_is_nothing_to_look_at_beside_the_board(square: int) -> None:
    with pytest.raises(ValueError, match=f"there is no square {square}; mini has 1 to 18"):
        Position.start().piece_at(square)


@every_game
def test_legal_moves_are_sorted_different_and_found_by_their_text(variant: Variant) -> None:
    for position in sample(variant, 40):
        moves = position.legal_moves()
        assert list(moves) == sorted(set(moves))
        for move in moves[:: 1 + len(moves) // 5]:
            assert position.find(str(move)) == move
            assert position.play(str(move)) == position.play(move) == position.transitions()[move]


@every_game
def test_a_move_takes_what_it_captures_and_nothing_else(variant: Variant) -> None:
    for position in sample(variant, 40):
        for move, after in position.transitions().items():
            assert after.turn is position.turn.other
            assert after.count(position.turn) == position.count(position.turn)
            assert after.count(after.turn) == position.count(after.turn) - len(move.captured)


def test_an_illegal_move_is_refused_with_what_is_legal() -> None:
    start = Position.start("english")
    with pytest.raises(
        ValueError, match=r"'9-18' is not legal here; legal moves: 9-13, 9-14, 10-14"
    ):
        start.play("9-18")
    with pytest.raises(ValueError, match="'1-2' is not legal here"):
        start.play(Move((1, 2)))
    with pytest.raises(ValueError, match=r"'1-5' is not legal here; you must capture: 11x18"):
        Position.from_fen("B:W15:B1,11", "english").play("1-5")
    with pytest.raises(ValueError, match=r"not legal here; the game is over"):
        Position.from_fen("W:W:B5", "english").play("1-5")


def test_a_move_object_with_other_victims_is_taken_by_its_path() -> None:
    position = Position.from_fen("B:W15,32:B11", "english")
    assert position.find(Move((11, 18))) == Move((11, 18), (15,))


# Positions set up by hand


def test_a_man_set_on_its_last_row_is_crowned_where_men_are() -> None:
    assert Position.from_fen("B:W1:B30", "english").fen() == "B:WK1:BK30"
    assert Position.from_fen("B:W1:B64", "pikachu").fen() == "B:WK1:BK64"
    assert Position.from_fen("B:W1:B16", "mini").fen() == "B:W1:B16"


@pytest.mark.parametrize(
    ("pieces", "sentence"),
    [
        ({}, "the board is empty"),
        ({0: Piece(Colour.BLACK)}, "there is no square 0; mini has 1 to 18"),
        ({19: Piece(Colour.BLACK)}, "there is no square 19; mini has 1 to 18"),
        ({5: Piece(Colour.BLACK, king=True)}, "mini has no kings, so none can stand on 5"),
    ],
)
def test_impossible_placements_are_refused(pieces: dict[int, Piece], sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Position.from_placement(MINI, Placement(Colour.BLACK, pieces))


# Variants by name


@pytest.mark.parametrize(
    ("name", "size", "sentence"),
    [
        ("chess", None, "there is no variant 'chess'; choose from mini, towers, english, "),
        ("\x1b[31m", None, r"there is no variant '\\x1b\[31m'"),
        ("mini", 8, "mini is played on 6 rows, not on 8"),
        ("pikachu", 6, "pikachu is played on 7 to 16 rows, not on 6"),
        ("pikachu", 17, "pikachu is played on 7 to 16 rows, not on 17"),
        (MINI, 8, "this mini is played on 6 rows, not on 8"),
    ],
)
def test_unknown_variants_are_refused(name: str | Variant, size: int | None, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        Position.start(name, size)


#: Men one jump apart, which a king can capture in more orders than anyone can count.
LATTICE = "13-17,25-29,37-41,49-53,61-65"


@pytest.mark.parametrize("turn", "WB")
def test_a_board_with_captures_without_end_is_refused_whoever_is_to_move(turn: str) -> None:
    with pytest.raises(ValueError, match="too many ways to capture"):
        Position.from_fen(f"{turn}:WK56:B{LATTICE}", "canadian")


#: A king that takes 35 men if they step aside, and in more ways than anyone counts.
LONGEST = "B:WK92:B9-14,23-28,37-42,51-56,65-70,72,79,81-84"


def test_a_move_to_a_board_with_captures_without_end_is_refused() -> None:
    """Its longest capture could not be told, so that a shorter one would pass for legal."""
    position = Position.from_fen(LONGEST, "international", 14)
    game = Game(start=position)
    tags = '[Variant "international"]\n[Size "14"]\n[SetUp "1"]\n'
    for play in (
        lambda: position.play("72-80"),
        lambda: position.follow("72-80"),
        lambda: game.play("72-80"),
        lambda: Game.from_pdn(f'{tags}[FEN "{LONGEST}"]\n\n1... 72-80 *'),
    ):
        with pytest.raises(ValueError, match="too many ways to capture"):
            play()
    assert game.ply == 0
    game.play(next(move for move in game.legal_moves() if str(move) != "72-80"))
    assert game.ply == 1
    after = next(after for move, after in position.transitions().items() if str(move) == "72-80")
    assert after.legal_moves() == ()
    assert "too many ways to capture" in str(after.outcome)


@pytest.mark.parametrize(
    ("position", "line"),
    [
        (Position.start(), "Position('mini', 'B:W13,14,15,16,17,18:B1,2,3,4,5,6')"),
        (
            Position.from_fen("W:W55:B10,K27", "pikachu", 9),
            "Position('pikachu', 'W:W55:B10,K27', size=9)",
        ),
        (
            Position.from_fen("W:WK3,K4,K5,6:B20,22,K23", "english"),
            "Position('english', 'W:WK3,K4,K5,6:B20,22,K23')",
        ),
        (Position.from_fen("W:W:B5", "mini"), "Position('mini', 'W:W:B5')"),
    ],
)
def test_a_position_is_a_short_line_to_a_programmer(position: Position, line: str) -> None:
    assert repr(position) == line
    fen = line.split("'")[3]
    assert Position.from_fen(fen, position.variant) == position


def test_a_game_is_a_short_line_to_a_programmer() -> None:
    game = Game()
    game.play("6-9")
    assert repr(game) == "Game('mini', 'W:W13,14,15,16,17,18:B1,2,3,4,5,9', ply=1)"


def test_the_generator_stops_at_so_many_captures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("minicheckers.rules.movegen.MOST_CAPTURES", 100)
    few = Position.from_fen(f"W:WK7:B{LATTICE}", "canadian")
    assert 100 < len(every_capture(few.variant)(few.state)) < 150


# The search's cheap predicates agree with the generator.


def agrees_with_the_generator(position: Position) -> bool:
    """Whether the side to move can capture, which the generator tells the predicates."""
    variant, state = position.variant, position.state
    captures, steps = capture_generator(variant)(state), step_generator(variant)(state)
    if not (captures and variant.capture_forced):
        assert can_step(variant)(state) == bool(steps), position
    assert is_quiet(variant)(state) == (bool(steps) and not captures), position
    return bool(captures)


@pytest.mark.parametrize("count", [60, pytest.param(450, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_captures_and_steps_are_those_of_the_generator(variant: Variant, count: int) -> None:
    answers = {agrees_with_the_generator(position) for position in sample(variant, count)}
    assert answers == {True, False}


@settings(max_examples=60, deadline=None, derandomize=True)
@given(any_rules, st.integers(0, 1000))
def test_they_are_by_any_rules(variant: Variant, seed: int) -> None:
    random = Random(seed)
    for position in (hand_set(variant, random) for _ in range(10)):
        agrees_with_the_generator(position)


@pytest.mark.parametrize(("few", "more"), [(20, 20), pytest.param(40, 60, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("name", "size"), [("towers", None), ("english", None), ("pikachu", 7), ("pikachu", 16)]
)
def test_reversible_plies_are_those_the_80_ply_rule_counts(
    name: str, size: int | None, few: int, more: int
) -> None:
    variant = get_variant(name, size)
    answers = set()
    for position in [*from_games(variant, few, seed=3), *sparse(variant, more, seed=4)]:
        for move, after in position.transitions().items():
            piece = None if move.is_pass else position.piece_at(move.start)
            rows = {variant.geometry.place(square)[0] for square in move.path}
            quiet = not move.captured and (piece is None or piece.king or len(rows) == 1)
            assert is_reversible(position.state, after.state) == quiet, (position, move)
            assert (Timeline.begin(position).play(move).quiet_plies == 1) == quiet
            answers.add(quiet)
    assert answers == {True, False}
