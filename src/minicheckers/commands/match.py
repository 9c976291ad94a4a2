"""``minicheckers match``: levels play each other, and the result says who is stronger."""

import argparse
import secrets
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any

from ..match.match import (
    Contestant,
    Match,
    MatchState,
    Played,
    Result,
    StopRule,
    make_strategy,
    rated,
    run_match,
)
from ..match.strength import EloDifference, Sprt, elo_difference
from ..support.named_files import open_file
from ..support.processes import WorkerDiedError, workers
from ..support.text import counted, printable, quoted
from . import shared
from .output import Cell, Output, ProgressBar

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_GAMES = 100_000
MOST_CONTESTANTS = 20
#: How many games a pairing may take where a rule ends the match.
GAMES_UNTIL = 20_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
        help="how many games each pair plays; default: 20, or as many as needed with --elo1",
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
    shared.add_flags(parser, "variant size goal time depth")
    shared.add_flags(parser, "seed")
    parser.add_argument(
        "--elo1",
        type=shared.number,
        metavar="ELO",
        help="stop when it is clear whether the first level is this many points stronger, or only "
        "--elo0 (a sequential test, SPRT)",
    )
    parser.add_argument(
        "--elo0",
        type=shared.number,
        metavar="ELO",
        help="the other hypothesis of the test; default: 0",
    )
    parser.add_argument(
        "--pdn", metavar="FILE", help="write the games to a new PDN file as they end"
    )
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the result; after Ctrl-C, that of the games so far."""
    rule = _rule(arguments)
    match = _match(arguments)
    rule.check(match)
    # Every player is made before the first game; ValueError for one that cannot be.
    fixture = match.fixture(1)
    for contestant in dict.fromkeys((*match.contestants, *fixture.contestants.values())):
        make_strategy(contestant, match.variant)
    with ExitStack() as stack:
        jobs = stack.enter_context(workers(arguments.jobs, arguments.cluster))
        pdn = stack.enter_context(_new_file(arguments.pdn)) if arguments.pdn else None
        return _play(arguments, match, rule, jobs, pdn)


def _new_file(path: str) -> IO[bytes]:
    try:
        return open_file(path, "xb", buffering=0)
    except FileExistsError:
        raise ValueError(f"{quoted(path)} exists; remove it or name another file") from None


def _play(
    arguments: argparse.Namespace,
    match: Match,
    rule: StopRule,
    jobs: "int | Executor",
    pdn: IO[bytes] | None,
) -> int:
    state = MatchState.of(match)
    code = 0
    started = time.perf_counter()
    try:
        with ProgressBar(match.all_games, sys.stderr) as bar:

            def show(_played: Played, reached: MatchState) -> None:
                nonlocal state
                state = reached
                bar.show(reached.games, _tally(match, reached, rule))

            run_match(match, jobs=jobs, rule=rule, pdn=pdn, on_game=show)
    except KeyboardInterrupt:
        code = 130
    except WorkerDiedError as error:
        shared.complain(error)
        code = 1
    except OSError as error:
        # Everything up to here is written and counts.
        shared.complain(f"cannot write the games: {error.strerror}")
        code = 1
    shared.complain(*map(printable, state.faults))
    seconds = time.perf_counter() - started
    if arguments.json:
        record = _pair_record if len(match.contestants) == 2 else _table_record
        shared.print_json(record(match, state, rule, seconds))
    else:
        print(*_report(Output.standard(), match, state, rule, seconds), sep="\n")
    return code


# What the flags mean


def _rule(arguments: argparse.Namespace) -> StopRule:
    if arguments.elo1 is None and arguments.elo0 is not None:
        raise ValueError("--elo0 needs --elo1")
    test = None if arguments.elo1 is None else Sprt(arguments.elo0 or 0.0, arguments.elo1)
    return StopRule(test)


def _match(arguments: argparse.Namespace) -> Match:
    levels: list[str] = arguments.levels
    if not 2 <= len(levels) <= MOST_CONTESTANTS:
        raise ValueError(f"a match needs 2 to {MOST_CONTESTANTS} levels, not {len(levels)}")
    both = shared.chosen_limits(arguments)
    players = [shared.player_called(word, both) for word in levels]
    return Match(
        variant=shared.chosen_variant(arguments),
        contestants=tuple(Contestant(player.level, player.limits) for player in players),
        games=arguments.games or (20 if arguments.elo1 is None else GAMES_UNTIL),
        seed=secrets.randbits(32) if arguments.seed is None else arguments.seed,
    )


# What is printed: the result of two in a few lines, that of more as a cross table


def _tally(match: Match, state: MatchState, rule: StopRule) -> str:
    """The result so far in a few characters, for the bar; nothing for more than two."""
    if len(match.contestants) > 2:
        return ""
    (result,) = state.results
    words = f"+{result.a_wins} ={result.draws} -{result.b_wins}"
    if rule.sprt is not None:
        words += f" LLR {rule.sprt.log_likelihood_ratio(state.pairs):+.2f}"
    return words


def _report(
    output: Output, match: Match, state: MatchState, rule: StopRule, seconds: float
) -> list[str]:
    """The result as a table, and what its numbers mean."""
    two = len(match.contestants) == 2
    games = counted(state.games, "game")
    heading = f"{' against '.join(match.labels())}, " if two else ""
    table = _score_table if two else _rating_table
    illegal = sum(result.illegal for result in state.results)
    failures = sum(result.failures for result in state.results)
    faults = f"Illegal moves: {illegal}. Failures: {failures}. Time: {seconds:.1f} s."
    return [
        *output.wrap(f"{heading}{match.variant}, {games}, seed {match.seed}", None, "strong"),
        "",
        *table(output, match, state),
        "",
        *(line for text in _meaning(match, state, rule) for line in output.wrap(text)),
        *output.wrap(faults, None, "bad" if illegal or failures else "dim"),
    ]


def _pair_record(match: Match, state: MatchState, rule: StopRule, seconds: float) -> dict[str, Any]:
    (result,) = state.results
    elo = elo_difference(result.score, result.games)
    record: dict[str, Any] = {
        "variant": match.variant.name,
        "a": match.contestants[0].level,
        "b": match.contestants[1].level,
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
    if rule.sprt is not None:
        low, high = rule.sprt.bounds
        record["sprt"] = {
            "elo0": rule.sprt.elo0,
            "elo1": rule.sprt.elo1,
            "llr": round(rule.sprt.log_likelihood_ratio(state.pairs), 3),
            "low": round(low, 3),
            "high": round(high, 3),
            "decision": rule.sprt.decision(state.pairs),
        }
    return record


def _table_record(
    match: Match, state: MatchState, _rule: StopRule, seconds: float
) -> dict[str, Any]:
    rows = [
        {
            "name": label,
            "level": one.level,
            "elo": round(rating.elo, 1),
            "margin": round(rating.margin, 1),
            "points": sum(result.points for result in against.values()),
            "games": sum(result.games for result in against.values()),
            "against": [
                against[other].points if other in against else None
                for other in range(len(match.contestants))
            ],
        }
        for label, one, rating, against in zip(
            match.labels(),
            match.contestants,
            rated(match, state),
            _cross_table(match, state),
            strict=True,
        )
    ]
    return {
        "variant": match.variant.name,
        "games": state.games,
        "contestants": rows,
        "illegal": sum(result.illegal for result in state.results),
        "failures": sum(result.failures for result in state.results),
        "seconds": round(seconds, 3),
    }


def _cross_table(match: Match, state: MatchState) -> list[dict[int, Result]]:
    """For each contestant, its results against the others from its own point of view."""
    table: list[dict[int, Result]] = [{} for _ in match.contestants]
    for (a, b), result in zip(match.pairings, state.results, strict=True):
        table[a][b] = result
        table[b][a] = result.seen_from_b()
    return table


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


def _score_table(output: Output, match: Match, state: MatchState) -> list[str]:
    (result,) = state.results
    rows: list[list[Cell | str]] = []
    for label, seen in zip(match.labels(), (result, result.seen_from_b()), strict=True):
        counts = map(str, (seen.a_wins, seen.draws, seen.b_wins))
        score = "-" if seen.score is None else f"{100 * seen.score:.1f} %"
        rows.append([Cell(label, "strong"), *counts, score])
    return output.table(rows, ("", "won", "drawn", "lost", "score"), right={1, 2, 3, 4})


def _rating_table(output: Output, match: Match, state: MatchState) -> list[str]:
    """A row for everybody, the strongest first, with the points against each of the others."""
    labels, found, table = match.labels(), rated(match, state), _cross_table(match, state)
    order = sorted(range(len(labels)), key=lambda number: -found[number].elo)
    rows: list[list[Cell | str]] = []
    for place, number in enumerate(order, start=1):
        against, rating = table[number], found[number]
        points = sum(result.points for result in against.values())
        games = sum(result.games for result in against.values())
        name = [Cell(str(place), "dim"), Cell(labels[number], "strong")]
        figures = [f"{rating.elo:+.0f}", f"{rating.margin:.0f}", f"{points:g}/{games}"]
        each = (f"{against[other].points:g}" if other in against else "-" for other in order)
        rows.append([*name, *figures, *each])
    heads = ("", "", "Elo", "+-", "points", *(str(place) for place in range(1, len(order) + 1)))
    return output.table(rows, heads, right={0, *range(2, len(heads))})


def _meaning(match: Match, state: MatchState, rule: StopRule) -> Iterator[str]:
    """What the numbers of a table say, in sentences."""
    if len(match.contestants) > 2:
        yield (
            "Elo: points above the average of all. +-: with 95 % certainty the true rating is no "
            "further away. The numbered columns: points against each, 1 for a win, 1/2 for a draw."
        )
        return
    (result,) = state.results
    a, b = match.labels()
    elo = elo_difference(result.score, result.games)
    yield f"Elo difference ({a} minus {b}): {_elo_in_words(elo)}."
    if elo.low is not None and elo.low > 0:
        yield f"{a} is stronger than {b}."
    elif elo.high is not None and elo.high < 0:
        yield f"{b} is stronger than {a}."
    elif result.games:
        yield "Too few games to tell which is stronger."
    if rule.sprt is not None:
        yield _test_in_words(rule.sprt, state)


def _test_in_words(test: Sprt, state: MatchState) -> str:
    pairs = state.pairs
    low, high = test.bounds
    verdict = {
        None: "not decided yet",
        "elo0": f"{test.elo0:+g} accepted",
        "elo1": f"{test.elo1:+g} accepted",
    }[test.decision(pairs)]
    return (
        f"Sequential test of {test.elo0:+g} against {test.elo1:+g} Elo: {verdict}. The "
        f"log-likelihood ratio is {test.log_likelihood_ratio(pairs):+.2f}; it decides at "
        f"{low:+.2f} and at {high:+.2f}."
    )


def _elo_in_words(elo: EloDifference) -> str:
    if elo.value is not None:
        return f"{elo.value:+.0f}, with 95 % certainty between {elo.low:+.0f} and {elo.high:+.0f}"
    if elo.low is not None:
        return f"with 95 % certainty above {elo.low:+.0f}"
    if elo.high is not None:
        return f"with 95 % certainty below {elo.high:+.0f}"
    return "unknown"
