"""What a person sees of a tree: rows that open and close, cut-offs, proofs, and steps."""

import itertools
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers import Position
from minicheckers.rules.variant import VARIANTS
from minicheckers.thinking.algorithm import DEEPENED, STAIRS, Algorithm
from minicheckers.thinking.cutoff import prove
from minicheckers.thinking.replay import Event, moment, steps
from minicheckers.thinking.search import search_tree
from minicheckers.thinking.seeds import FORMULAS
from minicheckers.thinking.tree import Kind, Tree
from minicheckers.thinking.view import LEFT_OUT, NODE, Row, TreeView, opened_sensibly
from testing.naive_tree import walk
from testing.sample_positions import from_games

START = Position.start("mini")


def tree_of(depth: int = 4, algorithm: Algorithm = STAIRS[1]) -> Tree:
    return search_tree(START, depth, FORMULAS["seed-000"], algorithm)


def everything_open(tree: Tree) -> TreeView:
    return replace(TreeView.begin(tree), opened=frozenset(range(len(tree))))


@pytest.mark.parametrize("algorithm", STAIRS, ids=str)
@pytest.mark.parametrize("game", ["mini", "towers", "pikachu"])
def test_all_rows_down_and_up(game: str, algorithm: Algorithm) -> None:
    (position,) = from_games(VARIANTS[game], 1, seed=9)
    tree = search_tree(position, 3, FORMULAS["pieces"], algorithm)
    view = everything_open(tree)
    rows = list(view.rows_below(tree.root))
    nodes = [row.node.number for row in rows if row.part == NODE]
    assert nodes == list(range(len(tree)))
    cut = {node.number for node in walk(tree.root) if node.kind is Kind.CUTOFF}
    assert {row.node.number for row in rows if row.part == LEFT_OUT} == cut
    assert len(rows) == len(tree) + len(cut)
    # The moves that were left out stand below what was searched.
    for row, following in itertools.pairwise(rows):
        assert view.after(row) == following
        assert view.before(following) == row
        assert following.level <= row.level + 1
    assert view.before(rows[0]) is None
    assert view.after(rows[-1]) is None
    assert view.last().cursor == rows[-1]
    assert view.down(len(rows) + 5).cursor == rows[-1]
    assert view.down(7).up(3).cursor == rows[4]


def test_opening_and_closing() -> None:
    view = TreeView.begin(tree_of())
    moves = [str(row.node.move) for row in view.rows(100)[1:]]
    assert sorted(moves) == sorted(str(move) for move in START.legal_moves())
    first = view.down()
    opened = first.open()
    assert len(opened.rows(100)) > len(first.rows(100))
    assert opened.open().cursor.node.parent == first.cursor.node  # open again: into it
    closed = opened.close()
    assert closed.rows(100) == first.rows(100)
    assert closed.close().cursor.node == view.tree.root  # close again: up
    leaf = everything_open(view.tree).down(4).cursor
    assert leaf.node.kind is Kind.LEAF
    on_leaf = replace(view, cursor=leaf)
    assert on_leaf.open() is on_leaf


def test_walking_through_the_cut_offs() -> None:
    tree = tree_of()
    cut = [node.number for node in walk(tree.root) if node.kind is Kind.CUTOFF]
    view, seen = TreeView.begin(tree), []
    while (following := view.next_cutoff()) is not view:
        view = following
        seen.append(view.cursor.node.number)
        assert view.cursor in list(view.rows_below(tree.root))
    assert seen == cut
    assert view.previous_cutoff().cursor.node.number == cut[-2]
    assert view.root().previous_cutoff().cursor.node.number == 0


def test_a_cut_off_says_why_and_is_proved_when_it_is_opened() -> None:
    view = TreeView.begin(tree_of()).next_cutoff()
    node = view.cursor.node
    first, second = view.details().sentences
    assert "or less here with" in first or "or more here with" in first
    assert "would rather play" in second
    row = Row(node, LEFT_OUT)
    view = replace(view.open(), cursor=row)
    text = view.text(row)
    assert text.title.startswith(f"not searched: {len(node.unsearched)} moves (")
    assert (text.role, text.mark) == ("left out", "+")
    assert view.open() is view  # it takes a search
    assert view.unproved == node
    proof = prove(node)
    assert proof.holds
    proved = view.with_proof(node, proof)
    assert proved.cursor == row
    assert proved.unproved is None
    assert "nothing above it changes" in proved.details().sentences[-1]
    below = [proved.down(n).cursor for n in range(1, len(proof.values) + 1)]
    assert [proved.text(one).title for one in below] == [str(m) for m, _ in proof.values]
    assert {proved.text(one).role for one in below} == {"proved"}
    after = replace(proved, cursor=below[0]).details().position
    assert after == node.position.play(proof.values[0][0])
    assert replace(proved, cursor=below[0]).close().cursor == Row(node)


