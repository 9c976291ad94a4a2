"""Game: a game being played, for programs that want one object to talk to."""

from collections.abc import Mapping
from itertools import islice
from typing import Self

from ..rules.notation import Move
from ..rules.outcome import UNFINISHED, Outcome
from ..rules.position import Position
from ..rules.variant import DEFAULT, Colour, Variant, get_variant
from . import pdn
from .timeline import Timeline


class Game:
    """A game with its history: play, undo, redo, jump, and PDN in and out.

    A thin mutable shell around Timeline, which is a value. ``tags`` are PDN tags such as White and
    Event; they may be changed freely. Every method that refuses something raises ValueError with
    a sentence and leaves the game as it was.
    """

    def __init__(
        self,
        variant: str | Variant | None = None,
        *,
        size: int | None = None,
        start: Position | str | None = None,
    ) -> None:
        """Begin a game of a variant (mini if none is named) from its start or another position.

        `start` is a Position of the same variant, or a FEN.
        """
        if isinstance(start, Position):
            game = get_variant(start.variant if variant is None else variant, size)
            if start.variant != game:
                raise ValueError(
                    f"the start is a position of {start.variant} on {start.variant.size} rows, "
                    f"not of {game} on {game.size}"
                )
        else:
            game = get_variant(variant or DEFAULT, size)
            start = Position.start(game) if start is None else Position.from_fen(start, game)
        self.timeline = Timeline.begin(start)
        self.tags: dict[str, str] = {}
        # A game can end in a way the moves do not show, such as resignation. What a PDN said
        # about it holds for exactly the moves it was said about.
        self._told: tuple[tuple[Move, ...], str] = ((), UNFINISHED)

    @classmethod
    def from_timeline(cls, line: Timeline, tags: Mapping[str, str] | None = None) -> Self:
        """The game that goes on from a line."""
        game = cls(start=line.start)
        game.timeline = line
        game.tags = dict(tags or {})
        return game

    @classmethod
    def from_pdn(cls, text: str, number: int = 1, variant: str | Variant | None = None) -> Self:
        """The game of that number in a PDN text, counted from 1, at its last move.

        A text without a tag for the game is of that variant, or else English.
        """
        asked = None if variant is None else get_variant(variant)
        found = next(islice(pdn.read_games(text, asked), max(number, 1) - 1, None), None)
        if found is None or number < 1:
            raise ValueError(f"the PDN has no game number {number}")
        game = cls.from_timeline(found.timeline, found.tags)
        game._told = (found.timeline.played, found.result)
        return game

    def pdn(self) -> str:
        """The game as PDN: its tags and the moves up to the current position."""
        moves, told = self._told
        result = told if moves == self.timeline.played else UNFINISHED
        return pdn.write_game(pdn.PdnGame(self.timeline, self.tags, result))

    @property
    def variant(self) -> Variant:
        """The game that is played."""
        return self.timeline.start.variant

    @property
    def position(self) -> Position:
        """The position now."""
        return self.timeline.position

    @property
    def turn(self) -> Colour:
        """The side to move."""
        return self.timeline.position.turn

    @property
    def ply(self) -> int:
        """How many moves have been played."""
        return self.timeline.ply

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves that led to the current position."""
        return self.timeline.played

    @property
    def outcome(self) -> Outcome | None:
        """The result and its reason, by the board or by a draw rule; None while it goes on."""
        return self.timeline.outcome

    def __repr__(self) -> str:
        """As that of its position, with the number of moves played so far."""
        inside = repr(self.position).removeprefix("Position(").removesuffix(")")
        return f"Game({inside}, ply={self.ply})"

    def legal_moves(self) -> tuple[Move, ...]:
        """The moves that can be played now: () when the game is over, also by a draw rule."""
        return () if self.outcome else self.position.legal_moves()

    def play(self, move: Move | str) -> Move:
        """Play a legal move, given as a Move or its text; undone moves are forgotten."""
        self.timeline = self.timeline.play(move)
        return self.timeline.moves[-1]

    def undo(self, plies: int = 1) -> None:
        """Take back moves."""
        self.timeline = self.timeline.undo(plies)

    def redo(self, plies: int = 1) -> None:
        """Redo moves that were undone."""
        self.timeline = self.timeline.redo(plies)

    def goto(self, ply: int) -> None:
        """Jump to the position after `ply` moves, backwards or forwards."""
        self.timeline = self.timeline.at(ply)
