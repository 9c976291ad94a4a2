"""How a line is answered: it is a word or a move, and becomes a step of play.

The effects of a step are carried out one by one before the next line is read.
"""

import datetime
import re
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cached_property
from random import Random
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, Self, TypeVar

from ..coach.requests import Coach, CoachRequest, FindMistakes
from ..engine.decision import Context
from ..game.timeline import Timeline
from ..messages import quoted, sentence
from ..play.effects import (
    CoachAnswered,
    CoachFailed,
    ConfirmLevel,
    Consult,
    Effects,
    Finish,
    GameSaved,
    HurryUp,
    KeptEffect,
    Notice,
    NotWritten,
    PlayEffect,
    PlayEvent,
    ResumeGame,
    Say,
    SearchDone,
    SearchFailed,
    SetAside,
    StopConsulting,
    StopThinking,
    Think,
)
from ..play.keeper import Keeper
from ..play.workers import Opponents
from ..players.guard import StrategyError
from ..rules.notation import PASS, Move, NotationChoice, Spelling
from ..rules.position import Position
from ..rules.variant import Colour
from ..signals import LastResort
from ..storage.store import Store
from . import text
from .console import Console

#: Other words for a command.
ALIASES = {
    "": "board",
    "?": "help",
    "back": "leave",
    "continue": "resume",
    "daily": "puzzle daily",
    "exit": "quit",
    "explore": "analysis",
    "lessons": "learn",
    "mend": "retry",
    "next": "skip",
    "pieces": "list",
    "q": "quit",
    "worth": "values",
}


class Command(NamedTuple):
    """A command in the help: its argument, in brackets if it is optional, and what it does."""

    argument: str
    summary: str


Words = Mapping[str, Command]


class Prompt(ABC):
    """Where a person types words of a table, and moves in the position on the board.

    A word of ``words`` is carried out by the method with its name after ``_do_``; ``aliases`` are
    other words for it. ``say`` prints lines as they are.
    """

    say: Callable[..., None]
    words: ClassVar[Words]
    aliases: ClassVar[Mapping[str, str]]

    @property
    @abstractmethod
    def position(self) -> Position:
        """The position on the board."""

    @property
    def bottom(self) -> Colour:
        """The colour at the bottom of the board."""
        return self.position.turn

    @property
    @abstractmethod
    def spelling(self) -> Spelling:
        """How squares and moves are written here."""

    @abstractmethod
    def move(self, move: Move) -> None:
        """Do what a legal move means here."""

    def obey(self, line: str) -> None:
        """Do what a line says: a word with its argument, a move, or its number in the list.

        Raises ValueError with a sentence for anything else; all is then as it was.
        """
        word, _, argument = line.strip().partition(" ")
        name, _, meant = self.aliases.get(word.casefold(), word.casefold()).partition(" ")
        argument = argument.strip() or meant
        command = self.words.get(name)
        if command is None:
            if name.isalpha() and name != PASS:  # every other move has a digit in it
                raise ValueError(text.not_a_command(word.casefold(), self.words, self.instead))
            self.move(self.chosen_move(line.strip()))
            return
        if argument and not command.argument:
            raise ValueError(f"unexpected {quoted(argument)}; type {name} alone")
        if not argument and command.argument and not command.argument.startswith("["):
            raise ValueError(f"write {name} {command.argument} to {command.summary}")
        getattr(self, f"_do_{name}")(argument)

    def chosen_move(self, line: str) -> Move:
        """The legal move that a line means; ValueError with a sentence if it means none."""
        if not re.fullmatch(r"[0-9]+", line, re.ASCII):
            return self.position.find(line)
        legal = self.position.legal_moves()
        if not 1 <= (number := int(line[:9])) <= len(legal):
            raise ValueError(text.no_such_number(line, len(legal)))
        return legal[number - 1]

    @property
    def instead(self) -> str:
        """What can be typed besides the commands, which follow in the same sentence."""
        legal = self.position.legal_moves()
        return f"type a move such as {legal[0]}, or" if legal else "type a move, or"

    @property
    def example(self) -> str:
        """How the help goes on after "a move": with one that is legal now, if there is any."""
        legal = self.position.legal_moves()
        return f" such as {self.spelling.move(legal[0])}" if legal else ""

    def show_board(self) -> None:
        letters = self.spelling.letters
        self.say(*text.board_lines(self.position, self.bottom, letters=letters))

    def _do_board(self, _: str) -> None:
        self.show_board()
        if self.position.outcome is None:  # then --board reads whose turn it is
            self.say(f"{self.position.turn.capitalize()} to move.")

    def _do_moves(self, _: str) -> None:
        self.say(*text.move_lines(self.position, letters=self.spelling.letters))

    def _do_help(self, _: str) -> None:
        shown = {f"{name} {word.argument}".rstrip(): word for name, word in self.words.items()}
        width = max(map(len, shown))
        self.say(
            *text.wrapped(
                f"Type a move{self.example}, using square numbers or coordinates such as a1, or "
                "the number of a move in the list. Or type one of these commands:"
            ),
            *(f"  {heading:{width}}  {word.summary}" for heading, word in shown.items()),
            "An empty line shows the board.",
        )


