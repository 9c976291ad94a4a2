"""Two programs and a wire: whole games between people and computers at two terminals."""

import json
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from pathlib import Path
from random import Random
from urllib.parse import parse_qs, urlencode

import psutil
import pytest

from minicheckers import Game, Position
from minicheckers.cli import COMMANDS, make_parser
from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as Side
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, TimelineBuilder
from minicheckers.rules.house_rules import from_text
from minicheckers.storage.store import Store
from minicheckers.wire.messages import GREETING, MOST_PLIES, decode
from testing.remote_players import PATIENCE, Player, Proxy, players, port_of, port_without_listener
from testing.running import Program


@pytest.fixture
def started() -> Iterator[list[Player]]:
    with players() as made:
        yield made


class Pair:
    """A host and a guest, each with a home of its own."""

    def __init__(self, directory: Path, started: list[Player]) -> None:
        self.directory = directory
        self._started = started

    def start(self, name: str, *words: str) -> Player:
        home = self.directory / name
        home.mkdir(exist_ok=True)
        player = Player(Program(home), *words)
        self._started.append(player)
        return player

    def host(self, *words: str) -> tuple[Player, int]:
        host = self.start("host", "host", "--listen", "127.0.0.1:0", *words)
        return host, port_of(host)

    def guest(self, port: int, *words: str) -> Player:
        return self.start("guest", "join", f"localhost:{port}", *words)


@pytest.fixture
def pair(tmp_path: Path, started: list[Player]) -> Pair:
    return Pair(tmp_path, started)


def pdn_of(player: Player) -> str:
    player.write("pdn")
    return player.wait_for(r"\[Event(.|\n)*?(\*|1-0|0-1|1/2-1/2)\n")[0]


def test_two_people_at_two_terminals(pair: Pair) -> None:
    host, port = pair.host("--variant", "english", "--name", "Hilda", "--clock", "5+3")
    guest = pair.guest(port, "--name", "Gus")
    host.wait_for("You play english against Gus. You have white")
    guest.wait_for("You have black")
    guest.wait_for(r"Your turn \(black\)")
    guest.wait_for("Time left: you [45]:")
    guest.write("11-15")
    host.wait_for(r"Gus plays 11-15\.")
    host.wait_for("Your turn")
    host.write("say Good luck!", "22-18")
    guest.wait_for("Hilda says: Good luck!")
    guest.wait_for("Hilda plays 22-18")
    guest.write("undo")
    host.wait_for("Gus asks to undo 2 moves")
    host.write("no")
    guest.wait_for("Hilda declines to undo")
    guest.write("undo")
    host.wait_for("Gus asks to undo 2 moves")
    host.write("yes")
    guest.wait_for("Undone: ")
    guest.wait_for("Your turn")
    guest.write("9-13", "clock", "board")
    guest.wait_for("Time left")
    guest.wait_for("a b c d e f g h|h g f e d c b a")
    host.wait_for("Gus plays 9-13")
    host.write("nonsense", "13-17", "22-18")
    host.wait_for("is not a command")
    host.wait_for("not legal")
    guest.wait_for("Hilda plays 22-18")
    guest.write("draw")
    host.wait_for("Gus offers a draw")
    host.write("yes")
    guest.wait_for("The game is over: draw: both sides agreed")
    host.wait_for("The game is over")
    assert pdn_of(host) == pdn_of(guest)
    assert Game.from_pdn(pdn_of(host)).pdn().splitlines()[6] == '[Result "1/2-1/2"]'
    guest.write("new")
    host.wait_for("You have black")
    host.wait_for("Your turn")
    host.write("resign yes")
    guest.wait_for("Black has resigned")
    guest.write("quit")
    assert guest.ends() == 0
    host.wait_for("Gus has left")
    host.write("quit")
    assert host.ends() == 0