def test_the_line_of_best_play_is_marked() -> None:
    view = TreeView.begin(tree_of()).principal()
    marked = [row for row in view.rows_below(view.tree.root) if view.text(row).principal]
    assert [row.node.number for row in marked] == sorted(view.tree.principal_numbers)
    assert view.cursor == marked[-1]
    assert {row.node.value for row in marked} == {view.tree.value}


def test_the_terms_of_the_evaluation_stand_beside() -> None:
    view = TreeView.begin(tree_of()).down()
    details = view.details()
    assert details.position == START.play(view.cursor.node.move or "")
    assert [name for name, _ in details.terms] == ["men ahead x 50", "safe men x 10", "own men"]
    assert details.total == sum(number for _, number in details.terms)
    assert not details.is_max


@pytest.mark.parametrize("height", [1, 2, 3, 10, 23, 39])
def test_the_cursor_stays_in_sight(height: int) -> None:
    view = everything_open(tree_of())
    for keys in ("down",) * 60 + ("up",) * 30 + ("last", "root", "next_cutoff", "last", "up"):
        view = getattr(view, keys)().fitted(height)
        assert view.cursor in view.rows(height)
    # A row at a time scrolls by no more than a row.
    view = view.root().fitted(height)
    for _ in range(50):
        before, view = view.top, view.down().fitted(height)
        assert view.top in (before, view.after(before))


def test_step_by_step() -> None:
    tree = tree_of(3)
    view = TreeView.begin(tree).forward()
    assert (view.step, view.counters().nodes, view.counters().event) == (0, 1, "look at root")
    seen = []
    for step in range(1, steps(tree)):
        view = view.forward()
        now = view.moment
        assert now == moment(tree, step)
        assert now is not None
        assert view.cursor.node.number == now.node.number
        text = view.text(view.cursor, now=now)
        if now.event is Event.ENTER:
            assert text.why == "searching"
        else:
            assert text.value.lstrip("≤≥") in view.counters().event
        for row in view.rows_below(tree.root):
            if row.part == NODE and row.node.number >= now.nodes:
                assert view.text(row, now=now).pending
        seen.append(view.counters())
    assert view.forward() == view  # there is no further step
    assert [one.nodes for one in seen] == sorted(one.nodes for one in seen)
    assert view.counters().event == "done: +36"
    assert view.forward(-3).step == steps(tree) - 4
    assert view.whole().moment is None
    assert view.whole().counters().nodes == len(tree)
    middle = TreeView.begin(tree).down(3).forward()
    assert middle.moment is not None
    assert middle.moment.node == middle.cursor.node  # it begins where the cursor is


@pytest.mark.parametrize("algorithm", [STAIRS[0], STAIRS[1], DEEPENED], ids=str)
@pytest.mark.parametrize("rows", [1, 10, 30, 200])
def test_as_much_is_opened_as_there_is_room_for(rows: int, algorithm: Algorithm) -> None:
    tree = tree_of(5, algorithm)
    view = replace(TreeView.begin(tree), opened=opened_sensibly(tree, rows))
    shown = len(list(view.rows_below(tree.root)))
    at_root = 1 + len(tree.root.children)
    assert at_root <= shown <= max(rows, at_root)


def test_lines_fit() -> None:
    view = everything_open(tree_of(3))
    for row in view.rows_below(view.tree.root):
        for width in (0, 1, 5, 20, 80):
            assert len(view.text(row, ascii_only=True).line(width)) <= width
            assert view.text(row, ascii_only=True).line(width).isascii()


@pytest.mark.slow
def test_a_million_nodes_open_and_scroll_at_once_in_little_memory() -> None:
    """The benchmark fails beyond a second, 50 ms a key and 300 MB."""
    script = Path(__file__).parents[2] / "research" / "large_tree.py"
    done = subprocess.run(
        [sys.executable, str(script)], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith("1,154,749 nodes")
