"""Positions and moves as the Hub protocol writes them.

A position is a letter for the side to move and a letter a square. A capture names its start, its
end and what it captures, so two routes that take the same pieces are one move.

Clients differ in how they see the board. pydraughts, and so whoever plays English checkers through
it, sends positions turned by 180 degrees with the colours exchanged, as if White moved first, but
moves in the usual numbers.
"""

import re

from ..rules.notation import Move, Piece, Placement
from ..rules.position import Position
from ..rules.variant import VARIANTS, Colour, Goal, Variant
from ..support.text import counted, quoted

PASS = "0-0"
_EMPTY = "e"
_TURNS = {"W": Colour.WHITE, "B": Colour.BLACK}
_PIECES = {
    "w": Piece(Colour.WHITE),
    "b": Piece(Colour.BLACK),
    "W": Piece(Colour.WHITE, king=True),
    "B": Piece(Colour.BLACK, king=True),
}

_MOVE = re.compile(r"[0-9]{1,3}(?:-[0-9]{1,3}|(?:x[0-9]{1,3}){1,40})", re.ASCII)


def hub_name(variant: Variant) -> str:
    """How the protocol calls a game; one that it does not know goes by our own name."""
    return variant.notation.hub or variant.name


def hub_games() -> dict[str, Variant]:
    """The games by the names that clients send: the protocol's where it has one, and ours."""
    games = {game.name: game for game in VARIANTS.values()}
    goals = [game.with_goal(goal) for game in VARIANTS.values() for goal in Goal]
    return {game.notation.hub: game for game in goals if game.notation.hub} | games


def is_turned(variant: Variant) -> bool:
    """Whether clients turn the board: they know games only in which White moves first."""
    return variant.notation.hub is not None and variant.first is Colour.BLACK


def read_position(text: str, variant: Variant, *, turned: bool) -> Position:
    """The position of a text; ValueError with a sentence for a bad one.

    In a game of several sizes the number of squares tells the size.
    """
    turn, squares = _TURNS.get(text[:1]), text[1:]
    if turn is None:
        raise ValueError(f"a position begins with W or B for the side to move, not {quoted(text)}")
    game = _of_size(variant, len(squares))
    pieces = {}
    for square, letter in enumerate(squares, start=1):
        if letter in _PIECES:
            pieces[square] = _PIECES[letter]
        elif letter != _EMPTY:
            raise ValueError(f"square {square} holds {quoted(letter)}, which is not one of wbWBe")
    position = Position.from_placement(game, Placement(turn, pieces))
    return position.seen_from_other_side() if turned else position


def _of_size(variant: Variant, squares: int) -> Variant:
    if variant.geometry.count == squares:
        return variant
    for size in variant.sizes:
        if variant.of_size(size).geometry.count == squares:
            return variant.of_size(size)
    raise ValueError(
        f"a position of {variant} has {counted(variant.geometry.count, 'square')} after its first "
        f"letter, not {squares}"
    )


def write_position(position: Position, *, turned: bool) -> str:
    """The position as text, the reverse of `read_position`."""
    seen = position.seen_from_other_side() if turned else position
    letters = {piece: letter for letter, piece in _PIECES.items()}
    pieces = seen.pieces()
    squares = range(1, seen.variant.geometry.count + 1)
    board = "".join(letters[pieces[s]] if s in pieces else _EMPTY for s in squares)
    return ("W" if seen.turn is Colour.WHITE else "B") + board


def read_move(position: Position, text: str) -> Move:
    """The legal move that a text means; ValueError if there is none or several.

    A capture may leave out what it captures where that is clear.
    """
    legal = position.legal_moves()
    for move in legal:
        if write_move(move) == text or (move.is_pass and text == str(move)):
            return move
    if _MOVE.fullmatch(text) is None:
        raise ValueError(f"{quoted(text)} is not a move such as 11-15 or, with a capture, 15x22x18")
    start, end, *captured = map(int, re.split("[-x]", text))
    fitting = {
        write_move(move): move
        for move in legal
        if not move.is_pass
        and (move.start, move.end, bool(move.captured)) == (start, end, "x" in text)
        and (not captured or sorted(captured) == sorted(move.captured))
    }
    if len(fitting) == 1:
        return next(iter(fitting.values()))
    if fitting:
        raise ValueError(f"{quoted(text)} could be {' or '.join(fitting)}")
    shown = ", ".join(write_move(move) for move in legal[:8]) + (", ..." if len(legal) > 8 else "")
    advice = f"legal: {shown}" if legal else "the game is over"
    raise ValueError(f"{quoted(text)} is not legal here; {advice}")


def write_move(move: Move) -> str:
    """The move as text: 11-15, 15x22x18 with the captured squares ascending, 0-0 for a pass."""
    if move.is_pass:
        return PASS
    if not move.captured:
        return f"{move.start}-{move.end}"
    return "x".join(map(str, (move.start, move.end, *sorted(move.captured))))
