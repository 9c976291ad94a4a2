"""``minicheckers match``: levels play each other, and the result says who is stronger."""

import argparse
import secrets
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from typing import IO, TYPE_CHECKING, Any

from ..match.match import (
    Contestant,
    Match,
    MatchState,
    Played,
    Standing,
    check_test,
    make_strategy,
    rated,
    run_match,
)
from ..match.strength import Sprt, elo_difference
from ..support.named_files import open_file
from ..support.processes import WorkerDiedError, workers
from ..support.text import counted, printable, quoted
from . import shared
from .output import Column, Output, ProgressBar

if TYPE_CHECKING:
    from concurrent.futures import Executor

MOST_CONTESTANTS = 20
#: How many games a pairing may take where a test ends the match.
GAMES_UNTIL = 20_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "levels",
        metavar="L",
        nargs="+",
        help="two or more levels or strategies (see 'minicheckers levels'); each can have its own "
        "limits, as in timed@time=0.2 or hard@depth=6",
    )
    games = "how many games each pair plays; default: 20, or as many as needed with --elo1"
    shared.add_flags(parser, "games", games=games)
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
    ballot = "begin with ballots instead of random moves, each played with both colours: draw, a "
    ballot += "number or a name"
    shared.add_flags(parser, "variant size goal ballot time depth seed", ballot=ballot)
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
    pdn = "write the games to a new PDN file as they end"
    shared.add_flags(parser, "pdn json", pdn=pdn)


def run(arguments: argparse.Namespace) -> int:
    """Play the games and print the result; after Ctrl-C, that of the games so far."""
    if arguments.elo1 is None and arguments.elo0 is not None:
        raise ValueError("--elo0 needs --elo1")
    test = None if arguments.elo1 is None else Sprt(arguments.elo0 or 0.0, arguments.elo1)
    match = _match(arguments)
    check_test(match, test)
    # Every player is made before the first game; ValueError for one that cannot be.
    fixture = match.fixture(1)
    for contestant in dict.fromkeys((*match.contestants, *fixture.contestants.values())):
        make_strategy(contestant, match.variant)
    with ExitStack() as stack:
        jobs = stack.enter_context(workers(arguments.jobs, arguments.cluster))
        pdn = stack.enter_context(_new_file(arguments.pdn)) if arguments.pdn else None
        return _play(arguments, match, test, jobs, pdn)


def _new_file(path: str) -> IO[bytes]:
    try:
        return open_file(path, "xb", buffering=0)
    except FileExistsError:
        raise ValueError(f"{quoted(path)} exists; remove it or name another file") from None


def _play(
    arguments: argparse.Namespace,
    match: Match,
    test: Sprt | None,
    jobs: "int | Executor",
    pdn: IO[bytes] | None,
) -> int:
    state = MatchState.of(match)
    code = 0
    seconds = shared.stopwatch()
    try:
        with ProgressBar(match.all_games, sys.stderr) as bar:

            def show(_played: Played, reached: MatchState) -> None:
                nonlocal state
                state = reached
                bar.show(reached.games, _tally(match, reached, test))

            run_match(match, jobs=jobs, test=test, pdn=pdn, on_game=show)
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
    record = _record(match, state, test, seconds())
    shared.print_result(arguments, record, _report(Output.standard(), match, record))
    return code


# What the flags mean


def _match(arguments: argparse.Namespace) -> Match:
    levels: list[str] = arguments.levels
    if not 2 <= len(levels) <= MOST_CONTESTANTS:
        raise ValueError(f"a match needs 2 to {MOST_CONTESTANTS} levels, not {len(levels)}")
    both = shared.chosen_limits(arguments)
    players = [shared.player_called(word, both) for word in levels]
    variant = shared.chosen_variant(arguments)
    return Match(
        variant=variant,
        ballot=shared.chosen_ballot(arguments, variant),
        contestants=tuple(Contestant(player.level, player.limits) for player in players),
        games=arguments.games or (20 if arguments.elo1 is None else GAMES_UNTIL),
        seed=secrets.randbits(32) if arguments.seed is None else arguments.seed,
    )


# What came of it, as a record: of two contestants their result, of more a cross table


def _record(match: Match, state: MatchState, test: Sprt | None, seconds: float) -> dict[str, Any]:
    two = len(match.contestants) == 2
    return {
        "variant": match.variant.name,
        **(_pair(match, state.results[0]) if two else _cross_table(match, state)),
        "illegal": sum(result.illegal for result in state.results),
        "failures": sum(result.failures for result in state.results),
        "seconds": round(seconds, 3),
        **({} if test is None else {"sprt": _test(test, state.pairs)}),
    }


def _pair(match: Match, result: Standing) -> dict[str, Any]:
    elo = elo_difference(result.score, result.games)
    a, b = match.contestants
    return {
        "a": a.level,
        "b": b.level,
        **shared.fields(result, "games a_wins draws b_wins"),
        "score": _rounded(result.score, 4),
        "elo": _rounded(elo.value, 1),
        "elo_low": _rounded(elo.low, 1),
        "elo_high": _rounded(elo.high, 1),
    }


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


def _test(test: Sprt, pairs: Sequence[int]) -> dict[str, Any]:
    low, high = test.bounds
    figures = {"llr": test.log_likelihood_ratio(pairs), "low": low, "high": high}
    return {
        **shared.fields(test, "elo0 elo1"),
        **{name: round(figure, 3) for name, figure in figures.items()},
        "decision": test.decision(pairs),
    }


