"""The engine's side of the conversation: what each line does, and what is said in return.

Lines and what the search reports arrive in one queue and are answered one after the other, so
thinking never keeps a line waiting. During a search only a few commands have a meaning; what
follows a ``stop`` is kept until the search has ended.
"""

import threading
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from queue import Queue

from .. import __version__
from ..engine.decision import Context, Decision, Progress
from ..engine.score import Score, Unit, plies_to_end
from ..game.player import Limits, Player
from ..opponents.guard import StrategyError, reason
from ..opponents.registry import is_built_in, strategy_of
from ..opponents.strategy import Strategy
from ..rules.position import Position
from ..support.text import quoted
from .notation import read_move, read_position, write_move
from .protocol import LONGEST_LINE, HubMessage, format_message, parse_message
from .settings import HubLimits, HubSettings

#: What a strategy of ours is told when the clock is watched here, in seconds.
NO_TIME_LIMIT = 1e6
#: This many lines are kept for after the search; whoever sends more gets an error.
MOST_KEPT_LINES = 1_000
#: So much of what has come in waits to be answered. Then nothing is read until the client reads,
#: and reports of a search are dropped earlier.
_MOST_WAITING = 200
_MOST_WAITING_REPORTS = 50
_ALWAYS = ("ping", "quit")
_WHILE_THINKING = (*_ALWAYS, "stop", "ponder-hit")
_MODES = ("think", "ponder", "analyze")


#: What a search says: a depth that it has completed; at its end a decision, or why there is none.
Report = Progress | Decision | Exception


class Search:
    """One search in a thread of its own, which posts what it finds and how it ended.

    It may take that many ``seconds`` from `start_clock` on; None: until it is stopped.
    """

    def __init__(
        self,
        make: Callable[[], Strategy],
        position: Position,
        history: tuple[Position, ...],
        seconds: float | None,
        post: Callable[[Report], None],
    ) -> None:
        self.position = position
        self._make = make
        self._history = history
        self._seconds = seconds
        self._post = post
        self._stop = threading.Event()
        self._deadline: float | None = None
        # A daemon, so that a search that does not stop cannot keep the program from ending.
        threading.Thread(target=self._run, name="thinking", daemon=True).start()

    @property
    def stopping(self) -> bool:
        return self._stop.is_set()

    def stop(self) -> None:
        """Ask it to stop; it still posts what it has found."""
        self._stop.set()

    def start_clock(self) -> None:
        if self._seconds is not None:
            self._deadline = time.monotonic() + self._seconds

    def _stopped(self) -> bool:
        deadline = self._deadline
        return self._stop.is_set() or (deadline is not None and time.monotonic() >= deadline)

    def _report(self, progress: Progress) -> None:
        if not self._stop.is_set():
            self._post(progress)

    def _run(self) -> None:
        context = Context(self._history, self._stopped, self._report)
        try:
            self._post(self._make().choose(self.position, context))
        except Exception as error:  # noqa: BLE001  a thread has no caller to tell it to
            self._post(error)


