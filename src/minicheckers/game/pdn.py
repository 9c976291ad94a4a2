"""PDN: whole games as text, read and written.

A text may hold several games. Comments, variations, annotation marks and move numbers are skipped;
every move is checked. What is wrong is told in one sentence with its line and column.
"""

import re
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import NamedTuple

from ..rules.board_files import look_alikes
from ..rules.house_rules import from_text, to_data, to_text
from ..rules.notation import Move, coordinate, parse_fen, write_fen
from ..rules.outcome import RESULTS, UNFINISHED, result_of
from ..rules.position import Position
from ..rules.variant import COLOURS, RECORD_DEFAULT, VARIANTS, Colour, Goal, Variant, get_variant
from ..support.text import counted, located, quoted
from .timeline import Timeline, TimelineBuilder

COLUMNS = 80

#: The tags every game has, in the order they are written, with what stands for "not known".
STANDARD_TAGS = {
    "Event": "?",
    "Site": "?",
    "Date": "????.??.??",
    "Round": "?",
    "White": "?",
    "Black": "?",
    "Result": UNFINISHED,
}
#: Tags that follow from the game itself; a caller cannot set them.
DERIVED_TAGS = ("Result", "GameType", "Variant", "Size", "Rules", "SetUp", "FEN")

#: A space at which no line is broken, between a move and its number.
_GLUE = "\N{NO-BREAK SPACE}"

#: What stands for "not known" in a tag.
_UNKNOWN = ("", *STANDARD_TAGS.values())
_RESULTS_IN_WORDS = {"1-0": "white won", "0-1": "black won", "1/2-1/2": "a draw"}
#: What several federations write, with two points for a win; 0-0 is a game without a result.
_TWO_POINTS = {"2-0": "1-0", "0-2": "0-1", "1-1": "1/2-1/2", "0-0": UNFINISHED}


@dataclass(frozen=True)
class PdnGame:
    """One game of a PDN text.

    ``tags`` are those that the game itself does not tell, such as Event and White. ``result`` is
    how it ended: by the rules where the moves end it, else as the text says, for example by
    resignation.
    """

    timeline: Timeline
    tags: Mapping[str, str] = field(default_factory=dict)
    result: str = UNFINISHED

    @property
    def is_finished(self) -> bool:
        """Whether it has a result, by the rules or by the word of its text."""
        return self.result != UNFINISHED

    def tag(self, name: str) -> str | None:
        """What a tag says, None if it says nothing or that it is not known."""
        told = self.tags.get(name, "").strip()
        return None if told in _UNKNOWN else told

    def player(self, colour: Colour) -> str | None:
        """Who played a colour, None if the tags do not say."""
        return self.tag(colour.capitalize())

    def result_in_words(self) -> str:
        """How the game ended: by the rules with the reason, else as the result says."""
        outcome = self.timeline.at(len(self.timeline.moves)).outcome
        return str(outcome) if outcome else _RESULTS_IN_WORDS.get(self.result, "unfinished")

    def described(self, number: int) -> str:
        """One line about a game of several: '2. Ann - Ben, 1-0, 40 moves, 2024.05.01'."""
        black, white = (self.player(colour) or str(colour) for colour in COLOURS)
        moves = self.timeline.number_of(len(self.timeline.moves))
        facts = [f"{black} - {white}", self.result, counted(moves, "move")]
        facts += [told for name in ("Event", "Date") if (told := self.tag(name)) is not None]
        return f"{number}. {', '.join(facts)}"


# Writing


def write_game(game: PdnGame) -> str:
    """The game as PDN: the moves played so far, no line of them longer than 80 columns.

    Raises ValueError for a tag whose name is not one word of letters, digits and underscores.
    """
    result = game.result
    if (outcome := game.timeline.outcome) is not None:
        result = result_of(outcome)
    own = {name: value for name, value in game.tags.items() if name not in DERIVED_TAGS}
    tags = STANDARD_TAGS | own | {"Result": result} | _tags_of_start(game.timeline.start)
    header = "\n".join(_write_tag(name, value) for name, value in tags.items())
    words = " ".join([*_numbered(game.timeline), result])
    moves = textwrap.fill(words, COLUMNS, break_long_words=False, break_on_hyphens=False)
    return f"{header}\n\n{moves.replace(_GLUE, ' ')}\n"


