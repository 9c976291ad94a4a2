"""A match from its first game, or from where it was broken off, to its end."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager

from .log import MatchLog, Progress
from .match import Match
from .playing import Played
from .stopping import StopRule
from .workers import play_all

#: No rule: every game is played.
PLAY_ALL = StopRule()


def run_match(
    match: Match,
    *,
    jobs: int = 1,
    rule: StopRule = PLAY_ALL,
    files: MatchLog | None = None,
    progress: Progress | None = None,
    on_game: Callable[[Played, Progress], None] | None = None,
) -> Progress:
    """Play what is left of a match, and tell how far it came.

    `on_game` hears of every game after it is written and counted; Ctrl-C comes before all that or
    after it.
    """
    rule.check(match)
    reached = progress or Progress.of(match)
    if reached.games >= match.all_games or rule.is_met(match, reached.standings):
        return reached
    with closing(play_all(match, jobs, reached.games + 1)) as playing:
        for played in playing:
            with _interrupts_waiting():
                if files is not None:
                    files.write(played)
                reached = reached.plus(played, match)
                if on_game is not None:
                    on_game(played, reached)
            if rule.is_met(match, reached.standings):
                break
    return reached


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
