"""The tree of a search, kept so that a million nodes can be looked at.

A search enters its nodes in an order in which every subtree is a run of nodes. So a node is its
number in that order, and all that is kept of it fits into twenty bytes: its move, value, window and
kind, and where its subtree ends. Positions and moves are made again for the nodes that somebody
looks at.

Values and windows are for the side to move at the root, so that nodes with the root's side to move
are *max* nodes and the others *min* nodes.
"""

from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import pairwise

from ..rules.movegen import Trail, generator
from ..rules.notation import Move
from ..rules.position import Position
from .ideas import Algorithm, Formula


class Kind(StrEnum):
    """Why a node ended: all its moves were searched, or what made that unnecessary."""

    INNER = "inner"
    LEAF = "leaf"
    CUTOFF = "cutoff"
    TABLE = "table"
    SOLVED = "solved"
    OVER = "over"


# What a recorder keeps of a kind; cut-offs of max and of min nodes come last, counted apart.
INNER, LEAF, TABLE, SOLVED, OVER, CUT_AT_MAX, CUT_AT_MIN = range(7)
_KINDS = (Kind.INNER, Kind.LEAF, Kind.TABLE, Kind.SOLVED, Kind.OVER, Kind.CUTOFF, Kind.CUTOFF)


def code_of(kind: Kind, ply: int) -> int:
    """What a recorder keeps of a kind of node that many plies from the root."""
    return CUT_AT_MIN if kind is Kind.CUTOFF and ply % 2 else _KINDS.index(kind)


#: The move of a node that no move leads to: the root, and each depth of iterative deepening.
NO_MOVE = 0xFFFF


class Recorder:
    """Keeps what a search tells of its nodes: `enter` on the way down, `leave` on the way up."""

    __slots__ = ("alphas", "betas", "ends", "kinds", "moves", "values")

    def __init__(self) -> None:
        self.moves = array("H")
        self.alphas = array("i")
        self.betas = array("i")
        self.values = array("i")
        self.ends = array("I")
        self.kinds = bytearray()

    def enter(self, move: int, alpha: int, beta: int) -> int:
        """Begin a node below the last one that was entered and not left; its number.

        `move` is the move's place in `moves_in_order` of the position before it.
        """
        node = len(self.kinds)
        self.moves.append(move)
        self.alphas.append(alpha)
        self.betas.append(beta)
        self.values.append(0)
        self.ends.append(0)
        self.kinds.append(INNER)
        return node

    def leave(self, node: int, value: int, kind: int) -> None:
        self.values[node] = value
        self.kinds[node] = kind
        self.ends[node] = len(self.kinds)

    def forget(self, node: int) -> None:
        """Drop a node that was not left, and all that came after it."""
        del self.kinds[node:]
        for column in (self.moves, self.alphas, self.betas, self.values, self.ends):
            del column[node:]


@lru_cache(maxsize=1024)
def moves_in_order(position: Position) -> tuple[tuple[Move, Position], ...]:
    """The legal moves in the order of the generator, each with the position it leads to."""
    variant = position.variant
    trails: list[Trail] = []
    children = generator(variant)(position.state, trails)
    return tuple(
        (position.named(trail), Position(variant, child))
        for trail, child in zip(trails, children, strict=True)
    )


@dataclass(eq=False)
class Node:
    """A node that somebody looks at, with its position and the way that leads to it.

    ``depth`` is how many plies are left to the horizon, less than 0 where captures are played on
    beyond it. The ``value`` is what the search made of it; where it left the window, a bound of
    that. ``alpha`` and ``beta`` are what the max and the min side were sure of when the search came
    here. ``end`` is the number after the last node of its subtree.
    """

    tree: "Tree"
    number: int
    parent: "Node | None"
    move: Move | None
    position: Position
    ply: int
    depth: int

    def __post_init__(self) -> None:
        kept, number = self.tree.recorder, self.number
        self.value, self.alpha, self.beta = (
            column[number] for column in (kept.values, kept.alphas, kept.betas)
        )
        self.kind, self.end = _KINDS[kept.kinds[number]], kept.ends[number]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.tree is self.tree and other.number == self.number

    def __hash__(self) -> int:
        return self.number

    @property
    def size(self) -> int:
        """How many nodes its subtree has, itself included."""
        return self.end - self.number

    @property
    def first_step(self) -> int:
        """The step of the search that enters it."""
        return 2 * self.number - (len(self.path) - 1)

    @property
    def last_step(self) -> int:
        """The step that returns from it."""
        return self.first_step + 2 * self.size - 1

    @property
    def is_max(self) -> bool:
        """Whether the side of the root is to move."""
        return self.ply % 2 == 0

    @property
    def is_depth(self) -> bool:
        """Whether it is the root searched again, as iterative deepening does."""
        return self.move is None and self.parent is not None

    @property
    def is_question(self) -> bool:
        """Whether it was only asked if its move is better, which was then searched again."""
        if self.parent is None or self.move is None or self.end == self.parent.end:
            return False
        moves = self.tree.recorder.moves
        return moves[self.number] == moves[self.end]

    @property
    def bound(self) -> int:
        """0 if the value is exact, 1 if the node is worth at least that much, -1 if at most.

        A node whose value is outside its window has only a bound of it, unless it was judged by
        itself.
        """
        if self.kind in (Kind.LEAF, Kind.OVER):
            return 0
        if self.value >= self.beta:
            return 1
        return -1 if self.value <= self.alpha else 0

    @cached_property
    def children(self) -> tuple["Node", ...]:
        return tuple(self.tree.child(self, number) for number in self.tree.numbers_below(self))

    @property
    def path(self) -> tuple["Node", ...]:
        above = self.parent.path if self.parent else ()
        return (*above, self)

    @property
    def line(self) -> tuple[Move, ...]:
        return tuple(node.move for node in self.path if node.move is not None)

    @property
    def static_value(self) -> int:
        """The evaluation of its position for the side to move at the root: the sum of the terms."""
        tree, position = self.tree, self.position
        value = tree.formula.heuristic(position.variant, tree.side)(position.state)
        return value if self.is_max else -value

    @property
    def may_stand(self) -> bool:
        """Whether only captures are searched here, and the side to move need not capture."""
        return self.depth <= 0 and not self.position.variant.capture_forced

    @property
    def best(self) -> "Node | None":
        """The child that the value comes from, None if it does not come from a child."""
        children = self.children
        if children and children[0].is_depth:
            return children[-1]
        return next((c for c in children if c.value == self.value and not c.is_question), None)

    @property
    def principal_variation(self) -> tuple["Node", ...]:
        """The nodes that its value comes from, itself the first: the line of best play."""
        best = self.best
        return (self, *(best.principal_variation if best is not None else ()))

    @property
    def unsearched(self) -> tuple[Move, ...]:
        if self.kind is not Kind.CUTOFF:
            return ()
        moves = self.tree.recorder.moves
        searched = {moves[number] for number in self.tree.numbers_below(self)}
        return tuple(
            move
            for place, (move, _) in enumerate(moves_in_order(self.position))
            if place not in searched and (self.depth > 0 or move.captured)
        )


