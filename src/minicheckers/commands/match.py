"""``minicheckers match``: two levels play each other, and the result says who is stronger."""

import argparse
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import Any, TextIO

from ..match.elo import EloDifference, elo_difference
from ..match.match import Contestant, Fixture, Limits, Match, Played, Result, make_strategy
from ..match.workers import WorkerError, play_all
from ..players.registry import resolve_level
from ..rules.variant import Colour
from . import shared
from .progress import ProgressBar

MOST_GAMES = 100_000
MOST_OPENING_PLIES = 20
#: What a time or depth can be for, besides both sides.
SIDES = {"a-": "L1", "b-": "L2"} | {f"{colour}-": f"whoever has {colour}" for colour in Colour}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    for name, metavar in (("a", "L1"), ("b", "L2")):
        parser.add_argument(
            name, metavar=metavar, help="a level or strategy, as in 'minicheckers levels'"
        )
    parser.add_argument(
        "--games",
        type=shared.whole_number(1, MOST_GAMES),
        default=20,
        metavar="N",
        help="how many games; default: 20",
    )
    parser.add_argument(
        "--jobs",
        type=shared.whole_number(1, 256),
        default=1,
        metavar="J",
        help="how many games at once, each in a process of its own; default: 1",
    )
    shared.add_variant(parser)
    shared.add_limits(parser)
    for prefix, who in SIDES.items():
        shared.add_limits_of(parser, prefix, who)
    parser.add_argument(
        "--swap",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="play every opening twice, with the colours changed; without it L1 always begins",
    )
    parser.add_argument(
        "--opening",
        type=shared.whole_number(0, MOST_OPENING_PLIES),
        metavar="N",
        help="how many random plies a game begins with; default: 2 in mini, else 4",
    )
    shared.add_seed(parser)
    parser.add_argument("--pdn", metavar="FILE", help="write the games to a file")
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the result; after Ctrl-C, that of the games so far."""
    match = _match(arguments)
    _check_strategies(match.fixture(1))
    games: list[Played] = []
    result = Result()
    code = 0
    started = time.perf_counter()
    with _opened(arguments.pdn) as file:
        try:
            with (
                ProgressBar(match.games, sys.stderr) as bar,
                closing(play_all(match, arguments.jobs)) as playing,
            ):
                for played in playing:
                    games.append(played)
                    result = result.plus(played)
                    bar.show(len(games), _tally(result))
        except KeyboardInterrupt:
            code = 130
        except WorkerError as error:
            print(f"minicheckers: {error}", file=sys.stderr)
            code = 1
        finally:
            games.sort(key=lambda played: played.fixture.number)
            if file is not None:
                file.write("\n".join(played.pdn() for played in games))
        for sentence in dict.fromkeys(str(played.fault) for played in games if played.fault):
            print(f"minicheckers: {sentence}", file=sys.stderr)
        _report(arguments, match, result, time.perf_counter() - started)
    return code


def _match(arguments: argparse.Namespace) -> Match:
    def limits(prefix: str) -> Limits:
        return Limits(getattr(arguments, f"{prefix}time"), getattr(arguments, f"{prefix}depth"))

    both = limits("")
    return Match(
        variant=shared.chosen_variant(arguments),
        a=Contestant(resolve_level(arguments.a), limits("a_").over(both)),
        b=Contestant(resolve_level(arguments.b), limits("b_").over(both)),
        games=arguments.games,
        seed=secrets.randbits(32) if arguments.seed is None else arguments.seed,
        swap=arguments.swap,
        opening_plies=arguments.opening,
        by_colour={colour: limits(f"{colour}_") for colour in Colour},
    )


def _check_strategies(fixture: Fixture) -> None:
    """Find out before the first game whether both can be made; ValueError if not."""
    for contestant in (fixture.a, fixture.b):
        make_strategy(contestant, fixture.opening.start.variant)


@contextmanager
def _opened(path: str | None) -> Iterator[TextIO | None]:
    """The file to write to, opened before the first game so that nothing is played in vain."""
    if path is None:
        yield None
    else:
        with open(path, "w", encoding="utf-8") as file:
            yield file


def _tally(result: Result) -> str:
    return f"+{result.a_wins} ={result.draws} -{result.b_wins}"


def _report(arguments: argparse.Namespace, match: Match, result: Result, seconds: float) -> None:
    elo = elo_difference(result.score, result.games)
    if arguments.json:
        shared.print_json(_record(match, result, elo, seconds))
    else:
        print(_in_words(match, result, elo, seconds))


def _record(match: Match, result: Result, elo: EloDifference, seconds: float) -> dict[str, Any]:
    return {
        "variant": match.variant.name,
        "a": match.a.level,
        "b": match.b.level,
        "games": result.games,
        "a_wins": result.a_wins,
        "draws": result.draws,
        "b_wins": result.b_wins,
        "score": _rounded(result.score, 4),
        "elo": _rounded(elo.value, 1),
        "elo_low": _rounded(elo.low, 1),
        "elo_high": _rounded(elo.high, 1),
        "illegal": result.illegal,
        "failures": result.failures,
        "seconds": round(seconds, 3),
    }


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


def _in_words(match: Match, result: Result, elo: EloDifference, seconds: float) -> str:
    score = "no game" if result.score is None else f"score {100 * result.score:.1f} %"
    return "\n".join(
        [
            f"{match.a} against {match.b}, {match.variant}, seed {match.seed}",
            f"won {result.a_wins}, drawn {result.draws}, lost {result.b_wins} "
            f"of {result.games}: {score}",
            f"Elo difference {_elo_in_words(elo)}",
            f"illegal moves {result.illegal}, failures {result.failures}, {seconds:.1f} s",
        ]
    )


def _elo_in_words(elo: EloDifference) -> str:
    if elo.value is not None:
        between = f"{elo.low:+.0f} and {elo.high:+.0f}"
        return f"{elo.value:+.0f}, with 95 % certainty between {between}"
    if elo.low is not None:
        return f"with 95 % certainty above {elo.low:+.0f}"
    if elo.high is not None:
        return f"with 95 % certainty below {elo.high:+.0f}"
    return "unknown"
