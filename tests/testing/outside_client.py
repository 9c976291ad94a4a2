"""pydraughts, an independent client and referee.

Another package, py-draughts, installs its modules under the same name; with both installed, neither
works properly.
"""

import importlib
import inspect
from typing import Any

import pytest

from minicheckers import Position
from minicheckers.hub.notation import read_position, write_position

#: The squares touched, the squares captured, and the FEN after it.
Named = tuple[tuple[int, ...], tuple[int, ...], str]

draughts: Any = pytest.importorskip("draughts", reason="needs pydraughts", exc_type=ImportError)
engine: Any = pytest.importorskip(
    "draughts.engine", reason="needs pydraughts", exc_type=ImportError
)
if "command" not in inspect.signature(engine.HubEngine).parameters:
    pytest.skip(
        "py-draughts lies over pydraughts; uninstall both and install pydraughts again",
        allow_module_level=True,
    )

PDN: Any = importlib.import_module("draughts.PDN")
BLACK, WHITE = 1, 2
#: What it sends and accepts over the Dam Exchange Protocol.
dxp: Any = importlib.import_module("draughts.engines.dxp")
dxp_classes: Any = importlib.import_module("draughts.engines.dxp_communication.dxp_classes")
core: Any = importlib.import_module("draughts.core.game")

#: The names of the games that both of us play, ours first.
GAMES = {
    "international": "standard",
    "russian": "russian",
    "brazilian": "brazilian",
    "italian": "italian",
    "english": "english",
    "frisian": "frisian",
    "turkish": "turkish",
}


def outside_moves(position: Position) -> set[Named]:
    """The legal moves that pydraughts sees, each with the position it leads to."""
    # It plays English checkers on a rotated board, as if White moved first.
    name, turned = GAMES[position.variant.name], position.variant.name == "english"
    last = position.variant.geometry.count + 1

    def square(number: int) -> int:
        return last - number if turned else number

    game = core.Game(name, write_position(position, turned=turned))
    found = set()
    for steps, captured in zip(*game.legal_moves(), strict=True):
        path = tuple(map(square, (steps[0][0], *(step[1] for step in steps))))
        taken = () if captured[0] is None else tuple(map(square, captured))
        after = game.copy_fast()
        after.push(steps)
        text = after.get_fen()
        found.add(
            named(position, path, taken, read_position(text, position.variant, turned=turned))
        )
    return found


def our_moves(position: Position) -> set[Named]:
    """Our legal moves in the same form."""
    return {
        named(position, move.path, move.captured, after)
        for move, after in position.transitions().items()
    }


def named(
    position: Position, path: tuple[int, ...], captured: tuple[int, ...], after: Position
) -> Named:
    """What identifies a move, also where a king may land on several squares."""
    if not position.variant.king_flies:
        return path, captured, after.fen()
    taken = tuple(sorted(captured)) if position.variant.unique_captures else captured
    return (path[0], path[-1]), taken, after.fen()
