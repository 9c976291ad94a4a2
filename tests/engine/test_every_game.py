"""Every game can be searched, with house rules too; those in which nothing comes back are exact."""

from dataclasses import replace
from random import Random

import pytest

from family import family
from minicheckers import Position, Variant
from minicheckers.coach.analysis import Analyst
from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import SearchSetup, search, strongest_setup
from minicheckers.engine.evaluate import best_evaluation, original_evaluation, tuning_of
from minicheckers.engine.score import DECIDED, is_decided
from minicheckers.engine.solver import is_solvable
from minicheckers.engine.solver.solver import Solver
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.opponents.registry import strategy
from minicheckers.rules.movegen import State
from minicheckers.rules.variant import (
    ALL_DIAGONALS,
    DIAGONALLY_FORWARD,
    ENGLISH,
    MINI,
    PIKACHU,
    TOWERS,
    VARIANTS,
    Goal,
    Stuck,
)
from testing.any_rules import random_rules
from testing.naive_solver import NaiveReferee
from testing.networks import NETWORKS
from testing.plain_minimax import PlainMinimax
from testing.sample_positions import from_games, sparse

HOUSE_RULES = (
    replace(ENGLISH, name="flying", king_flies=True),
    replace(ENGLISH, name="large", size=10, rows_of_men=4),
    replace(ENGLISH, name="backwards", man_jumps=ALL_DIAGONALS, capture_forced=False),
    replace(ENGLISH, name="passing", stuck=Stuck.PASSES),
    replace(PIKACHU, name="duty", capture_forced=True, chains=True),
    replace(MINI, name="crownless", stuck=Stuck.LOSES),
)

OTHER_GOALS = [
    variant.with_goal(goal)
    for variant in VARIANTS.values()
    for goal in (Goal.LOSING, Goal.BREAKTHROUGH)
]
QUICK = ("mini", "english", "russian", "pikachu")

every_game = pytest.mark.parametrize(
    "variant",
    [
        *VARIANTS.values(),
        *HOUSE_RULES,
        *(
            variant if variant.base in QUICK else pytest.param(variant, marks=pytest.mark.slow)
            for variant in OTHER_GOALS
        ),
    ],
    ids=str,
)


@pytest.mark.sampled(3)
@every_game
def test_an_exact_search_has_the_values_of_plain_minimax(variant: Variant) -> None:
    evaluation = best_evaluation(variant)
    for position in [*from_games(variant, 8, seed=1), *sparse(variant, 8, seed=2, most=2)]:
        side = position.turn.side
        oracle = PlainMinimax(
            variant, evaluation.heuristic(variant, side), evaluation.final(variant, side)
        )
        for depth in (1, 2, 3):
            before = oracle.nodes
            values = oracle.move_values(position, depth)
            setup, limits = SearchSetup(evaluation, exact=True), Limits(depth=depth)
            decision = search(position, setup, limits, Table(12), Random(1), Context())
            assert decision.score == max(values.values()), f"{position} at depth {depth}"
            if 8 * (oracle.nodes - before) > 3_000:
                break


@pytest.mark.sampled(5)
@every_game
def test_a_finished_game_scores_as_the_rules_say(variant: Variant) -> None:
    random = Random(3)
    finals = {
        evaluation.name: [evaluation.final(variant, side) for side in (0, 1)]
        for evaluation in (original_evaluation(variant), best_evaluation(variant))
    }
    for _ in range(5):
        position = Position.start(variant)
        for _ in range(300):
            if not position.transitions():
                break
            position = random.choice(list(position.transitions().values()))
        outcome = position.outcome
        if outcome is None:
            continue
        for final in (final for pair in finals.values() for final in pair):
            score = final(position.state)
            assert is_decided(score) == (outcome.winner is not None)
            if outcome.winner is not None:
                assert (score > 0) == (outcome.winner is position.turn), position


@every_game
def test_the_strongest_search_answers_and_keeps_its_scores_apart(variant: Variant) -> None:
    for position in from_games(variant, 3, seed=4):
        decision = search(
            position, strongest_setup(variant), Limits(nodes=500), Table(12), Random(1), Context()
        )
        assert decision.move in position.legal_moves()
        heuristic = best_evaluation(variant).heuristic(variant, 0)
        assert abs(heuristic(position.state)) < DECIDED // 10
        assert tuning_of(variant).depths.depth(position) >= 5


def swapped(state: State) -> State:
    men, kings, foe_men, foe_kings, side = state
    return (foe_men, foe_kings, men, kings, 1 - side)


@every_game
def test_what_one_side_gains_the_other_loses(variant: Variant) -> None:
    heuristic = best_evaluation(variant).heuristic(variant, 0)
    for position in [*from_games(variant, 10, seed=9), *sparse(variant, 10, seed=9)]:
        assert heuristic(position.state) == heuristic(position.seen_from_other_side().state)
        if variant.name not in NETWORKS:  # which know that it is good to have the move
            assert heuristic(position.state) == -heuristic(swapped(position.state))


def lead(variant: Variant, fen: str) -> int:
    """How far the side to move is ahead."""
    state = Position.from_fen(fen, variant).state
    return best_evaluation(variant).heuristic(variant, state[4])(state)


def test_a_king_is_worth_more_where_it_flies_and_on_a_larger_board() -> None:
    short = replace(ENGLISH, name="short")
    flying = replace(short, name="flying", king_flies=True)
    large = replace(flying, name="large", size=12)
    kings = [lead(variant, "B:W30:BK9,1") for variant in (short, flying, large)]
    assert kings == sorted(set(kings))
    assert kings[0] > 100


def test_a_game_is_tuned_by_its_rules_and_not_by_its_name() -> None:
    assert tuning_of(ENGLISH).best.name == "english"
    flying = replace(ENGLISH, king_flies=True)
    assert flying.name == "english"
    assert tuning_of(flying) != tuning_of(ENGLISH)
    renamed = replace(flying, name="flying")
    assert lead(flying, "B:W30:BK9,1") == lead(renamed, "B:W30:BK9,1")
    assert tuning_of(PIKACHU.of_size(12)) == tuning_of(PIKACHU)


# Games in which no position comes back are exact, whatever their rules are.

BREAKTHROUGH = MINI.with_goal(Goal.BREAKTHROUGH)


FAMILY = family()


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