def test_a_cut_line_in_the_middle_of_a_game(pair: Pair) -> None:
    host, port = pair.host("--name", "Hilda", "--clock", "5")
    with closing(Proxy(port)) as proxy:
        guest = pair.guest(proxy.port, "--name", "Gus")
        guest.wait_for("Your turn")
        guest.write("6-9")
        host.wait_for("Gus plays 6-9")
        proxy.cut()
        host.wait_for("The connection to Gus was lost")
        guest.wait_for("The connection to Hilda was lost")
        host.write("13-10")
        host.wait_for("wait until it is back")
        stranger = pair.start("stranger", "join", f"localhost:{port}", "--name", "Eve")
        stranger.wait_for("waiting for its player to come back")
        assert stranger.ends() == 1
        proxy.mend()
        guest.wait_for("Hilda is back")
        host.wait_for("Gus is back")
        host.write("13-10")
        guest.wait_for("Hilda plays 13-10")
        guest.write("resign yes")
        host.wait_for("Black has resigned")
        guest.wait_for("Black has resigned")
        assert pdn_of(host) == pdn_of(guest)


def kept_games(pair: Pair, name: str) -> list[dict[str, object]]:
    """What one side's program has stored, the most recently changed game first."""
    run = Program(pair.directory / name).run("games", "--json")
    assert run.stderr == ""
    return [json.loads(line) for line in run.stdout.splitlines()]


def test_a_finished_game_is_kept_on_both_sides_and_counts_on_none(pair: Pair) -> None:
    host, port = pair.host("--name", "Hilda", "--games", "1")
    guest = pair.guest(port, "--name", "Gus", "--games", "1")
    guest.wait_for("Your turn")
    guest.write("6-9")
    host.wait_for("Your turn")
    host.write("resign yes")
    assert host.ends() == guest.ends() == 0
    for name, black, white in (("host", "Gus", "you"), ("guest", "you", "Hilda")):
        (game,) = kept_games(pair, name)
        assert (game["black"], game["white"]) == (black, white)
        assert (game["result"], game["plies"]) == ("0-1", 1)
        record = Program(pair.directory / name).run("record")
        assert "Gus" not in record.stdout
        assert "Hilda" not in record.stdout


def test_a_game_goes_on_after_both_programs_were_killed(pair: Pair) -> None:
    host, port = pair.host("--name", "Hilda", "--clock", "5")
    guest = pair.guest(port, "--name", "Gus")
    guest.wait_for("Your turn")
    guest.write("6-9")
    host.wait_for("Your turn")
    host.write("14-11")
    guest.wait_for("Your turn")
    for player in (host, guest):
        player.process.kill()
        player.process.wait()
    host, port = pair.host("--resume", "--name", "Hilda")
    unaware = pair.guest(port)
    unaware.wait_for("join with --resume")
    assert unaware.ends() == 1
    host.process.kill()
    host.process.wait()
    host, port = pair.host("--resume", "--name", "Hilda")
    guest = pair.guest(port, "--name", "Gus", "--resume")
    guest.wait_for("You have black")
    guest.wait_for("Your turn")
    guest.write("5-8")
    host.wait_for("Gus plays 5-8")
    assert pdn_of(host) == pdn_of(guest)
    assert "1. 6-9 14-11 2. 5-8" in pdn_of(guest)
    guest.write("quit")
    assert guest.ends() == 0
    host.wait_for("has (left|ended)")
    host.write("quit")
    assert host.ends() == 0
    for name in ("host", "guest"):
        (game,) = kept_games(pair, name)  # still one
        assert (game["result"], game["plies"]) == ("*", 3)


def test_only_one_opponent_at_a_time(pair: Pair) -> None:
    host, port = pair.host()
    guest = pair.guest(port)
    guest.wait_for("Your turn")
    other = pair.start("other", "join", f"localhost:{port}")
    other.wait_for("The host says: This host is busy")
    assert other.ends() == 1
    guest.write("6-9")
    host.wait_for("Guest plays 6-9")


@pytest.mark.slow
def test_a_code_that_the_guest_must_know(pair: Pair) -> None:
    host, port = pair.host("--code", "swordfish")
    for words, reason in (((), "asks for a code"), (("--code", "salmon"), "not the code")):
        stranger = pair.guest(port, *words)
        stranger.wait_for(reason)
        assert stranger.ends() == 1
        assert stranger.said.count(reason) == 1
    pair.guest(port, "--code", "swordfish").wait_for("Your turn")
    host.wait_for("You play mini against Guest")


