"""A game in words and letters: what plain mode prints. Pure, ASCII, without escape codes."""

import textwrap
from collections.abc import Callable

from ..game.pdn import PdnGame
from ..game.presentation import presentation, rule_sentences
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import counted, listing
from ..rules.notation import Move, Piece, coordinate
from ..rules.position import Position
from ..rules.variant import COLOURS, Colour, Variant

WIDTH = 78
_PLURALS = {"man": "men"}
_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")

_LETTERS = {
    Piece(Colour.BLACK): "b",
    Piece(Colour.WHITE): "w",
    Piece(Colour.BLACK, king=True): "B",
    Piece(Colour.WHITE, king=True): "W",
}


def board_lines(
    position: Position,
    bottom: Colour,
    paint: Callable[[int, int, str], str] = lambda _row, _column, text: text,
) -> list[str]:
    """The board as a person at the bottom sees it, with coordinates and square numbers.

    Every row ends with the numbers of its first and its last playing square, left to right.
    `paint` may put a colour on the two characters of the square in a row and a column.
    """
    geometry = position.variant.geometry
    letters = {square: _LETTERS[piece] for square, piece in position.pieces().items()}
    order = range(geometry.size) if bottom is Colour.WHITE else range(geometry.size)[::-1]
    heading = "    " + " ".join(chr(ord("a") + column) for column in order)
    lines = [heading]
    for row in order:
        squares = [geometry.square_at(row, column) for column in order]
        cells = (
            paint(row, column, " " + (letters.get(square, ".") if square else " "))
            for column, square in zip(order, squares, strict=True)
        )
        playing = [square for square in squares if square is not None]
        name = geometry.size - row
        lines.append(f" {name:2}{''.join(cells)} {name:2}   {playing[0]}-{playing[-1]}")
    return [*lines, heading]


def piece_lines(position: Position) -> list[str]:
    """Where the pieces of each colour stand, in words."""
    variant = position.variant
    pieces = position.pieces()
    lines = []
    for colour in COLOURS:
        parts = []
        for king, name in ((False, variant.man_name), (True, variant.king_name)):
            squares = [square for square, piece in pieces.items() if piece == Piece(colour, king)]
            if squares:
                places = ", ".join(f"{square} {coordinate(variant, square)}" for square in squares)
                parts.append(f"{counted(len(squares), name, _PLURALS.get(name))} on {places}")
        lines += wrapped(f"{colour.capitalize()}: {'; '.join(parts) or 'no pieces'}.")
    return lines


def choices(position: Position) -> list[str]:
    """The legal moves with their numbers, as few lines as possible."""
    # A number and its move belong on one line.
    items = [f"{n}:\N{NO-BREAK SPACE}{move}" for n, move in enumerate(position.legal_moves(), 1)]
    return wrapped("Moves: " + ", ".join(items))


def move_lines(position: Position) -> list[str]:
    """The legal moves in words, one a line, with their numbers."""
    return [f"{n}. {described(position, m)}" for n, m in enumerate(position.legal_moves(), 1)]


def described(before: Position, move: Move) -> str:
    """A move with its coordinates, and what it does: '9x16 (c3 to e5, captures d4)'."""
    if move.is_pass:
        return str(move)

    def places(squares: tuple[int, ...], joint: str) -> str:
        return joint.join(coordinate(before.variant, square) for square in squares)

    words = [places(move.path, " to ")]
    if move.captured:
        words.append(f"captures {places(move.captured, ' and ')}")
    if _crowns(before, move):
        words.append(f"makes a {before.variant.king_name}")
    return f"{move} ({', '.join(words)})"


def _crowns(before: Position, move: Move) -> bool:
    mover = before.piece_at(move.start)
    after = before.play(move).piece_at(move.end)
    return bool(mover and after and after.king and not mover.king)


