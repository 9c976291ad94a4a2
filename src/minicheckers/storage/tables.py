"""The tables, asked in words of the game; `schema` has their columns, `games` those of a game.

Every row carries a checksum: SQLite notices when the structure of a file is damaged, but not when a
letter of a text is.
"""

import sqlite3
import zlib
from collections.abc import Iterator, Mapping
from contextlib import closing, suppress
from typing import Any

from . import schema
from .games import opponent_rating
from .stats import GameResult, PuzzleStats, Stats, Tally

Row = Mapping[str, Any]


class DamagedError(Exception):
    """The content is not what we wrote; the text says why."""


def _checksum(row: Row) -> int:
    values = [value for name, value in row.items() if name not in ("id", "checksum")]
    text = "\n".join(f"{type(value).__name__} {value}" for value in values)
    return zlib.crc32(text.encode())


class Tables:
    """The tables of an open database. The caller makes it a transaction."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._execute = connection.execute

    # Games

    def games(self, where: str, *values: Any) -> list[Row]:
        """The games of which that holds, the one changed last first."""
        return list(self._rows(f"games WHERE {where} ORDER BY change DESC", *values))

    def add_game(self, columns: Row, started: str, updated: str) -> Row:
        row = {"change": self._next_change(), "started": started, "updated": updated, **columns}
        return {"id": self.add("games", row), **row}

    def change_game(self, before: Row, columns: Row, updated: str) -> Row | None:
        """Change a game and return it as it is kept then; None if somebody else has changed it."""
        change = max(self._next_change(), before["change"] + 1)
        row = {**before, **columns, "change": change, "updated": updated}
        row["checksum"] = _checksum(row)
        names = ", ".join(f"{name} = ?" for name in row)
        where = "id = ? AND change <= ? AND result IS NULL"  # less: out of a backup
        query = f"UPDATE games SET {names} WHERE {where}"
        found = self._execute(query, (*row.values(), before["id"], before["change"])).rowcount
        del row["checksum"]
        return row if found else None

    def remove_game(self, game: int) -> bool:
        """Remove an unfinished game; whether there was one."""
        query = "DELETE FROM games WHERE id = ? AND result IS NULL"
        return self._execute(query, (game,)).rowcount == 1

    def _next_change(self) -> int:
        return 1 + (self._execute("SELECT max(change) FROM games").fetchone()[0] or 0)

    # What follows from them

    def results(self) -> tuple[GameResult, ...]:
        """The games that count, in the order in which they ended."""
        query = """
            SELECT games.*, finished, level, score
            FROM results JOIN games USING (change) ORDER BY change"""
        return tuple(
            GameResult(
                row["finished"],
                row["variant"],
                row["level"],
                bool(row["helped"]),
                row["score"],
                opponent_rating(row),
            )
            for row in map(dict, self._execute(query))
        )

    def stats(self) -> Stats:
        """The sum of all results, those before games were kept included."""
        earlier = [
            (
                (row["variant"], row["level"]),
                bool(row["helped"]),
                Tally(row["wins"], row["draws"], row["losses"]),
            )
            for row in self._rows("earlier_results")
        ]
        return Stats.of(self.results(), earlier)

    # Puzzles, mistakes, preferences

    def puzzles(self) -> PuzzleStats:
        figures = PuzzleStats()
        for row in self._rows("earlier_puzzles"):
            figures = PuzzleStats(frozenset(), row["streak"], row["best_streak"], row["rating"])
        for row in self._rows("puzzle_tries ORDER BY id"):
            figures = figures.plus(row["puzzle"], row["difficulty"], bool(row["clean"]))
        return figures

    def try_puzzle(self, name: str, difficulty: int, clean: bool, now: str) -> PuzzleStats:
        """Count a puzzle, unless it is solved already; the sum then."""
        before = self.puzzles()
        if name not in before.solved:
            row = {"puzzle": name, "difficulty": difficulty, "clean": int(clean), "tried": now}
            self.add("puzzle_tries", row)
        return before.plus(name, difficulty, clean)

    def puzzle_days(self) -> frozenset[str]:
        """The days on which puzzles were solved at once."""
        return frozenset(row["tried"][:10] for row in self._rows("puzzle_tries WHERE clean"))

    def fixed_mistakes(self) -> frozenset[str]:
        return frozenset(row["position"] for row in self._rows("fixed_mistakes"))

    def fix_mistake(self, position: str, now: str) -> None:
        self.add("fixed_mistakes", {"position": position, "fixed": now}, replace=True)

    def preferences(self) -> dict[str, Any]:
        return {row["name"]: row["value"] for row in self._rows("preferences")}

    def set_preferences(self, preferences: Mapping[str, Any]) -> None:
        """Keep these; None is the default."""
        for name, value in preferences.items():
            if value is None:
                self._execute("DELETE FROM preferences WHERE name = ?", (name,))
            else:
                # The database has no truth values, and gives a number back.
                value = int(value) if isinstance(value, bool) else value
                self.add("preferences", {"name": name, "value": value}, replace=True)

    # All tables

    def create(self) -> None:
        for statement in schema.SCHEMA:
            self._execute(statement)
        self._execute(f"PRAGMA application_id = {schema.APPLICATION_ID}")
        self._execute(f"PRAGMA user_version = {schema.VERSION}")

    def add(self, table: str, row: Row, *, replace: bool = False) -> int:
        """Add a row and return its number; with `replace` in place of one with the same key."""
        verb = "REPLACE" if replace else "INSERT"
        names, marks = ", ".join((*row, "checksum")), ", ".join("?" * (len(row) + 1))
        query = f"{verb} INTO {table} ({names}) VALUES ({marks})"
        return self._execute(query, (*row.values(), _checksum(row))).lastrowid or 0

    def _rows(self, of: str, *values: Any) -> Iterator[Row]:
        """The rows of a table; DamagedError for one that is not as it was written."""
        for row in map(dict, self._execute(f"SELECT * FROM {of}", values)):
            if row.pop("checksum") != _checksum(row):
                raise DamagedError("a checksum does not fit")
            yield row

    def check(self) -> None:
        """DamagedError unless everything is as we have written it."""
        with closing(sqlite3.connect(":memory:")) as new:
            Tables(new).create()
            if self._texts() != Tables(new)._texts():
                raise DamagedError("its schema is not ours")
        found = self._execute("PRAGMA integrity_check(1)").fetchone()[0]
        if found != "ok":
            raise DamagedError(" ".join(found.split()))
        if self._execute("PRAGMA foreign_key_check").fetchone() is not None:
            raise DamagedError("a row refers to one that is not there")
        for table in schema.TABLES:
            for _ in self._rows(table):
                pass

    def _texts(self) -> set[str]:
        return {row[0] for row in self._execute("SELECT sql FROM sqlite_master")}

    def salvage(self, damaged: sqlite3.Connection) -> int:
        """Add all sound rows of another database, up to what cannot be read from either end."""
        salvaged = 0
        for table in schema.TABLES:
            for order in ("ASC", "DESC"):
                query = f"SELECT * FROM {table} ORDER BY 1 {order}"
                with suppress(sqlite3.Error, ValueError, TypeError):
                    for row in map(dict, damaged.execute(query)):
                        if row.pop("checksum", None) == _checksum(row):
                            self.add(table, row, replace=True)
                            salvaged += 1
        return salvaged
