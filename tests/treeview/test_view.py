"""A tree drawn, opened, replayed step by step."""

import itertools
import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from minicheckers import Position
from minicheckers.rules.variant import VARIANTS, Variant
from minicheckers.treeview.drawing import outline, to_json, to_svg
from minicheckers.treeview.ideas import STAIRS, Algorithm
from minicheckers.treeview.search import prove, search_tree
from minicheckers.treeview.seeds import FORMULAS
from minicheckers.treeview.tree import Event, Kind, Node, Tree, moment
from minicheckers.treeview.view import LEFT_OUT, NODE, TreeRow, TreeView, event_text
from testing.naive_tree import walk
from testing.sample_positions import from_games

START = Position.start("mini")


def tree_of(depth: int = 4, algorithm: Algorithm = STAIRS[1]) -> Tree:
    return search_tree(START, depth, FORMULAS["original-000"], algorithm)


def everything_open(tree: Tree) -> TreeView:
    return TreeView.begin(tree, 10 * len(tree))


@pytest.mark.parametrize("algorithm", STAIRS, ids=str)
@pytest.mark.parametrize("game", ["mini", "towers", "pikachu"])
def test_all_rows_in_order(game: str, algorithm: Algorithm) -> None:
    (position,) = from_games(VARIANTS[game], 1, seed=9)
    view = everything_open(search_tree(position, 3, FORMULAS["pieces"], algorithm))
    rows, nodes = view.rows, list(walk(view.tree.root))
    assert [row.node for row in rows if row.part == NODE] == nodes
    cut = {node for node in nodes if node.kind is Kind.CUTOFF}
    assert {row.node for row in rows if row.part == LEFT_OUT} == cut
    for row, following in itertools.pairwise(rows):
        assert following.level <= row.level + 1
    assert view.moved(len(rows) + 5).cursor == rows[-1]
    assert view.moved(7).moved(-3).cursor == rows[4]
    marked = [row.node for row in rows if view.text(row).principal]
    assert {node.number for node in marked} == view.tree.principal_numbers
    assert {node.value for node in marked} == {view.tree.value}
    assert view.principal().cursor.node == marked[-1]
    for row, width in itertools.product(rows, (0, 1, 5, 20, 80)):
        assert len(view.text(row).line(width)) <= width
        assert view.text(row).line(width).isascii()


def test_a_cut_off_says_why_and_is_proved_when_it_is_opened() -> None:
    view = TreeView.begin(tree_of()).cutoff(1)
    node = view.cursor.node
    first, second = view.sentences()
    assert "or less here with" in first or "or more here with" in first
    assert "would rather play" in second
    row = TreeRow(node, LEFT_OUT)
    view = replace(view.open(), cursor=row)
    assert (view.text(row).role, view.text(row).mark) == ("left out", "+")
    assert view.open() is view  # it takes a search
    assert view.unproved == node
    proved = view.with_proof(node, prove(node))
    assert proved.cursor == row
    assert proved.unproved is None
    assert len(proved.sentences()) == 3
    values = proved.proofs[node.number].values
    below = [proved.moved(n) for n in range(1, len(values) + 1)]
    assert [one.text(one.cursor).title for one in below] == [str(move) for move, _ in values]
    assert below[0].line == (*node.line, values[0][0])
    assert below[0].close().cursor == TreeRow(node)
    stepping = proved.forward()
    assert len(stepping.rows) < len(proved.rows)  # the search did not know


@pytest.mark.parametrize("algorithm", [STAIRS[1], STAIRS[5]], ids=str)
def test_step_by_step_nothing_is_told_too_early(algorithm: Algorithm) -> None:
    tree, cuts = tree_of(3, algorithm), 0
    view = TreeView.begin(tree)
    for step in range(tree.steps):
        view = view.forward()
        now = view.moment
        assert now is not None
        assert (view.step, view.cursor.node) == (step, now.node)
        unfinished = {one.node for one in now.open}
        assert not view.sentences() or view.cursor.node not in unfinished
        for row in view.rows:
            text = view.text(row)
            assert not text.principal
            if row.part == LEFT_OUT:
                told = text.role == "left out"
                assert told or row.node in unfinished
                assert not told or row.node not in unfinished or now.event is Event.CUT
                cuts += told
            elif row.node in unfinished:
                assert text.why == "searching"
            else:
                assert (text.role == "pending") == (row.node.number >= now.nodes)
    assert cuts
    assert view.forward() == view  # there is no further step
    assert now is not None
    assert event_text(now).startswith("done")
    assert view.forward(-3).step == tree.steps - 4
    middle = TreeView.begin(tree).moved(3)
    assert middle.forward().cursor == middle.cursor  # it begins where the cursor is


