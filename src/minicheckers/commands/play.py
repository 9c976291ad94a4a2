"""``minicheckers``: the game itself. Flags in, a GameRequest out."""

import argparse
import sys
from dataclasses import replace
from itertools import islice
from random import Random

from ..game.clock import TimeControl
from ..game.request import GameRequest, read_first
from ..game.session import Session
from ..messages import counted, quoted
from ..named_files import read_text_file
from ..players.registry import chosen_level, names
from ..rules.position import Position
from ..rules.variant import Variant, get_variant
from ..storage.reading import LONGEST_PDN
from ..storage.store import Store
from . import screen, shared

#: A flag, those that cannot stand beside it, and why.
_CONTRADICTIONS = (
    (
        "--resume",
        "--load --board --turn --two-player --level --first --variant --size --goal --time --depth "
        "--seed --clock",
        "the unfinished game continues as it was",
    ),
    ("--load", "--board --turn --variant --size --goal", "the file says which game it is"),
    ("--two-player", "--level --first --time --depth", "the computer does not play"),
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the flags of the game."""
    parser.add_argument(
        "--level",
        metavar="L",
        help="your opponent: easy, medium, hard, expert, 1 to 4, or any strategy",
    )
    parser.add_argument("--first", metavar="F", help="who moves first: you, ai or random")
    shared.add_variant(parser)
    # Unlike elsewhere it matters whether the flag was given: the menu presets the last variant.
    parser.set_defaults(variant=None)
    shared.add_limits(parser)
    parser.add_argument("--board", metavar="B", help="start from a FEN or a file with a board")
    shared.add_turn(parser)
    parser.add_argument(
        "--two-player", action="store_true", help="play with another person at this keyboard"
    )
    parser.add_argument("--resume", action="store_true", help="continue your unfinished game")
    parser.add_argument(
        "--load", metavar="GAME.pdn", help="open a recorded game, to step through it or play on"
    )
    parser.add_argument(
        "--game",
        type=shared.whole_number(1),
        metavar="N",
        help="the number of the game in the --load file",
    )
    shared.add_seed(parser)
    parser.add_argument(
        "--clock",
        type=_clock,
        metavar="M+S",
        help="a clock: minutes for each side plus seconds for each move, such as 5+3",
    )
    parser.add_argument("--bell", action="store_true", help="ring when it is your turn")
    parser.add_argument(
        "--coach",
        choices=("off", "warn", "show"),
        default="off",
        help="warn you before a blunder, or show the value of every move",
    )
    screen.add_looks(parser)


def _clock(text: str) -> TimeControl:
    """A type of argument: a clock a side."""
    try:
        return TimeControl.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def run(arguments: argparse.Namespace) -> int:
    """Open the game that the flags describe."""
    store = Store.default()
    return screen.open_game(make_request(arguments, store), store, plain=arguments.plain)


def make_request(arguments: argparse.Namespace, store: Store) -> GameRequest:
    """What the flags ask for; ValueError with a sentence if that cannot be."""
    _check_contradictions(arguments)
    request = GameRequest(
        level=None if arguments.level is None else chosen_level(arguments.level),
        first=None if arguments.first is None else read_first(arguments.first),
        limits=shared.chosen_limits(arguments),
        seed=arguments.seed,
        two_player=arguments.two_player,
        clock=arguments.clock,
        bell=arguments.bell,
        coach=arguments.coach,
        looks=screen.chosen_looks(arguments),
        random=Random(arguments.seed),
    )
    if arguments.resume:
        return replace(request, session=_unfinished(store))
    if arguments.load is not None:
        return _loaded(request, arguments, store)
    start = _start(arguments)
    request = replace(request, start=start, variant=start.variant if start else _variant(arguments))
    variant = request.variant or get_variant(shared.DEFAULT_VARIANT)
    if arguments.two_player:
        return replace(request, session=request.two_player_session(variant))
    if request.level is not None and request.first is not None:
        store.remember(variant, request.level, request.first)
        session = request.new_session(variant, request.level, request.first)
        return replace(request, session=session)
    return request


def _check_contradictions(arguments: argparse.Namespace) -> None:
    def given(flag: str) -> bool:
        value = getattr(arguments, flag[2:].replace("-", "_"))
        return value is not None and value is not False

    for flag, others, why in _CONTRADICTIONS:
        for other in others.split():
            if given(flag) and given(other):
                raise ValueError(f"{flag} and {other} cannot be combined: {why}")
    if given("--turn") and not given("--board"):
        raise ValueError("--turn needs --board")
    if given("--game") and not given("--load"):
        raise ValueError("--game needs --load")


def _variant(arguments: argparse.Namespace) -> Variant | None:
    if arguments.variant is None and arguments.size is None and arguments.goal is None:
        return None
    return shared.chosen_variant(arguments)


def _start(arguments: argparse.Namespace) -> Position | None:
    if arguments.board is None:
        return None
    return shared.chosen_board(arguments, arguments.board)


def _unfinished(store: Store) -> Session:
    session = store.resume()
    if session is None:
        for notice in store.take_notices():
            print(f"minicheckers: {notice}", file=sys.stderr)
        raise ValueError(
            "there is no unfinished game to continue (one that is open in another window "
            "does not count)"
        )
    return session


def _loaded(request: GameRequest, arguments: argparse.Namespace, store: Store) -> GameRequest:
    """A recorded game, or the file if it has several and none is named."""
    from ..game.pdn import read_games  # the board is there sooner without it

    # Whoever names a game does not mind what is wrong in those after it.
    games = read_games(read_text_file(arguments.load, LONGEST_PDN))
    records = list(islice(games, arguments.game))
    if not records:
        raise ValueError(f"there is no game in {quoted(arguments.load)}")
    if arguments.game is None and len(records) > 1:
        return replace(request, load=arguments.load)
    number = arguments.game or 1
    if number > len(records):
        count = counted(len(records), "game")
        raise ValueError(f"{quoted(arguments.load)} has {count}, so there is no game {number}")
    record = records[number - 1]
    level = store.preferences().level
    session, replaying = request.opened(record, level, lambda name: name in names())
    return replace(request, session=session, replaying=replaying, record=record)