def subject(session: Session, colour: Colour) -> tuple[str, str]:
    """How to speak of who plays a colour, and the ending a verb takes then."""
    player = session.player(colour)
    if session.person is colour:
        return "You", ""
    if session.person is not None:
        return "The computer", "s"
    name = colour.capitalize()
    return (name if player.is_person else f"{name} ({player})"), "s"


def played(session: Session, before: Position, move: Move) -> str:
    """The sentence about a move of a game: who played it, and what it did."""
    who, ending = subject(session, before.turn)
    if move.is_pass:
        return f"{who} pass{'es' if ending else ''}."
    deeds = [f"capture{ending} {move}" if move.captured else f"play{ending} {move}"]
    if move.captured:
        number = len(move.captured)
        amount = _NUMBERS[number] if number < len(_NUMBERS) else str(number)
        deeds.append(f"take{ending} {amount} {'piece' if number == 1 else 'pieces'}")
    if _crowns(before, move):
        deeds.append(f"make{ending} a {before.variant.king_name}")
    return f"{who} {listing(deeds)}."


def introduction(session: Session) -> list[str]:
    """What game this is and who plays it."""
    variant, first = session.variant, session.timeline.start.turn
    if session.black.is_person and session.white.is_person:
        players = "Two people play black (b) and white (w)."
    else:
        players = f"{_side(session, first)}; {_side(session, first.other)}."
    return [
        *wrapped(f"{variant.name}: {presentation(variant).summary}."),
        *wrapped(players[0].upper() + players[1:]),
    ]


def _side(session: Session, colour: Colour) -> str:
    player = session.player(colour)
    who = "you play" if player.is_person else f"the computer, {player}, plays"
    return f"{who} {colour} ({colour[0]})"


def record_lines(record: PdnGame) -> list[str]:
    """Who played a recorded game, and how it ended."""
    black, white = (record.player(colour) or "somebody" for colour in COLOURS)
    return wrapped(f"A recorded game: {black} (black) against {white} (white), {record.result}.")


def rule_lines(variant: Variant) -> list[str]:
    """The rules of a game in a few sentences."""
    return [line for sentence in rule_sentences(variant) for line in wrapped(sentence)]


def turn_lines(session: Session) -> list[str]:
    """Whose turn it is and what can be played, or how the game ended."""
    outcome = session.outcome
    if outcome is None:
        turn = session.position.turn
        yours = session.person is turn
        announcement = f"Your turn ({turn})." if yours else f"{turn.capitalize()} to move."
        if all(move.captured for move in session.position.legal_moves()):
            announcement += f" {'You' if yours else turn.capitalize()} must capture."
        left = [] if session.clock is None else [time_left(session)]
        return [announcement, *left, *choices(session.position)]
    lines = wrapped(f"The game is over: {outcome}.")
    if session.person is not None and outcome.winner is not None:
        lines.append("You won." if outcome.winner is session.person else "You lost.")
    return lines


def time_left(session: Session) -> str:
    """The time that each side has left."""
    if session.clock is None:
        return "The game is played without a clock."
    left = (
        f"{subject(session, colour)[0].lower()} {_minutes(session.clock.of(colour))}"
        for colour in COLOURS
    )
    return f"Time left: {', '.join(left)}."


def _minutes(seconds: float) -> str:
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def clock_line(session: Session) -> str:
    """How many moves have been played, and the time each side has used."""
    used = ", ".join(
        f"{subject(session, colour)[0].lower()} {seconds:.0f} s"
        for colour, seconds in zip(COLOURS, session.elapsed, strict=True)
    )
    return f"{moves(session.timeline)} played; time used: {used}."


def moves(line: Timeline) -> str:
    """How many moves have been played, in words."""
    return counted(line.number_of(line.ply), "move")


def sentence(words: str) -> str:
    """The words with a capital at the start and a full stop at the end."""
    return words[:1].upper() + words[1:] + ("" if words.endswith((".", "!", "?", ":")) else ".")


def wrapped(text: str) -> list[str]:
    """The text in lines of a width that fits everywhere; a no-break space becomes a plain one."""
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
