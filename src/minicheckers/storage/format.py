"""What the saved files say: sessions, preferences and the record as JSON text, and back.

Reading trusts nothing: a game is played again from its start, move by move. Everything that is
not exactly as we write it raises BrokenError with the reason; a file of a later version raises
NewerError.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import Any, NamedTuple, TypeVar

from ..game.clock import Clock, TimeControl
from ..game.player import Limits, Player
from ..game.request import read_first
from ..game.session import Session
from ..game.timeline import replayed
from ..rules.position import Position
from ..rules.variant import Colour, Variant, get_variant
from .fields import Fields, read_fields, write_fields

T = TypeVar("T")


@dataclass(frozen=True)
class Preferences:
    """The last choices of the person, to preset the next game with."""

    variant: str = "mini"
    size: int | None = None
    level: str = "medium"
    first: str = "you"
    theme: str | None = None
    time: float | None = None
    clock: str | None = None

    def after_choosing(self, variant: Variant, level: str | None, first: str) -> "Preferences":
        """The choices after a new game; two people (no level) leave the level as it was."""
        return replace(
            self,
            variant=variant.name,
            size=variant.size,
            level=self.level if level is None else level,
            first=first,
        )


@dataclass(frozen=True)
class Tally:
    """How often the person won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """How many games that makes."""
        return self.wins + self.draws + self.losses

    @property
    def lead(self) -> int:
        """How many more games were won than lost."""
        return self.wins - self.losses

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)

    def __str__(self) -> str:
        return f"{self.wins} won, {self.draws} drawn, {self.losses} lost"


@dataclass(frozen=True)
class Record:
    """The person's results by (variant name, level): ``scores`` without help, ``helped`` with.

    ``receipts`` are those of the games counted last, by the name of the file each was saved in.
    """

    scores: Mapping[tuple[str, str], Tally] = field(default_factory=dict)
    receipts: Mapping[str, str] = field(default_factory=dict)
    helped: Mapping[tuple[str, str], Tally] = field(default_factory=dict)

    def score(self, variant: str, level: str) -> Tally:
        """The results against one level of one game, without help."""
        return self.scores.get((variant, level), Tally())

    def lead(self, variant: str, level: str) -> int:
        """How many more games than not were won against one level of one game, help or not."""
        key = (variant, level)
        return (self.score(*key) + self.helped.get(key, Tally())).lead

    def rows(self) -> list[tuple[tuple[str, str], Tally]]:
        """All results without help, ordered by variant and level."""
        return sorted(self.scores.items(), key=lambda item: item[0])

    def helped_rows(self) -> list[tuple[tuple[str, str], Tally]]:
        """All results of games in which the coach has helped, in the same order."""
        return sorted(self.helped.items(), key=lambda item: item[0])

    def plus(self, session: Session) -> "Record":
        """The record with the result of a finished game of one person against the computer."""
        outcome, person = session.outcome, session.person
        if outcome is None or person is None:
            raise ValueError("only a finished game of a person against the computer counts")
        if outcome.winner is None:
            result = Tally(draws=1)
        else:
            result = Tally(wins=1) if outcome.winner is person else Tally(losses=1)
        level = session.player(person.other).level or ""
        key = (session.variant.name, level)
        if session.helped:
            helped = {**self.helped, key: self.helped.get(key, Tally()) + result}
            return replace(self, helped=helped)
        return replace(self, scores={**self.scores, key: self.score(*key) + result})

    def with_receipt(self, file: str, receipt: str) -> "Record":
        """The record that knows the game of a file to be counted."""
        return replace(self, receipts={**self.receipts, file: receipt})


class SavedGame(NamedTuple):
    """A game as it was saved.

    A finished one is there only until its result is counted; ``receipt`` is then how the record
    tells whether it is.
    """

    session: Session
    receipt: str | None = None