def _tags_of_start(start: Position) -> dict[str, str]:
    variant = start.variant
    tags = {"Variant": variant.name}
    if variant.notation.game_type is not None:
        tags["GameType"] = str(variant.notation.game_type)
    if variant.notation.game_type is None or "size" in to_data(variant):
        tags["Size"] = str(variant.size)
    if (rules := to_text(variant)) is not None:  # no other program knows this game by name
        tags["Rules"] = rules
    if start != Position.start(variant):
        squares = square_names(variant, variant.notation.squares)
        fen = write_fen(start.placement(), lambda square: squares[square - 1])
        tags |= {"SetUp": "1", "FEN": fen}
    return tags


def _write_tag(name: str, value: str) -> str:
    if re.fullmatch(r"\w+", name, re.ASCII) is None:
        raise ValueError(f"{quoted(name)} cannot be the name of a tag; write one word of letters")
    escaped = _printable(value).replace("\\", r"\\").replace('"', r"\"")
    return f'[{name} "{escaped}"]'


def _printable(value: str) -> str:
    """What a tag says, without the characters that could do something to a terminal."""
    return "".join(c if c.isprintable() else " " for c in value)


def _numbered(line: Timeline) -> Iterator[str]:
    """The moves with their numbers; a game that the second colour begins has a 1... in front."""
    variant = line.start.variant
    second = line.start.turn is not variant.first
    for ply, move in enumerate(line.played, start=int(second)):
        text = write_move(variant, move)
        if ply % 2 == 0:
            yield f"{ply // 2 + 1}.{_GLUE}{text}"
        elif ply == 1 and second:
            yield f"1...{_GLUE}{text}"
        else:
            yield text


def write_move(variant: Variant, move: Move) -> str:
    """The move as files of its game write it, such as c3:e5:g7 where squares are letters."""
    if move.is_pass:
        return str(move)
    squares = square_names(variant, variant.notation.squares)
    sign = variant.notation.capture if move.captured else "-"
    return sign.join(squares[square - 1] for square in move.path)


@cache
def square_names(variant: Variant, code: str | None) -> tuple[str, ...]:
    """The names of all squares, in the order of our numbers, by a code such as N2 or A0.

    A stands for letters, N for numbers that begin in a corner as the side sees it that moves first:
    0 bottom left, 1 bottom right, 2 top left, 3 top right. Without a code they are our numbers.
    """
    squares = range(1, variant.geometry.count + 1)
    if code is None:
        return tuple(map(str, squares))
    if code[0] == "A":
        return tuple(coordinate(variant, square) for square in squares)
    corner = int(code[1]) if variant.first is Colour.WHITE else 3 - int(code[1])
    down, right = (1 if corner in (2, 3) else -1), (1 if corner in (0, 2) else -1)

    def in_order(square: int) -> tuple[int, int]:
        row, column = variant.geometry.place(square)
        return down * row, right * column

    numbers = {square: n for n, square in enumerate(sorted(squares, key=in_order), start=1)}
    return tuple(str(numbers[square]) for square in squares)


# Reading

_TOKEN = re.compile(
    r"""
      (?P<space>   [\s\u00a0\ufeff]+ )
    | (?P<comment> \{ [^}]* \} | ; [^\n]* | ^% [^\n]* )
    | (?P<tag>     \[ \s* (?P<name> \w+ ) \s* "(?P<value> (?: \\[^\n] | [^"\\\n] )*+ )" \s* \] )
    | (?P<open>    \( )
    | (?P<close>   \) )
    | (?P<mark>    \$ \d+ | [!?]+ )
    | (?P<result>  (?: 1-0 | 0-1 | 1/2-1/2 | 2-0 | 0-2 | 1-1 | 0-0 | \* ) (?! [\w/:-] ) )
    | (?P<number>  \d{1,5} \s* \.+ | \.+ )
    | (?P<move>    [a-z]? \d{1,4} (?: [-x:] [a-z]? \d{1,4} )+ | pass \b )
    | (?P<other>   . )
    """,
    re.ASCII | re.DOTALL | re.IGNORECASE | re.MULTILINE | re.VERBOSE,
)
_COMPLAINTS = {
    "{": "this { is never closed",
    ")": "this ) closes nothing",
    "[": 'this [ does not begin a tag; one looks like [Event "Match 1"], with \\" for quotes',
}
_SKIPPED = ("space", "comment", "mark", "number")


