"""Ideas side by side: the same position searched with one idea more each time."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ..rules.position import Position
from .algorithm import STAIRS, Algorithm
from .formula import Formula
from .search import Thinker, TooLargeError, to_depth
from .tree import Tree
from .words import value_text


@dataclass(frozen=True)
class Compared:
    """A search, the processor time it took, and its tree; None if that would be too large."""

    algorithm: Algorithm
    seconds: float
    tree: Tree | None


def compare(
    position: Position,
    depth: int,
    formula: Formula,
    clock: Callable[[], float],
    most_nodes: int,
    algorithms: Sequence[Algorithm] = STAIRS,
    stopped: Callable[[], bool] = lambda: False,
) -> Iterator[Compared]:
    """Search a position with one algorithm after the other; raises Stopped if asked to stop."""
    for algorithm in algorithms:
        thinker = Thinker(str(algorithm), "", algorithm, formula, to_depth(depth))
        started = clock()
        try:
            tree = thinker.think(position, clock, most_nodes=most_nodes, stopped=stopped)
        except TooLargeError:
            tree = None
        yield Compared(algorithm, clock() - started, tree)


#: The heading of `row_text`.
HEADING = f"{'':13}{'nodes':>11}{'cut-offs':>10}{'seconds':>9}  move"
#: The heading of a table in few columns.
NARROW_HEADING = f"{'':13}{'nodes':>9}  move"


def row_text(one: Compared, most_nodes: int, *, narrow: bool = False) -> str:
    """A search as a row of the table: named by the idea that it adds."""
    base, *ideas = str(one.algorithm).split("+")
    name = f"+{ideas[-1]}" if ideas else base
    tree = one.tree
    if tree is None:
        return f"{name:13}{f'> {most_nodes:,}':>{9 if narrow else 11}}"
    found = "" if tree.best is None else f"{tree.best} "
    if narrow:
        return f"{name:13}{len(tree):>9,}  {found}{value_text(tree.value)}"
    return (
        f"{name:13}{len(tree):>11,}{tree.cutoffs_at_max + tree.cutoffs_at_min:>10,}"
        f"{one.seconds:>9.3f}  {found}{value_text(tree.value)}"
    )


def differences(compared: Sequence[Compared]) -> list[str]:
    """Where a search finds another move or another value than the one before it, and by which line.

    Only quiescence may change a value. Another order of moves may find another one of equal moves.
    """
    sentences = []
    searched = [(one.algorithm, one.tree) for one in compared if one.tree is not None]
    for (_, before), (algorithm, tree) in pairwise(searched):
        if (before.best, before.value) == (tree.best, tree.value):
            continue
        idea = str(algorithm).rpartition("+")[2]
        what = f"{tree.best} instead of {before.best}" if tree.best != before.best else "same move"
        value = (
            f"{value_text(tree.value)} instead of {value_text(before.value)}"
            if tree.value != before.value
            else "same value"
        )
        sentences.append(f"{idea}: {what}, {value}")
        sentences += [f"  before  {line_text(before)}", f"  after   {line_text(tree)}"]
    return sentences


def line_text(tree: Tree) -> str:
    """The line of best play that a search sees, with a bar where its depth ends."""
    moves = [str(node.move) for node in tree.root.principal_variation]
    if len(moves) > tree.depth:
        moves.insert(tree.depth, "|")
    return " ".join(moves)
