"""The files of versions before the database, read once, when the database is made.

They stay where they are. What cannot be read is told in a sentence and left out; the backup of a
file (``.bak``) stands in for it. The constraints of the tables decide what is right.
"""

import json
import sqlite3
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ..game.session import Session
from ..named_files import open_file
from .files import shown
from .games import columns_of, session_of
from .preferences import read_name, read_preferences
from .stats import Tally
from .tables import Tables

Fields = dict[str, Any]

#: Far longer than any file that we wrote.
_LARGEST_FILE = 4 * 1024 * 1024

#: What something that is not as we wrote it may raise.
_WRONG = (
    *(ValueError, TypeError, LookupError, AttributeError, OverflowError, RecursionError),
    sqlite3.IntegrityError,
)


class OldFiles:
    """The old files of a directory. The caller makes their import one transaction."""

    def __init__(self, directory: Path, tables: Tables, tell: Callable[[str], None]) -> None:
        self._directory = directory
        self._tables = tables
        self._tell = tell
        #: What the record counts, of each (variant, level, helped), that is not a game yet.
        self._tallies: dict[tuple[str, str, int], Tally] = {}
        #: The receipts of games that are counted, by the file they were saved in, and archived.
        self._receipts: dict[str, str] = {}
        self._archived: set[str] = set()

    def import_all(self) -> None:
        self._import("preferences", self._preferences)
        self._import("puzzles", self._puzzles)
        self._import("record", self._record)
        self._import("archive", self._archive)
        files_of_games = {
            path.with_suffix("") if path.suffix == ".bak" else path
            for path in self._directory.glob("game-*.json*")
        }
        for path in sorted(files_of_games, key=lambda path: (_time_of(path), path)):
            self._import(path.stem, self._game)
        for (variant, level, helped), tally in self._tallies.items():
            if tally.games:
                row = {"variant": variant, "level": level, "helped": helped, **vars(tally)}
                self._tables.add("earlier_results", row)

    def _import(self, name: str, take: Callable[[Fields, Path], None]) -> None:
        kind = "game" if name.startswith("game-") else name
        for ending in ("json", "json.bak"):
            path = self._directory / f"{name}.{ending}"
            try:
                with open_file(path) as file:
                    fields = json.loads(file.read(_LARGEST_FILE).decode())
                if fields["format"] != f"minicheckers {kind}" or fields["version"] != 1:
                    raise ValueError(f"it is not a {kind} of minicheckers that is known here")
                with self._tables.all_or_nothing():
                    take(fields, path)
            except FileNotFoundError:
                continue
            except (OSError, *_WRONG) as error:
                why = getattr(error, "strerror", None) or error
                self._tell(f"{shown(path)} could not be imported ({why}). It was left unchanged.")
            else:
                return

    def _preferences(self, fields: Fields, _: Path) -> None:
        preferences, wrong = read_preferences(fields)
        if wrong:
            raise ValueError(f"{' and '.join(wrong)} cannot be used")
        self._tables.set_preferences(vars(preferences))

    def _puzzles(self, fields: Fields, path: Path) -> None:
        figures = {name: int(fields[name]) for name in ("streak", "best_streak", "rating")}
        self._tables.add("earlier_puzzles", {"id": 1, **figures})
        for name in dict.fromkeys(map(read_name, fields["solved"])):
            row = {"puzzle": name, "difficulty": None, "clean": 1, "tried": _written(path)}
            self._tables.add("puzzle_tries", row)

    def _record(self, fields: Fields, _: Path) -> None:
        found = {}
        for helped, rows in enumerate((fields["scores"], fields.get("helped", []))):
            for row in rows:
                tally = Tally(*(int(row[name]) for name in ("wins", "draws", "losses")))
                if min(vars(tally).values()) < 0 or tally.games >= 2**60:
                    raise ValueError("a number of games is impossible")
                found[read_name(row["variant"]), read_name(row["level"]), helped] = tally
        self._receipts = dict(fields.get("receipts", {}))
        self._tallies = found

    def _archive(self, fields: Fields, path: Path) -> None:
        for name in dict.fromkeys(map(read_name, fields["mended"])):
            self._tables.fix_mistake(name, _written(path))
        for game in fields["games"]:
            try:
                session = _session(game, game["moves"].split())
                if session.outcome is None:  # nothing is left but time, which was not written down
                    session = replace(session, out_of_time=session.position.turn)
                self._add(session, read_name(game["date"]).replace(".", "-"), self._deduct(session))
                self._archived.add(game.get("receipt", ""))
            except _WRONG as error:
                self._tell(f"A game of {shown(path)} could not be imported ({error}).")

    def _deduct(self, session: Session) -> bool:
        """Take the result of a game out of the tallies; False if it is not in there."""
        outcome, person = session.outcome, session.person
        if outcome is None or person is None:
            return False
        level = session.player(person.other).level or ""
        key = (session.variant.name, level, int(session.helped))
        tally = self._tallies.get(key, Tally())
        won, drawn = outcome.winner is person, outcome.winner is None
        rest = Tally(tally.wins - won, tally.draws - drawn, tally.losses - (not won and not drawn))
        if min(vars(rest).values()) < 0:
            return False
        self._tallies[key] = rest
        return True

    def _game(self, fields: Fields, path: Path) -> None:
        """A game of a program that was left or killed, maybe while it counted the result."""
        session = _session(fields, fields["moves"], fields["ply"])
        receipt = fields.get("receipt")
        if receipt is None or receipt not in self._archived:
            name = path.name.removesuffix(".bak")
            is_counted = receipt is not None and self._receipts.get(name) == receipt
            counts = self._deduct(session) if is_counted else not fields.get("counted")
            self._add(session, _written(path), counts)

    def _add(self, session: Session, when: str, counts: bool) -> None:
        columns = columns_of(session)
        columns["counts"] *= int(counts)
        self._tables.add_game(columns, started=when, updated=when)


def _session(fields: Fields, moves: list[str], ply: int | None = None) -> Session:
    """The game of a file. Earlier versions wrote no clock, no help and no resignation."""
    columns: defaultdict[str, Any] = defaultdict(lambda: None, fields)
    columns |= {"moves": " ".join(moves), "ply": len(moves) if ply is None else ply, "counts": 1}
    columns["rules"] = None
    clock = fields.get("clock") or {"seconds": None, "increment": None, "left": (None, None)}
    columns |= {"clock_seconds": clock["seconds"], "clock_increment": clock["increment"]}
    used = fields.get("elapsed", (0.0, 0.0))
    for colour, seconds, left in zip(("black", "white"), used, clock["left"], strict=True):
        player = fields[colour] if isinstance(fields[colour], dict) else {"level": fields[colour]}
        columns[colour] = player["level"]
        columns |= {f"{colour}_{name}": player.get(name) for name in ("time", "depth")}
        columns |= {f"{colour}_used": seconds, f"{colour}_left": left}
    return session_of(columns)


def _time_of(path: Path) -> float:
    """When a file of a game, or else its backup, was written."""
    found = path if path.exists() else path.with_name(f"{path.name}.bak")
    return found.stat().st_mtime


def _written(path: Path) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(path.stat().st_mtime))
