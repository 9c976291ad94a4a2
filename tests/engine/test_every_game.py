"""Every game can be searched: those that have been tuned, the others, house rules, all goals."""

from dataclasses import replace
from random import Random

import pytest

from minicheckers import Position, Variant
from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import SearchSetup, search, strongest_setup
from minicheckers.engine.evaluate import best_evaluation, original_evaluation, tuning_of
from minicheckers.engine.score import DECIDED, is_decided
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.rules.movegen import State
from minicheckers.rules.variant import ALL_DIAGONALS, ENGLISH, MINI, PIKACHU, VARIANTS, Goal, Stuck
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