class Conversation:
    """A conversation. ``write`` gets one line a call, without its end."""

    def __init__(
        self,
        write: Callable[[str], None],
        settings: HubSettings | None = None,
        seed: int | None = None,
    ) -> None:
        self._write = write
        self._settings = settings or HubSettings()
        self._seed = seed
        self._positions: tuple[Position, ...] = (Position.start(self._settings.variant),)
        self._limits = HubLimits()
        #: What to do about each line and report; it says whether to go on.
        self._events: Queue[Callable[[], bool]] = Queue(_MOST_WAITING)
        self._search: Search | None = None
        self._searches = 0
        self._may_cross = False  # a stop that crossed with the end of a search
        self._kept: deque[str | None] = deque()
        #: A strategy, to be used again as long as everything is the same that it was made of.
        self._made: tuple[tuple[object, ...], Strategy] | None = None

    def converse(self, lines: Iterable[str | None]) -> None:
        """Answer lines, None standing for one too long, until ``quit`` or the end of input."""

        def read() -> None:
            for line in lines:
                self._events.put(partial(self._take, line))
            self._events.put(lambda: False)

        threading.Thread(target=read, name="reading", daemon=True).start()
        while self._events.get()():
            pass
        if self._search is not None:
            self._search.stop()

    # Lines

    def _take(self, line: str | None) -> bool:
        """Answer a line; False if the conversation is over."""
        if line is not None and not line.strip():
            return True
        try:
            if line is None:
                raise ValueError(f"the line is longer than {LONGEST_LINE} bytes")
            message = parse_message(line)
            if self._search is not None and not self._is_for_now(message):
                self._keep(line, self._search)
                return True
            if message.command == "quit":
                return False
            handler = _HANDLERS.get(message.command)
            if handler is None:
                known = ", ".join([*_HANDLERS, "quit"])
                raise ValueError(
                    f"there is no command {quoted(message.command)}; there are {known}"
                )
            handler(self, message)
        except ValueError as error:
            self._say_error(str(error))
        return True

    def _is_for_now(self, message: HubMessage) -> bool:
        """Whether a line has a meaning during the search, rather than for the one after it."""
        return message.command in (_ALWAYS if self._kept else _WHILE_THINKING)

    def _keep(self, line: str, search: Search) -> None:
        if not search.stopping:
            raise ValueError("a search is running; send stop first")
        if len(self._kept) >= MOST_KEPT_LINES:
            raise ValueError("too many lines while the search stops")
        self._kept.append(line)

    def _hub(self, _message: HubMessage) -> None:
        self._say("id", name="minicheckers", version=__version__, author="The minicheckers authors")
        for line in self._settings.declared():
            self._write(line)
        self._say("wait")

    def _set_param(self, message: HubMessage) -> None:
        before = self._settings
        self._settings = before.changed(message.required("name"), message.required("value"))
        if self._settings.variant != before.variant:
            self._positions = (Position.start(self._settings.variant),)

    def _init(self, _message: HubMessage) -> None:
        # Report a bad strategy now, not at the first move; and a client waits for ready.
        try:
            self._strategy(self._positions[-1], None)
        except ValueError as error:
            self._settings = replace(self._settings, level=HubSettings().level)
            self._say_error(f"{error}; {self._settings.level} plays instead")
        self._say("ready")

    def _ping(self, _message: HubMessage) -> None:
        self._say("pong")

    def _new_game(self, _message: HubMessage) -> None:
        self._made = None
        self._positions = (Position.start(self._settings.variant),)

    def _pos(self, message: HubMessage) -> None:
        settings = self._settings
        positions = [
            read_position(message.required("pos"), settings.variant, turned=settings.turned)
        ]
        for text in message.arguments.get("moves", "").split():
            positions.append(positions[-1].play(read_move(positions[-1], text)))
        self._positions = tuple(positions)

    def _level(self, message: HubMessage) -> None:
        self._limits = HubLimits.parse(message)

    def _go(self, message: HubMessage) -> None:
        modes = [mode for mode in _MODES if mode in message.arguments]
        if len(modes) != 1:
            raise ValueError(f"'go' needs one of {', '.join(_MODES)}")
        position = self._positions[-1]
        if position.outcome is not None:
            raise ValueError(f"the game is over: {position.outcome}")
        seconds = self._limits.seconds()
        if modes == ["analyze"] and self._limits == HubLimits():
            seconds = None
        self._searches += 1
        number = self._searches

        def post(report: Report) -> None:
            if not isinstance(report, Progress) or self._events.qsize() < _MOST_WAITING_REPORTS:
                self._events.put(partial(self._hear, number, report))

        self._search = Search(
            lambda: self._strategy(position, seconds), position, self._positions[:-1], seconds, post
        )
        if modes != ["ponder"]:
            self._search.start_clock()

    def _stop(self, _message: HubMessage) -> None:
        if self._search is not None:
            self._search.stop()
        elif not self._may_cross:
            raise ValueError("there is no search to stop")
        self._may_cross = False

    def _ponder_hit(self, _message: HubMessage) -> None:
        if self._search is None:
            raise ValueError("no search is pondering")
        self._search.start_clock()

    # What the search says

    def _hear(self, number: int, report: Report) -> bool:
        """Pass on a report of the search; False if a line kept for after it ends everything."""
        search = self._search
        if search is None or number != self._searches:
            return True
        if isinstance(report, Progress):
            self._say_progress(report)
            return True
        self._search = None
        self._may_cross = not search.stopping
        if isinstance(report, Exception):
            told = isinstance(report, StrategyError | ValueError)
            self._say_error(str(report) if told else reason(report))
            # Otherwise the client would wait for a move for ever.
            report = Decision(search.position.legal_moves()[0])
        self._say_done(report)
        # A kept line can start a search; those after it are then kept or refused anew.
        kept, self._kept = self._kept, deque()
        return all(self._take(line) for line in kept)

    def _strategy(self, position: Position, seconds: float | None) -> Strategy:
        settings, limits = self._settings, self._limits
        # Ours keep what they have learnt from move to move, whatever the clock says: it is
        # watched here. Others may have plans of their own for their time.
        time = NO_TIME_LIMIT if is_built_in(settings.level) else seconds
        made_of = (position.variant, settings, limits.depth, limits.nodes, time)
        if self._made is None or self._made[0] != made_of:
            player = Player(settings.level, Limits(time, limits.depth, limits.nodes))
            made = strategy_of(player, position.variant, self._seed, settings.table_bits)
            self._made = made_of, made
        return self._made[1]

    def _say(self, command: str, **arguments: object) -> None:
        self._write(format_message(command, **arguments))

    def _say_error(self, sentence: str) -> None:
        self._say("error", message=sentence)

    def _say_done(self, decision: Decision) -> None:
        moves = [write_move(move) for move in (decision.move, *decision.pv[1:2])]
        self._say("done", move=moves[0], ponder=moves[1] if len(moves) > 1 else None)

    def _say_progress(self, progress: Progress) -> None:
        self._say(
            "info",
            depth=progress.depth,
            score=in_men(progress.score),
            nodes=progress.nodes,
            time=f"{progress.seconds:.3f}",
            nps=f"{progress.nodes_per_second / 1e6:.3f}",
            pv=" ".join(map(write_move, progress.pv)) or None,
        )


def in_men(score: int) -> str:
    """A score in men; won or lost in n plies is 100 less a hundredth a ply, as clients expect."""
    if isinstance(score, Score) and score.unit is Unit.PIECES:
        return f"{score:.2f}"
    plies = plies_to_end(score)
    if plies is None:
        return f"{score / 100:.2f}"
    return f"{(1 if score > 0 else -1) * max(90.01, 100 - plies / 100):.2f}"


_HANDLERS: dict[str, Callable[[Conversation, HubMessage], None]] = {
    "hub": Conversation._hub,
    "set-param": Conversation._set_param,
    "init": Conversation._init,
    "new-game": Conversation._new_game,
    "pos": Conversation._pos,
    "level": Conversation._level,
    "go": Conversation._go,
    "stop": Conversation._stop,
    "ponder-hit": Conversation._ponder_hit,
    "ping": Conversation._ping,
}
