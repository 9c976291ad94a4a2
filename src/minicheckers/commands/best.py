"""``minicheckers best``: the move a level would play, for people and for other programs."""

import argparse
from typing import Any

from ..game.player import Player
from ..opponents.registry import chosen_level, strategy_of
from ..rules.position import Position
from . import shared
from .output import Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(
        parser, "level", level="a level or strategy (see 'minicheckers levels'); default: expert"
    )
    parser.set_defaults(level="expert")
    flags = "variant size goal position time depth seed json"
    shared.add_flags(parser, flags, position=shared.POSITION_OR_STREAM)


def run(arguments: argparse.Namespace) -> int:
    level = chosen_level(arguments.level)
    player = Player(level, shared.chosen_limits(arguments))
    chooser = strategy_of(player, shared.chosen_variant(arguments), arguments.seed)

    def choose(position: Position) -> dict[str, Any]:
        record = {"variant": position.variant.name, "position": position.fen(), "level": level}
        if position.outcome is not None:
            nothing = {"move": None, "score": None, "depth": 0, "nodes": 0, "seconds": 0.0}
            return {**record, **nothing, "pv": ()}
        seconds = shared.stopwatch()
        decision = chooser.choose(position)
        found = shared.fields(decision, "move score depth nodes")
        return {**record, **found, "seconds": seconds(), "pv": decision.pv}

    output = Output.standard()

    def in_words(record: dict[str, Any], position: Position) -> list[str]:
        if record["move"] is None:
            return ["no move: the game is over"]
        return _picture(output, record, position) if output.is_terminal else [str(record["move"])]

    return shared.answer_positions(arguments, choose, in_words)


def _picture(output: Output, record: dict[str, Any], position: Position) -> list[str]:
    """The board with the move on it, and beside it what the level thought; for a terminal."""
    board = output.board(position, record["move"])

    def about(width: int | None) -> list[str]:
        facts = [f"depth {record['depth']}"] if record["depth"] else []
        nodes = "node" if record["nodes"] == 1 else "nodes"
        facts += [f"{record['nodes']:,} {nodes}"] if record["nodes"] else []
        effort = ", ".join([*facts, f"{record['seconds']:.2f} s"])
        plays = f"{position.turn.capitalize()} plays {record['move']}."
        lines = [output.paint(plays, "good"), ""]
        if record["score"] is not None:
            lines += output.wrap(f"Score: {record['score']} for {position.turn}", width)
        if record["pv"]:
            lines += output.wrap(f"Expected line: {' '.join(map(str, record['pv']))}", width)
        return [*lines, *output.wrap(f"Level {record['level']}: {effort}", width, "dim")]

    return output.beside(board, about)
