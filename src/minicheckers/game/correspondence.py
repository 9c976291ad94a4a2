"""Correspondence: a game as one line of text, to paste into a chat or a mail.

The line is words with spaces between them: ``minicheckers game``, the game that is played, the
board's size and the start where they are not the usual ones, the moves, the result if the moves do
not show it, and ``check`` with a checksum:

    minicheckers game english 11-15 22-18 15x22 check 1f6b0c93

A reader finds it anywhere in a text, also quoted, wrapped over several lines, or with the capitals
and dashes that a word processor likes better. Every move is checked, as in a PDN.
"""

import re
from zlib import crc32

from ..messages import quoted
from ..rules.board_files import write_board
from ..rules.position import Position
from ..rules.variant import Variant, get_variant
from .pdn import UNFINISHED, PdnGame, result_of
from .timeline import TimelineBuilder

OPENING = "minicheckers game"
_CHECK = "check"
_RESULTS = ("1-0", "0-1", "1/2-1/2")
_SIZE = re.compile(r"([0-9]{1,2})x\1", re.ASCII)
#: What programs make of plain dashes and spaces.
_PLAIN = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-") | {"\u00d7": "x"})
_QUOTE_MARKS = re.compile(r"^[>|\s]+", re.MULTILINE)


def write_line(game: PdnGame) -> str:
    """The game as one line: its start, the moves played so far, and its result if it is over."""
    start = game.timeline.start
    variant = start.variant
    words = [*OPENING.split(), variant.name]
    if variant.sizes:
        words.append(f"{variant.size}x{variant.size}")
    if start != Position.start(variant):
        words.append(start.fen())
    words += map(str, game.timeline.played)
    if game.timeline.outcome is None and game.result != UNFINISHED:
        words.append(game.result)
    text = " ".join(words)
    return f"{text} {_CHECK} {_checksum(text)}"


def write_letter(game: PdnGame) -> str:
    """The line with the board above it, for a reader who has only eyes."""
    return f"{write_board(game.timeline.position, 'diagram')}\n\n{write_line(game)}\n"


def holds_line(text: str) -> bool:
    """Whether a text has such a line in it, good or bad."""
    return OPENING in _flattened(text)


def read_line(text: str) -> PdnGame:
    """The game of the first such line in a text.

    Raises ValueError with a sentence if there is none, if it was changed on its way, or if a move
    in it is illegal.
    """
    flat = _flattened(text)
    begin = flat.find(OPENING)
    if begin < 0:
        raise ValueError(f"{quoted(flat)} is not a game; one begins with '{OPENING}'")
    body, separator, rest = flat[begin:].partition(f" {_CHECK} ")
    if not separator:
        raise ValueError(f"the line is cut short: it should end with '{_CHECK}' and a checksum")
    if rest[:8] != _checksum(body):
        raise ValueError("the line was changed on its way: its checksum does not fit")
    words = body.removeprefix(OPENING).split()
    result = words.pop() if words[-1:] and words[-1] in _RESULTS else UNFINISHED
    if not words:
        raise ValueError("the line does not say which game is played")
    builder = TimelineBuilder(_start(words))
    for word in words:
        builder.play(word)
    line = builder.timeline()
    return PdnGame(line, {}, result_of(line.outcome) if line.outcome else result)


def _start(words: list[str]) -> Position:
    """Where the game begins, by the first words, which are taken off the list."""
    name = words.pop(0)
    size = _SIZE.fullmatch(words[0]) if words else None
    if size:
        del words[0]
    variant: Variant = get_variant(name, int(size[1]) if size else None)
    if words and ":" in words[0]:
        return Position.from_fen(words.pop(0), variant)
    return Position.start(variant)


def _flattened(text: str) -> str:
    """The text in small letters on one line, without marks of quoting and with plain dashes."""
    return " ".join(_QUOTE_MARKS.sub("", text.translate(_PLAIN)).lower().split())


def _checksum(text: str) -> str:
    return f"{crc32(text.lower().encode()):08x}"
