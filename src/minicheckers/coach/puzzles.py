"""Puzzles: positions with one right move, by exact values, and how hard they are.

A puzzle's *goal* is the result that its position is worth. Exactly one move keeps it, and so on
along its *line*: whenever the solver is to move there, one move keeps the goal and no other does.
The opponent's moves in between are best ones.
"""

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from ..engine.decision import Context
from ..engine.deepening import SearchSetup, tree_below
from ..engine.evaluate import original_evaluation
from ..engine.score import INFINITY, Score
from ..engine.table import Memory
from ..rules.notation import Move, Piece, Placement
from ..rules.position import Position
from ..rules.variant import Colour, Variant, get_variant
from ..support.text import quoted
from .analysis import Analysis

#: Tells the exact value of every move, or that it is UNKNOWN.
Analyse = Callable[[Position], Analysis]

#: Nobody knows for certain what the moves of such a position are worth.
UNKNOWN = Analysis(Score(0), {}, exact=False, depth=0, nodes=0)

#: A puzzle needs at least this many moves to choose from.
FEWEST_CHOICES = 3
#: Lines longer than this many plies are cut; a solver who gets that far has understood.
LONGEST_LINE = 9
#: This many decisions make a line long.
LONG_LINE = 3

#: How far the searchers look that puzzles are tried on: at a glance, a little, as `medium` does.
SEARCH_DEPTHS = (1, 3, 5)
EASIEST = 1


class PuzzleGoal(StrEnum):
    """What the solver is to reach."""

    WIN = "win"
    DRAW = "draw"

    def is_kept_by(self, value: int) -> bool:
        """Whether a move of that value still reaches it."""
        return value > 0 if self is PuzzleGoal.WIN else value >= 0


@dataclass(frozen=True)
class Puzzle:
    """A position, its goal, and the line of only moves; ``value`` is exact, for the solver.

    ``fooled`` are the depths of SEARCH_DEPTHS at which a search prefers a wrong move.
    """

    position: Position
    goal: PuzzleGoal
    value: int
    line: tuple[Move, ...]
    decisions: int
    fooled: tuple[int, ...]

    @property
    def id(self) -> str:
        return id_of(self.position)

    @property
    def solution(self) -> Move:
        return self.line[0]

    @property
    def difficulty(self) -> int:
        """From 1, which every searcher solves, to 5.

        2, 3 and 4: the deepest searcher that is fooled looks 1, 3 or 5 plies ahead. 5: it is the
        one with 5 plies, and the line is long as well.
        """
        if not self.fooled:
            return EASIEST
        level = 2 + SEARCH_DEPTHS.index(self.fooled[-1])
        return level + (self.fooled[-1] == SEARCH_DEPTHS[-1] and self.decisions >= LONG_LINE)


def puzzle_at(position: Position, analyse: Analyse, searchers: "Searchers") -> Puzzle | None:
    """The puzzle that a position is, or None if it is not one."""
    analysis = analyse(position)
    goal = goal_of(analysis)
    if goal is None or len(analysis.moves) < FEWEST_CHOICES:
        return None
    solution = only_move(analysis, goal)
    if solution is None:
        return None
    line, decisions = _line(position, solution, goal, analyse)
    fooled = searchers.fooled(position, solution)
    return Puzzle(position, goal, analysis.value, line, decisions, fooled)


def goal_sentence(puzzle: Puzzle) -> str:
    """Who is to do what."""
    verb = "wins" if puzzle.goal is PuzzleGoal.WIN else "draws"
    return f"{puzzle.position.turn.capitalize()} to move: find the only move that {verb}."


def goal_of(analysis: Analysis) -> PuzzleGoal | None:
    """What the side to move can reach by exact values; None if that is a loss, or not known."""
    if not analysis.exact or analysis.value < 0 or not analysis.moves:
        return None
    return PuzzleGoal.WIN if analysis.value > 0 else PuzzleGoal.DRAW


def only_move(analysis: Analysis, goal: PuzzleGoal) -> Move | None:
    """The move that keeps the goal, None if several do."""
    keeping = [move for move, value in analysis.moves.items() if goal.is_kept_by(value)]
    return keeping[0] if len(keeping) == 1 else None


