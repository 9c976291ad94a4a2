"""A game with somebody elsewhere, line by line; or with a computer in the person's place."""

import io
import sys
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty

from ..dxp.handshake import Dial, HangUp, SendTo
from ..dxp.link import Played
from ..dxp.sockets import NetworkEvent
from ..dxp.wire import Wire
from ..game.correspondence import write_letter
from ..messages import printable, quoted, sentence
from ..play.effects import (
    ContinueRemote,
    Finish,
    Notice,
    PlayEvent,
    Save,
    Say,
    SearchDone,
    SearchFailed,
    SetAside,
    StopThinking,
    Think,
)
from ..play.keeper import Keeper
from ..play.opponents import Opponents
from ..play.remote import End, RemoteGame, Step, YourTurn
from ..play.search_worker import Answer, SearchWorker
from ..rules.notation import PASS, Move, Spelling
from ..rules.position import Position
from ..rules.variant import COLOURS
from ..signals import LastResort
from ..storage.store import Store
from . import text
from .console import Console

#: How often the clocks are looked at, in seconds.
TICK = 0.1


@dataclass(frozen=True)
class _Line:
    """A line that the person typed; None at the end of input."""

    text: str | None


class RemoteConsole:
    """The face of a remote game in plain mode: carries out what the game asks for.

    A person's lines are read, unless a computer plays in their place.
    """

    def __init__(self, game: RemoteGame, wire: Wire, console: Console, store: Store) -> None:
        self._game = game
        self._keeper = Keeper(store)
        self._notation = store.preferences().notation
        self._wire = wire
        self._console = console
        self._inbox = wire.inbox  # everything arrives in one inbox
        self._opponents = Opponents(lambda *_: 0)
        self._search = SearchWorker(self._inbox.put)
        self._code: int | None = None

    def run(self) -> int:
        """Go on until the game or the person ends it, and return the exit code."""
        with LastResort():
            return self._run()

    def _run(self) -> int:
        if self._game.player.is_person:
            threading.Thread(target=self._read, name="reading", daemon=True).start()
        try:
            while self._code is None:
                with suppress(Empty):
                    self._handle(self._inbox.get(timeout=TICK))
                self._take(self._game.tick(time.monotonic()))
            return self._code
        except (KeyboardInterrupt, SystemExit):
            self._take(self._game.leave())
            raise
        finally:
            self._search.stop()
            self._wire.stop()
            self._hear_disk(self._keeper.close())

    def _read(self) -> None:
        while True:
            try:
                line = self._console.read()
            except ValueError as error:
                self._tell(str(error))
                continue
            self._inbox.put(_Line(line))
            if line is None:
                return

    # What happens

    def _handle(self, event: NetworkEvent | _Line | Answer) -> None:
        now = time.monotonic()
        if isinstance(event, _Line):
            try:
                self._obey(event.text, now)
            except ValueError as error:
                self._tell(str(error))
        elif isinstance(event, Answer):
            if event.counts:
                self._hear_search(event.event, now)
        else:
            self._take(self._game.hear(event, now))

    def _hear_search(self, event: PlayEvent, now: float) -> None:
        match event:
            case SearchDone(decision):
                self._take(self._game.found(decision, now))
            case SearchFailed(words):
                self._take(self._game.failed(words))
            case Notice(words):
                self._tell(words)

    def _take(self, step: Step) -> None:
        self._game, effects = step
        for effect in effects:
            match effect:
                case SendTo() | HangUp() | Dial():
                    self._wire.perform(effect)
                case Say(words):
                    self._tell(words)
                case Played(move, before):
                    link = self._game.link
                    if link is not None:
                        names = text.names_for(link.colour, link.opponent)
                        self._tell(
                            self._spelling(before).sentence(text.played(before, move, names))
                        )
                case YourTurn():
                    self._show_turn()
                case Think(session, seconds):
                    opponent = self._opponents.to_move(session)
                    self._search.ask(opponent, session.timeline, seconds)
                case StopThinking():
                    self._search.stop()
                case SetAside() | ContinueRemote() | Save() | Finish():
                    self._hear_disk(self._keeper.perform(effect))
                case End(failed):
                    self._code = int(failed)

    def _hear_disk(self, events: Iterable[PlayEvent]) -> None:
        """Tell what is wrong with the disk."""
        for event in events:
            if isinstance(event, Notice):
                self._tell(event.text)

    def _tell(self, words: str) -> None:
        self._console.say(*text.wrapped(sentence(printable(words))))

    def _spelling(self, position: Position) -> Spelling:
        return Spelling.of(position.variant, self._notation)

    def _show_turn(self) -> None:
        link = self._game.link
        if link is None:
            return
        self._console.say(f"Your turn ({link.colour}).")
        if link.clock is not None:
            self._show_time("")
        position = link.timeline.position
        self._console.say(*text.choices(position, letters=self._spelling(position).letters))

    # Words

    def _obey(self, line: str | None, now: float) -> None:
        """Do what a line says; ValueError with a sentence if it says nothing that can be done."""
        if line is None:
            self._take(self._game.leave())
            return
        word, _, argument = line.strip().partition(" ")
        name = _ALIASES.get(word.casefold(), word.casefold())
        if name in _STEPS:
            self._take(_STEPS[name](self._game, argument.strip(), now))
        elif name in _SHOWN:
            _SHOWN[name](self, argument.strip())
        elif name.isalpha() and name != PASS:
            raise ValueError(
                f"{quoted(word)} is not a command; type a move, or help for the commands"
            )
        else:
            self._take(self._game.play(self._chosen(line.strip()), now))

    def _chosen(self, line: str) -> Move:
        if self._game.link is None:
            raise ValueError(text.NO_GAME_YET)
        position = self._game.link.timeline.position
        legal = position.legal_moves()
        if line.isascii() and line.isdigit():
            if not 1 <= (number := int(line[:9])) <= len(legal):
                raise ValueError(text.no_such_number(line, len(legal)))
            return legal[number - 1]
        return position.find(line)

    def _show_board(self, _: str) -> None:
        if self._game.link is None:
            raise ValueError(text.NO_GAME_YET)
        link, position = self._game.link, self._game.link.timeline.position
        letters = self._spelling(position).letters
        self._console.say(*text.board_lines(position, link.colour, letters=letters))

    def _show_moves(self, _: str) -> None:
        if self._game.link is None:
            raise ValueError(text.NO_GAME_YET)
        position = self._game.link.timeline.position
        self._console.say(*text.move_lines(position, letters=self._spelling(position).letters))

    def _show_time(self, _: str) -> None:
        link = self._game.link
        if link is None or link.clock is None:
            raise ValueError("the game has no clock")
        left = [link.left(colour, time.monotonic()) or 0.0 for colour in COLOURS]
        shown = (
            f"{colour} {int(seconds) // 60}:{int(seconds) % 60:02d}"
            for colour, seconds in zip(COLOURS, left, strict=True)
        )
        self._console.say(f"Time left: {', '.join(shown)}.")

    def _show_pdn(self, _: str) -> None:
        if self._game.link is None:
            raise ValueError(text.NO_GAME_YET)
        self._console.say(*self._game.link.pdn().splitlines())

    def _show_line(self, _: str) -> None:
        if self._game.link is None:
            raise ValueError(text.NO_GAME_YET)
        self._console.say(*write_letter(self._game.link.record()).splitlines())

    def _show_help(self, _: str) -> None:
        width = max(map(len, _HELP))
        self._console.say(
            "Type a move such as 9-13, its number in the list, or one of these commands:",
            *(f"  {word:{width}}  {summary}" for word, summary in _HELP.items()),
        )


