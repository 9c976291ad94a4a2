"""A search on the screen: its tree by keys, its steps, its ideas, and stopped searches."""

import gc
import weakref

import pytest

from minicheckers import Position
from minicheckers.coach.requests import CompareIdeas, FindHorizon, GrowTree, ProveCutoff
from minicheckers.play.effects import CoachFailed, Consult, StopConsulting
from minicheckers.thinking.horizon import RESCUES
from minicheckers.thinking.replay import steps
from minicheckers.thinking.search import search_tree
from minicheckers.thinking.seeds import FORMULAS, own_search
from minicheckers.thinking.tree import Kind, Tree
from minicheckers.thinking.view import LEFT_OUT, TreeView
from minicheckers.tui.events import Click, Key, Resized, StudyAsked, WatchSearch
from minicheckers.tui.screens.analysis import AnalysisScreen
from minicheckers.tui.screens.comparing import ComparingScreen
from minicheckers.tui.screens.playing import PlayingScreen
from minicheckers.tui.screens.thinking import SPEEDS, ThinkingScreen
from minicheckers.tui.state import Appearance
from minicheckers.tui.widgets.picker import Picker
from testing.screen_player import PLAIN_TEXT, PromptCoach, ScreenPlayer, coached, menu_state

START = Position.start("mini")
SIZES = [(120, 40), (80, 24), (60, 20), (40, 15), (24, 9)]


def watched(variant: str = "mini", depth: int = 4, **changes: object) -> ScreenPlayer:
    """A search that is opened from the command line, and finished."""
    position = Position.start(variant)
    watch = WatchSearch(position, own_search(position.variant, depth=depth))
    return ScreenPlayer(menu_state(**changes), coach=PromptCoach).send(StudyAsked(watch))


def screen_of(player: ScreenPlayer) -> ThinkingScreen:
    assert isinstance(player.state.screen, ThinkingScreen)
    return player.state.screen


def view_of(player: ScreenPlayer) -> TreeView:
    view = screen_of(player).view
    assert view is not None
    return view


def requests(player: ScreenPlayer, kind: type) -> list[object]:
    return [one.request for one in player.of_kind(Consult) if isinstance(one.request, kind)]


def test_from_the_board_there_and_back() -> None:
    player = coached().press("w")
    assert view_of(player).tree.position == START
    assert "best is 5-7, +25" in player.text
    assert player.press("b").game.session.helped
    assert isinstance(player.state.screen, PlayingScreen)
    analysed = player.press("a").play("6-9").press("w")
    assert view_of(analysed).tree.position == START.play("6-9")
    assert isinstance(analysed.press("w").state.screen, AnalysisScreen)


def test_the_tree_by_keys() -> None:
    player = watched()
    view = view_of(player)
    assert view_of(player.press("down", "j")).cursor == view.down(2).cursor
    assert view_of(player.press("up", "k")).cursor == view.cursor
    assert view_of(player.press("c")).cursor.node.number == max(view.tree.principal_numbers)
    leaf = view_of(player).cursor.node
    assert (leaf.kind, leaf.value) == (Kind.LEAF, view.tree.value)
    above = leaf.path[-3]
    assert view_of(player.press("left", "left", "left")).cursor.node == above
    assert "-*5-7" in player.press("home").text
    assert "+*5-7" in player.press("down", "enter").text
    assert "-*5-7" in player.press("right").text
    rows = list(view_of(player).rows_below(view.tree.root))
    assert view_of(player.press("end")).cursor == rows[-1]
    assert view_of(player.press("pageup", "pagedown")).cursor == rows[-1]


def test_cut_offs_by_keys_and_the_proof() -> None:
    player = watched()
    tree = view_of(player).tree
    cut = [n for n in range(len(tree)) if tree.node(n).kind is Kind.CUTOFF]
    seen = [view_of(player.press(".")).cursor.node.number for _ in cut]
    assert seen == cut
    assert player.press(".").said == "There is no cut-off after this node."
    back = [view_of(player.press(",")).cursor.node.number for _ in cut[1:]]
    assert back == cut[-2::-1]
    assert player.press(",").said == "There is no cut-off before this node."
    node = view_of(player).cursor.node
    assert f"cut off, {len(node.unsearched)} moves not searched" in player.press("f").text
    while view_of(player).cursor.part != LEFT_OUT:
        player.press("right" if view_of(player).cursor.node == node else "down")
    assert requests(player.press("enter"), ProveCutoff) == [ProveCutoff(node)]
    assert "nothing above it changes" in " ".join(player.text.split())
    for move, _ in view_of(player).proofs[node.number].values:
        assert f"   {move} " in player.text
    assert len(requests(player.press("enter"), ProveCutoff)) == 1  # it is proved already
    proved = f"searched to prove it: {len(node.unsearched)} moves"
    assert proved in player.text
    assert proved not in player.press(" ").text  # the search did not know
    assert proved in player.press("escape", "right").text


