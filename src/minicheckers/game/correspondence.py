"""Correspondence: a game as one line of text, to paste into a chat or a mail.

The line is words with spaces between them: ``minicheckers game``, the game that is played, its
house rules if it has any, the board's size and the start where they are not the usual ones, the
moves, the result if the moves do not show it, and ``check`` with a checksum:

    minicheckers game english 11-15 22-18 15x22 check 1f6b0c93

House rules are the JSON that a recorded game carries, too. A reader finds the line anywhere in a
text, also quoted, wrapped over several lines, or with the capitals and dashes that a word processor
likes better. Every move is checked, as in a PDN.
"""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from zlib import crc32

from ..rules.board_files import write_board
from ..rules.house_rules import from_text, to_text
from ..rules.notation import Move
from ..rules.outcome import RESULTS, UNFINISHED, result_of
from ..rules.position import Position
from ..rules.variant import Variant, get_variant
from ..support.text import Phrase, counted, quoted
from .pdn import PdnGame, agreed, read_games
from .player import PERSON
from .timeline import Timeline, replayed

OPENING = "minicheckers game"
_EVENT = "Correspondence"
_CHECK = "check"
_RULES = "rules"
_SIZE = re.compile(r"([0-9]{1,2})x\1", re.ASCII)
#: What word processors turn plain dashes, quotes and spaces into.
_PLAIN = str.maketrans(
    dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | dict.fromkeys("\u201c\u201d\u201e\u201f", '"')
    | {"\u00d7": "x"}
)
#: Where a long position was broken.
_WRAPPED = re.compile(r",\s+")
_QUOTE_MARKS = re.compile(r"^[>|\s]+", re.MULTILINE)


def write_line(game: PdnGame) -> str:
    """The game as one line: its start, the moves played so far, and its result if it is over."""
    start = game.timeline.start
    variant = start.variant
    words = [*OPENING.split(), variant.name]
    if (rules := to_text(variant)) is not None:
        words += [_RULES, rules]
    elif variant.sizes:
        words.append(f"{variant.size}x{variant.size}")
    if start != Position.start(variant):
        words.append(start.fen())
    words += map(str, game.timeline.played)
    if game.timeline.outcome is None and game.result != UNFINISHED:
        words.append(game.result)
    text = " ".join(words)
    return f"{text} {_CHECK} {_checksum(text)}"


def write_letter(game: PdnGame) -> str:
    """The line with the board above it, for people."""
    return f"{write_board(game.timeline.position, 'diagram')}\n\n{write_line(game)}\n"


def holds_line(text: str) -> bool:
    """Whether a text has such a line in it, good or bad."""
    return OPENING in _flattened(text).lower()


def read_line(text: str, check: Callable[[Position, int], None] | None = None) -> PdnGame:
    """The game of the first such line in a text.

    Raises ValueError with a sentence if there is none, if it was changed on its way, or if a move
    in it is illegal. `check` gets the start and the number of moves before any move is looked at,
    and may raise ValueError, too.
    """
    flat = _flattened(text)
    begin = flat.lower().find(OPENING)
    if begin < 0:
        raise ValueError(f"{quoted(flat)} is not a game; one begins with '{OPENING}'")
    name, rules, rest = _head(flat[begin + len(OPENING) :].lstrip())
    moves, separator, sum_told = rest.lower().partition(f" {_CHECK} ")
    if not separator:
        raise ValueError(f"the line is cut short: it should end with '{_CHECK}' and a checksum")
    told = f"{OPENING} {name}{rules and f' {_RULES} {rules}'}{moves}"
    if sum_told[:8] != _checksum(told):
        raise ValueError("the line was changed on its way: its checksum does not fit")
    words = _WRAPPED.sub(",", moves).split()
    result = words.pop() if words[-1:] and words[-1] in RESULTS.values() else UNFINISHED
    if not name:
        raise ValueError("the line does not say which game is played")
    variant = _variant(name, rules, words)
    start = Position.start(variant)
    if words and ":" in words[0]:
        start = Position.from_fen(words.pop(0), variant)
    if check is not None:
        check(start, len(words))
    line = replayed(start, words)
    return PdnGame(line, {}, result_of(line.outcome) if line.outcome else result)


def recorded_games(
    text: str, most: int | None = None, variant: Variant | None = None
) -> list[PdnGame]:
    """The games of a text from outside, that many at most: of a line, or of a PDN.

    Whoever sends a line has no computer at the other end: two people play. ValueError with a
    sentence if the text is neither. `variant` is as in `read_games`.
    """
    if not holds_line(text):
        return list(islice(read_games(text, variant), most))
    people = {"Event": _EVENT, "Black": PERSON.name, "White": PERSON.name}
    game = replace(read_line(text), tags=people)
    agreed(game.timeline.start.variant, variant)
    return [game]


def is_correspondence(game: PdnGame) -> bool:
    """Whether a game was read from a line."""
    return game.tag("Event") == _EVENT


def added_moves(mine: Timeline, theirs: Timeline) -> tuple[Move, ...]:
    """The moves that another's copy of a game has more than ours.

    ValueError with a sentence if it is not a copy of our game, or has nothing new.
    """
    if theirs.start != mine.start:
        raise ValueError(f"that is another game of {theirs.start.variant}")
    for ply, (ours, other) in enumerate(zip(mine.played, theirs.played, strict=False), start=1):
        if ours != other:
            here = Phrase(other, " there and ", ours, " here")
            raise ValueError(Phrase(f"that is another game: move {ply} is ", here))
    if theirs.ply == mine.ply:
        raise ValueError("that is the game as it is here; it has no new move")
    if theirs.ply < mine.ply:
        missing = counted(mine.ply - theirs.ply, "move")
        raise ValueError(f"that is an older copy of this game; it lacks the last {missing}")
    return theirs.played[mine.ply :]


def _head(text: str) -> tuple[str, str, str]:
    """The name of the game, its rules if it has any, and the rest of the text."""
    name, _, rest = text.partition(" ")
    word, _, rules = rest.partition(" ")
    if word.lower() != _RULES:
        return ("", "", f" {text}") if name.lower() == _CHECK else (name.lower(), "", f" {rest}")
    try:
        _, end = json.JSONDecoder().raw_decode(rules)
    except (json.JSONDecodeError, RecursionError):
        raise ValueError("the rules in the line were changed on their way") from None
    return name.lower(), rules[:end], rules[end:]


def _variant(name: str, rules: str, words: list[str]) -> Variant:
    """The game of a name, or of its rules; the word with its size is taken off the list."""
    if rules:
        return from_text(rules)
    size = _SIZE.fullmatch(words[0]) if words else None
    if size:
        del words[0]
    return get_variant(name, int(size[1]) if size else None)


def _flattened(text: str) -> str:
    """The text on one line, without marks of quoting and with plain dashes."""
    return " ".join(_QUOTE_MARKS.sub("", text.translate(_PLAIN)).split())


def _checksum(text: str) -> str:
    """A sum that does not depend on capitals, nor on where a line was wrapped."""
    return f"{crc32(''.join(text.lower().split()).encode()):08x}"
