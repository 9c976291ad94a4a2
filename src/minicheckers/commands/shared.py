"""Arguments that mean the same in every command, and the values they stand for."""

import argparse
import json
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeVar

from ..game.openings import find_ballot
from ..game.player import DEEPEST, Limits, Player, TimeControl
from ..opponents.guard import StrategyError
from ..opponents.registry import chosen_level
from ..rules.position import Position
from ..rules.variant import DEFAULT, RECORD_DEFAULT, VARIANTS, Colour, Goal, Variant, listed
from ..storage.own_files import find_variant, read_board_argument
from ..support.text import quoted
from ..tui.theme import THEMES, find_theme, themes_directory

T = TypeVar("T")

#: As --position: read one FEN a line from standard input.
STREAM = "-"
POSITION_OR_STREAM = (
    "the position as FEN, or - to read one per line from standard input; default: the start"
)
#: Far longer than any FEN.
LONGEST_LINE = 10_000


def whole_number(lowest: int | None = None, highest: int | None = None) -> Callable[[str], int]:
    """A type of argument: a whole number that is neither too low nor too high."""

    def parse(text: str) -> int:
        # int() also takes 1_0 and the digits of every script, and refuses thousands of digits.
        if not re.fullmatch(r"[+-]?[0-9]{1,4000}", text):
            raise argparse.ArgumentTypeError(f"{quoted(text)} is not a whole number")
        number = int(text)
        if lowest is not None and number < lowest:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is less than {lowest}")
        if highest is not None and number > highest:
            raise argparse.ArgumentTypeError(f"{quoted(text)} is more than {highest}")
        return number

    return parse


def number(text: str) -> float:
    """A type of argument: a number, maybe a fraction."""
    # float() also takes 1_0, 1e3, nan and the digits of every script.
    if not re.fullmatch(r"[+-]?([0-9]{1,15}(\.[0-9]{0,15})?|\.[0-9]{1,15})", text):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number such as 5 or 0.05")
    return float(text)


def argument_type(parse: Callable[[str], T]) -> Callable[[str], T]:
    """A type of argument: what a function makes of a text, whose ValueError says what is wrong."""

    def read(text: str) -> T:
        try:
            return parse(text)
        except ValueError as error:
            raise argparse.ArgumentTypeError(str(error)) from None

    return read


@argument_type
def seconds(text: str) -> float:
    """A type of argument: a time in seconds, maybe a fraction."""
    time = number(text)
    Limits(time)  # ValueError if it cannot be
    return time


#: A type of argument: how many plies to look ahead.
depth = whole_number(1, DEEPEST)


@argument_type
def theme(text: str) -> str:
    """A type of argument: a theme, built in or the person's own, which is then among THEMES."""
    return find_theme(text, themes_directory())


_SIZES = ", ".join(f"for {game}: {listed(game.sizes)}" for game in VARIANTS.values() if game.sizes)

#: Flags that mean the same in every command that has them.
_FLAGS: dict[str, dict[str, Any]] = {
    "variant": {
        "default": DEFAULT.name,
        "metavar": "V",
        "help": f"the game: {', '.join(VARIANTS)}; or a TOML file with your own rules",
    },
    "size": {"type": whole_number(), "metavar": "N", "help": f"the size of the board, {_SIZES}"},
    "goal": {
        "choices": [str(Goal.LOSING), str(Goal.BREAKTHROUGH)],
        "help": "another goal: losing (lose all your pieces) or breakthrough (be the first to "
        "reach the last row)",
    },
    "time": {
        "type": seconds,
        "metavar": "S",
        "help": "seconds the computer may think about each move",
    },
    "depth": {"type": depth, "metavar": "N", "help": "how many plies the computer looks ahead"},
    "seed": {"type": whole_number(), "metavar": "N", "help": "make every random choice repeatable"},
    "level": {"metavar": "L", "help": "a level or strategy (see 'minicheckers levels')"},
    "game": {
        "type": whole_number(1),
        "metavar": "N",
        "help": "the number of the game in the file; default: all games",
    },
    "games": {"type": whole_number(1), "metavar": "N", "help": "how many games to play"},
    "pdn": {"metavar": "FILE", "help": "write the games to a new PDN file"},
    "svg": {"metavar": "FILE", "help": "draw the tree as an SVG"},
    "position": {"metavar": "FEN", "help": "the position as FEN; default: the start of the game"},
    "board": {"metavar": "B", "help": "start from a FEN or a file with a board"},
    "ballot": {
        "metavar": "OPENING",
        "help": "begin with an opening as in tournaments (english, russian and brazilian): draw, "
        "a number or a name",
    },
    "turn": {
        "choices": [str(colour) for colour in Colour],
        "help": "the side to move, if the board does not say; default: the side that moves first",
    },
    "clock": {
        "type": argument_type(TimeControl.parse_both),
        "metavar": "M+S",
        "help": "a clock: minutes for each side plus seconds for each move, such as 5+3; "
        "5+3/1+0: yours and your opponent's",
    },
    "odds": {
        "type": whole_number(),
        "metavar": "N",
        "help": "men your opponent begins without; -N: men you begin without",
    },
    "theme": {
        "type": theme,
        "choices": THEMES,
        "metavar": "THEME",
        "help": f"the colours of the board: {', '.join(THEMES)}, or your own theme",
    },
    **{
        name: {"action": "store_true", "help": what}
        for name, what in {
            "bell": "ring when it is your turn",
            "plain": "play line by line, for screen readers and scripts",
            "ascii": "use plain ASCII characters",
            "no-color": "use no colour (NO_COLOR does the same)",
            "no-animation": "move pieces without animation",
            "json": "print JSON, one object per line",
        }.items()
    },
}


