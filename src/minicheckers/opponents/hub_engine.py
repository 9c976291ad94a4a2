"""Engines that speak the Hub protocol, version 2, as players.

``hub:COMMAND`` is one; others have names in the engines file. An engine says which games it plays
and what can be set, and is believed only after it has moved legally from the start.
"""

import math
import os
import re
import shlex
import shutil
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..engine.decision import Context, Decision, Progress
from ..engine.score import WIN, Score
from ..hub.notation import hub_name, read_move, write_move, write_position
from ..hub.protocol import HubMessage, format_message, parse_message
from ..rules.position import Position
from ..rules.variant import VARIANTS, Variant
from ..support.named_files import configuration_directory, read_text_file
from ..support.text import printable, quoted, read_toml, why
from .guard import legal_line, legal_move
from .process import GRACE, Process
from .strategy import Options

PREFIX = "hub:"
FILE_NAME = "engines.toml"
#: The default time for a move, in seconds.
DEFAULT_SECONDS = 3.0
#: How the protocol calls the only game of an engine that names none.
_ONLY_GAME = "normal"
#: How long an engine may think about its first move, and take to quit, in seconds.
_PROBE_SECONDS, _QUIT_SECONDS = 2.0, 0.3
#: Beyond this many men a score means a decided game, a hundredth less for every ply until its end.
_DECIDED, _CERTAIN = 90.0, 100.0
#: This many plies back an engine is told the game, for draws by repetition.
_MOST_HISTORY = 100
_LARGEST_FILE = 100_000
#: What the table of an engine may have, and of which kind.
_KINDS = {"command": str | list, "directory": str, "parameters": dict, "games": list}

_ENDS = {"min": -1, "max": 1}


@dataclass(frozen=True)
class HubEngine:
    """A program that speaks Hub: how it is started, what is set, and which of our games it is for.

    ``games`` None: those that it announces.
    """

    name: str
    command: tuple[str, ...]
    directory: str | None = None
    parameters: tuple[tuple[str, str], ...] = ()
    games: tuple[str, ...] | None = None

    @property
    def trouble(self) -> str:
        """How a sentence begins that says why it cannot be used."""
        return f"the engine {quoted(self.name, 80)} cannot be used"

    def program(self) -> str:
        """Its full path; ValueError with a sentence if there is no such program."""
        return _program(self.command[0], self.directory or str(configuration_directory() or os.sep))

    def start(self) -> "EngineProcess":
        return EngineProcess(self)


def engine_of(level: str) -> HubEngine:
    """The engine of ``hub:COMMAND``, the same whatever the current directory.

    ValueError with a sentence if there is no such program.
    """
    try:
        words = shlex.split(level.strip().removeprefix(PREFIX))
    except ValueError as error:
        raise ValueError(f"{quoted(level, 80)} is not a command: {error}") from None
    if not words:
        raise ValueError(f"{quoted(level)} has no command; write hub:./engine with its arguments")
    try:
        command = (_program(words[0], None), *words[1:])
    except (OSError, ValueError) as error:
        raise ValueError(f"cannot use {quoted(level, 80)}: {why(error)}") from None
    return HubEngine(PREFIX + shlex.join(command), command)


def _program(name: str, directory: str | None) -> str:
    """The full path of a program, as named from a directory or found on the search path."""
    path = os.path.expanduser(name)
    if os.path.dirname(path):
        path = os.path.normpath(os.path.join(directory or os.getcwd(), path))
    found = shutil.which(path)
    if found is None or not os.path.isabs(found):
        raise ValueError(f"there is no program {quoted(name, 80)}")
    return found


# The engines file: [engines.NAME] with command, directory, parameters and games.


def read_engines() -> tuple[dict[str, HubEngine], list[str]]:
    """The engines of the person's file by their names, and a sentence for what is wrong in it."""
    directory = configuration_directory()
    path = directory / FILE_NAME if directory is not None else None
    if path is None or not os.path.lexists(path):
        return {}, []
    found, problems = {}, []
    try:
        content = read_toml(read_text_file(path, _LARGEST_FILE))
        tables = content.get("engines", {})
        if set(content) - {"engines"} or not isinstance(tables, dict):
            raise ValueError("it may hold tables such as [engines.scan] and nothing else")
    except ValueError as error:
        return {}, [f"{quoted(str(path), 200)} cannot be used: {printable(str(error))}"]
    for name, table in tables.items():
        try:
            found[name] = _engine_of_table(name, table)
        except ValueError as error:
            problems.append(f"the engine {quoted(name)} cannot be used: {error}")
    return found, problems


