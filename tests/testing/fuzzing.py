"""A byte fuzzer for everything that reads outside input. From the folder of the tests:

    python -m testing.fuzzing --seconds 600 [--target pdn] [--seed 1]

Inputs start from the corpus in data/fuzz and are mutated at random. A target may refuse an input
only with a ValueError; whatever it accepts must survive being written and read again. The first
input that does anything else is printed and written to a file, to become a test.
"""

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import chdir
from io import BytesIO, StringIO
from itertools import product
from pathlib import Path
from random import Random
from typing import TypeVar
from unittest.mock import patch

from minicheckers import Progress, StrategyError
from minicheckers.dxp.messages import LONGEST as LONGEST_MESSAGE
from minicheckers.dxp.messages import Message, decode, encode, split
from minicheckers.dxp.sockets import Opened, Received
from minicheckers.engine.decision import Context
from minicheckers.game.correspondence import read_line, write_line
from minicheckers.game.pdn import read_games, write_game
from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.hub.protocol import parse_message
from minicheckers.plain import app as plain
from minicheckers.plain.console import Console
from minicheckers.play.effects import Say
from minicheckers.play.remote import RemoteGame
from minicheckers.players import hub_engine
from minicheckers.players.sandbox import DiedError
from minicheckers.players.strategy import Options
from minicheckers.rules.board_files import read_board
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, get_variant
from minicheckers.storage.store import Store
from minicheckers.tui.input_decoder import InputDecoder, LastAnswer, ModeReport
from minicheckers.tui.own_themes import read_theme
from testing.dxp_ends import Ends, make_guest, make_host, plain_host
from testing.fake_screen import FakeTerminal

T = TypeVar("T")
CORPUS = Path(__file__).parents[1] / "data" / "fuzz"
#: Longer inputs find nothing that shorter ones do not, and are slow.
LONGEST = 2000


def _fen(data: bytes) -> None:
    text = data.decode(errors="replace")
    for variant in VARIANTS:
        try:
            position = Position.from_fen(text, variant)
        except ValueError:
            continue
        assert Position.from_fen(position.fen(), variant) == position
        assert all(position.play(move) for move in position.legal_moves())


def _board(data: bytes) -> None:
    text = data.decode(errors="replace")
    for variant in VARIANTS:
        try:
            position = read_board(text, variant)
        except ValueError:
            continue
        assert read_board(position.fen(), position.variant) == position


def _pdn(data: bytes) -> None:
    try:
        games = list(read_games(data.decode(errors="replace")))
    except ValueError:
        return
    for game in games:
        again = write_game(game)
        assert write_game(next(iter(read_games(again)))) == again


def _save(data: bytes) -> None:
    """A file from before the database: it is imported or reported, and is still there."""
    with tempfile.TemporaryDirectory() as name:
        directory = Path(name)
        kind = data.partition(b"minicheckers ")[2].partition(b'"')[0].decode("ascii", "replace")
        known = kind if kind in ("preferences", "record", "archive", "puzzles") else "game-1"
        path = directory / f"{known}.json"
        path.write_bytes(data)
        with Store(directory) as store:
            games = store.games()
            store.stats(), store.puzzles(), store.preferences(), store.fixed_mistakes()
            store.maintain()
        for game in games:
            game.session()
        assert all("damaged" not in notice for notice in store.take_notices())
        assert path.read_bytes() == data


def _plain(data: bytes) -> None:
    session = Session.against(Position.start(), Player("random"), person_first=True, seed=1)
    said = StringIO()
    # Commands that would write a file or think for a long time are left out.
    for word in (b"save", b"level", b"hint", b"values", b"worth"):
        data = data.replace(word, word[:-1])
    with tempfile.TemporaryDirectory() as directory:
        store = Store(Path(directory) / "minicheckers")
        code = plain.run(GameRequest(session=session), store, Console(BytesIO(data), said))
    assert code == 0
    assert "\x1b" not in said.getvalue()


def _hub(data: bytes) -> None:
    for line in data.decode(errors="replace").splitlines():
        try:
            parse_message(line)
        except ValueError:
            continue


class _Scripted(hub_engine._EngineProcess):
    """An engine without a process: whatever it is asked, it says its next lines."""

    def __init__(self, lines: list[bytes]) -> None:
        self._left = iter(lines)
        self._ended = False

    @property
    def alive(self) -> bool:
        return not self._ended

    def ask(self, message: bytes, hear: Callable[[bytes], T | None], *_: object, **__: object) -> T:
        assert message.endswith(b"\n")
        for line in self._left:
            if (heard := hear(line)) is not None:
                return heard
        raise DiedError("its process has ended")

    def end(self) -> None:
        self._ended = True

    def last_words(self) -> str:
        return ""


def _hub_engine(data: bytes) -> None:
    """An engine may say anything: it plays a legal move, or one sentence says why not."""
    engine = hub_engine.HubEngine("fuzzed", ("fuzzed",), parameters=(("book", "false"),))
    process, said, start = _Scripted(data.split(b"\n")), "", Position.start()
    with patch.object(hub_engine.HubEngine, "start", lambda _: process):
        try:
            player = hub_engine.HubStrategy(engine, Options(get_variant("mini")))
            for _ in range(3):
                move = player.choose(start, Context(report=_check_progress)).move
                assert move in start.legal_moves()
        except (ValueError, StrategyError) as error:
            said = str(error)
        process.end()  # it is not for the next one
    assert said.isprintable()
    assert len(said) < 1000


