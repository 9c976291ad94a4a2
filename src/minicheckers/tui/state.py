"""What the screen knows.

All of it values: ``update(state, event)`` makes a new state, ``draw(state)`` a frame.
"""

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from ..engine.decision import Progress
from ..engine.score import Score
from ..game.clock import TimeControl
from ..game.session import Session
from ..rules.notation import Move
from ..rules.position import Outcome, Position
from ..rules.variant import Variant
from ..storage.format import Preferences, Record
from .questions import Analyse, Question, Refute
from .studies import Browsing, Reviewing, Showing, Study

if TYPE_CHECKING:  # the coach and reading PDN take a while to load
    from ..coach.analysis import Analysis
    from ..game.pdn import PdnGame

# The state


@dataclass(frozen=True)
class Appearance:
    """How things are drawn: the theme's name, which glyphs, whether in colour and moving."""

    theme: str = "classic"
    ascii: bool = False
    colour: bool = True
    animation: bool = True


class NewGame(NamedTuple):
    """The choices that make a new game; no level: two people at one keyboard.

    ``time`` is how many seconds the computer may think about a move, ``start`` another position
    to begin with; a game that is ``watched`` the level plays against itself. ``clock`` is the time
    that each side has.
    """

    variant: Variant
    level: str | None
    first: str
    time: float | None = None
    start: Position | None = None
    watched: bool = False
    clock: TimeControl | None = None


class ChosenBoard(NamedTuple):
    """A position to begin with, and where it is from."""

    name: str
    position: Position


@dataclass(frozen=True)
class Menu:
    """The start menu: the choices so far, and which row the person is on.

    ``scroll`` is how many of its lines are above the screen, where not all of them fit.
    """

    variant: str
    size: int
    level: str
    first: str
    levels: tuple[str, ...]
    row: str = "game"
    time: float | None = None
    clock: TimeControl | None = None
    board: ChosenBoard | None = None
    scroll: int = 0


@dataclass(frozen=True)
class Animation:
    """A move on its way over the board, from the position before it."""

    before: Position
    move: Move
    started: float
    seconds: float
    progress: float = 0.0


@dataclass(frozen=True)
class Watch:
    """How a game of the computer against itself runs: an index of SPEEDS, or paused."""

    speed: int = 2
    paused: bool = False
    single: bool = False
    next_at: float = 0.0


@dataclass(frozen=True)
class Thinking:
    """A search under way: the number of its job, and its last news.

    One that is ``hurried`` answers as soon as it can.
    """

    job: int
    hurried: bool = False
    progress: Progress | None = None


class Asked(NamedTuple):
    """A question to the coach: the number of its job, the last answer, whether that is all."""

    job: int
    question: Question
    answer: Any = None
    done: bool = False


class Pending(NamedTuple):
    """A person's move that the tutor looks at, and what was known when it was tried."""

    move: Move
    analysis: "Analysis | None" = None


