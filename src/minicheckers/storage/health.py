"""Whether what is kept is as it should be: looked at, and repaired where that is safe.

Looking changes nothing.
"""

import os
import sqlite3
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..support.named_files import STATE_VARIABLE
from ..support.text import counted, listing
from . import disk
from .database import Database, reason
from .disk import StoreError, shown
from .games import KeptGame, columns_of
from .preferences import read_preferences
from .tables import DamagedError, Row, Tables

REPAIR = "To repair this, run: minicheckers doctor --repair"
#: This many faulty games are listed, and the others counted.
_MOST_TOLD = 3


class Finding(NamedTuple):
    """What was looked at, whether it is as it should be, and what there is to say about it."""

    check: str
    ok: bool
    sentence: str


def examine(database: Database) -> Iterator[Finding]:
    """Look at everything that is kept."""
    directory = database.path.parent
    found = _finding("directory", directory, lambda: _check_directory(directory))
    yield found
    if not _is_kept(database):
        if found.ok:  # else nobody knows
            yield Finding("database", True, "No game is kept yet.")
        return
    for name, job in _JOBS.items():
        found = _finding(name, directory, partial(database.look, job))
        yield found
        if not found.ok and name == "database":
            break  # the rest of it would only say the same once more
    yield _finding("backups", directory, lambda: _check_backups(database))


def _is_kept(database: Database) -> bool:
    """Whether there is a database, or a backup of one."""
    return os.path.lexists(database.path) or bool(database.backups())


def _finding(name: str, directory: Path, look: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, look())
    except StoreError as error:
        words = str(error)
    except FileNotFoundError:
        words = f"The database is missing, but there is a backup. {REPAIR}"
    except DamagedError as error:
        words = f"The database is damaged ({error}). {REPAIR}"
    except (sqlite3.Error, OSError, ValueError, TypeError, LookupError) as error:
        words = f"The database cannot be read: {reason(error, directory)}. {REPAIR}"
    return Finding(name, False, words)


def _check_directory(directory: Path) -> str:
    name = shown(directory)
    if not os.path.lexists(directory):
        _check_above(directory)
        return f"Your games will be kept in {name}."
    if not os.path.isdir(directory):
        raise StoreError(f"{name} is not a directory. Move it away: games are kept there.")
    if disk.is_foreign(directory):
        raise StoreError(f"{name} belongs to another user. Set XDG_STATE_HOME to another one.")
    if disk.is_open(directory):
        raise StoreError(f"Other users can look into {name}. {REPAIR}")
    if not os.access(directory, os.W_OK | os.X_OK):
        raise StoreError(f"Nothing can be written in {name}. Allow it, or no game is saved.")
    if disk.is_full(directory):
        raise StoreError(f"The disk with {name} is full. Make room, or no game is saved.")
    return f"Your games are kept in {name}."


def _check_above(directory: Path) -> None:
    """Look at where the directory will be made."""
    there = directory.parent
    while not os.path.lexists(there) and there != there.parent:
        there = there.parent
    if not os.path.isdir(there):
        why = f"{shown(there)} is not a directory"
    elif not os.access(there, os.W_OK | os.X_OK):
        why = f"nothing can be written in {shown(there)}"
    else:
        return
    words = f"No game is saved: {shown(directory)} cannot be made, since {why}."
    raise StoreError(f"{words} Set {STATE_VARIABLE} to another directory.")


def _check_database(tables: Tables) -> str:
    tables.check()
    return "The database is sound."


def _check_games(tables: Tables) -> str:
    """Play every game again, and see whether it ends as it is kept."""
    rows = list(tables.rows("games"))
    faults = [fault for row in rows if (fault := _fault_of(row)) is not None]
    if faults:
        more = len(faults) - _MOST_TOLD
        rest = f" There {_are(more)} {more} more." if more > 0 else ""
        told = " ".join(faults[:_MOST_TOLD])
        raise StoreError(f"{told}{rest} These games cannot be repaired; all others are fine.")
    if not rows:
        return "There are no games yet."
    return f"{counted(len(rows), 'game')} checked: every move is legal, every result is right."


def _fault_of(row: Row) -> str | None:
    game = KeptGame.of(row)
    try:
        result = columns_of(game.session())["result"]
    except ValueError as error:
        return str(error)
    if result == row["result"]:
        return None
    return f"Game {game.id} is saved with a result that does not match its moves."


def _check_preferences(tables: Tables) -> str:
    _, wrong = read_preferences(tables)
    if wrong:
        raise StoreError(f"The preferred {listing(wrong)} cannot be used. {REPAIR}")
    return "Your preferences can be used."


def _check_backups(database: Database) -> str:
    backups = database.backups()
    bad = [path.name for path in backups if database.problem(path) is not None]
    if bad:
        raise StoreError(f"{listing(bad)} {_are(len(bad))} damaged. {REPAIR}")
    if not backups:
        return "There is no backup yet. One is made when you next play."
    latest = backups[0].name[-10:]
    return f"There {_are(len(backups))} {counted(len(backups), 'backup')}, the latest of {latest}."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


#: What is looked at in the database itself.
_JOBS = {"database": _check_database, "games": _check_games, "preferences": _check_preferences}


def repair(database: Database, day: str) -> Iterator[str]:
    """Do what is safe to do; a sentence for each thing that was done.

    A damaged database is replaced by its newest good backup; the file is kept under another name.
    The one that replaces it tells of that itself.
    """
    directory = database.path.parent
    if not _is_kept(database):
        return
    if disk.is_open(directory):
        disk.make_private(directory)
        yield f"Other users can no longer look into {shown(directory)}."
    database.run(Tables.check, write=False)
    _, wrong = database.run(read_preferences, write=False)
    if wrong:
        marks = ", ".join("?" * len(wrong))
        query = f"DELETE FROM preferences WHERE name IN ({marks})"
        database.run(lambda tables: tables.execute(query, wrong), write=True)
        yield f"The preferred {listing(wrong)} {_are(len(wrong))} the default again."
    for name in database.remove_bad_backups():
        yield f"The damaged backup {name} is removed."
    if not any(path.name.endswith(day) for path in database.backups()):
        database.maintain(day)
        yield f"The backup of {day} is made."
