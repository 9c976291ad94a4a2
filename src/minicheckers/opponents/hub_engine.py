"""Engines that speak the Hub protocol, version 2, as players.

``hub:COMMAND`` is one; others have names in the engines file. An engine says which games it plays
and what can be set, and is believed only after it has moved legally from the start.
"""

import os
import re
import shlex
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from ..engine.decision import Context, Decision, Progress
from ..engine.score import WIN, Score
from ..hub.notation import hub_name, read_move, write_move, write_position
from ..hub.protocol import Message, format_message, parse_message
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import VARIANTS, Variant
from ..support.directories import configuration_directory
from ..support.named_files import read_text_file
from ..support.text import printable, quoted, read_toml
from .guard import LONGEST_PV, IllegalMoveError
from .sandbox import GRACE, OutsideStrategy, Process, settled
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

T = TypeVar("T")


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

    @property
    def is_installed(self) -> bool:
        """Whether there is such a program; it is not started."""
        program = self.command[0]
        if os.path.dirname(program):
            program = os.path.join(self.directory or "", program)
        return shutil.which(program) is not None

    def make(self, options: Options) -> "HubStrategy":
        """Start it; ValueError with a sentence if it cannot play the game."""
        return HubStrategy(self, options)

    def start(self) -> "_EngineProcess":
        """Start its process; ValueError with a sentence if that cannot be done."""
        home = self.directory or str(configuration_directory() or os.sep)
        program = _program(self.command[0], home, self.trouble)
        try:
            return _EngineProcess([program, *self.command[1:]], self.directory)
        except OSError as error:
            raise ValueError(f"{self.trouble}: {error.strerror or error}") from None


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
    program, *rest = words
    found = _program(program, None, f"cannot use {quoted(level, 80)}")
    return HubEngine(PREFIX + shlex.join([found, *rest]), (found, *rest))


def _program(name: str, directory: str | None, trouble: str) -> str:
    """The full path of a program, as named from a directory or found on the search path."""
    try:
        path = os.path.expanduser(name)
        if os.path.dirname(path):
            path = os.path.normpath(os.path.join(directory or os.getcwd(), path))
        found = shutil.which(path)
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ValueError(f"{trouble}: {why}") from None
    if found is None or not os.path.isabs(found):
        raise ValueError(f"{trouble}: there is no program {quoted(name, 80)}")
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
        directory = Path(table["directory"]).expanduser() if "directory" in table else None
    except (ValueError, RuntimeError) as error:
        raise ValueError(f"its command or directory is wrong: {error}") from None
    if not words or not all(isinstance(word, str) and word for word in words):
        raise ValueError("its command is not a list of words")
    if directory is not None and not directory.is_absolute():
        raise ValueError(f"its directory {quoted(str(directory), 80)} is not a full path")
    for game in games or ():
        if not isinstance(game, str) or game not in VARIANTS:
            known = ", ".join(VARIANTS)
            raise ValueError(f"there is no game {quoted(str(game))}; choose from {known}")
    parameters = table.get("parameters", {})
    if any(not isinstance(value, bool | int | float | str) for value in parameters.values()):
        raise ValueError("its parameters are texts, numbers, true or false")
    return HubEngine(
        name,
        tuple(words),
        None if directory is None else str(directory),
        tuple((key, _as_text(value)) for key, value in parameters.items()),
        None if games is None else tuple(games),
    )


def _as_text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


class HubStrategy(OutsideStrategy):
    """An engine that plays one of our games."""

    def __init__(self, engine: HubEngine, options: Options) -> None:
        """Start it; ValueError with a sentence if it cannot play the game."""
        self._engine = engine
        self._is_new_game = True
        if engine.games is not None and options.variant.name not in engine.games:
            raise ValueError(
                f"the engine {quoted(engine.name, 80)} is for {', '.join(engine.games)}, not for "
                f"{options.variant}"
            )
        super().__init__(engine.name, (engine, options.variant), options)

    def _load(self) -> "_EngineProcess":
        process = self._engine.start()
        try:
            process.shake_hands(self._engine, self._options.variant, self._engine.trouble)
        except ValueError:
            process.end()
            raise
        return process

    def _make(self, process: Process) -> None:
        self._is_new_game = True

    def _ask(self, process: Process, position: Position, context: Context) -> Decision:
        assert isinstance(process, _EngineProcess)
        message = process.question(position, context.history, _level(self._options))
        if self._is_new_game:
            message = "new-game\n" + message
            self._is_new_game = False
        latest: Progress | None = None

        def hear(said: Message) -> str | None:
            nonlocal latest
            if said.command == "info":
                progress = _progress(said.arguments, position)
                latest = progress or latest
                if progress is not None:
                    context.report(progress)
            return _move_of_done(said)

        text = process.ask(
            message.encode(), process.hearing(hear), context.stopped, grace=GRACE, stop=b"stop\n"
        )
        try:
            move = read_move(position, text)
        except ValueError:
            raise IllegalMoveError(
                f"the strategy {quoted(self._name)} chose {quoted(text)}, not a legal move"
            ) from None
        if latest is None or latest.pv[:1] != (move,):
            return Decision(move, pv=(move,))
        return Decision(move, latest.score, latest.depth, latest.nodes, latest.pv)


