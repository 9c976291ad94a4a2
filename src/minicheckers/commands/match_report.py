"""What a match command prints: the result of two in a few lines, that of more as a cross table."""

from typing import Any

from ..match.match import Match
from ..match.results import MatchState, Result
from ..match.running import StopRule, rated
from ..match.strength import EloDifference, Sprt, elo_difference


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


def in_words(match: Match, state: MatchState, rule: StopRule, seconds: float) -> str:
    """The result in words."""
    words = _in_words if len(match.contestants) == 2 else _table_in_words
    return words(match, state, rule, seconds)


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
    """For each contestant its results against the others, counted for it."""
    table: list[dict[int, Result]] = [{} for _ in match.contestants]
    for (a, b), result in zip(match.pairings, state.results, strict=True):
        table[a][b] = result
        table[b][a] = result.seen_from_b()
    return table


def _rounded(number: float | None, digits: int) -> float | None:
    return None if number is None else round(number, digits)


def _in_words(match: Match, state: MatchState, rule: StopRule, seconds: float) -> str:
    (result,) = state.results
    elo = elo_difference(result.score, result.games)
    score = "no game" if result.score is None else f"score {100 * result.score:.1f} %"
    a, b = match.contestants
    lines = [
        f"{a} against {b}, {match.variant}, seed {match.seed}",
        f"won {result.a_wins}, drawn {result.draws}, lost {result.b_wins} "
        f"of {result.games}: {score}",
        f"Elo difference {_elo_in_words(elo)}",
        f"illegal moves {result.illegal}, failures {result.failures}, {seconds:.1f} s",
    ]
    if rule.sprt is not None:
        lines.insert(3, _test_in_words(rule.sprt, state))
    return "\n".join(lines)


def _test_in_words(test: Sprt, state: MatchState) -> str:
    pairs = state.pairs
    low, high = test.bounds
    verdict = {
        None: "not decided",
        "elo0": f"taken: {test.elo0:+g}",
        "elo1": f"taken: {test.elo1:+g}",
    }[test.decision(pairs)]
    return (
        f"{test.elo0:+g} or {test.elo1:+g} Elo: log-likelihood ratio "
        f"{test.log_likelihood_ratio(pairs):+.2f} of {low:+.2f} and {high:+.2f}; {verdict}"
    )


def _table_in_words(match: Match, state: MatchState, _rule: StopRule, seconds: float) -> str:
    labels = match.labels()
    found = rated(match, state)
    table = _cross_table(match, state)
    order = sorted(range(len(labels)), key=lambda number: -found[number].elo)
    width = max(map(len, labels))
    heads = [str(place) for place in range(1, len(order) + 1)]
    lines = [
        f"{match.variant}, seed {match.seed}, {state.games} games; points against each",
        f"   {'':{width}}  {'Elo':>6} {'+-':>5}  {'points':>10}  "
        + " ".join(f"{head:>6}" for head in heads),
    ]
    for place, number in enumerate(order, start=1):
        against = table[number]
        points = sum(result.points for result in against.values())
        games = sum(result.games for result in against.values())
        cells = [f"{against[other].points:g}" if other in against else "-" for other in order]
        lines.append(
            f"{place:2} {labels[number]:{width}}  {found[number].elo:+6.0f} "
            f"{found[number].margin:5.0f}  {f'{points:g}/{games}':>10}  "
            + " ".join(f"{cell:>6}" for cell in cells)
        )
    illegal = sum(result.illegal for result in state.results)
    failures = sum(result.failures for result in state.results)
    lines.append(f"illegal moves {illegal}, failures {failures}, {seconds:.1f} s")
    return "\n".join(lines)


def _elo_in_words(elo: EloDifference) -> str:
    if elo.value is not None:
        between = f"{elo.low:+.0f} and {elo.high:+.0f}"
        return f"{elo.value:+.0f}, with 95 % certainty between {between}"
    if elo.low is not None:
        return f"with 95 % certainty above {elo.low:+.0f}"
    if elo.high is not None:
        return f"with 95 % certainty below {elo.high:+.0f}"
    return "unknown"
