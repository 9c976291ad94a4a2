"""A game with somebody elsewhere, line by line; or with a computer in the person's place."""

import io
import sys
import threading
import time
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty
from typing import ClassVar

from ..dxp.handshake import Dial, HangUp, SendTo
from ..dxp.link import Link, Played
from ..dxp.sockets import Network, NetworkEvent
from ..game.clock import minutes
from ..game.correspondence import write_letter
from ..messages import printable, sentence
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
from ..play.remote import End, RemoteGame, Step, YourTurn
from ..play.workers import Answer, Opponents, SearchWorker
from ..rules.notation import Move, Spelling
from ..rules.position import Position
from ..rules.variant import COLOURS, Colour
from ..signals import LastResort
from ..storage.store import Store
from . import text
from .activity import ENDING, LOOKING, Command, Prompt, Words
from .console import Console

#: How often the clocks are looked at, in seconds.
TICK = 0.1


@dataclass(frozen=True)
class _Line:
    """A line that the person typed; None at the end of input."""

    text: str | None


class RemoteConsole(Prompt):
    """The face of a remote game in plain mode: carries out what the game asks for.

    A person's lines are read, unless a computer plays in their place.
    """

    words: ClassVar[Words] = {
        "board": LOOKING["board"],
        "moves": LOOKING["moves"],
        "undo": Command("", "ask to undo your last move"),
        "draw": Command("[yes]", "offer a draw; yes or no: accept or decline one"),
        "yes": Command("", "accept your opponent's request"),
        "no": Command("", "decline it"),
        "resign": Command("[yes]", "resign and lose the game; yes: without asking"),
        "say": Command("TEXT", "send your opponent a message"),
        "clock": Command("", "say the time left"),
        "line": Command("", "show the game as one line of text, to continue it elsewhere"),
        "pdn": Command("", "show the game as PDN"),
        "new": Command("", "ask for another game, or stop waiting for a guest"),
        "help": ENDING["help"],
        "quit": Command("", "quit"),
    }
    aliases: ClassVar[Mapping[str, str]] = {
        "": "board",
        "?": "help",
        "exit": "quit",
        "n": "no",
        "time": "clock",
        "y": "yes",
    }

    def __init__(self, game: RemoteGame, wire: Network, console: Console, store: Store) -> None:
        self._game = game
        self._keeper = Keeper(store)
        self._notation = store.notation()
        self._wire = wire
        self._console = console
        self.say = console.say
        self._inbox = wire.inbox  # everything arrives in one inbox
        self._opponents = Opponents(lambda *_: 0)
        self._search = SearchWorker(self._inbox.put)
        self._code: int | None = None
        #: Why it has failed, for whoever reports errors; empty unless the exit code says so.
        self.trouble = ""

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
            self._hear_line(event.text)
        elif isinstance(event, Answer):
            if event.counts:
                self._hear_search(event.event, now)
        else:
            self._take(self._game.hear(event, now))

    def _hear_line(self, line: str | None) -> None:
        if line is None:
            self._take(self._game.leave())
            return
        try:
            self.obey(line)
        except ValueError as error:
            words = str(error)
            self._tell(words if self._game.link is None else self.spelling.sentence(words))

    def _hear_search(self, event: PlayEvent, now: float) -> None:
        match event:
            case SearchDone(decision):
                self._take(self._game.found(decision, now))
            case SearchFailed(words):
                self._take(self._game.failed(words))
            case Notice(words):
                self._tell(words)

    def _take(self, step: Step) -> None:
        games = self._game.games
        self._game, effects = step
        fails = End(failed=True) in effects
        for effect in effects:
            match effect:
                case SendTo() | HangUp() | Dial():
                    self._wire.perform(effect)
                case Say(words) if fails:  # a step that fails only says why
                    self.trouble = printable(words)
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
        if self._game.games > games:
            self._tell_result()

    def _hear_disk(self, events: Iterable[PlayEvent]) -> None:
        for event in events:
            if isinstance(event, Notice):
                self._tell(event.text)

    def _tell(self, words: str) -> None:
        self.say(*text.wrapped(sentence(printable(words))))

    def _spelling(self, position: Position) -> Spelling:
        return Spelling.of(position.variant, self._notation)

    def _tell_result(self) -> None:
        link = self._game.link
        if link is None or link.ending is None or not self._game.player.is_person:
            return
        if (winner := link.ending.winner) is not None:
            self.say(text.WON if winner is link.colour else text.LOST)

    def _show_turn(self) -> None:
        link = self._game.link
        if link is None:
            return
        self.say(f"Your turn ({link.colour}).")
        if link.clock is not None:
            self._do_clock("")
        position = link.timeline.position
        self.say(*text.choices(position, letters=self._spelling(position).letters))

    # Words

    @property
    def _link(self) -> Link:
        if self._game.link is None:
            raise ValueError(text.NO_GAME_YET)
        return self._game.link

    @property
    def position(self) -> Position:
        """The position on the board; ValueError with a sentence before there is a game."""
        return self._link.timeline.position

    @property
    def bottom(self) -> Colour:
        return self._link.colour

    @property
    def spelling(self) -> Spelling:
        return self._spelling(self.position)

    @property
    def example(self) -> str:
        """As everywhere, once there is a game."""
        return "" if self._game.link is None else super().example

    @property
    def instead(self) -> str:
        """A move only for whoever is to move."""
        return super().instead if self._link.my_turn else f"{self._why_no_move}; type"

    @property
    def _why_no_move(self) -> str:
        over = self._link.ending is not None
        return "the game is over" if over else f"it is {self._link.opponent}'s turn"

    def chosen_move(self, line: str) -> Move:
        if not self._link.my_turn:
            raise ValueError(self._why_no_move)
        return super().chosen_move(line)

    def move(self, move: Move) -> None:
        self._take(self._game.play(move, time.monotonic()))

    def _do_undo(self, _: str) -> None:
        self._take(self._game.undo(time.monotonic()))

    def _do_draw(self, answer: str) -> None:
        now = time.monotonic()
        match answer.casefold():
            case "":
                self._take(self._game.draw(now))
            case "yes" | "y" | "no" | "n" if not self._link.draw_wanted:
                raise ValueError(f"{self._link.opponent} has not offered a draw")
            case "yes" | "y":
                self._take(self._game.draw(now))
            case "no" | "n":
                self._take(self._game.decline(now))
            case _:
                raise ValueError("type draw to offer a draw, draw yes to accept one, or draw no")

    def _do_yes(self, _: str) -> None:
        self._take(self._game.accept(time.monotonic()))

    def _do_no(self, _: str) -> None:
        self._take(self._game.decline(time.monotonic()))

    def _do_resign(self, answer: str) -> None:
        step = self._game.resign(time.monotonic())  # refuses here what cannot be done
        if answer.casefold() in ("yes", "y"):
            self._take(step)
        else:
            self._tell("Resign? You will lose. Write resign yes to resign, or play on")

    def _do_say(self, words: str) -> None:
        self._take(self._game.say(words, time.monotonic()))

    def _do_clock(self, _: str) -> None:
        link = self._game.link
        if link is None or link.clock is None:
            raise ValueError("the game has no clock")
        now = time.monotonic()
        left = (f"{colour} {minutes(link.left(colour, now) or 0.0)}" for colour in COLOURS)
        self.say(f"Time left: {', '.join(left)}.")

    def _do_line(self, _: str) -> None:
        self.say(*write_letter(self._link.record()).splitlines())

    def _do_pdn(self, _: str) -> None:
        self.say(*self._link.pdn().splitlines())

    def _do_new(self, _: str) -> None:
        self._take(self._game.again(time.monotonic()))

    def _do_quit(self, _: str) -> None:
        self._take(self._game.leave())


def standard_console() -> Console:
    """Standard input and output, for a thread that may be left waiting when the program ends."""
    if sys.stdin is None:
        return Console(None, sys.stdout)
    # Unbuffered, so that whoever waits for a line holds nothing that the end of Python needs.
    source = io.FileIO(sys.stdin.fileno(), closefd=False)
    return Console(source, sys.stdout, sys.stdin.isatty())
