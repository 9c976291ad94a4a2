"""``minicheckers host`` and ``join``: a game with another terminal or program."""

import argparse
import secrets
from collections.abc import Callable

from ..activities.keeping import date_tag
from ..activities.remote import Remote
from ..game.player import NO_LIMITS, PERSON, Player
from ..game.request import GameRequest
from ..game.session import Session
from ..opponents.registry import chosen_level
from ..plain.desk import Desk
from ..plain.start import Console
from ..rules.position import Position
from ..rules.variant import DEFAULT, Colour
from ..storage.store import Store
from ..support.text import printable, quoted, sentence
from ..tui import start
from ..tui.capability import why_no_terminal
from ..wire.handshake import Guest, Host, Terms
from ..wire.messages import DEFAULT_PORT, MOST_PLIES, NAME_WIDTH
from ..wire.sockets import LOOPBACK, Connections, is_loopback, parse_address
from . import screen, shared

#: How long a computer waits for a guest whose line was cut, in seconds.
PATIENCE = 600.0
LONGEST_CODE = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--listen",
        metavar="ADDRESS[:PORT]",
        default=LOOPBACK,
        help=f"the address to listen on; default: {LOOPBACK}:{DEFAULT_PORT}, this machine only",
    )
    shared.add_flags(parser, "board turn ballot clock")
    code = "a secret word that your guest must give"
    _add_remote_arguments(parser, code, "your guest chooses")


def _add_remote_arguments(parser: argparse.ArgumentParser, code: str, colour: str) -> None:
    """Add what a host and a guest have in common; `colour` is what is so if none is given."""
    parser.add_argument(
        "--code",
        type=_words(LONGEST_CODE, "a code", lambda code: len(code.encode())),
        metavar="WORD",
        help=code,
    )
    shared.add_flags(parser, "level", level="let the computer play for you: a level or strategy")
    shared.add_flags(parser, "variant size goal")
    parser.set_defaults(variant=None)
    parser.add_argument(
        "--colour",
        choices=[str(colour) for colour in Colour],
        help=f"the colour you play; default: {colour}",
    )
    parser.add_argument(
        "--resume",
        action="store_true",
        help="continue your unfinished game; both sides need this flag",
    )
    parser.add_argument(
        "--name", type=_words(NAME_WIDTH, "a name"), help="the name your opponent sees"
    )
    shared.add_flags(parser, "games time depth seed bell plain", games="leave after N games")


def run(arguments: argparse.Namespace) -> int:
    """Wait for guests and play with them, one after the other."""
    player = _chosen_player(arguments)
    kept = _unfinished(arguments) if arguments.resume else None
    terms = _chosen_terms(arguments) if kept is None else _terms_of(kept)
    ballot = shared.chosen_ballot(arguments, terms.variant or DEFAULT)
    host = Host(
        name=_chosen_name(arguments, "Host"),
        terms=terms,
        ballot=ballot,
        date=date_tag(),
        player=player,
        seed=arguments.seed,
        code=arguments.code,
        secret=secrets.token_bytes(32),
        patience=None if player.is_person else PATIENCE,
        kept=kept,
    )
    network = Connections()
    try:
        address, port = network.listen(*parse_address(arguments.listen))
        words = ("" if arguments.code is None else " --code WORD") + " --resume" * arguments.resume
        lines = _where_to_come(address, port, words)
        return _play_remote(arguments, Remote(host, network, lines, arguments.games))
    finally:
        network.stop()


def add_arguments_join(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "host", metavar="HOST[:PORT]", help="the machine of your opponent, such as localhost"
    )
    code = "the secret word that the host has told you, where one is needed"
    _add_remote_arguments(parser, code, "what the host leaves you")
    parser.set_defaults(board=None, turn=None, ballot=None, clock=None)


def run_join(arguments: argparse.Namespace) -> int:
    """Play with the host until somebody leaves; with a computer, one game or as many as asked."""
    address = parse_address(arguments.host)
    player = _chosen_player(arguments)
    guest = Guest(
        name=_chosen_name(arguments, "Guest"),
        terms=_chosen_terms(arguments),
        date=date_tag(),
        player=player,
        seed=arguments.seed,
        code=arguments.code,
        resumes=arguments.resume,
    )
    games = arguments.games or (None if player.is_person else 1)
    network = Connections()
    try:
        network.call(*address)
        return _play_remote(arguments, Remote(guest, network, most_games=games))
    finally:
        network.stop()


