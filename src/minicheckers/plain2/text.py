"""A game in words and letters: what plain mode says. Pure, ASCII, without escape codes."""

import textwrap
from collections.abc import Callable, Collection, Mapping

from ..game.clock import minutes
from ..game.pdn import UNFINISHED, PdnGame
from ..game.presentation import presentation
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import counted, listing, number_word, quoted, sentence
from ..rules.notation import Move, Piece, Spelling, coordinate
from ..rules.position import Position
from ..rules.variant import COLOURS, Colour, Variant

WIDTH = 78
_PLURALS = {"man": "men"}

#: More commands than this are not listed in a sentence; help lists them.
_MOST_LISTED = 15

#: How to speak of whoever plays a colour, at the beginning of a sentence.
Names = Mapping[Colour, str]
YOU, COMPUTER = "You", "The computer"

BACK = "Back to the game."
# What to do after something has ended
AFTER_THE_GAME = (
    "What next? Type review to go over the mistakes, retry to find better moves yourself, new to "
    "play again, or quit. There is more, such as undo, analysis, level, puzzle and save: type help "
    "for the whole list."
)
_LETTERS = {
    Piece(Colour.BLACK): "b",
    Piece(Colour.WHITE): "w",
    Piece(Colour.BLACK, king=True): "B",
    Piece(Colour.WHITE, king=True): "W",
}


def not_a_command(word: str, words: Collection[str], instead: str) -> str:
    """What to type `instead` of a word that means nothing here, before the words that do."""
    if len(words) > _MOST_LISTED:
        return f"{quoted(word)} is not a command; {instead} help for the commands"
    return f"{quoted(word)} is not a command here; {instead} {listing([*words], 'or')}"


def no_such_number(line: str, count: int) -> str:
    """What to type instead of a number that no move in the list has."""
    right = f"a number from 1 to {count}" if count > 1 else "1 for the only move"
    return f"there is no move number {quoted(line)}; type {right}"


def board_lines(
    position: Position,
    bottom: Colour,
    paint: Callable[[int, int, str], str] = lambda _row, _column, text: text,
    *,
    letters: bool = False,
) -> list[str]:
    """The board as a person at the bottom sees it, with coordinates and square numbers.

    Every row ends with the numbers of its first and its last playing square, left to right, unless
    the person wants letters. `paint` may put a colour on the two characters of the square in a row
    and a column.
    """
    geometry = position.variant.geometry
    men = {square: _LETTERS[piece] for square, piece in position.pieces().items()}
    order = range(geometry.size) if bottom is Colour.WHITE else range(geometry.size)[::-1]
    heading = "    " + " ".join(chr(ord("a") + column) for column in order)
    lines = [heading]
    for row in order:
        squares = [geometry.square_at(row, column) for column in order]
        cells = (
            paint(row, column, " " + (men.get(square, ".") if square else " "))
            for column, square in zip(order, squares, strict=True)
        )
        playing = [square for square in squares if square is not None]
        name = geometry.size - row
        numbers = "" if letters else f"  {playing[0]} to {playing[-1]}"
        lines.append(f" {name:2}{''.join(cells)} {name:2}{numbers}")
    return [*lines, heading]


def piece_lines(position: Position, *, letters: bool = False) -> list[str]:
    """Where the pieces of each colour stand, in words."""
    variant = position.variant
    pieces = position.pieces()
    lines = []
    for colour in COLOURS:
        parts = []
        for king, name in ((False, variant.man_name), (True, variant.king_name)):
            squares = [square for square, piece in pieces.items() if piece == Piece(colour, king)]
            if squares:
                numbers = ["" if letters else f"{square} " for square in squares]
                places = ", ".join(
                    f"{number}{coordinate(variant, square)}"
                    for number, square in zip(numbers, squares, strict=True)
                )
                parts.append(f"{counted(len(squares), name, _PLURALS.get(name))} on {places}")
        lines += wrapped(f"{colour.capitalize()}: {'; '.join(parts) or 'no pieces'}.")
    return lines


def choices(position: Position, *, letters: bool = False) -> list[str]:
    """The legal moves with their numbers, as few lines as possible."""
    written = map(Spelling(position.variant, letters).move, position.legal_moves())
    # A number and its move belong on one line.
    items = [f"{n}:\N{NO-BREAK SPACE}{move}" for n, move in enumerate(written, 1)]
    return wrapped("Moves: " + ", ".join(items))


def move_lines(position: Position, *, letters: bool = False) -> list[str]:
    """The legal moves in words, one a line, with their numbers."""
    found = enumerate(position.legal_moves(), 1)
    return [f"{n}. {described(position, move, letters=letters)}" for n, move in found]