def _line(
    position: Position, solution: Move, goal: PuzzleGoal, analyse: Analyse
) -> tuple[tuple[Move, ...], int]:
    """The line that begins with the solution, and how many decisions of the solver are in it.

    It goes on while one of the opponent's best replies leaves the solver exactly one good move,
    leads nowhere twice, and ends with a decision: moves without an alternative at its end are left
    out.
    """
    line, decided, decisions = [solution], 1, 1
    after = position.play(solution)
    seen = {position}
    while len(line) < LONGEST_LINE:
        for reply in analyse(after).best:
            here = after.play(reply)
            if here in seen:
                continue
            analysis = analyse(here)
            answer = only_move(analysis, goal)
            if answer is not None:
                break
        else:
            break
        seen.add(here)
        line += [reply, answer]
        after = here.play(answer)
        if len(analysis.moves) > 1:
            decided, decisions = len(line), decisions + 1
    return tuple(line[:decided]), decisions


class Searchers:
    """The searchers of a game that puzzles are tried on. They judge as `medium` does."""

    def __init__(self, variant: Variant) -> None:
        self._setup = SearchSetup(original_evaluation(variant), exact=True)

    def fooled(self, position: Position, solution: Move) -> tuple[int, ...]:
        """The depths at which a wrong move looks better than the solution."""
        return tuple(
            depth for depth in SEARCH_DEPTHS if self._prefers_another(position, solution, depth)
        )

    def _prefers_another(self, position: Position, solution: Move, depth: int) -> bool:
        table = Memory(shared=self._setup.evaluation.symmetric).table(position.turn.side)
        tree = tree_below(position, self._setup, Context(), table, lambda nodes: None)
        transitions = position.transitions()

        def score(move: Move, alpha: int, beta: int) -> int:
            return -tree.value(transitions[move].state, depth - 1, -beta, -alpha)

        own = score(solution, -INFINITY, INFINITY)
        return any(score(move, own, own + 1) > own for move in transitions if move != solution)


# Names that last: the position itself, packed into a few letters and digits

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"

#: What a square may hold, in the order of their numbers. Games without kings use the first three.
_KINDS = (
    None,
    Piece(Colour.BLACK),
    Piece(Colour.WHITE),
    Piece(Colour.BLACK, king=True),
    Piece(Colour.WHITE, king=True),
)


def id_of(position: Position) -> str:
    """The name of a position, such as ``mini-8f3k2a``: the same for ever."""
    variant, pieces = position.variant, position.pieces()
    number = 0
    for square in range(variant.geometry.count, 0, -1):
        number = number * _kinds(variant) + _KINDS.index(pieces.get(square))
    usual = variant == get_variant(variant.name)
    prefix = variant.name if usual else f"{variant.name}-{variant.size}"
    return f"{prefix}-{_written(2 * number + position.turn.side)}"


def position_of(text: str) -> Position:
    """The position of a name from `id_of`; ValueError with a sentence if it is not one."""
    prefix, _, digits = text.strip().casefold().rpartition("-")
    variant = _variant(prefix, text)
    number = 0
    for digit in digits:
        if digit not in _DIGITS:
            raise _no_name(text)
        number = number * len(_DIGITS) + _DIGITS.index(digit)
    number, side = divmod(number, 2)
    pieces = {}
    for square in range(1, variant.geometry.count + 1):
        number, kind = divmod(number, _kinds(variant))
        if (piece := _KINDS[kind]) is not None:
            pieces[square] = piece
    if number or not pieces:
        raise _no_name(text)
    turn = Colour.WHITE if side else Colour.BLACK
    return Position.from_placement(variant, Placement(turn, pieces))


def _kinds(variant: Variant) -> int:
    return len(_KINDS) if variant.crowns else 3


def _variant(prefix: str, text: str) -> Variant:
    name, _, size = prefix.rpartition("-")
    if not (size.isascii() and size.isdecimal()):
        name, size = prefix, ""
    try:
        return get_variant(name, int(size[:3]) if size else None)
    except ValueError:
        raise _no_name(text) from None


def _written(number: int) -> str:
    digits = ""
    while number:
        number, digit = divmod(number, len(_DIGITS))
        digits = _DIGITS[digit] + digits
    return digits


def _no_name(text: str) -> ValueError:
    return ValueError(f"{quoted(text)} is not a puzzle ID such as mini-8f3k2a")
