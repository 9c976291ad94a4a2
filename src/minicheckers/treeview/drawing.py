"""A tree to show others: an outline, a drawing as SVG, and JSON.

All but JSON show part of a large tree: the line of best play first, then level by level as much as
there is room for. What is not shown is counted.
"""

import json
from collections.abc import Callable, Iterator
from xml.sax.saxutils import escape

from .tree import Kind, Node, Tree
from .view import (
    LEFT_OUT,
    NODE,
    TreeRow,
    TreeView,
    bound_text,
    summary,
    title,
    window_text,
    with_signs,
)


def outline(
    view: TreeView, width: int, root: Node | None = None, spelled: Callable[[str], str] = str
) -> list[str]:
    """What is open of a tree, or below one of its nodes, in lines no wider than that."""
    texts = [view.text(row) for row in view.rows_below(root or view.tree.root)]
    shown = [
        text._replace(level=text.level - texts[0].level, title=spelled(text.title))
        for text in texts
    ]
    return [text.line(width).rstrip() for text in shown]


def to_json(tree: Tree) -> Iterator[str]:
    """The tree as one JSON object, piece by piece: it may be large."""
    best = tree.best
    head = {
        "variant": tree.position.variant.name,
        "position": tree.position.fen(),
        "algorithm": tree.name,
        "depth": tree.depth,
        "value": tree.value,
        "best": None if best is None else str(best),
        "nodes": len(tree),
        "cutoffs_max": tree.cutoffs_at_max,
        "cutoffs_min": tree.cutoffs_at_min,
    }
    yield json.dumps(head)[:-1] + ', "tree": '
    yield from _json_of(tree.root)
    yield "}"


def _json_of(node: Node) -> Iterator[str]:
    move = "null" if node.move is None else f'"{node.move}"'
    yield (
        f'{{"move": {move}, "value": {node.value}, "alpha": {node.alpha}, "beta": {node.beta}, '
        f'"kind": "{node.kind}", "children": ['
    )
    tree = node.tree
    for place, number in enumerate(tree.numbers_below(node)):
        if place:
            yield ", "
        # Made one by one: a large tree would not fit into memory at once.
        yield from _json_of(tree.child(node, number))
    yield "]}"


# The colours of max and min nodes, of the line of best play, of what was cut, and of text.
_MAX, _MIN, _BEST = "#cfe3f7", "#fbe0c3", "#1d5fa8"
_CUT, _INK, _FAINT = "#b3261e", "#22262b", "#565d68"
#: Below this a leaf cannot be read, above it there is no need for more room, in pixels.
_NARROWEST, _WIDEST = 34.0, 90.0
_MARGIN, _TITLE, _LEGEND = 16, 26, 24


def to_svg(tree: Tree, width: int, height: int) -> str:
    """A drawing of the tree of this size in pixels, with as much of it as can be read."""
    most = max(2, int((width - 2 * _MARGIN) / _NARROWEST))
    views = (TreeView.begin(tree, rows) for rows in range(3 * most, 0, -1))
    view = next(one for one in views if len(_leaves(one)) <= most or len(one.opened) <= 1)
    turn = tree.position.turn
    legend = (
        f"square: {turn} to move (max) · round: {turn.other} to move (min) · blue: best play · "
        f"red: not searched · +n: nodes below · values for {turn}"
    )
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_MARGIN}" y="{_MARGIN + 8}" font-size="12" fill="{_INK}">'
        f"{escape(summary(tree))}</text>",
        *_TreeDrawing(view, width, height).parts(),
        f'<text x="{_MARGIN}" y="{height - _MARGIN + 4}" font-size="10" fill="{_FAINT}">'
        f"{escape(legend)}</text>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _leaves(view: TreeView) -> list[TreeRow]:
    """The rows that have nothing below them: each takes a column of its own."""
    return [row for row in view.rows if row.part == LEFT_OUT or row.node.number not in view.opened]