def _unfinished(arguments: argparse.Namespace) -> Session:
    """The unfinished game with somebody elsewhere that was saved last; ValueError if none."""
    for flag in ("level", "variant", "size", "goal", "board", "turn", "ballot", "colour", "clock"):
        if getattr(arguments, flag) is not None:
            raise ValueError(f"--resume and --{flag} cannot be combined: the game stays as it was")
    with Store.default() as store:
        for game in store.unfinished():
            if game.is_remote and not game.open_elsewhere:
                kept = game.session()
                if kept.timeline.ply > MOST_PLIES:
                    raise ValueError(
                        f"your unfinished game has {kept.timeline.ply} moves, and two programs can "
                        f"continue one of at most {MOST_PLIES}"
                    )
                return kept
    raise ValueError("there is no unfinished game with somebody elsewhere")


def _terms_of(kept: Session) -> Terms:
    colour = Colour.BLACK if kept.black == PERSON else Colour.WHITE
    clock = None if kept.clock is None else kept.clock.control
    return Terms(kept.variant, kept.timeline.start, colour, clock)


def _play_remote(arguments: argparse.Namespace, game: Remote) -> int:
    """Play on the board, or line by line if that is wished or no person sits at a terminal."""
    if not (arguments.plain or arguments.level) and why_no_terminal() is None:
        request = GameRequest(looks=screen.usual_looks(), bell=arguments.bell)
        return start.run(start.of_activity(lambda: game), request, Store.default())
    for line in game.invitation:
        print(line, flush=True)
    request = GameRequest(bell=arguments.bell)
    desk = Desk(Store.default(), Console.standard(), request, reads=game.person_plays)
    code = desk.run(game)
    if desk.trouble:
        shared.complain(sentence(printable(desk.trouble)))
    return code


def _where_to_come(address: str, port: int, words: str) -> tuple[str, ...]:
    """What a host is told about who can join and how; `words` follow the address in the command."""
    with_port = "" if port == DEFAULT_PORT else f":{port}"
    lines = [f"Waiting for an opponent at {address} port {port}. Press Ctrl-C to stop."]
    if is_loopback(address):
        tunnel = f"ssh -L {port}:localhost:{port} YOU@THIS-MACHINE"
        return (
            *lines,
            f"On this machine: minicheckers join localhost{with_port}{words}",
            f"From another machine: {tunnel}, then the same command there",
        )
    name = "THIS-MACHINE" if address in ("0.0.0.0", "::") else address
    return (
        *lines,
        "Anybody who can reach this address can ask for a game, and nothing is encrypted,",
        "not even the code. To be safe, leave out --listen and have your guest run",
        f"  ssh -L {port}:localhost:{port} YOU@THIS-MACHINE",
        f"Without the tunnel: minicheckers join {name}{with_port}{words}",
    )


def _chosen_player(arguments: argparse.Namespace) -> Player:
    """Who plays here: a person, or a computer."""
    limits = shared.chosen_limits(arguments)
    if arguments.level is not None:
        return Player(chosen_level(arguments.level), limits)
    if limits != NO_LIMITS:
        raise ValueError("--time and --depth are for the computer, so they need --level")
    return PERSON


def _chosen_name(arguments: argparse.Namespace, usual: str) -> str:
    """The name to go by."""
    if arguments.name is not None:
        return str(arguments.name)
    return usual if arguments.level is None else f"minicheckers {arguments.level}"[:NAME_WIDTH]


def _chosen_terms(arguments: argparse.Namespace) -> Terms:
    """What the flags ask of a game; ValueError with a sentence if there is no such game."""
    start = shared.chosen_start(arguments)
    if arguments.ballot is not None:
        start = Position.start(shared.chosen_variant(arguments))
    variant = start.variant if start is not None else None
    if variant is None and arguments.variant is not None:
        variant = shared.chosen_variant(arguments)
    elif variant is None and (arguments.size is not None or arguments.goal is not None):
        raise ValueError("--size and --goal need --variant")
    colour = None if arguments.colour is None else Colour(arguments.colour)
    if arguments.clock is not None and arguments.clock.other is not None:
        raise ValueError("at two terminals both sides have the same clock, such as 5+3")
    return Terms(variant, start, colour, arguments.clock)


def _words(longest: int, what: str, length: Callable[[str], int] = len) -> Callable[[str], str]:
    """A type of argument: a name or a code of at most that length."""

    def read(text: str) -> str:
        words = text.strip()
        if not words or length(words) > longest or not words.isprintable():
            raise argparse.ArgumentTypeError(
                f"{quoted(text)} cannot be {what}; use 1 to {longest} printable characters"
            )
        return words

    return read
