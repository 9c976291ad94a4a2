"""The loop: events in, effects out, a frame whenever something has changed."""

import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import assert_never

from ..game.request import GameRequest
from ..game.session import Session
from ..storage.puzzles import PuzzleRecord
from ..storage.store import NameTakenError, Store, StoreError
from .answerers import Asked, Consulted, Post, StandAside, opponent_of
from .capability import speaks_unicode
from .consultant import Consultant
from .events import (
    ArchiveRead,
    Consult,
    Count,
    CountPuzzle,
    Effect,
    Event,
    FindSaved,
    Forget,
    GameReady,
    GameSaved,
    HurryUp,
    ListRecordings,
    LoadPdn,
    Mended,
    NewOpponents,
    Notice,
    NotWritten,
    PuzzleCounted,
    Quit,
    ReadArchive,
    ReadBoard,
    RecordChanged,
    Redraw,
    Ring,
    Save,
    SavePreferences,
    Slow,
    StartGame,
    StopConsulting,
    StopThinking,
    Suspend,
    Think,
    Tick,
    WriteFilm,
    WritePdn,
)
from .initial_state import first_state
from .own_themes import add_own_themes, themes_directory
from .right_of_way import RightOfWay
from .screen import Screen
from .state import AppState, NewGame
from .thinker import Opponent, Thinker
from .update.clock import charge
from .update.dispatch import update
from .update.game_flow import session_to_keep
from .view.draw import draw
from .view.theme import get_theme

#: How long to wait for a key, in seconds: while a piece moves or somebody thinks, and else.
BUSY, IDLE = 0.03, 0.2
#: A terminal is too slow for animation if so many frames in a row take longer, in seconds.
SLOW_FRAME, SLOW_FRAMES = 0.12, 3
#: A thread that wants its turn asks for it after so long: keys must not wait for the search.
SWITCH_INTERVAL = 0.0001

#: Said at the end, as in plain mode.
KEPT = "The game is saved; minicheckers --resume goes on with it."


def run(request: GameRequest, store: Store, opening: Iterable[Event] = ()) -> int:
    """Play on the screen until the person leaves; the exit code is 0.

    It is 1 if the game is lost, or after a fault of ours. `opening` are events to begin with.

    An interrupt leaves as KeyboardInterrupt, a signal as SystemExit; the terminal is restored and
    the unfinished game saved either way.
    """
    from .terminal import Terminal  # curses is not everywhere, and a fake screen needs none

    sys.setswitchinterval(SWITCH_INTERVAL)
    notices = [Notice(problem, bad=True) for problem in add_own_themes(themes_directory())]
    ascii_only = request.looks.ascii if request.looks.ascii is not None else not speaks_unicode()
    last_words: list[str] = []
    farewell: str | None = None
    try:
        with Terminal(request.looks.colour, ascii_only) as terminal:
            looks = replace(
                request.looks,
                ascii=ascii_only,
                colour=terminal.colour,
                animation=request.looks.animation and not terminal.on_slow_line,
            )
            asked = replace(request, looks=looks)
            app = App(asked, store, terminal, last_words.append, opening=(*notices, *opening))
            try:
                app.run()
            except Exception as error:  # noqa: BLE001  told below, once the terminal is back
                last_words.append(app.report(error))
            finally:
                farewell = app.farewell
    finally:
        for sentence in last_words:
            print(f"minicheckers: {sentence}", file=sys.stderr)
        if farewell is not None and sys.stdout.isatty():  # a closed window is no terminal any more
            print(farewell, flush=True)
    return 1 if last_words else 0


