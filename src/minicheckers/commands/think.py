"""``minicheckers think``: the tree of a search, to look at and to show others."""

import argparse
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from random import Random

from ..activities.think import Think
from ..rules.board_files import write_board
from ..rules.position import Position
from ..rules.variant import DEFAULT, Variant
from ..support.named_files import read_file, write_file
from ..support.text import printable
from ..treeview.drawing import outline, to_json, to_svg
from ..treeview.ideas import BASES, IDEAS, Algorithm
from ..treeview.search import MOST_NODES, Thinker, as_deep_as_possible, to_depth
from ..treeview.seeds import (
    DEFAULT_DEPTH,
    ENGINE,
    FORMULAS,
    ORIGINALS,
    formula_called,
    own_search,
)
from ..treeview.tree import Node, Tree
from ..treeview.view import SIGNS, TreeView, summary, with_signs
from ..treeview.watched import read_json
from ..tui.capability import why_no_terminal
from . import screen, shared
from .output import Output, ProgressBar, can_print

DEFAULT_LINES = 40
#: The size of a drawing, in pixels.
PICTURE = (1000, 520)
#: A tree as JSON, in bytes: about as many nodes.
LONGEST_TREE = 1_000_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    depth = f"how many plies to search; default: {DEFAULT_DEPTH}"
    shared.add_flags(parser, "variant size goal position depth", depth=depth)
    # An original player comes with its game.
    parser.set_defaults(variant=None)
    parser.add_argument(
        "--algorithm",
        default="alphabeta",
        metavar="A",
        help=f"{' or '.join(BASES)}, plus any of +{', +'.join(IDEAS)}; or an "
        f"original player: {', '.join(ORIGINALS)}; default: alphabeta",
    )
    parser.add_argument(
        "--eval",
        metavar="E",
        help=f"the evaluation: {', '.join(FORMULAS)}, {ENGINE}; default: the formula that "
        "came with the game",
    )
    time = "seconds that iterative deepening may take"
    shared.add_flags(parser, "time seed", time=time)
    parser.add_argument(
        "--from",
        dest="source",
        metavar="FILE",
        help="show a tree written by --json or by another program; - reads standard input",
    )
    shared.add_flags(parser, "json")
    parser.add_argument("--svg", metavar="FILE", help="draw the tree as an SVG")
    parser.add_argument(
        "--lines",
        type=shared.whole_number(0),
        metavar="N",
        help="about how many nodes of the tree to show, 0 for all of them; "
        f"default: {DEFAULT_LINES}",
    )
    parser.add_argument(
        "--below",
        metavar="MOVES",
        help="show the tree after these moves, such as '5-7 14-11', with the board and the terms "
        "of its evaluation",
    )
    shared.add_flags(parser, "plain")
    parser.description = (
        f"{parser.description}\n\n"
        "On a terminal the tree opens on the screen: open and close branches, step through the "
        "search, switch ideas on and off. --plain, --lines and --below print it "
        "instead.\n\n"
        "Every line is a node: its move, its value for the side to move at the root, the window "
        "alpha..beta in which it was searched, and why it ended. A star marks the principal "
        "variation, + a node that is closed (see --lines, --below)."
    )


def run(arguments: argparse.Namespace) -> int:
    """Search, and show or write what was asked for."""
    tree = None if arguments.source is None else _read(arguments)
    if tree is None:
        thinker, position = _search(arguments)
    else:
        thinker, position = own_search(tree.position.variant, depth=tree.depth), tree.position
    if _opens_screen(arguments):
        return screen.show(lambda: Think(position, thinker, tree, arguments.seed))
    if tree is None:
        random = None if arguments.seed is None else Random(arguments.seed)
        with ProgressBar(MOST_NODES, sys.stderr) as bar:
            tree = thinker.think(
                position,
                time.monotonic,
                random=random,
                most_nodes=MOST_NODES,
                report=lambda nodes: bar.show(min(nodes, MOST_NODES), "nodes"),
            )
    _show(arguments, tree)
    return 0


