"""Positions to test the search on: from random games, and sparse ones set up at random."""

from collections.abc import Iterator
from random import Random

from minicheckers.rules.movegen import State, generator, start_state
from minicheckers.rules.position import Position
from minicheckers.rules.predicates import is_reversible
from minicheckers.rules.variant import Variant


def from_games(variant: Variant, count: int, seed: int) -> Iterator[Position]:
    """Positions with at least one move, from anywhere in random games with all captures."""
    random = Random(seed)
    successors = generator(variant)
    found = 0
    while found < count:
        state = start_state(variant)
        states: list[State] = []
        while len(states) < 80 and (children := successors(state)):
            states.append(state)
            captures = [child for child in children if child[0] | child[1] != state[2] | state[3]]
            state = random.choice(captures or children)
        yield Position(variant, random.choice(states))
        found += 1


def sparse(variant: Variant, count: int, seed: int, most: int = 3) -> Iterator[Position]:
    """Positions with a move and up to `most` pieces per side, kings where the game has them."""
    random = Random(seed)
    geometry = variant.geometry
    found = 0
    while found < count:
        bits = random.sample(geometry.bits, random.randint(2, 2 * most))
        masks = [0, 0, 0, 0]
        for number, bit in enumerate(bits):
            side = number % 2
            king = variant.crowns and (
                random.random() < 0.4 or bool(bit & variant.crowning_row(side))
            )
            masks[2 * side + king] |= bit
        black, white = (masks[0], masks[1]), (masks[2], masks[3])
        state = random.choice([(*black, *white, 0), (*white, *black, 1)])
        if generator(variant)(state):
            yield Position(variant, state)
            found += 1


def quiet_walk(variant: Variant, plies: int, seed: int) -> list[Position]:
    """Positions one reversible ply apart, none of them three times: two kings against one."""
    random = Random(seed)
    geometry = variant.geometry
    while True:
        first, second, third = random.sample(geometry.bits, 3)
        walk: list[State] = [(0, first | second, 0, third, 0)]
        while len(walk) <= plies:
            children = [
                child
                for child in generator(variant)(walk[-1])
                if is_reversible(walk[-1], child) and walk.count(child) < 2
            ]
            if not children:
                break
            walk.append(random.choice(children))
        else:
            if generator(variant)(walk[-1]):
                return [Position(variant, state) for state in walk]