def _check_progress(progress: Progress) -> None:
    assert progress.depth >= 0
    assert progress.nodes >= 0


def _keys(data: bytes) -> None:
    decoder, slow_decoder = InputDecoder(), InputDecoder()
    events = decoder.feed(data)
    one_by_one = [event for byte in data for event in slow_decoder.feed(bytes([byte]))]
    assert one_by_one == events
    assert decoder.flush() == slow_decoder.flush()
    with tempfile.TemporaryDirectory() as directory, chdir(directory):
        game = FakeTerminal(("--level", "easy", "--first", "you"), directory=Path(directory))
        try:
            for event in events:
                if game.app.running and not isinstance(event, ModeReport | LastAnswer):
                    game.fake.waiting.append(event)
                    game.app.turn()
        finally:
            game.close()
        assert "\x1b" not in game.text


def _theme(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as directory:
        path = Path(directory) / "mine.toml"
        path.write_bytes(data)
        try:
            theme = read_theme(path)
        except ValueError:
            return
    for ink, paper, depth in product(theme.inks, theme.papers, (8, 256)):
        assert all(-1 <= colour < depth for colour in theme.colours(ink, paper, depth))


def _messages(data: bytes) -> list[Message]:
    """The messages in a stream; anything that is not a message is left out."""
    assert len(data) <= LONGEST_MESSAGE
    messages = []
    for raw in split(data)[0]:
        try:
            message = decode(raw)
        except ValueError:
            continue
        assert type(decode(encode(message)[:-1])) is type(message)
        messages.append(message)
    return messages


def _told(game: RemoteGame, messages: list[Message]) -> None:
    """Send messages to a host or a guest, whatever happens."""
    connection = game.party.connection
    if connection is None:
        connection = 1
        game, _ = game.hear(Opened(connection), 0.0)
    for number, message in enumerate(messages):
        game, effects = game.hear(Received(connection, message), number / 10)
        assert all(effect.text.isprintable() for effect in effects if isinstance(effect, Say))
        game, _ = game.tick(number / 10)
        if game.link is not None:
            assert game.link.pdn()


def _dxp_host(data: bytes) -> None:
    messages = _messages(data)
    ends = Ends().connect().settle().play("6-9")
    for host in (make_host(), make_host(code="a"), ends.host, plain_host()):
        _told(RemoteGame(host), messages)


def _dxp_guest(data: bytes) -> None:
    messages = _messages(data)
    ends = Ends().connect().settle().play("6-9")
    for guest in (make_guest(), make_guest(code="a"), ends.guest):
        _told(RemoteGame(guest), messages)


def _line(data: bytes) -> None:
    try:
        game = read_line(data.decode(errors="replace"))
    except ValueError:
        return
    assert read_line(write_line(game)) == game


TARGETS: dict[str, Callable[[bytes], None]] = {
    "fen": _fen,
    "board": _board,
    "pdn": _pdn,
    "save": _save,
    "plain": _plain,
    "hub": _hub,
    "hub-engine": _hub_engine,
    "keys": _keys,
    "theme": _theme,
    "dxp-host": _dxp_host,
    "dxp-guest": _dxp_guest,
    "line": _line,
}


def corpus(target: str) -> list[bytes]:
    """The initial inputs for fuzzing, including those that were once bugs."""
    return [path.read_bytes() for path in sorted((CORPUS / target).iterdir())]


def changed(random: Random, inputs: list[bytes]) -> bytes:
    """An input from the corpus after a few random mutations."""
    data = bytearray(random.choice(inputs))
    for _ in range(random.choice((1, 1, 2, 4, 16))):
        at, end = sorted(random.randrange(len(data) + 1) for _ in range(2))
        match random.randrange(6):
            case 0:
                del data[at:end]
            case 1:
                data[at:at] = random.randbytes(random.randrange(1, 5))
            case 2:
                data[at:at] = data[at:end]
            case 3:
                other = random.choice(inputs)
                start = random.randrange(len(other) + 1)
                data[at:end] = other[start : start + random.randrange(40)]
            case 4:
                data[at:at] = random.choice((b"-1", b"0", b"99999", b"\n", b'"', b"{", b"(", b"x"))
            case _ if data:
                data[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(data[:LONGEST])


def run(target: str, seed: int, *, inputs: int | None = None, seconds: float = 0.0) -> int:
    """Try a number of inputs, or as many as time allows; return how many, or AssertionError."""
    random, begun = Random(f"{target} {seed}"), corpus(target)
    end = time.monotonic() + seconds
    tried = 0
    while tried < inputs if inputs is not None else time.monotonic() < end:
        data = changed(random, begun)
        try:
            TARGETS[target](data)
        except BaseException:
            print(f"{target}: this input was not answered as it should be: {data!r}")
            raise
        tried += 1
    return tried


def main() -> None:
    """Fuzz from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each target")
    parser.add_argument("--target", choices=TARGETS, action="append")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    for target in arguments.target or TARGETS:
        began = time.process_time()
        tried = run(target, arguments.seed, seconds=arguments.seconds)
        used = time.process_time() - began
        print(f"{target:9} {tried:9} inputs, {used:.1f} s of processor time, nothing found")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