def test_step_by_step_and_at_a_speed() -> None:
    player = watched(depth=3)
    last = steps(view_of(player).tree)
    assert f"Step 1 of {last}: look at root" in player.press(" ").text
    player.press(*" " * 4)
    assert "Step 5 of" in player.text
    assert "returns" in player.text
    assert "Step 4 of" in player.press("backspace").text
    assert "look at root" not in player.press("escape").text
    assert view_of(player).step is None
    player.press("p")
    for _ in range(4):
        player.wait(1.0)
    assert view_of(player).step == 4 * SPEEDS[2]
    assert "pause" in player.text
    player.press("p").wait(5.0)
    assert view_of(player).step == 4 * SPEEDS[2]
    assert player.press("+").said == f"{SPEEDS[3]} steps a second."
    assert player.press("-", "-", "-").said == "1 step a second."
    player.press(*"+" * 9, "p").wait(100.0)
    assert view_of(player).step == last - 1
    assert not screen_of(player).playing
    assert view_of(player.press("p")).step == 0  # from the beginning again


def test_what_a_search_does_not_know_yet_is_not_told() -> None:
    player = watched(depth=4, size=(100, 60))
    tree, cut = view_of(player).tree, 0
    for step in range(steps(tree)):
        view = TreeView.begin(tree).at_step(step)
        now = view.moment
        assert now is not None
        unfinished = {one.node.number for one in now.open}
        assert not view.details().sentences or view.cursor.node.number not in unfinished
        for row in view.rows(60):
            text = view.text(row, now=now)
            if row.part == LEFT_OUT and "not searched" in text.title:
                cut += 1
                assert now.open[-1].node == row.node
            elif row.node.number in unfinished or row.node.number >= now.nodes:
                assert "cut off" not in text.why
                assert not text.principal
    assert cut


def test_the_switches_search_again() -> None:
    player = watched(depth=5)
    before = len(view_of(player).tree)
    assert len(view_of(player.press("2")).tree) < before
    assert "2[x] ordering" in player.text
    assert str(view_of(player.press("1", "2")).tree.algorithm) == "minimax"
    assert view_of(player).tree.depth == 5
    assert view_of(player.press("<", "<")).tree.depth == 3
    assert view_of(player.press(">")).tree.depth == 4
    column, row = player.text.splitlines()[1].index("4["), 1
    assert view_of(player.send(Click(column, row))).tree.algorithm.quiescence


def test_a_tree_that_was_replaced_takes_no_memory() -> None:
    gc.freeze()  # what was there before needs no look
    player = watched()
    tree = weakref.ref(view_of(player).tree)
    player.press("2")
    gc.collect()
    gc.unfreeze()
    assert tree() is None


def test_the_seeds_and_evaluations_by_name() -> None:
    player = watched("towers", depth=2).press("o")
    assert isinstance(player.state.overlay, Picker)
    assert player.state.overlay.labels[0] == "seed-001"
    assert player.state.overlay.abouts[0].startswith("minimax")
    tree = view_of(player.press("enter")).tree
    assert (tree.depth, str(tree.algorithm), tree.formula.name) == (5, "minimax", "seed-001")
    assert "seed-001, seed-001" in player.text
    player.press("o").write("engine").press("enter")
    assert view_of(player).tree.formula.name.startswith("towers")


@pytest.mark.sampled(1)
@pytest.mark.parametrize("size", SIZES)
def test_it_is_read_at_every_size(size: tuple[int, int]) -> None:
    for variant in ("mini", "international"):
        for looks in (Appearance(animation=False), PLAIN_TEXT):
            player = watched(variant, depth=3, size=size, looks=looks)
            for keys in ("", "c", ".", "end", " ", "d", "b"):
                player.press(*keys)
                assert player.text  # nothing is drawn outside of the screen
                assert player.text.isascii() or not looks.ascii
            player.press("home", "c")
            best = view_of(player).cursor.node.move
            assert f"*{best}" in player.text
    assert "too small" not in player.text


def test_resizing_keeps_the_cursor_in_sight() -> None:
    player = watched(depth=6, size=(120, 40)).press("c")
    move = str(view_of(player).cursor.node.move)
    for size in SIZES:
        player.screen.size = size
        assert f"*{move}" in player.send(Resized(*size)).text


