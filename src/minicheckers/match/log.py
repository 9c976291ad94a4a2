"""The log of a match: a line for what is played, then a line a game as soon as it has ended.

From the log a match that was broken off goes on where it was, also after a kill: a last line that
was cut is dropped. Beside it the games themselves may be written to a PDN file; each line says how
long that file was after its game, so that the two can be brought to the same game again. Neither
file is believed before every line of it fits the match.
"""

import json
import os
from contextlib import suppress
from typing import IO, Any

from ..messages import quoted
from ..named_files import open_file
from ..players.guard import IllegalMoveError
from ..rules.variant import Colour
from .match import Match, MatchState, Played

#: Far longer than any line of a log.
_LONGEST_LINE = 100_000
#: Far longer than any game as PDN.
_LONGEST_GAME = 10_000_000


class MatchLog:
    """The files a match writes; either may be missing. Use it as a context manager."""

    def __init__(self, log: IO[bytes] | None = None, pdn: IO[bytes] | None = None) -> None:
        self._log = log
        self._pdn = pdn

    def __enter__(self) -> "MatchLog":
        return self

    def __exit__(self, *_exception: object) -> None:
        for file in (self._log, self._pdn):
            if file is not None:
                file.close()

    @classmethod
    def start(cls, match: Match, log: str | None, pdn: str | None) -> "MatchLog":
        """New files for a match; ValueError if one exists, so that nothing is overwritten."""
        files = cls(_new(log, "continue it with --resume, or") if log else None)
        try:
            files._pdn = _new(pdn, "remove it or") if pdn else None
            if files._log is not None:
                _write(files._log, json.dumps({"match": _header(match)}).encode() + b"\n")
        except BaseException:
            files.__exit__()
            raise
        return files

    @classmethod
    def resume(cls, match: Match, log: str, pdn: str | None) -> "tuple[MatchLog, MatchState]":
        """The files of a match that was broken off, cut after its last whole game; how far it is.

        Raises ValueError with a sentence if they are of another match or damaged, and changes
        nothing then.
        """
        state, log_size, sizes = _read_log(match, log)
        if pdn is not None and state.games:
            _check_pdn(pdn, log, sizes)
        files = cls(_cut(log, log_size))
        try:
            if pdn is not None:
                files._pdn = _cut(pdn, sizes[-1]) if sizes else _new(pdn, "remove it or")
        except BaseException:
            files.__exit__()
            raise
        return files, state

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
                "white": str(played.fixture.contestants[Colour.WHITE]),
                "black": str(played.fixture.contestants[Colour.BLACK]),
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


def seed_of(log: str) -> int | None:
    """The seed of the match of a log, None if the file is not a log."""
    with suppress(OSError, KeyError, TypeError), open_file(log) as file:
        seed = _parsed(file.readline(_LONGEST_LINE))["match"]["seed"]
        return seed if isinstance(seed, int) else None
    return None


def _header(match: Match) -> dict[str, Any]:
    # The number of games is not part of it: a match may go on for longer than it was meant to.
    data = match.to_data()
    del data["games"]
    return data


def _read_log(match: Match, log: str) -> tuple[MatchState, int, list[Any]]:
    """How far a match is by its log, how much of the log says so, and the sizes of the PDN file."""
    state, good, sizes = MatchState.of(match), 0, []
    with open_file(log) as file:
        while (line := file.readline(_LONGEST_LINE)).endswith(b"\n"):
            try:
                data = _parsed(line)
                if not good:
                    _check_header(data["match"], match, log)
                else:
                    state = _with_game(state, match, data)
                    sizes.append(data["pdn_bytes"])
            except (KeyError, TypeError):
                where = 1 if not good else state.games + 2
                raise ValueError(f"line {where} of {quoted(log)} is damaged") from None
            good += len(line)
    if not good:  # a kill cut off what follows the last whole line
        raise ValueError(f"{quoted(log)} is not the log of a match")
    return state, good, sizes


def _parsed(line: bytes) -> Any:
    """The data of a line; TypeError if it has none."""
    try:
        return json.loads(line)
    except (ValueError, RecursionError) as error:
        raise TypeError from error


def _check_header(header: dict[str, Any], match: Match, log: str) -> None:
    for name, value in _header(match).items():
        if header[name] != value:
            raise ValueError(
                f"{quoted(log)} belongs to another match: its {name.replace('_', ' ')} is "
                f"{quoted(json.dumps(header[name]), 80)}, not {quoted(json.dumps(value), 80)}"
            )


def _with_game(state: MatchState, match: Match, data: dict[str, Any]) -> MatchState:
    """How far the match is with the game of one line; TypeError if it cannot be that game."""
    number = state.games + 1
    _, pairing, swapped = match.pairing(number)
    seats = {str(colour): str(one) for colour, one in match.seats(pairing, swapped).items()}
    winner = data["winner"]
    score = 0.5 if winner is None else dict(zip(seats, (1.0, 0.0), strict=True))[winner]
    fault, illegal = data["fault"], data["illegal"]
    fits = (
        (data["game"], data["score"]) == (number, score)
        and data["pairing"] == pairing
        and all(data[colour] == name for colour, name in seats.items())
        and isinstance(illegal, bool)
        and (isinstance(fault, str) and score != 0.5 if fault is not None else not illegal)
    )
    if not fits:
        raise TypeError
    return state.plus_game(match, score, fault, illegal=illegal)


def _check_pdn(pdn: str, log: str, sizes: list[Any]) -> None:
    """Raise ValueError if a file does not hold the games of the log, each where the log says."""
    trouble = ValueError(f"{quoted(pdn)} does not hold the games of {quoted(log)}")
    try:
        with open_file(pdn) as file:
            for number, size in enumerate(sizes, start=1):
                start = file.tell()
                if type(size) is not int or not start < size <= start + _LONGEST_GAME:
                    raise trouble
                game = (file.read(size - start) or b"").removeprefix(b"\n" if start else b"")
                tag = b'\n[Round "%d"]\n' % number
                if not (
                    file.tell() == size
                    and game.startswith(b"[Event ")
                    and game.endswith(b"\n")
                    and tag in game
                    and b"\n[Event " not in game
                ):
                    raise trouble
    except FileNotFoundError:
        raise trouble from None


def _new(path: str, advice: str) -> IO[bytes]:
    try:
        return open_file(path, "xb", buffering=0)
    except FileExistsError:
        raise ValueError(f"{quoted(path)} exists; {advice} name another file") from None


def _cut(path: str, size: int) -> IO[bytes]:
    """The file opened to be written on after that many bytes."""
    file = open_file(path, "r+b", buffering=0)
    file.truncate(size)
    file.seek(0, os.SEEK_END)
    return file


def _write(file: IO[bytes], data: bytes) -> None:
    """Write everything and flush it out of this process."""
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
