"""Positions to try things on: from random games, and set up at random."""

from collections.abc import Iterator
from functools import cache
from random import Random

from minicheckers import Colour, Piece, Position, Variant
from minicheckers.coach.lessons import lessons
from minicheckers.rules.notation import Placement
from minicheckers.rules.variant import (
    INTERNATIONAL,
    ITALIAN,
    MINI,
    PIKACHU,
    RUSSIAN,
    VARIANTS,
    Goal,
    get_variant,
)

#: Every game, some on unusual boards and some with other goals.
GAMES = (
    *VARIANTS.values(),
    *(PIKACHU.of_size(7), PIKACHU.of_size(16), INTERNATIONAL.of_size(6), INTERNATIONAL.of_size(14)),
    *(RUSSIAN.with_goal(Goal.LOSING), MINI.with_goal(Goal.LOSING)),
    *(ITALIAN.with_goal(Goal.BREAKTHROUGH), MINI.with_goal(Goal.BREAKTHROUGH)),
)


def game_id(variant: Variant) -> str:
    return f"{variant}{variant.size}"


def random_game(variant: Variant, random: Random, longest: int = 150) -> Iterator[Position]:
    """The positions of a random game, to its end or for this many plies."""
    position = Position.start(variant)
    for _ in range(longest):
        yield position
        after = list(position.transitions().values())
        if not after:
            return
        position = random.choice(after)


def hand_set(variant: Variant, random: Random) -> Position:
    """A position with pieces anywhere, crowded or sparse, that no game may ever reach."""
    density = random.choice((0.01, 0.1, 0.2, 0.4, 0.8))
    white_share = random.choice((0.0, 0.2, 0.5, 0.8, 1.0))
    king_share = random.choice((0.0, 0.2, 0.7)) if variant.crowns else 0.0
    squares = range(1, variant.geometry.count + 1)
    taken = [square for square in squares if random.random() < density] or [random.choice(squares)]
    pieces = {
        square: Piece(
            Colour.WHITE if random.random() < white_share else Colour.BLACK,
            king=random.random() < king_share,
        )
        for square in taken
    }
    turn = random.choice((Colour.BLACK, Colour.WHITE))
    return Position.from_placement(variant, Placement(turn, pieces))


@cache
def sample(variant: Variant, count: int, seed: int = 1) -> tuple[Position, ...]:
    """This many positions, half of them from games and half set up at random."""
    random = Random(seed)
    positions = [hand_set(variant, random) for _ in range(count // 2)]
    while len(positions) < count:
        positions += random_game(variant, random)
    return tuple(positions[:count])


def positions_with_kings(variant: Variant, random: Random, count: int) -> Iterator[Position]:
    """This many positions with kings and a legal move, alternately from games and set up."""
    found = 0
    while found < count:
        late = [position for position in random_game(variant, random, 300) if has_kings(position)]
        several = random.sample(late, min(len(late), 4))
        for position in [*several, *(hand_set(variant, random) for _ in range(6))]:
            if has_kings(position) and position.legal_moves() and found < count:
                found += 1
                yield position


def has_kings(position: Position) -> bool:
    return any(position.kings(colour) for colour in Colour)


def games_with_lessons() -> list[str]:
    """The games that can be learned."""

    def has_lessons(name: str) -> bool:
        try:
            return bool(lessons(get_variant(name)))
        except ValueError:
            return False

    return [name for name in VARIANTS if has_lessons(name)]


def position(variant: str, fen: str | None = None, size: int | None = None) -> Position:
    game = get_variant(variant, size)
    return Position.start(game) if fen is None else Position.from_fen(fen, game)
