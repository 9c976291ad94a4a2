"""``minicheckers replay``: a recorded game that walks by itself, or as a film in a file."""

import argparse
from functools import partial

from ..activities.files import read_recorded
from ..activities.recorded import Recorded
from ..game.pdn import PdnGame
from ..game.player import PERSON
from ..game.presentation import Spelling
from ..game.session import Session
from ..plain import text as words
from ..rules.variant import COLOURS, Colour
from ..storage.preferences import Preferences
from ..storage.store import Store, StoreError
from ..support.named_files import write_file
from ..support.text import printable, quoted, sentence
from ..tui.animated_svg import Film, film_svg
from ..tui.capability import why_no_terminal
from ..tui.theme import THEMES, Theme, add_own_themes, get_theme, themes_directory
from . import screen, shared

SPEEDS = (0.1, 50.0)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="GAME.pdn", help="a file with recorded games")
    shared.add_flags(
        parser,
        "game svg",
        game="the number of the game in the file; default: 1",
        svg="save the film as an animated SVG",
    )
    parser.set_defaults(game=1)
    parser.add_argument(
        "--speed", type=_speed, default=1.0, metavar="X", help="play X times as fast; default: 1"
    )
    shared.add_record_variant(parser)
    shared.add_flags(parser, "plain")


def run(arguments: argparse.Namespace) -> int:
    """Write the film that is asked for, or else show the game on the board, or tell it here."""
    variant = shared.given_variant(arguments)
    (game,) = read_recorded(None, arguments.file, arguments.game, variant=variant)
    if arguments.svg is not None:
        svg = film_svg(film_of(game, arguments.speed), _theme())
        write_file(arguments.svg, svg.encode())
        print(f"Saved the film as {printable(arguments.svg)}.")
        return 0
    if arguments.plain or why_no_terminal() is not None:
        _print(film_of(game, arguments.speed))
        return 0
    session = Session(game.timeline.at(0), PERSON, PERSON)
    film = partial(Recorded, session, game, speed=arguments.speed)
    return screen.show(film)


def _speed(text: str) -> float:
    speed = shared.number(text)
    if not SPEEDS[0] <= speed <= SPEEDS[1]:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not between 0.1 and 50")
    return speed


def film_of(game: PdnGame, speed: float) -> Film:
    """A recorded game as a film, its moves written as the person wants them."""
    black, white = (game.player(colour) or str(colour) for colour in COLOURS)
    outcome = game.timeline.outcome
    result = outcome or f"the record ends here, {game.result_in_words()}"
    return Film(
        game.timeline,
        black,
        white,
        str(result),
        speed=speed,
        notation=Spelling.of(game.timeline.start.variant, _kept().notation),
    )


def _theme() -> Theme:
    name = _kept().theme
    add_own_themes(themes_directory())
    return get_theme(name if name in THEMES else "")


def _kept() -> Preferences:
    """What the person prefers, where that is known."""
    try:
        with Store.default() as store:
            return store.preferences()
    except StoreError:
        return Preferences()


def _print(film: Film) -> None:
    """The game move by move with a board each, for pipes and screen readers."""
    game, names = film.game, {colour: colour.capitalize() for colour in Colour}
    spelling = film.notation or Spelling.of(game.start.variant)
    show = partial(words.board_lines, bottom=Colour.WHITE, letters=spelling.letters)
    print(film.title, *show(game.start), sep="\n")
    for ply, move in enumerate(game.played):
        told = spelling.text(words.played(game.positions[ply], move, names))
        print("", f"{game.number_of(ply + 1)}. {told}", sep="\n")
        print(*show(game.positions[ply + 1]), sep="\n")
    print("", sentence(film.result), sep="\n")