class _TreeDrawing:
    """What is open in a view of a tree, each node between the first and the last below it."""

    def __init__(self, view: TreeView, width: int, height: int) -> None:
        self.view = view
        self.columns = {row: column for column, row in enumerate(_leaves(view))}
        self.spacing = min(_WIDEST, (width - 2 * _MARGIN) / len(self.columns))
        self.left = (width - self.spacing * len(self.columns)) / 2
        self.top = _MARGIN + _TITLE + 12
        levels = max(row.level for row in view.rows if row.part == NODE)
        room = height - self.top - _LEGEND - _MARGIN - 18
        self.step = min(110.0, room / max(1, levels))
        self.font = max(6.0, min(12.0, self.spacing * 0.27))

    def place(self, row: TreeRow) -> tuple[float, float]:
        """The middle of a row's node, or the end of the line to the moves that were left out."""
        y = self.top + row.level * self.step
        if row in self.columns:
            low = 0.45 * self.step if row.part == LEFT_OUT else 0
            return self.left + self.spacing * (self.columns[row] + 0.5), y - low
        children = row.node.children
        ends = [TreeRow(child) for child in children[:1] + children[-1:]]
        below = ends or [TreeRow(row.node, LEFT_OUT)]
        return sum(self.place(one)[0] for one in below) / len(below), y

    def parts(self) -> Iterator[str]:
        """The edges, and over them the nodes."""
        for row in self.view.rows[1:]:
            yield self._edge(row)
        for row in self.view.rows:
            yield from self._left_out(row) if row.part == LEFT_OUT else self._node(row)

    def _edge(self, row: TreeRow) -> str:
        node = row.node
        above = node if row.part == LEFT_OUT else node.parent
        assert above is not None
        (x, y), (end, below) = self.place(TreeRow(above)), self.place(row)
        best = node.number in node.tree.principal_numbers
        style = f'stroke="{_BEST if best else _FAINT}" stroke-width="{2.5 if best else 1}"'
        if row.part == LEFT_OUT:
            style = f'stroke="{_CUT}" stroke-width="1" stroke-dasharray="4 3"'
        return f'<path d="M{x:.1f} {y:.1f}L{end:.1f} {below:.1f}" {style}/>'

    def _left_out(self, row: TreeRow) -> Iterator[str]:
        x, y = self.place(row)
        yield self._text(x, y + self.font, f"{len(row.node.unsearched)} cut", _CUT)

    def _node(self, row: TreeRow) -> Iterator[str]:
        """A node with its value, its move above it, and its window beside or what is below it."""
        (x, y), node, value = self.place(row), row.node, bound_text(row.node)
        half = min(self.spacing * 0.47, self.font * (0.33 * len(with_signs(value)) + 0.5))
        tall = self.font * 0.95
        best = node.number in node.tree.principal_numbers
        yield (
            f'<rect x="{x - half:.1f}" y="{y - tall:.1f}" width="{2 * half:.1f}" '
            f'height="{2 * tall:.1f}" rx="{0 if node.is_max else tall:.1f}" '
            f'fill="{_MAX if node.is_max else _MIN}" stroke="{_BEST if best else _FAINT}" '
            f'stroke-width="{2 if best else 0.8}"/>'
        )
        yield self._text(x, y + 0.36 * self.font, value, _INK)
        if node.parent is not None:
            name = f"d{node.depth}" if node.is_depth else title(node)
            yield self._text(x, y - tall - 3, name, _INK, halo=True)
        below = y + tall + 0.95 * self.font
        if row not in self.columns:
            # Beside the node, where no edge passes, if there is room up to its neighbour.
            window = with_signs(window_text(node.alpha, node.beta))
            wide = 0.5 * self.font * len(window)
            inside = sum(node.number <= leaf.node.number < node.end for leaf in self.columns)
            if self.spacing * inside / 2 > half + wide:
                across = x + half + 4 + wide / 2
                yield self._text(across, y + 0.3 * self.font, window, _FAINT, 0.82, halo=True)
        elif node.size > 1:
            yield self._text(x, below, f"+{node.size - 1:,}", _FAINT, 0.82)
        elif node.kind is not Kind.LEAF:
            yield self._text(x, below, str(node.kind), _FAINT, 0.82)

    def _text(
        self, x: float, y: float, text: str, colour: str, size: float = 1.0, *, halo: bool = False
    ) -> str:
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{self.font * size:.1f}" text-anchor="middle"'
        shown = escape(with_signs(text))
        drawn = f'<text {place} fill="{colour}">{shown}</text>'
        if halo:  # as a text of its own, for the viewers that do not know paint-order
            drawn = f'<text {place} stroke="#ffffff" stroke-width="3">{shown}</text>{drawn}'
        return drawn
