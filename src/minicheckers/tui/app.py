"""The board's loop: it shows frames, hears events, and carries out what updates ask for."""

import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Protocol, assert_never

from ..activities.keeping import date_tag
from ..coach.requests import CoachRequest
from ..game.clock import TimeControl
from ..game.player import PERSON
from ..game.request import FIRST_CHOICES, GameRequest
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import printable, quoted, sentence
from ..named_files import read_text_file, write_new
from ..play.effects import (
    CoachAnswered,
    CoachFailed,
    ConfirmLevel,
    Consult,
    Finish,
    GameResumed,
    GameSaved,
    HurryUp,
    KeptEffect,
    Notice,
    Save,
    Say,
    SearchDone,
    SearchFailed,
    StopConsulting,
    StopThinking,
    Think,
    UnfinishedListed,
)
from ..play.game import keeping
from ..play.keeper import Keeper
from ..play.workers import (
    Answer,
    CoachWorker,
    Opponent,
    Opponents,
    SearchWorker,
    UiPriority,
    YieldToUi,
)
from ..players.guard import StrategyError
from ..players.levels import BY_STRENGTH, check_plays
from ..rules.variant import DEFAULT, VARIANTS, get_variant
from ..signals import LastResort, Signals, takes_output
from ..storage import files
from ..storage.game_files import LONGEST_PDN, is_fen, read_board_argument
from ..storage.store import (
    BOARD_PATIENCE,
    FIRST_PATIENCE,
    PATIENCE,
    Preferences,
    Store,
    StoreError,
)
from ..storage.variants import add_own_variants
from ..upgrades import UPGRADED, is_upgraded
from .capability import speaks_unicode
from .events import (
    BoardRead,
    Copy,
    Effect,
    Event,
    Fail,
    GameReady,
    ListRecordings,
    ListStrategies,
    LoadPdn,
    NewGame,
    NewOpponents,
    NotRead,
    OtherGameWaits,
    Quit,
    ReadBoard,
    Recordings,
    RecordReady,
    Redraw,
    ReviewReady,
    Ring,
    Slow,
    StartGame,
    StrategiesListed,
    Suspend,
    TextShown,
    Tick,
    WriteFilm,
    WriteText,
)
from .frame import Frame
from .screens.menu import STRENGTH, ChosenBoard, MenuScreen
from .state import Appearance, AppState
from .theme import THEMES, Theme
from .update import update
from .view import draw

#: How long to wait for a key, in seconds: while a piece moves or somebody thinks, and else.
BUSY, IDLE = 0.03, 0.2
#: A terminal is too slow for animation if this many frames in a row take longer, in seconds.
SLOW_FRAME, SLOW_FRAMES = 0.12, 3
#: A thread that wants its turn asks for it after so long: keys must not wait for the search.
SWITCH_INTERVAL = 0.0001
#: Show at most this many files, and this many games of one file.
MOST_FILES, MOST_GAMES = 200, 2000

SAVED = "Game saved. Continue with: minicheckers --resume"

PostAnswer = Callable[[Answer], None]


