"""Board files: a position as a FEN, a diagram, 32 integers or a string, read and written.

Which form a text has is seen from the text. What is wrong in it is told with its line and column.
Numbers and letters at the edge of a diagram say which way up it is; without them Black is on top.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from math import isqrt
from string import ascii_lowercase

from ..support.text import MisplacedError, counted, listing, located, quoted
from .notation import Piece, Placement, parse_fen
from .position import Position
from .variant import COLOURS, VARIANTS, Colour, Variant, get_variant

EMPTY = "."
LETTERS = {
    "b": Piece(Colour.BLACK),
    "w": Piece(Colour.WHITE),
    "B": Piece(Colour.BLACK, king=True),
    "W": Piece(Colour.WHITE, king=True),
}
#: The integers of the third form: odd for the side at the bottom, even for the side on top.
NUMBERS = {
    "1": Piece(Colour.WHITE),
    "2": Piece(Colour.BLACK),
    "3": Piece(Colour.WHITE, king=True),
    "4": Piece(Colour.BLACK, king=True),
}

LIGHT, DARK = "⬜", "🟫"
#: Hearts are kings: the two that have the colours of the men.
EMOJI = {"b": "⚫", "w": "⚪", "B": "🖤", "W": "🤍"}
#: Some programs add this to an emoji, to say that it is to be drawn in colour.
_IN_COLOUR = "\ufe0f"
_MEANINGS = str.maketrans(
    {emoji: letter for letter, emoji in EMOJI.items()} | {LIGHT: ".", DARK: ".", _IN_COLOUR: ""}
)

#: The pieces of a board, and the side to move if the form tells it.
Reading = tuple[dict[int, Piece], Colour | None]


class UnfitError(ValueError):
    """A text is no board of a game; it may be one of another."""


def look_alikes(read: Callable[[Variant], Variant]) -> str:
    """The end of a sentence about a text that does not fit a game: those it fits, if any.

    `read` gives the game that a text is of if it is read by the rules of one, or ValueError. A game
    on its usual board comes before one on another, and a small board before a large one.
    """
    found: dict[tuple[bool, int], list[str]] = {}
    for game in VARIANTS.values():
        with suppress(ValueError):
            fit = read(game)
            found.setdefault((fit != game, fit.geometry.count), []).append(str(game))
    names = listing(found[min(found)], "or") if found else ""
    return names and f"; it looks like {names} (choose with --variant)"


def read_board(
    text: str,
    variant: str | Variant = "mini",
    *,
    size: int | None = None,
    turn: Colour | None = None,
) -> Position:
    """The position that a text in any of the forms describes; ValueError if it is not one.

    Where the size of the board is a choice and not given, a diagram and a string tell it. A form
    that names no turn takes `turn`, or else the first colour of the variant.
    """
    game = get_variant(variant, size)
    name = _form_of(text, game)
    if size is None and game.size == get_variant(game.name).size:
        with suppress(ValueError):  # a wrong size is reported below
            game = game.of_size(_told_size(text, name))
    form = FORMS[name]
    form.check(game)
    try:
        pieces, told = form.read(text, game)
        if told and turn and told is not turn:
            raise ValueError(f"the board says {told} is to move, not {turn}")
        return Position.from_placement(game, Placement(told or turn or game.first, pieces))
    except MisplacedError as error:
        raise UnfitError(located(text, error.offset, str(error))) from None


def write_board(position: Position, form: str) -> str:
    """The position in a form, without a newline at the end.

    Raises ValueError if there is no such form or it is not for this variant. The integers and the
    string do not tell whose turn it is.
    """
    if form not in FORMS:
        raise ValueError(f"there is no format {quoted(form)}; choose from {', '.join(FORMS)}")
    FORMS[form].check(position.variant)
    return FORMS[form].write(position)


def _form_of(text: str, variant: Variant) -> str:
    words = text.split(maxsplit=1)
    if ":" in text:
        return "fen"
    if words and words[0][0] in "0123456789+-" and not re.search("[bw.]", text, re.IGNORECASE):
        return "ints"
    return "string" if len(words) == 1 and not variant.diagonal else "diagram"


def _told_size(text: str, form: str) -> int | None:
    """How many rows the board of a diagram or a string has, None where the form does not tell."""
    if form == "diagram":
        # Most rows are right even where one is missing, too many or misspelt.
        lengths = Counter(len(cells) for _, cells in _rows(text)[0])
        return max(lengths, key=lengths.__getitem__, default=None)
    characters = len(text.strip())
    rows = isqrt(characters)
    return rows if form == "string" and rows * rows == characters else None


# One reader and one writer a form


def _read_fen(text: str, variant: Variant) -> Reading:
    placement = parse_fen(variant, text)
    return placement.pieces, placement.turn


#: A line of a diagram and its squares, None where plain mode leaves one blank.
_Row = tuple[re.Match[str], list[re.Match[str] | None]]
#: A line with what may stand at its edges, such as '6 . b . b . b 6 1 to 3'.
_LINE = re.compile(r"\s*+([0-9]{1,2}+)?+([^0-9]*+)([0-9]{1,2}+)?+(?:\s++[0-9]++ to [0-9]++)?+\s*+")
#: The last line, as we write it and as plain mode and --ascii do.
_TURN = re.compile(r"(?:your turn \()?(black|white)(?:| to move.*|\).*)", re.IGNORECASE)


def _rows(text: str) -> tuple[list[_Row], Colour | None, bool]:
    """The rows of a diagram, Black's first, the turn of its last line, and whether it has an edge.

    The edge says which way up it is: numbers beside the rows, letters above or below them.
    """
    lines = [match for match in re.finditer(r"[^\n]+", text) if match[0].strip()]
    turn = None
    if lines and (told := _TURN.fullmatch(lines[-1][0].strip())):
        turn = Colour(told[1].lower())
        del lines[-1]
    headings = {line[0] for line in lines if _runs_back(line[0]) is not None}
    columns = sorted({n for line in headings for n, letter in enumerate(line) if letter > " "})
    rows: list[_Row] = []
    numbers = []
    for line in lines:
        if line[0] not in headings:
            edges = _LINE.fullmatch(text, *line.span())
            numbers.append({*edges.group(1, 3)} - {None} if edges else set())
            found = re.compile(r"\S").finditer(text, *(edges.span(2) if edges else line.span()))
            cells = {cell.start() - line.start(): cell for cell in found}
            places = cells.keys() if len(cells) == len(columns or cells) else columns
            if astray := cells.keys() - set(places):
                raise MisplacedError("this stands under no letter", line.start() + min(astray))
            rows.append((line, [cells.get(place) for place in places]))
    turned = {_runs_back(heading) for heading in headings}
    down = [{str(number)} for number in range(len(rows), 0, -1)]
    if any(numbers):
        turned.add(numbers[0] == {"1"})
    if len(turned) > 1 or (any(numbers) and numbers not in (down, down[::-1])):
        raise MisplacedError("the numbers and letters at the edge are not in order", 0)
    if True in turned:
        rows = [(line, cells[::-1]) for line, cells in reversed(rows)]
    return rows, turn, bool(turned)


def _runs_back(line: str) -> bool | None:
    """Whether letters of columns run from right to left, None if a line is something else."""
    letters = "".join(line.split()).lower()
    alphabet = ascii_lowercase[: len(letters)]
    known = len(letters) > 1 and letters in (alphabet, alphabet[::-1])
    return letters != alphabet if known else None


def _read_diagram(text: str, variant: Variant) -> Reading:
    rows, turn, has_edge = _rows(text)
    if len(rows) != variant.size:
        extra = rows[variant.size][0].start() if len(rows) > variant.size else len(text.rstrip())
        raise MisplacedError(
            f"found {counted(len(rows), 'row')} where a diagram of {variant} has {variant.size}",
            extra,
        )
    pieces: dict[int, Piece] = {}
    for row, (line, cells) in enumerate(rows):
        if len(cells) != variant.size:
            beyond = next(filter(None, cells[variant.size :]), None)
            raise MisplacedError(
                f"found {counted(len(cells), 'square')} where a row has {variant.size}",
                beyond.start() if beyond else line.start() + len(line[0].rstrip()),
            )
        for column, cell in enumerate(cells):
            if cell:
                _put(pieces, variant, variant.geometry.square_at(row, column), cell)
    if not has_edge and (doubt := _upside_down(variant, pieces)):
        raise ValueError(
            f"{doubt}; is the board upside down? Number its rows at the edge, as plain mode does, "
            "to say which way up it is"
        )
    return pieces, turn


def _upside_down(variant: Variant, pieces: dict[int, Piece]) -> str:
    """Why a board may be upside down, '' if nothing says so."""
    if {piece.colour for piece in pieces.values()} != set(COLOURS):
        return ""
    sides = [Position.from_placement(variant, Placement(turn, pieces)) for turn in COLOURS]
    # Those on the last row have been crowned by now.
    black, white = (sides[0].masks(colour)[0] for colour in COLOURS)
    if white and white < black & -black:
        return "all men stand behind each other's lines"
    if all(move.is_pass for position in sides for move in position.legal_moves()):
        return "neither side could ever move"
    return ""


def _read_string(text: str, variant: Variant) -> Reading:
    cells = list(re.finditer(r"\S", text))
    count = variant.geometry.count
    if len(cells) != count:
        raise MisplacedError(
            f"found {counted(len(cells), 'character')} where the string of a board with "
            f"{variant.size} rows has {count}",
            cells[count].start() if len(cells) > count else len(text.rstrip()),
        )
    pieces: dict[int, Piece] = {}
    # White moves down in this form, so the board is turned: the first character is our last.
    for square, cell in enumerate(reversed(cells), start=1):
        _put(pieces, variant, square, cell)
    return pieces, None


def _put(
    pieces: dict[int, Piece], variant: Variant, square: int | None, cell: re.Match[str]
) -> None:
    """Put the piece that a character stands for on a square, None being a light one."""
    letter = cell[0]
    if letter == EMPTY:
        return
    piece = LETTERS.get(letter)
    if piece is None:
        raise MisplacedError(f"{quoted(letter)} is not one of b w B W and .", cell.start())
    if square is None:
        raise MisplacedError(
            f"{letter} is on a square that is not used, where only . can stand", cell.start()
        )
    if piece.king and not variant.crowns:
        raise MisplacedError(f"{variant} has no kings, so {letter} cannot stand here", cell.start())
    pieces[square] = piece


def _read_integers(text: str, variant: Variant) -> Reading:
    words = list(re.finditer(r"\S+", text))
    count = variant.geometry.count
    pieces: dict[int, Piece] = {}
    for square, word in enumerate(words[:count], start=1):
        if word[0] in NUMBERS:
            pieces[square] = NUMBERS[word[0]]
        elif word[0] != "0":
            raise MisplacedError(f"{quoted(word[0])} is not one of 0 1 2 3 and 4", word.start())
    if len(words) != count:
        raise MisplacedError(
            f"found {counted(len(words), 'number')} where a board of {variant} has {count}",
            words[count].start() if len(words) > count else len(text.rstrip()),
        )
    return pieces, None


def _drawn(
    position: Position, separator: str, names: Mapping[str, str], empty: tuple[str, str]
) -> str:
    """A line a row, and a last one for the turn; ``empty`` are the light square and the dark one.

    The rows are numbered where a reader could think that the board is upside down.
    """
    letters, geometry = _names(position, LETTERS), position.variant.geometry

    def cell(row: int, column: int) -> str:
        letter = letters.get(geometry.square_at(row, column), EMPTY)
        return empty[geometry.is_dark(row, column)] if letter == EMPTY else names[letter]

    size = range(position.variant.size)
    rows = [separator.join(cell(row, column) for column in size) for row in size]
    if _upside_down(position.variant, position.pieces()):
        rows = numbered(rows)
    return "\n".join([*rows, position.turn])


def _write_diagram(position: Position) -> str:
    return _drawn(position, " ", {letter: letter for letter in LETTERS}, (EMPTY, EMPTY))


def numbered(rows: list[str]) -> list[str]:
    """The rows with their numbers before them, which say which way up the board is."""
    width = len(str(len(rows)))
    return [f"{len(rows) - number:{width}} {row}" for number, row in enumerate(rows)]


def _write_string(position: Position) -> str:
    letters = _names(position, LETTERS)
    squares = range(position.variant.geometry.count, 0, -1)
    return "".join(letters.get(square, EMPTY) for square in squares)


def _write_integers(position: Position) -> str:
    numbers, geometry = _names(position, NUMBERS), position.variant.geometry
    cells = [numbers.get(square, "0") for square in range(1, geometry.count + 1)]
    width = geometry.size // 2
    return "\n".join(" ".join(cells[i : i + width]) for i in range(0, len(cells), width))


def _names(position: Position, pieces: Mapping[str, Piece]) -> dict[int | None, str]:
    """What stands on each square, by the names that pieces have in a form."""
    name_of = {piece: name for name, piece in pieces.items()}
    return {square: name_of[piece] for square, piece in position.pieces().items()}


@dataclass(frozen=True)
class Form:
    """A way to write a board: for which variants, and both directions."""

    read: Callable[[str, Variant], Reading]
    write: Callable[[Position], str]
    fits: Callable[[Variant], bool] = lambda variant: True
    meant_for: str = "every variant"

    def check(self, variant: Variant) -> None:
        """Raise UnfitError if the form is not for this variant."""
        if not self.fits(variant):
            raise UnfitError(f"this format is for {self.meant_for}, not for {variant}")


FORMS = {
    "fen": Form(_read_fen, Position.fen),
    "diagram": Form(_read_diagram, _write_diagram),
    "ints": Form(
        _read_integers,
        _write_integers,
        lambda variant: variant.diagonal and variant.size == 8 and variant.crowns,
        "boards of 8x8 squares with kings",
    ),
    "string": Form(
        _read_string,
        _write_string,
        lambda variant: not variant.diagonal,
        "boards on which every square is played",
    ),
}


# For chats


def write_emoji(position: Position) -> str:
    """The board in emoji, a line a row, and a last line for the turn."""
    return _drawn(position, "", EMOJI, (LIGHT, DARK))


def without_emoji(text: str) -> str:
    """A board of emoji as a diagram; any other text as it is."""
    return text.translate(_MEANINGS)