#: The commands of every activity, before its own and after them.
LOOKING = {
    "moves": Command("", "list the legal moves, numbered, with coordinates"),
    "board": Command("", "show the board; b and w are men, B and W are kings"),
    "list": Command("", "say where every piece stands"),
    "fen": Command("", "show the position as FEN"),
}
ENDING = {
    "help": Command("", "list these commands"),
    "quit": Command("", "quit; an unfinished game is saved"),
}


class Desk:
    """The console, everything that steps of play ask for, and the activities in progress.

    Activities form a stack, such as a game with an analysis on top. A line goes to the topmost.
    """

    def __init__(
        self,
        store: Store,
        console: Console,
        clock: Callable[[], float] = time.monotonic,
        *,
        bell: bool = False,
        random: Random | None = None,
    ) -> None:
        self.store = store
        self.keeper = Keeper(store)
        self.random = random or Random()
        self._console = console
        self.say = console.say
        self._clock = clock
        self._bell = bell
        self._opponents = Opponents(lambda game, level: store.stats().net_wins(game, level))
        self._coach = Coach()
        self._coach_seconds = 0.0
        self._activities: list[Activity[Any]] = []
        self._done = False
        #: Whether an unfinished game of this run is on the disk.
        self._is_saved = False
        #: The exit code, unless something could not be written.
        self.code = 0

    def run(self, activity: "Activity[Any]") -> int:
        """Go on until the person leaves or the input ends, and return the exit code."""
        with LastResort(self.store.close):
            try:
                self.open(activity)
                while self._activities and not self._done:
                    try:
                        line = self._console.read()
                        if line is None:
                            break
                        self._activities[-1].obey(line)
                    except ValueError as error:
                        self.tell(str(error))
                return self._leave()
            except (KeyboardInterrupt, SystemExit) as end:
                with suppress(OSError):  # the terminal may have gone for good
                    self._leave(interrupted=True)
                if isinstance(end, SystemExit):
                    raise
                return 130

    def open(self, activity: "Activity[Any]") -> None:
        """Put an activity on top; the one below it waits."""
        if self._activities:
            self._activities[-1].put_aside()
        self._activities.append(activity)
        activity.begin()

    def close(self) -> None:
        """Take the topmost activity away; the one below it goes on."""
        self._activities.pop()
        if self._activities:
            self._activities[-1].come_back()

    @property
    def is_bare(self) -> bool:
        return len(self._activities) == 1

    def quit(self) -> None:
        """End the program after this line."""
        self._done = True

    def _leave(self, *, interrupted: bool = False) -> int:
        if self._activities:  # the activities below have been put aside before
            self._activities[-1].put_aside()
        news = list(self.keeper.close())  # save everything before saying anything
        if interrupted:
            self.say("")  # start the next message on its own line
        for _ in self._told(iter(news)):
            pass  # the keeper knows whether everything is written
        if self._is_saved:
            self.say("Game saved. Continue with: minicheckers --resume")
        return 1 if self.keeper.is_behind else self.code

    # Speaking

    def tell(self, words: str) -> None:
        """Print words as a sentence, in lines that fit everywhere, squares as the person wants."""
        if self._activities:
            words = self._activities[-1].spelling.sentence(words)
        self.say(*text.wrapped(sentence(words)))

    def ring(self) -> None:
        """Ring the terminal's bell if the person wants that."""
        if self._bell:
            self._console.ring()

    @cached_property
    def notation(self) -> NotationChoice | None:
        """How the person wants squares to be written; None: as each game's players do."""
        return self.store.notation()

    @property
    def today(self) -> datetime.date:
        """The day, which begins at the same moment for everybody."""
        return datetime.datetime.now(datetime.UTC).date()

    # What steps of play ask for

    @property
    def now(self) -> float:
        """The time; while the coach thinks no clock runs."""
        return self._clock() - self._coach_seconds

    def perform(self, effect: PlayEffect) -> Iterator[PlayEvent]:
        match effect:
            case Say(words):
                self.tell(words)
            case Think():
                yield self._think(effect)
            case Consult(request):
                yield from self._consult(request)
            case StopThinking() | HurryUp() | StopConsulting() | ConfirmLevel():
                pass  # nothing runs between two lines; naming a level confirms it
            case _:
                if isinstance(effect, SetAside | ResumeGame):
                    self._opponents.forget()
                if isinstance(effect, Finish | SetAside | ResumeGame):
                    self._is_saved = False
                yield from self._told(self.keeper.perform(effect))

    def tell_news(self) -> None:
        for _ in self._told(self.keeper.news()):
            pass  # nothing else is awaited here

    def _told(self, events: Iterator[PlayEvent]) -> Iterator[PlayEvent]:
        """The events without those that are for the person or the desk alone."""
        for event in events:
            match event:
                case Notice(words) | NotWritten(sentence=words):
                    self.tell(words)
                case GameSaved(done=done):
                    self._is_saved = done
                case _:
                    yield event

    def _think(self, asked: Think) -> PlayEvent:
        line = asked.session.timeline
        stopped = Context(clock=self._clock).within(asked.seconds).stopped
        try:
            opponent = self._opponents.to_move(asked.session)
            return SearchDone(opponent.choose(line, Context(line.history, stopped=stopped)))
        except (StrategyError, ValueError) as error:
            return SearchFailed(str(error))

    def _consult(self, request: CoachRequest) -> Iterator[PlayEvent]:
        if isinstance(request, FindMistakes):  # so that the first is shown at once
            requests: list[CoachRequest] = [FindMistakes((game,)) for game in request.games]
        else:
            requests = [request]
        answer: Any = None
        for number, part in enumerate(requests, start=1):
            began = self._clock()
            try:
                found = self._coach.answer(part)
                answer = found if answer is None else answer + found
                event: PlayEvent = CoachAnswered(answer, number == len(requests))
            except ValueError as error:
                event = CoachFailed(str(error))
            self._coach_seconds += self._clock() - began
            yield event


