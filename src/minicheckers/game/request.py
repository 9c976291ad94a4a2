"""GameRequest: what the command line asked of the game, ready for the board or for plain mode."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random
from typing import TYPE_CHECKING

from ..rules.notation import Piece, Placement
from ..rules.position import Position
from ..rules.variant import COLOURS, Colour, Variant
from ..support.text import did_you_mean, quoted
from .player import NO_LIMITS, PERSON, Limits, Player, TimeControl
from .session import Session
from .timeline import Timeline

if TYPE_CHECKING:  # takes a while to load
    from .pdn import PdnGame

#: Who may move first, each with the other words for it.
FIRST_WORDS = {
    "you": ("y", "yes", "me", "human"),
    "computer": ("n", "no", "ai"),
    "random": (),
}
FIRST_CHOICES = tuple(FIRST_WORDS)

#: How much help there is while playing, each with a word about it.
COACHING = {
    "off": "no warnings; a hint at any time",
    "warn": "a warning before a blunder",
    "show": "the value of every move; such games are counted separately",
}


def read_first(text: str) -> str:
    """Which of FIRST_CHOICES a word means; ValueError if none."""
    word = text.strip().casefold()
    for choice, others in FIRST_WORDS.items():
        if word == choice or word in others:
            return choice
    advice = did_you_mean(word, FIRST_CHOICES, "write you, computer or random")
    raise ValueError(f"{quoted(text)} does not say who is first{advice}")


@dataclass(frozen=True)
class Looks:
    """How things are drawn. ``ascii`` None: as the locale allows; ``theme`` None: the last one."""

    ascii: bool | None = None
    colour: bool = True
    theme: str | None = None
    animation: bool = True


def without_men(start: Position, side: Colour, count: int) -> Position:
    """A position without so many men of a side, those farthest back.

    ValueError with a sentence if there are not enough.
    """
    turn, pieces = start.turn, start.pieces()
    row = {square: start.variant.geometry.place(square)[0] for square in pieces}
    foe = next(row[square] for square, piece in pieces.items() if piece.colour is not side)
    men = [square for square, piece in pieces.items() if piece == Piece(side)]
    if count >= len(men):
        raise ValueError(f"odds of {count} leave nothing to play with: a side has {len(men)} men")
    gone = sorted(men, key=lambda square: -abs(row[square] - foe))[:count]
    left = {square: piece for square, piece in pieces.items() if square not in gone}
    return Position.from_placement(start.variant, Placement(turn, left))


@dataclass(frozen=True)
class GameRequest:
    """What a command line asked for.

    With a ``session`` the game opens there: a game with both flags given, resumed, loaded, with
    two people, or a computer watching itself. Without one the person is asked for what is missing;
    ``variant``, ``level`` and ``first`` are then what the flags gave, None for what they did not.
    If it is ``straight``, the board asks nothing: what is missing is as it was chosen last.
    ``resumed``: the session is the game that the store has open. ``replaying`` opens a recorded
    game to be looked through, ``record`` is what its file says of it, and ``load`` a file with
    several to choose from. ``clock`` is the time a side has. ``odds`` is how many men
    the opponent begins without, of people the one who moves second; below 0 it is the person
    against the computer. ``bell`` says whether it rings when it is
    the person's turn. ``coach`` is how much help there is while playing, one of COACHING. With
    ``study`` puzzles or lessons are opened, and the unfinished game is left to other windows.
    ``random`` makes every random choice. A ``ballot`` is a key, a name or the word for one that is
    to be drawn for every game: its moves are played before the game begins.
    """

    session: Session | None = None
    variant: Variant | None = None
    level: str | None = None
    first: str | None = None
    start: Position | None = None
    ballot: str | None = None
    limits: Limits = NO_LIMITS
    seed: int | None = None
    two_player: bool = False
    straight: bool = False
    resumed: bool = False
    replaying: bool = False
    record: "PdnGame | None" = None
    load: str | None = None
    clock: TimeControl | None = None
    odds: int = 0
    bell: bool = False
    coach: str | None = None
    study: bool = False
    looks: Looks = field(default_factory=Looks)
    random: Random = field(default_factory=Random)

    def beginning(self, variant: Variant, *, person_first: bool = True) -> Timeline:
        """Where a new game begins: with a ballot, from the board asked for if it fits, or odds."""
        if self.ballot is not None:
            from .openings import begin

            return begin(variant, self.ballot, self.random)
        if self.start is not None and self.start.variant == variant:
            return Timeline.begin(self.start)
        start = Position.start(variant)
        if self.odds:
            gives = start.turn if person_first == (self.odds < 0) else start.turn.other
            start = without_men(start, gives, abs(self.odds))
        return Timeline.begin(start)

    def new_session(self, variant: Variant, level: str, first: str) -> Session:
        """A new game of a person against a level. Who is first has the colour that begins."""
        if first == "random":
            first = self.random.choice(("you", "computer"))
        line = self.beginning(variant, person_first=first == "you")
        begins = line.position.turn is line.start.turn
        session = Session.against(
            line,
            Player(level, self.limits),
            person_first=(first == "you") is begins,
            seed=self.seed,
        )
        return replace(session, given=line.ply).with_clock(self.clock)

    def watched_session(self, variant: Variant, level: str) -> Session:
        computer = Player(level, self.limits)
        line = self.beginning(variant)
        session = Session(line, computer, computer, self.seed, given=line.ply)
        return session.with_clock(self.clock)

    def two_player_session(self, variant: Variant) -> Session:
        """A new game of two people at one keyboard."""
        line = self.beginning(variant)
        return Session(line, PERSON, PERSON, given=line.ply).with_clock(self.clock)

    @property
    def names_players(self) -> bool:
        return self.two_player or self.level is not None or self.first is not None

    def opened(
        self, game: "PdnGame", level: str, is_level: Callable[[str], bool] = lambda name: False
    ) -> tuple[Session, bool]:
        """A recorded game as a session, and whether it is only looked through.

        It goes on if it is unfinished or the request says who plays. Otherwise its own players do:
        `is_level` tells which names are levels. Where nobody says, it is the person against
        `level`.
        """
        line = game.timeline
        finished = game.is_finished and not self.names_players
        if line.outcome is not None or finished:
            return Session(line.at(0), PERSON, PERSON), True
        names = {colour: game.player(colour) or "" for colour in COLOURS}
        computers = [colour for colour in COLOURS if is_level(names[colour])]
        two_people = not self.names_players and set(names.values()) == {PERSON.name}
        if self.two_player or two_people:
            return Session(line, PERSON, PERSON).with_clock(self.clock), False
        first = self.first or "you"
        if not self.names_players and len(computers) == 1:
            level = names[computers[0]]
            first = "computer" if line.position.turn is computers[0] else "you"
        if first == "random":
            first = self.random.choice(("you", "computer"))
        computer = Player(self.level or level, self.limits)
        session = Session.against(line, computer, person_first=first == "you", seed=self.seed)
        return session.with_clock(self.clock), False