class _EngineProcess(Process):
    """An engine under way, which knows how it sees the board."""

    #: Whether positions are to be turned round, as some clients and engines do in some games.
    turned = False
    _complaint = ""

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

    def hearing(self, hear: Callable[[Message], T | None]) -> Callable[[bytes], T | None]:
        """Reads messages and ignores everything else: engines may print what they like."""
        self._complaint = ""

        def hear_line(line: bytes) -> T | None:
            try:
                said = parse_message(line.decode("utf-8", errors="backslashreplace"))
            except ValueError:
                return None
            if said.command == "error":
                self._complaint = said.arguments.get("message", "")
            return hear(said)

        return hear_line

    def declared(self, trouble: str) -> dict[str, dict[str, str]]:
        """The parameters that it declares, by their names; ValueError with a sentence."""
        declared: dict[str, dict[str, str]] = {}

        def hear(said: Message) -> bool | None:
            if said.command == "param" and "name" in said.arguments:
                declared[said.arguments["name"]] = said.arguments
            return said.command == "wait" or None

        settled(self, trouble, b"hub\n", self.hearing(hear))
        return declared

    def shake_hands(self, engine: HubEngine, variant: Variant, trouble: str) -> None:
        """Learn what it can do, set it up and try it; ValueError with a sentence."""
        declared = self.declared(trouble)
        try:
            wanted = _wanted(engine, variant, declared)
        except ValueError as error:
            raise ValueError(f"{trouble}: {error}") from None
        lines = [format_message("set-param", name=name, value=wanted[name]) for name in wanted]
        setting = "\n".join([*lines, "init\n"]).encode()
        settled(self, trouble, setting, self.hearing(lambda said: said.command == "ready" or None))
        self._find_orientation(variant, trouble)

    def _find_orientation(self, variant: Variant, trouble: str) -> None:
        """Let it move from the start: only its answer tells how it sees the board."""
        start, moved = Position.start(variant), ""
        for self.turned in (False, True):
            question = self.question(start, (), "level depth=1").encode()
            hear = self.hearing(_move_of_done)
            moved = settled(
                self, trouble, question, hear, stop=b"stop\n", stop_after=_PROBE_SECONDS
            )
            with suppress(ValueError):
                read_move(start, moved)
                return
        raise ValueError(
            f"{trouble}: it announces {variant}, but {quoted(moved)} is not a first move there"
        )

    def question(self, position: Position, history: tuple[Position, ...], level: str) -> str:
        """The lines that make it think about a position."""
        start, moves = position, []
        for before in history[: -_MOST_HISTORY - 1 : -1]:
            move = next((m for m, after in before.transitions().items() if after == start), None)
            if move is None:
                break  # not the game that led here
            moves.append(write_move(move))
            start = before
        board = write_position(start, turned=self.turned)
        line = format_message("pos", pos=board, moves=" ".join(reversed(moves)) or None)
        return f"{line}\n{level}\ngo think\n"


def _move_of_done(said: Message) -> str | None:
    return said.arguments.get("move", "") if said.command == "done" else None


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
    announced = _announced(declared)
    known = _name_among(announced, variant)
    if known is None:
        shown = ", ".join(map(printable, announced))
        raise ValueError(f"it plays {shown or 'nothing'}, not {hub_name(variant)}")
    if "variant" in declared:
        wanted["variant"] = known
    if "ponder" in declared:
        wanted["ponder"] = "false"
    return wanted


def _announced(declared: dict[str, dict[str, str]]) -> list[str]:
    """The games that an engine announces, by the protocol's names."""
    game = declared.get("variant", {"value": _ONLY_GAME})
    return list(dict.fromkeys([*game.get("values", "").split(), *game.get("value", "").split()]))


def _name_among(announced: list[str], variant: Variant) -> str | None:
    """The name by which a game is announced, None if it is not."""
    return next((one for one in (hub_name(variant), variant.name) if one in announced), None)


def _check_parameter(name: str, value: str, declared: dict[str, str]) -> None:
    """Raise ValueError with a sentence if a value is not of the kind that is declared."""
    kind = declared.get("type", "string")
    choices = {"bool": ["true", "false"], "enum": declared.get("values", "").split()}.get(kind)
    if choices is not None and value not in choices:
        shown = ", ".join(map(printable, choices))
        raise ValueError(f"{quoted(name)} is one of {shown}, not {quoted(value)}")
    if kind in ("int", "real"):
        number, low, high = (
            _number(value),
            _number(declared.get("min")),
            _number(declared.get("max")),
        )
        if (
            number is None
            or (kind == "int" and "." in value)
            or (low is not None and number < low)
            or (high is not None and number > high)
        ):
            what = "a whole number" if kind == "int" else "a number"
            ends = [printable(declared[end]) for end in ("min", "max") if end in declared]
            raise ValueError(f"{quoted(name)} is {what}, {' to '.join(ends)}, not {quoted(value)}")


def _level(options: Options) -> str:
    limits = {"depth": options.depth, "nodes": options.nodes, "move-time": options.time}
    if not any(limits.values()):
        limits["move-time"] = DEFAULT_SECONDS
    return format_message("level", **limits)


def _progress(told: dict[str, str], position: Position) -> Progress | None:
    """What an ``info`` line says, None if it has no score."""
    men = _number(told.get("score"))
    if men is None:
        return None
    score = round(100 * men)
    if abs(men) > _DECIDED:
        plies = max(0, round(100 * (_CERTAIN - abs(men))))
        score = WIN - plies if men > 0 else plies - WIN
    pv: list[Move] = []
    with suppress(ValueError):
        for text in told.get("pv", "").split()[:LONGEST_PV]:
            pv.append(read_move(position, text))
            position = position.play(pv[-1])
    depth, nodes, seconds = (_number(told.get(name)) or 0 for name in ("depth", "nodes", "time"))
    return Progress(int(depth), Score(score), tuple(pv), int(nodes), float(seconds))


def _number(text: str | None) -> float | None:
    """A number of a line, None if it is not believable."""
    if text is None or re.fullmatch(r"[+-]?[0-9]{1,15}(\.[0-9]{1,15})?", text, re.ASCII) is None:
        return None
    return float(text)
