"""Trees of other searches: recorded by your own search, or read as JSON."""

import json
import math
from typing import Any

import pytest

from minicheckers import Position
from minicheckers.rules.variant import VARIANTS, Variant
from minicheckers.treeview.drawing import outline, to_json
from minicheckers.treeview.ideas import STAIRS, Algorithm
from minicheckers.treeview.search import search_tree
from minicheckers.treeview.seeds import FORMULAS
from minicheckers.treeview.view import TreeView
from minicheckers.treeview.watched import Watched, read_json
from testing.naive_tree import check

GAMES = [game.of_size(min(game.possible_sizes)) for game in VARIANTS.values()]


def worth(position: Position) -> int:
    """What a beginner would count."""
    return 10 * (position.count(position.turn) - position.count(position.turn.other))


def test_an_own_evaluation_and_an_algorithm_by_its_text() -> None:
    tree = search_tree(Position.start("english"), 3, worth, "alphabeta+ordering+quiescence")
    check(tree)
    assert tree.formula.name == "worth"
    assert tree.formula.terms(tree.position, 0) == (("worth", 0),)
    with pytest.raises(ValueError, match="is not an algorithm"):
        search_tree(Position.start("english"), 3, worth, "magic")


@pytest.mark.sampled(30)
@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("algorithm", STAIRS, ids=str)
def test_what_was_written_is_read_as_it_was(game: Variant, algorithm: Algorithm) -> None:
    tree = search_tree(Position.start(game), 2, FORMULAS["pieces"], algorithm)
    text = "".join(to_json(tree))
    again = read_json(text, game.size)
    assert "".join(to_json(again)) == text
    assert outline(TreeView.begin(again, 500), 100) == outline(TreeView.begin(tree, 500), 100)
    assert again.depths == tree.depths
    if algorithm.pruning:  # nobody knows how another search judges
        view = TreeView.begin(again).cutoff(1)
        assert view.sentences()
        assert view.unproved is None


def record() -> dict[str, Any]:
    tree = search_tree(Position.start("mini"), 2, FORMULAS["pieces"])
    found: dict[str, Any] = json.loads("".join(to_json(tree)))
    return found


def changed(**fields: Any) -> str:
    return json.dumps(record() | fields)


def with_node(**fields: Any) -> str:
    told = record()
    told["tree"]["children"][0] |= fields
    return json.dumps(told)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[]", "is not a tree"),
        ("{}", "no 'position'"),
        ("[" * 100_000, "is not a tree"),
        (changed(nodes=3), "it says '3' nodes and has"),
        (changed(position="x"), "does not begin with"),
        (changed(variant="chess"), "no variant 'chess'"),
        (changed(depth="deep"), "is not a tree"),
        (changed(depth=math.inf), "is not a tree"),
        (with_node(value="\x1b[31m"), "'\\x1b[31m' is not a whole number"),
        (changed(tree={}), "no 'move'"),
        (with_node(move="1-18"), "not legal"),
        (with_node(kind="magic"), "'magic' is not"),
        (with_node(value=1.5), "'1.5' is not a whole number"),
        (with_node(alpha="low"), "not whole numbers for a window"),
        (with_node(children=3), "is not a tree"),
    ],
)
def test_anything_else_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match="this is not a tree as 'think --json' writes it") as error:
        read_json(text)
    assert sentence in str(error.value)


def test_nodes_are_entered_and_left_in_order() -> None:
    watched = Watched(Position.start("mini"), 2)
    with pytest.raises(ValueError, match="no node to leave"):
        watched.leave(0)
    with pytest.raises(ValueError, match="was not left"):
        watched.tree()
    watched.enter()
    watched.enter("5-8")
    with pytest.raises(ValueError, match="only the root"):
        watched.enter(None)
    with pytest.raises(ValueError, match="not legal"):
        watched.enter("5-8")
    watched.leave(1, "leaf")
    watched.leave(1)
    with pytest.raises(ValueError, match="has its root already"):
        watched.enter()
    assert str(watched.tree().best) == "5-8"
