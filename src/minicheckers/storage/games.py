"""A game as it is kept: the session in columns, and back.

Reading trusts nothing: the game is played again from its start, so that every move is checked. The
name of a level is text here and is never looked up.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from ..game.clock import Clock, TimeControl
from ..game.player import Limits, Player
from ..game.session import Session
from ..game.timeline import replayed
from ..messages import counted, quoted
from ..players.levels import level_rating
from ..rules.house_rules import from_text, to_text
from ..rules.position import Position
from ..rules.variant import Colour, Variant, get_variant

UNFINISHED = "*"
#: Longer than any name we know.
LONGEST_NAME = 2000

#: The results as recorded games write them.
_RESULTS = {Colour.WHITE: "1-0", Colour.BLACK: "0-1", None: "1/2-1/2"}

#: What stands before the name of a person elsewhere; no level begins so.
_ELSEWHERE = "@"

Columns = Mapping[str, Any]


@dataclass(frozen=True)
class KeptGame:
    """A game that is kept: enough to list it, and `session` to open it.

    ``black`` and ``white`` are levels, or names of people elsewhere, None for a person here.
    ``open_elsewhere``: another program that runs is playing it.
    """

    id: int
    variant: str
    size: int
    black: str | None
    white: str | None
    result: str
    plies: int
    started: str
    updated: str
    helped: bool
    open_elsewhere: bool
    columns: Columns

    @classmethod
    def of(cls, columns: Columns, open_elsewhere: bool = False) -> "KeptGame":
        names = ("id", "variant", "size", "started", "updated")
        black, white = (columns[colour] for colour in ("black", "white"))
        return cls(
            **{name: columns[name] for name in names},
            black=black and black.removeprefix(_ELSEWHERE),
            white=white and white.removeprefix(_ELSEWHERE),
            result=columns["result"] or UNFINISHED,
            plies=columns["ply"],
            helped=bool(columns["helped"]),
            open_elsewhere=open_elsewhere,
            columns=columns,
        )

    @property
    def is_finished(self) -> bool:
        return self.result != UNFINISHED

    @property
    def is_remote(self) -> bool:
        players = (self.columns["black"], self.columns["white"])
        return any(player is not None and player.startswith(_ELSEWHERE) for player in players)

    @property
    def moves(self) -> int:
        """How many moves were played as people count: one for both sides."""
        try:
            first = _variant(self.columns).first
        except ValueError:  # said when it is opened
            first = Colour.BLACK
        # A game that the second colour begins has no first half of its first move.
        offset = not self.columns["start"].startswith(first[0].upper())
        return (self.plies + offset + 1) // 2

    @property
    def title(self) -> str:
        """When it was played last, what it is, and against whom."""
        return f"{self.updated[:10]} {self.variant} {self.opponent}"

    @property
    def opponent(self) -> str:
        return self.black or self.white or "two players"

    @property
    def result_in_words(self) -> str:
        """What came of it: won, drawn or lost for the person here, of two people the winner."""
        if self.result == _RESULTS[None]:
            return "drawn"
        winner = next((side for side, text in _RESULTS.items() if text == self.result), None)
        if self.black is None and self.white is None:
            return f"{winner} won" if winner else self.result
        person = Colour.BLACK if self.black is None else Colour.WHITE
        return "won" if winner is person else "lost"

    @property
    def headline(self) -> str:
        """The game in a few words: when, what, against whom, how long."""
        return f"{self.title}, {counted(self.moves, 'move')}"

    def session(self) -> Session:
        """The game itself, every move of it checked; ValueError with a sentence if it cannot be."""
        try:
            return session_of(self.columns)
        except (ValueError, TypeError, OverflowError, RecursionError) as error:
            raise ValueError(f"Game {self.id} cannot be read ({error}).") from error


def columns_of(session: Session) -> dict[str, Any]:
    """A session in columns, in the order of the table; what the store itself knows is missing."""
    line, clock = session.timeline, session.clock
    return {
        "variant": session.variant.name,
        "size": session.variant.size,
        "rules": to_text(session.variant),
        "start": line.start.fen(),
        "moves": " ".join(str(move) for move in line.moves),
        "ply": int(line.ply),
        "black": _stored(session.black),
        "white": _stored(session.white),
        "black_time": _real(session.black.limits.time),
        "white_time": _real(session.white.limits.time),
        "black_depth": session.black.limits.depth,
        "white_depth": session.white.limits.depth,
        "seed": None if session.seed is None else str(session.seed),
        "black_used": _real(session.elapsed[0]),
        "white_used": _real(session.elapsed[1]),
        "clock_seconds": _real(clock.control.seconds) if clock else None,
        "clock_increment": _real(clock.control.increment) if clock else None,
        "black_left": _real(clock.left[0]) if clock else None,
        "white_left": _real(clock.left[1]) if clock else None,
        "helped": int(session.helped),
        "counts": int(session.person is not None),
        "resigned": None if session.resigned is None else str(session.resigned),
        "out_of_time": None if session.out_of_time is None else str(session.out_of_time),
        "result": None if session.outcome is None else _RESULTS[session.outcome.winner],
    }


def session_of(columns: Columns) -> Session:
    """The session of columns; ValueError or TypeError if there is no such game."""
    variant = _variant(columns)
    line = replayed(Position.from_fen(columns["start"], variant), columns["moves"].split())
    line = line.at(columns["ply"])
    drawn = columns["result"] == _RESULTS[None]
    control = columns["clock_seconds"]
    clock = None
    if control is not None:
        left = (columns["black_left"], columns["white_left"])
        clock = Clock(TimeControl(control, columns["clock_increment"]), left)
    return Session(
        line,
        _player(columns, "black"),
        _player(columns, "white"),
        seed=None if columns["seed"] is None else int(columns["seed"]),
        elapsed=(columns["black_used"], columns["white_used"]),
        resigned=_colour(columns["resigned"]),
        helped=bool(columns["helped"]),
        clock=clock,
        out_of_time=_colour(columns["out_of_time"]),
        agreed=drawn and line.outcome is None,  # nothing else makes a draw
    )


def _variant(columns: Columns) -> Variant:
    if columns["rules"] is not None:
        return from_text(columns["rules"])
    return get_variant(columns["variant"], columns["size"])


#: What changes how an opponent plays, or what is played.
_CHANGES = ("rules", "black_time", "white_time", "black_depth", "white_depth", "clock_seconds")


def opponent_rating(columns: Columns) -> int | None:
    """What the opponent is rated in a game, None if the game does not change the person's rating.

    It does from the usual start, without help and without a limit on the opponent's thinking.
    """
    if columns["helped"] or any(columns[name] is not None for name in _CHANGES):
        return None
    try:
        variant, start = _usual_start(columns["variant"], columns["size"])
    except ValueError:  # there is no such game any more
        return None
    level = columns["black"] or columns["white"] or ""
    return level_rating(variant, level) if columns["start"] == start else None


@cache
def _usual_start(name: str, size: int) -> tuple[Variant, str]:
    variant = get_variant(name, size)
    return variant, Position.start(variant).fen()


def _stored(player: Player) -> str | None:
    return player.level if player.person is None else _ELSEWHERE + player.person


def _player(columns: Columns, colour: str) -> Player:
    level = columns[colour]
    # It is shown to people.
    if level is not None and (not level.isprintable() or len(level) > LONGEST_NAME):
        raise ValueError(f"{quoted(level)} is not the name of a level")
    if level is not None and level.startswith(_ELSEWHERE):
        return Player(person=level.removeprefix(_ELSEWHERE))
    return Player(level, Limits(columns[f"{colour}_time"], columns[f"{colour}_depth"]))


def _colour(name: str | None) -> Colour | None:
    return None if name is None else Colour(name)


def _real(number: float | None) -> float | None:
    """A number as it comes back from a column of reals, where there is no -0.0."""
    return None if number is None else float(number) + 0.0
