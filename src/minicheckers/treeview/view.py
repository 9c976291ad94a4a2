"""What a person sees of a tree: rows that open and close, a cursor, and the steps of the search.

Everything is a value; nothing is drawn here. A row is a node, the moves that a cut-off at a node
left out, or one of these after they have been searched. Only what is open has rows, so that a tree
with a million nodes is walked through as fast as one with ten.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import NamedTuple

from ..engine.score import INFINITY, is_decided, plies_to_end
from ..rules.notation import Move
from ..support.text import Phrase, counted, joined, sentence
from .search import Proof
from .tree import Event, Kind, Moment, Node, Tree, moment
from .watched import UNTOLD

#: The part of a row that is the node itself, and the moves that were left out there. What comes
#: after them is each of these moves, by its number.
NODE, LEFT_OUT = -2, -1


class TreeRow(NamedTuple):
    """A row of the outline."""

    node: Node
    part: int = NODE

    @property
    def level(self) -> int:
        """How far it is indented."""
        return len(self.node.path) - 1 + (self.part > NODE) + (self.part > LEFT_OUT)


class RowText(NamedTuple):
    """A row in words: its mark (``+`` closed, ``-`` open), what it is, and what is known of it.

    ``role`` is ``inner``, ``leaf`` and so on as for nodes, ``left out``, ``proved``, or ``pending``
    for a node that a search seen step by step has not come to.
    """

    level: int
    mark: str
    title: str
    value: str = ""
    window: str = ""
    why: str = ""
    role: str = "inner"
    principal: bool = False

    @property
    def head(self) -> str:
        """What it is, indented by its level."""
        return f"{'  ' * self.level}{self.mark}{'*' if self.principal else ' '}{self.title}"

    def line(self, width: int) -> str:
        """The row as a line of at most this width, with what is known of it as far as it fits."""
        text = self.head
        if len(text) > width:
            return text[: max(0, width - 2)] + ".." if width > 4 else text[:width]
        for part in (self.value, self.window, self.why):
            brief = part.partition(",")[0]
            told = part if len(text) + 2 + len(part) <= width else brief
            if told and len(text) + 2 + len(told) <= width:
                text = f"{text}  {told}"
        return text


@dataclass(frozen=True)
class TreeView:
    """A tree as it is looked at: which nodes are open, where the cursor is, and at which step.

    Without a ``step`` the whole search is seen.
    """

    tree: Tree
    cursor: TreeRow
    opened: frozenset[int]
    proofs: Mapping[int, Proof] = field(default_factory=dict)
    step: int | None = None

    @classmethod
    def begin(cls, tree: Tree, rows: int = 1, root: Node | None = None) -> "TreeView":
        """The tree, or what is below a node, opened so that about that many rows show most."""
        return cls(tree, TreeRow(tree.root), opened_sensibly(root or tree.root, rows))

    # Rows

    @cached_property
    def rows(self) -> tuple[TreeRow, ...]:
        """All that is open to be seen."""
        return tuple(self.rows_below(self.tree.root))

    def rows_below(self, node: Node) -> Iterator[TreeRow]:
        """A node and what is open below it."""
        yield TreeRow(node)
        if node.number not in self.opened:
            return
        for child in node.children:
            yield from self.rows_below(child)
        if node.kind is Kind.CUTOFF:
            yield TreeRow(node, LEFT_OUT)
            proof = self._proof_of(node)
            yield from (TreeRow(node, part) for part in range(len(proof.values) if proof else 0))

    def _proof_of(self, node: Node) -> Proof | None:
        """What was proved at a node; the search itself, seen step by step, knows nothing of it."""
        return self.proofs.get(node.number) if self.step is None else None

    @cached_property
    def place(self) -> int:
        """The number of the row under the cursor."""
        return self.rows.index(self.cursor)

    @property
    def is_open(self) -> bool:
        """Whether the cursor is on a node that is open."""
        return self.cursor.part == NODE and self.cursor.node.number in self.opened

    # What keys do

    def moved(self, rows: int) -> "TreeView":
        """The cursor that many rows further down, up if negative, or as far as there are rows."""
        place = max(0, min(self.place + rows, len(self.rows) - 1))
        return replace(self, cursor=self.rows[place])

    def open(self) -> "TreeView":
        """Open the node under the cursor; on an open one go to its first row.

        Moves that were left out are opened by searching them, which may take a while: `unproved`
        is what to search and `with_proof` what comes of it.
        """
        node = self.cursor.node
        if self.cursor.part != NODE or not can_open(node):
            return self
        return self.moved(1) if self.is_open else replace(self, opened=self.opened | {node.number})

    def close(self) -> "TreeView":
        """Close the node under the cursor; on a closed one go to the node above it."""
        node, part = self.cursor
        if self.is_open:
            return replace(self, opened=self.opened - {node.number})
        return replace(self, cursor=TreeRow(node if part != NODE else node.parent or node))

    def show(self, node: Node) -> "TreeView":
        """The cursor on a node, all above it open."""
        above = {one.number for one in node.path[:-1]}
        return replace(self, opened=self.opened | above, cursor=TreeRow(node))

    def cutoff(self, step: int) -> "TreeView":
        """The cursor on the next cut-off, or the one before; ValueError if there is none."""
        number = self.tree.cutoff_beside(self.cursor.node.number, step)
        if number is None:
            raise ValueError(f"there is no cut-off {'after' if step > 0 else 'before'} this node")
        return self.show(self.tree.node(number))

    def principal(self) -> "TreeView":
        """The line of best play open to its end, the cursor on its last node."""
        return self.show(self.tree.root.principal_variation[-1])

    @property
    def unproved(self) -> Node | None:
        """The node under the cursor if moves were left out there that nobody has searched yet.

        None in the tree of another search: nobody knows how that one judges.
        """
        node = self.cursor.node
        if node.kind is not Kind.CUTOFF or node.number in self.proofs:
            return None
        return None if self.tree.formula is UNTOLD else node

    def with_proof(self, node: Node, proof: Proof) -> "TreeView":
        """The moves that were left out at a node with what they are worth, the cursor on them."""
        view = self.show(node)
        return replace(
            view,
            proofs={**self.proofs, node.number: proof},
            opened=view.opened | {node.number},
            cursor=TreeRow(node, LEFT_OUT),
            step=None,
        )

    # Step by step

    def at_step(self, step: int) -> "TreeView":
        """The search after a step, at most the last one; the cursor on the node it is about.

        The way to that node is open and nothing else: what has returned closes behind the search.
        """
        step = max(0, min(step, self.tree.steps - 1))
        node = moment(self.tree, step).node
        above = frozenset(one.number for one in node.path[:-1])
        return replace(self, opened=above, cursor=TreeRow(node), step=step)

    def forward(self, count: int = 1) -> "TreeView":
        """The search that many steps later; it begins with the node under the cursor."""
        if self.step is None:
            return self.at_step(self.cursor.node.first_step)
        return self.at_step(self.step + count)

    @cached_property
    def moment(self) -> Moment | None:
        """The search at the step that is seen."""
        return None if self.step is None else moment(self.tree, self.step)

    # What is said

    def text(self, row: TreeRow) -> RowText:
        """A row in words, as it is known at the step that is seen."""
        node, part = row
        if part == LEFT_OUT:
            return self._left_out(row)
        if part > LEFT_OUT:
            move, value = self.proofs[node.number].values[part]
            return RowText(row.level, " ", Phrase(move), value_text(value), role="proved")
        mark = " " if not can_open(node) else "-" if node.number in self.opened else "+"
        if not self._has_returned(node):
            return self._under_way(row, mark)
        return RowText(
            row.level,
            mark,
            title(node),
            bound_text(node),
            window_text(node.alpha, node.beta),
            kind_text(node),
            str(node.kind),
            node.number in self.tree.principal_numbers and self.step is None,
        )

    def _left_out(self, row: TreeRow) -> RowText:
        node = row.node
        if self.step is not None and self.step < node.last_step - 1:  # nothing is cut off yet
            return RowText(row.level, " ", moves_text(node.unsearched), role="pending")
        proved = self._proof_of(node) is not None
        words = unsearched_text(node, proved=proved)
        return RowText(row.level, " " if proved else "+", words, role="left out")

    def _under_way(self, row: TreeRow, mark: str) -> RowText:
        assert self.moment is not None
        for one in self.moment.open:
            if one.node == row.node:
                value = "" if one.best is None else value_text(one.best)
                window = window_text(one.alpha, one.beta)
                return RowText(row.level, mark, title(row.node), value, window, "searching")
        return RowText(row.level, mark, title(row.node), role="pending")

    def _has_returned(self, node: Node) -> bool:
        """Whether the search has left a node by the step that is seen."""
        return self.step is None or self.step >= node.last_step

    @property
    def line(self) -> tuple[Move, ...]:
        """The moves that lead to what is under the cursor."""
        node, part = self.cursor
        if part <= LEFT_OUT:
            return node.line
        return (*node.line, self.proofs[node.number].values[part][0])

    def sentences(self) -> list[str]:
        """What came of a proof, and why the node under the cursor was cut off; or how it ended."""
        node = self.cursor.node
        if node.kind is Kind.CUTOFF and self._has_returned(node):
            proof = self._proof_of(node)
            proved = [] if proof is None else [proof_sentence(node, proof)]
            return [*proved, *cut_sentences(node)]
        if node.kind is Kind.OVER:
            return [sentence(str(node.position.outcome))]
        return []


def can_open(node: Node) -> bool:
    """Whether there is anything below a node."""
    return node.size > 1 or node.kind is Kind.CUTOFF


def opened_sensibly(first: Node, rows: int) -> frozenset[int]:
    """Which nodes from one on to open to see most with about that many rows.

    First that one and its line of best play, then level by level what there is room for.
    """
    opened: set[int] = set()
    used = 1

    def opens(node: Node) -> bool:
        nonlocal used
        cost = len(node.children) + (node.kind is Kind.CUTOFF)
        if node.number not in opened and cost and (used + cost <= rows or not opened):
            opened.add(node.number)
            used += cost
        return node.number in opened

    for node in first.principal_variation:
        if not opens(node):
            break
    level = [first]
    while level:
        level = [child for node in level if opens(node) for child in node.children]
    return frozenset(opened)


# What a person reads about a tree: values, windows, and why a node ended

#: This many moves are named; beyond that only their number.
MOST_NAMED = 6
#: The signs for what is written in ASCII wherever it is not known what can be shown.
SIGNS = {"inf": "∞", ">=": "≥", "<=": "≤"}


def with_signs(text: str) -> str:
    """A text with mathematical signs, for those who can show them."""
    for word, sign in SIGNS.items():
        text = text.replace(word, sign)
    return text


def value_text(value: int) -> str:
    """A value for the side to move at the root, in the numbers of its formula."""
    if not is_decided(value):
        return f"{value:+d}" if value else "0"
    return f"{'won' if value > 0 else 'lost'} in {plies_to_end(value)}"


def window_text(alpha: int, beta: int) -> str:
    """A window as alpha..beta, without spaces."""

    def side(value: int) -> str:
        if abs(value) >= INFINITY:
            return "+inf" if value > 0 else "-inf"
        return value_text(value).replace(" in ", ":")

    return f"{side(alpha)}..{side(beta)}"


def bound_text(node: Node) -> str:
    """The value of a node; with a sign where it is a bound only."""
    return {1: ">=", 0: "", -1: "<="}[node.bound] + value_text(node.value)


def kind_text(node: Node) -> str:
    """Why a node ended, nothing for one whose moves were all searched."""
    if node.kind is Kind.CUTOFF:
        return f"cut off, {counted(len(node.unsearched), 'move')} not searched"
    known = {Kind.TABLE: "known from the table", Kind.SOLVED: "solved before"}
    return "game over" if node.kind is Kind.OVER else known.get(node.kind, "")


def title(node: Node) -> str:
    """What to call a node: its move, or what stands in for one."""
    if node.move is not None:
        return Phrase(node.move)
    return f"depth {node.depth}" if node.is_depth else "root"


def moves_text(moves: tuple[Move, ...]) -> str:
    """Moves by name, as long as they are few."""
    more = f", and {len(moves) - MOST_NAMED} more" if len(moves) > MOST_NAMED else ""
    return Phrase(joined(moves[:MOST_NAMED]), more)


def unsearched_text(node: Node, *, proved: bool = False) -> str:
    """The moves that a cut-off left out, and whether somebody has searched them since."""
    moves, how = node.unsearched, "searched to prove it" if proved else "not searched"
    return Phrase(f"{how}: {counted(len(moves), 'move')} (", moves_text(moves), ")")


class Refuted(NamedTuple):
    """Why a node was cut off: the opponent did better elsewhere.

    At the ``ancestor`` he has ``alternative`` (None: the position as it stands), which is worth
    ``bound``. There is no ancestor where the search asked no more than whether a move is better
    than another.
    """

    bound: int
    ancestor: Node | None
    alternative: Move | None


def cut_of(node: Node) -> Refuted:
    """Why a node was cut off, which it must have been."""

    def limit(above: Node) -> int:
        return above.beta if node.is_max else above.alpha

    below, ancestor = node, node.parent
    while ancestor is not None and limit(ancestor) == limit(node):
        below, ancestor = ancestor, ancestor.parent
    if ancestor is None or ancestor.is_max == node.is_max:
        return Refuted(limit(node), None, None)
    earlier = (child for child in ancestor.children if child.number < below.number)
    alternative = next((child.move for child in earlier if child.value == limit(node)), None)
    return Refuted(limit(node), ancestor, alternative)


def cut_sentences(node: Node) -> list[str]:
    """Why a node's other moves were not searched."""
    cut = cut_of(node)
    mover, other = node.position.turn.capitalize(), node.position.turn.other.capitalize()
    by = "as it stands" if node.best is None else Phrase("with ", node.best.move)
    value, bound = value_text(node.value), value_text(cut.bound)
    if node.is_max:
        found = f"{mover} gets {value} or more here "
        instead = f"which holds {mover} to {bound}"
    else:
        found = f"{mover} holds it to {value} or less here "
        instead = f"which is worth {bound}"
    told = Phrase(found, by, ".")
    if cut.ancestor is None:
        return [told, "The search only asked whether this line is better than another."]
    what = "stop capturing" if cut.alternative is None else Phrase("play ", cut.alternative)
    line = cut.ancestor.line
    where = Phrase(" after ", joined(line, " ")) if line else " at the start"
    return [told, Phrase(f"{other} would rather ", what, where, f", {instead}.")]