@pytest.mark.slow
def test_a_million_nodes_open_and_scroll_at_once_in_little_memory() -> None:
    """The program fails beyond a second, 50 ms a key and 300 MB."""
    script = Path(__file__).parents[2] / "research" / "large_tree.py"
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("1,154,749 nodes")


# Outlines, drawings and JSON show the tree that was searched.

GAMES = [game.of_size(min(game.possible_sizes)) for game in VARIANTS.values()]
SVG = "{http://www.w3.org/2000/svg}"


def searched(game: Variant | str = "mini", depth: int = 3, algorithm: int = 1) -> Tree:
    return search_tree(Position.start(game), depth, FORMULAS["pieces"], STAIRS[algorithm])


def nodes_of(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [node, *(below for child in node["children"] for below in nodes_of(child))]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("algorithm", STAIRS, ids=str)
def test_json_is_the_whole_tree(game: Variant, algorithm: Algorithm) -> None:
    tree = search_tree(Position.start(game), 2, FORMULAS["pieces"], algorithm)
    record = json.loads("".join(to_json(tree)))
    head = "variant position algorithm depth value best nodes cutoffs_max cutoffs_min tree"
    assert list(record) == head.split()
    assert (record["algorithm"], record["depth"]) == (str(algorithm), 2)
    assert (record["variant"], record["position"]) == (game.name, tree.position.fen())
    assert (record["best"], record["value"]) == (str(tree.best), tree.value)
    nodes = nodes_of(record["tree"])
    assert record["nodes"] == len(nodes) == len(tree)
    for told, node in zip(nodes, walk(tree.root), strict=True):
        assert list(told) == ["move", "value", "alpha", "beta", "kind", "children"]
        assert told["move"] == (None if node.move is None else str(node.move))
        assert (told["value"], told["alpha"], told["beta"]) == (node.value, node.alpha, node.beta)
        assert told["kind"] == str(node.kind)
    cut = sum(told["kind"] == "cutoff" for told in nodes)
    assert cut == record["cutoffs_max"] + record["cutoffs_min"]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("size", [(200, 200), (1000, 520), (3000, 300)])
def test_a_drawing_fits_its_size(game: Variant, size: tuple[int, int]) -> None:
    tree = searched(game)
    svg = ElementTree.fromstring(to_svg(tree, *size))
    assert (svg.get("width"), svg.get("height")) == tuple(map(str, size))
    boxes = svg.findall(f"{SVG}rect")[1:]
    levels: dict[str, list[tuple[float, float]]] = {}
    for box in boxes:
        left, top, width, height = (
            float(box.get(name, "")) for name in ("x", "y", "width", "height")
        )
        assert 0 <= left <= left + width <= size[0]
        assert 0 <= top <= top + height <= size[1]
        levels.setdefault(box.get("y", ""), []).append((left, left + width))
    for spans in levels.values():
        assert all(end <= left + 0.2 for (_, end), (left, _) in itertools.pairwise(sorted(spans)))
    texts = [text.text or "" for text in svg.iter(f"{SVG}text")]
    assert str(tree.best) in texts


def test_an_outline_shows_everything_or_a_part() -> None:
    tree = searched()
    whole = TreeView.begin(tree, 1000)
    assert len(outline(whole, 100)) == len(tree) + tree.cutoffs_at_max + tree.cutoffs_at_min
    assert all(len(line) <= 40 for line in outline(whole, 40))
    assert len(outline(TreeView.begin(tree, 20), 100)) <= 20
    first = tree.root.children[0]
    below = outline(TreeView.begin(tree, 1000, first), 100, first)
    assert below[0].startswith(f"-*{first.move}")
    assert len(below) >= first.size


# A search replayed step by step runs as the search itself did.

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
