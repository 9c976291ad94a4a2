"""A search replayed step by step runs as the search itself did."""

from dataclasses import replace

import pytest

from minicheckers.rules.variant import VARIANTS
from minicheckers.treeview.ideas import STAIRS, Algorithm
from minicheckers.treeview.search import search_tree
from minicheckers.treeview.seeds import FORMULAS
from minicheckers.treeview.tree import Event, Kind, Node, Tree, moment
from testing.sample_positions import from_games

Seen = tuple[Event, int, int, int, int]


def told(tree: Tree) -> list[Seen]:
    """Event, node, and the counters, by walking through the tree as the search did."""
    seen: list[Seen] = []
    nodes, at_max, at_min = 0, 0, 0

    def visit(node: Node, window: list[int]) -> None:
        nonlocal nodes, at_max, at_min
        nodes += 1
        seen.append((Event.ENTER, node.number, nodes, at_max, at_min))
        for child in node.children:
            if node.may_stand:  # who need not capture begins with what there is
                _narrow(node, node.static_value, window)
            visit(child, [child.alpha, child.beta])
            before = list(window)
            if not child.is_depth and not child.is_question:
                _narrow(node, child.value, window)
            event = Event.WINDOW if window != before else Event.VALUE
            if node.kind is Kind.CUTOFF and child is node.children[-1]:
                event = Event.CUT
            seen.append((event, child.number, nodes, at_max, at_min))
        at_max += node.kind is Kind.CUTOFF and node.is_max
        at_min += node.kind is Kind.CUTOFF and not node.is_max

    visit(tree.root, [tree.root.alpha, tree.root.beta])
    seen.append((Event.VALUE, 0, nodes, at_max, at_min))
    return seen


def _narrow(node: Node, value: int, window: list[int]) -> None:
    if not node.tree.algorithm.pruning:
        return
    if node.is_max:
        window[0] = max(window[0], value)
    else:
        window[1] = min(window[1], value)


@pytest.mark.sampled(3)
@pytest.mark.parametrize("count", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("algorithm", [*STAIRS, replace(STAIRS[2], nullwindow=True)], ids=str)
def test_every_step_is_the_one_the_search_made(algorithm: Algorithm, count: int) -> None:
    events = set()
    for game in ("mini", "towers", "english"):
        for position in from_games(VARIANTS[game], count, seed=4):
            tree = search_tree(position, 3, FORMULAS["pieces"], algorithm)
            expected = told(tree)
            assert len(expected) == tree.steps
            for step, (event, number, nodes, at_max, at_min) in enumerate(expected):
                now = moment(tree, step)
                assert (now.event, now.node.number) == (event, number)
                assert (now.nodes, now.cutoffs_at_max, now.cutoffs_at_min) == (
                    nodes,
                    at_max,
                    at_min,
                )
                if event is Event.ENTER:
                    assert now.node.first_step == step
                    assert now.open[-1].node.number == number
                events.add(event)
    assert events == (set(Event) if algorithm.pruning else {Event.ENTER, Event.VALUE})