def proof_sentence(node: Node, proof: Proof) -> str:
    """What searching the moves that were left out has shown."""
    bound = node.beta if node.is_max else node.alpha
    still = f"{value_text(bound)} or {'more' if node.is_max else 'less'}"
    return (
        f"With all moves the node is worth {value_text(proof.value)}, which is still {still}: "
        "nothing above it changes."
    )


def event_text(now: Moment) -> str:
    """What a step does."""
    name, value = title(now.node), value_text(now.node.value)
    if now.event is Event.ENTER:
        return Phrase("look at ", name)
    if not now.open:
        return f"done: {value}"
    above = now.open[-1]
    effect = {
        Event.CUT: f": cut off, {len(above.node.unsearched)} not searched",
        Event.WINDOW: f": window {window_text(above.alpha, above.beta)}",
    }
    return Phrase(name, f" returns {value}{effect.get(now.event, '')}")


def step_text(now: Moment) -> str:
    """Which step it is, and what it does."""
    return Phrase(f"Step {now.step + 1:,} of {now.node.tree.steps:,}: ", event_text(now))


def summary(tree: Tree) -> str:
    """A search in one line."""
    cuts = ""
    if tree.algorithm.pruning:
        cuts = f", {tree.cutoffs_at_max:,} cut-offs at max and {tree.cutoffs_at_min:,} at min nodes"
    found = "the game is over" if tree.best is None else f"{tree.best}"
    nodes = f"{len(tree):,} node{'' if len(tree) == 1 else 's'}"
    return (
        f"{tree.name}, depth {tree.depth}, {tree.formula.name}: {found}, "
        f"{value_text(tree.value)} ({nodes}{cuts})"
    )
