"""Arguments that mean the same in every command, and the values they stand for."""

import argparse
import json
import re
import sys
from collections.abc import Callable, Iterator
from typing import Any

from ..game.clock import TimeControl
from ..game.player import DEEPEST, Limits
from ..messages import quoted
from ..players.guard import StrategyError
from ..players.levels import NUMBERS, strength_name
from ..rules.position import Position
from ..rules.variant import DEFAULT, VARIANTS, Colour, Goal, Variant, listed
from ..storage.reading import read_board_argument
from ..storage.variants import find_variant

#: As --position: read one FEN a line from standard input.
STREAM = "-"
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


def seconds(text: str) -> float:
    """A type of argument: a time in seconds, maybe a fraction."""
    time = number(text)
    try:
        Limits(time)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    return time


#: A type of argument: how many plies to look ahead.
depth = whole_number(1, DEEPEST)


def clock(text: str) -> TimeControl:
    """A type of argument: a clock for each side."""
    try:
        return TimeControl.parse(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def add_variant(parser: argparse.ArgumentParser) -> None:
    """Add --variant, --size and --goal."""
    games = ", ".join(VARIANTS)
    parser.add_argument(
        "--variant",
        default=DEFAULT.name,
        metavar="V",
        help=f"the game: {games}; or a TOML file with your own rules",
    )
    sizes = ", ".join(
        f"for {game}: {listed(game.sizes)}" for game in VARIANTS.values() if game.sizes
    )
    parser.add_argument(
        "--size", type=whole_number(), metavar="N", help=f"the size of the board, {sizes}"
    )
    parser.add_argument(
        "--goal",
        choices=[str(Goal.LOSING), str(Goal.BREAKTHROUGH)],
        help="another goal: losing (lose all your pieces) or breakthrough (be the first to reach "
        "the last row)",
    )


def chosen_variant(arguments: argparse.Namespace, default: str = DEFAULT.name) -> Variant:
    """The variant that --variant, --size and --goal name; ValueError if there is none."""
    goal = None if arguments.goal is None else Goal(arguments.goal)
    return find_variant(arguments.variant or default, arguments.size, goal)


def add_level(parser: argparse.ArgumentParser, level_help: str, default: str | None = None) -> None:
    """Add --level, and --strength, which is another way to name a level."""
    either = parser.add_mutually_exclusive_group()
    either.add_argument("--level", default=default, metavar="L", help=level_help)
    either.add_argument(
        "--strength",
        dest="level",
        type=lambda text: strength_name(whole_number(NUMBERS[0], NUMBERS[-1])(text)),
        default=argparse.SUPPRESS,
        metavar="N",
        help=f"a level by strength, from {NUMBERS[0]} (beginner) to {NUMBERS[-1]} (strongest)",
    )


def add_limits(
    parser: argparse.ArgumentParser, prefix: str = "", who: str = "the computer"
) -> None:
    """Add --time and --depth, or with a prefix such as a- those of one side only."""
    parser.add_argument(
        f"--{prefix}time",
        type=seconds,
        metavar="S",
        help=f"seconds {who} may think about each move",
    )
    parser.add_argument(
        f"--{prefix}depth",
        type=depth,
        metavar="N",
        help=f"how many plies {who} looks ahead",
    )


def chosen_limits(arguments: argparse.Namespace, prefix: str = "") -> Limits:
    """The limits that --PREFIX-time and --PREFIX-depth name."""
    return Limits(getattr(arguments, f"{prefix}time"), getattr(arguments, f"{prefix}depth"))


def add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--seed", type=whole_number(), metavar="N", help="make every random choice repeatable"
    )


def add_position(
    parser: argparse.ArgumentParser,
    what: str = "the position as FEN; default: the start of the game",
) -> None:
    parser.add_argument("--position", metavar="FEN", help=what)


def add_position_or_stream(parser: argparse.ArgumentParser) -> None:
    """Add --position for `answer_positions`."""
    add_position(
        parser,
        "the position as FEN, or - to read one per line from standard input; default: the start",
    )


def chosen_position(arguments: argparse.Namespace) -> Position:
    """The position that --position names, or the start of the variant."""
    variant = chosen_variant(arguments)
    if arguments.position is None:
        return Position.start(variant)
    return Position.from_fen(arguments.position, variant)


def add_board(parser: argparse.ArgumentParser) -> None:
    """Add --board and --turn."""
    parser.add_argument("--board", metavar="B", help="start from a FEN or a file with a board")
    add_turn(parser)


def add_turn(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--turn",
        choices=[str(colour) for colour in Colour],
        help="the side to move, if the board does not say; default: the side that moves first",
    )


def chosen_start(arguments: argparse.Namespace) -> Position | None:
    """The position that --board names; ValueError if it is wrong, or --turn has no board."""
    if arguments.board is not None:
        return chosen_board(arguments, arguments.board)
    if arguments.turn is not None:
        raise ValueError("--turn needs --board")
    return None


def chosen_board(arguments: argparse.Namespace, board: str) -> Position:
    """The position of a FEN or a board file, read by --variant, --size and --turn."""
    turn = Colour(arguments.turn) if arguments.turn else None
    variant = chosen_variant(arguments)
    return read_board_argument(board, variant, size=arguments.size, turn=turn)


def add_clock(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--clock",
        type=clock,
        metavar="M+S",
        help="a clock: minutes for each side plus seconds for each move, such as 5+3",
    )


def add_bell(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bell", action="store_true", help="ring when it is your turn")


def add_no_color(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--no-color", action="store_true", help="use no colour (NO_COLOR does the same)"
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, one object per line")


def print_json(record: dict[str, Any]) -> None:
    """Print one object on one line, at once."""
    print(json.dumps(record), flush=True)


def complain(*sentences: object) -> None:
    """Print sentences on standard error, each on a line of its own."""
    for sentence in sentences:
        print(f"minicheckers: {sentence}", file=sys.stderr, flush=True)


def answer_positions(
    arguments: argparse.Namespace,
    answer: Callable[[Position], dict[str, Any]],
    in_words: Callable[[dict[str, Any], Position], str],
) -> int:
    """Print the answer to --position, or to every line of standard input as soon as it is read.

    An answer is a record, printed as JSON or in words. A line that cannot be answered gets a
    sentence instead, as {"error": ...} or on standard error; the stream goes on, and the exit code
    tells of it at its end.
    """

    def show(record: dict[str, Any], position: Position) -> None:
        if arguments.json:
            print_json(record)
        else:
            print(in_words(record, position), flush=True)

    if arguments.position != STREAM:
        position = chosen_position(arguments)
        show(answer(position), position)
        return 0
    variant = chosen_variant(arguments)
    code = 0
    for line in _lines_of_input():
        try:
            position = Position.from_fen(line, variant)
            record = answer(position)
        except (ValueError, StrategyError) as error:
            code = 1
            if arguments.json:
                print_json({"error": str(error)})
            else:
                complain(error)
        else:
            show(record, position)
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