def _cross_table(match: Match, state: MatchState) -> dict[str, Any]:
    """Everybody's rating, and the points against each of the others."""
    everybody = range(len(match.contestants))
    results: list[dict[int, Standing]] = [{} for _ in everybody]
    for (a, b), result in zip(match.pairings, state.results, strict=True):
        results[a][b] = result
        results[b][a] = result.seen_from_b()
    ratings, labels = rated(match, state), match.labels()
    rows = [
        {
            "name": labels[number],
            "level": match.contestants[number].level,
            "elo": round(ratings[number].elo, 1),
            "margin": round(ratings[number].margin, 1),
            "points": sum(result.points for result in against.values()),
            "games": sum(result.games for result in against.values()),
            "against": [against[n].points if n in against else None for n in everybody],
        }
        for number, against in enumerate(results)
    ]
    return {"games": state.games, "contestants": rows}


# The same for people


def _tally(match: Match, state: MatchState, test: Sprt | None) -> str:
    """The result so far in a few characters, for the bar; nothing for more than two."""
    if len(match.contestants) > 2:
        return ""
    (result,) = state.results
    words = f"+{result.a_wins} ={result.draws} -{result.b_wins}"
    if test is not None:
        words += f" LLR {test.log_likelihood_ratio(state.pairs):+.2f}"
    return words


def _report(output: Output, match: Match, record: dict[str, Any]) -> list[str]:
    """The record as a table, and what its numbers mean."""
    games = counted(record["games"], "game")
    rest = f"{match.variant}, {games}, seed {match.seed}"
    illegal, failures = record["illegal"], record["failures"]
    faults = f"Illegal moves: {illegal}. Failures: {failures}. Time: {record['seconds']:.1f} s."
    if "contestants" in record:
        heading, table, meaning = rest, _rating_table(output, record["contestants"]), [_MEANING]
    else:
        a, b = match.labels()
        heading, table = f"{a} against {b}, {rest}", _score_table(output, a, b, record)
        meaning = [*_meaning(a, b, record)]
    return [
        *output.wrap(heading, None, "strong"),
        "",
        *table,
        "",
        *(line for text in meaning for line in output.wrap(text)),
        *output.wrap(faults, None, "bad" if illegal or failures else "dim"),
    ]


def _score_table(output: Output, a: str, b: str, record: dict[str, Any]) -> list[str]:
    names = ("name", "won", "drawn", "lost", "score")
    drawn, score = record["draws"], record["score"]
    of_b = None if score is None else 1 - score
    rows = (
        (a, record["a_wins"], drawn, record["b_wins"], score),
        (b, record["b_wins"], drawn, record["a_wins"], of_b),
    )
    columns = (
        Column("", "name", "strong"),
        *(Column(head, right=True) for head in ("won", "drawn", "lost")),
        Column("score", _share, right=True),
    )
    return output.table([dict(zip(names, row, strict=True)) for row in rows], columns)


def _share(row: dict[str, Any]) -> str:
    return "-" if row["score"] is None else f"{100 * row['score']:.1f} %"


def _rating_table(output: Output, contestants: list[dict[str, Any]]) -> list[str]:
    """A row for everybody, the strongest first, with the points against each of the others."""
    order = sorted(range(len(contestants)), key=lambda number: -contestants[number]["elo"])

    def against(other: int) -> Callable[[dict[str, Any]], str]:
        return lambda row: "-" if (points := row["against"][other]) is None else f"{points:g}"

    columns = (
        Column("", "place", "dim", right=True),
        Column("", "name", "strong"),
        Column("Elo", lambda row: f"{row['elo']:+.0f}", right=True),
        Column("+-", lambda row: f"{row['margin']:.0f}", right=True),
        Column("points", lambda row: f"{row['points']:g}/{row['games']}", right=True),
        *(Column(str(place), against(other), right=True) for place, other in enumerate(order, 1)),
    )
    ranked = ({"place": place, **contestants[number]} for place, number in enumerate(order, 1))
    return output.table(ranked, columns)


#: What the numbers of a table of several say.
_MEANING = (
    "Elo: points above the average of all. +-: with 95 % certainty the true rating is no "
    "further away. The numbered columns: points against each, 1 for a win, 1/2 for a draw."
)


def _meaning(a: str, b: str, record: dict[str, Any]) -> Iterator[str]:
    """What the numbers of two say, in sentences."""
    yield f"Elo difference ({a} minus {b}): {_elo_in_words(record)}."
    low, high = record["elo_low"], record["elo_high"]
    if low is not None and low > 0:
        yield f"{a} is stronger than {b}."
    elif high is not None and high < 0:
        yield f"{b} is stronger than {a}."
    elif record["games"]:
        yield "Too few games to tell which is stronger."
    if (test := record.get("sprt")) is not None:
        taken = test["decision"]
        verdict = "not decided yet" if taken is None else f"{test[taken]:+g} accepted"
        yield (
            f"Sequential test of {test['elo0']:+g} against {test['elo1']:+g} Elo: {verdict}. The "
            f"log-likelihood ratio is {test['llr']:+.2f}; it decides at "
            f"{test['low']:+.2f} and at {test['high']:+.2f}."
        )


def _elo_in_words(record: dict[str, Any]) -> str:
    value, low, high = record["elo"], record["elo_low"], record["elo_high"]
    if value is not None:
        return f"{value:+.0f}, with 95 % certainty between {low:+.0f} and {high:+.0f}"
    if low is not None:
        return f"with 95 % certainty above {low:+.0f}"
    if high is not None:
        return f"with 95 % certainty below {high:+.0f}"
    return "unknown"