@dataclass(eq=False)
class Tree:
    """A search that is over, open for looking at.

    ``depth`` is the depth of the last search, ``side`` (0 Black, 1 White) the side whose values
    are shown. ``name`` is what to call the search, its algorithm if nothing else is told.
    """

    recorder: Recorder
    position: Position
    algorithm: Algorithm
    formula: Formula
    depths: tuple[int, ...]
    name: str = ""

    def __post_init__(self) -> None:
        self.name = self.name or str(self.algorithm)
        self.side = self.position.turn.side
        self.root = Node(self, 0, None, None, self.position, 0, self.depth)

    def __len__(self) -> int:
        return len(self.recorder.kinds)

    @property
    def depth(self) -> int:
        """How deep the last search went, captures beyond the horizon not counted."""
        return self.depths[-1]

    @property
    def steps(self) -> int:
        """How many steps the search had: it entered every node, and returned from it."""
        return 2 * len(self)

    @property
    def value(self) -> int:
        return self.root.value

    @property
    def best(self) -> Move | None:
        """The move the search would play, None if the game is over."""
        return next(iter(self.root.principal_variation[-1].line), None)

    @cached_property
    def principal_numbers(self) -> frozenset[int]:
        """The numbers of the nodes that the value of the root comes from."""
        return frozenset(node.number for node in self.root.principal_variation)

    @property
    def cutoffs_at_max(self) -> int:
        return self.recorder.kinds.count(CUT_AT_MAX)

    @property
    def cutoffs_at_min(self) -> int:
        return self.recorder.kinds.count(CUT_AT_MIN)

    def numbers_below(self, node: Node) -> Iterator[int]:
        ends = self.recorder.ends
        number, end = node.number + 1, node.end
        while number < end:
            yield number
            number = ends[number]

    def child_with(self, parent: Node, number: int) -> Node:
        """The child in whose subtree a number is."""
        ends = self.recorder.ends
        return self.child(parent, next(n for n in self.numbers_below(parent) if number < ends[n]))

    def child(self, parent: Node, number: int) -> Node:
        index = self.recorder.moves[number]
        if index == NO_MOVE:
            depth = self.depths[sum(1 for other in self.numbers_below(parent) if other < number)]
            return Node(self, number, parent, None, parent.position, parent.ply, depth)
        move, position = moves_in_order(parent.position)[index]
        return Node(self, number, parent, move, position, parent.ply + 1, parent.depth - 1)

    def node(self, number: int) -> Node:
        """The node of a number; ValueError if there is none."""
        if not 0 <= number < len(self):
            raise ValueError(f"the tree has nodes 0 to {len(self) - 1}, not {number}")
        node = self.root
        while node.number != number:
            node = self.child_with(node, number)
        return node

    def cutoff_beside(self, number: int, step: int) -> int | None:
        """The next node after that number that was cut off; the one before if step is negative."""
        kinds = self.recorder.kinds
        numbers = range(number + 1, len(self)) if step > 0 else range(number - 1, -1, -1)
        return next((one for one in numbers if kinds[one] >= CUT_AT_MAX), None)


# The search once more, step by step: forward, back, or straight to any step. A step enters a node
# or returns from one. Which step is which follows from the order of the nodes, so nothing but the
# tree is needed, and going back costs no more than going on.


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


def moment(tree: Tree, step: int) -> Moment:
    """The search after a step, counted from 0."""
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