def add_flags(parser: argparse.ArgumentParser, names: str, **helps: str) -> None:
    """Add flags that many commands have, in the order of the help; `helps` says what is special."""
    for name in names.split():
        told = helps.get(name) or _FLAGS[name]["help"]
        parser.add_argument(f"--{name}", **_FLAGS[name] | {"help": told})


def chosen_variant(arguments: argparse.Namespace, default: str = DEFAULT.name) -> Variant:
    """The variant that --variant, --size and --goal name; ValueError if there is none."""
    goal = None if arguments.goal is None else Goal(arguments.goal)
    return find_variant(arguments.variant or default, arguments.size, goal)


def add_record_variant(parser: argparse.ArgumentParser) -> None:
    """Add --variant, --size and --goal where a recorded game is read."""
    add_flags(parser, "variant size goal", variant="the game, if the file does not say")
    parser.set_defaults(variant=None)


def given_variant(
    arguments: argparse.Namespace, default: str = RECORD_DEFAULT.name
) -> Variant | None:
    """As `chosen_variant`, or None without flags. The default is that of recorded games."""
    given = (arguments.variant, arguments.size, arguments.goal)
    return None if given == (None, None, None) else chosen_variant(arguments, default)


def chosen_limits(arguments: argparse.Namespace) -> Limits:
    """The limits that --time and --depth name."""
    return Limits(arguments.time, arguments.depth)


def player_called(word: str, limits: Limits) -> Player:
    """A level with limits, or with its own, as in timed@time=0.2,depth=9."""
    level, _, rest = word.rpartition("@")
    if not level or re.match("[a-z]+=", rest) is None:
        return Player(chosen_level(word), limits)
    found: dict[str, Any] = {}
    for part in rest.split(","):
        name, _, value = part.partition("=")
        try:
            found[name] = {"time": seconds, "depth": depth}[name](value)
        except KeyError:
            raise ValueError(f"{quoted(part)} is not time=S or depth=N") from None
        except argparse.ArgumentTypeError as error:
            raise ValueError(f"{name}: {error}") from None
    return Player(chosen_level(level), Limits(**found).over(limits))


def chosen_position(arguments: argparse.Namespace) -> Position:
    """The position that --position names, or the start of the variant."""
    return _position(arguments.position, chosen_variant(arguments))


def _position(fen: str | None, variant: Variant) -> Position:
    return Position.start(variant) if fen is None else Position.from_fen(fen, variant)


def chosen_start(arguments: argparse.Namespace) -> Position | None:
    """The position that --board names; ValueError if it is wrong, or --turn has no board."""
    if arguments.board is not None:
        if arguments.ballot is not None:
            raise ValueError("--ballot and --board cannot be combined: a ballot has its own board")
        return chosen_board(arguments, arguments.board)
    if arguments.turn is not None:
        raise ValueError("--turn needs --board")
    return None


def chosen_ballot(arguments: argparse.Namespace, variant: Variant) -> str | None:
    """The key of the ballot that --ballot names, or the word for one that is to be drawn."""
    return None if arguments.ballot is None else find_ballot(variant, arguments.ballot)


def chosen_board(arguments: argparse.Namespace, board: str) -> Position:
    """The position of a FEN or a board file, read by --variant, --size and --turn."""
    turn = Colour(arguments.turn) if arguments.turn else None
    variant = chosen_variant(arguments)
    return read_board_argument(board, variant, size=arguments.size, turn=turn)


def print_json(record: dict[str, Any]) -> None:
    """Print one object on one line, at once; moves and the like as their texts."""
    print(json.dumps(record, default=str), flush=True)


def fields(thing: object, names: str) -> dict[str, Any]:
    """The part of a record that a thing has by the same names."""
    return {name: getattr(thing, name) for name in names.split()}


def stopwatch() -> Callable[[], float]:
    """What tells how many seconds have passed."""
    started = time.perf_counter()
    return lambda: round(time.perf_counter() - started, 6)


def print_result(
    arguments: argparse.Namespace, record: dict[str, Any], lines: Iterable[str]
) -> None:
    """Print what a command has found, as JSON or in lines for people."""
    if arguments.json:
        print_json(record)
    else:
        print(*lines, sep="\n", flush=True)


def complain(*sentences: object) -> None:
    """Print sentences on standard error, each on a line of its own."""
    for sentence in sentences:
        print(f"minicheckers: {sentence}", file=sys.stderr, flush=True)


def answer_positions(
    arguments: argparse.Namespace,
    answer: Callable[[Position], dict[str, Any]],
    in_words: Callable[[dict[str, Any], Position], Iterable[str]],
) -> int:
    """Print the answer to --position, or to every line of standard input as soon as it is read.

    An answer is a record, printed as JSON or in words. A line that cannot be answered gets a
    sentence instead, as {"error": ...} or on standard error; the stream goes on, and the exit code
    tells of it at its end.
    """
    is_stream = arguments.position == STREAM
    variant, code = chosen_variant(arguments), 0
    for line in _lines_of_input() if is_stream else (arguments.position,):
        try:
            position = _position(line, variant)
            record = answer(position)
        except (ValueError, StrategyError) as error:
            if not is_stream:
                raise
            code = 1
            if arguments.json:
                print_json({"error": str(error)})
            else:
                complain(error)
        else:
            print_result(arguments, record, in_words(record, position))
    return code


def _lines_of_input() -> Iterator[str]:
    """The lines of standard input that are not blank, each as soon as it is there.

    Of a line that is longer than any position only the beginning is kept, so that one without an
    end fills no memory.
    """
    source = getattr(sys.stdin, "buffer", None)
    if source is None:
        return
    while line := source.readline(LONGEST_LINE):
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(LONGEST_LINE)
        if text := line.decode("utf-8-sig", errors="backslashreplace").strip():
            yield text
