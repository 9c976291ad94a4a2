"""The log of a match: a line for what is played, then a line a game as soon as it has ended.

From the log a match that was broken off goes on where it was, also after a kill: a last line that
was cut is dropped. Beside it the games themselves may be written to a PDN file; each line says how
long that file was after its game, so that the two can be brought to the same game again.
"""

import json
import os
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Any

from ..messages import quoted
from ..players.guard import IllegalMoveError
from ..rules.variant import Colour
from .match import Match
from .playing import Played
from .results import Standings

#: So many different complaints about strategies are kept.
_MOST_FAULTS = 20


@dataclass(frozen=True)
class Progress:
    """How far a match is: the standings, and what went wrong, each sentence once."""

    standings: Standings
    faults: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: Match) -> "Progress":
        """Before the first game."""
        return cls(Standings.of(match))

    @property
    def games(self) -> int:
        """How many games have been played."""
        return self.standings.games

    def plus(self, played: Played, match: Match) -> "Progress":
        """After one more game."""
        _, _, swapped = match.pairing(played.fixture.number)
        faults = self.faults
        if played.fault is not None and str(played.fault) not in faults:
            faults = (*faults, str(played.fault))[:_MOST_FAULTS]
        return Progress(self.standings.plus(played, swapped=swapped), faults)


class MatchLog:
    """The files a match writes; either may be missing. Use it as a context manager."""

    def __init__(self, log: FileIO | None, pdn: FileIO | None) -> None:
        self._log = log
        self._pdn = pdn

    def __enter__(self) -> "MatchLog":
        return self

    def __exit__(self, *_exception: object) -> None:
        for file in (self._log, self._pdn):
            if file is not None:
                file.close()

    def write(self, played: Played) -> None:
        """Write a game that has ended; whoever kills the program now loses nothing of it."""
        size = None
        if self._pdn is not None:
            between = b"\n" if self._pdn.tell() else b""
            _write(self._pdn, between + played.pdn().encode())
            size = self._pdn.tell()
        if self._log is not None:
            winner = played.outcome.winner
            line = {
                "game": played.fixture.number,
                "white": str(played.fixture.contestant(Colour.WHITE)),
                "black": str(played.fixture.contestant(Colour.BLACK)),
                "winner": None if winner is None else str(winner),
                "reason": played.outcome.reason,
                "plies": played.timeline.ply,
                "score": played.score,
                "pairing": played.fixture.pairing,
                "illegal": isinstance(played.fault, IllegalMoveError),
                "fault": None if played.fault is None else str(played.fault),
                "pdn_bytes": size,
            }
            _write(self._log, json.dumps(line).encode() + b"\n")


def start_files(match: Match, log: str | None, pdn: str | None) -> MatchLog:
    """New files for a match; ValueError if one exists, so that nothing is overwritten."""
    opened = MatchLog(_new(log, "go on with it with --resume, or") if log else None, None)
    try:
        if pdn is not None:
            opened._pdn = _new(pdn, "remove it or")
        if opened._log is not None:
            _write(opened._log, json.dumps({"match": _header(match)}).encode() + b"\n")
    except BaseException:
        opened.__exit__()
        raise
    return opened


def resume_files(match: Match, log: str, pdn: str | None) -> tuple[MatchLog, Progress]:
    """The files of a match that was broken off, brought to its last whole game, and how far it is.

    Raises ValueError with a sentence if the log is of another match or damaged.
    """
    progress = Progress.of(match)
    good = pdn_bytes = 0
    with open(log, "rb") as file:
        for number, line in enumerate(file):
            if not line.endswith(b"\n"):
                break  # cut by a kill
            try:
                data = json.loads(line)
                if number == 0:
                    _check_header(data["match"], match, log)
                else:
                    progress = _replayed(progress, match, data, number)
                    pdn_bytes = data["pdn_bytes"] or 0
            except (KeyError, TypeError, json.JSONDecodeError):
                raise ValueError(f"line {number + 1} of {quoted(log)} is damaged") from None
            good += len(line)
    if not good:
        raise ValueError(f"{quoted(log)} is not the log of a match")
    if pdn is not None and progress.games:
        size = Path(pdn).stat().st_size if Path(pdn).exists() else 0
        if not 0 < pdn_bytes <= size:
            raise ValueError(f"{quoted(pdn)} does not hold the games of {quoted(log)}")
    files = MatchLog(_cut(log, good), None)
    if pdn is not None:
        try:
            files._pdn = _cut(pdn, pdn_bytes)
        except BaseException:
            files.__exit__()
            raise
    return files, progress


def seed_of(log: str) -> int | None:
    """The seed of the match of a log, None if the file is none."""
    try:
        with open(log, "rb") as file:
            seed = json.loads(file.readline(100_000))["match"]["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return seed if isinstance(seed, int) else None


def _header(match: Match) -> dict[str, Any]:
    # The number of games is not part of it: a match may go on for longer than it was meant to.
    data = match.to_data()
    del data["games"]
    return data


def _check_header(header: dict[str, Any], match: Match, log: str) -> None:
    for name, value in _header(match).items():
        if header[name] != value:
            raise ValueError(
                f"{quoted(log)} is of another match: its {name.replace('_', ' ')} is "
                f"{quoted(json.dumps(header[name]), 80)}, not {quoted(json.dumps(value), 80)}"
            )


def _replayed(progress: Progress, match: Match, data: dict[str, Any], number: int) -> Progress:
    """How far the match is with the game of one line."""
    if data["game"] != number:
        raise KeyError(number)
    _, pairing, swapped = match.pairing(number)
    fault = data["fault"]
    standings = progress.standings.plus_score(
        pairing,
        data["score"],
        swapped=swapped,
        fault=fault is not None,
        illegal=bool(data["illegal"]),
    )
    faults = progress.faults
    if fault is not None and fault not in faults:
        faults = (*faults, str(fault))[:_MOST_FAULTS]
    return Progress(standings, faults)


def _new(path: str, advice: str) -> FileIO:
    try:
        return FileIO(path, "x")
    except FileExistsError:
        raise ValueError(f"{quoted(path)} exists; {advice} name another file") from None


def _cut(path: str, size: int) -> FileIO:
    """The file opened to be written on after so many bytes."""
    file = FileIO(path, "r+" if Path(path).exists() else "x")
    file.truncate(size)
    file.seek(0, os.SEEK_END)
    return file


def _write(file: FileIO, data: bytes) -> None:
    """Write everything, past every buffer: what is written has left this process."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
