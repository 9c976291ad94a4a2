"""A tree to show others: an outline, a drawing as SVG, a graph for Graphviz, and JSON.

All but JSON show part of a large tree: the line of best play first, then level by level as much as
there is room for. What is not shown is counted.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from xml.sax.saxutils import escape

from .tree import Kind, Node, Tree
from .view import TreeView, opened_sensibly
from .words import bound_text, summary, title, window_text


def outline(
    tree: Tree, rows: int, width: int, *, root: Node | None = None, ascii_only: bool = False
) -> list[str]:
    """The tree, or what is below a node, as about that many lines of text, none too wide."""
    first = root or tree.root
    view = replace(TreeView.begin(tree), opened=opened_sensibly(tree, rows, first))
    level = len(first.path) - 1
    lines = []
    for row in view.rows_below(first):
        text = view.text(row, ascii_only=ascii_only)
        lines.append(replace(text, level=text.level - level).line(width).rstrip())
    return lines


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


def to_dot(tree: Tree, nodes: int) -> str:
    """The tree as a graph in the language of Graphviz, with about that many nodes."""
    opened = opened_sensibly(tree, nodes)
    lines = [
        "digraph tree {",
        f"  label={_quoted(f'{tree.position.fen()}: {summary(tree)}')};",
        '  node [fontname="monospace", fontsize=10]; edge [fontname="monospace", fontsize=9];',
        *_dot_of(tree.root, opened),
        "}",
    ]
    return "\n".join(lines) + "\n"


def _dot_of(node: Node, opened: frozenset[int]) -> Iterator[str]:
    principal = node.tree.principal_numbers
    label = f"{bound_text(node)}\\n{window_text(node.alpha, node.beta)}"
    if node.kind not in (Kind.INNER, Kind.CUTOFF):
        label += f"\\n{node.kind}"
    is_open = node.number in opened
    if not is_open and node.size > 1:
        label += f"\\n+{node.size - 1:,}"
    shape = "box" if node.is_max else "ellipse"
    bold = ", penwidth=2.5" if node.number in principal else ""
    yield f"  n{node.number} [shape={shape}, label={_quoted(label)}{bold}];"
    if not is_open:
        return
    for child in node.children:
        bold = ", penwidth=2.5" if child.number in principal else ""
        yield f"  n{node.number} -> n{child.number} [label={_quoted(title(child))}{bold}];"
        yield from _dot_of(child, opened)
    if node.kind is Kind.CUTOFF:
        left = len(node.unsearched)
        yield f'  c{node.number} [shape=plaintext, label="{left} not searched"];'
        yield f"  n{node.number} -> c{node.number} [style=dashed, arrowhead=none];"


def _quoted(text: str) -> str:
    return '"' + text.replace('"', r"\"") + '"'


# The colours of max and min nodes, of the line of best play, of what was cut, and of text.
_MAX, _MIN, _BEST, _CUT, _INK, _FAINT = (
    "#cfe3f7",
    "#fbe0c3",
    "#1d5fa8",
    "#b3261e",
    "#22262b",
    "#565d68",
)
#: Below this a leaf cannot be read, above it there is no need for more room, in pixels.
_NARROWEST, _WIDEST = 34.0, 90.0
_MARGIN, _TITLE, _LEGEND = 16, 26, 24


@dataclass(frozen=True)
class _Drawn:
    """A node with its place in a drawing; ``cut`` is where the moves stand that were left out."""

    node: Node
    x: float
    level: int
    children: tuple["_Drawn", ...]
    cut: float | None


def to_svg(tree: Tree, width: int, height: int) -> str:
    """A drawing of the tree of this size in pixels, with as much of it as can be read."""
    most = max(2, int((width - 2 * _MARGIN) / _NARROWEST))
    opened = next(
        opened
        for rows in range(3 * most, 0, -1)
        if _leaves(tree.root, opened := opened_sensibly(tree, rows)) <= most or rows == 1
    )
    leaves = _leaves(tree.root, opened)
    spacing = min(_WIDEST, (width - 2 * _MARGIN) / leaves)
    left = (width - spacing * leaves) / 2
    drawn, _ = _placed(tree.root, opened, left, spacing, 0)
    levels = 1 + max(one.level for one in _all(drawn))
    top = _MARGIN + _TITLE
    step = min(110.0, (height - top - _LEGEND - _MARGIN - 30) / max(1, levels - 1))
    drawing = _Drawing(spacing, top + 12, step, max(6.0, min(12.0, spacing * 0.27)))
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
        f'height="{height}" font-family="DejaVu Sans Mono, Menlo, Consolas, monospace">',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="{_MARGIN}" y="{_MARGIN + 8}" font-size="12" fill="{_INK}">'
        f"{escape(summary(tree))}</text>",
        *drawing.edges(drawn),
        *drawing.nodes(drawn),
        _legend(tree, height),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _leaves(node: Node, opened: frozenset[int]) -> int:
    if node.number not in opened:
        return 1
    below = sum(_leaves(child, opened) for child in node.children)
    return max(1, below + (node.kind is Kind.CUTOFF))


def _placed(
    node: Node, opened: frozenset[int], left: float, spacing: float, level: int
) -> tuple[_Drawn, float]:
    """A node with all that is shown below it, from a left edge on, and where that ends."""
    children = []
    cut = None
    right = left
    if node.number in opened:
        for child in node.children:
            drawn, right = _placed(child, opened, right, spacing, level + 1)
            children.append(drawn)
        if node.kind is Kind.CUTOFF:
            cut = right + spacing / 2
            right += spacing
    if right == left:
        right += spacing
        x = left + spacing / 2
    else:
        x = (children[0].x + children[-1].x) / 2 if children else cut or left
    return _Drawn(node, x, level, tuple(children), cut), right


def _all(drawn: _Drawn) -> Iterator[_Drawn]:
    yield drawn
    for child in drawn.children:
        yield from _all(child)


@dataclass(frozen=True)
class _Drawing:
    """How far apart nodes stand, where the first level is, and how large text is."""

    spacing: float
    top: float
    step: float
    font: float

    def y(self, level: int) -> float:
        return self.top + level * self.step

    def edges(self, drawn: _Drawn) -> Iterator[str]:
        principal = drawn.node.tree.principal_numbers
        for one in _all(drawn):
            y, below = self.y(one.level), self.y(one.level + 1)
            for child in one.children:
                best = child.node.number in principal
                yield (
                    f'<path d="M{one.x:.1f} {y:.1f}L{child.x:.1f} {below:.1f}" '
                    f'stroke="{_BEST if best else _FAINT}" stroke-width="{2.5 if best else 1}"/>'
                )
            if one.cut is not None:
                end = y + 0.55 * self.step
                yield (
                    f'<path d="M{one.x:.1f} {y:.1f}L{one.cut:.1f} {end:.1f}" stroke="{_CUT}" '
                    'stroke-width="1" stroke-dasharray="4 3"/>'
                )
                yield self._text(one.cut, end + self.font, len(one.node.unsearched), _CUT, "cut")

    def nodes(self, drawn: _Drawn) -> Iterator[str]:
        """The nodes with their values, their moves above and their windows below them."""
        principal = drawn.node.tree.principal_numbers
        for one in _all(drawn):
            node, y = one.node, self.y(one.level)
            value = bound_text(node)
            half = min(self.spacing * 0.47, self.font * (0.33 * len(value) + 0.5))
            tall = self.font * 0.95
            best = node.number in principal
            yield (
                f'<rect x="{one.x - half:.1f}" y="{y - tall:.1f}" width="{2 * half:.1f}" '
                f'height="{2 * tall:.1f}" rx="{0 if node.is_max else tall:.1f}" '
                f'fill="{_MAX if node.is_max else _MIN}" stroke="{_BEST if best else _FAINT}" '
                f'stroke-width="{2 if best else 0.8}"/>'
            )
            yield self._text(one.x, y + 0.36 * self.font, value, _INK)
            if node.move is not None or node.is_depth:
                name = f"d{node.depth}" if node.is_depth else title(node)
                yield self._text(one.x, y - tall - 3, name, _INK, halo=True)
            below = y + tall + 0.95 * self.font
            if one.children or one.cut is not None:
                # Beside the node, where no edge passes, if there is room up to its neighbour.
                window = window_text(node.alpha, node.beta)
                wide = 0.5 * self.font * len(window)
                if self.spacing * _leaves_of(one) / 2 > half + wide:
                    x = one.x + half + 4 + wide / 2
                    yield self._text(x, y + 0.3 * self.font, window, _FAINT, small=True, halo=True)
            elif node.size > 1:
                yield self._text(one.x, below, f"+{node.size - 1:,}", _FAINT, small=True)
            elif node.kind is not Kind.LEAF:
                yield self._text(one.x, below, str(node.kind), _FAINT, small=True)

    def _text(
        self,
        x: float,
        y: float,
        text: object,
        colour: str,
        after: str = "",
        *,
        small: bool = False,
        halo: bool = False,
    ) -> str:
        size = self.font * (0.82 if small else 1)
        shown = escape(f"{text} {after}".strip())
        place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size:.1f}" text-anchor="middle"'
        drawn = f'<text {place} fill="{colour}">{shown}</text>'
        if halo:  # as a text of its own, for the viewers that do not know paint-order
            drawn = f'<text {place} stroke="#ffffff" stroke-width="3">{shown}</text>{drawn}'
        return drawn


def _leaves_of(drawn: _Drawn) -> int:
    below = sum(_leaves_of(child) for child in drawn.children)
    return max(1, below + (drawn.cut is not None))


def _legend(tree: Tree, height: int) -> str:
    turn = tree.position.turn
    text = (
        f"square: {turn} to move (max) · round: {turn.other} to move (min) · blue: best play · "
        f"red: not searched · +n: nodes below · values for {turn}"
    )
    return (
        f'<text x="{_MARGIN}" y="{height - _MARGIN + 4}" font-size="10" fill="{_FAINT}">'
        f"{escape(text)}</text>"
    )
