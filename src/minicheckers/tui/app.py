"""The loop: events in, effects out, a frame whenever something has changed."""

import locale
import os
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, ClassVar

from ..coach.hint import coach
from ..game.request import GameRequest
from ..game.session import Session
from ..rules.variant import Colour
from ..storage.store import Store, StoreError
from .events import (
    AskCoach,
    Count,
    Effect,
    Event,
    Forget,
    GameReady,
    GameSaved,
    NewOpponents,
    Notice,
    NotWritten,
    Quit,
    RecordChanged,
    Redraw,
    Save,
    SavePreferences,
    Slow,
    StartGame,
    StopThinking,
    Suspend,
    Think,
    Tick,
    WriteFilm,
    WritePdn,
)
from .initial_state import first_state
from .state import AppState, NewGame
from .terminal import Terminal
from .thinker import Opponent, Thinker
from .update.dispatch import update
from .update.game_flow import session_to_keep
from .view.draw import draw
from .view.theme import get_theme

#: How long to wait for a key, in seconds: while a piece moves or somebody thinks, and else.
BUSY, IDLE = 0.03, 0.2
#: A terminal is too slow for animation if so many frames in a row take longer, in seconds.
SLOW_FRAME, SLOW_FRAMES = 0.12, 3
#: Shorter turns between the threads than usual: keys must not wait for the search.
SWITCH_INTERVAL = 0.001

COACH = "the coach"


def run(request: GameRequest, store: Store) -> int:
    """Play on the screen until the person leaves; the exit code is 0.

    An interrupt leaves as KeyboardInterrupt, a signal as SystemExit; the terminal is restored and
    the unfinished game saved either way.
    """
    sys.setswitchinterval(SWITCH_INTERVAL)
    ascii_only = request.looks.ascii if request.looks.ascii is not None else not _speaks_unicode()
    last_words: list[str] = []
    try:
        with Terminal(request.looks.colour, ascii_only) as terminal:
            looks = replace(
                request.looks,
                ascii=ascii_only,
                colour=terminal.colour,
                animation=request.looks.animation and not terminal.on_slow_line,
            )
            App(replace(request, looks=looks), store, terminal, last_words.append).run()
    finally:
        for sentence in last_words:
            print(f"minicheckers: {sentence}", file=sys.stderr)
    return 0


def _speaks_unicode() -> bool:
    """Whether the locale writes UTF-8; the Linux console does, but its font lacks our glyphs."""
    if os.environ.get("TERM") == "linux":
        return False
    return locale.getencoding().lower().replace("-", "") == "utf8"


