"""The proof search behind the solver: does the side to move reach a goal?

Every question is of one kind: is the final difference, for the side to move, at least `goal`? The
opponent then asks the same with the goal ``1 - goal``. Two searches share one table and one way of
looking at the moves of a position:

*Proof numbers* (depth-first proof-number search) decide where to look while much is open. Every
position carries a guess how hard it is to prove that its goal is reached, and how hard to disprove
it; the search always goes where least is missing, and leaves a line as soon as another looks
easier. *Plain search*, move after move in the order of the guesses, finishes what is small.

A position is one number, seen from the side to move: ``men << SHIFT | foes``, men going down the
board. All moves go forward, so nothing repeats and what is known of a position stays true.
"""

from collections.abc import Callable, Mapping
from heapq import nlargest
from itertools import islice
from math import exp, inf

from .referee import Referee

#: A line is left only when another looks this much easier; going to and fro costs time.
PATIENCE = 1.5

#: How the first guess of how hard a proof is depends on what is open (pieces), and on how far the
#: guessed value is from the goal (hundredths of a piece). Both are exponents.
PIECES_PER_E, HUNDREDTHS_PER_E = 5, 80

#: Most positions the table may hold, and the graph of a proof; together they bound the memory.
TABLE_LIMIT = 500_000
GRAPH_LIMIT = 300_000

#: The stop request is looked at once in this many nodes: a fraction of a millisecond.
NODES_BETWEEN_POLLS = 16

#: A reply that leaves the question open: the position, and the bounds of its value.
Reply = tuple[int, int, int]


class SearchStopped(Exception):  # noqa: N818  no error: somebody asked for it
    """Raised out of a search whose caller asked it to stop."""


class _Node:
    """A position and its goal in the graph of a proof, and how hard both answers look."""

    __slots__ = ("children", "disproof", "goal", "packed", "proof")

    def __init__(self, packed: int, goal: int, proof: float = 1.0, disproof: float = 1.0) -> None:
        self.packed = packed
        self.goal = goal
        self.proof = proof
        self.disproof = disproof
        self.children: list[_Node] | None = None