_HELP = {
    "board": "show the board; so does an empty line",
    "moves": "list the legal moves in words, with their numbers",
    "undo": "ask to undo your last move",
    "draw": "offer a draw",
    "yes": "accept your opponent's request",
    "no": "decline it",
    "resign": "resign",
    "say TEXT": "send your opponent a message",
    "clock": "say the time left",
    "line": "show the game as one line of text, to continue it elsewhere",
    "pdn": "show the game as PDN",
    "new": "ask for another game, or stop waiting for a guest",
    "help": "list these commands",
    "quit": "quit",
}
_ALIASES = {"": "board", "y": "yes", "n": "no", "exit": "quit", "?": "help", "time": "clock"}
_STEPS: dict[str, Callable[[RemoteGame, str, float], Step]] = {
    "undo": lambda game, _, now: game.undo(now),
    "draw": lambda game, _, now: game.draw(now),
    "yes": lambda game, _, now: game.accept(now),
    "no": lambda game, _, now: game.decline(now),
    "resign": lambda game, _, now: game.resign(now),
    "say": lambda game, words, now: game.say(words, now),
    "new": lambda game, _, now: game.again(now),
    "quit": lambda game, *_: game.leave(),
}
_SHOWN: dict[str, Callable[[RemoteConsole, str], None]] = {
    "board": RemoteConsole._show_board,
    "moves": RemoteConsole._show_moves,
    "clock": RemoteConsole._show_time,
    "line": RemoteConsole._show_line,
    "pdn": RemoteConsole._show_pdn,
    "help": RemoteConsole._show_help,
}


def standard_console() -> Console:
    """Standard input and output, for a thread that may be left waiting when the program ends."""
    if sys.stdin is None:
        return Console(None, sys.stdout)
    # Unbuffered, so that whoever waits for a line holds nothing that the end of Python needs.
    source = io.FileIO(sys.stdin.fileno(), closefd=False)
    return Console(source, sys.stdout, sys.stdin.isatty())
