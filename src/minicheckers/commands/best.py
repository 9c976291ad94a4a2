"""``minicheckers best``: the move a level would play, for people and for other programs."""

import argparse
import time
from typing import Any

from ..game.player import Player
from ..players.guard import answer
from ..players.registry import chosen_level, strategy_of
from ..rules.position import Position
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "--level",
        default="expert",
        metavar="L",
        help="a level or strategy, as in 'minicheckers levels'; default: expert",
    )
    shared.add_variant(parser)
    shared.add_position_or_stream(parser)
    shared.add_limits(parser)
    shared.add_seed(parser)
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the move for each position asked for."""
    level = chosen_level(arguments.level)
    player = Player(level, shared.chosen_limits(arguments))
    chooser = strategy_of(player, shared.chosen_variant(arguments), arguments.seed)

    def choose(position: Position) -> dict[str, Any]:
        record: dict[str, Any] = {
            "variant": position.variant.name,
            "position": position.fen(),
            "level": level,
            "move": None,
            "score": None,
            "depth": 0,
            "nodes": 0,
            "seconds": 0.0,
            "pv": [],
        }
        if position.outcome is not None:
            return record
        started = time.perf_counter()
        decision = answer(chooser, level, position)
        return record | {
            "move": str(decision.move),
            "score": decision.score,
            "depth": decision.depth,
            "nodes": decision.nodes,
            "seconds": round(time.perf_counter() - started, 6),
            "pv": [str(move) for move in decision.pv],
        }

    return shared.answer_positions(arguments, choose, _in_words)


def _in_words(record: dict[str, Any]) -> str:
    return record["move"] or "no move: the game is over"
