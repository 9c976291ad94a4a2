"""Alpha-beta, with everything that makes it fast, has the values of plain minimax."""

from collections.abc import Iterable, Sequence
from random import Random

import pytest

from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import SearchSetup, search
from minicheckers.engine.evaluate import EVALUATIONS, Evaluation
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant, get_variant
from testing.plain_minimax import PlainMinimax
from testing.sample_positions import from_games, quiet_walk, sparse

DEEPEST = 6
GAMES = [
    (evaluation, 7 if evaluation.name.startswith("pikachu") else None)
    for evaluation in EVALUATIONS.values()
]
with_every_evaluation = pytest.mark.parametrize(
    ("evaluation", "size"), GAMES, ids=[evaluation.name for evaluation, _ in GAMES]
)


def check(
    position: Position, evaluation: Evaluation, budget: int, history: Sequence[Position] = ()
) -> int:
    """Compare every depth that plain minimax reaches within a node budget; return the last."""
    variant = position.variant
    searcher = position.state[4]
    oracle = PlainMinimax(
        variant, evaluation.heuristic(variant, searcher), evaluation.final(variant, searcher)
    )
    table = Table(bits=14)
    context = Context(history=tuple(history))
    setup = SearchSetup(evaluation, exact=True)
    for depth in range(1, DEEPEST + 1):
        before = oracle.nodes
        values = oracle.move_values(position, depth, history)
        decision = search(position, setup, Limits(depth=depth), table, Random(depth), context)
        best = max(values.values())
        assert decision.score == best, f"{position} at depth {depth}"
        assert values[position.play(decision.move).state] == best, f"{position} at depth {depth}"
        if 8 * (oracle.nodes - before) > budget:
            return depth
    return DEEPEST


def check_all(positions: Iterable[Position], evaluation: Evaluation, budget: int) -> list[int]:
    return [check(position, evaluation, budget) for position in positions]


def named_variant(evaluation: Evaluation) -> str:
    return evaluation.name.split("-")[0]


def count(variant: Variant, times: int) -> int:
    """How many positions: plain minimax is slow where pieces fly."""
    return times * (10 if variant.king_flies else 12)


some_or_many = pytest.mark.parametrize(
    ("times", "budget"), [(1, 1_500), pytest.param(4, 4_000, marks=pytest.mark.slow)]
)


@pytest.mark.sampled(3)
@some_or_many
@with_every_evaluation
def test_equals_plain_minimax_in_games(
    evaluation: Evaluation, size: int | None, times: int, budget: int
) -> None:
    variant = get_variant(named_variant(evaluation), size)
    depths = check_all(from_games(variant, count(variant, times), seed=1), evaluation, budget)
    assert max(depths) >= 3


@pytest.mark.sampled(3)
@some_or_many
@with_every_evaluation
def test_equals_plain_minimax_with_few_pieces(
    evaluation: Evaluation, size: int | None, times: int, budget: int
) -> None:
    variant = get_variant(named_variant(evaluation), size)
    depths = check_all(
        sparse(variant, count(variant, times), seed=2, most=2), evaluation, 2 * budget
    )
    assert max(depths) == DEEPEST


@pytest.mark.sampled(1)
@pytest.mark.parametrize("walks", [2, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", ["towers", "english", "pikachu"])
def test_equals_plain_minimax_when_history_can_make_a_draw(name: str, walks: int) -> None:
    variant = get_variant(name, 7 if name == "pikachu" else None)
    drawn = 0
    for seed in range(walks):
        walk = quiet_walk(variant, plies=76 + seed % 6, seed=seed)
        *history, position = walk
        check(position, EVALUATIONS[name], 2_000, history)
        # Without its history the position is judged otherwise, or this would test nothing.
        setup = SearchSetup(EVALUATIONS[name], exact=True)
        fresh, aged = (
            search(position, setup, Limits(depth=5), Table(14), Random(), context)
            for context in (Context(), Context(history=tuple(history)))
        )
        drawn += aged.score == 0 != fresh.score
    assert drawn


@pytest.mark.slow
@with_every_evaluation
def test_equals_plain_minimax_to_depth_6(evaluation: Evaluation, size: int | None) -> None:
    variant = get_variant(named_variant(evaluation), size)
    if variant.king_flies:  # plain minimax takes long there
        depths = check_all(sparse(variant, 200, seed=3, most=1), evaluation, budget=200_000)
        depths += check_all(from_games(variant, 100, seed=4), evaluation, budget=20_000)
    else:
        depths = check_all(sparse(variant, 150, seed=3, most=3), evaluation, budget=400_000)
        depths += check_all(from_games(variant, 150, seed=4), evaluation, budget=200_000)
    assert depths.count(DEEPEST) >= 100
