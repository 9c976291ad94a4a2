"""A search to look at on the board and line by line: its tree, its steps, its ideas."""

import pytest

from minicheckers.activities.think import Think
from minicheckers.game.request import Looks
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store
from minicheckers.treeview.search import search_tree
from minicheckers.treeview.seeds import own_search
from minicheckers.treeview.tree import Kind
from minicheckers.treeview.view import LEFT_OUT, TreeView
from minicheckers.tui.input_decoder import Click, Resized
from testing.board_player import Player, Silent
from testing.desk_runner import run

START = Position.start("mini")
SIZES = [(120, 40), (80, 24), (60, 20), (40, 15), (24, 9)]


def watched(variant: str = "mini", depth: int = 4, **changes: object) -> Player:
    position = Position.start(variant)
    search = own_search(position.variant, depth=depth)
    return Player(**changes).open(Think(position, search))  # type: ignore[arg-type]


def view_of(player: Player) -> TreeView:
    view = player.study.view
    assert isinstance(view, TreeView)
    return view


def test_the_tree_by_keys() -> None:
    player = watched()
    view = view_of(player)
    assert view_of(player.press("down", "j")).cursor == view.rows[2]
    assert view_of(player.press("up", "k")).cursor == view.cursor
    leaf = view_of(player.press("c")).cursor.node
    assert leaf.number == max(view.tree.principal_numbers)
    assert player.moves == [str(move) for move in leaf.line]
    above = leaf.path[-3]
    assert view_of(player.press("left", "left", "left")).cursor.node == above
    assert "-*5-7" in player.press("home").text
    assert "+*5-7" in player.press("down", "enter").text
    assert "-*5-7" in player.press("right").text
    last = view_of(player).rows[-1]
    for key in ("end", "pageup", "pagedown"):
        player.press(key)
    assert view_of(player).cursor == last


def test_cut_offs_by_keys_and_the_proof() -> None:
    player = watched()
    player.press(".")
    node = view_of(player).cursor.node
    assert node.kind is Kind.CUTOFF
    assert "before" in player.press(",").said
    while view_of(player).cursor.part != LEFT_OUT:
        player.press("right" if view_of(player).cursor.node == node else "down")
    player.press("enter")
    proof = view_of(player).proofs[node.number]
    for move, _ in proof.values:
        assert f"   {move} " in player.text
    assert "nothing above it changes" in player.panel
    proved = view_of(player)
    assert view_of(player.press("enter")) == proved  # once is enough


def test_step_by_step_and_at_a_speed() -> None:
    player = watched(depth=3)
    last = view_of(player).tree.steps
    assert f"Step 1 of {last}: look at root" in player.press("space").text
    assert "Step 5 of" in player.press(*["space"] * 4).text
    assert view_of(player.press("backspace")).step == 3
    assert view_of(player.press("escape")).step is None
    player.press("p").wait(20.5 * Think.usual_interval)
    assert view_of(player).step == 20
    assert view_of(player.press("p").wait(5.0)).step == 20
    assert player.press("+").said != player.press("-", "-").said
    player.press(*"+" * 15, "p").wait(100.0)
    assert view_of(player).step == last - 1
    assert not player.study.walking
    assert view_of(player.press("p")).step == 0  # from the beginning again


def test_the_switches_search_again() -> None:
    player = watched(depth=5)
    before = len(view_of(player).tree)
    assert len(view_of(player.press("2")).tree) < before
    assert "2[x] ordering" in player.text
    assert view_of(player.press("1", "2")).tree.name == "minimax"
    assert view_of(player.press("<", "<")).tree.depth == 3
    assert view_of(player.press(">")).tree.depth == 4
    column = player.text.splitlines()[1].index("4[")
    assert view_of(player.send(Click(column, 1))).tree.algorithm.quiescence


def test_the_seeds_and_evaluations_by_name() -> None:
    player = watched("towers", depth=2).press("o", "enter")
    tree = view_of(player).tree
    assert (tree.depth, tree.name, tree.formula.name) == (5, "minimax", "original-001")
    assert "original-001, original-001" in player.text
    tree = view_of(player.press("o").write("engine").press("enter")).tree
    assert tree.formula.name.startswith("towers")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("plain", [False, True])
def test_it_is_read_at_every_size(size: tuple[int, int], plain: bool) -> None:
    looks = Looks(animation=False, ascii=plain, colour=not plain)
    for variant in ("mini", "international"):
        player = watched(variant, depth=3, size=size, looks=looks)
        for key in ("", ".", "end", "space", "escape", "home", "c"):
            player.press(key)
            assert player.text.isascii() or not plain
        best = f"*{view_of(player).cursor.node.move}"
        assert best in player.text
        for other in SIZES:
            player.screen.size = other
            assert best in player.send(Resized(*other)).text


def test_a_search_is_stopped() -> None:
    player = watched(work=Silent)
    assert "Esc" in player.text
    assert "not finished" in player.press("down").said
    player.press("escape")
    assert "no tree yet" in player.press("down").said
    assert player.press("enter").study.asked
    with pytest.raises(ValueError, match="not finished"):
        player.study.show()


def test_a_stopped_search_leaves_the_tree_there_was() -> None:
    player = watched()
    tree = view_of(player).tree
    player.app.coaching = Silent(player.app.post)
    assert "2[x] ordering" in player.press("2").text
    assert "2[ ] ordering" in player.press("escape").text
    assert view_of(player).tree is tree


def test_a_tree_of_another_program() -> None:
    tree = search_tree(START, 2, lambda position: 1)
    player = Player().open(Think(START, own_search(START.variant, depth=2), tree))
    assert view_of(player).tree is tree


def test_clicks_go_to_a_row_and_open_it() -> None:
    player = watched()
    rows = player.text.splitlines()
    row = next(n for n, line in enumerate(rows) if "+ 14-12" in line)
    assert str(view_of(player.send(Click(6, row))).cursor.node.move) == "14-12"
    assert "- 14-12" in player.send(Click(6, row)).text


def test_a_finished_game_has_a_tree_of_one_node() -> None:
    # Nobody can move: a man ahead is 500, and 50 for each of one's own.
    player = Player().open(Think(Position.from_fen("B:W1:B16,17")))
    assert "the game is over, +600" in player.text
    player.press("c", ".", "end", "enter", "right", "left", "home")
    assert view_of(player).cursor.node == view_of(player).tree.root
    assert "Step 2 of 2: done: +600" in player.press("space", "space").text


def test_line_by_line(store: Store) -> None:
    lines = ("show", "best", "step", "stop", "cutoff", "ordering", "analyse", "leave", "deeper")
    code, said = run(Think(START), store, *lines)
    assert code == 0
    assert said.isascii()
    assert "-*root +25 -inf..+inf" in said
    assert "to move (max)" in said
    assert "Step " in said
    assert "would rather play" in said
