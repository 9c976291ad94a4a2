"""Games in which no position comes back are exact, whatever their rules are."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from minicheckers.coach.analysis import Analyst
from minicheckers.engine.solver import is_solvable
from minicheckers.engine.solver.solver import Solver
from minicheckers.opponents.registry import strategy
from minicheckers.rules.position import Position
from minicheckers.rules.variant import (
    ALL_DIAGONALS,
    DIAGONALLY_FORWARD,
    ENGLISH,
    MINI,
    TOWERS,
    Goal,
    Priority,
    Stuck,
    Variant,
)
from testing.any_rules import random_rules
from testing.naive_solver import NaiveReferee

BREAKTHROUGH = MINI.with_goal(Goal.BREAKTHROUGH)


def family() -> Iterator[Variant]:
    """Mini with other captures, other ends for a side that cannot move, and other goals."""
    captures: tuple[tuple[str, bool, bool, tuple[Priority, ...]], ...] = (
        ("free", False, False, ()),
        ("free-chains", False, True, ()),
        ("one", True, False, ()),
        ("chains", True, True, ()),
        ("majority", True, True, (Priority.MOST_PIECES,)),
    )
    for (name, forced, chains, priority), back, stuck, goal in product(
        captures, (False, True), Stuck, Goal
    ):
        yield replace(
            MINI,
            name=f"{name}-{'back' if back else 'ahead'}-{stuck}-{goal}",
            capture_forced=forced,
            chains=chains,
            priority=priority,
            man_jumps=ALL_DIAGONALS if back else MINI.man_jumps,
            stuck=stuck,
        ).with_goal(goal)


FAMILY = {variant.name: variant for variant in family()}


def set_up(variant: Variant, random: Random, pieces: int) -> Position:
    """A position of that many men, none on its last row where that would end the game."""
    bits = [bit for bit in variant.geometry.bits if variant.goal is not Goal.BREAKTHROUGH]
    bits = bits or list(variant.geometry.bits[3:-3])
    chosen = random.sample(bits, pieces)
    cut = random.randint(1, pieces - 1)
    return Position(variant, (sum(chosen[:cut]), 0, sum(chosen[cut:]), 0, random.randint(0, 1)))


@pytest.mark.sampled(12)
@pytest.mark.parametrize("name", FAMILY)
def test_every_value_is_the_naive_one(name: str) -> None:
    variant, random = FAMILY[name], Random(name)
    solver = Solver(variant)
    naive = NaiveReferee(solver.by_pieces)
    for _ in range(25):
        position = set_up(variant, random, random.randint(2, 6))
        if position.outcome is None:
            found = solver.move_values(position)
            assert found == {
                move: -naive.value(after) for move, after in position.transitions().items()
            }, position


def test_no_position_of_a_finite_game_comes_back() -> None:
    """Random rules made finite: whatever else they say, a game through them never returns."""
    random, found = Random(9), 0
    for _ in range(400):
        rules = replace(random_rules(random), man_steps=DIAGONALLY_FORWARD, material_draws=())
        variant = random.choice((rules.with_goal(Goal.BREAKTHROUGH), replace(rules, crowns=False)))
        if not variant.is_finite:
            continue
        found += 1
        position = Position.start(variant)
        seen: set[Position] = set()
        while position.legal_moves() and len(seen) < 200:
            assert position not in seen, variant
            seen.add(position)
            position = random.choice(list(position.transitions().values()))
    assert found > 300


def test_which_games_are_finite() -> None:
    assert all(is_solvable(variant) for variant in FAMILY.values())
    assert not any(game.is_finite for game in (ENGLISH, TOWERS, replace(MINI, crowns=True)))
    assert not replace(MINI, man_steps=((1, 0), (0, 1))).is_finite
    assert not is_solvable(ENGLISH.with_goal(Goal.BREAKTHROUGH))  # finite, but too large


def test_breakthrough_on_the_same_board_is_exact_from_the_first_move() -> None:
    found = Analyst(BREAKTHROUGH).analyse(Position.start(BREAKTHROUGH))
    assert found.exact
    results = {str(move): ending.result.value for move, ending in found.endings.items()}
    assert results == {
        "4-7": "win",
        "6-8": "win",
        "5-7": "loss",
        "5-8": "loss",
        "6-9": "loss",
    }


def test_the_perfect_level_wins_a_won_game_of_breakthrough() -> None:
    random, expert = Random(3), strategy("expert", BREAKTHROUGH, seed=1)
    position = Position.start(BREAKTHROUGH)
    mover = position.turn
    while (outcome := position.outcome) is None:
        if position.turn is mover:
            position = position.play(expert.choose(position).move)
        else:
            position = random.choice(list(position.transitions().values()))
    assert outcome.winner is mover