def described(before: Position, move: Move, *, letters: bool = False) -> str:
    """A move with its coordinates, and what it does: '9x16 (c3 to e5, captures d4)'.

    With letters it is written only once: 'c3 to e5, captures d4'.
    """
    if move.is_pass:
        return str(move)

    def places(squares: tuple[int, ...], joint: str) -> str:
        return joint.join(coordinate(before.variant, square) for square in squares)

    words = [places(move.path, " to ")]
    if move.captured:
        words.append(f"captures {places(move.captured, ' and ')}")
    if _crowns(before, move):
        words.append(f"makes a {before.variant.king_name}")
    return ", ".join(words) if letters else f"{move} ({', '.join(words)})"


def _crowns(before: Position, move: Move) -> bool:
    mover = before.piece_at(move.start)
    after = before.play(move).piece_at(move.end)
    return bool(mover and after and after.king and not mover.king)


def names_in(session: Session) -> Names:
    """The names in a game, Black's first: you and the computer, or the colours."""
    if session.here is not None:
        return {
            colour: YOU if colour is session.here else session.player(colour).person or COMPUTER
            for colour in COLOURS
        }
    return {
        colour: colour.capitalize() if player.is_person else f"{colour.capitalize()} ({player})"
        for colour, player in zip(COLOURS, (session.black, session.white), strict=True)
    }


def names_for(person: Colour, opponent: str | None = None) -> Names:
    """The names where a person plays a colour against somebody, or against the other colour."""
    return {person: YOU, person.other: opponent or person.other.capitalize()}


def played(before: Position, move: Move, names: Names) -> str:
    """The sentence about a move: who made it, what it did, and what is left of the other side."""
    turn = before.turn
    who, ending = names[turn], "" if names[turn] == YOU else "s"
    if move.is_pass:
        return f"{who} pass{'es' if ending else ''}."
    crowned = f" and make{ending} a {before.variant.king_name}" if _crowns(before, move) else ""
    if not move.captured:
        return f"{who} play{ending} {move}{crowned}."
    left = before.play(move).count(turn.other)
    remain = number_word(left) if left else "none"
    other = names[turn.other]
    return (
        f"{who} capture{ending} {_victims(before, move)} with {move}{crowned}; "
        f"{_inside(other)} {'have' if other == YOU else 'has'} {remain} left."
    )


def _victims(before: Position, move: Move) -> str:
    """What a move captures: 'one man', 'two men and one king'."""
    pieces, variant = before.pieces(), before.variant
    kings = sum(pieces[square].king for square in move.captured)
    counts = ((len(move.captured) - kings, variant.man_name), (kings, variant.king_name))
    return listing(
        [
            f"{number_word(count)} {name if count == 1 else _PLURALS.get(name, name + 's')}"
            for count, name in counts
            if count
        ]
    )


def _inside(name: str) -> str:
    """A name as it is written inside a sentence."""
    return name.lower() if name in (YOU, COMPUTER) else name


def introduction(session: Session) -> list[str]:
    """What game this is and who plays it."""
    first = session.timeline.start.turn
    if session.is_shared:
        players = "Two people play black (b) and white (w)."
    else:
        players = f"{_side(session, first)}. {sentence(_side(session, first.other))}"
    return [*game_lines(session.variant), *wrapped(sentence(players))]


def game_lines(variant: Variant) -> list[str]:
    """What game this is."""
    return wrapped(f"{variant.name}: {presentation(variant).summary}.")


def _side(session: Session, colour: Colour) -> str:
    player = session.player(colour)
    who = "you play" if player.is_person else f"the computer ({player}) plays"
    return f"{who} {colour} ({colour[0]})"


def record_lines(record: PdnGame) -> list[str]:
    """Who played a recorded game, and how it ended."""
    result = "unfinished" if record.result == UNFINISHED else record.result
    told = [record.player(colour) for colour in COLOURS]
    if not any(told):
        return wrapped(f"A recorded game, {result}.")
    black, white = (name or "an unknown player" for name in told)
    return wrapped(f"A recorded game: {black} (black) against {white} (white), {result}.")


def time_left(session: Session) -> str:
    """The time that each side has left."""
    if session.clock is None:
        return "This game has no clock."
    left = (
        f"{_inside(name)} {minutes(session.clock.of(colour))}"
        for colour, name in names_in(session).items()
    )
    return f"Time left: {', '.join(left)}."


def clock_line(session: Session) -> str:
    """How many moves have been played, and the time each side has used."""
    used = ", ".join(
        f"{_inside(name)} {seconds:.0f} s"
        for name, seconds in zip(names_in(session).values(), session.elapsed, strict=True)
    )
    return f"{sentence(f'{moves(session.timeline)} played')} Time used: {used}."


def moves(line: Timeline) -> str:
    """How many moves have been played, in words."""
    return counted(line.number_of(line.ply), "move")


def wrapped(text: str) -> list[str]:
    """The text in lines of a width that fits everywhere; a no-break space becomes a plain one."""
    lines = textwrap.wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)
    return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
