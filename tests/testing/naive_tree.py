"""Everything a tree shows, found again by the plainest minimax: the oracle.

It only queries positions, knows nothing of bitboards, windows or move ordering, and derives every
window from the values of the nodes before it.
"""

from collections.abc import Iterator
from functools import cache

from minicheckers.engine.score import INFINITY, seen_from_root
from minicheckers.rules.position import Position
from minicheckers.treeview.ideas import Formula
from minicheckers.treeview.tree import Kind, Node, Tree


class NaiveMinimax:
    """Values for the side to move at the root."""

    def __init__(self, root: Position, formula: Formula, quiescence: bool) -> None:
        self.root = root
        self.formula = formula
        self.quiescence = quiescence
        self.value = cache(self._value)

    def _value(self, position: Position, depth: int, ply: int) -> int:
        options = self.options(position, depth)
        if not position.legal_moves():
            return self.final(position, ply)
        values = [self.value(position.play(move), depth - 1, ply + 1) for move in options]
        if self.may_stand(position, depth):
            values.append(self.static(position))
        return max(values) if position.turn is self.root.turn else min(values)

    def options(self, position: Position, depth: int) -> list[str]:
        """The moves that a search looks at with this many plies to go."""
        if depth > 0:
            return [str(move) for move in position.legal_moves()]
        if not self.quiescence:
            return []
        return [str(move) for move in position.legal_moves() if move.captured]

    def may_stand(self, position: Position, depth: int) -> bool:
        forced = position.variant.capture_forced and self.options(position, depth)
        return depth <= 0 and not forced

    def static(self, position: Position) -> int:
        return sum(number for _, number in self.formula.terms(position, self.root.turn.side))

    def final(self, position: Position, ply: int) -> int:
        worth = self.formula.final(position.variant, self.root.turn.side)(position.state)
        seen = seen_from_root(worth, ply)
        return seen if position.turn is self.root.turn else -seen


def walk(node: Node) -> Iterator[Node]:
    """A node and all below it."""
    yield node
    for child in node.children:
        yield from walk(child)


def check(tree: Tree) -> dict[Kind, int]:
    """Recompute every value, window, kind and cut-off of a tree; return the nodes of each kind."""
    algorithm = tree.algorithm
    oracle = NaiveMinimax(tree.position, tree.formula, algorithm.quiescence)
    found = dict.fromkeys(Kind, 0)
    for number, node in enumerate(walk(tree.root)):
        assert node.number == number
        found[node.kind] += 1
        truth = oracle.value(node.position, node.depth, node.ply)
        _check_value(node, truth)
        assert node.bound or node.value == truth
        _check_window(node, oracle)
        _check_kind(node, oracle)
    assert sum(found.values()) == len(tree)
    assert found[Kind.CUTOFF] == tree.cutoffs_at_max + tree.cutoffs_at_min
    assert tree.value == oracle.value(tree.position, tree.depth, 0)
    return found


def _check_value(node: Node, truth: int) -> None:
    """Inside the window the value is exact; outside it is a bound on the right side."""
    if node.value >= node.beta:
        assert node.value <= truth
    elif node.value <= node.alpha:
        assert node.value >= truth
    else:
        assert node.value == truth


def _check_window(node: Node, oracle: NaiveMinimax) -> None:
    parent = node.parent
    if parent is None or node.is_depth:
        assert (node.alpha, node.beta) == (-INFINITY, INFINITY)
        return
    position, prunes = parent.position, node.tree.algorithm.pruning
    before = [c.value for c in parent.children if c.number < node.number and not c.is_question]
    if oracle.may_stand(position, parent.depth):
        before.append(oracle.static(position))
    alpha, beta = parent.alpha, parent.beta
    if prunes and parent.is_max:
        alpha = max([alpha, *before])
    elif prunes:
        beta = min([beta, *before])
    expected = [(alpha, beta)]
    if node.tree.algorithm.nullwindow and node.number > parent.number + 1:
        expected.append((alpha, alpha + 1) if parent.is_max else (beta - 1, beta))
    assert (node.alpha, node.beta) in expected
    assert node.alpha < node.beta


def _check_kind(node: Node, oracle: NaiveMinimax) -> None:
    position = node.position
    searched = [str(child.move) for child in node.children if not child.is_question]
    options = oracle.options(position, node.depth)
    if node.kind is Kind.OVER:
        assert position.outcome is not None
        assert not searched
        return
    assert position.outcome is None
    if node.kind in (Kind.TABLE, Kind.SOLVED):
        assert node.tree.algorithm.table
        assert not searched
        return
    if node.children and node.children[0].is_depth:
        assert [child.depth for child in node.children] == list(node.tree.depths)
        assert node.value == node.children[-1].value
        return
    values = [child.value for child in node.children if not child.is_question]
    if oracle.may_stand(position, node.depth):
        values.append(oracle.static(position))
    assert node.value == (max(values) if node.is_max else min(values))
    if node.kind is Kind.LEAF:
        assert not options
        assert node.depth <= 0
        return
    assert options
    left_out = [str(move) for move in node.unsearched]
    assert sorted([*searched, *left_out]) == sorted(options)
    outside = node.value >= node.beta if node.is_max else node.value <= node.alpha
    assert (node.kind is Kind.CUTOFF) == bool(left_out)
    assert outside or not left_out