def test_what_host_and_guest_do_not_agree_on(pair: Pair) -> None:
    _, port = pair.host("--variant", "english", "--colour", "black")
    for words, reason in (
        (("--variant", "mini"), "another game: english, not mini"),
        (("--colour", "black"), "another colour"),
    ):
        guest = pair.guest(port, *words)
        guest.wait_for(reason)
        assert guest.ends() == 1


def test_the_start_and_the_colour_can_be_chosen(pair: Pair) -> None:
    host, port = pair.host("--variant", "english", "--board", "W:W21:B1", "--colour", "white")
    guest = pair.guest(port)
    host.wait_for("Your turn")
    host.write("21-17")
    guest.wait_for("Your turn")
    assert '[FEN "W:W21:B1"]' in pdn_of(guest)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("knows", ["host", "guest"])
def test_house_rules_that_only_one_of_them_has_a_file_of(
    pair: Pair, tmp_path: Path, knows: str
) -> None:
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nbase = "mini"\ncapture_forced = false\n')
    words = {"host": (), "guest": (), knows: ("--variant", str(file))}
    host, port = pair.host(*words["host"])
    guest = pair.guest(port, *words["guest"])
    guest.wait_for("You play mine against Host")
    guest.write("6-9")
    host.wait_for("Your turn")
    host.write("14-12")
    guest.wait_for("Host plays 14-12")
    guest.write("4-7")  # there is a capture
    host.wait_for("Guest plays 4-7")
    assert '"capture_forced' in pdn_of(guest)
    assert pdn_of(host) == pdn_of(guest)


def test_the_computer_on_both_sides(pair: Pair) -> None:
    host, port = pair.host("--variant", "english", "--level", "easy", "--games", "2", "--seed", "1")
    guest = pair.guest(port, "--level", "easy", "--games", "2", "--seed", "2")
    for player in (guest, host):
        assert player.ends() == 0
        player.wait_for(r"\(end of output\)")
    assert host.said.count("The game is over") == guest.said.count("The game is over") == 2
    assert "illegal" not in host.said + guest.said


@pytest.mark.slow
@pytest.mark.parametrize("variant", ["mini", "towers", "english", "pikachu"])
def test_twenty_games_of_our_guest_against_our_host(pair: Pair, variant: str) -> None:
    words = ("--games", "20", "--level", "easy")
    host, port = pair.host("--variant", variant, *words, "--seed", "1")
    guest = pair.guest(port, *words, "--seed", "2")
    for player in (guest, host):
        assert player.ends() == 0
        player.wait_for(r"\(end of output\)")
    assert host.said.count("The game is over") == guest.said.count("The game is over") == 20
    assert "illegal" not in host.said + guest.said
    assert "without a result" not in host.said + guest.said


