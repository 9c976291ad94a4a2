"""Lessons: the rules of a game as a few positions in which something is to be done.

Every lesson names the kind of move it wants. What is told about it is true of its position, and a
test plays them all.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Variant, get_variant


@dataclass(frozen=True)
class Lesson:
    """A position, what to do there and what it teaches.

    ``accepts`` says whether a legal move is what was asked for.
    """

    title: str
    position: Position
    task: str
    learned: str
    accepts: Callable[[Position, Move], bool]

    def accepted(self) -> tuple[Move, ...]:
        """The legal moves that do what was asked for."""
        return tuple(m for m in self.position.legal_moves() if self.accepts(self.position, m))


def _step(position: Position, move: Move) -> bool:
    return not move.captured and not move.is_pass


def _capture(position: Position, move: Move) -> bool:
    return bool(move.captured)


def _chain(position: Position, move: Move) -> bool:
    return len(move.captured) > 1


def _pass(position: Position, move: Move) -> bool:
    return move.is_pass


def _crown(position: Position, move: Move) -> bool:
    return position.play(move).kings(position.turn) > position.kings(position.turn)


def _king_move(position: Position, move: Move) -> bool:
    """Whether a king moves without capturing."""
    piece = position.piece_at(move.start)
    return piece is not None and piece.king and not move.captured


def _end(position: Position, move: Move) -> bool:
    return position.play(move).outcome is not None


@dataclass(frozen=True)
class _Sketch:
    """A lesson as data, its position as FEN."""

    title: str
    fen: str
    task: str
    learned: str
    accepts: Callable[[Position, Move], bool]


_DIAGONAL_STEP = "A man steps one square diagonally forward: Black down, White up."
_FORWARD_JUMP = "A man jumps forward over an enemy next to it onto the empty square behind."
_FREE = "Capturing is a choice in this game: you may also step."
_FORCED = "Capturing is a duty: while you can capture, no step is legal."
_STUCK = "Who is to move and cannot, loses. So does who has no pieces left."

_SKETCHES: dict[str, tuple[_Sketch, ...]] = {
    "mini": (
        _Sketch("Step", "B:W16:B5", "Step forward with your man.", _DIAGONAL_STEP, _step),
        _Sketch("Capture", "B:W8,18:B5", "Capture the man on 8.", _FORWARD_JUMP, _capture),
        _Sketch(
            "The duty to capture",
            "B:W8,18:B5,3",
            "Try any move: you will find that only one is legal.",
            f"{_FORCED} One jump is a whole turn, also if another could follow.",
            _capture,
        ),
        _Sketch(
            "The forfeited turn",
            "B:W14:B16",
            "Your man stands on the last row and cannot go on. Forfeit the turn: "
            "write pass, or press Enter on the board.",
            "There are no kings. Who cannot move forfeits the turn, and the other side goes on.",
            _pass,
        ),
        _Sketch(
            "The end",
            "B:W13:B10",
            "Capture the last enemy.",
            "The game ends when a side has no pieces, or when neither can move: then more pieces "
            "win, and as many on both sides are a draw.",
            _end,
        ),
    ),
    "english": (
        _Sketch("Step", "B:W30:B10", "Step forward with your man.", _DIAGONAL_STEP, _step),
        _Sketch(
            "Capture",
            "B:W18,32:B14",
            "Capture the man on 18.",
            f"{_FORWARD_JUMP} {_FORCED}",
            _capture,
        ),
        _Sketch(
            "The chain",
            "B:W10,18,32:B6",
            "Capture two men in one turn: the first and the last square say it all.",
            "A jump that can go on must go on, to its end.",
            _chain,
        ),
        _Sketch(
            "Crowning",
            "B:W12:B25",
            "Step onto the last row.",
            "A man that gets to the last row becomes a king, and its turn ends there.",
            _crown,
        ),
        _Sketch(
            "The king",
            "B:W12:BK18",
            "Move the king; try backwards.",
            "A king steps and jumps in all four diagonal directions, one square at a time.",
            _king_move,
        ),
        _Sketch("The end", "B:W18:B14", "Capture the last enemy.", _STUCK, _end),
    ),
    "towers": (
        _Sketch("Step", "B:W30:B10", "Step forward with your man.", _DIAGONAL_STEP, _step),
        _Sketch("Capture", "B:W18,32:B14", "Capture the man on 18.", _FORWARD_JUMP, _capture),
        _Sketch(
            "The choice",
            "B:W18,32:B14,1",
            "Do not capture: step instead.",
            f"{_FREE} One jump is a whole turn.",
            _step,
        ),
        _Sketch(
            "The tower",
            "B:W12:B25",
            "Step onto the last row.",
            "A man that gets to the last row becomes a tower, which moves in all four diagonal "
            "directions.",
            _crown,
        ),
        _Sketch("The end", "B:W18:B14", "Capture the last enemy.", _STUCK, _end),
    ),
    "pikachu": (
        _Sketch(
            "Step",
            "W:W36:B4",
            "Step with your pichu.",
            "A pichu steps one square forward, left or right. White goes up, Black down.",
            _step,
        ),
        _Sketch(
            "Capture",
            "W:W36:B28,4",
            "Capture the pichu on 28.",
            f"It jumps forward, left or right over an enemy next to it. {_FREE}",
            _capture,
        ),
        _Sketch(
            "Crowning",
            "W:W12:B60",
            "Step onto the last row.",
            "There a pichu becomes a pikachu.",
            _crown,
        ),
        _Sketch(
            "The pikachu",
            "W:WK60:B2",
            "Slide with the pikachu as far as you like.",
            "A pikachu slides any distance straight in all four directions.",
            _king_move,
        ),
        _Sketch(
            "The long capture",
            "W:WK60:B20,1",
            "Capture the enemy far away on 20.",
            "A pikachu captures at any distance over empty squares and lands directly behind.",
            _capture,
        ),
        _Sketch("The end", "W:W36:B28", "Capture the last enemy.", _STUCK, _end),
    ),
}


def lessons(variant: Variant) -> tuple[Lesson, ...]:
    """The lessons of a game; ValueError if nobody has written any for it."""
    if variant.name not in _SKETCHES:
        known = ", ".join(_SKETCHES)
        raise ValueError(f"there are no lessons for {variant}; there are some for {known}")
    # The positions are those of the usual board, whatever size was asked for.
    game = get_variant(variant.name)
    return tuple(
        Lesson(s.title, Position.from_fen(s.fen, game), s.task, s.learned, s.accepts)
        for s in _SKETCHES[variant.name]
    )
