"""``minicheckers match``: levels play each other, and the result says who is stronger."""

import argparse
import re
import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..game.player import NO_LIMITS, Limits
from ..match.log import MatchLog, seed_of
from ..match.match import Contestant, Fixture, Match, MatchState, Played, make_strategy
from ..match.running import StopRule, run_match
from ..match.strength import Sprt
from ..messages import printable, quoted
from ..players.registry import chosen_level
from ..processes import WorkerDiedError, workers
from ..rules.variant import Colour
from . import shared
from .match_report import report, tally, to_record
from .output import Output, add_no_color
from .progress import ProgressBar

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_GAMES = 100_000
MOST_OPENING_PLIES = 20
MOST_CONTESTANTS = 20
#: How many games a pairing may take where a rule ends the match.
GAMES_UNTIL = 20_000
#: What a time or depth can be for, besides both sides.
SIDES = {"a-": "L1", "b-": "L2"} | {f"{colour}-": f"the side with {colour}" for colour in Colour}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument(
        "levels",
        metavar="L",
        nargs="+",
        help="two or more levels or strategies (see 'minicheckers levels'); each can have its own "
        "limits, as in timed@time=0.2 or hard@depth=6",
    )
    parser.add_argument(
        "--games",
        type=shared.whole_number(1, MOST_GAMES),
        metavar="N",
        help="how many games each pair plays; default: 20, or as many as needed with --until or "
        "--elo1",
    )
    where = parser.add_mutually_exclusive_group()
    where.add_argument(
        "--jobs",
        type=shared.whole_number(1, 256),
        default=1,
        metavar="J",
        help="how many games to play at once; default: 1",
    )
    where.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on the machines of the Dask cluster whose scheduler is at tcp://HOST:PORT",
    )
    shared.add_variant(parser)
    shared.add_limits(parser)
    for prefix, who in SIDES.items():
        shared.add_limits_of(parser, prefix, who)
    parser.add_argument(
        "--swap",
        action=argparse.BooleanOptionalAction,
        default=True,
        help="play every opening twice with colours swapped; otherwise the first level moves first",
    )
    parser.add_argument(
        "--opening",
        type=shared.whole_number(0, MOST_OPENING_PLIES),
        metavar="N",
        help="how many random plies start each game; default: 2 in mini, otherwise 4",
    )
    shared.add_seed(parser)
    parser.add_argument(
        "--until",
        type=_positive,
        metavar="ELO",
        help="stop when every 95 %% interval is within this many Elo points",
    )
    parser.add_argument(
        "--elo1",
        type=_number,
        metavar="ELO",
        help="stop when it is clear whether the first level is this many points stronger, or only "
        "--elo0 (a sequential test, SPRT)",
    )
    parser.add_argument(
        "--elo0", type=_number, metavar="ELO", help="the other hypothesis of the test; default: 0"
    )
    for name, what in (("alpha", "elo1"), ("beta", "elo0")):
        parser.add_argument(
            f"--{name}",
            type=_number,
            metavar="P",
            help=f"how often the test may wrongly accept {what}; default: 0.05",
        )
    parser.add_argument(
        "--pdn", metavar="FILE", help="write the games to a new PDN file as they end"
    )
    parser.add_argument(
        "--log",
        metavar="FILE",
        help="write a line of JSON for each game as it ends, so that --resume can continue",
    )
    parser.add_argument(
        "--resume", action="store_true", help="continue the match in the --log file"
    )
    add_no_color(parser)
    shared.add_json(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the result; after Ctrl-C, that of the games so far."""
    rule = _rule(arguments)
    match = _match(arguments)
    rule.check(match)
    _check_strategies(match)
    with workers(arguments.jobs, arguments.cluster) as jobs:
        return _play(arguments, match, rule, jobs)


def _play(
    arguments: argparse.Namespace, match: Match, rule: StopRule, jobs: "int | Executor"
) -> int:
    files, state = _files(arguments, match)
    code = 0
    started = time.perf_counter()
    with files:
        try:
            with ProgressBar(match.all_games, sys.stderr) as bar:

                def show(_played: Played, reached: MatchState) -> None:
                    nonlocal state
                    state = reached
                    bar.show(reached.games, tally(match, reached, rule))

                state = run_match(
                    match,
                    jobs=jobs,
                    rule=rule,
                    files=files,
                    state=state,
                    on_game=show,
                )
        except KeyboardInterrupt:
            code = 130
        except WorkerDiedError as error:
            print(f"minicheckers: {error}", file=sys.stderr)
            code = 1
        except OSError as error:
            # Everything up to here is written and counts.
            print(f"minicheckers: cannot write the games: {error.strerror}", file=sys.stderr)
            code = 1
        for sentence in state.faults:
            print(f"minicheckers: {printable(sentence)}", file=sys.stderr)
        seconds = time.perf_counter() - started
        if arguments.json:
            shared.print_json(to_record(match, state, rule, seconds))
        else:
            output = Output.standard(arguments)
            print(*report(output, match, state, rule, seconds), sep="\n")
        if code and arguments.log is not None:
            print("minicheckers: rerun with --resume to continue", file=sys.stderr)
    return code


# What the flags mean


def _number(text: str) -> float:
    if re.fullmatch(r"[+-]?[0-9]{1,6}(\.[0-9]{1,6})?|[+-]?\.[0-9]{1,6}", text, re.ASCII) is None:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not a number such as 5 or 0.05")
    return float(text)


def _positive(text: str) -> float:
    number = _number(text)
    if number <= 0:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is not greater than 0")
    return number


def _rule(arguments: argparse.Namespace) -> StopRule:
    test = {
        name: getattr(arguments, name)
        for name in ("elo0", "elo1", "alpha", "beta")
        if getattr(arguments, name) is not None
    }
    if test and "elo1" not in test:
        raise ValueError(f"--{next(iter(test))} needs --elo1")
    return StopRule(arguments.until, Sprt(**test) if test else None)


def _match(arguments: argparse.Namespace) -> Match:
    def limits(prefix: str) -> Limits:
        return shared.chosen_limits(arguments, prefix)

    both = limits("")
    levels: list[str] = arguments.levels
    if not 2 <= len(levels) <= MOST_CONTESTANTS:
        raise ValueError(f"a match needs 2 to {MOST_CONTESTANTS} levels, not {len(levels)}")
    sides = [limits("a_"), limits("b_")]
    if len(levels) > 2 and sides != [NO_LIMITS, NO_LIMITS]:
        raise ValueError(
            "--a-time and the like work with two levels only; write timed@time=0.2 instead"
        )
    contestants = []
    for number, word in enumerate(levels):
        one = _contestant(word)
        side = sides[number] if len(levels) == 2 else NO_LIMITS
        contestants.append(Contestant(one.level, one.limits.over(side).over(both)))
    open_end = arguments.until is not None or arguments.elo1 is not None
    seed = arguments.seed
    if seed is None and arguments.resume and arguments.log is not None:
        seed = seed_of(arguments.log)
    return Match(
        variant=shared.chosen_variant(arguments),
        contestants=tuple(contestants),
        games=arguments.games or (GAMES_UNTIL if open_end else 20),
        seed=secrets.randbits(32) if seed is None else seed,
        swap=arguments.swap,
        opening_plies=arguments.opening,
        by_colour={colour: limits(f"{colour}_") for colour in Colour},
    )


def _contestant(word: str) -> Contestant:
    """A level and its own limits, as in timed@time=0.2,depth=9."""
    level, _, rest = word.rpartition("@")
    if not level or re.match("[a-z]+=", rest) is None:
        return Contestant(chosen_level(word))
    found: dict[str, Any] = {}
    for part in rest.split(","):
        name, _, value = part.partition("=")
        try:
            found[name] = {"time": shared.seconds, "depth": shared.depth}[name](value)
        except KeyError:
            raise ValueError(f"{quoted(part)} is not time=S or depth=N") from None
        except argparse.ArgumentTypeError as error:
            raise ValueError(f"{name}: {error}") from None
    return Contestant(chosen_level(level), Limits(**found))


def _check_strategies(match: Match) -> None:
    """Check before the first game that every player can be made; ValueError if not."""
    fixture: Fixture = match.fixture(1)
    for contestant in dict.fromkeys((*match.contestants, fixture.a, fixture.b)):
        make_strategy(contestant, match.variant)


def _files(arguments: argparse.Namespace, match: Match) -> tuple[MatchLog, MatchState]:
    """The files to write to, opened before the first game so that nothing is played in vain."""
    if arguments.resume:
        if arguments.log is None:
            raise ValueError("--resume needs --log")
        if Path(arguments.log).exists():
            return MatchLog.resume(match, arguments.log, arguments.pdn)
    return MatchLog.start(match, arguments.log, arguments.pdn), MatchState.of(match)
