"""``minicheckers think``: the tree of a search, to look at and to show others."""

import argparse
import sys
import time
from dataclasses import replace
from random import Random
from typing import Any

from ..coach.requests import Coach, FindHorizon
from ..messages import printable, quoted
from ..named_files import read_file, write_file
from ..rules.board_files import write_board
from ..rules.position import Position
from ..rules.variant import DEFAULT, Variant
from ..thinking.algorithm import BASES, IDEAS, Algorithm
from ..thinking.comparing import HEADING, Compared, compare, differences, row_text
from ..thinking.cutoff import prove as search_left_out
from ..thinking.drawing import outline, to_dot, to_json, to_svg
from ..thinking.horizon import RESCUES, Horizon, Look, told
from ..thinking.replay import steps
from ..thinking.search import MOST_NODES, Thinker, as_deep_as_possible, to_depth
from ..thinking.seeds import (
    DEFAULT_DEPTH,
    ENGINE,
    FORMULAS,
    SEEDS,
    default_formula,
    formula_called,
    own_search,
)
from ..thinking.tree import Kind, Node, Tree
from ..thinking.view import TreeView
from ..thinking.watched import read_json
from ..thinking.words import SIGNS, summary, value_text
from ..tui.capability import why_no_terminal
from . import screen, shared
from .output import Output, can_print

DEFAULT_LINES = 40
DEFAULT_PICTURE = (1000, 520)
#: A tree as JSON, in bytes: about as many nodes.
LONGEST_TREE = 1_000_000_000
#: How long to look for a horizon, in seconds.
HORIZON_SECONDS = 60.0


def add_arguments(parser: argparse.ArgumentParser) -> None:
    depth = f"how many plies to search; default: {DEFAULT_DEPTH}"
    shared.add_flags(parser, "variant size goal position depth", depth=depth)
    # A seed's player comes with its game.
    parser.set_defaults(variant=None)
    parser.add_argument(
        "--algorithm",
        default="alphabeta",
        metavar="A",
        help=f"{' or '.join(BASES)}, plus any of +{', +'.join(IDEAS)}; or the player of a "
        f"seed: {', '.join(SEEDS)}; default: alphabeta",
    )
    parser.add_argument(
        "--eval",
        metavar="E",
        help=f"the evaluation: {', '.join(FORMULAS)}, {ENGINE}; default: the formula that "
        "came with the game",
    )
    time = "seconds that iterative deepening, or finding a horizon, may take"
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
        "--picture",
        type=_picture,
        default=DEFAULT_PICTURE,
        metavar="WxH",
        help="the size of the drawing in pixels; default: {}x{}".format(*DEFAULT_PICTURE),
    )
    parser.add_argument("--dot", metavar="FILE", help="write the tree for Graphviz")
    parser.add_argument("--force", action="store_true", help="overwrite existing files")
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
    parser.add_argument(
        "--prove",
        action="store_true",
        help="with --below: search what was cut off there, to show that it did not matter",
    )
    parser.add_argument(
        "--steps",
        type=shared.whole_number(1),
        metavar="N",
        help="show the first steps of the search instead of its tree",
    )
    parser.add_argument(
        "--compare", action="store_true", help="compare the search with one more idea each time"
    )
    parser.add_argument(
        "--horizon",
        nargs="?",
        const="depth",
        choices=tuple(RESCUES),
        help="find a position where the search blunders, and two more plies (depth) or quiescence "
        "search save it",
    )
    shared.add_flags(parser, shared.LOOKS)
    parser.description = (
        f"{parser.description}\n\n"
        "On a terminal the tree opens on the screen: open and close branches, step through the "
        "search, switch ideas on and off. --plain, --lines, --below and --steps print it "
        "instead.\n\n"
        "Every line is a node: its move, its value for the side to move at the root, the window "
        "alpha..beta in which it was searched, and why it ended. A star marks the principal "
        "variation, + a node that is closed (see --lines, --below)."
    )


def run(arguments: argparse.Namespace) -> int:
    """Search, and show or write what was asked for."""
    if _opens_screen(arguments):
        return _open_screen(arguments)
    if arguments.horizon:
        return _show_horizon(arguments)
    if arguments.source is not None:
        _show(arguments, _read(arguments))
        return 0
    thinker, position = _search(arguments)
    if arguments.compare:
        return _show_comparison(arguments, thinker, position)
    tree = thinker.think(
        position,
        time.monotonic,
        random=None if arguments.seed is None else Random(arguments.seed),
        most_nodes=MOST_NODES,
    )
    _show(arguments, tree)
    return 0


