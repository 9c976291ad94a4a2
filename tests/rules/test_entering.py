"""A move entered square by square, and moves followed one at a time."""

from collections import defaultdict
from collections.abc import Callable
from functools import partial
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers import Variant
from minicheckers.rules.notation import Piece, Placement
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Colour, get_variant
from testing.any_rules import any_rules
from testing.positions import GAMES, game_id
from testing.referee import Table


def crowded(variant: Variant, random: Random) -> Position:
    """A position with a few kings and many victims."""
    count = variant.geometry.count
    squares = random.sample(range(1, count + 1), min(count, random.randint(5, 12)))
    pieces = {
        square: Piece(Colour(("white", "black")[n > 2]), n < 2 and variant.crowns)
        for n, square in enumerate(squares)
    }
    return Position.from_placement(variant, Placement(Colour.WHITE, pieces))


def is_entered_as_the_referee_moves(position: Position) -> None:
    table = Table.of(position)
    number, moves = table.number, table.own_moves()
    legal = {table.identity(move) for move in moves}
    ways = [move for square in table.own_squares() for move in table.captures_of(square)]
    next_squares = defaultdict[tuple[int, ...], set[int]](set)
    for way in [*ways, *(move for move in moves if not move.captured)]:
        if table.identity(way) in legal:
            path = tuple(map(number, way.path))
            for length in range(1, len(path)):
                next_squares[path[:length]].add(path[length])
                jumped = tuple(map(number, way.captured[: length - 1]))
                assert position.entered(path[:length]).jumped == jumped
            entered = position.entered(path)
            assert entered.move in position.legal_moves()
            assert path[-1] == entered.move.end
            assert set(entered.move.captured) == set(map(number, way.captured))
            assert entered.king or not way.promoted
            assert (
                position.find(("x" if way.captured else "-").join(map(str, path))).end == path[-1]
            )
    for path, squares in next_squares.items():
        assert set(position.entered(path).landings) == squares, (position, path)


@pytest.mark.parametrize("count", [12, pytest.param(300, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", VARIANTS)
def test_every_way_to_make_a_legal_move_can_be_entered(name: str, count: int) -> None:
    random = Random(name)
    for _ in range(count):
        position = crowded(get_variant(name), random)
        is_entered_as_the_referee_moves(position)
        for move in position.legal_moves():
            if not move.is_pass:
                assert position.entered(move.path).move == move
                assert all(
                    move in position.entered(move.path[:length]).landings[move.path[length]]
                    for length in range(1, len(move.path))
                )


@settings(max_examples=40, deadline=None, derandomize=True)
@given(any_rules, st.integers(0, 1000))
def test_moves_are_entered_by_any_rules(variant: Variant, seed: int) -> None:
    is_entered_as_the_referee_moves(crowded(variant, Random(seed)))


def test_a_capture_that_goes_on_is_not_entered_as_a_whole() -> None:
    """From 23 the king takes 19 and lands on 12, where it must go on; so 16 is no stop."""
    position = Position.from_fen("W:WK10,K16:B4,K5,K6,7,8,13,18,K19,20,27,K30", "pool")
    assert position.entered((16, 23, 9, 2, 16)).move is not None
    assert set(position.entered((16, 2, 9, 23)).landings) == {12, 32}


def test_a_king_with_very_many_captures_is_entered_soon() -> None:
    """Nine hundred moves of one king; each is asked by which squares it can go."""
    fen = "W:WK10:BK1,5,9,11,K14,18,19,23,24,25,K30,34,35,K37,38,44,K50,56,K63"
    position = Position.from_fen(fen, "turkish")
    entered = position.entered((10,))
    assert len(entered.moves) == len(position.legal_moves())


# Moves followed one at a time, as long games are read, match the generated ones.


def meaning(read: Callable[[str], object], text: str) -> object:
    """What a text is read as, or the error message."""
    try:
        return read(text)
    except ValueError as error:
        return str(error)


def found_and_played(position: Position, text: str) -> object:
    return position.find(text), position.play(text)


@pytest.mark.parametrize("plies", [25, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_a_text_is_followed_as_it_is_found(variant: Variant, plies: int) -> None:
    random = Random(4)
    position = Position.start(variant)
    for _ in range(plies):
        if position.outcome is not None:
            break
        for move in position.legal_moves():
            assert position.follow(str(move)) == (move, position.play(move))
        for _ in range(5):
            text = "-".join(str(random.randrange(0, 40)) for _ in range(random.choice((2, 2, 3))))
            assert meaning(position.follow, text) == meaning(
                partial(found_and_played, position), text
            )
        position = position.play(random.choice(position.legal_moves()))