class _Token(NamedTuple):
    """A part of a text that means something: a tag, a move or a result."""

    kind: str
    match: re.Match[str]

    @property
    def text(self) -> str:
        return self.match[0]

    @property
    def value(self) -> str:
        """What a tag says, without its quotes and escapes."""
        return re.sub(r'\\(["\\])', r"\1", self.match["value"])

    @contextmanager
    def blamed(self) -> Iterator[None]:
        """Add to every ValueError in here where this token is in the text."""
        try:
            yield
        except ValueError as error:
            raise self.blame(error) from None

    def blame(self, error: ValueError) -> ValueError:
        return ValueError(located(self.match.string, self.match.start(), str(error)))


def read_games(text: str, variant: Variant | None = None) -> Iterator[PdnGame]:
    """The games of a PDN text, one after the other; ValueError where one is wrong.

    A game with neither a Variant nor a GameType tag is of that `variant`, or else English, as in
    most collections. One with a tag that says otherwise is wrong.
    """
    tags: dict[str, _Token] = {}
    moves: list[_Token] = []
    for token in _tokens(text):
        if token.kind == "tag":
            if moves:
                yield _game(tags, moves, UNFINISHED, variant)
                tags, moves = {}, []
            tags[token.match["name"]] = token
        elif token.kind == "move":
            moves.append(token)
        else:
            yield _game(tags, moves, token.text, variant)
            tags, moves = {}, []
    if tags or moves:
        yield _game(tags, moves, UNFINISHED, variant)


def _tokens(text: str) -> Iterator[_Token]:
    """The tags, moves and results of a text; variations and whatever means nothing left out."""
    variations: list[int] = []
    for match in _TOKEN.finditer(text):
        # The parts of a tag are groups too, but the tag itself is the last to close.
        kind = match.lastgroup or ""
        if kind == "open":
            variations.append(match.start())
        elif kind == "close" and variations:
            variations.pop()
        elif kind == "close" or (kind == "other" and (match[0] == "{" or not variations)):
            complaint = _complaint(text[match.start() : match.start() + 100])
            raise ValueError(located(text, match.start(), complaint))
        elif kind not in _SKIPPED and not variations:
            yield _Token(kind, match)
    if variations:
        raise ValueError(located(text, variations[0], "this ( is never closed"))


def _complaint(rest: str) -> str:
    if rest[0] in _COMPLAINTS:
        return _COMPLAINTS[rest[0]]
    word = (rest.split() or rest)[0]
    return f"{quoted(word)} is not a tag, a move, a comment or a result"


def _game(
    tags: dict[str, _Token], moves: list[_Token], ending: str, asked: Variant | None
) -> PdnGame:
    told = _variant(tags)
    variant = agreed(told, asked)
    try:
        line = _line(tags, moves, variant)
    except ValueError as error:
        if told is not None:
            raise
        fits = look_alikes(lambda game: _line(tags, moves, game).start.variant)
        raise ValueError(f"{error}{fits}") from None
    result = result_of(line.outcome)
    if result == UNFINISHED:
        endings = (ending, tags["Result"].value if "Result" in tags else UNFINISHED)
        known = (_TWO_POINTS.get(said, said) for said in endings)
        result = next((said for said in known if said in RESULTS.values()), UNFINISHED)
    own = {
        name: _printable(token.value) for name, token in tags.items() if name not in DERIVED_TAGS
    }
    return PdnGame(line, own, result)