def _opens_screen(arguments: argparse.Namespace) -> bool:
    """Whether nothing is asked for that is printed or written."""
    printed = ("plain", "json", "svg", "lines", "below")
    if any(getattr(arguments, name) not in (None, False) for name in printed):
        return False
    return arguments.source != shared.STREAM and why_no_terminal() is None


def _search(arguments: argparse.Namespace) -> tuple[Thinker, Position]:
    thinker, variant = _thinker(arguments)
    if arguments.position is None:
        return thinker, Position.start(variant)
    return thinker, Position.from_fen(arguments.position, variant)


def _read(arguments: argparse.Namespace) -> Tree:
    """The tree that was searched by another program."""
    if arguments.position or arguments.depth:
        raise ValueError(
            "--from shows a finished search, so it cannot be combined with --position or --depth"
        )
    if arguments.source == shared.STREAM:
        return read_json(sys.stdin.read(LONGEST_TREE), arguments.size)
    return read_json(read_file(arguments.source, LONGEST_TREE), arguments.size)


def _show(arguments: argparse.Namespace, tree: Tree) -> None:
    lines = DEFAULT_LINES if arguments.lines is None else arguments.lines
    lines = lines or 2 * len(tree)  # every node, and the moves that were left out there
    if arguments.svg is not None:
        _write(arguments, arguments.svg, to_svg(tree, *PICTURE))
    if arguments.json:
        for part in to_json(tree):
            sys.stdout.write(part)
        print(flush=True)
    elif arguments.svg is None:
        _print_outline(arguments, tree, lines)


def _thinker(arguments: argparse.Namespace) -> tuple[Thinker, Variant]:
    seconds = arguments.time
    original = ORIGINALS.get(arguments.algorithm)
    variant = shared.chosen_variant(
        arguments, (original.game if original else None) or DEFAULT.name
    )
    if original is not None:
        thinker = original
    else:
        thinker = own_search(variant, Algorithm.parse(arguments.algorithm, ORIGINALS))
        if seconds is not None:
            thinker = replace(thinker, depth=as_deep_as_possible)
    if arguments.eval is not None:
        thinker = replace(thinker, formula=formula_called(arguments.eval, variant))
    if arguments.depth is not None:
        thinker = replace(thinker, depth=to_depth(arguments.depth))
    if seconds is not None:
        if not thinker.algorithm.deepening:
            raise ValueError(
                f"{arguments.algorithm} has no time limit; --time needs +deepening, as in "
                "alphabeta+deepening"
            )
        thinker = replace(thinker, seconds=seconds)
    return thinker, variant


def _write(arguments: argparse.Namespace, path: str, text: str) -> None:
    write_file(path, text.encode())
    if not arguments.json:
        print(f"Saved the tree as {printable(path)}.")


def _signs() -> Callable[[str], str]:
    """What puts mathematical signs into a text, where they can be printed."""
    return with_signs if can_print("".join(SIGNS.values())) else str


def _print_outline(arguments: argparse.Namespace, tree: Tree, lines: int) -> None:
    root = _node_below(tree, arguments.below or "")
    output = Output.standard()
    signed = _signs()
    print(tree.position.fen(), *output.wrap(summary(tree)), sep="\n")
    if arguments.below:
        for line in _details(root):
            print(signed(line))
    for line in outline(TreeView.begin(tree, lines, root), output.width or 100, root):
        print(signed(line))
    if root.size > lines:
        more = f"{root.size:,} nodes in all; --lines and --below show more of them"
        print(*output.wrap(more), sep="\n")


def _details(node: Node) -> list[str]:
    """The board of a node, why it was cut off, and the terms of its evaluation."""
    think = Think(node.tree.position, tree=node.tree)
    think.view = think.seen.show(node)
    told = [words for words, _ in think.story()[1:]]
    return ["", write_board(node.position, "diagram"), *told, ""]


def _node_below(tree: Tree, moves: str) -> Node:
    """The node after some moves; ValueError if they were not searched."""
    node = tree.root
    if moves and node.children and node.children[0].is_depth:
        node = node.children[-1]
    for word in moves.split():
        move = node.position.find(word)
        found = [child for child in node.children if child.move == move]
        if not found:
            raise ValueError(f"{move} was not searched there ({node.kind})")
        node = found[-1]
    return node
