"""Outlines, drawings and JSON show the tree that was searched."""

import itertools
import json
from typing import Any
from xml.etree import ElementTree

import pytest

from minicheckers import Position
from minicheckers.rules.variant import VARIANTS, Variant
from minicheckers.treeview.drawing import outline, to_json, to_svg
from minicheckers.treeview.ideas import STAIRS, Algorithm
from minicheckers.treeview.search import search_tree
from minicheckers.treeview.seeds import FORMULAS
from minicheckers.treeview.tree import Tree
from minicheckers.treeview.view import TreeView
from testing.naive_tree import walk

GAMES = [game.of_size(min(game.possible_sizes)) for game in VARIANTS.values()]
SVG = "{http://www.w3.org/2000/svg}"


def tree_of(game: Variant | str = "mini", depth: int = 3, algorithm: int = 1) -> Tree:
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
    tree = tree_of(game)
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
    tree = tree_of()
    whole = TreeView.begin(tree, 1000)
    assert len(outline(whole, 100)) == len(tree) + tree.cutoffs_at_max + tree.cutoffs_at_min
    assert all(len(line) <= 40 for line in outline(whole, 40))
    assert len(outline(TreeView.begin(tree, 20), 100)) <= 20
    first = tree.root.children[0]
    below = outline(TreeView.begin(tree, 1000, first), 100, first)
    assert below[0].startswith(f"-*{first.move}")
    assert len(below) >= first.size
