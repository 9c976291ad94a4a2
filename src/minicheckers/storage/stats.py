"""What follows from finished games and tried puzzles: the record, streaks, ratings."""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from ..coach.player_rating import Rating, rated

#: The rating of somebody who has not tried a puzzle yet.
FIRST_RATING = 1200

#: A game by its name and the level.
Opponent = tuple[str, str]


@dataclass(frozen=True)
class Tally:
    """How often the person won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins} won, {self.draws} drawn, {self.losses} lost"


class GameResult(NamedTuple):
    """A game that counts: when it ended, against whom, and its score of 1, 0.5 or 0.

    ``opponent_rating`` is None where the game does not change the person's rating.
    """

    finished: str
    variant: str
    level: str
    helped: bool
    score: float
    opponent_rating: int | None = None


_TALLIES = {1.0: Tally(wins=1), 0.5: Tally(draws=1), 0.0: Tally(losses=1)}


@dataclass(frozen=True)
class Stats:
    """The person's results by variant and level: ``alone`` without help, ``helped`` with.

    ``streak`` is how many games in a row have been won without help, ``best_streak`` the longest
    such row; ``ratings`` are by variant, from the games with a rated opponent. Games that were
    counted before games were kept have no order and are in none.
    """

    alone: Mapping[Opponent, Tally] = field(default_factory=dict)
    helped: Mapping[Opponent, Tally] = field(default_factory=dict)
    streak: int = 0
    best_streak: int = 0
    ratings: Mapping[str, Rating] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        results: Iterable[GameResult],
        earlier: Iterable[Mapping[str, Any]] = (),
    ) -> "Stats":
        """The sum of results in their order, and of those that were counted earlier."""
        tallies: tuple[dict[Opponent, Tally], ...] = (defaultdict(Tally), defaultdict(Tally))
        for row in earlier:
            before = Tally(row["wins"], row["draws"], row["losses"])
            tallies[row["helped"]][row["variant"], row["level"]] += before
        streak = best = 0
        ratings: dict[str, Rating] = {}
        for result in results:
            tallies[result.helped][result.variant, result.level] += _TALLIES[result.score]
            if not result.helped:
                streak = streak + 1 if result.score == 1 else 0
                best = max(best, streak)
            if result.opponent_rating is not None:
                rating = ratings.get(result.variant, Rating())
                ratings[result.variant] = rating.after(result.opponent_rating, result.score)
        return cls(dict(tallies[False]), dict(tallies[True]), streak, best, ratings)

    def score(self, variant: str, level: str, *, helped: bool = False) -> Tally:
        """The results against one level of one game, without help or with."""
        return self._tallies(helped).get((variant, level), Tally())

    def net_wins(self, variant: str, level: str) -> int:
        """How many more games were won than lost against one level of one game, help or not."""
        both = self.score(variant, level) + self.score(variant, level, helped=True)
        return both.wins - both.losses

    def rows(self, *, helped: bool = False) -> list[tuple[Opponent, Tally]]:
        return sorted(self._tallies(helped).items())

    def _tallies(self, helped: bool) -> Mapping[Opponent, Tally]:
        return self.helped if helped else self.alone


@dataclass(frozen=True)
class PuzzleStats:
    """The puzzles that are solved, by name; how many in a row at the first try; the rating."""

    solved: frozenset[str] = frozenset()
    streak: int = 0
    best_streak: int = 0
    rating: int = FIRST_RATING

    def plus(self, name: str, difficulty: int | None, clean: bool) -> "PuzzleStats":
        """The figures after a puzzle; ``clean``: solved at once and without help.

        A puzzle that is solved already changes nothing. One without a difficulty was solved before
        tries were kept: it is in the figures.
        """
        if name in self.solved:
            return self
        solved = self.solved | {name} if clean else self.solved
        if difficulty is None:
            return replace(self, solved=solved)
        streak = self.streak + 1 if clean else 0
        rating = rated(self.rating, difficulty, clean)
        return PuzzleStats(solved, streak, max(self.best_streak, streak), rating)


class Daily(NamedTuple):
    """Which day it is, whether a puzzle was solved on it, and on how many days in a row up to then.

    The day begins at the same moment for everybody. A streak lasts until a whole day is missed.
    """

    day: datetime.date = datetime.date.min
    solved: bool = False
    streak: int = 0

    @classmethod
    def of(cls, solved: Iterable[str], day: datetime.date) -> "Daily":
        """The figures of a day, from the days on which puzzles were solved."""
        days = {datetime.date.fromisoformat(text) for text in solved}
        last = day if day in days else day - datetime.timedelta(1)
        streak = 0
        while last - datetime.timedelta(streak) in days:
            streak += 1
        return cls(day, day in days, streak)
