"""``minicheckers watch``: the computer plays itself on the board, or line by line."""

import argparse
from dataclasses import replace
from random import Random

from ..game.player import Player
from ..game.request import GameRequest
from ..game.session import Session
from ..opponents.registry import strategy_of
from ..rules.variant import Colour, Variant
from ..storage.store import Store
from . import screen, shared

DEFAULT_LEVEL = "hard"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    for colour in Colour:
        parser.add_argument(
            f"--{colour}",
            metavar="L",
            help=f"the level or strategy that plays {colour}, such as hard or "
            f"hard@depth=6; "
            f"default: {DEFAULT_LEVEL}",
        )
    shared.add_flags(parser, "variant size goal time depth")
    shared.add_flags(parser, "board turn ballot seed plain")


def run(arguments: argparse.Namespace) -> int:
    return screen.open_game(make_request(arguments), Store.default(), plain=arguments.plain)


def make_request(arguments: argparse.Namespace) -> GameRequest:
    """What the flags ask for; ValueError with a sentence if that cannot be."""
    start = shared.chosen_start(arguments)
    variant = shared.chosen_variant(arguments) if start is None else start.variant
    request = GameRequest(
        start=start,
        ballot=shared.chosen_ballot(arguments, variant),
        seed=arguments.seed,
        looks=screen.usual_looks(),
        random=Random(arguments.seed),
    )
    black, white = (_player(arguments, colour, variant) for colour in Colour)
    line = request.beginning(variant)
    session = Session(line, black, white, arguments.seed, given=line.ply)
    return replace(request, session=session)


def _player(arguments: argparse.Namespace, colour: Colour, variant: Variant) -> Player:
    level = getattr(arguments, str(colour)) or DEFAULT_LEVEL
    player = shared.player_called(level, shared.chosen_limits(arguments))
    # Report a player that cannot be made now, not on the board.
    strategy_of(player, variant)
    return player
