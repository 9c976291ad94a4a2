"""Games over a wire that are longer than anybody plays by chance: no length ends a program."""

import json
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlencode

import pytest

from minicheckers import Game, Position
from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as Side
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, TimelineBuilder
from minicheckers.rules.house_rules import from_text
from minicheckers.storage.store import Store
from minicheckers.wire.messages import MOST_PLIES
from testing.remote_players import PATIENCE, Player, Proxy, players, port_of
from testing.running import Program

#: Nobody captures, and nobody has to go forward: a game of these rules can last.
ENDLESS = json.dumps(
    {
        "name": "endless",
        "base": "pikachu",
        "size": 16,
        "rows_of_men": 1,
        "man_steps": ["forward", "sideways"],
        "man_jumps": [],
        "king_jumps": [],
        "repetitions": 0,
        "quiet_plies": 500,
    }
)


@pytest.fixture
def started() -> Iterator[list[Player]]:
    with players() as made:
        yield made


class Stranger:
    """A guest of another make, which says what it likes, message by message."""

    def __init__(self, port: int) -> None:
        self.line = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        self._held = b""
        self.say("Cminicheckers 1")
        assert self.hear("C") == "minicheckers 1"

    def say(self, message: str) -> None:
        self.line.sendall(message.encode() + b"\0")

    def ours(self, kind: str, **fields: object) -> None:
        self.say(f"X{kind}?{urlencode(fields)}")

    def hear(self, start: str) -> str:
        """What follows that start in the next message that has it; ConnectionError at the end."""
        while True:
            while b"\0" not in self._held:
                data = self.line.recv(65_536)
                if not data:
                    raise ConnectionError("the host hung up")
                self._held += data
            raw, _, self._held = self._held.partition(b"\0")
            if (text := raw.decode()).startswith(start):
                return text.removeprefix(start)

    def fields(self, kind: str) -> dict[str, str]:
        return {name: told[0] for name, told in parse_qs(self.hear(f"X{kind}?")).items()}


def test_a_stranger_who_comes_back_to_an_endless_game_does_not_end_the_host(
    tmp_path: Path, started: list[Player]
) -> None:
    host = Player(Program(tmp_path), "host", "--listen", "127.0.0.1:0", "--level", "easy")
    started.append(host)
    port = port_of(host)
    guest = Stranger(port)
    guest.ours("play", name="Eve", rules=ENDLESS, colour="white")
    token = guest.fields("deal")["token"]
    game = Game(from_text(ENDLESS))
    random = Random(1)
    while game.ply < 2400:
        move = str(random.choice(game.legal_moves()))
        guest.ours("move", ply=game.ply, move=move)
        game.play(move)
        game.play(guest.fields("move")["move"])
    guest.line.close()
    line = write_line(PdnGame(game.timeline))
    assert len(urlencode({"line": line})) > 16_384
    back = Stranger(port)
    back.ours("play", name="Eve", token=token, line=line)
    assert back.fields("deal")["line"] == line
    back.line.close()
    assert host.process.poll() is None


def long_game(plies: int) -> Timeline:
    """A game of those rules whose men go forward only where they must."""
    builder = TimelineBuilder(Position.start(from_text(ENDLESS)))
    position, quiet = builder.timeline().position, 0
    for ply in range(plies):
        moves = position.legal_moves()
        sideways = [move for move in moves if abs(move.start - move.end) == 1]
        forward = [move for move in moves if move not in sideways]
        move = Random(ply).choice(forward if quiet >= 450 or not sideways else sideways)
        quiet = quiet + 1 if move in sideways else 0
        builder.play(str(move))
        position = position.play(move)
    return builder.timeline()


@pytest.mark.slow
def test_a_game_that_is_continued_ends_before_it_is_too_long_for_a_message(
    tmp_path: Path, started: list[Player]
) -> None:
    line = long_game(MOST_PLIES - 2)
    players = {"host": (PERSON, Side(person="Gus")), "guest": (Side(person="Hilda"), PERSON)}
    for name, (black, white) in players.items():
        with Store(tmp_path / name / "state" / "minicheckers") as store:
            store.save(Session(line, black, white))
    host = Player(Program(tmp_path / "host"), "host", "--listen", "127.0.0.1:0", "--resume")
    started.append(host)
    with closing(Proxy(port_of(host))) as proxy:
        address = f"localhost:{proxy.port}"
        guest = Player(Program(tmp_path / "guest"), "join", address, "--resume")
        started.append(guest)
        guest.wait_for(r"Your turn \(white\)")
        proxy.cut()
        guest.wait_for("was lost")
        proxy.mend()
        guest.wait_for("The game continues")  # it has sent the whole game too
        for player, waiting in ((guest, host), (host, guest)):
            player.write(move := str(line.position.legal_moves()[0]))
            waiting.wait_for(" plays ")
            line = line.play(move)
        for player in (guest, host):
            player.wait_for(
                f"The game ended without a result.*{MOST_PLIES} moves|has ended the game"
            )
            player.write("quit")
        assert (guest.ends(), host.ends()) == (0, 0)
    for name in players:
        kept = json.loads(Program(tmp_path / name).run("games", "--json").stdout)
        assert (kept["result"], kept["plies"]) == ("*", MOST_PLIES)


@pytest.mark.slow
def test_a_game_that_is_too_long_to_be_continued_is_refused_with_a_sentence(
    tmp_path: Path,
) -> None:
    with Store(tmp_path / "state" / "minicheckers") as store:
        store.save(Session(long_game(MOST_PLIES + 1), PERSON, Side(person="Gus")))
    refused = Program(tmp_path).run("host", "--listen", "127.0.0.1:0", "--resume")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert str(MOST_PLIES) in refused.stderr
    assert refused.stderr.count("\n") == 1