@dataclass(frozen=True)
class GameScreen:
    """A game on the board, and how the person looks at it.

    ``focus`` is the square under the cursor; ``picked`` the squares touched so far by a picked-up
    piece; ``scroll`` how many lines the move list is scrolled back. With ``replaying`` it
    is a recorded game to step through; ``record`` is what else its file says of it. ``failed`` is
    why the computer could not answer.

    The coach: ``hint`` with as many steps as were told (all if 0), ``balance`` how the game stands
    for Black as far as was shown, ``pending`` and ``warned`` the moves that the tutor looks at and
    has warned of, ``refuting`` what is to be refuted. With a ``study`` there is no game but
    something else on the board; ``below`` is what waits meanwhile, or the menu with ``from_menu``.
    """

    session: Session
    focus: int = 1
    flipped: bool = False
    picked: tuple[int, ...] = ()
    hint: Move | None = None
    hint_step: int = 0
    balance: Score | None = None
    pending: Pending | None = None
    warned: Move | None = None
    refuting: Refute | None = None
    showing: Showing | None = None
    study: Study | None = None
    below: "GameScreen | None" = None
    from_menu: bool = False
    scroll: int = 0
    animation: Animation | None = None
    replaying: bool = False
    record: "PdnGame | None" = None
    watch: Watch | None = None
    last_search: Progress | None = None
    failed: str | None = None
    turn_since: float = 0.0
    new_game: NewGame | None = None

    @property
    def position(self) -> Position:
        """The position now."""
        return self.session.position

    @property
    def variant(self) -> Variant:
        """The game that is played."""
        return self.session.variant

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves now; () when the game is over."""
        return () if self.outcome else self.position.legal_moves()

    @property
    def outcome(self) -> Outcome | None:
        """The result if the game is over, else None."""
        return self.session.outcome

    @property
    def must_pass(self) -> bool:
        """Whether the side to move can only forfeit its turn."""
        return [move.is_pass for move in self.legal] == [True]

    @property
    def person_to_move(self) -> bool:
        """Whether a person is to choose a move now."""
        return (
            self.session.to_move.is_person
            and not self.replaying
            and not self.must_pass
            and self.outcome is None
            and self.pending is None
            and self.refuting is None
            and self.showing is None
            and (self.study is None or self.study.takes_moves)
        )

    @property
    def can_be_advised(self) -> bool:
        """Whether there is a move to choose that the person may want to know more about."""
        if self.replaying:
            return self.outcome is None and not self.must_pass
        return self.person_to_move

    def seconds_used(self, now: float) -> float:
        """How long whoever is to move has been thinking; nobody is in a game that is looked at."""
        idle = self.replaying or self.animation or self.study or self.outcome
        return 0.0 if idle else max(0.0, now - self.turn_since)

    @property
    def has_cursor(self) -> bool:
        """Whether squares are chosen on the board: nothing that is only looked at has a cursor."""
        looked_at = isinstance(self.study, Browsing | Reviewing)
        return not (self.replaying or looked_at or self.watch is not None)

    @property
    def candidates(self) -> tuple[Move, ...]:
        """The legal moves that begin with what is picked up."""
        count = len(self.picked)
        return tuple(move for move in self.legal if move.path[:count] == self.picked)

    @property
    def targets(self) -> dict[int, Move]:
        """The squares the picked-up piece can go to next, with a move each begins."""
        if not self.picked:
            return {}
        return {move.path[len(self.picked)]: move for move in reversed(self.candidates)}

    @property
    def movable(self) -> tuple[int, ...]:
        """The squares of the pieces that can move, ascending."""
        return tuple(sorted({move.start for move in self.legal if not move.is_pass}))


class Message(NamedTuple):
    """A sentence for the person, shown until the next key; ``brief`` says it in fewer words."""

    text: str
    ink: str = "strong"
    brief: str = ""


class Help(NamedTuple):
    """The help over whatever is on the screen: which page, and how far it is scrolled."""

    scroll: int = 0
    page: int = 0


class Sheet(NamedTuple):
    """A page of facts over the screen: which, and how far it is scrolled."""

    name: str
    scroll: int = 0


class Choice(NamedTuple):
    """One answer of a dialog: its words, its key, and the name of what it does."""

    label: str
    key: str
    action: str


@dataclass(frozen=True)
class Dialog:
    """A question with a few answers, or the result of a game with what to do next.

    Keys before ``ignore_keys_until`` were meant for the board: a result comes up unasked. With a
    result the keys of the board still work.
    """

    title: str
    text: str
    choices: tuple[Choice, ...]
    selected: int = 0
    ignore_keys_until: float = 0.0
    is_result: bool = False


@dataclass(frozen=True)
class Prompt:
    """A line to type in: a move, or the name of a file."""

    purpose: str
    text: str = ""


@dataclass(frozen=True)
class Picker:
    """A list to choose from: files, or with a ``source`` the recorded games of that file."""

    purpose: str
    title: str
    labels: tuple[str, ...]
    selected: int = 0
    source: str = ""


Overlay = Help | Sheet | Dialog | Prompt | Picker


@dataclass(frozen=True)
class AppState:
    """Everything the screen shows. ``saved`` is the unfinished game that the menu can continue,
    unless it is not known yet whether there is one.

    With ``insight`` every move's worth is shown; with ``warns`` the tutor speaks up. ``asked`` is
    what the coach is busy with, or was last; ``chance`` makes the puzzles of this run.
    """

    menu: Menu
    size: tuple[int, int] = (80, 24)
    looks: Appearance = field(default_factory=Appearance)
    game: GameScreen | None = None
    at_menu: bool = True
    overlay: Overlay | None = None
    message: Message | None = None
    saved: Session | None = None
    saved_is_known: bool = True
    keeping_failed: bool = False
    record: Record = field(default_factory=Record)
    preferences: Preferences = field(default_factory=Preferences)
    thinking: Thinking | None = None
    insight: bool = False
    warns: bool = False
    asked: Asked | None = None
    chance: int = 0
    jobs: int = 0
    bell: bool = False
    now: float = 0.0

    @property
    def board(self) -> GameScreen | None:
        """The game on the screen, None in the menu."""
        return None if self.at_menu else self.game

    @property
    def unfinished(self) -> Session | None:
        """The game that the menu can continue: the one on the board, or else the saved one."""
        game = self.own_game
        if game and game.session.timeline.ply and not game.replaying and game.outcome is None:
            return game.session
        return self.saved

    @property
    def own_game(self) -> GameScreen | None:
        """The game that is played, on the board or waiting below a study."""
        game = self.game
        while game is not None and game.study is not None:
            game = game.below
        return game

    @property
    def analysis(self) -> "Analysis | None":
        """What is known so far about the moves of the position on the board."""
        game = self.board
        if game is None:
            return None
        if isinstance(game.study, Reviewing):
            ply = game.session.timeline.ply
            return game.study.graded[ply].analysis if ply < len(game.study.graded) else None
        asked = self.asked
        if asked is None or asked.question != Analyse(game.session.timeline):
            return None
        analysis: Analysis | None = asked.answer
        return analysis

    @property
    def knows_values(self) -> bool:
        """Whether `analysis` will not get any better."""
        return self.asked is not None and self.asked.done

    def with_game(self, **changes: object) -> "AppState":
        """The state with changes to its game."""
        if self.game is None:
            raise ValueError("there is no game on the board")
        return replace(self, game=replace(self.game, **changes))  # type: ignore[arg-type]

    def saying(self, text: str, ink: str = "strong") -> "AppState":
        """The state with a sentence for the person."""
        return replace(self, message=Message(text, ink))
