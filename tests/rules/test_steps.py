"""Steps made one at a time are those of the generator."""

from collections.abc import Callable
from functools import partial
from random import Random

import pytest

from minicheckers.rules.movegen import generator
from minicheckers.rules.position import Position
from minicheckers.rules.steps import stepper
from minicheckers.rules.variant import Variant
from testing.positions import GAMES, game_id, random_game


@pytest.mark.parametrize(
    ("games", "every"), [(1, 6), pytest.param(6, 1, marks=pytest.mark.slow)], ids=["some", "all"]
)
@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_a_step_is_legal_if_the_generator_makes_it(
    variant: Variant, games: int, every: int
) -> None:
    random, step, bits = Random(3), stepper(variant), variant.geometry.bits
    for _ in range(games):
        for position in list(random_game(variant, random, longest=500))[::every]:
            state = position.state
            own, foes = state[0] | state[1], state[2:4]
            steps = {
                (own & ~(after[2] | after[3]), (after[2] | after[3]) & ~own): after
                for after in generator(variant)(state)
                if after[:2] == foes and after[2] | after[3] != own
            }
            near = random.sample(bits, 8)
            for start in bits:
                for landing in near if start & own else near[:1]:
                    assert step(state, start, landing) == steps.get((start, landing))
            for (start, landing), after in steps.items():
                assert step(state, start, landing) == after


def meaning(read: Callable[[str], object], text: str) -> object:
    """What a text is read as, or the sentence of the refusal."""
    try:
        return read(text)
    except ValueError as error:
        return str(error)


def found_and_played(position: Position, text: str) -> object:
    return position.find(text), position.play(text)


@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_a_text_is_followed_as_it_is_found(variant: Variant) -> None:
    random = Random(4)
    position = Position.start(variant)
    for _ in range(60):
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