def _opens_screen(arguments: argparse.Namespace) -> bool:
    """Whether nothing is asked for that is printed or written."""
    printed = ("plain", "json", "svg", "dot", "lines", "below", "prove", "steps")
    if any(getattr(arguments, name) not in (None, False) for name in printed):
        return False
    return arguments.source != shared.STREAM and why_no_terminal() is None


def _open_screen(arguments: argparse.Namespace) -> int:
    from ..tui.events import WatchSearch  # rarely needed

    if arguments.source is not None:
        tree = _read(arguments)
        thinker = own_search(tree.position.variant, depth=tree.depth)
        return screen.show_study(arguments, WatchSearch(tree.position, thinker, tree))
    thinker, position = _search(arguments)
    watch = WatchSearch(
        position,
        thinker,
        seed=arguments.seed,
        compare=arguments.compare,
        horizon=_horizon(arguments) if arguments.horizon else None,
    )
    return screen.show_study(arguments, watch)


def _search(arguments: argparse.Namespace) -> tuple[Thinker, Position]:
    thinker, variant = _thinker(arguments)
    if arguments.position is None:
        return thinker, Position.start(variant)
    return thinker, Position.from_fen(arguments.position, variant)


def _read(arguments: argparse.Namespace) -> Tree:
    """The tree that was searched by another program."""
    if arguments.position or arguments.depth or arguments.compare:
        raise ValueError(
            "--from shows a finished search, so it cannot be combined with --position, --depth "
            "or --compare"
        )
    if arguments.source == shared.STREAM:
        return read_json(sys.stdin.read(LONGEST_TREE), arguments.size)
    return read_json(read_file(arguments.source, LONGEST_TREE), arguments.size)


def _show(arguments: argparse.Namespace, tree: Tree) -> None:
    lines = DEFAULT_LINES if arguments.lines is None else arguments.lines
    lines = lines or 2 * len(tree)  # every node, and the moves that were left out there
    if arguments.svg is not None:
        _write(arguments, arguments.svg, to_svg(tree, *arguments.picture))
    if arguments.dot is not None:
        _write(arguments, arguments.dot, to_dot(tree, lines))
    if arguments.json:
        for part in to_json(tree):
            sys.stdout.write(part)
        print(flush=True)
    elif arguments.steps:
        _print_steps(tree, arguments.steps)
    elif arguments.svg is None and arguments.dot is None:
        _print_outline(arguments, tree, lines)


def _thinker(arguments: argparse.Namespace) -> tuple[Thinker, Variant]:
    seconds = None if arguments.horizon else arguments.time  # else it is for finding that
    seed = SEEDS.get(arguments.algorithm)
    variant = shared.chosen_variant(arguments, (seed.game if seed else None) or DEFAULT.name)
    if seed is not None:
        thinker = seed
    else:
        try:
            algorithm = Algorithm.parse(arguments.algorithm)
        except ValueError as error:
            raise ValueError(f"{error}, or a seed: {', '.join(SEEDS)}") from None
        thinker = own_search(variant, algorithm)
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


def _picture(text: str) -> tuple[int, int]:
    width, cross, height = text.partition("x")
    if not cross:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a size such as 1000x520")
    size = shared.whole_number(200, 20_000)
    return size(width), size(height)


def _write(arguments: argparse.Namespace, path: str, text: str) -> None:
    write_file(path, text.encode(), replace=arguments.force)
    if not arguments.json:
        print(f"Saved the tree as {printable(path)}.")


def _print_outline(arguments: argparse.Namespace, tree: Tree, lines: int) -> None:
    root = _node_below(tree, arguments.below or "")
    if arguments.prove and root.kind is not Kind.CUTOFF:
        raise ValueError("--prove needs a node that was cut off; choose one with --below")
    print(tree.position.fen())
    output = Output.standard(arguments)
    print(*output.wrap(summary(tree)), sep="\n")
    if arguments.below:
        for line in _details(root, prove=arguments.prove):
            print(line)
    ascii_only = arguments.ascii or not can_print(SIGNS)
    for line in outline(tree, lines, output.width or 100, root=root, ascii_only=ascii_only):
        print(line)
    if root.size > lines:
        more = f"{root.size:,} nodes in all; --lines and --below show more of them"
        print(*output.wrap(more), sep="\n")


