"""The archive: the last finished games, for whoever wants to look at them again.

Reading it checks only what each field is; the moves are played again when a game is opened.
"""

from dataclasses import dataclass, replace
from typing import Any

from ..game.player import Player
from ..game.session import Session
from ..game.timeline import replayed
from ..messages import counted
from ..rules.position import Position
from ..rules.variant import Colour, get_variant
from .fields import read_fields, write_fields

#: So many games are kept; the oldest go first.
MOST_GAMES = 200
#: So many mended mistakes are remembered.
MOST_MENDED = 2000


@dataclass(frozen=True)
class ArchivedGame:
    """A finished game: when, who, and its moves in numbers."""

    date: str
    variant: str
    size: int
    start: str
    moves: tuple[str, ...]
    black: str | None
    white: str | None
    resigned: str | None = None
    helped: bool = False
    receipt: str = ""

    @classmethod
    def of(cls, session: Session, date: str, receipt: str) -> "ArchivedGame":
        """A finished game to be kept."""
        return cls(
            date,
            session.variant.name,
            session.variant.size,
            session.timeline.start.fen(),
            tuple(str(move) for move in session.timeline.played),
            session.black.level,
            session.white.level,
            None if session.resigned is None else str(session.resigned),
            session.helped,
            receipt,
        )

    @property
    def headline(self) -> str:
        """The game in a few words: when, what, against whom, how long."""
        opponent = self.black or self.white or "two players"
        return f"{self.date} {self.variant} {opponent}, {counted(len(self.moves), 'move')}"

    def session(self) -> Session:
        """The game, every move of it checked; ValueError if it cannot have been played."""
        start = Position.from_fen(self.start, get_variant(self.variant, self.size))
        return Session(
            replayed(start, self.moves),
            Player(self.black),
            Player(self.white),
            resigned=None if self.resigned is None else Colour(self.resigned),
            helped=self.helped,
            counted=True,
        )


@dataclass(frozen=True)
class Archive:
    """The games, the oldest first, and the mistakes that the person has mended, by position."""

    games: tuple[ArchivedGame, ...] = ()
    mended: tuple[str, ...] = ()

    def plus(self, game: ArchivedGame) -> "Archive":
        """The archive with a game more; one that is there already is not kept twice."""
        if any(game.receipt and game.receipt == other.receipt for other in self.games):
            return self
        return replace(self, games=(*self.games, game)[-MOST_GAMES:])

    def with_mended(self, name: str) -> "Archive":
        """The archive that knows of a mistake that was found out."""
        others = tuple(other for other in self.mended if other != name)
        return replace(self, mended=(*others, name)[-MOST_MENDED:])


def write_archive(archive: Archive) -> str:
    """The archive as text."""
    games: list[dict[str, Any]] = [
        {
            "date": game.date,
            "variant": game.variant,
            "size": game.size,
            "start": game.start,
            "moves": " ".join(game.moves),
            "black": game.black,
            "white": game.white,
            "resigned": game.resigned,
            "helped": game.helped,
            "receipt": game.receipt,
        }
        for game in archive.games
    ]
    return write_fields("archive", {"games": games, "mended": list(archive.mended)})


def read_archive(data: bytes) -> Archive:
    """The archive of a text."""
    fields = read_fields("archive", data)
    games = tuple(
        ArchivedGame(
            row.text("date"),
            row.text("variant"),
            row.number("size"),
            row.text("start"),
            tuple(row.long_text("moves").split()),
            row.optional_text("black"),
            row.optional_text("white"),
            row.optional_text("resigned"),
            row.flag("helped"),
            row.text("receipt"),
        )
        for row in fields.list_of_fields("games")
    )
    return Archive(games, tuple(fields.list_of_texts("mended")))
