"""Where puzzles come from: games played by chance, but by a chance that is the same everywhere.

In english and towers play brings exact endings, most of them easy; every other puzzle comes from a
list of hard endings and of positions with more pieces in which search proves the results.

What is drawn comes from a hash and not from `random`, whose choices may differ from one version of
Python to the next. So a seed, or a date, means the same puzzles for everybody.
"""

import datetime
from collections.abc import Container, Iterator, Sequence
from functools import cache
from hashlib import sha256
from importlib import resources
from typing import TypeVar

from ..engine.endings.files import shipped_endings
from ..engine.solver import SOLVED
from ..rules.movegen import generator
from ..rules.position import Position
from ..rules.variant import Variant
from ..support.text import quoted
from .analysis import Analysis, Analyst, proven_analysis
from .puzzles import UNKNOWN, Puzzle, Searchers, position_of, puzzle_at
from .requests import PUZZLE_GAMES

T = TypeVar("T")

#: Nothing in the first plies of a game is a puzzle: everybody would have seen it.
FIRST_PLY = 4
#: Games in which one side is this far ahead are abandoned.
ONE_SIDED = 3
#: So are games with endless endings, and endings in which nothing new happens.
LONGEST_GAME, LONGEST_ENDING = 200, 8
#: Look at one position in this many, so that puzzles come from all parts of a game.
ONE_IN = 3


@cache
def listed_names(variant: Variant) -> tuple[str, ...]:
    """The names of a game's listed puzzles, () for a game without a list.

    A name is all that is kept; whoever opens a puzzle proves it again. `research/puzzle_lists.py`
    rebuilds the lists.
    """
    file = resources.files(__package__).joinpath(f"{variant.name}.puzzles")
    return tuple(file.read_text(encoding="ascii").split()) if file.is_file() else ()


class HashedChance:
    """Draws that depend on a text alone."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._drawn = 0

    def below(self, count: int) -> int:
        self._drawn += 1
        digest = sha256(f"{self._text} {self._drawn}".encode()).digest()
        return int.from_bytes(digest[:8], "big") % count

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]


class PuzzleSource:
    """Finds puzzles of a game; ValueError if there are none, because exact values are missing."""

    def __init__(self, variant: Variant) -> None:
        if variant.name not in PUZZLE_GAMES:
            raise ValueError(
                f"there are no puzzles for {variant}, because its exact values are not known; "
                f"choose from {', '.join(PUZZLE_GAMES)}"
            )
        self.variant = variant
        self.analyse = Analyst(variant).analyse
        self._searchers = Searchers(variant)
        self._is_solved = variant == SOLVED
        self._endings = () if self._is_solved else shipped_endings(variant) or ()

    def seeded(self, seed: int) -> Iterator[Puzzle]:
        """The puzzles of a seed, without end, none of them twice."""
        seen: set[Position] = set()
        chance = HashedChance(f"minicheckers puzzles {self.variant} {seed}")
        while True:
            puzzle = self._find(chance, seen)
            if puzzle.position not in seen:
                seen.add(puzzle.position)
                yield puzzle

    def daily(self, day: datetime.date) -> Puzzle:
        """The puzzle of a day, the same for everybody."""
        chance = HashedChance(f"minicheckers daily {self.variant} {day.isoformat()}")
        return self._find(chance, set())

    def at(self, position: Position) -> Puzzle:
        """The puzzle of a position; ValueError if it is not one."""
        puzzle = puzzle_at(position, self.truth, self._searchers)
        if puzzle is None:
            raise ValueError(
                f"{position.fen()} is not a puzzle: it does not have exactly one right move"
            )
        return puzzle

    def truth(self, position: Position) -> Analysis:
        """What every move is worth where that is exact or can be proven, else UNKNOWN."""
        if self._is_known(position):
            return self.analyse(position)
        return proven_analysis(position) or UNKNOWN

    def _find(self, chance: HashedChance, seen: Container[Position]) -> Puzzle:
        """A puzzle from the list every other time, as far as there is one, else from play."""
        listed = listed_names(self.variant)
        if listed and chance.below(2):
            position = position_of(chance.choice(listed))
            if position not in seen:
                return self.at(position)
        while True:
            for position in self._game(chance):
                if chance.below(ONE_IN):
                    continue
                puzzle = puzzle_at(position, self.truth, self._searchers)
                if puzzle is not None:
                    return puzzle

    def _game(self, chance: HashedChance) -> Iterator[Position]:
        """The positions of a game in which chance picks best moves or any moves."""
        position = self._first_known(chance)
        for _ in range(LONGEST_GAME if self._is_solved else LONGEST_ENDING):
            if not (position.legal_moves() and self._is_known(position)):
                return
            yield position
            analysis = self.analyse(position)
            if self._is_solved and abs(analysis.value) >= ONE_SIDED:
                return
            moves = analysis.best if chance.below(2) else position.legal_moves()
            position = position.play(chance.choice(moves))

    def _first_known(self, chance: HashedChance) -> Position:
        """Where a random game reaches exact values, or its end."""
        if self._is_solved:
            position = Position.start(self.variant)
            for _ in range(FIRST_PLY):
                position = position.play(chance.choice(position.legal_moves()))
            return position
        # Elsewhere that would take long, so bare states are played, without naming the moves.
        endings, successors = self._endings, generator(self.variant)
        state = Position.start(self.variant).state
        for _ in range(LONGEST_GAME):
            following = successors(state)
            if not following or state in endings:
                break
            state = chance.choice(following)
        return Position(self.variant, state)

    def _is_known(self, position: Position) -> bool:
        """Whether the values here are exact: in mini always, elsewhere in the endings."""
        return self._is_solved or position.state in self._endings


def ordered(
    source: PuzzleSource, seed: int, day: datetime.date | None = None, name: str | None = None
) -> Iterator[Puzzle]:
    """The puzzle of a name, or those of the days from one on, or those of a seed."""
    if name is not None:
        yield source.at(position_of(name))
    elif day is not None:
        for number in range(day.toordinal(), datetime.date.max.toordinal() + 1):
            yield source.daily(datetime.date.fromordinal(number))
    else:
        yield from source.seeded(seed)


def read_date(text: str) -> datetime.date:
    """The day that a text such as 2026-12-31 means; ValueError with a sentence if it means none."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise ValueError(f"{quoted(text)} is not a date such as 2026-12-31") from None
