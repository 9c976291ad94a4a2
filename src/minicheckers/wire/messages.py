"""The messages of the Dam Exchange Protocol (DXP), as values and as bytes. Pure.

A message is a letter and fields of fixed width, at most 127 bytes, with a NUL behind it. The
protocol knows one game, international draughts, and knows neither a code word nor how to go on
after a cut line. Two programs that have greeted each other with a chat line, `GREETING`, which any
other program takes for small talk, also use four messages of ours: the letter ``X``, the kind, and
fields written as in the query of a URL. No other program ever gets one of them.

Whatever is read is bounded and checked, text is without control characters, and anything that is
no message raises ValueError with a sentence.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import partial
from typing import Any
from urllib.parse import parse_qsl, urlencode

from ..game.player import TimeControl
from ..rules.notation import Piece, Placement
from ..rules.variant import Colour
from ..support.text import counted, printable, quoted

DEFAULT_PORT = 27531
#: What a program says that knows the messages of ours, and what it waits for.
GREETING = "minicheckers 1"
VERSION = "01"
SQUARES = 50
NAME_WIDTH = 32
LONGEST_STANDARD = 127
LONGEST_CHAT = LONGEST_STANDARD - 1
#: A game over a wire ends after this many plies, or one or two later if messages cross.
MOST_PLIES = 10_000
#: Bytes of a message of ours. Every game fits, with its rules and start: written as in a URL, a ply
#: takes eight bytes, and a capture four more for every piece after the first.
LONGEST = 262_144
MOST_SECONDS, MOST_NUMBER = 9999, 999
#: The most seconds that a clock or a move can tell, more than thirty years.
_MOST_TOLD = 999_999_999

_LETTERS = {Colour.WHITE: "W", Colour.BLACK: "Z"}
_COLOURS = {letter: colour for colour, letter in _LETTERS.items()}
_PIECES = {
    "w": Piece(Colour.WHITE),
    "z": Piece(Colour.BLACK),
    "W": Piece(Colour.WHITE, king=True),
    "Z": Piece(Colour.BLACK, king=True),
}
_PIECE_LETTERS = {piece: letter for letter, piece in _PIECES.items()}
_EMPTY = "e"


class Acceptance(Enum):
    """What a host says to a game request."""

    YES = "0"
    OTHER_VERSION = "1"
    NOT_THIS_GAME = "2"
    NO_GAME = "3"


class EndClaim(Enum):
    """What a program that ends a game says about it."""

    NONE = "0"
    I_LOSE = "1"
    DRAW = "2"
    I_WIN = "3"


class BackAnswer(Enum):
    """What a program answers to a request to undo moves."""

    YES = "0"
    CANNOT = "1"
    NO = "2"


@dataclass(frozen=True)
class GameReq:
    """A guest asks for a game: who it is, the host's colour, minutes a side, and the start.

    No minutes are no clock, no moves are no limit, and a start of None is the usual one.
    """

    name: str
    host_colour: Colour
    minutes: int = 0
    moves: int = 0
    start: Placement | None = None
    version: str = VERSION


@dataclass(frozen=True)
class GameAcc:
    """A host answers a game request."""

    name: str
    answer: Acceptance


@dataclass(frozen=True)
class MoveMade:
    """A move by its first and last square and what it captures, and the seconds it took."""

    seconds: int
    start: int
    end: int
    captured: tuple[int, ...] = ()


@dataclass(frozen=True)
class GameEnd:
    """The game is over; ``leaving``: no other game is wanted."""

    claim: EndClaim = EndClaim.NONE
    leaving: bool = False


@dataclass(frozen=True)
class Chat:
    """A line of talk."""

    text: str


@dataclass(frozen=True)
class BackReq:
    """A request to go back to where a colour was to make the move of that number."""

    number: int
    colour: Colour


@dataclass(frozen=True)
class BackAcc:
    """The answer to a request to go back."""

    answer: BackAnswer


@dataclass(frozen=True)
class Play:
    """A guest that has greeted asks for a game; what is None is left to the host.

    With a ``token`` it comes back to a game after a cut line: ``line`` is the game as it knows it,
    and ``back`` the ply it had asked to go back to. House ``rules`` say all about the game.
    """

    name: str
    variant: str | None = None
    size: int | None = None
    start: str | None = None
    colour: Colour | None = None
    clock: TimeControl | None = None
    token: str | None = None
    line: str | None = None
    back: int | None = None
    rules: str | None = None


@dataclass(frozen=True)
class Deal:
    """A host's answer to `Play`: the guest's colour, the game so far, and what the clocks say.

    With the ``token`` the guest can come back.
    """

    name: str
    colour: Colour
    line: str
    token: str
    date: str
    clock: TimeControl | None = None
    black_left: float = 0.0
    white_left: float = 0.0


@dataclass(frozen=True)
class NotedMove:
    """A move of any game in our notation, the ply it is, and the seconds it took."""

    ply: int
    move: str
    seconds: float = 0.0


@dataclass(frozen=True)
class DrawOffer:
    """An offer of a draw, or the refusal of one; it is accepted by ending the game."""

    refused: int = 0


Message = (
    GameReq
    | GameAcc
    | MoveMade
    | GameEnd
    | Chat
    | BackReq
    | BackAcc
    | Play
    | Deal
    | NotedMove
    | DrawOffer
)


# Writing


def encode(message: Message) -> bytes:
    """The bytes of a message, its NUL included; ValueError for what no message can say."""
    letter, write = _WRITERS[type(message)]
    raw = (letter + write(message)).encode()
    longest = LONGEST if letter == _OURS else LONGEST_STANDARD
    if b"\0" in raw or len(raw) > longest:
        raise ValueError(f"a message has at most {longest} bytes and no NUL among them")
    return raw + b"\0"


def chat_lines(text: str) -> list[Chat]:
    """What somebody says as messages, as many as it takes; control characters are left out."""
    lines: list[Chat] = []
    piece = ""
    for letter in printable(" ".join(text.split())):
        if len((piece + letter).encode()) > LONGEST_CHAT:
            lines.append(Chat(piece))
            piece = ""
        piece += letter
    return [*lines, Chat(piece)] if piece else lines


def _write_game_req(message: GameReq) -> str:
    fields = f"{message.version}{_name(message.name)}{_LETTERS[message.host_colour]}"
    fields += _digits(message.minutes, 3) + _digits(message.moves, 3)
    if message.start is None:
        return fields + "A"
    return fields + "B" + _LETTERS[message.start.turn] + _board(message.start.pieces)


def _write_move(message: MoveMade) -> str:
    seconds = _digits(min(message.seconds, MOST_SECONDS), 4)
    squares = (message.start, message.end, len(message.captured), *message.captured)
    return seconds + "".join(_digits(square, 2) for square in squares)


def _name(text: str) -> str:
    """A name in the width it must have, in letters that every program knows."""
    plain = text.strip().encode("ascii", "replace").decode()
    return printable(plain)[:NAME_WIDTH].ljust(NAME_WIDTH)


def _digits(number: int, width: int) -> str:
    if not 0 <= number < 10**width:
        raise ValueError(f"{number} does not fit into {counted(width, 'digit')}")
    return f"{number:0{width}}"


def _board(pieces: Mapping[int, Piece]) -> str:
    if any(not 1 <= square <= SQUARES for square in pieces):
        raise ValueError(f"the protocol knows the squares 1 to {SQUARES}")
    letters = {square: _PIECE_LETTERS[piece] for square, piece in pieces.items()}
    return "".join(letters.get(square, _EMPTY) for square in range(1, SQUARES + 1))


def _write_ours(message: Play | Deal | NotedMove | DrawOffer) -> str:
    told = {name: value for name, value in vars(message).items() if value is not None}
    return f"{_KINDS_OF[type(message)]}?{urlencode(told)}"


# Reading


def split(held: bytes) -> tuple[list[bytes], bytes]:
    """The whole messages in what was received, without their NULs, and the rest to keep.

    Raises ValueError if the rest is longer than any message.
    """
    *whole, rest = held.split(b"\0")
    if max(map(len, (*whole, rest))) > LONGEST:
        raise ValueError(f"a message is longer than {LONGEST} bytes")
    return whole, rest


def decode(raw: bytes) -> Message:
    """The message of some bytes without their NUL; ValueError with a sentence if it is not one."""
    text = raw.rstrip(b" \r\n").decode("latin-1")
    if text[:1] == _CHAT:  # the one with free text, which today is UTF-8
        return Chat(_text(raw[1 : 1 + LONGEST_CHAT]))
    reader = _READERS.get(text[:1])
    if reader is None:
        raise ValueError(f"{_shown(raw)} is not a message of the Dam Exchange Protocol")
    found = reader.shape.fullmatch(text, 1)
    if found is None:
        raise ValueError(f"{_shown(raw)} is not {reader.what}")
    return reader.read(found)


def _shown(raw: bytes) -> str:
    return quoted(raw[:80].decode("utf-8", errors="backslashreplace"))


def _text(raw: bytes, longest: int = LONGEST_CHAT) -> str:
    """A text without control characters, of no more bytes than that."""
    shown = printable(raw.decode("utf-8", errors="replace").strip())
    return shown.encode()[:longest].decode(errors="ignore")


@dataclass(frozen=True)
class _Reader:
    """How a kind of message is read: what it is called, its shape behind the letter, the value."""

    what: str
    shape: re.Pattern[str]
    read: Callable[[re.Match[str]], Message]


def _shape(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.ASCII | re.DOTALL | re.VERBOSE)


def _read_game_req(found: re.Match[str]) -> GameReq:
    start = None
    if found["board"] is not None:
        pieces = {
            square: _PIECES[letter]
            for square, letter in enumerate(found["board"], start=1)
            if letter != _EMPTY
        }
        start = Placement(_COLOURS[found["turn"]], pieces)
    return GameReq(
        _text(found["name"].encode("latin-1"), NAME_WIDTH),
        _COLOURS[found["colour"]],
        int(found["minutes"]),
        int(found["moves"]),
        start,
        found["version"],
    )


def _read_move(found: re.Match[str]) -> MoveMade:
    captured = tuple(map(int, re.findall("..", found["captured"])))
    if len(captured) != int(found["count"]):
        raise ValueError(f"a move says it captures {int(found['count'])} and names {len(captured)}")
    return MoveMade(int(found["seconds"]), int(found["start"]), int(found["end"]), captured)


def _read_ours(found: re.Match[str]) -> Message:
    told = dict(parse_qsl(found["fields"], keep_blank_values=True, max_num_fields=20))
    if not told.keys() <= _FIELDS.keys():
        raise ValueError("a message of ours has an unknown field")
    try:
        return _KINDS[found["kind"]](**{name: _FIELDS[name](told[name]) for name in told})
    except (KeyError, TypeError):
        raise ValueError("a message of ours has too few fields, or too many") from None


def _words(longest: int, text: str) -> str:
    if len(text) > longest:
        raise ValueError(f"a text has {len(text)} letters where {longest} are allowed")
    return printable(text)[:longest]  # escaped characters take more room


def _number(highest: int, text: str) -> float:
    if re.fullmatch(r"[0-9]{1,9}(?:\.[0-9]{1,20})?", text, re.ASCII) is None:
        raise ValueError(f"{quoted(text)} is not a number")
    if not (number := float(text)) <= highest:
        raise ValueError(f"{quoted(text)} is more than {highest}")
    return number


def _whole(highest: int, text: str) -> int:
    if not (whole := _number(highest, text)).is_integer():
        raise ValueError(f"{quoted(text)} is not a whole number")
    return int(whole)


#: Every field of our own messages, and how it is read.
_FIELDS: dict[str, Callable[[str], Any]] = {
    "name": partial(_words, NAME_WIDTH),
    "variant": partial(_words, 60),
    "size": partial(_whole, 99),
    "rules": partial(_words, 20_000),
    "start": partial(_words, 2000),
    "colour": Colour,
    "clock": TimeControl.parse,
    "token": partial(_words, 64),
    "line": partial(_words, LONGEST),
    "back": partial(_whole, 100_000),
    "date": partial(_words, 10),
    "black_left": partial(_number, _MOST_TOLD),
    "white_left": partial(_number, _MOST_TOLD),
    "ply": partial(_whole, 100_000),
    "move": partial(_words, 2000),
    "seconds": partial(_number, _MOST_TOLD),
    "refused": partial(_whole, 1),
}
_KINDS: dict[str, Callable[..., Message]] = {
    "play": Play,
    "deal": Deal,
    "move": NotedMove,
    "draw": DrawOffer,
}
_KINDS_OF = {kind: name for name, kind in _KINDS.items()}

_CHAT = "C"
_OURS = "X"
_NAMED = r"(?P<name> .{32} )"

#: Every message of the protocol by its letter, and how it is read.
_READERS = {
    "R": _Reader(
        "a game request",
        _shape(
            rf"""(?P<version> [0-9]{{2}} ) {_NAMED} (?P<colour> [WZ] )
            (?P<minutes> [0-9]{{3}} ) (?P<moves> [0-9]{{3}} )
            (?: A | B (?P<turn> [WZ] ) (?P<board> [ewzWZ]{{50}} ) )"""
        ),
        _read_game_req,
    ),
    "A": _Reader(
        "an answer to a game request",
        _shape(rf"{_NAMED} (?P<answer> [0-3] )"),
        lambda found: GameAcc(
            _text(found["name"].encode("latin-1"), NAME_WIDTH), Acceptance(found["answer"])
        ),
    ),
    "M": _Reader(
        "a move",
        _shape(
            r"""(?P<seconds> [0-9]{4} ) (?P<start> [0-9]{2} ) (?P<end> [0-9]{2} )
            (?P<count> [0-9]{2} ) (?P<captured> (?: [0-9]{2} ){0,50} )"""
        ),
        _read_move,
    ),
    "E": _Reader(
        "the end of a game",
        _shape(r"(?P<claim> [0-3] ) (?P<leaving> [01] )"),
        lambda found: GameEnd(EndClaim(found["claim"]), found["leaving"] == "1"),
    ),
    "B": _Reader(
        "a request to take back moves",
        _shape(r"(?P<number> [0-9]{3} ) (?P<colour> [WZ] )"),
        lambda found: BackReq(int(found["number"]), _COLOURS[found["colour"]]),
    ),
    "K": _Reader(
        "an answer about taking back",
        _shape(r"(?P<answer> [0-2] )"),
        lambda found: BackAcc(BackAnswer(found["answer"])),
    ),
    _OURS: _Reader(
        "a message of ours",
        _shape(r"(?P<kind> play | deal | move | draw ) \? (?P<fields> .* )"),
        _read_ours,
    ),
}

_WRITERS: dict[type, tuple[str, Callable[[Any], str]]] = {
    GameReq: ("R", _write_game_req),
    GameAcc: ("A", lambda message: _name(message.name) + message.answer.value),
    MoveMade: ("M", _write_move),
    GameEnd: ("E", lambda message: message.claim.value + str(int(message.leaving))),
    Chat: (_CHAT, lambda message: message.text),
    BackReq: ("B", lambda message: _digits(message.number, 3) + _LETTERS[message.colour]),
    BackAcc: ("K", lambda message: message.answer.value),
    **dict.fromkeys((Play, Deal, NotedMove, DrawOffer), (_OURS, _write_ours)),
}
