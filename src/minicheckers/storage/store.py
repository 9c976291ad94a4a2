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
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self, TypeVar

from ..game.session import Session
from ..support.named_files import STATE_VARIABLE, state_directory
from .disk import StoreError, shown
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
#: What tells whether the end of a game is the one that is kept already.
_END = ("start", "moves", "ply", "resigned", "out_of_time", "result")


class LateError(StoreError):
    """It takes too long to wait for and goes on; `Store.take_notices` reports a failure."""


class Store:
    """Games, preferences and puzzles, in one database in one directory.

    What cannot be read, or not in ``patience`` seconds, counts as missing and leaves a sentence for
    `take_notices`. A write that fails raises StoreError, one that takes longer LateError.
    """

    def __init__(self, directory: Path, now: Callable[[], float] = time.time) -> None:
        self.directory = directory
        self.patience = PATIENCE
        self._now = now
        self._jobs = _Jobs()
        self._notices: deque[str] = deque()
        self._told: set[str] = set()
        #: The game, if it was not saved as it is now: it is tried again.
        self._unsaved: Session | None = None
        #: The preferences as they were last read or chosen.
        self._known: Preferences | None = None
        #: The choices in a file of the person's own, by their fields: they go before those kept.
        self.configured: dict[str, Any] = {}
        # These are changed by jobs alone, in their order.
        self._opened: Database | None = None
        #: The game that this program plays, as it is kept.
        self._game: Row | None = None

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

    @property
    def is_idle(self) -> bool:
        return self._jobs.is_idle

    # Its health

    def maintain(self) -> None:
        """Check the database, and back it up once a day. For a quiet moment; never waits."""
        if self._is_there:
            self._later("The backup", lambda: self._database.maintain(self._time()[:10]))

    def examine(self) -> "list[Finding]":
        """Look at everything that is kept, every game included, and change nothing."""
        from .health import examine  # takes a while to load

        return self._done("What is kept", "checked", lambda: list(examine(self._database)))

    def repair(self) -> list[str]:
        """Repair what can be repaired safely; a sentence for each thing that was done."""
        from .health import repair  # takes a while to load

        day = self._time()[:10]
        done = self._done("What is kept", "repaired", lambda: list(repair(self._database, day)))
        return [*done, *self.take_notices()]

    # The open game

    @property
    def open_game(self) -> int | None:
        """The number of the game that this program plays, None before it is saved."""
        return None if self._game is None else self._game["id"]

    @property
    def is_saved(self) -> bool:
        """Whether the last game that was to be kept is kept."""
        return self._unsaved is None

    @property
    def is_rated(self) -> bool:
        """Whether the open game is over and has changed the person's rating."""
        game = self._game
        counts = game is not None and game["result"] is not None and game["counts"]
        return bool(counts) and opponent_rating(game or {}) is not None

    def begin(self) -> None:
        """Begin another game: the next save makes a new one. What is unfinished stays saved.

        Never waits. The database is made ready meanwhile, so that the first save need not.
        """
        if (unsaved := self._unsaved) is not None:
            self._later("The game", lambda: self._save_job(unsaved))
        self._later("The game", self._make_ready)

    def resume(self, game: int | None = None) -> Session | None:
        """Open an unfinished game: from now on it is this program's.

        Without a number the one saved last that no other program has open, None if there is none.
        StoreError if the game of a number cannot be opened.
        """

        def job(tables: "Tables") -> Session | None:
            return self._resume(tables, game)

        # Alone: what is claimed is what is read, even beside a program of an earlier version.
        if game is not None:
            return self._done("The game", "opened", self._run(job, alone=True))
        return self._read("The unfinished game", job, None, alone=True)

    def save(self, session: Session) -> None:
        """Keep the open game as it is now; when this returns it survives any crash.

        A game that is over counts, once, and is never changed again: a `save` after that makes a
        new game, which does not count.
        """
        self._keep("The game", session)

    def finish(self, session: Session) -> None:
        """Keep the open game with its result."""
        if session.outcome is None:
            raise ValueError("only a finished game has a result")
        self._keep("The result", session)

    def discard(self, game: int) -> None:
        """Remove an unfinished game that the person no longer wants."""

        def job(tables: "Tables") -> None:
            if game == self.open_game:
                self._let_go()
            if self._database.is_open_elsewhere(game):
                raise StoreError(f"Game {game} is open in another window.")
            query = "DELETE FROM games WHERE id = ? AND result IS NULL"
            if not tables.execute(query, (game,)).rowcount:
                raise StoreError(f"There is no unfinished game {game}.")

        self._write("The game", job, "removed")

    # What is kept

    def games(self, where: str = "TRUE", *values: int) -> tuple[KeptGame, ...]:
        """All games, the one changed last first; so are those below."""

        def job(tables: "Tables") -> tuple[KeptGame, ...]:
            rows = tables.rows(f"games WHERE {where} ORDER BY change DESC", *values)
            return tuple(KeptGame.of(row, elsewhere(row)) for row in rows)

        def elsewhere(row: "Row") -> bool:
            other = row["result"] is None and row["id"] != self.open_game
            return other and self._database.is_open_elsewhere(row["id"])

        return self._read("The list of games", job, ())

    def unfinished(self) -> tuple[KeptGame, ...]:
        return self.games("result IS NULL")

    def finished(self) -> tuple[KeptGame, ...]:
        return self.games("result IS NOT NULL")

    def results(self) -> tuple[GameResult, ...]:
        """The games that count, in the order in which they ended: what a rating is made of."""
        return self._read("The record", _results, ())

    def stats(self) -> Stats:
        return self.known_stats() or Stats()

    def known_stats(self) -> Stats | None:
        """The record, None if it cannot be read now."""

        def job(tables: "Tables") -> Stats:
            return Stats.of(_results(tables), tables.rows("earlier_results"))

        return self._read("The record", job, None) if self._is_there else Stats()

    def preferences(self) -> Preferences:
        missing: tuple[Preferences, list[str]] = self._known or Preferences(), []
        self._known, wrong = self._read("The preferences", read_preferences, missing)
        if wrong:
            self._notice(f"The preferred {' and '.join(wrong)} cannot be used.")
        self._known = replace(self._known, **self.configured)
        return self._known

    def set_preferences(self, preferences: Preferences) -> None:
        """Keep the last choices. Never waits or fails.

        Only what was chosen is written: it may be that the others could not be read in time.
        """
        before, self._known = self._known, preferences
        job = self._run(lambda tables: preferences.write(tables, before), write=True)
        self._later("The preferences", job)

    def puzzles(self) -> PuzzleStats:
        return self._read("The puzzles", _puzzles, PuzzleStats())

    def puzzle_tried(self, name: str, difficulty: int, clean: bool) -> PuzzleStats:
        """Count a puzzle, unless it is solved already, and return the new figures."""
        row = {"puzzle": name, "difficulty": difficulty, "clean": int(clean), "tried": self._time()}

        def job(tables: "Tables") -> PuzzleStats:
            if name not in (before := _puzzles(tables)).solved:
                tables.add("puzzle_tries", row)
            return before.plus(name, difficulty, clean)

        return self._write("The puzzle", job)

    def daily(self) -> Daily:
        """Whether a puzzle was solved today, and on how many days in a row."""

        rows = self._rows("The puzzles", "puzzle_tries WHERE clean")
        today = datetime.datetime.fromtimestamp(self._now(), datetime.UTC).date()
        return Daily.of({row["tried"][:10] for row in rows}, today)

    def fixed_mistakes(self) -> frozenset[str]:
        """The positions in which the person has found the right move after all, by name."""
        return frozenset(row["position"] for row in self._rows("The mistakes", "fixed_mistakes"))

    def fix_mistake(self, position: str) -> None:
        row = {"position": position, "fixed": self._time()}
        self._write("The mistake", lambda tables: tables.add("fixed_mistakes", row))

    # Jobs: these run in the thread

    @property
    def _database(self) -> "Database":
        if self._opened is None:
            from .database import Database  # takes a while to load

            self._opened = Database(self.directory, self._notice)
        return self._opened

    def _save_job(self, session: Session) -> None:
        self._game = self._database.run(lambda tables: self._save(tables, session), write=True)
        if self._unsaved is session:
            self._unsaved = None

    def _save(self, tables: "Tables", session: Session) -> "Row":
        """Write the open game, and return it as it is kept then.

        A game that another program has changed is left as it is, and this one is another game,
        which does not count. No lock is needed for that to be true.
        """
        before, columns, now = self._game, columns_of(session), self._time()
        if before is not None and before["result"] is not None:
            if all(before[name] == columns[name] for name in _END):
                return before  # it is kept already, only that came too late to be told
            if session.outcome is None:  # the end was taken back, and has counted
                columns["counts"] = 0
        elif before is not None and before["start"] == columns["start"]:
            columns["counts"] = before["counts"]
            if (after := tables.change_game(before, columns, now)) is not None:
                return after
            if any(tables.rows("games WHERE id = ?", before["id"])):
                columns["counts"] = 0
                self._notice("This game is also open in another window. Both versions are kept.")
        game = tables.add_game(columns, started=now, updated=now)
        self._let_go()
        self._database.claim(game["id"])  # before the others can see it
        return game

    def _resume(self, tables: "Tables", number: int | None) -> Session | None:
        self._let_go()
        where, *values = ("result IS NULL",) if number is None else ("id = ?", number)
        problem = f"There is no game {number}."
        for row in tables.rows(f"games WHERE {where} ORDER BY change DESC", *values):
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

    def _make_ready(self) -> None:
        self._let_go()
        self._database.run(lambda tables: None, write=False)

    def _let_go(self) -> None:
        if self._game is not None:
            self._database.release(self._game["id"])
        self._game = None

    def _close(self) -> None:
        self._let_go()
        if self._opened is not None:
            self._opened.close()

    # Asking for jobs

    @property
    def _is_there(self) -> bool:
        """Whether anything is kept: asking makes no file, and without one SQLite is not loaded."""
        try:
            names = os.listdir(self.directory)
        except OSError:
            names = []
        return not self.is_idle or any(name.startswith("minicheckers.db") for name in names)

    def _keep(self, what: str, session: Session) -> None:
        self._unsaved = session
        self._done(what, "saved", lambda: self._save_job(session))

    def _rows(self, what: str, of: str) -> "list[Row]":
        return self._read(what, lambda tables: list(tables.rows(of)), [])

    def _read(
        self, what: str, work: "Callable[[Tables], T]", missing: T, *, alone: bool = False
    ) -> T:
        if self._is_there:
            try:
                return self._done(what, "read", self._run(work, alone=alone))
            except StoreError as error:
                self._notice(str(error))
        return missing

    def _write(self, what: str, work: "Callable[[Tables], T]", verb: str = "saved") -> T:
        return self._done(what, verb, self._run(work, write=True))

    def _run(self, work: "Callable[[Tables], T]", **how: bool) -> Callable[[], T]:
        return lambda: self._database.run(work, **how)

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
            import sqlite3  # takes a while to load

            from .database import reason
            from .tables import DamagedError

            try:
                return work()
            except StoreError:
                raise
            except (OSError, sqlite3.Error, DamagedError, UnicodeError) as error:
                sentence = f"{what} could not be {verb} in {shown(self.directory)}"
                raise StoreError(f"{sentence}: {reason(error, self.directory)}.") from error

        return job

    def _notice(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._notices.append(sentence)

    def _time(self) -> str:
        return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self._now()))


def _results(tables: "Tables") -> tuple[GameResult, ...]:
    rows = tables.rows("games WHERE counts AND result IS NOT NULL ORDER BY change")
    return tuple(KeptGame.of(row).counted() for row in rows)


def _puzzles(tables: "Tables") -> PuzzleStats:
    figures = PuzzleStats()
    for row in tables.rows("earlier_puzzles"):
        figures = PuzzleStats(frozenset(), row["streak"], row["best_streak"], row["rating"])
    for row in tables.rows("puzzle_tries ORDER BY id"):
        figures = figures.plus(row["puzzle"], row["difficulty"], bool(row["clean"]))
    return figures


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
