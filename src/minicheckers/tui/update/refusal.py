"""Why something cannot be done on the board just now, in one sentence."""

from ...rules.variant import Colour
from ..state import GameScreen

_LONGEST_LIST = 6


def why_not_turn(game: GameScreen) -> str:
    """Why the person cannot move now."""
    if game.replaying:
        return "Enter goes on playing from here"
    if game.outcome is not None:
        return "the game is over"
    if game.must_pass:
        return "there is no move to make; press Enter"
    if game.watch is not None:
        return "the computer plays both sides; Space pauses"
    return f"it is {game.position.turn}'s turn: {game.session.to_move} is thinking"


def why_not_pick(game: GameScreen, square: int) -> str:
    """Why the piece on a square cannot be picked up."""
    position, turn = game.position, game.position.turn
    piece = position.piece_at(square)
    if piece is None:
        return f"square {square} is empty; pick up {_any_of(game.movable)}"
    if piece.colour is not turn:
        return f"that is {_possessive(turn.other)} piece, and it is {_possessive(turn)} turn"
    captures = game.variant.capture_forced and any(move.captured for move in game.legal)
    if captures:
        return f"a capture is forced: pick up {_any_of(game.movable)}"
    return f"the piece on {square} cannot move; pick up {_any_of(game.movable)}"


def why_not_target(game: GameScreen) -> str:
    """Why the picked-up piece cannot go where the cursor is."""
    start, targets = game.picked[-1], tuple(sorted(game.targets))
    if len(game.picked) > 1:
        return f"the capture goes on from {start} to {_any_of(targets)}; Esc goes back"
    return f"{start} cannot go to {game.focus}, only to {_any_of(targets)}"


def _possessive(colour: Colour) -> str:
    return f"{colour}'s"


def _any_of(squares: tuple[int, ...]) -> str:
    words = [str(square) for square in squares[:_LONGEST_LIST]]
    if len(squares) > _LONGEST_LIST:
        return ", ".join(words) + " ..."
    return " or ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)
