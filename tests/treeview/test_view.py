"""Rows open and close, cut-offs are explained and proved, the search is seen step by step."""

import itertools
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers import Position
from minicheckers.rules.variant import VARIANTS
from minicheckers.treeview.ideas import STAIRS, Algorithm
from minicheckers.treeview.search import prove, search_tree
from minicheckers.treeview.seeds import FORMULAS
from minicheckers.treeview.tree import Event, Kind, Tree
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
