"""Moves followed one at a time, as long games are read, match the generated ones."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant
from testing.positions import GAMES, game_id


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