def _line(tags: dict[str, _Token], moves: list[_Token], variant: Variant) -> Timeline:
    ours = _our_numbers(variant, tags)
    builder = TimelineBuilder(_start(tags, variant, ours))
    for token in moves:
        text = token.text
        if ours is not None:
            text = _NUMBER.sub(lambda number: str(ours(int(number[0]))), text)
        try:
            builder.play(text)
        except ValueError as error:
            raise token.blame(error) from None
    return builder.timeline()


def _start(
    tags: dict[str, _Token], variant: Variant, ours: Callable[[int], int] | None
) -> Position:
    if "FEN" not in tags or ("SetUp" in tags and tags["SetUp"].value == "0"):
        return Position.start(variant)
    with tags["FEN"].blamed():
        placement = parse_fen(variant, tags["FEN"].value, ours or (lambda number: number))
        return Position.from_placement(variant, placement)


#: A number that stands for a square by itself, without the letter of a column.
_NUMBER = re.compile(r"(?<![a-wyz0-9])[0-9]+", re.ASCII | re.IGNORECASE)
_GAME_TYPE = re.compile(
    r"\s*([0-9]{1,4})\s*(?:,\s*[WB]\s*,\s*([0-9]{1,2})\s*,\s*[0-9]+\s*(?:,\s*([AN][0-3]).*)?)?",
    re.ASCII | re.IGNORECASE,
)


def _our_numbers(variant: Variant, tags: dict[str, _Token]) -> Callable[[int], int] | None:
    """How numbers in the text map to ours, None where they are the same."""
    told = _GAME_TYPE.fullmatch(tags["GameType"].value) if "GameType" in tags else None
    code = (told and told[3]) or variant.notation.squares
    names = square_names(variant, code and code.upper())
    if code is None or code[0] in "Aa" or names == square_names(variant, None):
        return None
    squares = {int(name): square for square, name in enumerate(names, start=1)}
    return lambda number: squares.get(number, number)


def agreed(told: Variant | None, asked: Variant | None) -> Variant:
    """The game that a text tells, else the one asked for, else English; ValueError if they differ.

    A size that was not asked for may differ.
    """
    if told is None or asked is None or asked == told:
        return told or asked or RECORD_DEFAULT
    if asked.name != told.name or asked != VARIANTS.get(asked.name):
        rows = f"{told} on {told.size} rows, not {asked} on {asked.size}"
        raise ValueError(f"it says that the game is {rows}")
    return told


def _variant(tags: dict[str, _Token]) -> Variant | None:
    """The game that the tags tell."""
    if "Rules" in tags:
        with tags["Rules"].blamed():
            return from_text(tags["Rules"].value)
    by_number = _variant_of_type(tags["GameType"].value) if "GameType" in tags else None
    if "Variant" in tags:
        name, size = tags["Variant"], tags.get("Size")
        with (size or name).blamed():
            try:
                game = get_variant(name.value.strip().lower())
            except ValueError:  # other programs have other names
                if by_number is None:
                    raise
                game = by_number
            return game.of_size(_size(size.value)) if size else game
    if "GameType" in tags and by_number is None:
        with tags["GameType"].blamed():
            number = tags["GameType"].value.partition(",")[0].strip()
            known = sorted(_game_types())
            raise ValueError(
                f"game type {quoted(number)} is not supported; choose from "
                + ", ".join(f"{number} ({_game_types()[number]})" for number in known)
            )
    return by_number


@cache
def _game_types() -> dict[int, Variant]:
    goals = [game.with_goal(goal) for game in VARIANTS.values() for goal in Goal]
    return {game.notation.game_type: game for game in goals if game.notation.game_type is not None}


def _variant_of_type(text: str) -> Variant | None:
    """The game of a GameType such as 20 or 20,W,8,8,N2,0; None if it is not played here."""
    told = _GAME_TYPE.fullmatch(text)
    if told is None:
        return None
    game, size = _game_types().get(int(told[1])), int(told[2] or 0)
    return game.of_size(size) if game is not None and size in game.sizes else game


def _size(text: str) -> int:
    if re.fullmatch(r"[0-9]{1,2}", text, re.ASCII) is None:
        raise ValueError(f"the size must be a number of rows, not {quoted(text)}")
    return int(text)