def _engine_of_table(name: str, table: Any) -> HubEngine:
    """The engine of a table of the file; ValueError with a sentence."""
    if not isinstance(table, dict) or "command" not in table:
        raise ValueError('it needs a command, as in command = "scan hub"')
    for key, value in table.items():
        if key not in _KINDS:
            raise ValueError(f"it cannot have {quoted(key)}, only {', '.join(_KINDS)}")
        if not isinstance(value, _KINDS[key]):
            raise ValueError(f"its {key} is of the wrong kind")  # noqa: TRY004
    command, games = table["command"], table.get("games")
    try:
        words = shlex.split(command) if isinstance(command, str) else command
    except ValueError as error:
        raise ValueError(f"its command is wrong: {error}") from None
    if not words or not all(isinstance(word, str) and word for word in words):
        raise ValueError("its command is not a list of words")
    directory = os.path.expanduser(table.get("directory", os.sep))
    if not os.path.isabs(directory):
        raise ValueError(f"its directory {quoted(directory, 80)} is not a full path")
    for game in games or ():
        if game not in tuple(VARIANTS):
            known = ", ".join(VARIANTS)
            raise ValueError(f"there is no game {quoted(str(game))}; choose from {known}")
    parameters = table.get("parameters", {})
    if any(not isinstance(value, bool | int | float | str) for value in parameters.values()):
        raise ValueError("its parameters are texts, numbers, true or false")
    return HubEngine(
        name,
        tuple(words),
        directory if "directory" in table else None,
        tuple((key, _as_text(value)) for key, value in parameters.items()),
        None if games is None else tuple(games),
    )


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class EngineProcess(Process):
    """An engine under way, which knows how it sees the board."""

    #: Whether positions are to be turned round, as some clients and engines do in some games.
    _turned = False
    _complaint = ""
    _options: Options | None = None
    _is_new_game = True

    def __init__(self, engine: HubEngine) -> None:
        self._engine = engine
        super().__init__([engine.program(), *engine.command[1:]], engine.directory)

    def make(self, options: Options) -> None:
        """Learn what it can do, set it up and try it, unless it has played this game before."""
        games, variant = self._engine.games, options.variant
        if games is not None and variant.name not in games:
            raise ValueError(f"it is for {', '.join(games)}, not for {variant}")
        if self._options is None:
            declared: dict[str, dict[str, str]] = {}
            for said in self._heard("hub\n"):
                if said.command == "param" and "name" in said.arguments:
                    declared[said.arguments["name"]] = said.arguments
                if said.command == "wait":
                    break
            wanted = _wanted(self._engine, variant, declared)
            lines = [format_message("set-param", name=name, value=wanted[name]) for name in wanted]
            self._wait_for("ready", "\n".join([*lines, "init\n"]))
            self._find_orientation(variant)
        self._options, self._is_new_game = options, True

    def choose(self, position: Position, context: Context) -> Decision:
        assert self._options is not None
        lines = self._question(position, context.history, _level(self._options))
        if self._is_new_game:
            lines = f"new-game\n{lines}"
            self._is_new_game = False
        latest: Progress | None = None
        for said in self._heard(lines, context.stopped, GRACE):
            if said.command == "info" and (progress := _progress(said.arguments, position)):
                latest = progress
                context.report(progress)
            if said.command == "done":
                break
        text = said.arguments.get("move", "")
        move = legal_move(text, self._engine.name, position, read_move)
        if latest is None or latest.pv[:1] != (move,):
            return Decision(move, pv=(move,))
        return Decision(move, latest.score, latest.depth, latest.nodes, latest.pv)

    def end(self) -> None:
        if self.alive:
            self._messages.put(b"quit\n")
            self._ends_within(_QUIT_SECONDS)
        super().end()

    def last_words(self) -> str:
        """Its last complaint, or what it printed last, as the end of a sentence."""
        if self._complaint:
            return f"; it complained {quoted(self._complaint, 100)}"
        return super().last_words()

    def _heard(
        self,
        lines: str,
        stopped: Callable[[], bool] | None = None,
        grace: float | None = None,
    ) -> Iterator[HubMessage]:
        """What it says to some lines. Engines may print what they like: all else is ignored."""
        self._complaint = ""
        for line in self.ask(lines.encode(), b"stop\n", stopped, grace):
            try:
                said = parse_message(line)
            except ValueError:
                continue
            if said.command == "error":
                self._complaint = said.arguments.get("message", "")
            yield said

    def _wait_for(
        self, command: str, lines: str, stopped: Callable[[], bool] | None = None
    ) -> dict[str, str]:
        """The arguments of the command that it says in the end."""
        heard = self._heard(lines, stopped)
        return next(said.arguments for said in heard if said.command == command)

    def _find_orientation(self, variant: Variant) -> None:
        """Let it move from the start: only its answer tells how it sees the board."""
        start, moved = Position.start(variant), ""
        for self._turned in (False, True):
            question = self._question(start, (), "level depth=1")
            enough = Context().within(_PROBE_SECONDS).stopped
            moved = self._wait_for("done", question, enough).get("move", "")
            with suppress(ValueError):
                read_move(start, moved)
                return
        raise ValueError(f"it announces {variant}, but {quoted(moved)} is not a first move there")

    def _question(self, position: Position, history: tuple[Position, ...], level: str) -> str:
        """The lines that make it think about a position."""
        start, moves = position, []
        for before in history[: -_MOST_HISTORY - 1 : -1]:
            move = next((m for m, after in before.transitions().items() if after == start), None)
            if move is None:
                break  # not the game that led here
            moves.append(write_move(move))
            start = before
        board = write_position(start, turned=self._turned)
        line = format_message("pos", pos=board, moves=" ".join(reversed(moves)) or None)
        return f"{line}\n{level}\ngo think\n"


