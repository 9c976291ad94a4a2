"""When a match has told enough: a wanted precision, or a sequential test.

The rules look at whole rounds only, and the games are counted in their order, so that the same seed
stops at the same game whatever the number of processes and however often the match was broken off.
"""

from dataclasses import dataclass

from .elo import EloDifference, elo_difference
from .match import Match
from .ratings import Rating, ratings
from .results import Standings
from .sprt import Sprt


@dataclass(frozen=True)
class StopRule:
    """Stop when every interval is at most ``until`` Elo points to either side, or by a test."""

    until: float | None = None
    sprt: Sprt | None = None

    def check(self, match: Match) -> None:
        """Raise ValueError if the rule cannot be used for a match."""
        if self.sprt is not None and (len(match.contestants) != 2 or not match.swap):
            raise ValueError(
                "the sequential test compares two contestants, with every opening played by both"
            )

    def is_met(self, match: Match, standings: Standings) -> bool:
        """Whether the match may stop after these games."""
        if not standings.games or standings.games % match.games_a_round:
            return False
        if self.sprt is not None and self.sprt.decision(standings.pairs) is not None:
            return True
        return self.until is not None and widest_margin(match, standings) <= self.until


def rated(match: Match, standings: Standings) -> list[Rating]:
    """The ratings of all contestants from all games."""
    encounters = [
        (a, b, result.points, result.games)
        for (a, b), result in zip(match.pairings, standings.results, strict=True)
    ]
    return ratings(len(match.contestants), encounters)


def widest_margin(match: Match, standings: Standings) -> float:
    """Half the width of the widest interval, in Elo points."""
    if len(match.contestants) > 2:
        return max(rating.margin for rating in rated(match, standings))
    (result,) = standings.results
    return half_width(elo_difference(result.score, result.games))


def half_width(elo: EloDifference) -> float:
    """Half the width of an interval; infinite where an end is."""
    if elo.low is None or elo.high is None:
        return float("inf")
    return (elo.high - elo.low) / 2
