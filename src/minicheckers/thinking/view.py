"""What a person sees of a tree: rows that open and close, a cursor, and the steps of the search.

Everything is a value. A screen draws the rows and the details it gets here, and turns a key into a
call that makes the next view; it decides nothing itself.

A row is a node, the moves that a cut-off at a node left out, or one of these after they have been
searched. Rows are found from their neighbours, so that a tree with a million nodes scrolls as fast
as one with ten.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from ..messages import sentence
from ..rules.notation import Move
from ..rules.position import Position
from .cutoff import Proof, cut_of
from .formula import Term
from .replay import Event, Moment, moment, step_of, steps
from .tree import Kind, Node, Tree
from .watched import UNTOLD
from .words import (
    bound_text,
    cut_sentences,
    kind_text,
    moves_text,
    proof_sentence,
    title,
    unsearched_text,
    value_text,
    window_text,
)

#: The part of a row that is the node itself, and the moves that were left out there. What comes
#: after them is each of these moves, by its number.
NODE, LEFT_OUT = -2, -1


@dataclass(frozen=True)
class Row:
    """A row of the outline."""

    node: Node
    part: int = NODE

    @property
    def level(self) -> int:
        """How far it is indented."""
        above = len(self.node.path) - 1
        return above if self.part == NODE else above + 1 + (self.part > LEFT_OUT)


@dataclass(frozen=True)
class RowText:
    """A row in words: its mark (``+`` closed, ``-`` open), what it is, and what is known of it.

    ``role`` is ``inner``, ``leaf`` and so on as for nodes, ``left out`` or ``proved``; ``pending``
    is a node that a search seen step by step has not come to.
    """

    level: int
    mark: str
    title: str
    value: str = ""
    window: str = ""
    why: str = ""
    role: str = "inner"
    principal: bool = False
    pending: bool = False

    def line(self, width: int) -> str:
        """The row as a line of text of at most this width."""
        star = "*" if self.principal else " "
        head = f"{'  ' * self.level}{self.mark}{star}{self.title}"
        rest = "  ".join(part for part in (self.value, self.window, self.why) if part)
        text = f"{head}  {rest}" if rest else head
        if len(text) <= width:
            return text
        return text[: max(0, width - 2)] + ".." if width > 4 else text[:width]


@dataclass(frozen=True)
class Details:
    """What stands beside the tree: the board of the node under the cursor, and what is known of it.

    ``terms`` are the parts of its evaluation and ``total`` their sum, for the side to move at the
    root.
    """

    position: Position
    line: tuple[Move, ...]
    is_max: bool
    terms: tuple[Term, ...]
    total: int
    sentences: tuple[str, ...]


@dataclass(frozen=True)
class Counters:
    """What the search has done so far: those that the courses behind the seeds ask for."""

    step: int
    steps: int
    event: str
    depth: int
    nodes: int
    cutoffs_at_max: int
    cutoffs_at_min: int


@dataclass(frozen=True)
class TreeView:
    """A tree as it is looked at: which nodes are open, where the cursor is, and at which step.

    Without a ``step`` the whole search is seen.
    """

    tree: Tree
    cursor: Row
    top: Row
    opened: frozenset[int]
    proofs: Mapping[int, Proof] = field(default_factory=dict)
    step: int | None = None

    @classmethod
    def begin(cls, tree: Tree) -> "TreeView":
        root = Row(tree.root)
        return cls(tree, root, root, frozenset({0}))

    # Rows.

    def rows(self, count: int) -> tuple[Row, ...]:
        """The rows from the top one on, at most that many."""
        found: list[Row] = []
        row: Row | None = self.top
        while row is not None and len(found) < count:
            found.append(row)
            row = self.after(row)
        return tuple(found)

    def rows_below(self, node: Node) -> Iterator[Row]:
        row: Row | None = Row(node)
        last = self._last_of(node)
        while row is not None:
            yield row
            row = None if row == last else self.after(row)

    def after(self, row: Row) -> Row | None:
        node = row.node
        if row.part == NODE:
            if self._is_open(node):
                return Row(node.children[0]) if node.has_children else Row(node, LEFT_OUT)
            return self._after_all_of(node)
        proof = self._proof_of(node)
        if proof is not None and row.part + 1 < len(proof.values):
            return Row(node, row.part + 1)
        return self._after_all_of(node)

    def before(self, row: Row) -> Row | None:
        node = row.node
        if row.part > LEFT_OUT:
            return Row(node, row.part - 1)
        if row.part == LEFT_OUT:
            return self._last_of(node.children[-1]) if node.has_children else Row(node)
        if node.parent is None:
            return None
        place = node.parent.children.index(node)
        return self._last_of(node.parent.children[place - 1]) if place else Row(node.parent)

    def _is_open(self, node: Node) -> bool:
        return node.number in self.opened and _can_open(node)

    def _proof_of(self, node: Node) -> Proof | None:
        """What was proved at a node; the search itself, seen step by step, knows nothing of it."""
        return self.proofs.get(node.number) if self.step is None else None

    def _after_all_of(self, node: Node) -> Row | None:
        """The row after a node and all that is open below it."""
        while (parent := node.parent) is not None:
            if node.end < parent.end:
                return Row(parent.children[parent.children.index(node) + 1])
            if parent.kind is Kind.CUTOFF:
                return Row(parent, LEFT_OUT)
            node = parent
        return None

    def _last_of(self, node: Node) -> Row:
        """The last row of a node and all that is open below it."""
        while self._is_open(node):
            if node.kind is Kind.CUTOFF:
                proof = self._proof_of(node)
                return Row(node, LEFT_OUT if proof is None else len(proof.values) - 1)
            node = node.children[-1]
        return Row(node)

    # What keys do.

    def down(self, rows: int = 1) -> "TreeView":
        """The cursor that many rows further down, or as far as there are rows."""
        return self._moved(self.after, rows)

    def up(self, rows: int = 1) -> "TreeView":
        """The cursor that many rows further up, or as far as there are rows."""
        return self._moved(self.before, rows)

    def _moved(self, step: Callable[[Row], Row | None], rows: int) -> "TreeView":
        row = self.cursor
        for _ in range(rows):
            following = step(row)
            if following is None:
                break
            row = following
        return replace(self, cursor=row)

    def open(self) -> "TreeView":
        """Open the node under the cursor; on an open one go to its first row.

        Moves that were left out are opened by searching them, which may take a while: `unproved`
        is what to search and `with_proof` what comes of it.
        """
        node = self.cursor.node
        if self.cursor.part != NODE or not _can_open(node):
            return self
        if node.number in self.opened:
            return self.down()
        return replace(self, opened=self.opened | {node.number})

    def close(self) -> "TreeView":
        """Close the node under the cursor; on a closed one go to the node above it."""
        node = self.cursor.node
        if self.cursor.part != NODE:
            return replace(self, cursor=Row(node))
        if self._is_open(node):
            return replace(self, opened=self.opened - {node.number})
        return self if node.parent is None else replace(self, cursor=Row(node.parent))

    def show(self, number: int) -> "TreeView":
        """The cursor on the node of a number, all above it open."""
        node = self.tree.node(number)
        above = {one.number for one in node.path[:-1]}
        return replace(self, opened=self.opened | above, cursor=Row(node))

    def root(self) -> "TreeView":
        return replace(self, cursor=Row(self.tree.root))

    def last(self) -> "TreeView":
        return replace(self, cursor=self._last_of(self.tree.root))

    def next_cutoff(self) -> "TreeView":
        number = self.tree.next_cutoff(self.cursor.node.number)
        return self if number is None else self.show(number)

    def previous_cutoff(self) -> "TreeView":
        number = self.tree.previous_cutoff(self.cursor.node.number)
        return self if number is None else self.show(number)

    def principal(self) -> "TreeView":
        """The line of best play open to its end, the cursor on its last node."""
        return self.show(max(self.tree.principal_numbers))

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
        view = self.show(node.number)
        return replace(
            view,
            proofs={**self.proofs, node.number: proof},
            opened=view.opened | {node.number},
            cursor=Row(node, LEFT_OUT),
            step=None,
        )

    def fitted(self, height: int) -> "TreeView":
        """The same with the top row such that the cursor is among that many rows."""
        if self.cursor in self.rows(height):
            return self
        above = self._above(self.cursor, height - 1)
        # Scrolled down as little as possible; up, or from afar, to a third of the height.
        if self._above(self.cursor, height) in (self.top, self.after(self.top)):
            return replace(self, top=above)
        return replace(self, top=self._above(self.cursor, height // 3))

    def _above(self, row: Row, rows: int) -> Row:
        for _ in range(rows):
            previous = self.before(row)
            if previous is None:
                break
            row = previous
        return row

    # Step by step.

    def at_step(self, step: int) -> "TreeView":
        """The search after a step, at most the last one; the cursor on the node it is about.

        The way to that node is open and nothing else: what has returned closes behind the search.
        """
        step = max(0, min(step, steps(self.tree) - 1))
        node = moment(self.tree, step).node
        above = frozenset(one.number for one in node.path[:-1])
        return replace(self, opened=above, cursor=Row(node), top=Row(self.tree.root), step=step)

    def forward(self, count: int = 1) -> "TreeView":
        """The search that many steps later (earlier, if negative).

        It begins with the node under the cursor.
        """
        if self.step is None:
            return self.at_step(step_of(self.cursor.node))
        return self.at_step(self.step + count)

    def whole(self) -> "TreeView":
        return replace(self, step=None)

    @property
    def moment(self) -> Moment | None:
        return None if self.step is None else moment(self.tree, self.step)

    # What is drawn.

    def text(self, row: Row, *, ascii_only: bool = False, now: Moment | None = None) -> RowText:
        """A row in words; with `now` as it is known at that moment."""
        node = row.node
        under_way = now is not None and any(one.node == node for one in now.open)
        if row.part == LEFT_OUT and under_way and not self._is_cut_by(now, node):
            moves = moves_text(node.unsearched)
            return RowText(row.level, " ", moves, role="pending", pending=True)
        if row.part == LEFT_OUT:
            proved = self._proof_of(node) is not None
            words = unsearched_text(node, proved=proved)
            return RowText(row.level, " " if proved else "+", words, role="left out")
        if row.part > LEFT_OUT:
            move, value = self.proofs[node.number].values[row.part]
            return RowText(row.level, " ", str(move), value_text(value), role="proved")
        mark = " " if not _can_open(node) else "-" if node.number in self.opened else "+"
        if now is not None and (under_way or node.number >= now.nodes):
            return self._text_under_way(row, mark, now, ascii_only)
        return RowText(
            row.level,
            mark,
            title(node),
            bound_text(node, ascii_only=ascii_only),
            window_text(node.alpha, node.beta, ascii_only=ascii_only),
            kind_text(node),
            str(node.kind),
            node.number in self.tree.principal_numbers and now is None,
        )

    def _is_cut_by(self, now: Moment | None, node: Node) -> bool:
        """Whether the step ends a node by cutting off the moves that are left."""
        return now is not None and now.event is Event.CUT and now.open[-1].node == node

    def _text_under_way(self, row: Row, mark: str, now: Moment, ascii_only: bool) -> RowText:
        node = row.node
        for one in now.open:
            if one.node.number == node.number:
                value = "" if one.best is None else value_text(one.best)
                window = window_text(one.alpha, one.beta, ascii_only=ascii_only)
                return RowText(row.level, mark, title(node), value, window, "searching")
        return RowText(row.level, mark, title(node), role="pending", pending=True)

    def _has_returned(self, node: Node) -> bool:
        """Whether the search has left a node by the step that is seen."""
        now = self.moment
        return now is None or (
            node.number < now.nodes and all(one.node != node for one in now.open)
        )

    def details(self) -> Details:
        """What stands beside the tree."""
        node, part = self.cursor.node, self.cursor.part
        position, line = node.position, node.line
        proof = self._proof_of(node)
        if part > LEFT_OUT and proof is not None:
            move, _ = proof.values[part]
            position, line = position.play(move), (*line, move)
        terms = self.tree.formula.terms(position, self.tree.side)
        sentences = []
        if node.kind is Kind.CUTOFF and self._has_returned(node):
            sentences += cut_sentences(node, cut_of(node))
            if proof is not None:
                sentences.append(proof_sentence(node, proof))
        if node.kind is Kind.OVER and position.outcome is not None:
            sentences.append(sentence(str(position.outcome)))
        return Details(
            position,
            line,
            position.turn.side == self.tree.side,
            terms,
            sum(number for _, number in terms),
            tuple(sentences),
        )

    def counters(self) -> Counters:
        """The counters at the step that is seen, or at the end of the search."""
        last = steps(self.tree) - 1
        now = moment(self.tree, last if self.step is None else self.step)
        deepest = max(self.tree.depths)
        return Counters(
            now.step,
            last + 1,
            event_text(now),
            deepest if self.step is None else now.depth,
            now.nodes,
            now.cutoffs_at_max,
            now.cutoffs_at_min,
        )


def _can_open(node: Node) -> bool:
    return node.has_children or node.kind is Kind.CUTOFF


def event_text(now: Moment) -> str:
    """What a step does, in words."""
    name = title(now.node)
    if now.event is Event.ENTER:
        return f"look at {name}"
    value = value_text(now.node.value)
    if not now.open:
        return f"done: {value}"
    above = now.open[-1]
    if now.event is Event.CUT:
        left = len(above.node.unsearched)
        return f"{name} returns {value}: cut off, {left} not searched"
    if now.event is Event.WINDOW:
        return f"{name} returns {value}: window {window_text(above.alpha, above.beta)}"
    return f"{name} returns {value}"


def opened_sensibly(tree: Tree, rows: int, root: Node | None = None) -> frozenset[int]:
    """Which nodes to open to see most with about that many rows.

    First the root and the line of best play, then level by level what there is room for.
    """
    first = root or tree.root
    opened: set[int] = set()
    used = 1

    def cost(node: Node) -> int:
        return len(node.children) + (node.kind is Kind.CUTOFF)

    best: Node | None = first
    while best is not None and _can_open(best) and (not opened or used + cost(best) <= rows):
        opened.add(best.number)
        used += cost(best)
        best = best.best
    level = [first]
    while level:
        following: list[Node] = []
        for node in level:
            if not _can_open(node):
                continue
            if node.number not in opened:
                if used + cost(node) > rows:
                    continue
                opened.add(node.number)
                used += cost(node)
            following += node.children
        level = following
    return frozenset(opened)
