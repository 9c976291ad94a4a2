"""The horizon is found where it is: a blunder that a slightly deeper search would have seen."""

from random import Random

import pytest

from minicheckers import Position
from minicheckers.coach.analysis import Analyst
from minicheckers.rules.variant import VARIANTS
from minicheckers.thinking.comparing import compare, differences
from minicheckers.thinking.horizon import RESCUES, find_horizon
from minicheckers.thinking.search import search_tree
from minicheckers.thinking.seeds import FORMULAS

MINI = VARIANTS["mini"]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rescue", RESCUES)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_mini_the_result_is_thrown_away(rescue: str, seed: int) -> None:
    found = find_horizon(MINI, FORMULAS["seed-000"], RESCUES[rescue], Random(seed))
    assert found is not None
    assert found.exact
    truth = Analyst(MINI).analyse(found.position)
    blunder, rescued = found.blunder.best, found.rescue.best
    assert blunder is not None
    assert rescued in truth.best
    assert (truth.moves[blunder] > 0) < (truth.value > 0) or truth.moves[blunder] < 0 <= truth.value
    shallow, deep = RESCUES[rescue]
    for tree, look in ((found.blunder, shallow), (found.rescue, deep)):
        again = search_tree(found.position, look.depth, FORMULAS["seed-000"], look.algorithm)
        assert (tree.best, tree.value, tree.depth) == (again.best, again.value, look.depth)
    # What comes is best play after the blunder, to the end of the game.
    position = found.position
    for move in found.reality:
        position = position.play(move)
    assert found.reality[0] == blunder
    assert position.outcome is not None


def test_elsewhere_a_deeper_search_is_the_judge() -> None:
    formula = FORMULAS["seed-001"]
    found = find_horizon(VARIANTS["towers"], formula, RESCUES["quiescence"], Random(1))
    assert found is not None
    assert not found.exact
    assert found.blunder.best is not None
    assert found.rescue.best is not None
    lost = found.truth[found.rescue.best] - found.truth[found.blunder.best]
    assert lost >= formula.man
    assert found.blunder.value - found.truth[found.blunder.best] >= formula.man


def test_nothing_is_found_where_there_is_no_time() -> None:
    looks = RESCUES["depth"]
    formula = FORMULAS["seed-000"]
    assert find_horizon(MINI, formula, looks, Random(1), stopped=lambda: True) is None
    assert find_horizon(MINI, formula, (looks[0], looks[0]), Random(1), tries=20) is None


def test_ideas_side_by_side() -> None:
    found = list(compare(Position.start(MINI), 6, FORMULAS["seed-000"], lambda: 0.0, 5_000))
    assert found[0].tree is None  # minimax is too large
    trees = [one.tree for one in found[1:]]
    assert all(trees)
    values = [tree.value for tree in trees if tree is not None]
    assert len(set(values[:3])) == 1
    told = differences(found)
    assert bool(told) == (len({(tree.best, tree.value) for tree in trees if tree}) > 1)