class App:
    """One run of the game on a terminal."""

    def __init__(
        self,
        request: GameRequest,
        store: Store,
        terminal: Terminal,
        say_last: Callable[[str], None],
    ) -> None:
        """`say_last` takes sentences for when the terminal has been given back."""
        self._say_last = say_last
        self._request = request
        self._store = store
        self._terminal = terminal
        self._posted: SimpleQueue[Event] = SimpleQueue()
        self._due: deque[Event] = deque()
        self._thinker = Thinker(self._posted.put)
        self._opponents: dict[str, Opponent] = {}
        self._running = True
        self._slow_frames = 0
        self._state = first_state(request, store, terminal.size, time.monotonic())

    def run(self) -> None:
        """Go on until the person quits."""
        drawn: AppState | None = None
        try:
            self._work_off(self._opening())
            while self._running:
                if self._state is not drawn:
                    drawn = self._state
                    self._show()
                self._work_off(
                    [*self._terminal.read(self._patience()), *self._posted_events(), Tick()]
                )
        finally:
            self._thinker.stop()
            self._save_at_the_end()

    def _opening(self) -> Iterable[Event]:
        """What the command line asks for, as events, and what the store has to say."""
        request, session = self._request, self._request.session
        if session is not None:
            new_game = None
            if request.level and request.first and not session.timeline.moves:
                new_game = NewGame(session.variant, request.level, request.first)
            yield GameReady(session, new_game, request.replaying)
        for notice in self._store.take_notices():
            yield Notice(notice, bad=True)

    def _patience(self) -> float:
        game = self._state.board
        moving = game is not None and game.animation is not None
        return BUSY if moving or self._state.thinking is not None else IDLE

    def _posted_events(self) -> Iterable[Event]:
        while True:
            try:
                yield self._posted.get_nowait()
            except Empty:
                return

    def _show(self) -> None:
        looks = self._state.looks
        seconds = self._terminal.show(draw(self._state), get_theme(looks.theme, looks.colour))
        self._slow_frames = self._slow_frames + 1 if seconds > SLOW_FRAME else 0
        if self._slow_frames >= SLOW_FRAMES and looks.animation:
            self._due.append(Slow())

    def _work_off(self, events: Iterable[Event]) -> None:
        """Update the state with events, each with all that its effects bring before the next."""
        for event in events:
            self._due.append(event)
            while self._due:
                now = time.monotonic()
                self._state, effects = update(self._state, self._due.popleft(), now)
                for effect in effects:
                    self._perform(effect)
            if not self._running:
                return

    def _perform(self, effect: Effect) -> None:
        try:
            self._EFFECTS[type(effect)](self, effect)
        except StoreError as error:
            self._due.append(Notice(str(error), bad=True))
        self._due.extend(Notice(notice, bad=True) for notice in self._store.take_notices())

    # Effects

    def _think(self, effect: Think) -> None:
        session = effect.session
        colour = session.position.turn
        if colour not in self._opponents:
            self._opponents[colour] = _opponent_of(session, colour)
        self._thinker.ask(effect.job, self._opponents[colour], session.timeline)

    def _ask_coach(self, effect: AskCoach) -> None:
        variant = effect.session.variant
        if COACH not in self._opponents:
            self._opponents[COACH] = Opponent(COACH, lambda: coach(variant))
        self._thinker.ask(effect.job, self._opponents[COACH], effect.session.timeline)

    def _stop_thinking(self, effect: StopThinking) -> None:
        self._thinker.stop()

    def _new_opponents(self, effect: NewOpponents) -> None:
        self._opponents.clear()

    def _save(self, effect: Save) -> None:
        done = False
        try:
            self._store.save(effect.session)
            done = True
        finally:
            self._due.append(GameSaved(effect.session, done))

    def _forget(self, effect: Forget) -> None:
        self._store.forget()

    def _count(self, effect: Count) -> None:
        self._store.add_result(effect.session)
        self._due.append(RecordChanged(self._store.record()))

    def _save_preferences(self, effect: SavePreferences) -> None:
        self._store.set_preferences(effect.preferences)

    def _write_pdn(self, effect: WritePdn) -> None:
        today = time.strftime("%Y.%m.%d")
        try:
            path = self._store.write_pdn(effect.name, effect.session.pdn(today))
        except StoreError as error:
            self._due.append(NotWritten(effect.name, str(error)))
        else:
            self._due.append(Notice(f"the game is in {path}"))

    def _write_film(self, effect: WriteFilm) -> None:
        from .film.from_session import film_text  # the board is there sooner without it

        name = effect.name if Path(effect.name).suffix else f"{effect.name}.svg"
        try:
            path = self._store.write_pdn(name, film_text(name, effect))
        except StoreError as error:
            self._due.append(NotWritten(effect.name, str(error), "film"))
        else:
            self._due.append(Notice(f"the film is in {path}"))

    def _start_game(self, effect: StartGame) -> None:
        new_game = effect.new_game
        start = self._request.start
        request = self._request
        if start is not None and start.variant != new_game.variant:
            request = replace(request, start=None)
        session = (
            request.two_player_session(new_game.variant)
            if new_game.level is None
            else request.new_session(new_game.variant, new_game.level, new_game.first)
        )
        self._due.append(GameReady(session, new_game))

    def _redraw(self, effect: Redraw) -> None:
        self._terminal.redraw()
        self._state = replace(self._state)  # a new object, so that it is drawn

    def _suspend(self, effect: Suspend) -> None:
        self._terminal.suspend()

    def _quit(self, effect: Quit) -> None:
        self._running = False

    _EFFECTS: ClassVar[dict[type, Callable[["App", Any], None]]] = {
        Think: _think,
        AskCoach: _ask_coach,
        StopThinking: _stop_thinking,
        NewOpponents: _new_opponents,
        Save: _save,
        Forget: _forget,
        Count: _count,
        SavePreferences: _save_preferences,
        WritePdn: _write_pdn,
        WriteFilm: _write_film,
        StartGame: _start_game,
        Redraw: _redraw,
        Suspend: _suspend,
        Quit: _quit,
    }

    def _save_at_the_end(self) -> None:
        """Save what has not been saved, because saving failed or a signal came in between."""
        session = session_to_keep(self._state)
        if session is not None and session is not self._state.saved:
            try:
                self._store.save(session)
            except StoreError as error:
                self._say_last(str(error))


def _opponent_of(session: Session, colour: Colour) -> Opponent:
    """The player of a colour, made when it first thinks: its modules take a while to load."""
    player = session.player(colour)
    name = player.level or ""
    seed = session.seed_of(colour)

    def make() -> Any:
        from ..players.registry import strategy_of

        return strategy_of(player, session.variant, seed)

    return Opponent(name, make)
