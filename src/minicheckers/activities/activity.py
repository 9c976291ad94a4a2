"""What an activity is: something a person does with a board, for either face to show.

An activity is an ordinary object: it changes when something is done to it, or when an answer comes.
What is worth being a value (a position, a line of play, a session) is one inside it. Its *deeds*
are methods: a key on the board, a word in plain mode and a name under ``[keys]`` call the same one.
What a deed refuses, it refuses with a ValueError that holds a sentence.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from ..game.player import PERSON
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.notation import Move, Piece
from ..rules.position import Position
from ..rules.variant import COLOURS, Colour, Variant
from ..support.text import Phrase

if TYPE_CHECKING:
    from ..coach.analysis import Analysis
    from ..game.pdn import PdnGame
    from .background import World

#: A text and its tone: strong, text, dim, good, warning, bad or accent. An empty text parts two.
Line = tuple[str, str]
#: What somebody can answer, and what that does, None for nothing.
Answers = dict[str, Callable[[], None] | None]
#: The argument of a deed that is done to a square: on the board it is the one under the cursor.
SQUARE = "SQUARE"
#: How much slower and faster than usual something can go on by itself.
SLOWEST, FASTEST = 0.1, 200.0
Method = TypeVar("Method", bound=Callable[..., None])


class Deed(NamedTuple):
    """Something that can be done: its name, its keys, and what is said about it.

    ``label`` is its word on the key line, or finds it; one without does not stand there. What needs
    an ``argument`` asks for it on the board; in plain mode it is typed after the word. One in
    brackets may be left out, and on the board it is. Whether it would do anything is what ``when``
    says; one that is ``refused`` then is so with that sentence.
    """

    name: str
    keys: tuple[str, ...]
    help: str
    label: str | Callable[[Any], str] = ""
    when: Callable[[Any], object] | None = None
    refused: str = ""
    argument: str = ""
    shown: str = ""
    #: The method that does it, if that is not called like it, and what that is given.
    method: str = ""
    given: tuple[object, ...] = ()

    @property
    def needs_argument(self) -> bool:
        """Whether it cannot be done without its argument."""
        return bool(self.argument) and not self.argument.startswith("[")

    def applies(self, owner: object) -> bool:
        """Whether it would do anything now."""
        return self.when is None or bool(self.when(owner))

    def word(self, owner: object) -> str:
        """Its word for the key line; empty while it does nothing."""
        if not self.applies(owner):
            return ""
        return self.label if isinstance(self.label, str) else self.label(owner)

    def perform(self, owner: object, *argument: str) -> None:
        """Do it; ValueError with a sentence if that is refused."""
        if self.refused and not self.applies(owner):
            raise ValueError(self.refused)
        getattr(owner, self.method or self.name)(*self.given, *argument)


_DEEDS: dict[Callable[..., None], list[Deed]] = {}


def deed(
    keys: str = "", help: str = "", label: str | Callable[[Any], str] = "", **more: Any
) -> Callable[[Method], Method]:
    """Make a method a deed; its keys are named with blanks between them.

    A method that is ``given`` one thing or another is several deeds, each with a ``name``.
    """

    def mark(method: Method) -> Method:
        names = tuple(" " if key == "space" else key for key in keys.split())
        name = more.pop("name", method.__name__)
        known = Deed(name, names, help, label, method=method.__name__, **more)
        _DEEDS.setdefault(method, []).insert(0, known)
        return method

    return mark


_KNOWN: dict[type[object], tuple[Deed, ...]] = {}


def deeds_of(owner: object) -> tuple[Deed, ...]:
    """The deeds of an object, those of its own class first."""
    return deeds_of_class(type(owner))


def deeds_of_class(kind: type[object]) -> tuple[Deed, ...]:
    """The deeds of the objects of a class."""
    if kind not in _KNOWN:
        found: dict[str, Deed] = {}
        for base in kind.__mro__:
            for member in vars(base).values():
                for known in _DEEDS.get(member, ()) if callable(member) else ():
                    found.setdefault(known.name, known)
        _KNOWN[kind] = tuple(found.values())
    return _KNOWN[kind]


class Fact(NamedTuple):
    """Something about a game that is over: what it is about, how it is, and a note on that."""

    label: str
    words: str
    note: str = ""

    @property
    def row(self) -> str:
        """It as a row of a table."""
        return f"{self.label:10}{self.words}  {self.note}".rstrip()

    def __str__(self) -> str:
        note = f", {self.note}" if self.note else ""
        return f"{self.label.capitalize()}: {self.words}{note}"


@dataclass(frozen=True)
class Question:
    """A question with its answers, of which the first is safe.

    ``abouts`` say more about the answers, in the same order.
    """

    title: str
    text: str
    answers: Answers
    abouts: tuple[str, ...] = ()
    #: Whether it comes up by itself, so that the first keys are not meant for it.
    unasked: bool = False
    #: What closing it without an answer does, None for nothing.
    closing: Callable[[], None] | None = None
    #: Whether there is still something to answer; then it goes as it came.
    stands: Callable[[], bool] = lambda: True
    #: Whether the keys of the activity still count while it is open.
    lets_through: bool = False
    #: What is known by now, below the text, and whose king stands beside that.
    facts: Callable[[], tuple[Fact, ...]] = tuple
    winner: Colour | None = None


class Activity(ABC):
    """Something a person does with a board; ``session`` is the game that it is about, if any."""

    world: "World"
    session: Session | None = None
    #: What shows it: the board with a panel, or the tree of a search.
    page = "board"
    #: Whether squares are changed by hand: then the board stays turned as it is.
    edits = False
    #: Whether squares can be pointed at: not where a game is only looked at.
    has_cursor = True

    #: Whether it is a game that is saved, and takes the place of whatever was open.
    is_kept = False

    #: Whether its players are shown; else there is more to be told than of a game.
    shows_players = True

    #: Whether the value of every move is shown.
    insight = False
    #: The piece that is put down where squares are changed by hand.
    brush: Piece | None = None

    @property
    def names(self) -> dict[Piece, str]:
        """The pieces to choose from, and what they are called."""
        return {}

    @property
    def seat(self) -> Colour | None:
        """The side whose end of the board is the near one, None for no matter."""
        return None if self.session is None else self.session.here

    def side(self, colour: Colour) -> str:
        """Who plays a colour, in a word or two."""
        session = self.session
        player = PERSON if session is None else session.player(colour)
        if session is None or not player.is_person or player.person is not None:
            return str(player)
        mine = session.person is colour or session.player(colour.other).person is not None
        return "you" if mine else str(colour)

    @property
    def running(self) -> float:
        """For how many seconds the side to move has been thinking."""
        return 0.0

    @property
    def timeline(self) -> Timeline:
        """The line of play whose end is on the board."""
        assert self.session is not None
        return self.session.timeline

    @property
    def position(self) -> Position:
        return self.timeline.position

    @property
    def variant(self) -> Variant:
        return self.timeline.start.variant

    @property
    def takes_moves(self) -> bool:
        """Whether the person is to choose a move now."""
        return False

    def why_not_turn(self) -> str:
        """Why the person cannot move now."""
        return "there is no move to make now"

    def try_move(self, move: Move) -> None:
        """Do what a legal move means here."""
        raise ValueError(self.why_not_turn())

    def touch(self, square: int) -> None:
        """A square is clicked while no move is to be chosen."""
        raise ValueError(self.why_not_turn())

    def paste(self, text: str) -> None:
        """Take a text that is no legal move, such as a position."""
        self.position.find(text)

    def landed(self) -> None:  # noqa: B027  most have nothing to do then
        """The move that was made has been seen to its end."""

    def let_go(self) -> bool:
        """Forget the hint, or the move that waits for the coach; whether there was one."""
        return False

    def begin(self) -> None:  # noqa: B027
        """It has come on top: for the first time, or again."""

    def tick(self) -> None:  # noqa: B027
        """Time goes by."""

    def put_aside(self) -> None:  # noqa: B027
        """Another activity comes on top."""

    def farewell(self) -> None:
        """The program ends."""
        self.put_aside()

    @property
    def loses(self) -> str:
        """What would be lost if the program ended now, as a sentence; empty for nothing."""
        return ""

    @property
    def has_board(self) -> bool:
        """Whether there is a position to talk about."""
        return True

    def talk(self) -> "list[str]":
        """What was said lately: the board shows it, plain mode has told it as it came."""
        return []

    def as_record(self) -> "PdnGame":
        """The game as a record, for a file or to take it elsewhere."""
        return Session(self.timeline, PERSON, PERSON).record()

    def shown_hint(self) -> tuple[int, ...]:
        """The squares that the coach points at."""
        return ()

    def shown_line(self) -> tuple[Move, ...]:
        """What the hinted move leads to, once that is told."""
        return ()

    def told_line(self) -> list[Line]:
        """The same in words, a move a line."""
        lines: list[Line] = []
        for number, move in enumerate(self.shown_line(), start=1):
            turn = self.position.turn if number % 2 else self.position.turn.other
            lines.append((Phrase(f"{number}. {self.side(turn)} ", move), "text"))
        return lines

    def advice(self) -> str:
        """What to do, while the value of every move is shown."""
        return ""

    def told_hint(self) -> str:
        """What the coach has told last of a hint that is not taken yet."""
        return ""

    @property
    def doubtful(self) -> Move | None:
        """The move that waits since the coach has warned about it."""
        return None

    @property
    def punished_by(self) -> Move | None:
        """The answer to that move."""
        return None

    def shown_analysis(self) -> "Analysis | None":
        """The values of the moves, if they are to be seen."""
        return None

    def chart(self, width: int) -> list[Line]:
        """Lines that are to be seen, but not to be told."""
        return []

    def marks(self) -> dict[int, Line]:
        """What is written after moves, by ply."""
        return {}

    def title(self) -> str:
        """What it is, in a few words."""
        return " against ".join(f"{self.side(colour)} ({colour})" for colour in COLOURS)

    def standing(self) -> str:
        """Why it does not count, if it does not."""
        return ""

    @abstractmethod
    def story(self) -> list[Line]:
        """What the person is to know now: the panel shows it, plain mode says what is new in it."""


class Walking(Activity):
    """An activity that can go on by itself, a step at a time: at the usual speed one
    every ``usual_interval`` seconds.

    While it is ``walking``, that is ``speed`` times as fast as usual; ``next_at`` is when the next
    step is due.
    """

    usual_interval = 1.0
    walking = False
    speed = 1.0
    next_at = 0.0

    @abstractmethod
    def step_on(self) -> None:
        """Go on by a step."""

    @property
    def interval(self) -> float:
        """How long a step lasts at this speed, in seconds."""
        return self.usual_interval / self.speed

    def tick(self) -> None:
        super().tick()
        while self.walking and self.world.now >= self.next_at:
            self.next_at += self.interval
            self.step_on()

    @deed("+", "faster", lambda w: "faster" if w.walking else "", name="faster", given=(2.0,))
    @deed("-", "slower", lambda w: "slower" if w.walking else "", name="slower", given=(0.5,))
    def change_speed(self, factor: float) -> None:
        """Go on that many times as fast."""
        self.speed = min(max(self.speed * factor, SLOWEST), FASTEST)
        self.next_at = min(self.next_at, self.world.now + self.interval)
        self.world.say(f"{self.speed:.3g}x as fast as usual")