class State(Protocol):
    """A value of play."""

    @property
    def timeline(self) -> Timeline:
        """The moves that led to the position on the board."""

    def ask_values(self) -> tuple[Self, Effects]:
        """Tell the value of every move."""


S = TypeVar("S", bound=State)
Narration = tuple[Iterable[str], Iterable[str]]


class Activity(Prompt, Generic[S]):
    """Something a person does at the desk: a value of play, and the words that change it."""

    aliases = ALIASES

    def __init__(self, desk: Desk, state: S) -> None:
        self.desk = desk
        self.say = desk.say
        self.state = state

    @property
    def timeline(self) -> Timeline:
        return self.state.timeline

    @property
    def position(self) -> Position:
        return self.timeline.position

    @property
    def spelling(self) -> Spelling:
        return Spelling.of(self.position.variant, self.desk.notation)

    @abstractmethod
    def begin(self) -> None:
        """Say what it is, and ask for the first line."""

    @abstractmethod
    def hear(self, event: PlayEvent) -> tuple[S, Effects]:
        """What an answer changes."""

    def put_aside(self) -> None:
        """Another activity comes on top of it, or the program ends."""

    def come_back(self) -> None:
        """The activity on top of it is over."""

    # A step

    def take(self, step: tuple[S, Effects], told: Iterable[str] | None = None) -> None:
        """Go on to a step, and to all that follows from it by itself.

        What is to last is on the disk before anybody hears of it. `told` is said in place of what
        `narrate` says of the step.
        """
        waiting: deque[PlayEffect] = deque()
        self._enter(step, waiting, told)
        while waiting:
            for event in self.desk.perform(waiting.popleft()):
                self._enter(self.hear(event), waiting, None)

    def _enter(
        self, step: tuple[S, Effects], waiting: deque[PlayEffect], told: Iterable[str] | None
    ) -> None:
        before = self.state
        self.state, effects = step
        kept = (
            number for number, effect in enumerate(effects, 1) if isinstance(effect, KeptEffect)
        )
        first = next(kept, 0)
        begin, end = self.narrate(before)
        begin = begin if told is None else told
        waiting.extend((*effects[:first], *map(Say, begin), *effects[first:], *map(Say, end)))

    def narrate(self, before: S) -> Narration:
        """What is said of a step: sentences before those of its own, and after them."""
        return (), ()

    # Words for every activity

    def _do_list(self, _: str) -> None:
        self.say(*text.piece_lines(self.position, letters=self.spelling.letters))

    def _do_fen(self, _: str) -> None:
        self.say(self.position.fen())

    def _do_values(self, _: str) -> None:
        self.take(self.state.ask_values())

    def _do_leave(self, _: str) -> None:
        self.desk.close()

    def _do_quit(self, _: str) -> None:
        self.desk.quit()