class ProofSearch:
    """Proves and disproves goals. Its table remembers bounds from one question to the next.

    ``nodes`` counts the positions whose moves were generated, as often as that happened, and
    ``moves`` the moves.
    """

    def __init__(
        self, referee: Referee, table_limit: int = TABLE_LIMIT, graph_limit: int = GRAPH_LIMIT
    ) -> None:
        self._referee = referee
        self._shift = referee.shift
        self._foes = (1 << referee.shift) - 1
        self._plain_gap = referee.plain_gap
        self.nodes = 0
        self.moves = 0
        self.stopped: Callable[[], bool] = lambda: False
        self._table: dict[int, tuple[int, int]] = {}
        self._table_limit = table_limit
        self._graph: dict[tuple[int, int], _Node] = {}
        self._graph_limit = graph_limit

    def bounds(self, packed: int) -> tuple[int, int]:
        """What is known of the value of a position: it is between these two, or one of them."""
        return self._table.get(packed) or self._referee.bounds(
            packed >> self._shift, packed & self._foes
        )

    def recall(self, known: Mapping[int, tuple[int, int]]) -> None:
        """Begin with what an earlier search found."""
        self._table.update(known)

    def longest(self, count: int) -> dict[int, tuple[int, int]]:
        """What was found out about the positions with the longest way to go."""
        to_go = self._referee.to_go
        return dict(nlargest(count, self._table.items(), key=lambda known: to_go(known[0])))

    def value(self, packed: int) -> int:
        low, high = self.bounds(packed)
        likely = round(self._guess(packed) / 100)
        while low < high:
            goal = min(max(likely, low + 1), high)
            if self.reaches(packed, goal):
                low, likely = goal, goal + 1
            else:
                high, likely = goal - 1, goal - 1
        return low

    def reaches(self, packed: int, goal: int) -> bool:
        """Whether the value of a position is at least `goal`."""
        root = _Node(packed, goal)
        try:
            self._prove(root, inf, inf)
        finally:
            self._graph.clear()
        return not root.proof

    def _prove(self, node: _Node, proof_limit: float, disproof_limit: float) -> None:
        """Work on a node until it is settled or one of its numbers reaches its limit.

        To prove the goal one reply has to be disproved, the easiest of them; to disprove it, all
        have to be proved.
        """
        if node.children is None:
            self._expand(node)
        children = node.children
        while children:
            proof = second = inf
            disproof = 0.0
            for child in children:
                effort = child.disproof
                if effort < proof:
                    proof, second = effort, proof
                    easiest = child
                elif effort < second:
                    second = effort
                disproof += child.proof
            if proof in (0, inf):
                self._settle(node, reached=not proof)
                return
            node.proof, node.disproof = proof, disproof
            if proof >= proof_limit or disproof >= disproof_limit:
                return
            self._prove(
                easiest,
                disproof_limit - disproof + easiest.proof,
                min(proof_limit, second * PATIENCE),
            )

    def _expand(self, node: _Node) -> None:
        """Give a node its children, or settle it."""
        packed, goal = node.packed, node.goal
        low, high = self.bounds(packed)
        if low >= goal or high < goal:
            self._settle(node, reached=low >= goal)
            return
        if high - low <= self._plain_gap or len(self._graph) >= self._graph_limit:
            self._settle(node, reached=self._search(packed, goal, low, high))
            return
        replies = self._replies(packed, goal)
        if not replies:
            self._settle(node, reached=replies is None)
            return
        graph, other = self._graph, 1 - goal
        node.children = []
        for reply, low, high in replies:
            child = graph.get((reply, other))
            if child is None:
                size = (high - low) / PIECES_PER_E
                promise = (self._guess(reply) - 100 * other + 50) / HUNDREDTHS_PER_E
                child = _Node(reply, other, exp(size - promise), exp(size + promise))
                graph[reply, other] = child
            node.children.append(child)

    def _search(self, packed: int, goal: int, low: int, high: int) -> bool:
        """Whether the value is at least `goal`, which its bounds leave open: try every move."""
        replies = self._replies(packed, goal)
        reached = replies is None
        if replies:
            if len(replies) > 1:
                replies.sort(key=self._guess_of)
            table, other = self._table, 1 - goal
            for reply, reply_low, reply_high in replies:
                if known := table.get(reply):
                    reply_low, reply_high = known
                if reply_high < other or (
                    reply_low < other and not self._search(reply, other, reply_low, reply_high)
                ):
                    reached = True
                    break
        self._remember(packed, (goal, high) if reached else (low, goal - 1))
        return reached

    def _replies(self, packed: int, goal: int) -> list[Reply] | None:
        """The moves that may yet reach the goal; None if it is clear that it is reached."""
        self.nodes += 1
        if not self.nodes % NODES_BETWEEN_POLLS and self.stopped():
            raise SearchStopped
        shift, referee = self._shift, self._referee
        men, foes = packed >> shift, packed & self._foes
        states = referee.successors((men, 0, foes, 0, 0))
        self.moves += len(states)
        if not states:
            return None if referee.final(men, foes) >= goal else []
        table, other = self._table, 1 - goal
        rotated, bounds = referee.rotated, referee.bounds
        replies = []
        for state in states:
            men, foes = rotated[state[0]], rotated[state[2] | state[3]]
            reply = men << shift | foes
            low, high = table.get(reply) or bounds(men, foes)
            if high < other:
                return None
            if low < other:
                replies.append((reply, low, high))
        return replies

    def _settle(self, node: _Node, *, reached: bool) -> None:
        node.proof, node.disproof = (0.0, inf) if reached else (inf, 0.0)
        node.children = []
        low, high = self.bounds(node.packed)
        self._remember(
            node.packed,
            (max(low, node.goal), high) if reached else (low, min(high, node.goal - 1)),
        )

    def _remember(self, packed: int, known: tuple[int, int]) -> None:
        if len(self._table) >= self._table_limit:
            # Of the oldest, those go that are found again soonest.
            oldest = list(islice(self._table, self._table_limit // 16))
            for old in sorted(oldest, key=self._referee.to_go)[: len(oldest) // 2]:
                del self._table[old]
        self._table[packed] = known

    def _guess(self, packed: int) -> int:
        return self._referee.guess(packed >> self._shift, packed & self._foes)

    def _guess_of(self, reply: Reply) -> int:
        return self._guess(reply[0])