def _wanted(
    engine: HubEngine, variant: Variant, declared: dict[str, dict[str, str]]
) -> dict[str, str]:
    """What is to be set, checked against what the engine declares; ValueError with a sentence."""
    wanted = dict(engine.parameters)
    for name, value in wanted.items():
        if name not in declared:
            others = ", ".join(map(printable, declared)) or "none"
            raise ValueError(f"it has no parameter {quoted(name)}; it has {others}")
        _check_parameter(name, value, declared[name])
    game = declared.get("variant", {"value": _ONLY_GAME})
    announced = f"{game.get('values', '')} {game.get('value', '')}".split()
    names = [name for name in (hub_name(variant), variant.name) if name in announced]
    if not names:
        shown = ", ".join(map(printable, dict.fromkeys(announced)))
        raise ValueError(f"it plays {shown or 'nothing'}, not {hub_name(variant)}")
    ours = {"variant": names[0], "ponder": "false"}
    return wanted | {name: ours[name] for name in ours if name in declared}


def _check_parameter(name: str, value: str, declared: dict[str, str]) -> None:
    """Raise ValueError with a sentence if a value is not of the kind that is declared."""
    kind = declared.get("type")
    if kind in ("bool", "enum"):
        choices = ["true", "false"] if kind == "bool" else declared.get("values", "").split()
        if value not in choices:
            shown = ", ".join(map(printable, choices))
            raise ValueError(f"{quoted(name)} is one of {shown}, not {quoted(value)}")
    if kind in ("int", "real"):
        least, most = (_number(declared.get(end), sign * math.inf) for end, sign in _ENDS.items())
        if not least <= _number(value) <= most or (kind == "int" and "." in value):
            what = "a whole number" if kind == "int" else "a number"
            ends = " to ".join(printable(declared[end]) for end in _ENDS if end in declared)
            raise ValueError(f"{quoted(name)} is {what}, {ends}, not {quoted(value)}")


def _level(options: Options) -> str:
    limits = {"depth": options.depth, "nodes": options.nodes, "move-time": options.time}
    if not any(limits.values()):
        limits["move-time"] = DEFAULT_SECONDS
    return format_message("level", **limits)


def _progress(told: dict[str, str], position: Position) -> Progress | None:
    """What an ``info`` line says, None if it has no score."""
    men = _number(told.get("score"))
    if math.isnan(men):
        return None
    score = round(100 * men)
    if abs(men) > _DECIDED:
        plies = max(0, round(100 * (_CERTAIN - abs(men))))
        score = WIN - plies if men > 0 else plies - WIN
    pv = legal_line(position, told.get("pv", "").split(), read_move)
    depth, nodes, seconds = (
        max(0.0, _number(told.get(name), 0)) for name in ("depth", "nodes", "time")
    )
    return Progress(int(depth), Score(score), pv, int(nodes), seconds)


def _number(text: str | None, otherwise: float = math.nan) -> float:
    """A number of a line, if it is believable."""
    believable = re.fullmatch(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?", text or "", re.ASCII)
    return float(believable[0]) if believable else otherwise
