"""Store: what lasts between runs, asked for in words of the game.

A thread does everything, one job after another, so that a slow disk or a busy database keeps
nobody waiting for longer than they want to. It also loads SQLite, while the program draws.
"""

import datetime
import os
import threading
import time
from collections import deque
from collections.abc import Callable
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..directories import STATE_VARIABLE, state_directory
from ..game.session import Session
from ..rules.notation import NotationChoice
from .files import shown
from .games import KeptGame, columns_of, opponent_rating
from .preferences import Preferences, read_preferences
from .stats import Daily, GameResult, PuzzleStats, Stats, Tally

if TYPE_CHECKING:  # the thread loads these
    from .database import Database
    from .health import Finding
    from .tables import Row, Tables

__all__ = [
    "BOARD_PATIENCE",
    "FIRST_PATIENCE",
    "PATIENCE",
    "Daily",
    "GameResult",
    "KeptGame",
    "LateError",
    "Preferences",
    "PuzzleStats",
    "Stats",
    "Store",
    "StoreError",
    "Tally",
]

T = TypeVar("T")

#: How long to wait for the disk, in seconds: where somebody watches a board, before that board is
#: first shown, and else.
BOARD_PATIENCE, FIRST_PATIENCE, PATIENCE = 0.05, 1.0, 10.0


_DATABASE = "minicheckers.db"


class StoreError(OSError):
    """Something could not be kept; the text is a sentence for the user."""


class LateError(StoreError):
    """It takes too long to wait for and goes on; `Store.take_notices` reports a failure."""


