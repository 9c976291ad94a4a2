"""Find positions for the courses of mini and english: those in which one move alone is right.

Usage: python research/course_positions.py mini|english [--endings] [--seconds S] [--seed N]

Boards with a few men, or with --endings small endings, are drawn at random. Printed are, theme by
theme, those with the fewest pieces: the position, its line (right moves and best replies) and how
many moves there are to choose from. Which of them make a lesson is for a person to say.
"""

import argparse
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from random import Random
from typing import NamedTuple

from minicheckers.coach.analysis import Analyst
from minicheckers.engine.score import Unit
from minicheckers.game.player import Limits
from minicheckers.rules.notation import Move, Piece, Placement
from minicheckers.rules.position import Position
from minicheckers.rules.variant import COLOURS, Colour, Variant, get_variant

#: Looks that find a candidate, and that confirm it; every other move is worse by so much.
FIND, CONFIRM, MARGIN = Limits(nodes=3_000), Limits(nodes=150_000), 90
LONGEST_LINE = 7
#: Black's pieces and White's.
ENDINGS = ("k/k", "kk/k", "km/k", "m/m", "mm/m", "mm/mm", "k/mm", "km/km", "k/m", "km/mm")
MEN = ("mmm/mm", "mmm/mmm", "mmmm/mmm", "mmm/mmmm", "mmmm/mmmm")


class Found(NamedTuple):
    """A position with its line."""

    position: Position
    line: tuple[Move, ...]

    @property
    def pieces(self) -> int:
        """How many are on the board."""
        return sum(self.position.count(colour) for colour in COLOURS)

    @property
    def lead(self) -> int:
        """How many more the side to move has."""
        turn = self.position.turn
        return self.position.count(turn) - self.position.count(turn.other)

    @property
    def gives(self) -> bool:
        """Whether the first move offers a man."""
        return not self.line[0].captured and len(self.line) > 2 and bool(self.line[1].captured)

    @property
    def taken(self) -> int:
        """How many pieces the side to move takes along the line."""
        return sum(len(move.captured) for move in self.line[::2])


def threats(position: Position) -> set[int]:
    """What the side that is not to move could capture if it were its turn."""
    placement = Placement(position.turn.other, position.pieces())
    other = Position.from_placement(position.variant, placement)
    return {square for move in other.legal_moves() for square in move.captured}


def _is_safe(found: Found) -> bool:
    after = found.position.play(found.line[0])
    return not found.line[0].captured and not any(move.captured for move in after.legal_moves())


THEMES: dict[str, Callable[[Found], bool]] = {
    "an offer": lambda found: found.gives and found.taken == 1,
    "two for one": lambda found: found.gives and found.taken == 2,
    "a shot": lambda found: found.gives and found.taken > 2,
    "a choice of jumps": lambda found: bool(found.line[0].captured),
    "a man in danger": lambda found: _is_safe(found) and bool(threats(found.position)),
    "two at once": lambda found: (
        _is_safe(found) and len(threats(found.position.play(found.line[0]))) > 1
    ),
    "ahead": lambda found: found.gives and found.lead > 0,
    "behind": lambda found: _is_safe(found) and found.lead < 0,
    "the last move": lambda found: _is_safe(found) and found.lead == 0 and found.pieces < 5,
}


class Finder:
    """Draws boards of a game, and finds those in which one move alone is right."""

    def __init__(self, variant: Variant, seed: int) -> None:
        self._variant, self._random = variant, Random(seed)
        self._quick, self._sure = (Analyst(variant, limits) for limits in (FIND, CONFIRM))

    def boards(self, kinds: tuple[str, ...]) -> Iterator[Position]:
        """Boards with pieces of these kinds, Black to move."""
        squares = range(1, self._variant.geometry.count + 1)
        fitting = [kind for kind in kinds if self._variant.crowns or "k" not in kind]
        while True:
            black, white = self._random.choice(fitting).split("/")
            places = self._random.sample(squares, len(black + white))
            pieces = {
                square: Piece(colour, king=kind == "k")
                for square, kind, colour in zip(
                    places,
                    black + white,
                    [Colour.BLACK] * len(black) + [Colour.WHITE] * len(white),
                    strict=True,
                )
            }
            yield Position.from_placement(self._variant, Placement(Colour.BLACK, pieces))

    def found(self, position: Position) -> Found | None:
        """The position with its line, None if several moves are right."""
        if self._only(position, self._quick) is None:
            return None
        first = self._only(position, self._sure)
        if first is None:
            return None
        line, here, decided = [first], position.play(first), 1
        while len(line) < LONGEST_LINE and here.outcome is None:
            best = self._sure.analyse(here).best
            reply = max(best, key=lambda move: len(move.captured))
            mine = here.play(reply)
            legal = mine.legal_moves()
            only = legal[0] if len(legal) == 1 else self._only(mine, self._sure)
            if only is None:
                break
            line += [reply, only]
            here = mine.play(only)
            if len(legal) > 1 or only.captured:
                decided = len(line)
        return Found(position, tuple(line[:decided]))

    def _only(self, position: Position, analyst: Analyst) -> Move | None:
        """The move that alone keeps the value, None if there is none."""
        analysis = analyst.analyse(position)
        if len(analysis.moves) < 2:
            return None
        (move, value), (_, second) = list(analysis.moves.items())[:2]
        if not analysis.exact:
            return move if value - second >= MARGIN and value > -MARGIN else None
        if analysis.value.unit is Unit.PIECES:
            return move if value > second else None
        results = [(worth > 0) - (worth < 0) for worth in (value, second)]
        return move if results[0] > results[1] else None


def main() -> None:
    """Print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=("mini", "english"))
    parser.add_argument("--endings", action="store_true")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--each", type=int, default=20, help="how many of a theme are printed")
    arguments = parser.parse_args()
    finder = Finder(get_variant(arguments.variant), arguments.seed)
    kept: dict[str, list[Found]] = defaultdict(list)
    until = time.monotonic() + arguments.seconds
    for position in finder.boards(ENDINGS if arguments.endings else MEN):
        if time.monotonic() > until:
            break
        found = finder.found(position)
        for name, fits in THEMES.items():
            if found is not None and fits(found):
                kept[name].append(found)
    for name, several in kept.items():
        print(f"{name}: {len(several)}")
        for one in sorted(several, key=lambda found: found.pieces)[: arguments.each]:
            choice = len(one.position.legal_moves())
            print(f"  {one.position.fen()}  {' '.join(map(str, one.line))}  of {choice}")


if __name__ == "__main__":
    main()
