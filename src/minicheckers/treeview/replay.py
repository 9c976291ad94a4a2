"""A search once more, step by step: forward, back, or straight to any step.

A step enters a node or returns from one, so a tree of n nodes has 2n steps. Which step is which
follows from the order of the nodes, so nothing but the tree is needed, and going back costs no more
than going on.
"""

from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise

from .tree import CUT_AT_MAX, CUT_AT_MIN, Kind, Node, Tree


class Event(StrEnum):
    """What a step does."""

    ENTER = "enter"
    VALUE = "value returned"
    WINDOW = "window changed"
    CUT = "cut"


@dataclass(frozen=True)
class OpenNode:
    """A node that the search has entered and not left: its window by now, and its best value."""

    node: Node
    alpha: int
    beta: int
    best: int | None


@dataclass(frozen=True)
class Moment:
    """The search after a step.

    ``node`` was entered, or has returned its value to the last of the ``open`` nodes; a cut ends
    that one. The counters are those so far: nodes generated, prunings at max and at min nodes.
    """

    step: int
    event: Event
    node: Node
    open: tuple[OpenNode, ...]
    nodes: int
    cutoffs_at_max: int
    cutoffs_at_min: int


def steps(tree: Tree) -> int:
    """How many steps there are."""
    return 2 * len(tree)


def moment(tree: Tree, step: int) -> Moment:
    """The search after a step, counted from 0; ValueError if there is no such step."""
    if not 0 <= step < steps(tree):
        raise ValueError(f"the search has steps 0 to {steps(tree) - 1}, not {step}")
    node, before = tree.root, step
    while 0 < before < 2 * node.size - 1:
        # The children's subtrees fill the steps between entering a node and returning from it.
        child = tree.child_with(node, node.number + 1 + (before - 1) // 2)
        before -= 1 + 2 * (child.number - node.number - 1)
        node = child
    entered = before == 0
    nodes = node.number + 1 if entered else node.end
    path = node.path
    still_open = [_opened(one, below) for one, below in pairwise(path)]
    if entered:
        event = Event.ENTER
        still_open.append(OpenNode(node, node.alpha, node.beta, None))
    elif still_open:
        above = _opened(path[-2], node, returned=True)
        event = _effect(node, still_open[-1], above)
        still_open[-1] = above
    else:
        event = Event.VALUE
    kinds = tree.recorder.kinds
    unfinished = [one.node.is_max for one in still_open if one.node.kind is Kind.CUTOFF]
    return Moment(
        step,
        event,
        node,
        tuple(still_open),
        nodes,
        kinds.count(CUT_AT_MAX, 0, nodes) - unfinished.count(True),
        kinds.count(CUT_AT_MIN, 0, nodes) - unfinished.count(False),
    )


def step_of(node: Node) -> int:
    """The step that enters a node."""
    return 2 * node.number - (len(node.path) - 1)


def last_step_of(node: Node) -> int:
    """The step that returns from a node."""
    return step_of(node) + 2 * node.size - 1


def _opened(node: Node, below: Node, *, returned: bool = False) -> OpenNode:
    """A node by what its children before one below have returned, and maybe that one, too."""
    last = below.number if returned else below.number - 1
    values = [c.value for c in node.children if c.number <= last and not c.is_question]
    if below.is_depth:
        return OpenNode(node, node.alpha, node.beta, values[-1] if values else None)
    if node.may_stand:
        values.append(node.static_value)
    best = (max if node.is_max else min)(values, default=None)
    alpha, beta = node.alpha, node.beta
    if best is not None and node.tree.algorithm.pruning:
        alpha, beta = (max(alpha, best), beta) if node.is_max else (alpha, min(beta, best))
    return OpenNode(node, alpha, beta, best)


def _effect(node: Node, before: OpenNode, after: OpenNode) -> Event:
    """What the value that a node has returned does to the node above it."""
    above = after.node
    if above.kind is Kind.CUTOFF and node.end == above.end:
        return Event.CUT
    changed = (before.alpha, before.beta) != (after.alpha, after.beta)
    return Event.WINDOW if changed else Event.VALUE
