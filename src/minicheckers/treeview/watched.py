"""Trees of other searches: recorded node by node by a search of your own, or read as JSON."""

import json
from dataclasses import dataclass
from typing import Any

from ..engine.score import INFINITY
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import get_variant
from ..support.text import printable, quoted
from .ideas import ALPHABETA, MINIMAX, Formula
from .tree import NO_MOVE, Kind, Recorder, Tree, code_of, moves_in_order

#: Nobody has told how another search judges positions.
UNTOLD = Formula("another's evaluation", "", lambda variant, side: lambda state: ())


@dataclass
class Watched:
    """Records a search of your own: `enter` every node, `leave` it, and look at the `tree`.

    Values and windows are for the side to move at the root, whole numbers.
    """

    position: Position
    depth: int
    formula: Formula = UNTOLD
    name: str = ""

    def __post_init__(self) -> None:
        self._recorder = Recorder()
        #: The nodes that were entered and not left: number, position and ply.
        self._open: list[tuple[int, Position, int]] = []
        #: How often the root was searched again.
        self._again = 0

    def enter(
        self, move: Move | str | None = None, alpha: int = -INFINITY, beta: int = INFINITY
    ) -> Position:
        """Begin a node below the last open one; the position that its move leads to.

        The root has no move. A node without one below the root is the root searched again, one ply
        deeper each time up to the depth. Raises ValueError for a move that is not legal.
        """
        if not self._open:
            if self._recorder.kinds:
                raise ValueError("the tree has its root already")
            after, index, ply = self.position, NO_MOVE, 0
        else:
            _, before, ply = self._open[-1]
            if move is None:
                if len(self._open) > 1:
                    raise ValueError("only the root can be searched again, by a node without move")
                after, index = before, NO_MOVE
                self._again += 1
            else:
                found, ply = before.find(move), ply + 1
                moves = moves_in_order(before)
                index = next(place for place, (one, _) in enumerate(moves) if one == found)
                after = moves[index][1]
        try:
            self._open.append((self._recorder.enter(index, alpha, beta), after, ply))
        except (OverflowError, TypeError):
            told = f"{quoted(str(alpha))} and {quoted(str(beta))}"
            raise ValueError(f"{told} are not whole numbers for a window") from None
        return after

    def leave(self, value: int, kind: Kind | str = Kind.INNER) -> None:
        """End the last node that was entered; ValueError if there is none, or no such kind."""
        if not self._open:
            raise ValueError("there is no node to leave")
        node, _, ply = self._open.pop()
        try:
            self._recorder.leave(node, value, code_of(Kind(kind), ply))
        except (OverflowError, TypeError):
            raise ValueError(f"{quoted(str(value))} is not a whole number for a value") from None

    def tree(self) -> Tree:
        """The tree, after the root was left; ValueError before."""
        if self._open or not self._recorder.kinds:
            raise ValueError("the root was not left")
        depths = tuple(range(self.depth - self._again + 1, self.depth + 1)) or (self.depth,)
        narrowed = {*self._recorder.alphas, *self._recorder.betas} - {-INFINITY, INFINITY}
        algorithm = ALPHABETA if narrowed else MINIMAX
        return Tree(self._recorder, self.position, algorithm, self.formula, depths, name=self.name)


def read_json(text: str | bytes, size: int | None = None) -> Tree:
    """The tree that `to_json` or another program has written; ValueError if it is not one.

    Its moves must be legal, and it must have as many nodes as it says. `size` is that of the
    board, for a game that is played on several.
    """
    try:
        told = json.loads(text)
        position = Position.from_fen(told["position"], get_variant(told["variant"], size))
        watched = Watched(
            position, int(told["depth"]), name=printable(str(told["algorithm"]))[:100]
        )
        _read_node(told["tree"], watched)
        tree = watched.tree()
        if len(tree) != told["nodes"]:
            raise ValueError(f"it says {quoted(str(told['nodes']))} nodes and has {len(tree)}")
    except KeyError as error:
        raise ValueError(f"this is not a tree as 'think --json' writes it: no {error}") from None
    except (TypeError, AttributeError, OverflowError, RecursionError):
        raise ValueError("this is not a tree as 'think --json' writes it") from None
    except ValueError as error:
        raise ValueError(f"this is not a tree as 'think --json' writes it: {error}") from None
    return tree


def _read_node(told: dict[str, Any], watched: Watched) -> None:
    watched.enter(told["move"], told["alpha"], told["beta"])
    for child in told["children"]:
        _read_node(child, watched)
    watched.leave(told["value"], told["kind"])
