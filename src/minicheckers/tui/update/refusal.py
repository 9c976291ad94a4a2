"""Why something cannot be done on the board just now, in one sentence."""

from ...rules.variant import Colour
from ..state import Table

_LONGEST_LIST = 6


def why_not_turn(table: Table) -> str:
    """Why the person cannot move now."""
    if table.stepping:
        return "Enter goes on playing from here"
    if table.outcome is not None:
        return "the game is over"
    if table.must_pass:
        return "there is no move to make; press Enter"
    if table.watch is not None:
        return "the computer plays both sides; Space pauses"
    return f"it is {table.position.turn}'s turn: {table.session.to_move} is thinking"


def why_not_pick(table: Table, square: int) -> str:
    """Why the piece on a square cannot be picked up."""
    position, turn = table.position, table.position.turn
    piece = position.piece_at(square)
    if piece is None:
        return f"square {square} is empty; pick up {_any_of(table.movable)}"
    if piece.colour is not turn:
        return f"that is {_possessive(turn.other)} piece, and it is {_possessive(turn)} turn"
    captures = table.variant.capture_forced and any(move.captured for move in table.legal)
    if captures:
        return f"a capture is forced: pick up {_any_of(table.movable)}"
    return f"the piece on {square} cannot move; pick up {_any_of(table.movable)}"


def why_not_target(table: Table) -> str:
    """Why the picked-up piece cannot go where the cursor is."""
    start, targets = table.picked[-1], tuple(sorted(table.targets))
    if len(table.picked) > 1:
        return f"the capture goes on from {start} to {_any_of(targets)}; Esc goes back"
    return f"{start} cannot go to {table.focus}, only to {_any_of(targets)}"


def _possessive(colour: Colour) -> str:
    return f"{colour}'s"


def _any_of(squares: tuple[int, ...]) -> str:
    words = [str(square) for square in squares[:_LONGEST_LIST]]
    if len(squares) > _LONGEST_LIST:
        return ", ".join(words) + " ..."
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