class Store:
    """Games, preferences and puzzles, in one database in one directory.

    What cannot be read counts as missing and leaves a sentence for `take_notices`. A write that
    fails raises StoreError. Whatever takes longer than ``patience`` seconds raises LateError.
    """

    def __init__(self, directory: Path, now: Callable[[], float] = time.time) -> None:
        self.directory = directory
        self.patience = PATIENCE
        #: Whether what cannot be read in time counts as missing, too.
        self.late_is_missing = False
        self._now = now
        self._jobs = _Jobs()
        self._notices: deque[str] = deque()
        self._told: set[str] = set()
        #: The game, if it was not saved as it is now: it is tried again.
        self._unsaved: Session | None = None
        #: Preferences that go to the disk with whatever is written next.
        self._chosen: Preferences | None = None
        # These are changed by jobs alone, in their order.
        self._opened: Database | None = None
        #: The game that this program plays, as it is kept; and how it ended, once it has.
        self._game: Row | None = None
        self._end: Session | None = None

    @classmethod
    def default(cls) -> Self:
        """The store of this user, as the system's rules place it; StoreError without a home."""
        directory = state_directory()
        if directory is None:
            raise StoreError(
                "There is no home directory for your games. "
                f"Set {STATE_VARIABLE} to another directory."
            )
        return cls(directory)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Wait for what is still being written, and let go of the open game.

        A game that could not be saved is tried again; StoreError if that fails.
        """
        self._write_preferences()
        try:
            if self._jobs.wait(PATIENCE) and self._unsaved is not None:
                self.patience = PATIENCE
                self.save(self._unsaved)
        finally:
            self._later("The end", self._close)
            is_closed = self._jobs.wait(PATIENCE)
        if not is_closed:
            raise StoreError(f"The disk with {shown(self.directory)} is not responding.")

    def take_notices(self) -> list[str]:
        """The sentences for the user that have come up since the last call, each only once."""
        return [self._notices.popleft() for _ in range(len(self._notices))]

    def maintain(self) -> None:
        """Check the database, and back it up once a day. For a quiet moment; never waits."""
        self._write_preferences()
        if self._is_there:
            day = self._day()
            self._later("The backup", lambda: self._database.maintain(day))

    def examine(self) -> "list[Finding]":
        """Look at everything that is kept, every game included, and change nothing."""

        def job() -> "list[Finding]":
            from .health import examine

            return list(examine(self.directory, self._database))

        return self._done("What is kept", "checked", job)

    def repair(self) -> list[str]:
        """Repair what can be repaired safely; a sentence for each thing that was done."""
        day = self._day()

        def job() -> list[str]:
            from .health import repair

            return list(repair(self.directory, self._database, day))

        return [*self._done("What is kept", "repaired", job), *self.take_notices()]

    # The open game

    @property
    def open_game(self) -> int | None:
        """The number of the game that this program plays, None before it is saved."""
        game = self._game
        return None if game is None else game["id"]

    def begin(self) -> None:
        """Begin another game: the next save makes a new one. What is unfinished stays saved.

        Never waits. The database is made ready meanwhile, so that the first save need not.
        """
        self._write_preferences()
        if (unsaved := self._unsaved) is not None:
            self._later("The game", lambda: self._save_job(unsaved))
        self._later("The game", self._make_ready)

    def resume(self, game: int | None = None) -> Session | None:
        """Open an unfinished game: from now on it is this program's.

        Without a number the one saved last that no other program has open, None if there is none.
        StoreError if the game of a number cannot be opened.
        """
        if game is None and not self._is_there:
            return None

        def job() -> Session | None:
            from sqlite3 import OperationalError

            try:  # nobody else writes meanwhile: what is claimed is what is read
                return self._database.run(lambda tables: self._resume(tables, game), write=True)
            except OperationalError:  # nothing can be written
                return self._database.run(lambda tables: self._resume(tables, game), write=False)

        try:
            return self._done("The unfinished game", "opened", job)
        except StoreError as error:
            if game is not None or isinstance(error, LateError):
                raise
            self._notice(str(error))
            return None

    @property
    def is_idle(self) -> bool:
        return self._jobs.is_idle

    @property
    def is_saved(self) -> bool:
        """Whether the last game that was to be kept is kept."""
        return self._unsaved is None

    @property
    def is_rated(self) -> bool:
        """Whether the open game is over and has changed the person's rating."""
        game = self._game
        if game is None or game["result"] is None or not game["counts"]:
            return False
        return opponent_rating(game) is not None

    def save(self, session: Session) -> None:
        """Keep the open game as it is now; when this returns it survives any crash."""
        self._keep("The game", session)

    def finish(self, session: Session) -> None:
        """Keep the open game with its result: it counts, once, and is never changed again.

        A `save` after that makes a new game, which does not count.
        """
        if session.outcome is None:
            raise ValueError("only a finished game has a result")
        self._keep("The result", session)

    # What is kept

    def games(self) -> tuple[KeptGame, ...]:
        """All games, the one changed last first; so are those below."""
        return self._games("TRUE")

    def unfinished(self) -> tuple[KeptGame, ...]:
        return self._games("result IS NULL")

    def finished(self) -> tuple[KeptGame, ...]:
        return self._games("result IS NOT NULL")

    def game(self, game: int) -> KeptGame | None:
        return next(iter(self._games("id = ?", game)), None)

    def discard(self, game: int) -> None:
        """Remove an unfinished game that the person no longer wants."""
        self._write("The game", lambda tables: self._discard(tables, game), "removed")

    def results(self) -> tuple[GameResult, ...]:
        """The games that count, in the order in which they ended: what a rating is made of."""
        return self._read("The record", lambda tables: tables.results(), ())

    def stats(self) -> Stats:
        return self._read("The record", lambda tables: tables.stats(), Stats())

    def preferences(self) -> Preferences:
        preferences, wrong = self._preferences()
        if wrong:
            self._notice(f"The preferred {' and '.join(wrong)} cannot be used.")
        return preferences

    def notation(self) -> NotationChoice | None:
        """How the person wants squares to be written; other preferences are not looked at."""
        return self._preferences()[0].notation

    def _preferences(self) -> tuple[Preferences, list[str]]:
        if self._chosen is not None:
            return self._chosen, []
        nothing: dict[str, Any] = {}
        stored = self._read("The preferences", lambda tables: tables.preferences(), nothing)
        return read_preferences(stored)

    def set_preferences(self, preferences: Preferences) -> None:
        """Keep the last choices, with what is written next or at the end. Never waits or fails."""
        self._chosen = preferences

    def puzzles(self) -> PuzzleStats:
        return self._read("The puzzles", lambda tables: tables.puzzles(), PuzzleStats())

    def daily(self) -> Daily:
        """Whether a puzzle was solved today, and on how many days in a row."""
        nothing: frozenset[str] = frozenset()
        days = self._read("The puzzles", lambda tables: tables.puzzle_days(), nothing)
        return Daily.of(days, datetime.datetime.fromtimestamp(self._now(), datetime.UTC).date())

    def puzzle_tried(self, name: str, difficulty: int, clean: bool) -> PuzzleStats:
        """Count a puzzle, unless it is solved already, and return the new figures."""
        now = self._time()
        return self._write(
            "The puzzle", lambda tables: tables.try_puzzle(name, difficulty, clean, now)
        )

    def fixed_mistakes(self) -> frozenset[str]:
        """The positions in which the person has found the right move after all, by name."""
        nothing: frozenset[str] = frozenset()
        return self._read("The mistakes", lambda tables: tables.fixed_mistakes(), nothing)

    def fix_mistake(self, position: str) -> None:
        now = self._time()
        self._write("The mistake", lambda tables: tables.fix_mistake(position, now))

    # Jobs: these run in the thread

    @property
    def _database(self) -> "Database":
        if self._opened is None:
            from .database import Database

            self._opened = Database(self.directory, self._notice)
        return self._opened

    def _save_job(self, session: Session) -> None:
        kept = self._database.run(lambda tables: self._save(tables, session), write=True)
        self._game, self._end = kept, session if kept["result"] else None
        if self._unsaved is session:
            self._unsaved = None

    def _save(self, tables: "Tables", session: Session) -> "Row":
        """Write the open game, and return it as it is kept then.

        A game that another program has changed is left as it is, and this one is another game,
        which does not count. No lock is needed for that to be true.
        """
        before, columns, now = self._game, columns_of(session), self._time()
        if before is not None and self._end is not None:
            if _same_end(self._end, session):
                return before  # it is kept already, only that came too late to be told
            if session.outcome is None:  # the end was taken back, and has counted
                columns["counts"] = 0
        elif before is not None and before["start"] == columns["start"]:
            columns["counts"] = before["counts"]
            if (after := tables.change_game(before, columns, now)) is not None:
                return after
            if tables.games("id = ?", before["id"]):
                columns["counts"] = 0
                self._notice("This game is also open in another window. Both versions are kept.")
        game = tables.add_game(columns, started=now, updated=now)
        self._let_go()
        self._database.claim(game["id"])  # before the others can see it
        return game

    def _resume(self, tables: "Tables", number: int | None) -> Session | None:
        self._let_go()
        asked = ("result IS NULL",) if number is None else ("id = ?", number)
        problem = f"There is no game {number}."
        for row in tables.games(*asked):
            game = KeptGame.of(row)
            if game.is_finished:
                problem = f"Game {game.id} is finished."
            elif not self._database.claim(game.id):
                problem = f"Game {game.id} is open in another window."
            else:
                try:
                    session = game.session()
                except ValueError as error:
                    self._database.release(game.id)
                    problem = str(error)
                    self._notice(problem)
                else:
                    self._game = row
                    return session
        if number is not None:
            raise StoreError(problem)
        return None

    def _let_go(self) -> None:
        if self._game is not None:
            self._database.release(self._game["id"])
        self._game = self._end = None

    def _make_ready(self) -> None:
        self._let_go()
        self._database.run(lambda tables: None, write=False)

    def _close(self) -> None:
        self._let_go()
        if self._opened is not None:
            self._opened.close()

    def _discard(self, tables: "Tables", game: int) -> None:
        if self._game is not None and self._game["id"] == game:
            self._let_go()
        if self._database.is_open_elsewhere(game):
            raise StoreError(f"Game {game} is open in another window.")
        if not tables.remove_game(game):
            raise StoreError(f"There is no unfinished game {game}.")

    # Asking for jobs

    @property
    def _is_there(self) -> bool:
        """Whether anything is kept: asking makes no file, and without one SQLite is not loaded."""
        try:
            return any(name.startswith(_DATABASE) for name in os.listdir(self.directory))
        except OSError:
            return False

    def _write_preferences(self) -> None:
        if (chosen := self._chosen) is not None:
            self._chosen = None

            def job() -> None:
                self._database.run(lambda tables: tables.set_preferences(vars(chosen)), write=True)

            self._later("The preferences", job)

    def _keep(self, what: str, session: Session) -> None:
        self._write_preferences()
        self._unsaved = session
        self._done(what, "saved", lambda: self._save_job(session))

    def _games(self, where: str, *values: int) -> tuple[KeptGame, ...]:
        def job(tables: "Tables") -> tuple[KeptGame, ...]:
            return tuple(KeptGame.of(row, elsewhere(row)) for row in tables.games(where, *values))

        def elsewhere(row: "Row") -> bool:
            is_own = self._game is not None and self._game["id"] == row["id"]
            return not (row["result"] or is_own) and self._database.is_open_elsewhere(row["id"])

        return self._read("The list of games", job, ())

    def _read(self, what: str, work: "Callable[[Tables], T]", missing: T) -> T:
        if not self._is_there:
            return missing
        try:
            return self._done(what, "read", lambda: self._database.run(work, write=False))
        except StoreError as error:
            if isinstance(error, LateError):
                if not self.late_is_missing:
                    raise
                self.patience = 0.0  # one wait is enough
            self._notice(str(error))
            return missing

    def _write(self, what: str, work: "Callable[[Tables], T]", verb: str = "saved") -> T:
        self._write_preferences()
        return self._done(what, verb, lambda: self._database.run(work, write=True))

    def _done(self, what: str, verb: str, work: Callable[[], T]) -> T:
        """What a job returns; StoreError if it fails or takes longer than one can wait."""
        job = _Job(self._in_words(what, verb, work), self._notices.append)
        self._jobs.add(job)
        if not job.wait(self.patience):
            raise LateError(f"{what} is not {verb} yet: the disk is slow or busy.")
        if job.error is not None:
            raise job.error
        result: T = job.result
        return result

    def _later(self, what: str, work: Callable[[], None]) -> None:
        """Do a job without waiting; a failure is told by `take_notices`."""
        job = _Job(self._in_words(what, "saved", work), self._notice)
        job.is_late = True
        self._jobs.add(job)

    def _in_words(self, what: str, verb: str, work: Callable[[], T]) -> Callable[[], T]:
        """A job that raises StoreError with a sentence, whatever goes wrong."""

        def job() -> T:
            import sqlite3

            from .database import UntouchableError, reason
            from .tables import DamagedError

            try:
                return work()
            except StoreError:
                raise
            except UntouchableError as error:
                raise StoreError(str(error)) from error
            except (OSError, sqlite3.Error, DamagedError, UnicodeError) as error:
                sentence = f"{what} could not be {verb} in {shown(self.directory)}"
                raise StoreError(f"{sentence}: {reason(error, self.directory)}.") from error

        return job

    def _notice(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._notices.append(sentence)

    def _day(self) -> str:
        return self._time()[:10]

    def _time(self) -> str:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._now()))