def test_a_search_is_stopped() -> None:
    """Nobody answers here: the search continues until it is stopped."""
    watch = WatchSearch(START, own_search(START.variant, depth=20))
    player = ScreenPlayer(menu_state()).send(StudyAsked(watch))
    assert "Esc stops the search" in player.text
    assert "not finished yet" in player.press("down").said
    assert player.press("escape").of_kind(StopConsulting)
    assert player.said == "Search stopped."
    assert "there is no tree yet" in player.press("down").said.lower()
    assert len(requests(player.press("enter"), GrowTree)) == 2
    assert player.send(CoachFailed("the tree has too many nodes")).said
    assert screen_of(player).asked is None
    assert player.press("b").at_menu


def test_a_stopped_search_leaves_the_tree_there_was() -> None:
    player = coached().press("w")
    tree = view_of(player).tree
    player.app._coach.ask = lambda request: None  # type: ignore[method-assign]
    player.press("2")
    assert "searching" in player.text
    assert "2[x] ordering" in player.text
    player.press("escape")
    assert view_of(player).tree is tree
    assert "2[ ] ordering" in player.text


def test_side_by_side() -> None:
    player = watched(depth=6).press("d")
    assert isinstance(player.state.screen, ComparingScreen)
    for name in ("minimax", "alphabeta", "+ordering", "+table", "+quiescence", "+deepening"):
        assert name in player.text
    assert "instead of" in player.text
    player.press("down", "down", "enter")
    assert str(view_of(player).tree.algorithm) == "alphabeta+ordering"
    assert player.press("d").press("escape").press("b").at_menu


def test_side_by_side_from_the_command_line_and_stopped() -> None:
    watch = WatchSearch(START, own_search(START.variant), compare=True)
    player = ScreenPlayer(menu_state()).send(StudyAsked(watch))
    assert requests(player, CompareIdeas)
    assert "Searching minimax" in player.text
    assert player.press("enter").said == "No search is finished yet."
    assert player.press("escape").said == "Search stopped."
    assert requests(player.press("escape"), GrowTree)  # what is below searches now


def test_the_horizon_on_the_screen() -> None:
    formula = FORMULAS["seed-000"]
    order = FindHorizon(START.variant, formula, RESCUES["depth"], 1)
    watch = WatchSearch(START, own_search(START.variant), horizon=order)
    player = ScreenPlayer(menu_state(size=(120, 40)), coach=PromptCoach).send(StudyAsked(watch))
    said = " ".join(player.text.split())
    assert "depth 5 plays 12-8 and expects +75" in said
    assert str(view_of(player).tree.best) == "12-8"
    assert str(view_of(player.press("tab")).tree.best) == "12-9"
    assert view_of(player).tree.depth == 7
    assert "Tab blunder" in player.text
    assert "Tab" not in watched().press("tab").text


def test_a_tree_of_another_program() -> None:
    tree: Tree = search_tree(START, 2, lambda position: 1)
    watch = WatchSearch(START, own_search(START.variant, depth=2), tree)
    player = ScreenPlayer(menu_state()).send(StudyAsked(watch))
    assert view_of(player).tree is tree
    assert not requests(player, GrowTree)


def test_clicks_go_to_a_row_and_open_it() -> None:
    player = watched()
    rows = player.text.splitlines()
    row = next(n for n, line in enumerate(rows) if "+ 14-12" in line)
    player.send(Click(6, row))
    assert str(view_of(player).cursor.node.move) == "14-12"
    assert "- 14-12" in player.send(Click(6, row)).text
    assert player.send(Key("wheel-down")).text


def test_a_finished_game_has_a_tree_of_one_node() -> None:
    position = Position.from_fen("B:W1:B16,17")
    watch = WatchSearch(position, own_search(position.variant))
    player = ScreenPlayer(menu_state(), coach=PromptCoach).send(StudyAsked(watch))
    assert "the game is over, +600" in player.text
    player.press("c", ".", "end", "enter", "right", "left", "home")
    assert view_of(player).cursor.node == view_of(player).tree.root
    assert "Step 2 of 2: done: +600" in player.press(" ", " ").text


def test_a_horizon_is_looked_for_no_longer_than_asked() -> None:
    order = FindHorizon(START.variant, FORMULAS["seed-000"], RESCUES["depth"], 1, seconds=0.0)
    watch = WatchSearch(START, own_search(START.variant), horizon=order)
    player = ScreenPlayer(menu_state(size=(120, 40)), coach=PromptCoach).send(StudyAsked(watch))
    assert player.said == "No such position was found. Try again."
