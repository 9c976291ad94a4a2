"""``minicheckers replay``: a recorded game as a film, in the terminal or as a file."""

import argparse
import shutil
import sys
import time
from functools import partial

from ..activities.files import read_recorded
from ..game.pdn import PdnGame
from ..messages import printable, quoted, sentence
from ..named_files import read_text_file, write_file
from ..plain import text as words
from ..rules.notation import NotationChoice
from ..rules.variant import Colour
from ..signals import LastResort
from ..storage.game_files import LONGEST_PDN
from ..storage.store import Store, StoreError
from ..tui.animated_svg import to_animated_svg
from ..tui.capability import escape_codes, why_no_terminal
from ..tui.film import RESTORE, Film, output, to_cast
from ..tui.state import Appearance
from ..tui.theme import get_theme
from . import screen, shared

SPEEDS = (0.1, 50.0)
_ENTER, _LEAVE = "\x1b[?1049h", "\x1b[?1049l"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="GAME.pdn", help="a file with recorded games")
    parser.add_argument(
        "--game",
        type=shared.whole_number(1),
        default=1,
        metavar="N",
        help="the number of the game in the file; default: 1",
    )
    parser.add_argument("--svg", metavar="FILE", help="save the film as an animated SVG")
    parser.add_argument("--cast", metavar="FILE", help="save the film as an asciicast (version 2)")
    parser.add_argument("--force", action="store_true", help="overwrite existing files")
    parser.add_argument(
        "--speed", type=_speed, default=1.0, metavar="X", help="play X times as fast; default: 1"
    )
    parser.add_argument(
        "--hint",
        type=shared.whole_number(1),
        action="append",
        default=[],
        metavar="PLY",
        help="show the move at this ply as a hint first; can be repeated",
    )
    parser.add_argument(
        "--flip", action="store_true", help="flip the board, so that Black is at the bottom"
    )
    shared.add_record_variant(parser)
    shared.add_flags(parser, shared.LOOKS)


def run(arguments: argparse.Namespace) -> int:
    """Write the files that are asked for, or else play the film right here."""
    text = read_text_file(arguments.file, LONGEST_PDN)
    variant = shared.given_variant(arguments)
    (game,) = read_recorded(text, arguments.file, arguments.game, variant=variant)
    film = _film(arguments, game)
    chosen = screen.chosen_looks(arguments)
    looks = Appearance(
        theme=chosen.theme or "classic",
        ascii=bool(chosen.ascii),
        colour=chosen.colour,
        animation=chosen.animation,
    )
    if arguments.svg is not None:
        theme = get_theme(looks.theme, looks.colour)
        svg = to_animated_svg(film.script(), theme, film.title, flipped=film.flipped)
        _write(arguments.svg, svg, replace=arguments.force)
    if arguments.cast is not None:
        _write(arguments.cast, to_cast(film, looks), replace=arguments.force)
    if arguments.svg is None and arguments.cast is None:
        if arguments.plain or why_no_terminal() is not None:
            _print(film)
            return 0
        with escape_codes() as followed:
            if followed:
                _play(film, looks)
            else:
                _print(film)
    return 0


def _speed(text: str) -> float:
    speed = shared.number(text)
    if not SPEEDS[0] <= speed <= SPEEDS[1]:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not between 0.1 and 50")
    return speed


def _film(arguments: argparse.Namespace, game: PdnGame) -> Film:
    def name(colour: Colour) -> str:
        told = game.tags.get(colour.capitalize(), "?")
        return str(colour) if told.strip(" ?") == "" else told

    outcome = game.timeline.outcome
    film = Film(
        game.timeline,
        name(Colour.BLACK),
        name(Colour.WHITE),
        str(outcome) if outcome is not None else f"the record ends here, {game.result_in_words()}",
        tuple(arguments.hint),
        arguments.speed,
        arguments.flip,
        _notation(),
    )
    film.script()  # a bad hint is reported before anything is written
    return film


def _notation() -> NotationChoice | None:
    """How the person wants moves to be written, where that is known."""
    try:
        with Store.default() as store:
            return store.notation()
    except StoreError:
        return None


def _write(path: str, content: str, *, replace: bool) -> None:
    write_file(path, content.encode(), replace=replace)
    print(f"Saved the film as {printable(path)}.")


def _play(film: Film, looks: Appearance) -> None:
    """Play the film on the terminal, and restore it afterwards."""
    size = shutil.get_terminal_size()
    started = time.monotonic()
    with LastResort():
        try:
            sys.stdout.write(_ENTER)
            for seconds, drawn in output(film, (size.columns, size.lines), looks):
                sys.stdout.flush()
                time.sleep(max(0.0, started + seconds - time.monotonic()))
                sys.stdout.write(drawn)
            sys.stdout.flush()
        finally:
            sys.stdout.write(RESTORE + _LEAVE)
            sys.stdout.flush()
    print(f"{film.title}: {film.result}")


def _print(film: Film) -> None:
    """The game move by move with a board each, for pipes and screen readers."""
    game, names = film.game, {colour: colour.capitalize() for colour in Colour}
    bottom = Colour.BLACK if film.flipped else Colour.WHITE
    spelling = film.script().spelling
    show = partial(words.board_lines, bottom=bottom, letters=spelling.letters)
    print(film.title, *show(game.start), sep="\n")
    for ply, move in enumerate(game.played):
        told = spelling.sentence(words.played(game.positions[ply], move, names))
        print("", f"{game.number_of(ply + 1)}. {told}", sep="\n")
        print(*show(game.positions[ply + 1]), sep="\n")
    print("", sentence(film.result), sep="\n")
