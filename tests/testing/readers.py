"""Everything that reads text from outside, with its writer, and the law for all of it."""

import datetime
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from minicheckers import Game, Position, Variant
from minicheckers.coach.puzzle_source import read_date
from minicheckers.game.correspondence import read_line, write_line
from minicheckers.game.pdn import PdnGame, read_games, write_game
from minicheckers.game.player import TimeControl
from minicheckers.game.request import FIRST_CHOICES, read_first
from minicheckers.hub import notation as hub
from minicheckers.rules.board_files import FORMS, read_board, write_board
from minicheckers.rules.house_rules import from_text, to_text
from minicheckers.rules.notation import parse_square
from minicheckers.treeview.drawing import to_json
from minicheckers.treeview.ideas import STAIRS, Algorithm
from minicheckers.treeview.search import search_tree
from minicheckers.treeview.seeds import FORMULAS
from minicheckers.treeview.watched import read_json
from minicheckers.wire.messages import Chat, Play, decode, encode
from minicheckers.wire.sockets import parse_address, shown_address
from testing.any_rules import random_rules
from testing.positions import hand_set

#: Characters that mean something to one reader or another, and a few that should not.
MEANINGFUL = 'BWKbwkx:,-. 0123456789\n\t[](){};$!?*"\\%pasxagh/\r\x1b\x00\u202e٣²K'


class Reader(NamedTuple):
    """How a text is read in a game and written, an example, and what has to be the same."""

    read: Callable[[Variant, str], Any]
    write: Callable[[Any], str]
    example: Callable[[Variant, Random], str]
    same: Callable[[Any], object] = lambda value: value


def _game(variant: Variant, random: Random) -> Game:
    game = Game(start=hand_set(variant, random))
    for _ in range(random.randrange(7)):
        if moves := game.legal_moves():
            game.play(random.choice(moves))
    return game


def _pdn(variant: Variant, random: Random) -> str:
    game = _game(variant, random)
    game.tags = {name: nonsense(random) for name in ("Event", "White", "X_1")}
    return game.pdn()


def _board(variant: Variant, random: Random) -> str:
    fitting = [name for name, form in FORMS.items() if form.fits(variant)]
    return write_board(hand_set(variant, random), random.choice(fitting))


def _hub_move(variant: Variant, random: Random) -> str:
    return hub.write_move(random.choice(Position.start(variant).legal_moves()))


def _message(variant: Variant, random: Random) -> str:
    message = random.choice((Chat("How are you?"), Play("Ann", rules=to_text(variant))))
    return encode(message)[:-1].decode("latin-1")


#: A row for each function that takes a text: its name is as `text_readers` finds it.
READERS = {
    "Position.from_fen": Reader(
        lambda variant, text: Position.from_fen(text, variant),
        Position.fen,
        lambda variant, random: hand_set(variant, random).fen(),
    ),
    "read_board": Reader(
        lambda variant, text: read_board(text, variant),
        lambda position: write_board(position, "diagram"),
        _board,
        lambda position: (position.variant, position.fen()),
    ),
    "read_position": Reader(
        lambda variant, text: hub.read_position(text, variant, turned=True),
        lambda position: hub.write_position(position, turned=True),
        lambda variant, random: hub.write_position(hand_set(variant, random), turned=True),
    ),
    "read_move": Reader(
        lambda variant, text: hub.read_move(Position.start(variant), text),
        hub.write_move,
        _hub_move,
    ),
    "read_games": Reader(
        lambda _, text: list(read_games(text)),
        lambda games: "\n".join(map(write_game, games)),
        _pdn,
        lambda games: [(game.timeline, game.result) for game in games],
    ),
    "read_line": Reader(
        lambda _, text: read_line(text),
        write_line,
        lambda variant, random: write_line(PdnGame(_game(variant, random).timeline)),
    ),
    "parse_square": Reader(
        parse_square,
        str,
        lambda variant, random: str(random.randint(1, variant.geometry.count)),
    ),
    "from_text": Reader(
        lambda _, text: from_text(text),
        lambda variant: to_text(variant) or "",
        lambda _, random: to_text(random_rules(random)) or "",
    ),
    "decode": Reader(
        lambda _, text: decode(text.encode("latin-1", "replace")),
        lambda message: encode(message)[:-1].decode("latin-1"),
        _message,
    ),
    "read_date": Reader(
        lambda _, text: read_date(text),
        datetime.date.isoformat,
        lambda _, random: str(datetime.date.fromordinal(random.randint(1, 3_000_000))),
    ),
    "read_first": Reader(
        lambda _, text: read_first(text), str, lambda _, random: random.choice(FIRST_CHOICES)
    ),
    "TimeControl.parse": Reader(
        lambda _, text: TimeControl.parse(text),
        str,
        lambda _, random: f"{random.randint(1, 90)}+{random.randint(0, 60)}",
    ),
    "TimeControl.parse_both": Reader(
        lambda _, text: TimeControl.parse_both(text),
        str,
        lambda _, random: f"{random.randint(1, 90)}+{random.randint(0, 60)}/5",
    ),
    "Algorithm.parse": Reader(
        lambda _, text: Algorithm.parse(text), str, lambda _, random: str(random.choice(STAIRS))
    ),
    "parse_address": Reader(
        lambda _, text: parse_address(text),
        lambda address: shown_address(*address),
        lambda _, random: random.choice(("localhost:27531", "[::1]:80", "a.example")),
    ),
    "read_json": Reader(
        lambda variant, text: read_json(text, variant.size),
        lambda tree: "".join(to_json(tree)),
        lambda variant, _: _tree(variant),
        lambda tree: "".join(to_json(tree)),
    ),
}


def _tree(variant: Variant) -> str:
    return "".join(to_json(search_tree(Position.start(variant), 1, FORMULAS["pieces"], STAIRS[1])))


def damaged(text: str, random: Random) -> str:
    """A good text with a few characters taken out, put in or repeated."""
    for _ in range(random.randint(1, 3)):
        start = random.randint(0, len(text))
        end = random.randint(start, min(len(text), start + 5))
        put_in = "".join(random.choices(MEANINGFUL, k=random.randint(0, 3)))
        text = text[:start] + put_in + text[end:]
    return text


def nonsense(random: Random) -> str:
    return "".join(random.choices(MEANINGFUL, k=random.randint(0, 60)))


def is_read(reader: Reader, variant: Variant, text: str) -> bool:
    """Whether a text is read, as a value that comes back as written; else a sentence tells why."""
    try:
        value = reader.read(variant, text)
    except ValueError as error:
        sentence = str(error)
    else:
        comes_back(reader, variant, value)
        return True
    assert sentence, text
    assert sentence.isprintable(), text
    return False


def comes_back(reader: Reader, variant: Variant, value: Any) -> None:
    written = reader.write(value)
    again = reader.read(variant, written)
    assert reader.same(again) == reader.same(value), written
    assert reader.write(again) == written
