"""``minicheckers``: the game itself. Flags in, a GameRequest out."""

import argparse
import os
import sys
from contextlib import suppress
from dataclasses import replace
from random import Random

from ..game.request import GameRequest, Looks, read_first
from ..game.session import Session
from ..opponents.levels import NUMBERS, check_plays, strength_name
from ..opponents.registry import chosen_level
from ..rules.variant import DEFAULT
from ..storage.own_files import LONGEST_PDN
from ..storage.store import Store
from ..support.text import quoted
from . import screen, shared

#: A flag, the flags that it cannot be combined with, and why.
_CONTRADICTIONS = (
    (
        "--resume",
        "--load --board --turn --ballot --two-player --level --first --variant --size --goal "
        "--time --depth --seed --clock --odds",
        "the unfinished game continues as it was",
    ),
    ("--load", "--board --turn --ballot --odds", "the file says how the game begins"),
    ("--odds", "--board --ballot", "all men are there then"),
    ("--two-player", "--level --first --time --depth", "the computer does not play"),
)


@shared.argument_type
def _strength(text: str) -> str:
    """A type of argument: the number of a strength, as the name of its level."""
    if text not in map(str, NUMBERS):
        raise ValueError(
            f"choose a strength from {NUMBERS[0]} to {NUMBERS[-1]}, not {quoted(text)}"
        )
    return strength_name(int(text))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    either = parser.add_mutually_exclusive_group()
    either.add_argument(
        "--level",
        metavar="L",
        help="your opponent: easy, novice, medium, hard, expert, adaptive, or another name that "
        "'minicheckers levels' lists",
    )
    either.add_argument(
        "--strength",
        dest="level",
        type=_strength,
        default=argparse.SUPPRESS,
        metavar="N",
        help=f"a level by strength, from {NUMBERS[0]} (beginner) to {NUMBERS[-1]} (strongest)",
    )
    parser.add_argument("--first", metavar="F", help="who moves first: you, computer or random")
    shared.add_flags(parser, "variant size goal time depth board turn ballot")
    # Here it matters whether the flag was given: the menu presets the last variant.
    parser.set_defaults(variant=None)
    parser.add_argument(
        "--two-player", action="store_true", help="play with another person at this keyboard"
    )
    parser.add_argument("--resume", action="store_true", help="continue your unfinished game")
    parser.add_argument(
        "--load",
        metavar="GAME.pdn",
        help="open a recorded game, to step through it or play on; - reads standard input",
    )
    game = "the number of the game in the --load file"
    shared.add_flags(parser, "game seed clock odds bell", game=game)
    parser.add_argument(
        "--coach",
        choices=("off", "warn", "show"),
        help="warn you before a blunder, or show the value of every move",
    )
    shared.add_flags(parser, "plain ascii no-color theme no-animation")


def run(arguments: argparse.Namespace) -> int:
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
        odds=arguments.odds or 0,
        bell=arguments.bell,
        coach=arguments.coach,
        looks=_looks(arguments),
        random=Random(arguments.seed),
    )
    if arguments.resume:
        return replace(request, session=_unfinished(store), resumed=True)
    if arguments.load is not None:
        return _loaded(request, arguments, store)
    start = shared.chosen_start(arguments)
    named = shared.given_variant(arguments, DEFAULT.name)
    request = replace(
        request,
        start=start,
        variant=start.variant if start else named,
        straight=bool(named or request.level or request.first or arguments.coach),
    )
    variant = request.variant or DEFAULT
    request = replace(request, ballot=shared.chosen_ballot(arguments, variant))
    if arguments.two_player:
        return replace(request, session=request.two_player_session(variant))
    if request.level is not None:
        check_plays(request.level, variant)
    if request.level is not None and request.first is not None:
        session = request.new_session(variant, request.level, request.first)
        return replace(request, session=session)
    return request


def _looks(arguments: argparse.Namespace) -> Looks:
    usual = screen.usual_looks()
    return Looks(
        ascii=True if arguments.ascii else None,
        colour=usual.colour and not arguments.no_color,
        theme=arguments.theme,
        animation=not arguments.no_animation,
    )


def _check_contradictions(arguments: argparse.Namespace) -> None:
    def given(flag: str) -> bool:
        value = getattr(arguments, flag[2:].replace("-", "_"))
        return value is not None and value is not False

    for flag, others, why in _CONTRADICTIONS:
        for other in others.split():
            if given(flag) and given(other):
                raise ValueError(f"{flag} and {other} cannot be combined: {why}")
    if given("--game") and not given("--load"):
        raise ValueError("--game needs --load")


def _unfinished(store: Store) -> Session:
    session = store.resume()
    if session is None:
        shared.complain(*store.take_notices())
        raise ValueError(
            "there is no unfinished game to continue (one that is open in another window "
            "does not count)"
        )
    return session


def _loaded(request: GameRequest, arguments: argparse.Namespace, store: Store) -> GameRequest:
    """A recorded game, or the file if it has several and none is named."""
    from ..activities.files import open_recorded, read_recorded  # takes a while to load

    text, name = None, arguments.load
    if name == shared.STREAM:
        text, name = _standard_input(), "standard input"
    variant = shared.given_variant(arguments)
    records = read_recorded(text, name, arguments.game, variant=variant)
    if len(records) == 1:
        return open_recorded(request, records[0], store)
    if text is not None:
        raise ValueError(f"standard input has {len(records)} games; choose one with --game N")
    return replace(request, load=arguments.load, variant=variant)


def _standard_input() -> str:
    """All of standard input. The terminal then takes its place, because somebody wants to play."""
    source = getattr(sys.stdin, "buffer", None)
    if source is None:
        raise ValueError("there is no standard input to load a game from")
    if sys.stdin.isatty():
        end = "Enter, Ctrl-Z and Enter" if sys.platform == "win32" else "Enter and Ctrl-D"
        print(f"Paste the game here, then press {end}.", file=sys.stderr)
    content = source.read(LONGEST_PDN + 1)
    if len(content) > LONGEST_PDN:
        raise ValueError(f"standard input is longer than {LONGEST_PDN} bytes")
    if not sys.stdin.isatty():
        _take_terminal_as_input()
    try:
        return str(content.decode("utf-8-sig")).replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise ValueError("standard input is not text in UTF-8") from None


def _take_terminal_as_input() -> None:
    """Let keys and lines come from the terminal, if there is one: the input is at its end."""
    if sys.platform == "win32":
        name = "CONIN$"
    else:  # by its own name, because not every system can wait for /dev/tty
        name = next((os.ttyname(number) for number in (1, 2) if os.isatty(number)), "/dev/tty")
    with suppress(OSError):
        with open(name, "r+b", buffering=0) as terminal:
            os.dup2(terminal.fileno(), 0)
        sys.stdin = os.fdopen(0, encoding=sys.stdin.encoding, closefd=False)