def test_a_computer_lets_a_person_undo_but_agrees_to_no_draw(pair: Pair) -> None:
    _, port = pair.host("--level", "easy", "--seed", "1")
    guest = pair.guest(port)
    guest.wait_for("Your turn")
    guest.write("6-9")
    guest.wait_for("Your turn")
    guest.write("undo")
    guest.wait_for("Undone: ")
    guest.wait_for("Your turn")
    guest.write("4-7")
    guest.wait_for("Your turn")
    guest.write("draw")
    guest.wait_for("declines the draw")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("words", "code", "sentence"),
    [
        (("join", "127.0.0.1:{free}"), 1, "Nobody is listening at 127.0.0.1:"),
        (("join", "no.such.host.invalid"), 1, "There is no host"),
        (("join", "localhost:99999"), 2, "is not an address"),
        (("join",), 2, "HOST"),
        (("join", "localhost", "--variant", "chess"), 2, "chess"),
        (("join", "localhost", "--level", "nobody"), 2, "nobody"),
        (("join", "localhost", "--time", "1"), 2, "--level"),
        (("join", "localhost", "--turn", "black"), 2, "--board"),
        (("join", "localhost", "--size", "9"), 2, "--variant"),
        (("join", "localhost", "--goal", "losing"), 2, "--variant"),
        (("join", "localhost", "--clock", "soon"), 2, "soon"),
        (("join", "localhost", "--code", ""), 2, "code"),
        (("join", "localhost", "--name", ""), 2, "name"),
        (("host", "--listen", "127.0.0.1:taken"), 2, "is not an address"),
        (("host", "--listen", "127.0.0.1:{taken}"), 1, "another program is listening there"),
        (("host", "--listen", "192.0.2.1"), 1, "does not have that address"),
        (("host", "--games", "0"), 2, "less than 1"),
        (("host", "--resume"), 2, "there is no unfinished game with somebody elsewhere"),
        (("host", "--resume", "--clock", "5"), 2, "--resume and --clock cannot be combined"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    pair: Pair, words: tuple[str, ...], code: int, sentence: str
) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as taken, port_without_listener() as free:
        ports = {"taken": taken.getsockname()[1], "free": free}
        player = pair.start("alone", *(word.format(**ports) for word in words))
        assert player.ends() == code
    assert sentence in player.said
    assert "Traceback" not in player.said


def test_an_error_is_one_sentence_on_standard_error(tmp_path: Path) -> None:
    with (
        port_without_listener() as free,
        Program(tmp_path).start("join", f"127.0.0.1:{free}", "--plain") as program,
    ):
        # Standard input stays open: its end would end the program, maybe before it could tell.
        code = program.wait(PATIENCE)
        out, err = program.communicate()
    assert (code, out) == (1, b"")
    assert err.startswith(b"minicheckers: Nobody is listening at 127.0.0.1:%d" % free)
    assert err.count(b"\n") == 1


def test_who_listens_to_the_world_is_told_what_it_means(pair: Pair) -> None:
    host = pair.start("host", "host", "--listen", "0.0.0.0:0")
    host.wait_for("nothing is encrypted")
    host.wait_for("ssh -L")
    host.write("quit")
    assert host.ends() == 0
    host, port = pair.host()
    host.wait_for(f"minicheckers join localhost:{port}")
    assert "encrypted" not in host.said


@pytest.mark.sampled(1)
@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize("computer", [(), ("--level", "easy")])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_a_host_and_says_goodbye(
    pair: Pair, computer: tuple[str, ...], number: signal.Signals
) -> None:
    host, port = pair.host(*computer)
    guest = pair.guest(port)
    guest.wait_for("Your turn")
    host.process.send_signal(number)
    assert host.ends() == 128 + number
    guest.wait_for("without a result: .* has (ended the game|left)")
    assert "Traceback" not in host.said
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port), timeout=60)


def test_the_end_of_input_leaves(pair: Pair) -> None:
    host, port = pair.host()
    guest = pair.guest(port)
    guest.wait_for("Your turn")
    assert guest.process.stdin is not None
    guest.process.stdin.close()
    assert guest.ends() == 0
    host.wait_for("The game ended without a result")
    host.process.stdin.close()  # type: ignore[union-attr]
    assert host.ends() == 0


def test_a_guest_that_is_killed_can_be_waited_for_no_longer(pair: Pair) -> None:
    host, port = pair.host()
    guest = pair.guest(port)
    guest.wait_for("Your turn")
    guest.process.kill()
    host.wait_for("was lost")
    host.write("new")
    host.wait_for("The game ended without a result: Guest has left")
    pair.start("next", "join", f"localhost:{port}", "--name", "Next").wait_for("You play mini")
    host.wait_for("against Next")


# Strangers

JUNK = (
    b"",
    b"GET / HTTP/1.1\r\n\r\n",
    b"Cminicheckers 1\0",
    b"Cminicheckers 1\0Cmini",
    b"Cminicheckers 1\0Xplay?name=Eve&variant=chess\0",
    b"Xplay?name=Eve&token=0&line=0\0",
    b"R01" + b"Eve".ljust(32) + b"W000000A\0",
    b"Chello\0" * 100,
    b"X" * 100_000,
    b"\0" * 100,
    b"E01\0",
)


def stranger(port: int, data: bytes) -> socket.socket:
    line = socket.create_connection(("127.0.0.1", port), timeout=60)
    with suppress(OSError):  # the host hung up in the middle of it
        line.sendall(data)
    return line