def _details(node: Node, *, prove: bool) -> list[str]:
    """The board of a node, the terms of its evaluation, and why it was cut off."""
    view = TreeView.begin(node.tree).show(node.number)
    lines = ["", write_board(node.position, "diagram")]
    proof = None
    if prove and view.unproved is not None:
        proof = search_left_out(node)
        view = view.with_proof(node, proof)
    details = view.details()
    if details.terms:
        total = ("sum of the terms", details.total)
        width = max(len(name) for name, _ in (*details.terms, total))
        lines += ["", *(f"{name:{width}}  {n:>+6}" for name, n in (*details.terms, total))]
    if details.sentences:
        lines += ["", *details.sentences]
    if proof is not None:
        values = (f"{move} {value_text(value)}" for move, value in proof.values)
        lines.insert(-1, f"Searched now: {', '.join(values)}.")
    return [*lines, ""]


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


def _print_steps(tree: Tree, count: int) -> None:
    """What the search does, a step a line, with its counters."""
    view = TreeView.begin(tree)
    print("step  depth  nodes  cut at max  at min")
    for step in range(min(count, steps(tree))):
        now = view.at_step(step)
        seen = now.counters()
        indent = "  " * seen.depth
        print(
            f"{step:>4}  {seen.depth:>5}  {seen.nodes:>5}  {seen.cutoffs_at_max:>10}  "
            f"{seen.cutoffs_at_min:>6}  {indent}{seen.event}"
        )


def _show_comparison(arguments: argparse.Namespace, thinker: Thinker, position: Position) -> int:
    depth = thinker.depth(position)
    found = []
    if not arguments.json:
        print(f"{position.fen()}, depth {depth}, {thinker.formula.name}")
        print(HEADING)
    for one in compare(position, depth, thinker.formula, time.process_time, MOST_NODES):
        found.append(one)
        if arguments.json:
            shared.print_json(_comparison_record(position, depth, one))
        else:
            print(row_text(one, MOST_NODES), flush=True)
    if not arguments.json:
        for line in differences(found):
            print(line)
    return 0


def _comparison_record(position: Position, depth: int, one: Compared) -> dict[str, Any]:
    tree = one.tree
    return {
        "variant": position.variant.name,
        "position": position.fen(),
        "algorithm": str(one.algorithm),
        "depth": depth,
        "value": tree and tree.value,
        "best": str(tree.best) if tree and tree.best else None,
        "nodes": tree and len(tree),
        "cutoffs_max": tree and tree.cutoffs_at_max,
        "cutoffs_min": tree and tree.cutoffs_at_min,
        "seconds": round(one.seconds, 4),
    }


def _horizon(arguments: argparse.Namespace) -> FindHorizon:
    variant = shared.chosen_variant(arguments)
    formula = (
        formula_called(arguments.eval, variant) if arguments.eval else default_formula(variant)
    )
    looks = RESCUES[arguments.horizon]
    if arguments.depth is not None:
        first, second = looks
        more = second.depth - first.depth
        looks = (
            Look(first.algorithm, arguments.depth),
            Look(second.algorithm, arguments.depth + more),
        )
    seed = 1 if arguments.seed is None else arguments.seed
    return FindHorizon(variant, formula, looks, seed, arguments.time or HORIZON_SECONDS)


def _show_horizon(arguments: argparse.Namespace) -> int:
    found = Coach().answer(_horizon(arguments))
    if found is None:
        shared.complain("no such position was found in time; try another --seed or --depth")
        return 1
    paragraphs = (line for paragraph in told(found) for line in ("", *paragraph))
    lines = [found.position.fen(), write_board(found.position, "diagram"), *paragraphs]
    shared.print_result(arguments, _horizon_record(found), lines)
    return 0


def _horizon_record(found: Horizon) -> dict[str, Any]:
    def look(tree: Tree) -> dict[str, Any]:
        assert tree.best is not None
        return {
            "algorithm": str(tree.algorithm),
            "depth": tree.depth,
            "move": str(tree.best),
            "value": tree.value,
            "line": [str(node.move) for node in tree.root.principal_variation],
            "truth": found.truth[tree.best],
        }

    return {
        "variant": found.position.variant.name,
        "position": found.position.fen(),
        "exact": found.exact,
        "blunder": look(found.blunder),
        "rescue": look(found.rescue),
        "reality": [str(move) for move in found.reality],
    }