class App:
    """One run of the game on a screen."""

    def __init__(
        self,
        request: GameRequest,
        store: Store,
        screen: Screen,
        say_last: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        thinker: Callable[[Post, StandAside], Asked] = Thinker,
        consultant: Callable[[Post, StandAside], Consulted] = Consultant,
        opening: Iterable[Event] = (),
    ) -> None:
        """`opening` are events to begin with.

        `say_last` takes sentences for when the terminal has been given back.
        """
        self._say_last = say_last
        self._request = request
        self._store = store
        self._first_events = tuple(opening)
        self._screen = screen
        self._clock = clock
        self._posted: SimpleQueue[Event] = SimpleQueue()
        self._due: deque[Event] = deque()
        self._heard: deque[Event] = deque(maxlen=40)
        self._right_of_way = RightOfWay()
        stand_aside = self._right_of_way.stand_aside
        self._thinker = thinker(self._posted.put, stand_aside)
        self._consultant = consultant(self._posted.put, stand_aside)
        self._opponents: dict[str, Opponent] = {}
        self._drawn: AppState | None = None
        self._slow_frames = 0
        self.running = True
        #: What is said when the terminal has been given back and all is well.
        self.farewell: str | None = None
        self.state = first_state(request, store, screen.size, clock())

    def run(self) -> None:
        """Go on until the person quits."""
        try:
            self.open()
            while self.running:
                self.turn()
        finally:
            self.close()

    def report(self, error: Exception) -> str:
        """Write a report of a fault; the sentence for the person."""
        from .crash_report import write_report  # seldom needed

        return write_report(self._store.directory, error, self.state, self._heard)

    def open(self) -> None:
        """Begin with what the command line asks for."""
        self.handle(self._opening())

    def turn(self) -> None:
        """Once round the loop: draw what has changed, hear what has happened."""
        if self.state is not self._drawn:
            self._drawn = self.state
            self._show()
        with self._right_of_way.lent():
            self._screen.wait(self._patience())
        self.handle([*self._screen.read(), *self._posted_events(), Tick()])

    def close(self) -> None:
        """Stop thinking and save what is not saved yet."""
        self._thinker.stop()
        self._consultant.stop()
        self.state = charge(replace(self.state, now=self._clock()))
        self._save_at_the_end()

    def _opening(self) -> Iterable[Event]:
        """What the command line asks for, as events, and what the store has to say."""
        request, session = self._request, self._request.session
        if session is not None:
            new_game = None
            if request.level and request.first and not session.timeline.moves:
                limits, start = request.limits, request.start
                new_game = NewGame(
                    session.variant,
                    request.level,
                    request.first,
                    limits.time,
                    start,
                    clock=request.clock,
                )
            yield GameReady(session, new_game, request.replaying, request.record)
        elif request.load is not None:
            yield self._load_pdn(LoadPdn(request.load))
        yield from self._first_events
        for notice in self._store.take_notices():
            yield Notice(notice, bad=True)

    def _patience(self) -> float:
        game = self.state.board
        moving = game is not None and game.animation is not None
        asked = self.state.asked
        busy = self.state.thinking is not None or (asked is not None and not asked.done)
        return BUSY if moving or busy else IDLE

    def _posted_events(self) -> Iterable[Event]:
        while True:
            try:
                yield self._posted.get_nowait()
            except Empty:
                return

    def _show(self) -> None:
        looks = self.state.looks
        frame, started = draw(self.state), self._clock()
        self._screen.show(frame, get_theme(looks.theme, looks.colour))
        seconds = self._clock() - started
        self._slow_frames = self._slow_frames + 1 if seconds > SLOW_FRAME else 0
        if self._slow_frames >= SLOW_FRAMES and looks.animation:
            self._due.append(Slow())

    def handle(self, events: Iterable[Event]) -> None:
        """Update the state with events, each with all that its effects bring before the next."""
        for event in events:
            self._due.append(event)
            while self._due:
                now, due = self._clock(), self._due.popleft()
                if not isinstance(due, Tick):
                    self._heard.append(due)
                self.state, effects = update(self.state, due, now)
                for effect in effects:
                    self.perform(effect)
            if not self.running:
                return

    def perform(self, effect: Effect) -> None:
        """Do what an update asks of the world; what comes of it is due as events."""
        try:
            self._do(effect)
        except StoreError as error:
            self._due.append(Notice(str(error), bad=True))
        self._due.extend(Notice(notice, bad=True) for notice in self._store.take_notices())

    def _do(self, effect: Effect) -> None:
        match effect:
            case Think(job, session, seconds):
                colour = session.position.turn
                if colour not in self._opponents:
                    lead = self._store.record().lead(
                        session.variant.name, session.player(colour).name
                    )
                    self._opponents[colour] = opponent_of(session, colour, lead)
                self._thinker.ask(job, self._opponents[colour], session.timeline, seconds)
            case Consult(job, question):
                self._consultant.ask(job, question)
            case CountPuzzle():
                self._due.append(PuzzleCounted(self._count_puzzle(effect)))
            case ReadArchive():
                self._due.append(ArchiveRead(self._store.archive()))
            case Mended(name):
                self._store.update_archive(lambda archive: archive.with_mended(name))
            case StopConsulting():
                self._consultant.stop()
            case StopThinking():
                self._thinker.stop()
            case HurryUp():
                self._thinker.hurry()
            case Ring():
                self._screen.ring()
            case NewOpponents():
                self._opponents.clear()
            case Save(session):
                self._save(session)
            case FindSaved():
                if (found := self._store.load()) is not None:
                    self._due.append(GameSaved(found, True))
            case Forget(session):
                self._store.forget_finished(session)
            case Count(session):
                self._store.count(session)
                self._due.append(RecordChanged(self._store.record(), session))
            case SavePreferences(preferences):
                self._store.set_preferences(preferences)
            case WritePdn(name, session):
                self._write_pdn(name, session)
            case WriteFilm():
                self._write_film(effect)
            case StartGame(new_game):
                self._start_game(new_game)
            case ListRecordings(purpose):
                from .file_effects import recordings_here  # seldom needed

                self._due.append(recordings_here(purpose))
            case LoadPdn():
                self._due.append(self._load_pdn(effect))
            case ReadBoard(text, variant):
                from .file_effects import read_board

                self._due.append(read_board(text, variant))
            case Redraw():
                self._screen.redraw()
                self._drawn = None
            case Suspend():
                self._screen.suspend()
            case Quit():
                self.running = False
            case _:
                assert_never(effect)

    def _save(self, session: Session) -> None:
        done = False
        try:
            self._store.save(session)
            done = True
        finally:
            self._due.append(GameSaved(session, done))

    def _count_puzzle(self, effect: CountPuzzle) -> PuzzleRecord:
        from ..coach.solving import rated  # loaded by the coach already

        name, difficulty, clean = effect
        return self._store.update_puzzles(
            lambda record: record.plus(name, clean, rated(record.rating, difficulty, clean))
        )

    def _write_pdn(self, name: str, session: Session) -> None:
        today = time.strftime("%Y.%m.%d")
        try:
            path = self._store.write_pdn(name, session.pdn(today))
        except StoreError as error:
            self._due.append(NotWritten(_other_name(error, name), str(error)))
        else:
            self._due.append(Notice(f"the game is in {path}"))

    def _write_film(self, effect: WriteFilm) -> None:
        from .film.from_session import film_text  # the board is there sooner without it

        name = effect.name if Path(effect.name).suffix else f"{effect.name}.svg"
        try:
            path = self._store.write_pdn(name, film_text(name, effect))
        except StoreError as error:
            other = _other_name(error, effect.name)
            self._due.append(NotWritten(other, str(error), "film"))
        else:
            self._due.append(Notice(f"the film is in {path}"))

    def _load_pdn(self, effect: LoadPdn) -> Event:
        from .file_effects import load_pdn

        return load_pdn(effect, self._request, self.state.preferences.level)

    def _start_game(self, new_game: NewGame) -> None:
        limits = replace(self._request.limits, time=new_game.time)
        clock, start = new_game.clock, new_game.start
        request = replace(self._request, start=start, limits=limits, clock=clock)
        if new_game.level is None:
            session = request.two_player_session(new_game.variant)
        elif new_game.watched:
            session = request.watched_session(new_game.variant, new_game.level)
        else:
            session = request.new_session(new_game.variant, new_game.level, new_game.first)
        self._due.append(GameReady(session, new_game))

    def _save_at_the_end(self) -> None:
        """Save or count what has not been, because that failed or a signal came in between."""
        session = session_to_keep(self.state)
        if session is not None and session is not self.state.saved:
            try:
                if session.outcome is None:
                    self._store.save(session)
                else:
                    self._store.count(session)
            except StoreError as error:
                self._say_last(str(error))
                return
        if session is not None and session.outcome is None:
            self.farewell = KEPT


def _other_name(error: StoreError, name: str) -> str:
    """A name to try after one that could not be written: a free one if it was only taken."""
    return error.suggestion if isinstance(error, NameTakenError) else name
