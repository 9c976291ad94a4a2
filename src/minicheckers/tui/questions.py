"""What the screen may ask the coach: plain values, answered in the background."""

import datetime
from typing import NamedTuple

from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour, Variant


class Analyse(NamedTuple):
    """What is every move worth at the end of a line? Answered by ever better Analyses."""

    timeline: Timeline


class Refute(NamedTuple):
    """What is wrong with a move? Answered by a Refutation."""

    position: Position
    move: Move


class GradeGame(NamedTuple):
    """What was every move of a game worth? Answered by GradedMoves so far, then by a Review."""

    timeline: Timeline


class PuzzleOrder(NamedTuple):
    """Which puzzles are wanted: those of a seed, of days from one on, or the one of a name."""

    variant: Variant
    seed: int = 0
    day: datetime.date | None = None
    name: str | None = None
    limit: int | None = None


class FindPuzzle(NamedTuple):
    """The puzzle of that number, from 0, of an order? Answered by a Puzzle."""

    order: PuzzleOrder
    number: int


class FindMistakes(NamedTuple):
    """What did the person do wrong in these games? Answered by the GradedMoves so far."""

    games: tuple[tuple[Timeline, Colour], ...]


Question = Analyse | Refute | GradeGame | FindPuzzle | FindMistakes
