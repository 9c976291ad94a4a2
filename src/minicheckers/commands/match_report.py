"""What a match command prints: the result of two in a few lines, that of more as a cross table."""

from collections.abc import Iterator
from typing import Any

from ..match.match import Match, MatchState, Result
from ..match.running import StopRule, rated
from ..match.strength import EloDifference, Sprt, elo_difference
from ..messages import counted
from .output import Cell, Output


def tally(match: Match, state: MatchState, rule: StopRule) -> str:
    """The result so far in a few characters, for the bar; nothing for more than two."""
    if len(match.contestants) > 2:
        return ""
    (result,) = state.results
    words = f"+{result.a_wins} ={result.draws} -{result.b_wins}"
    if rule.sprt is not None:
        words += f" LLR {rule.sprt.log_likelihood_ratio(state.pairs):+.2f}"
    return words


def to_record(match: Match, state: MatchState, rule: StopRule, seconds: float) -> dict[str, Any]:
    """The result as one object for JSON."""
    record = _record if len(match.contestants) == 2 else _table_record
    return record(match, state, rule, seconds)


def report(
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


def _record(match: Match, state: MatchState, rule: StopRule, seconds: float) -> dict[str, Any]:
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
    rows = [
        [
            Cell(label, "strong"),
            Cell(str(seen.a_wins)),
            Cell(str(seen.draws)),
            Cell(str(seen.b_wins)),
            Cell("-" if seen.score is None else f"{100 * seen.score:.1f} %"),
        ]
        for label, seen in zip(match.labels(), (result, result.seen_from_b()), strict=True)
    ]
    return output.table(rows, ("", "won", "drawn", "lost", "score"), right={1, 2, 3, 4})


def _rating_table(output: Output, match: Match, state: MatchState) -> list[str]:
    """A row for everybody, the strongest first, with the points against each of the others."""
    labels, found, table = match.labels(), rated(match, state), _cross_table(match, state)
    order = sorted(range(len(labels)), key=lambda number: -found[number].elo)
    rows = []
    for place, number in enumerate(order, start=1):
        against = table[number]
        points = sum(result.points for result in against.values())
        games = sum(result.games for result in against.values())
        rows.append(
            [
                Cell(str(place), "dim"),
                Cell(labels[number], "strong"),
                Cell(f"{found[number].elo:+.0f}"),
                Cell(f"{found[number].margin:.0f}"),
                Cell(f"{points:g}/{games}"),
                *(
                    Cell(f"{against[other].points:g}" if other in against else "-")
                    for other in order
                ),
            ]
        )
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
    yield f"Elo difference of {a} to {b}: {_elo_in_words(elo)}."
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
