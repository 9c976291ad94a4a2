"""Outlines, drawings, graphs and JSON show the tree that was searched."""

import itertools
import json
import re
from typing import Any
from xml.etree import ElementTree

import pytest

from minicheckers import Position
from minicheckers.rules.variant import VARIANTS, Variant
from minicheckers.thinking.algorithm import STAIRS, Algorithm
from minicheckers.thinking.drawing import outline, to_dot, to_json, to_svg
from minicheckers.thinking.search import search_tree
from minicheckers.thinking.seeds import FORMULAS
from minicheckers.thinking.tree import Tree
from testing.naive_tree import walk

GAMES = [game.of_size(min(game.possible_sizes)) for game in VARIANTS.values()]


def tree_of(game: Variant | str = "mini", depth: int = 3, algorithm: int = 1) -> Tree:
    return search_tree(Position.start(game), depth, FORMULAS["pieces"], STAIRS[algorithm])


def nodes_of(node: dict[str, Any]) -> list[dict[str, Any]]:
    return [node, *(below for child in node["children"] for below in nodes_of(child))]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("algorithm", STAIRS, ids=str)
def test_json_is_the_whole_tree(game: Variant, algorithm: Algorithm) -> None:
    tree = search_tree(Position.start(game), 2, FORMULAS["pieces"], algorithm)
    record = json.loads("".join(to_json(tree)))
    assert list(record) == [
        "variant",
        "position",
        "algorithm",
        "depth",
        "value",
        "best",
        "nodes",
        "cutoffs_max",
        "cutoffs_min",
        "tree",
    ]
    assert (record["algorithm"], record["depth"]) == (str(algorithm), 2)
    nodes = nodes_of(record["tree"])
    assert record["nodes"] == len(nodes) == len(tree)
    for told, node in zip(nodes, walk(tree.root), strict=True):
        assert list(told) == ["move", "value", "alpha", "beta", "kind", "children"]
        assert told["move"] == (None if node.move is None else str(node.move))
        assert (told["value"], told["alpha"], told["beta"]) == (node.value, node.alpha, node.beta)
        assert told["kind"] == str(node.kind)
    assert record["tree"]["move"] is None
    assert record["value"] == record["tree"]["value"]
    cut = sum(told["kind"] == "cutoff" for told in nodes)
    assert cut == record["cutoffs_max"] + record["cutoffs_min"]


@pytest.mark.parametrize("game", GAMES, ids=str)
@pytest.mark.parametrize("size", [(200, 200), (1000, 520), (3000, 300)])
def test_a_drawing_fits_its_size(game: Variant, size: tuple[int, int]) -> None:
    tree = tree_of(game)
    svg = ElementTree.fromstring(to_svg(tree, *size))
    width, height = size
    assert (svg.get("width"), svg.get("height")) == (str(width), str(height))
    name = "{http://www.w3.org/2000/svg}"
    boxes = svg.findall(f"{name}rect")[1:]
    assert len(boxes) > len(tree.root.children)
    for box in boxes:
        left, top = float(box.get("x", "")), float(box.get("y", ""))
        assert 0 <= left <= left + float(box.get("width", "")) <= width
        assert 0 <= top <= top + float(box.get("height", "")) <= height
    # No two nodes of a level overlap.
    levels: dict[str, list[tuple[float, float]]] = {}
    for box in boxes:
        left = float(box.get("x", ""))
        levels.setdefault(box.get("y", ""), []).append((left, left + float(box.get("width", ""))))
    for spans in levels.values():
        spans.sort()
        assert all(end <= left + 0.2 for (_, end), (left, _) in itertools.pairwise(spans))
    texts = [text.text for text in svg.iter(f"{name}text")]
    assert str(tree.best) in texts


def test_a_drawing_counts_what_it_does_not_show() -> None:
    tree = tree_of(depth=5)
    svg = ElementTree.fromstring(to_svg(tree, 600, 400))
    name = "{http://www.w3.org/2000/svg}"
    shown = len(svg.findall(f"{name}rect")) - 1
    texts = [text.text or "" for text in svg.iter(f"{name}text")]
    hidden = sum(
        int(text[1:].replace(",", "")) for text in texts if re.fullmatch(r"\+[\d,]+", text)
    )
    # A value such as +25 looks the same; the pieces' formula has none here.
    assert shown + hidden == len(tree)


def test_a_graph_has_a_node_for_every_node_and_an_edge_for_every_move() -> None:
    tree = tree_of()
    dot = to_dot(tree, len(tree) * 2)
    assert len(re.findall(r"^  n\d+ \[", dot, re.M)) == len(tree)
    assert len(re.findall(r"^  n\d+ -> n\d+ \[", dot, re.M)) == len(tree) - 1
    cut = tree.cutoffs_at_max + tree.cutoffs_at_min
    assert len(re.findall(r"not searched", dot)) == cut > 0
    assert dot.count("penwidth") == 2 * len(tree.principal_numbers) - 1
    few = to_dot(tree, 10)
    assert len(re.findall(r"^  n\d+ \[", few, re.M)) <= 10


def test_an_outline_shows_everything_or_a_part() -> None:
    tree = tree_of()
    cut = tree.cutoffs_at_max + tree.cutoffs_at_min
    assert len(outline(tree, 1000, 100)) == len(tree) + cut
    assert len(outline(tree, 20, 100)) <= 20
    assert all(len(line) <= 40 for line in outline(tree, 1000, 40))
    assert all(line.isascii() for line in outline(tree, 1000, 100, ascii_only=True))
    below = outline(tree, 1000, 100, root=tree.root.children[0])
    assert below[0].startswith(f"-*{tree.root.children[0].move}")