@pytest.mark.slow
@pytest.mark.parametrize("computer", [(), ("--level", "easy")])
def test_a_flood_of_strangers_disturbs_nobody(pair: Pair, computer: tuple[str, ...]) -> None:
    host, port = pair.host(*computer)
    guest = pair.guest(port)
    guest.wait_for("Your turn")
    process = psutil.Process(host.process.pid)
    with ExitStack() as lines:
        for _ in range(30):  # who stay, and read nothing
            for data in JUNK:
                lines.enter_context(closing(stranger(port, data)))
        before = process.memory_info().rss
        for _ in range(60):
            for data in JUNK:
                stranger(port, data).close()
        assert process.memory_info().rss < before + 20_000_000
        guest.write("6-9")
        if computer:
            guest.wait_for("Your turn")
        else:
            host.wait_for("Guest plays 6-9")
    guest.write("quit")
    assert guest.ends() == 0
    host.wait_for("The game ended without a result")
    pair.start("next", "join", f"localhost:{port}").wait_for("You play mini")
    deadline = time.monotonic() + 60
    while len(process.net_connections()) > 2:  # where it listens, and the guest
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert process.num_threads() <= 4


def test_a_crowd_before_the_door_does_not_keep_the_guest_out(pair: Pair) -> None:
    host, port = pair.host()
    with ExitStack() as lines:
        for _ in range(200):
            lines.enter_context(closing(stranger(port, b"Cminicheckers 1\0")))
        guest = pair.guest(port)
        guest.wait_for("Your turn")
        host.wait_for("You play mini against Guest")


def test_a_stranger_cannot_do_anything_to_the_terminal(pair: Pair) -> None:
    host, port = pair.host()
    evil = b"\x1b[2J\x1b]0;owned\x07\x9b31m\xe2\x80\xae\r"
    with closing(stranger(port, b"Cminicheckers 1\0Xplay?name=" + b"%1b%5b2J" + b"\0")) as line:
        host.wait_for("You play mini against")
        line.sendall(b"C" + evil + b"\0")
        host.wait_for("says: ")
        line.sendall(b"Xmove?ply=0&move=%1b%5b2J\0")
        host.wait_for("The game ended without a result")
    assert not {"\x1b", "\x07", "\x9b", "\r", "\u202e"} & set(host.said)


def test_nothing_listens_unless_asked_to(pair: Pair) -> None:
    host, port = pair.host()
    guest = pair.guest(port)
    guest.wait_for("Your turn")
    alone = pair.start("alone", "--plain", "--level", "easy", "--first", "you")
    alone.wait_for("Your turn")

    def listening(player: Player) -> list[str]:
        found = psutil.Process(player.process.pid).net_connections()
        return [line.laddr.ip for line in found if line.status == psutil.CONN_LISTEN]

    assert listening(host) == ["127.0.0.1"]
    assert listening(guest) == listening(alone) == []


# Games over a wire that are longer than anybody plays by chance: no length ends a program.

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


# The commands in docs/playing-together.md are commands.

PAGE = Path(__file__).parents[2] / "docs" / "playing-together.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
LINES = [line for block in BLOCKS for line in block.splitlines()]
CALLS = [line for line in LINES if re.match(r"minicheckers (host|join) ", line)]
KEYS = [line for line in LINES if line.startswith("restrict")]


@pytest.mark.parametrize(
    "call",
    [
        *CALLS,
        *(found[1] for found in map(re.compile('command="(.*?)"').search, KEYS) if found),
        *(found[0] for found in map(re.compile("minicheckers join .*").search, LINES) if found),
    ],
)
def test_the_arguments_are_understood(call: str) -> None:
    _, name, *words = shlex.split(re.sub('".*', "", call))
    make_parser(COMMANDS[name]).parse_all(words)


def test_our_messages_are_messages() -> None:
    assert f"`{GREETING}`" in TEXT
    for example in re.findall(r"\| `(X[^`]*)`", TEXT):
        decode(example.replace("line=...&token=...", "line=x&token=x&date=x").encode())


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")
def test_the_key_with_a_command_is_one_that_ssh_takes(tmp_path: Path) -> None:
    (key,) = KEYS
    path = tmp_path / "authorized_keys"
    path.write_text(f"{key}\n")
    shown = subprocess.run(["ssh-keygen", "-lf", path], capture_output=True, text=True)
    assert "ED25519" in shown.stdout, shown.stderr
