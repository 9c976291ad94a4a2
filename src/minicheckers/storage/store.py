"""Store: the unfinished game, the preferences and the record, kept between runs.

docs/files.md describes the files. Every running program has a slot of its own for its unfinished
game, so that two of them never write the same file; a slot belongs to whoever holds its lock.
"""

import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Self, TypeVar

from ..game.session import Session
from ..messages import quoted
from ..rules.variant import Variant
from . import files
from .archive import Archive, ArchivedGame, read_archive, write_archive
from .files import backup_of, shown
from .format import (
    Preferences,
    Record,
    SavedGame,
    Tally,
    read_preferences,
    read_record,
    read_saved_game,
    write_preferences,
    write_record,
    write_session,
)
from .puzzles import PuzzleRecord, read_puzzles, write_puzzles
from .shared_files import (
    NameTakenError,
    SharedFiles,
    StoreError,
    UntouchableError,
    failing,
    unreadable,
)

__all__ = ["NameTakenError", "Preferences", "Record", "Store", "StoreError", "Tally"]

T = TypeVar("T")

_ARCHIVE, _PUZZLES = "the archive", "the puzzle record"

#: So many unfinished games may be kept at once.
SLOTS = range(1, 33)

#: Said when a game begins beside an unfinished one.
KEPT_BESIDE = "an unfinished game stays saved beside this one, for when this one is over"


