"""``minicheckers hub``: an engine for other programs, on standard input and output."""

import argparse
import io
import sys
from functools import partial

from ..hub.engine import Conversation
from ..hub.protocol import lines_of
from ..hub.settings import HubSettings
from ..opponents.registry import chosen_level
from ..rules.variant import RECORD_DEFAULT
from ..storage.own_files import find_variant
from . import shared


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--variant",
        default=RECORD_DEFAULT.name,
        metavar="V",
        help=f"the game, until the client chooses another; default: {RECORD_DEFAULT}",
    )
    shared.add_flags(
        parser,
        "level",
        level="the level or strategy, until the client chooses another; default: expert",
    )
    parser.set_defaults(level="expert")
    parser.add_argument(
        "--allow-programs",
        action="store_true",
        help="let the client choose levels that run programs: files such as ./mine.py:Mine, "
        "and engines",
    )
    shared.add_flags(parser, "seed")


def run(arguments: argparse.Namespace) -> int:
    """Answer the lines of the client until it quits or is gone."""
    settings = HubSettings(
        find_variant(arguments.variant),
        chosen_level(arguments.level),
        allow_programs=arguments.allow_programs,
    )
    if sys.stdin is None:  # started with it closed: a client that is gone already
        return 0
    # Unbuffered, so that a thread that waits for a line holds nothing the end of Python needs.
    source = io.FileIO(sys.stdin.fileno(), closefd=False)
    write = partial(print, flush=True)
    Conversation(write, settings, arguments.seed).converse(lines_of(source))
    return 0