def write_session(session: Session, receipt: str | None = None) -> str:
    """A game as text: its moves, those taken back included, and who plays it."""
    line = session.timeline
    return write_fields(
        "game",
        {
            "variant": session.variant.name,
            "size": session.variant.size,
            "start": line.start.fen(),
            "moves": [str(move) for move in line.moves],
            "ply": line.ply,
            "black": _player(session.black),
            "white": _player(session.white),
            "seed": session.seed,
            "elapsed": list(session.elapsed),
            "counted": session.counted,
            "resigned": None if session.resigned is None else str(session.resigned),
            "clock": None if session.clock is None else _clock(session.clock),
            "out_of_time": None if session.out_of_time is None else str(session.out_of_time),
            "receipt": receipt,
            "helped": session.helped,
        },
    )


def read_saved_game(data: bytes) -> SavedGame:
    """The game of a text, every move of it checked."""
    fields = read_fields("game", data)
    variant = get_variant(fields.text("variant"), fields.number("size"))
    start = Position.from_fen(fields.text("start"), variant)
    line = replayed(start, fields.list_of_texts("moves"))
    resigned, out_of_time = (
        fields.optional_text(name, missing=True) for name in ("resigned", "out_of_time")
    )
    session = Session(
        line.at(fields.number("ply")),
        _read_player(fields.inner("black")),
        _read_player(fields.inner("white")),
        fields.optional_number("seed"),
        fields.seconds("elapsed"),
        fields.flag("counted"),
        None if resigned is None else Colour(resigned),
        fields.flag("helped"),
        _read_clock(fields),
        None if out_of_time is None else Colour(out_of_time),
    )
    return SavedGame(session, fields.optional_text("receipt", missing=True))


def read_session(data: bytes) -> Session:
    """The game of a text alone."""
    return read_saved_game(data).session


def _player(player: Player) -> dict[str, object]:
    return {"level": player.level, "time": player.limits.time, "depth": player.limits.depth}


def _read_player(fields: "Fields") -> Player:
    level, time, depth = (
        fields.optional_text("level"),
        fields.optional_seconds("time"),
        fields.optional_number("depth"),
    )
    return Player(level, Limits(time, depth))


def _clock(clock: Clock) -> dict[str, object]:
    control = clock.control
    return {"seconds": control.seconds, "increment": control.increment, "left": list(clock.left)}


def _read_clock(fields: "Fields") -> Clock | None:
    """The clock of a game, None also where an earlier version wrote none."""
    found = fields.optional_inner("clock")
    if found is None:
        return None
    control = TimeControl(found.one_time("seconds"), found.one_time("increment"))
    return Clock(control, found.seconds("left"))


def write_preferences(preferences: Preferences) -> str:
    """The preferences as text."""
    return write_fields("preferences", asdict(preferences))


def read_preferences(data: bytes) -> Preferences:
    """The preferences of a text."""
    fields = read_fields("preferences", data)
    variant, size = fields.text("variant"), fields.optional_number("size")
    get_variant(variant, size)
    first = read_first(fields.text("first"))
    clock = fields.optional_text("clock", missing=True)
    return Preferences(
        variant,
        size,
        fields.text("level"),
        first,
        fields.optional_text("theme"),
        Limits(fields.optional_seconds("time", missing=True)).time,
        None if clock is None else str(TimeControl.parse(clock)),
    )


def write_record(record: Record) -> str:
    """The record as text, one entry a variant and level."""
    return write_fields(
        "record",
        {
            "scores": _write_scores(record.rows()),
            "helped": _write_scores(record.helped_rows()),
            "receipts": dict(record.receipts),
        },
    )


def _write_scores(rows: list[tuple[tuple[str, str], Tally]]) -> list[dict[str, Any]]:
    return [
        {"variant": variant, "level": level, **asdict(score)} for (variant, level), score in rows
    ]


def read_record(data: bytes) -> Record:
    """The record of a text."""
    fields = read_fields("record", data)
    return Record(
        _read_scores(fields.list_of_fields("scores")),
        fields.texts_by_name("receipts"),
        _read_scores(fields.list_of_fields("helped", missing=True)),
    )


def _read_scores(rows: "list[Fields]") -> dict[tuple[str, str], Tally]:
    scores = {}
    for row in rows:
        counts = [row.number(name) for name in ("wins", "draws", "losses")]
        if min(counts) < 0:
            raise ValueError("a count is negative")
        scores[row.text("variant"), row.text("level")] = Tally(*counts)
    return scores
