"""A match from its first game, or from where it was broken off, to its end.

Games are counted in their order and the rules that end a match early look at whole rounds only, so
that the same seed stops at the same game whatever the number of processes and however often the
match was broken off.
"""

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from ..players.registry import confirm
from ..processes import work_off
from .log import MatchLog
from .match import Match, MatchState, Played, play_game
from .strength import EloDifference, Rating, Sprt, elo_difference, ratings

if TYPE_CHECKING:
    from concurrent.futures import Executor


@dataclass(frozen=True)
class StopRule:
    """Stop when every interval is at most ``until`` Elo points to either side, or by a test."""

    until: float | None = None
    sprt: Sprt | None = None

    def check(self, match: Match) -> None:
        """Raise ValueError if the rule cannot be used for a match."""
        if self.sprt is not None and (len(match.contestants) != 2 or not match.swap):
            raise ValueError("the sequential test needs exactly two levels, with colours swapped")

    def is_met(self, match: Match, state: MatchState) -> bool:
        """Whether the match may stop after these games."""
        if not state.games or state.games % match.games_a_round:
            return False
        if self.sprt is not None and self.sprt.decision(state.pairs) is not None:
            return True
        return self.until is not None and widest_margin(match, state) <= self.until


#: No rule: every game is played.
PLAY_ALL = StopRule()


def rated(match: Match, state: MatchState) -> list[Rating]:
    """The ratings of all contestants from all games."""
    encounters = [
        (a, b, result.points, result.games)
        for (a, b), result in zip(match.pairings, state.results, strict=True)
    ]
    return ratings(len(match.contestants), encounters)


def widest_margin(match: Match, state: MatchState) -> float:
    """Half the width of the widest interval, in Elo points; infinite where an end is."""
    if len(match.contestants) > 2:
        return max(rating.margin for rating in rated(match, state))
    (result,) = state.results
    elo: EloDifference = elo_difference(result.score, result.games)
    if elo.low is None or elo.high is None:
        return float("inf")
    return (elo.high - elo.low) / 2


def run_match(
    match: Match,
    *,
    jobs: "int | Executor" = 1,
    rule: StopRule = PLAY_ALL,
    files: MatchLog | None = None,
    state: MatchState | None = None,
    on_game: Callable[[Played, MatchState], None] | None = None,
) -> MatchState:
    """Play what is left of a match, and tell how far it came.

    `on_game` hears of every game after it is written and counted; Ctrl-C comes before all that or
    after it.
    """
    rule.check(match)
    reached = state or MatchState.of(match)
    if reached.games >= match.all_games or rule.is_met(match, reached):
        return reached
    with closing(play_all(match, jobs, reached.games + 1)) as playing:
        for played in playing:
            with _interrupts_waiting():
                if files is not None:
                    files.write(played)
                reached = reached.plus(played, match)
                if on_game is not None:
                    on_game(played, reached)
            if rule.is_met(match, reached):
                break
    return reached


def play_all(match: Match, jobs: "int | Executor", first: int = 1) -> Generator[Played, None, None]:
    """Play the games from a number on, and yield them in their order.

    That many processes play, or an executor, with the promises of `work_off`.
    """
    numbers = range(first, match.all_games + 1)
    if isinstance(jobs, int):
        jobs = max(1, min(jobs, len(numbers)))
    return work_off(partial(_play_numbered, match), numbers, jobs)


def _play_numbered(match: Match, number: int, _report: Callable[[], None]) -> Played:
    for contestant in match.contestants:
        confirm(contestant.name)  # named where the match was started, maybe in another process
    return play_game(match.fixture(number))


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Let Ctrl-C wait, or a game could be in the files and not in the result."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = False

    def note(_number: int, _frame: object) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)
