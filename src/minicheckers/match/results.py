"""The games of a match, counted: one pairing, and all of them.

Games are counted and not kept, so a match of any length takes the same memory.
"""

from dataclasses import dataclass, replace

from ..players.guard import IllegalMoveError
from .match import Match, Played

#: This many different complaints about strategies are kept.
_MOST_FAULTS = 20


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
class MatchState:
    """How far a match is: every pairing's result, in the order of the match's pairings.

    ``pairs`` counts, for the first pairing, the openings that were played with both colours by what
    they were worth to A: 0, 0.5, 1, 1.5 or 2 points. Two games of one opening are not independent
    of each other; the pairs are. ``faults`` says what went wrong, each sentence once.
    """

    results: tuple[Result, ...]
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    half_pair: float = 0.0
    faults: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: Match) -> "MatchState":
        """Before the first game."""
        return cls((Result(),) * len(match.pairings))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return sum(result.games for result in self.results)

    def plus(self, played: Played, match: Match) -> "MatchState":
        """After one more game."""
        fault = None if played.fault is None else str(played.fault)
        illegal = isinstance(played.fault, IllegalMoveError)
        return self.plus_game(match, played.score, fault, illegal=illegal)

    def plus_game(
        self, match: Match, score: float, fault: str | None, *, illegal: bool
    ) -> "MatchState":
        """After the next game, which was worth so much to A."""
        _, pairing, swapped = match.pairing(self.games + 1)
        results, pairs, faults = list(self.results), list(self.pairs), self.faults
        results[pairing] = results[pairing].plus(score, fault=fault is not None, illegal=illegal)
        if not pairing and swapped:
            pairs[round(2 * (self.half_pair + score))] += 1
        if fault is not None and fault not in faults:
            faults = (*faults, fault)[:_MOST_FAULTS]
        return MatchState(
            tuple(results),
            (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
            self.half_pair if pairing or swapped else score,
            faults,
        )
