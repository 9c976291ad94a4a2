"""Lessons: the rules of a game as a few positions in which something is to be done.

A lesson belongs to a rule, not to a game: each game, house rules included, gets those of its own
rules. Only the game whose every value is known has one about how a computer thinks. What is told
about a lesson is true of its position, and a test plays them all. `lessons.toml` has the lessons.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from ..game.presentation import men
from ..rules.notation import Move, Piece, Placement
from ..rules.position import Position
from ..rules.variant import Colour, Goal, Landing, Stuck, Variant
from ..support.text import read_toml

#: Tells whether a legal move of a position is what was asked for.
Asked = Callable[[Position, Move], bool]


@dataclass(frozen=True)
class Lesson:
    """A position, what to do there and what it teaches."""

    title: str
    position: Position
    task: str
    learned: str
    accepts: Asked

    def accepted(self) -> tuple[Move, ...]:
        """The legal moves that do what was asked for."""
        return tuple(m for m in self.position.legal_moves() if self.accepts(self.position, m))


def _by_king(position: Position, move: Move) -> bool:
    piece = None if move.is_pass else position.piece_at(move.start)
    return piece is not None and piece.king


def _takes_king(position: Position, move: Move) -> bool:
    taken = [position.piece_at(square) for square in move.captured]
    return any(piece is not None and piece.king for piece in taken)


def _crowns(position: Position, move: Move) -> bool:
    return position.play(move).kings(position.turn) > position.kings(position.turn)


def _gives_away(position: Position, move: Move) -> bool:
    """Whether every reply ends the game and the side that has moved wins."""
    replies = position.play(move).transitions().values()
    outcomes = [after.outcome for after in replies]
    return bool(outcomes) and all(o is not None and o.winner is position.turn for o in outcomes)


_ASKED: dict[str, Asked] = {
    "step": lambda position, move: not move.captured and not move.is_pass,
    "capture": lambda position, move: bool(move.captured),
    "chain": lambda position, move: len(move.captured) > 1,
    "pass": lambda position, move: move.is_pass,
    "crown": _crowns,
    "step by a king": lambda position, move: _by_king(position, move) and not move.captured,
    "capture by a king": lambda position, move: _by_king(position, move) and bool(move.captured),
    "capture a king": _takes_king,
    "end": lambda position, move: position.play(move).outcome is not None,
    "give away": _gives_away,
}

_SQUARE = re.compile(r"(K?)([a-z])(\^?)([0-9]+)")


@cache
def _sketches() -> tuple[dict[str, Any], ...]:
    file = resources.files(__package__).joinpath("lessons.toml")
    return tuple(read_toml(file.read_text(encoding="utf-8"))["lesson"])


def lessons(variant: Variant) -> tuple[Lesson, ...]:
    """The lessons of a game: one for each of its rules."""
    words = _words(variant)
    found = []
    for sketch in _sketches():
        position = _position(variant, sketch) if _fits(variant, sketch.get("rules", {})) else None
        if position is not None:
            title, task, learned = (
                sketch[name].format_map(words) for name in ("title", "task", "learned")
            )
            lesson = Lesson(title, position, task, learned, _ASKED[sketch["accepts"]])
            if lesson.accepted():  # another rule may forbid it
                found.append(lesson)
    return tuple(found)


def _fits(variant: Variant, rules: dict[str, Any]) -> bool:
    """Whether a game has these rules: fields of a variant, and some facts that follow from them."""
    facts = {
        "has_kings": variant.crowns and variant.goal is not Goal.BREAKTHROUGH,
        "jumps_back": any(down < 0 and right for down, right in variant.man_jumps),
        "jumps_straight": variant.diagonal and any(0 in way for way in variant.man_jumps),
        "first_priority": next(iter(variant.priority), None),
    }

    def has(rule: str, value: object) -> bool:
        told = facts[rule] if rule in facts else getattr(variant, rule)
        return value in told if isinstance(told, tuple) else value == told

    return all(has(rule, value) for rule, value in rules.items())


def _position(variant: Variant, sketch: dict[str, Any]) -> Position | None:
    """The position of a sketch on the board of a game, None if it has no room for it."""
    text = sketch.get("diagonal" if variant.diagonal else "straight", "")
    pieces: dict[int, Piece] = {}
    for colour, squares in zip((Colour.WHITE, Colour.BLACK), text.split("/"), strict=False):
        for king, letter, far, number in _SQUARE.findall(squares):
            column = ord(letter) - ord("a")
            if variant.mirrored:
                column = variant.size - 1 - column
            row = int(number) - 1 if far else variant.size - int(number)
            square = variant.geometry.square_at(row, column)
            if square is None:
                return None
            pieces[square] = Piece(colour, king=bool(king))
    if not pieces:
        return None
    position = Position.from_placement(variant, Placement(Colour.WHITE, pieces))
    return position if variant.first is Colour.WHITE else position.seen_from_other_side()


def _words(variant: Variant) -> dict[str, str]:
    diagonally = "diagonally " if variant.diagonal else ""
    behind = variant.king_lands is Landing.BEHIND
    return {
        "man": variant.man_name,
        "men": men(variant),
        "king": variant.king_name,
        "forward": f"{diagonally}forward" if variant.diagonal else "forward, left or right",
        "king_reach": f"any distance {diagonally}".rstrip()
        if variant.king_flies
        else f"one square {diagonally}".rstrip(),
        "landing": "directly behind" if behind else "on any empty square behind",
        "end": "You lose if you have no legal move or no pieces left."
        if variant.stuck is Stuck.LOSES
        else "The game ends when a side has no pieces, or when neither can move. Then the side "
        "with more pieces wins; equal numbers are a draw.",
    }
