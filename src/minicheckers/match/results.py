"""The games of a match, counted: one pairing, and all of them in a cross table.

Games are counted and not kept, so a match of any length takes the same memory.
"""

from dataclasses import dataclass, replace

from ..players.guard import IllegalMoveError
from .match import Match
from .playing import Played


@dataclass(frozen=True)
class Result:
    """The games of a pairing so far, counted for A. ``illegal`` and ``failures`` are of both."""

    a_wins: int = 0
    draws: int = 0
    b_wins: int = 0
    illegal: int = 0
    failures: int = 0

    def plus(self, score: float, *, fault: bool = False, illegal: bool = False) -> "Result":
        """The result with one more game that was worth so much to A."""
        return Result(
            self.a_wins + (score == 1),
            self.draws + (score == 0.5),
            self.b_wins + (score == 0),
            self.illegal + illegal,
            self.failures + (fault and not illegal),
        )

    def seen_from_b(self) -> "Result":
        """The same games, counted for B."""
        return replace(self, a_wins=self.b_wins, b_wins=self.a_wins)

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.a_wins + self.draws + self.b_wins

    @property
    def points(self) -> float:
        """A's wins, and half of the draws."""
        return self.a_wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """A's share of the points, from 0 to 1; None before the first game."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True)
class Standings:
    """Every pairing's result, in the order of the match's pairings.

    ``pairs`` counts, for the first pairing, the openings that were played with both colours by what
    they were worth to A: 0, 0.5, 1, 1.5 or 2 points. Two games of one opening are not independent
    of each other; the pairs are.
    """

    results: tuple[Result, ...]
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    half_pair: float | None = None

    @classmethod
    def of(cls, match: Match) -> "Standings":
        """The standings before the first game."""
        return cls((Result(),) * len(match.pairings))

    def plus(self, played: Played, *, swapped: bool) -> "Standings":
        """The standings after one more game; `swapped` tells the second game of an opening."""
        return self.plus_score(
            played.fixture.pairing,
            played.score,
            swapped=swapped,
            fault=played.fault is not None,
            illegal=isinstance(played.fault, IllegalMoveError),
        )

    def plus_score(
        self, pairing: int, score: float, *, swapped: bool, fault: bool, illegal: bool
    ) -> "Standings":
        """The standings after one more game of a pairing."""
        results = list(self.results)
        results[pairing] = results[pairing].plus(score, fault=fault, illegal=illegal)
        counted = replace(self, results=tuple(results))
        if pairing:
            return counted
        if not swapped:
            return replace(counted, half_pair=score)
        pairs = list(self.pairs)
        pairs[round(2 * ((self.half_pair or 0.0) + score))] += 1
        return replace(counted, pairs=(pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]))

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(result.games for result in self.results)
