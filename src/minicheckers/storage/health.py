"""Whether what is kept is as it should be: looked at, and repaired where that is safe.

Looking changes nothing.
"""

import os
import sqlite3
import stat
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from ..directories import STATE_VARIABLE
from ..messages import counted, listing
from . import files
from .database import Database, UntouchableError, reason
from .files import shown
from .games import KeptGame, columns_of
from .preferences import read_preferences
from .tables import DamagedError, Tables

REPAIR = "To repair this, run: minicheckers doctor --repair"
#: This many faulty games are listed, and the others counted.
_MOST_TOLD = 3


class Finding(NamedTuple):
    """What was looked at, whether it is as it should be, and what there is to say about it."""

    check: str
    ok: bool
    sentence: str


class _FaultError(Exception):
    """Something is not as it should be; the text says what, and what to do."""


# Looking


def examine(directory: Path, database: Database) -> Iterator[Finding]:
    """Look at everything that is kept."""
    found = _finding("directory", directory, lambda: _check_directory(directory))
    yield found
    if not _is_kept(directory, database):
        if found.ok:  # else nobody knows
            yield Finding("database", True, "No game is kept yet.")
        return
    for name, job in _JOBS.items():
        found = _finding(name, directory, partial(database.look, job))
        yield found
        if not found.ok and name == "database":
            break  # the rest of it would only say the same once more
    yield _finding("backups", directory, lambda: _check_backups(database))


def _is_kept(directory: Path, database: Database) -> bool:
    """Whether there is a database, or a backup of one."""
    if not os.path.isdir(directory):
        return False
    return os.path.lexists(database.path) or bool(database.backups())


def _finding(name: str, directory: Path, look: Callable[[], str]) -> Finding:
    try:
        return Finding(name, True, look())
    except (_FaultError, UntouchableError) as error:
        return Finding(name, False, str(error))
    except FileNotFoundError:
        return Finding(name, False, f"The database is missing, but there is a backup. {REPAIR}")
    except DamagedError as error:
        return Finding(name, False, f"The database is damaged ({error}). {REPAIR}")
    except (sqlite3.Error, OSError, ValueError, TypeError, LookupError) as error:
        words = f"The database cannot be read: {reason(error, directory)}."
        return Finding(name, False, f"{words} {REPAIR}")


def _check_directory(directory: Path) -> str:
    name = shown(directory)
    if not os.path.lexists(directory):
        _check_above(directory)
        return f"Your games will be kept in {name}."
    if not os.path.isdir(directory):
        raise _FaultError(f"{name} is not a directory. Move it away: games are kept there.")
    found = directory.stat()
    if sys.platform != "win32":
        if found.st_uid != os.geteuid():
            raise _FaultError(f"{name} belongs to another user. Set XDG_STATE_HOME to another one.")
        if stat.S_IMODE(found.st_mode) & 0o077:
            raise _FaultError(f"Other users can look into {name}. {REPAIR}")
    if not os.access(directory, os.W_OK | os.X_OK):
        raise _FaultError(f"Nothing can be written in {name}. Allow it, or no game is saved.")
    if files.is_full(directory):
        raise _FaultError(f"The disk with {name} is full. Make room, or no game is saved.")
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
    raise _FaultError(f"{words} Set {STATE_VARIABLE} to another directory.")


def _check_database(tables: Tables) -> str:
    tables.check()
    return "The database is sound."


def _check_games(tables: Tables) -> str:
    """Play every game again, and see whether it ends as it is kept."""
    games = [KeptGame.of(row) for row in tables.games("TRUE")]
    faults = []
    for game in games:
        try:
            result = columns_of(game.session())["result"]
        except ValueError as error:
            faults.append(str(error))
        else:
            if result != game.columns["result"]:
                faults.append(
                    f"Game {game.id} is saved with a result that does not match its moves."
                )
    if faults:
        more = len(faults) - _MOST_TOLD
        rest = f" There {_are(more)} {more} more." if more > 0 else ""
        told = " ".join(faults[:_MOST_TOLD])
        raise _FaultError(f"{told}{rest} These games cannot be repaired; all others are fine.")
    if not games:
        return "There are no games yet."
    return f"{counted(len(games), 'game')} checked: every move is legal, every result is right."


def _check_preferences(tables: Tables) -> str:
    _, wrong = read_preferences(tables.preferences())
    if wrong:
        raise _FaultError(f"The preferred {listing(wrong)} cannot be used. {REPAIR}")
    return "Your preferences can be used."


def _check_backups(database: Database) -> str:
    backups = database.backups()
    bad = [path.name for path in backups if database.problem(path) is not None]
    if bad:
        raise _FaultError(f"{listing(bad)} {_are(len(bad))} damaged. {REPAIR}")
    if not backups:
        return "There is no backup yet. One is made when you next play."
    latest = database.day_of(backups[0])
    return f"There {_are(len(backups))} {counted(len(backups), 'backup')}, the latest of {latest}."


def _are(number: int) -> str:
    return "is" if number == 1 else "are"


#: What is looked at in the database itself.
_JOBS = {"database": _check_database, "games": _check_games, "preferences": _check_preferences}


# Repairing


def repair(directory: Path, database: Database, day: str) -> Iterator[str]:
    """Do what is safe to do; a sentence for each thing that was done.

    A damaged database is replaced by all that is sound in it and in its backups; the file is kept
    under another name. The one that replaces it tells of that itself.
    """
    if not _is_kept(directory, database):
        return
    if sys.platform != "win32" and stat.S_IMODE(directory.stat().st_mode) & 0o077:
        files.make_private(directory)
        yield f"Other users can no longer look into {shown(directory)}."
    database.run(Tables.check, write=False)
    _, wrong = database.run(lambda tables: read_preferences(tables.preferences()), write=False)
    if wrong:
        defaults = dict.fromkeys(wrong)
        database.run(lambda tables: tables.set_preferences(defaults), write=True)
        yield f"The preferred {listing(wrong)} {_are(len(wrong))} the default again."
    for name in database.remove_bad_backups():
        yield f"The damaged backup {name} is removed."
    if not any(database.day_of(path) == day for path in database.backups()):
        database.maintain(day)
        yield f"The backup of {day} is made."