# The jobs. Queues and a lock that are made in C: an exception out of a signal handler finds none of
# them half-changed.


class _Job:
    """Something to do, and what came of it.

    If it ``is_late``, nobody waits for it any more, and `tell` gets a sentence if it fails.
    """

    def __init__(self, work: Callable[[], Any], tell: Callable[[str], None]) -> None:
        self._work = work
        self._tell = tell
        self._done: SimpleQueue[tuple[Any, Exception | None]] = SimpleQueue()
        self.is_late = False
        self.result: Any = None
        self.error: Exception | None = None

    def do(self) -> None:
        result, error = None, None
        try:
            result = self._work()
        except Exception as raised:  # noqa: BLE001  raised again where it was asked for
            error = raised
        self._done.put((result, error))
        if error is not None and self.is_late:
            self._tell(str(error))

    def wait(self, seconds: float) -> bool:
        """Whether it is done within that time."""
        for patience in (seconds, 0.0):
            try:
                self.result, self.error = self._done.get(timeout=patience)
            except Empty:
                self.is_late = True  # it may have ended just now
            else:
                return True
        return False


class _Jobs:
    """The jobs; there is a thread only as long as there are any."""

    def __init__(self) -> None:
        self._queue: SimpleQueue[_Job] = SimpleQueue()
        self._turn = threading.Lock()

    def add(self, job: _Job) -> None:
        self._queue.put(job)
        try:
            # A disk that never answers must not keep the program from ending.
            threading.Thread(target=self._work, name="store", daemon=True).start()
        except RuntimeError:  # the system has no thread left
            self._work()

    @property
    def is_idle(self) -> bool:
        return self._queue.empty() and not self._turn.locked()

    def wait(self, seconds: float) -> bool:
        last = _Job(lambda: None, lambda sentence: None)
        self.add(last)
        return last.wait(seconds)

    def _work(self) -> None:
        with self._turn:
            while True:
                try:
                    job = self._queue.get_nowait()
                except Empty:
                    return
                job.do()


def _same_end(end: Session, session: Session) -> bool:
    return all(getattr(end, name) == getattr(session, name) for name in ("timeline", "ended"))
