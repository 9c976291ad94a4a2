"""Alpha-beta, with everything that makes it fast, has the values of plain minimax."""

from collections.abc import Iterable
from random import Random

import pytest
from plain_minimax import PlainMinimax
from sample_positions import from_games, sparse

from minicheckers.ai.evaluate import EVALUATIONS, Evaluation
from minicheckers.ai.search import Limits, Style, search
from minicheckers.ai.strategy import Context
from minicheckers.ai.table import Table
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant, get_variant

DEEPEST = 6
VARIANTS = [("mini", None), ("towers", None), ("english", None), ("pikachu", 7)]


def check(position: Position, evaluation: Evaluation, budget: int) -> int:
    """Compare every depth that plain minimax reaches within a budget of nodes; how many did."""
    variant = position.variant
    seat = position.state[4]
    oracle = PlainMinimax(
        variant, evaluation.heuristic(variant, seat), evaluation.final(variant, seat)
    )
    table = Table(bits=14)
    for depth in range(1, DEEPEST + 1):
        before = oracle.nodes
        values = oracle.move_values(position, depth)
        decision = search(
            position, Style(evaluation, exact=True), Limits(depth), table, Random(depth), Context()
        )
        best = max(values.values())
        assert decision.score == best, f"{position} at depth {depth}"
        assert values[position.play(decision.move).state] == best, f"{position} at depth {depth}"
        spent = oracle.nodes - before
        if spent * 8 > budget:
            return depth
    return DEEPEST


def check_all(positions: Iterable[Position], evaluation: Evaluation, budget: int) -> list[int]:
    return [check(position, evaluation, budget) for position in positions]


def evaluations(variant: Variant) -> list[Evaluation]:
    return [e for name, e in EVALUATIONS.items() if name.split("-")[0] == variant.name]


@pytest.mark.parametrize(("name", "size"), VARIANTS)
def test_equals_plain_minimax_in_games(name: str, size: int | None) -> None:
    variant = get_variant(name, size)
    for seed, evaluation in enumerate(evaluations(variant)):
        depths = check_all(from_games(variant, 50, seed), evaluation, budget=2_500)
        assert max(depths) >= 3


@pytest.mark.parametrize(("name", "size"), VARIANTS)
def test_equals_plain_minimax_with_few_pieces(name: str, size: int | None) -> None:
    variant = get_variant(name, size)
    for seed, evaluation in enumerate(evaluations(variant)):
        depths = check_all(sparse(variant, 50, seed, most=2), evaluation, budget=6_000)
        # Flying kings have too many moves for plain minimax to get far in little time; the slow
        # test goes deeper.
        assert max(depths) >= (4 if variant.king_flies else DEEPEST)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "size"), VARIANTS)
def test_equals_plain_minimax_to_depth_6(name: str, size: int | None) -> None:
    variant = get_variant(name, size)
    for seed, evaluation in enumerate(evaluations(variant)):
        depths = check_all(sparse(variant, 150, seed, most=3), evaluation, budget=400_000)
        depths += check_all(from_games(variant, 150, seed), evaluation, budget=200_000)
        assert depths.count(DEEPEST) >= 100
