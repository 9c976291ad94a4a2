"""Lessons: the rules of a game as a few positions in which something is to be done.

A lesson belongs to a rule, not to a game: each game, house rules included, gets those of its own
rules. Only the game whose every value is known has one about how a computer thinks. What is told
about a lesson is true of its position, and a test plays them all.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass

from ..engine.solver import SOLVED
from ..rules.notation import Move, Piece, Placement
from ..rules.position import Position
from ..rules.variant import Colour, Goal, Landing, LastRow, Priority, Stuck, Variant


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


# What is asked for


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


def _by_king(position: Position, move: Move) -> bool:
    piece = None if move.is_pass else position.piece_at(move.start)
    return piece is not None and piece.king


def _king_step(position: Position, move: Move) -> bool:
    return _by_king(position, move) and not move.captured


def _king_capture(position: Position, move: Move) -> bool:
    return _by_king(position, move) and bool(move.captured)


def _takes_king(position: Position, move: Move) -> bool:
    taken = [position.piece_at(square) for square in move.captured]
    return any(piece is not None and piece.king for piece in taken)


def _end(position: Position, move: Move) -> bool:
    return position.play(move).outcome is not None


def _gives_away(position: Position, move: Move) -> bool:
    """Whether every reply ends the game and the side that has moved wins."""
    replies = position.play(move).transitions().values()
    outcomes = [after.outcome for after in replies]
    return bool(outcomes) and all(o is not None and o.winner is position.turn for o in outcomes)


def _still_wins(position: Position, move: Move) -> bool:
    """Whether a move keeps the win at the horizon; a test asks the exact values."""
    return str(move) in ("7-10", "3-6", "1-4")


# The lessons, for White; the side that moves first gets them, on its own side of the board


@dataclass(frozen=True)
class _Sketch:
    """A lesson as data: which games it is for, and its position on diagonal and straight boards.

    A position lists squares, White's and then Black's, K before a king: ``c3 / d4 Ka7``. Rows are
    counted from White, or with ^ from the far edge: ``b^1`` is on the last row. Words in braces
    stand for what the game calls its pieces, and for other words of its rules.
    """

    title: str
    fits: Callable[[Variant], bool]
    diagonal: str
    straight: str
    task: str
    learned: str
    accepts: Callable[[Position, Move], bool]


def _has_kings(game: Variant) -> bool:
    return game.crowns and game.goal is not Goal.BREAKTHROUGH


def _takes_most(criterion: Priority) -> Callable[[Variant], bool]:
    return lambda game: criterion in game.priority and game.chains


def _jumps_back(game: Variant) -> bool:
    return any(down < 0 and right for down, right in game.man_jumps)


_SKETCHES = (
    _Sketch(
        "Step",
        lambda game: True,
        "c3 / f^1",
        "d3 / e^1",
        "Step forward with your {man}.",
        "A {man} steps one square {forward}.",
        _step,
    ),
    _Sketch(
        "Capture",
        lambda game: True,
        "c3 / d4 b^1",
        "d3 / d4 a^1",
        "Capture the {man} in front of yours.",
        "A {man} jumps over an enemy next to it onto the empty square behind.",
        _capture,
    ),
    _Sketch(
        "You must capture",
        lambda game: game.capture_forced,
        "c3 a1 / d4 b^1",
        "d3 a1 / d4 a^1",
        "Try to move either {man}. Only the capture is legal.",
        "If you can capture, you must: no other move is legal.",
        _capture,
    ),
    _Sketch(
        "Your choice",
        lambda game: not game.capture_forced,
        "c3 a1 / d4 b^1",
        "d3 a1 / d4 a^1",
        "You could capture, but you need not. Step instead.",
        "Captures are optional in this game.",
        _step,
    ),
    _Sketch(
        "Backward",
        _jumps_back,
        "e5 / d4 b^1",
        "",
        "Capture the {man} behind yours.",
        "A {man} steps only forward, but it can capture backward too.",
        _capture,
    ),
    _Sketch(
        "Straight",
        lambda game: game.diagonal and any(0 in way for way in game.man_jumps),
        "c3 / e3 b^1",
        "",
        "Capture straight to the side: over the next {man} in your row.",
        "Pieces also capture straight, over the next square of their colour in the row or column.",
        _capture,
    ),
    _Sketch(
        "The chain",
        lambda game: game.chains,
        "c3 / d4 f6 b^1",
        "d3 / d4 d6 a^1",
        "Capture two {men} in one turn.",
        "If the capturing piece can jump again, it must.",
        _chain,
    ),
    _Sketch(
        "One jump per turn",
        lambda game: not game.chains and game.capture_forced,
        "a1 / b2 d4",
        "",
        "Capture one {man}. Your turn ends there, even though you could jump again.",
        "In this game you make only one jump per turn.",
        _capture,
    ),
    _Sketch(
        "The most pieces",
        _takes_most(Priority.MOST_PIECES),
        "c3 / b4 d4 f6 b^1",
        "d3 / c3 d4 d6 a^1",
        "Two captures look possible, but only one is legal. Find it.",
        "If you can capture in several ways, you must take as many pieces as possible.",
        _chain,
    ),
    _Sketch(
        "The most value",
        _takes_most(Priority.MOST_VALUE),
        "c3 / b4 d4 f6 b^1",
        "d3 / c3 d4 d6 a^1",
        "Two captures look possible, but only one is legal. Find it.",
        "You must make the capture that is worth most. A {man} counts 50 and a {king} 99, so two "
        "{men} come before a {king}, but two {king}s before three {men}.",
        _chain,
    ),
    _Sketch(
        "The most {king}s",
        lambda game: _has_kings(game) and Priority.MOST_KINGS in game.priority,
        "Ke3 / d4 Kf4 b^1",
        "",
        "You could take a {man} or a {king}, but only one capture is legal. Find it.",
        "If several captures take equally many pieces, you must take the most {king}s.",
        _takes_king,
    ),
    _Sketch(
        "Men and kings",
        lambda game: not game.men_take_kings and game.crowns,
        "c3 / Kd4 b^1",
        "d3 / Kd4 a^1",
        "Try to capture the {king}. You cannot, so step.",
        "A {man} cannot capture a {king}.",
        _step,
    ),
    _Sketch(
        "Crowning",
        _has_kings,
        "c^2 / a3",
        "c^2 / a3",
        "Step onto the last row.",
        "On the last row a {man} becomes a {king}, and its turn ends there.",
        _crown,
    ),
    _Sketch(
        "The {king}",
        _has_kings,
        "Kd4 / b^1",
        "Kd4 / b^1",
        "Move the {king}. It can go backward, too.",
        "A {king} moves {king_reach} in all four directions.",
        _king_step,
    ),
    _Sketch(
        "The long capture",
        lambda game: _has_kings(game) and game.king_flies,
        "Ka1 / d4 b^1",
        "Kd1 / d5 a^1",
        "Capture the enemy piece from a distance.",
        "A {king} captures at any distance over empty squares and lands {landing} its victim.",
        _king_capture,
    ),
    _Sketch(
        "The {king} first",
        lambda game: _has_kings(game) and game.priority[:1] == (Priority.BY_KING,),
        "a3 Kg1 / b4 e3 b^1",
        "",
        "A {man} and a {king} could both capture, but only one of them may. Find out which.",
        "If a {king} can capture, no {man} may.",
        _king_capture,
    ),
    _Sketch(
        "Crowned on the way",
        lambda game: (
            _has_kings(game)
            and game.king_flies
            and game.last_row_in_capture is LastRow.GOES_ON_AS_KING
        ),
        "b^3 / c^2 f^3",
        "",
        "Capture two {men}: jump onto the last row, then jump on.",
        "A {man} that reaches the last row in a capture continues as a {king}.",
        _chain,
    ),
    _Sketch(
        "Past the last row",
        lambda game: (
            _has_kings(game)
            and game.last_row_in_capture is LastRow.GOES_ON_AS_MAN
            and _jumps_back(game)
        ),
        "b^3 / c^2 e^2 a3",
        "",
        "Capture two {men}, by way of the last row.",
        "A {man} is crowned only where its capture ends. This one stays a {man}.",
        _chain,
    ),
    _Sketch(
        "The pass",
        lambda game: game.stuck is Stuck.PASSES and not game.crowns,
        "b^1 / a3",
        "b^1 / a3",
        "Your {man} has reached the last row and cannot move. Pass.",
        "There are no kings in this game. A player who cannot move passes, and the other side "
        "moves again.",
        _pass,
    ),
    _Sketch(
        "The end",
        lambda game: game.goal is Goal.NORMAL,
        "c3 / d4",
        "d3 / d4",
        "Capture the last enemy.",
        "{end}",
        _end,
    ),
    _Sketch(
        "The end",
        lambda game: game.goal is Goal.LOSING and game.capture_forced,
        "c3 / e5",
        "d3 / e5",
        "Lose your last {man}: step where it must be captured.",
        "You win when you have no pieces left, or no legal move.",
        _gives_away,
    ),
    _Sketch(
        "The end",
        lambda game: game.goal is Goal.BREAKTHROUGH,
        "c^2 / a3",
        "c^2 / a3",
        "Step onto the last row.",
        "The first {man} on the last row wins the game.",
        _end,
    ),
    _Sketch(
        "The horizon",
        lambda game: game == SOLVED,
        "a1 c1 e1 d2 c3 e3 / b6 f6 a5 c5 e5 a3",
        "",
        "A computer that looks five moves ahead, counting both sides, plays 7-11 here: after 14x7, "
        "5x10, 13-11 and 8x13 it is a man ahead. Look one move further, and find a move that "
        "really wins.",
        "It wins. After 7-11, White would capture with 16x11 on the sixth move and draw: one move "
        "too far for that computer to see. That limit is called its horizon.",
        _still_wins,
    ),
)

_SQUARE = re.compile(r"(K?)([a-z])(\^?)([0-9]+)")


def lessons(variant: Variant) -> tuple[Lesson, ...]:
    """The lessons of a game: one for each of its rules."""
    words = _words(variant)
    found = []
    for sketch in _SKETCHES:
        position = _position(variant, sketch) if sketch.fits(variant) else None
        if position is not None:
            title, task, learned = (
                text.format_map(words) for text in (sketch.title, sketch.task, sketch.learned)
            )
            lesson = Lesson(title, position, task, learned, sketch.accepts)
            if lesson.accepted():  # another rule may forbid it
                found.append(lesson)
    return tuple(found)


def _position(variant: Variant, sketch: _Sketch) -> Position | None:
    """The position of a sketch on the board of a game, None if it has no room for it."""
    text = sketch.diagonal if variant.diagonal else sketch.straight
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
        "men": "men" if variant.man_name == "man" else f"{variant.man_name}s",
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