class Store(SharedFiles):
    """Everything that is kept between runs, in one directory.

    Reading never fails: what cannot be read counts as missing, stays on the disk, and leaves a
    sentence for `take_notices`. A write that fails raises StoreError and changes nothing.
    """

    def __init__(self, directory: Path) -> None:
        super().__init__(directory)
        self._slot: Path | None = None
        #: What the slot holds, as far as this program knows.
        self._stored: Session | None = None

    @classmethod
    def default(cls) -> Self:
        """The store of this user, as the system's rules place it; StoreError without a home."""
        return cls(_state_home() / "minicheckers")

    def save(self, session: Session) -> None:
        """Keep the unfinished game; when this returns it survives any crash."""
        with failing("the game", self.directory):
            slot = self._own_slot(session)
            files.write_durably(slot, write_session(session), self._next_stamp())
        self._slot, self._stored = slot, session

    def load(self) -> Session | None:
        """The unfinished game saved last that no other running program is playing, or None.

        From then on it is this program's game: the next save replaces it. A game that was over
        when its program was killed is counted now, if it was not before, and forgotten.
        """
        if self._slot is not None:
            self._stored = self._unfinished(self._slot)
            return self._stored
        for slot in self._saved_slots():
            if not files.claim(_lock_of(slot)):
                continue
            session = self._unfinished(slot)
            if session is not None:
                self._slot, self._stored = slot, session
                return session
            files.release(_lock_of(slot))
        return None

    def set_apart(self) -> None:
        """Leave the unfinished game where it is: the next save is of another one."""
        if self._slot is not None:
            files.release(_lock_of(self._slot))
        self._slot, self._stored = None, None

    def tell_of_unfinished(self) -> None:
        """Leave a sentence about a saved game, if there is one, for somebody who begins another."""
        if self._slot is None and self._saved_slots():
            self._notice(KEPT_BESIDE)

    def forget(self) -> None:
        """Remove the unfinished game, once it is over or given up."""
        if self._slot is None and self.load() is None:
            return
        assert self._slot is not None
        with failing("the finished game's file", self.directory, "removed"):
            files.remove(self._slot)
        self._stored = None

    def forget_finished(self, session: Session) -> None:
        """Remove a finished game if it is the one that is saved; another one stays."""
        if self._stored is not None and session.continues(self._stored):
            self.forget()

    def count(self, session: Session) -> None:
        """Add the result of a finished game to the record and forget the game, as one step.

        The game is saved with a receipt first; the record keeps the receipt of what it counts. So
        whenever the program is killed, the next `load` can do what was left undone, once.
        """
        receipt = os.urandom(8).hex()
        ours = self._stored is not None and session.continues(self._stored)
        with failing("the game", self.directory):
            slot = self._slot if ours and self._slot else self._free_slot(empty=True)
            files.write_durably(slot, write_session(session, receipt))
        self._settle(slot, SavedGame(session, receipt))
        if ours:
            self._stored = None
        elif slot != self._slot:
            files.release(_lock_of(slot))

    def _settle(self, slot: Path, saved: SavedGame) -> None:
        """Count a finished game unless the record has its receipt, and remove its file."""
        session, receipt = saved
        if session.person is not None and not session.counted:
            with self._updating("the record"):
                record = self._read(self._record_file, read_record, "the record") or Record()
                if receipt is None or record.receipts.get(slot.name) != receipt:
                    counted = record.plus(session).with_receipt(slot.name, receipt or "")
                    files.write_durably(self._record_file, write_record(counted))
            self._archive(session, receipt or "")
        with failing("the finished game's file", self.directory, "removed"):
            files.remove(slot)

    def _archive(self, session: Session, receipt: str) -> None:
        """Keep a finished game to be looked at again; it is no reason not to count it."""
        game = ArchivedGame.of(session, time.strftime("%Y-%m-%d"), receipt)
        try:
            self.update_archive(lambda archive: archive.plus(game))
        except StoreError as error:
            self._notice(str(error))

    def archive(self) -> Archive:
        """The finished games that are kept."""
        return self._kept(self._archive_file, read_archive, _ARCHIVE) or Archive()

    def update_archive(self, change: Callable[[Archive], Archive]) -> None:
        """Change the archive; StoreError if it cannot be kept."""
        with self._updating(_ARCHIVE):
            archive = self._read(self._archive_file, read_archive, _ARCHIVE) or Archive()
            files.write_durably(self._archive_file, write_archive(change(archive)))

    def puzzle_record(self) -> PuzzleRecord:
        """The person's puzzles so far."""
        return self._kept(self._puzzle_file, read_puzzles, _PUZZLES) or PuzzleRecord()

    def update_puzzles(self, change: Callable[[PuzzleRecord], PuzzleRecord]) -> PuzzleRecord:
        """Change the record of puzzles and return it; StoreError if it cannot be kept."""
        with self._updating(_PUZZLES):
            record = change(self._read(self._puzzle_file, read_puzzles, _PUZZLES) or PuzzleRecord())
            files.write_durably(self._puzzle_file, write_puzzles(record))
        return record

    def _unfinished(self, slot: Path) -> Session | None:
        """The game of a slot if it can go on; one that is over is settled."""
        saved = self._read_slot(slot)
        if saved is None or saved.session.outcome is None:
            return None if saved is None else saved.session
        try:
            self._settle(slot, saved)
        except StoreError as error:
            self._notice(str(error))
        return None

    def preferences(self) -> Preferences:
        """The last choices, or the defaults."""
        return self._kept(self._preferences_file, read_preferences, "the preferences file") or (
            Preferences()
        )

    def set_preferences(self, preferences: Preferences) -> None:
        """Keep the last choices."""
        with self._updating("the preferences file", patience=files.SHORT_PATIENCE):
            self._read(self._preferences_file, read_preferences, "the preferences file")
            files.write_durably(self._preferences_file, write_preferences(preferences))

    def remember(self, variant: Variant, level: str | None, first: str) -> None:
        """Keep the choices that a new game was made with."""
        self.set_preferences(self.preferences().after_choosing(variant, level, first))

    def record(self) -> Record:
        """The person's wins, draws and losses so far."""
        return self._kept(self._record_file, read_record, "the record") or Record()

    def add_result(self, session: Session) -> None:
        """Count a finished game; only one person against the computer counts."""
        if session.person is None:
            return
        with self._updating("the record"):
            record = self._read(self._record_file, read_record, "the record") or Record()
            files.write_durably(self._record_file, write_record(record.plus(session)))

    def write_pdn(self, name: str, text: str) -> Path:
        """Write a game to a new file for the user and return where it went.

        A name without an ending gets .pdn; a relative one is taken from the current directory.
        A file that is already there is not replaced.
        """
        if not name.strip():
            raise StoreError("a name for the file is needed, such as mygame.pdn")
        path = Path(name.strip())
        try:
            path = path.expanduser()
            path = path if path.suffix else path.with_suffix(".pdn")
            path = Path.cwd() / path
            files.write_new(path, text)
        except FileExistsError:
            free = files.free_name(path).name
            raise NameTakenError(
                f"{shown(path)} is already there; {quoted(free)} is free",
                str(Path(name.strip()).with_name(free)),
            ) from None
        except (OSError, RuntimeError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise StoreError(f"{quoted(name)} could not be written: {why}") from error
        return path

    @property
    def _preferences_file(self) -> Path:
        return self.directory / "preferences.json"

    @property
    def _record_file(self) -> Path:
        return self.directory / "record.json"

    @property
    def _archive_file(self) -> Path:
        return self.directory / "archive.json"

    @property
    def _puzzle_file(self) -> Path:
        return self.directory / "puzzles.json"

    def _own_slot(self, session: Session) -> Path:
        """The slot of this program's game; another one if somebody has taken its lock away.

        A game that goes on with a saved one takes its place. Any other gets an empty slot, so that
        no unfinished game is lost because somebody began another one.
        """
        if self._slot is not None and files.claim(_lock_of(self._slot)):
            return self._slot
        if (slot := self._slot_before(session)) is not None:
            return slot
        try:
            return self._free_slot(empty=True)
        except OSError:  # an old game has to make room, or there is no room at all
            return self._free_slot()

    def _slot_before(self, session: Session) -> Path | None:
        """The slot that holds an earlier moment of a game, if no other program has it."""
        for slot in self._saved_slots():
            if not files.claim(_lock_of(slot)):
                continue
            saved = self._read_slot(slot)
            if saved is not None and session.goes_on_from(saved.session):
                return slot
            files.release(_lock_of(slot))
        return None

    def _next_stamp(self) -> int:
        """A time of change after all others, also when the clock has gone backwards."""
        times = [time.time_ns()]
        for slot in map(self._slot_file, SLOTS):
            with suppress(OSError):
                times.append(slot.stat().st_mtime_ns + 1)
        return max(times)

    def _saved_slots(self) -> list[Path]:
        """The slots that hold a game, the one saved last first."""
        times: dict[Path, int] = {}
        for slot in map(self._slot_file, SLOTS):
            for path in (slot, backup_of(slot)):
                try:
                    times.setdefault(slot, path.stat().st_mtime_ns)
                except FileNotFoundError:
                    continue
                except OSError as error:
                    self._notice(unreadable("the saved game", path, error))
                    return []
        return sorted(times, key=times.__getitem__, reverse=True)

    def _slot_file(self, number: int) -> Path:
        return self.directory / f"game-{number}.json"

    def _free_slot(self, *, empty: bool = False) -> Path:
        """A slot that no other program holds and that nothing irreplaceable lies in.

        With `empty` no game at all, this program's own included.
        """
        files.make_private(self.directory)
        os.scandir(self.directory).close()  # that we may look into it at all is said here
        for slot in map(self._slot_file, SLOTS):
            if (empty and slot == self._slot) or not files.claim(_lock_of(slot)):
                continue
            try:
                saved = self._read(slot, read_saved_game, "the saved game")
                if saved is not None and saved.session.outcome is not None:
                    self._settle(slot, saved)
                    saved = None
            except UntouchableError as error:
                self._notice(str(error))
            else:
                if saved is None or not empty:
                    return slot
            files.release(_lock_of(slot))
        raise OSError(0, f"all {len(SLOTS)} slots are in use")

    def _read_slot(self, slot: Path) -> SavedGame | None:
        try:
            return self._read(slot, read_saved_game, "the saved game")
        except UntouchableError as error:
            self._notice(str(error))
            return None


def _lock_of(slot: Path) -> Path:
    return slot.with_suffix(".lock")


def _state_home() -> Path:
    """Where programs keep their state: XDG_STATE_HOME or its default, %LOCALAPPDATA%."""
    windows = sys.platform == "win32"
    named = os.environ.get("LOCALAPPDATA" if windows else "XDG_STATE_HOME", "")
    # The XDG rules: a relative path is to be ignored.
    if named and Path(named).is_absolute():
        return Path(named)
    try:
        return Path.home() / ("AppData/Local" if windows else ".local/state")
    except RuntimeError as error:
        raise StoreError(
            "there is no home directory to keep games in; XDG_STATE_HOME can name another place"
        ) from error