class ScreenPort(Protocol):
    """What the loop needs of a terminal, so that it runs on a real one and on a fake."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    def wait(self, seconds: float) -> None:
        """Wait until something happens, so long at most."""

    def read(self) -> Iterable[Event]:
        """Say all that has happened, once it was waited for."""

    def show(self, frame: Frame, theme: Theme) -> None:
        """Show a frame."""

    def redraw(self) -> None:
        """Repaint everything with the next frame."""

    def ring(self) -> None:
        """Ring the bell."""

    def copy(self, text: str) -> bool:
        """Copy a text to the clipboard; False if there is no way to it from here."""

    def suspend(self) -> None:
        """Give the terminal to the shell until it says to go on."""


class SearchPort(Protocol):
    """Something that finds moves: a SearchWorker, or a script in a test."""

    def ask(self, opponent: Opponent, line: Timeline, seconds: float | None = None) -> None:
        """Begin to think about the last position of a line; an earlier search is dropped."""

    def hurry(self) -> None:
        """Answer now, as well as possible."""

    def stop(self) -> None:
        """Drop the search: its answer will be ignored."""


class CoachPort(Protocol):
    """Something that answers for the coach: a CoachWorker, or a script in a test."""

    def ask(self, request: CoachRequest) -> None:
        """Begin to answer a request; an earlier one is given up."""

    def stop(self) -> None:
        """Drop the request: its answer will be ignored."""


def run(request: GameRequest, store: Store, opening: Iterable[Event] = ()) -> int:
    """Play on the screen until the person leaves; the exit code is 0.

    It is 1 if the game is lost, or after a fault of ours. `opening` are events to begin with.

    After Ctrl-C it leaves as KeyboardInterrupt, after another signal that ends it as SystemExit;
    the terminal is restored and the unfinished game saved by then.
    """
    from ..tui2.terminal import (
        Terminal,  # some systems lack curses, and a fake screen does not need it
    )

    sys.setswitchinterval(SWITCH_INTERVAL)
    problems = add_own_variants(packages=False)
    notices = [Notice(problem, bad=True) for problem in problems]
    ascii_only = request.looks.ascii if request.looks.ascii is not None else not speaks_unicode()
    last_words: list[str] = []
    app: App | None = None

    def save() -> None:
        if app is not None:
            app.save_at_the_end()

    with Signals() as signals:
        terminal = Terminal(request.looks.colour, ascii_only, signals)
        with LastResort(save, terminal.give_back):
            try:
                with terminal:
                    looks = replace(
                        request.looks,
                        ascii=ascii_only,
                        colour=terminal.colour,
                        animation=request.looks.animation and not terminal.on_slow_line,
                    )
                    app = App(
                        replace(request, looks=looks),
                        store,
                        terminal,  # type: ignore[arg-type]
                        last_words.append,
                        opening=(*notices, *opening),
                        ended=lambda: signals.ending is not None,
                    )
                    chosen = request.looks.theme or app.state.preferences.theme
                    terminal.asks_background = chosen is None
                    try:
                        app.run()
                    except Exception as error:  # noqa: BLE001  told below, once the terminal is back
                        last_words.append(app.report(error))
            except OSError:
                if signals.ending is None:  # else the terminal has gone, which the signal says
                    raise
            finally:
                with suppress(OSError):  # a closed window is no terminal any more
                    for words in last_words:
                        print(f"minicheckers: {words}", file=sys.stderr)
                    farewell = None if app is None else app.farewell
                    if farewell is not None and sys.stdout.isatty() and takes_output():
                        print(farewell, flush=True)
    if signals.ending == signal.SIGINT:
        raise KeyboardInterrupt
    if signals.ending is not None:
        raise SystemExit(128 + signals.ending)
    return 1 if last_words else 0


def first_state(request: GameRequest, store: Store, size: tuple[int, int], now: float) -> AppState:
    """The menu, preset to the flags and else to the last choices."""
    preferences = store.preferences()
    variant = request.variant.name if request.variant else preferences.variant
    variant = variant if variant in VARIANTS else next(iter(VARIANTS))
    board = request.variant.size if request.variant else preferences.size
    level = request.level or preferences.level
    try:
        check_plays(level, request.variant or get_variant(variant))
    except ValueError:  # a choice of last time does not fit a flag
        variant, board = (variant, board) if request.variant else (DEFAULT.name, DEFAULT.size)
        level = request.level or Preferences.level
    first = request.first or preferences.first
    last_clock = None if preferences.clock is None else TimeControl.parse(preferences.clock)
    menu = MenuScreen(
        variant_name=variant,
        board_size=board or get_variant(variant).size,
        level=level,
        first=first if first in FIRST_CHOICES else FIRST_CHOICES[0],
        levels=(*BY_STRENGTH, STRENGTH),
        row="start",
        time=preferences.time if request.limits.time is None else request.limits.time,
        clock=request.clock or last_clock,
        start=None if request.start is None else ChosenBoard("--board", request.start),
        flags=tuple((name, value) for name, value in _flags(request).items() if value is not None),
    ).against(level)
    theme = request.looks.theme or preferences.theme or ""
    looks = Appearance(
        theme=theme if theme in THEMES else next(iter(THEMES)),
        ascii=bool(request.looks.ascii),
        colour=request.looks.colour,
        animation=request.looks.animation,
    )
    return AppState(
        menu,
        menu,
        size=size,
        looks=looks,
        record=store.stats(),
        daily=store.daily(),
        preferences=preferences,
        insight=request.coach == "show",
        warns=request.coach == "warn",
        bell=request.bell,
        puzzle_seed=request.random.getrandbits(32),
        now=now,
    )


def _flags(request: GameRequest) -> dict[str, Any]:
    """What the flags have chosen, by the names of the preferences; None for what they have not."""
    return {
        "variant": request.variant and request.variant.name,
        "size": request.variant and request.variant.size,
        "level": request.level,
        "first": request.first,
        "time": request.limits.time,
        "clock": request.clock and str(request.clock),
    }


class App:
    """One run of the game on a screen."""

    def __init__(
        self,
        request: GameRequest,
        store: Store,
        screen: ScreenPort,
        say_last: Callable[[str], None],
        *,
        clock: Callable[[], float] = time.monotonic,
        search: Callable[[PostAnswer, YieldToUi], SearchPort] = SearchWorker,
        coach: Callable[[PostAnswer, YieldToUi], CoachPort] = CoachWorker,
        opening: Iterable[Event] = (),
        ended: Callable[[], bool] = lambda: False,
    ) -> None:
        """`opening` are events to begin with.

        `say_last` takes sentences for when the terminal has been given back. `ended` says whether
        a signal has asked the program to end.
        """
        self._ended = ended
        self._say_last = say_last
        self._request = request
        self._store = store
        self._keeper = Keeper(store)
        self._first_events = tuple(opening)
        self._screen = screen
        self._clock = clock
        self._posted: SimpleQueue[Answer] = SimpleQueue()
        self._due: deque[Event] = deque()
        self._heard: deque[Event] = deque(maxlen=40)
        self._priority = UiPriority()
        self._search = search(self._posted.put, self._priority.yield_to_ui)
        self._coach = coach(self._posted.put, self._priority.yield_to_ui)
        #: While answers are awaited, the loop checks often.
        self._awaited: set[str] = set()
        self._opponents = Opponents(
            lambda variant, level: self.state.record.net_wins(variant, level)
        )
        self._drawn: AppState | None = None
        self._is_shown = False
        self._slow_frames = 0
        self.running = True
        #: What is said when the terminal has been given back and all is well.
        self.farewell: str | None = None
        # Whoever holds the database does not delay the first frame by much.
        store.patience, store.late_is_missing = FIRST_PATIENCE, True
        self.state = first_state(request, store, screen.size, clock())
        # Puzzles and recorded games have nothing to do with them.
        apart = request.study or request.replaying
        self._others = () if apart else store.unfinished()
        store.patience, store.late_is_missing = BOARD_PATIENCE, False

    def run(self) -> None:
        """Go on until the person quits."""
        try:
            self.open()
            while self.running and not self._ended():
                self.turn()
        finally:
            self.close()

    def open(self) -> None:
        self.handle(self._opening())

    def turn(self) -> None:
        """Once round the loop: draw what has changed, hear what has happened."""
        if self.state is not self._drawn:
            self._drawn = self.state
            self._show()
            if not self._is_shown:
                self._is_shown = True
                self._store.maintain()
                # Looking for packages takes a while; what is wrong at home has been said.
                problems = set(add_own_variants()) - set(add_own_variants(packages=False))
                self.handle(Notice(problem, bad=True) for problem in sorted(problems))
        with self._priority.lent():
            busy = self.state.screen.is_moving or self._awaited
            self._screen.wait(BUSY if busy else IDLE)
        # Answers are taken one by one, after the keys: a key may make them worthless.
        keys = [*self._screen.read()]
        self.handle(chain(keys, self.answers(), self._keeper.news(), [Tick()]))

    def close(self) -> None:
        """Stop thinking and save what is not saved yet."""
        self._search.stop()
        self._coach.stop()
        for effect in self.state.screen.farewell(self._clock()):
            self.perform(effect)
        self.save_at_the_end()

    def _opening(self) -> Iterable[Event]:
        """What the command line asks for, as events, and what the store has to say."""
        request, session = self._request, self._request.session
        if session is not None and request.resumed:
            yield GameResumed(session)
        elif session is not None:
            new_game = None
            if request.level and request.first and not session.timeline.moves:
                new_game = NewGame(
                    session.variant,
                    request.level,
                    request.first,
                    request.limits.time,
                    request.start,
                    clock=request.clock,
                )
            yield _opened(request, session, new_game)
            yield from self._of_other_game()
        elif request.load is not None:
            yield load_pdn(LoadPdn(request.load), request, self._store)
        elif request.straight:
            menu = self.state.screen
            assert isinstance(menu, MenuScreen)
            new_game = menu.new_game(self.state)
            # The menu lists games without another goal.
            variant = request.variant or new_game.variant
            yield self._new_game(new_game._replace(variant=variant))
            yield from self._of_other_game()
        else:
            yield UnfinishedListed(self._others)
        yield from self._first_events
        yield from self._keeper.news()

    def _of_other_game(self) -> Iterable[Event]:
        """Tell of an unfinished game that waits, each only once."""
        latest = max((game.id for game in self._others if not game.open_elsewhere), default=0)
        if latest > (self.state.preferences.told or 0):
            yield OtherGameWaits(latest)

    def answers(self) -> Iterable[Event]:
        """What the search and the coach have said, as far as somebody still waits for it."""
        while True:
            try:
                answer = self._posted.get_nowait()
            except Empty:
                return
            if not answer.counts:
                continue
            if isinstance(answer.event, SearchDone | SearchFailed):
                self._awaited.discard("search")
            if isinstance(answer.event, CoachFailed) or getattr(answer.event, "done", False):
                self._awaited.discard("coach")
            yield answer.event

    def _show(self) -> None:
        frame, started = draw(self.state), self._clock()
        self._screen.show(frame, self.state.theme)
        seconds = self._clock() - started
        self._slow_frames = self._slow_frames + 1 if seconds > SLOW_FRAME else 0
        if self._slow_frames >= SLOW_FRAMES and self.state.looks.animation:
            self._due.append(Slow())

    def handle(self, events: Iterable[Event]) -> None:
        """Update the state with events, each with all that its effects bring before the next."""
        for event in events:
            self._due.append(event)
            while self._due:
                now, due = self._clock(), self._due.popleft()
                if isinstance(due, CoachAnswered):  # which may be as large as a tree
                    self._heard.append(due._replace(answer=type(due.answer)))
                elif not isinstance(due, Tick):
                    self._heard.append(due)
                self.state, effects = update(self.state, due, now)
                for effect in effects:
                    self.perform(effect)
            if not self.running or self._ended():
                return

    def perform(self, effect: Effect) -> None:
        """Do what an update asks of the world; what comes of it is due as events.

        What cannot be done becomes a notice, and the game goes on.
        """
        try:
            if isinstance(effect, KeptEffect):
                self._due.extend(self._keeper.perform(effect))
                return
            match effect:
                case Think(session, seconds):
                    opponent = self._opponents.to_move(session)
                    self._search.ask(opponent, session.timeline, seconds)
                    self._awaited.add("search")
                case StopThinking():
                    self._search.stop()
                    self._awaited.discard("search")
                case HurryUp():
                    self._search.hurry()
                case ConfirmLevel(level):
                    from ..players.registry import confirm  # takes a while to load

                    confirm(level)
                case Consult(request):
                    self._coach.ask(request)
                    self._awaited.add("coach")
                case StopConsulting():
                    self._coach.stop()
                    self._awaited.discard("coach")
                case Say(text):
                    self._due.append(Notice(text))
                case StartGame(new_game):
                    self._due.append(self._new_game(new_game))
                case NewOpponents():
                    self._opponents.forget()
                case WriteFilm(name):
                    self._due.append(self._keeper.write_file(name, film_text(effect), "film"))
                case ListRecordings(purpose):
                    self._due.append(recordings_here(purpose))
                case ListStrategies():
                    self._due.append(strategies_here())
                case LoadPdn():
                    self._due.append(load_pdn(effect, self._request, self._store))
                case ReadBoard(text, variant):
                    self._due.append(read_board(text, variant))
                case Copy():
                    self._due.append(self._copy(effect))
                case WriteText(name, text):
                    self._due.append(self._keeper.write_file(name, text, "game"))
                case Fail(words):
                    self._say_last(words)
                    self.running = False
                case Ring():
                    self._screen.ring()
                case Redraw():
                    self._screen.redraw()
                    self._drawn = None
                case Suspend():
                    self._screen.suspend()
                case Quit():
                    self.running = False
                case _:
                    assert_never(effect)
        except _FAILURES as error:
            self._due.extend(failed(effect, error))

    def _new_game(self, new_game: NewGame) -> GameReady:
        limits = replace(self._request.limits, time=new_game.time)
        clock, start = new_game.clock, new_game.start
        request = replace(self._request, start=start, limits=limits, clock=clock)
        if new_game.level is None:
            session = request.two_player_session(new_game.variant)
        elif new_game.watched:
            session = request.watched_session(new_game.variant, new_game.level)
        else:
            session = request.new_session(new_game.variant, new_game.level, new_game.first)
        return GameReady(session, new_game)

    def _copy(self, asked: Copy) -> Event:
        """Copy a text; where that is not possible it is shown."""
        text = copied_text(asked)
        if asked.form == "show" or not self._screen.copy(text):
            return TextShown(text)
        what = {"fen": "position", "pdn": "game", "line": "game"}[asked.form]
        return Notice(f"The {what} is copied. If your terminal did not take it, press e and s.")

    def save_at_the_end(self) -> None:
        """Save or count what has not been, because that failed or a signal came in between."""
        self._store.patience = PATIENCE
        try:
            self._save_own_game()
            self._store.close()
        except StoreError as error:
            self._say_last(str(error))

    def _save_own_game(self) -> None:
        game = self.state.own_game
        if game is None:
            return
        if game.session.clock is not None and self.state.screen.own_game is game:
            game = game.charged(self._clock())
        match keeping(game.session):
            case Save(session):
                if session is not self.state.saved:
                    self._store.save(session)
                self.farewell = SAVED
            case Finish(session):
                self._store.finish(session)

    def report(self, error: Exception) -> str:
        """Write a report of a fault next to the saved games; the sentence for the person.

        An upgrade is no fault, and what a report needs can no longer be loaded then.
        """
        if is_upgraded():
            return UPGRADED
        what = f"an internal error: {quoted(f'{type(error).__name__}: {error}')}"
        path = self._store.directory / time.strftime("crash-%Y%m%d-%H%M%S.txt")
        try:
            files.make_private(self._store.directory)
            write_new(path, report_text(error, self.state, self._heard).encode())
        except OSError as why:
            return f"{what}; a report could not be written: {why.strerror or why}"
        return (
            f"{what}; your game is saved, and a report is in {printable(str(path))}; to check your "
            "setup, run minicheckers doctor"
        )


#: What an effect may raise without a bug of ours: the disk, the system, or a bad request.
_FAILURES = (OSError, ValueError, RuntimeError, MemoryError, StrategyError)


def failed(effect: Effect, error: BaseException) -> Iterable[Event]:
    """What comes of an effect that cannot be carried out: whoever waits for an answer gets one."""
    why = UPGRADED if is_upgraded() else str(error)
    if isinstance(error, OSError) and error.strerror and why is not UPGRADED:
        why = error.strerror if error.filename is None else f"{error.strerror}: {error.filename}"
    words = sentence(f"That did not work: {printable(why or type(error).__name__)}")
    match effect:
        case Think():
            yield SearchFailed(words)
        case Consult():
            yield CoachFailed(words)
        case Save(session):
            yield GameSaved(session, False)
            yield Notice(words, bad=True)
        case _:
            yield Notice(words, bad=True)


# Files


def recordings_here(purpose: str) -> Event:
    """The files with recorded games in the current directory, the latest first."""
    found = [path for path in Path.cwd().glob("*.pdn") if path.is_file()]
    latest = sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    names = tuple(path.name for path in latest[:MOST_FILES])
    return Recordings(purpose, "Recorded games", names)


def strategies_here() -> Event:
    """The strategies that are no levels."""
    from ..players.registry import others  # looking for them takes a while

    return StrategiesListed(tuple((entry.name, entry.summary) for entry in others()))


def load_pdn(effect: LoadPdn, request: GameRequest, store: Store) -> Event:
    """The game of a file or a text, or all its games to choose from if there are several."""
    # Imported here so that the board appears sooner.
    from ..activities.files import open_recorded, read_recorded

    try:
        text = effect.text or read_text_file(str(Path(effect.name).expanduser()), LONGEST_PDN)
        variant = request.variant if effect.name == request.load else None
        records = read_recorded(text, effect.name, effect.number, MOST_GAMES, variant)
        if effect.number is None and len(records) > 1:
            labels = tuple(record.described(n) for n, record in enumerate(records, start=1))
            return Recordings(effect.purpose, effect.name, labels, source=effect.name)
        if effect.purpose == "review":
            return ReviewReady(Session(records[0].timeline, PERSON, PERSON))
        strict = effect.purpose != "paste"  # a person who pasted a game has been asked already
        opened = open_recorded(request, records[0], store, strict=strict)
    except (ValueError, RuntimeError, StoreError) as error:
        return NotRead(effect.purpose, effect.name, str(error))
    assert opened.session is not None
    if opened.resumed:
        return GameResumed(opened.session)
    if effect.purpose == "paste":
        return GameReady(opened.session, None, opened.replaying, opened.record)
    return _opened(opened, opened.session)


def _opened(request: GameRequest, session: Session, new_game: NewGame | None = None) -> Event:
    """The game of a request; if it is a recorded one, the person may say what to do with it."""
    from ..activities.files import asks_what_to_do

    if request.record is not None and asks_what_to_do(request, request.record):
        return RecordReady(session, request.record)
    return GameReady(session, new_game, request.replaying, request.record)


def copied_text(asked: Copy) -> str:
    """What is copied of a game: its position, the game, the game as a line, or all of that."""
    # Imported here so that the board appears sooner.
    from ..game.correspondence import write_letter
    from ..game.pdn import write_game

    session, record = asked.session, asked.record
    as_pdn = session.pdn(date_tag()) if record is None else write_game(record)
    letter = write_letter(record or session.record())
    texts = {"fen": asked.fen, "line": letter, "pdn": as_pdn}
    return "\n\n".join(texts.values()) if asked.form == "show" else texts[asked.form]


def read_board(text: str, variant: str) -> Event:
    """The board of a file or a FEN, read by the rules of a game."""
    try:
        position = read_board_argument(text, variant)
    except ValueError as error:
        return NotRead("board", text, str(error))
    return BoardRead("a FEN" if is_fen(text) else Path(text).name, position)


def film_text(asked: WriteFilm) -> str:
    """The film that is asked for, as animated SVG."""
    from ..rules.notation import Spelling  # imported here so that the board appears sooner
    from ..tui2.animated_svg import Film, film_svg
    from ..tui2.theme import get_theme

    session = asked.session
    film = Film(
        session.timeline,
        str(session.black),
        str(session.white),
        "the game goes on" if session.outcome is None else str(session.outcome),
        flipped=asked.flipped,
        notation=Spelling.of(session.variant, asked.notation),
    )
    return film_svg(film, get_theme(asked.theme))


def report_text(error: BaseException, state: AppState, events: Iterable[Event]) -> str:
    """Version, system, screen, the last events, the game and where it went wrong."""
    import platform  # imported here so that the board appears sooner
    import traceback

    from .. import __version__

    game = state.own_game
    lines = [
        f"minicheckers {__version__}",
        f"Python {sys.version.split()[0]} on {platform.platform()}",
        f"terminal {state.size[0]}x{state.size[1]}, theme {state.looks.theme}",
        f"screen {type(state.screen).__name__}, over it {state.overlay!r}",
        "",
        "To check the games, the terminal and what was added: minicheckers doctor",
        "",
        "The last events:",
        *(f"  {event!r}" for event in events),
        "",
        "The game:",
        game.session.pdn("????.??.??") if game is not None else "  none",
        "",
        *traceback.format_exception(error),
    ]
    return "\n".join(lines)
