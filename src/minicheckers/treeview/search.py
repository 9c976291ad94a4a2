"""A small search that keeps its tree: every idea of alpha-beta with a switch.

The search of the engine is built for speed; this one to be looked at. It sees positions and not the
game before them, so the draws that need a history are not among its values.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from ..engine.deepening import Stopped
from ..engine.score import INFINITY, seen_from_node, seen_from_root
from ..game.player import DEEPEST
from ..rules.movegen import State, generator
from ..rules.notation import Move
from ..rules.position import Position
from .ideas import ALPHABETA, Algorithm, Formula
from .tree import (
    CUT_AT_MAX,
    CUT_AT_MIN,
    INNER,
    LEAF,
    NO_MOVE,
    OVER,
    SOLVED,
    TABLE,
    Node,
    Recorder,
    Tree,
)

#: `poll` is asked once in this many nodes.
NODES_BETWEEN_POLLS = 256
#: A tree takes 20 bytes a node; one with more is not kept.
MOST_NODES = 5_000_000


class TooLargeError(ValueError):
    """Raised by `poll`: the tree would have more nodes than there is room for."""


def search_tree(
    position: Position,
    depth: int,
    formula: Formula | Callable[[Position], int],
    algorithm: Algorithm | str = ALPHABETA,
    *,
    first_depth: int = 1,
    random: Random | None = None,
    poll: Callable[[int], None] = lambda nodes: None,
    enough: Callable[[], bool] = lambda: False,
) -> Tree:
    """Search a position to a depth and keep the tree.

    A formula may also be a function that tells what a position is worth to the side to move, an
    algorithm a text such as alphabeta+ordering (ValueError if it is not one).

    `poll` hears the number of nodes every few of them and may raise Stopped or TooLargeError. Then
    iterative deepening, which begins with `first_depth` and is asked after every depth whether that
    is `enough`, ends with the last depth that was complete; any other search lets it through. It
    also ends where more depth would change nothing.
    With `random` the moves of the root are searched in random order.
    """
    if not isinstance(formula, Formula):
        formula = Formula.of_function(formula)
    if isinstance(algorithm, str):
        algorithm = Algorithm.parse(algorithm)
    search = _Search(position, position.turn.side, formula, algorithm, random, poll)
    recorder = search.recorder
    if not algorithm.deepening:
        search.value(position.state, depth, -INFINITY, INFINITY, 0, NO_MOVE)
        return Tree(recorder, position, algorithm, formula, (depth,))
    root = recorder.enter(NO_MOVE, -INFINITY, INFINITY)
    value = 0
    depths: list[int] = []
    for deeper in range(min(first_depth, depth), depth + 1):
        before, estimates = len(recorder.kinds), search.estimates
        try:
            value = search.value(position.state, deeper, -INFINITY, INFINITY, 0, NO_MOVE)
        except (Stopped, TooLargeError):
            if not depths:
                raise
            recorder.forget(before)
            break
        depths.append(deeper)
        if enough() or search.estimates == estimates:
            break
    recorder.leave(root, value, INNER)
    return Tree(recorder, position, algorithm, formula, tuple(depths))


@dataclass(frozen=True)
class Proof:
    """What the moves that were left out are worth, and the node with all its moves."""

    values: tuple[tuple[Move, int], ...]
    value: int


def prove(node: Node, poll: Callable[[int], None] = lambda nodes: None) -> Proof:
    """Search what a cut-off left out, each move with the full window, as the tree was searched.

    The values are those of that tree: for the same side, and with decided games as far away as
    they are from its root. With them the node is still outside the window, so that nothing above it
    can change.
    """
    tree = node.tree
    algorithm = replace(tree.algorithm, deepening=False)
    sign = 1 if node.is_max else -1
    values = []
    for move in node.unsearched:
        after = node.position.play(move)
        search = _Search(after, tree.side, tree.formula, algorithm, None, poll)
        value = search.value(
            after.state, node.depth - 1, -INFINITY, INFINITY, node.ply + 1, NO_MOVE
        )
        values.append((move, -sign * value))
    best = max if node.is_max else min
    return Proof(tuple(values), best([node.value, *(value for _, value in values)]))


class _Search:
    """One search; `value` is the whole of it."""

    def __init__(
        self,
        position: Position,
        searcher: int,
        formula: Formula,
        algorithm: Algorithm,
        random: Random | None,
        poll: Callable[[int], None],
    ) -> None:
        variant = position.variant
        self.recorder = Recorder()
        self._algorithm = algorithm
        self._random = random
        self._poll = poll
        self._heuristic = formula.heuristic(variant, searcher)
        self._final = formula.final(variant, searcher)
        self._successors = generator(variant)
        self._forced = variant.capture_forced
        #: How much each move has refuted, by the squares left and entered and by whom.
        self._history: dict[tuple[int, int], int] = {}
        #: By state: the depth, whether it was solved, bounds of the value, and the best child.
        self._table: dict[State, tuple[int, bool, int, int, State]] = {}
        #: How many values so far a deeper search might see otherwise.
        self.estimates = 0
        self._best_at_root: State | None = None

    def value(self, state: State, depth: int, alpha: int, beta: int, ply: int, move: int) -> int:
        """The value of a state for its side to move; its node is recorded.

        Inside the window it is the value of minimax. At most alpha it is an upper bound of that,
        at least beta a lower bound.
        """
        recorder, ideas = self.recorder, self._algorithm
        sign = -1 if ply & 1 else 1
        node = recorder.enter(move, *((alpha, beta) if sign > 0 else (-beta, -alpha)))
        if not node % NODES_BETWEEN_POLLS:
            self._poll(node)

        first = None
        if ideas.table and depth > 0 and (entry := self._table.get(state)) is not None:
            searched, solved, low, high, first = entry
            if move != NO_MOVE and (searched == depth or (searched < depth and solved)):
                low, high = seen_from_root(low, ply), seen_from_root(high, ply)
                if low >= beta or high <= alpha or low == high:
                    self.estimates += not solved
                    known = low if low >= beta else high
                    recorder.leave(node, sign * known, TABLE if searched == depth else SOLVED)
                    return known

        children = self._successors(state)
        if not children:
            final = seen_from_root(self._final(state), ply)
            recorder.leave(node, sign * final, OVER)
            return final

        estimates_before, floor, best = self.estimates, alpha, -INFINITY
        if depth > 0:
            order = self._ordered(state, children, first, move == NO_MOVE)
        else:
            order = self._captures(state, children) if ideas.quiescence else []
            if not order or not self._forced:
                # A player who need not capture may also stop here.
                self.estimates += 1
                best = self._heuristic(state)
                if not order:
                    recorder.leave(node, sign * best, LEAF)
                    return best
                if ideas.pruning:
                    alpha = max(alpha, best)

        kind, best_child = INNER, None
        for number, index in enumerate(order):
            if alpha >= beta:
                kind = CUT_AT_MAX if sign > 0 else CUT_AT_MIN
                break
            child = children[index]
            score = alpha + 1
            if number and ideas.nullwindow and alpha > -INFINITY:
                score = -self.value(child, depth - 1, -alpha - 1, -alpha, ply + 1, index)
            if not number or not ideas.nullwindow or alpha == -INFINITY or alpha < score < beta:
                score = -self.value(child, depth - 1, -beta, -alpha, ply + 1, index)
            if score > best:
                best, best_child = score, child
                if ideas.pruning:
                    alpha = max(alpha, score)
        recorder.leave(node, sign * best, kind)

        if depth > 0 and best_child is not None:
            if alpha >= beta and ideas.ordering:
                key = (state[0] | state[1]) ^ (best_child[2] | best_child[3]), state[4]
                self._history[key] = self._history.get(key, 0) + depth * depth
            if ideas.table:
                known, solved = seen_from_node(best, ply), self.estimates == estimates_before
                low = known if best > floor else -INFINITY
                high = known if best < beta else INFINITY
                self._table[state] = depth, solved, low, high, best_child
            if move == NO_MOVE:
                self._best_at_root = best_child
        return best

    def _ordered(
        self, state: State, children: list[State], first: State | None, at_root: bool
    ) -> list[int]:
        """The places of the children in the order in which to search them."""
        order = list(range(len(children)))
        if at_root and self._random is not None:
            self._random.shuffle(order)
        if self._algorithm.ordering:
            first = first or (self._best_at_root if at_root else None)
            history, side, own = self._history, state[4], state[0] | state[1]
            order.sort(
                key=lambda place: (
                    -history.get((own ^ (children[place][2] | children[place][3]), side), 0)
                )
            )
        if first is not None:
            order.sort(key=lambda place: children[place] != first)
        return order

    def _captures(self, state: State, children: list[State]) -> list[int]:
        """The places of the captures, in the order in which to search them."""
        foes = state[2] | state[3]
        order = [place for place, child in enumerate(children) if child[0] | child[1] != foes]
        if self._algorithm.ordering:
            # What a capture has left of the side that is then to move, a king for two men.
            left = [child[0].bit_count() + 2 * child[1].bit_count() for child in children]
            order.sort(key=left.__getitem__)
        return order


# Searches by name


@dataclass(frozen=True)
class Thinker:
    """A way to search, by name.

    ``depth`` is how deep it looks in a position. One with ``seconds`` to think looks ever deeper
    from ``first_depth`` on, and begins no depth after the share ``last_start`` of its time. One
    that ``shuffles`` takes any of the moves that are equally good, the others the first one.
    ``game`` is the game it was made for, None for any.
    """

    name: str
    summary: str
    algorithm: Algorithm
    formula: Formula
    depth: Callable[[Position], int]
    game: str | None = None
    first_depth: int = 1
    seconds: float | None = None
    last_start: float = 1.0
    shuffles: bool = False

    def think(
        self,
        position: Position,
        clock: Callable[[], float],
        *,
        random: Random | None = None,
        stopped: Callable[[], bool] = lambda: False,
        most_nodes: int | None = None,
        report: Callable[[int], None] = lambda nodes: None,
    ) -> Tree:
        """The tree of a search; `report` hears every few nodes how many there are.

        Time, a request to stop and too many nodes end iterative deepening with the last complete
        depth. Any other search knows no time; it raises Stopped when it is asked to stop, and
        TooLargeError, as deepening does in its first depth, when there are too many nodes.
        """
        started = clock()

        def late(share: float) -> bool:
            return self.seconds is not None and clock() - started >= share * self.seconds

        def poll(nodes: int) -> None:
            report(nodes)
            if stopped() or (self.algorithm.deepening and late(1.0)):
                raise Stopped
            if most_nodes is not None and nodes > most_nodes:
                raise TooLargeError(
                    f"the tree has more than {most_nodes:,} nodes; search less deep, or with more "
                    "ideas"
                )

        return search_tree(
            position,
            self.depth(position),
            self.formula,
            self.algorithm,
            first_depth=self.first_depth,
            random=random if self.shuffles else None,
            poll=poll,
            enough=lambda: late(self.last_start),
        )


def to_depth(depth: int) -> Callable[[Position], int]:
    """The same depth in every position."""
    return lambda position: depth


#: No depth of its own: time or nodes end the search.
as_deep_as_possible = to_depth(DEEPEST)
