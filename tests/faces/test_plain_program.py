"""The real program in plain mode, driven through pipes and at a terminal."""

import re
import signal
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from minicheckers.game.pdn import read_games
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Move, coordinate
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant
from minicheckers.support.text import sentence
from testing.forked import PROGRAM
from testing.lines import spoken
from testing.running import Program

posix_only = pytest.mark.skipif(sys.platform == "win32", reason="POSIX signals and terminals")


class Driver:
    """A program on two pipes, and the same game played along on this side."""

    def __init__(self, program: Program, *flags: str) -> None:
        self.process = program.start("--plain", *flags)
        self.transcript: list[str] = []
        self._questions = 0

    def send(self, line: str) -> list[str]:
        """Send a line and return the answer to it, up to the complaint about the next one."""
        self._questions += 1
        marker = f"nonsense{self._questions}"
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{line}\n{marker}\n".encode())
        self.process.stdin.flush()
        said: list[str] = []
        for text in map(bytes.decode, self.process.stdout):
            self.transcript.append(text)
            if marker in text or "The game is over; type" in text:
                return said
            said.append(text.rstrip("\n"))
        raise AssertionError(f"it ended: {said}")

    def end(self) -> int:
        """Close its input, and return its exit code."""
        out, error = self.process.communicate(timeout=60)
        self.transcript.append(out.decode())
        assert error == b""
        return self.process.returncode


def written(variant: Variant, position: Position, move: Move, random: Random) -> str:
    """One of the ways to write a move."""
    joint = "x" if move.captured else "-"
    return random.choice(
        [
            str(move),
            joint.join(coordinate(variant, square) for square in move.path),
            str(position.legal_moves().index(move) + 1),
        ]
    )


MOVED = re.compile(r"(You|The computer) (?:plays?|captures? .* with) ([a-z]?\d[-0-9a-hx]+)")
WRONG = ("1-1", "a1-a1", "0", "999", "pass", "x" * 100, "", "undo now", "save", "moves", "board")


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("variant", "size", "first", "seed"),
    [
        ("mini", None, "ai", 2),
        ("pikachu", 7, "you", 15),
        pytest.param("mini", None, "you", 1, marks=pytest.mark.slow),
        pytest.param("towers", None, "you", 15, marks=pytest.mark.slow),
        pytest.param("english", None, "ai", 4, marks=pytest.mark.slow),
    ],
)
def test_a_whole_game_with_wrong_input_in_between(
    program: Program,
    tmp_path: Path,
    variant: str,
    size: int | None,
    first: str,
    seed: int,
) -> None:
    flags = ["--variant", variant, "--level", "easy", "--first", first, "--seed", str(seed)]
    if size:
        flags += ["--size", str(size)]
    random = Random(seed)
    driver = Driver(program, *flags)
    line = Timeline.begin(Position.start(variant, size))
    person = line.start.turn if first == "you" else line.start.turn.other

    def follow(said: list[str]) -> None:
        """Play along what was said; an illegal move would raise here."""
        nonlocal line
        for text in said:
            if "no legal move, so" in text:
                line = line.play("pass")
            elif found := MOVED.match(text):
                assert (found[1] == "You") == (line.position.turn is person)
                line = line.play(found[2])

    follow(driver.send("list"))
    while line.outcome is None:
        assert line.position.turn is person
        if random.random() < 0.3:
            before = line
            follow(driver.send(random.choice(WRONG)))
            assert line is before, "wrong input plays nothing"
        legal = line.position.legal_moves()
        move = random.choice([move for move in legal if move.captured] or legal)
        ply = line.ply
        follow(driver.send(written(line.start.variant, line.position, move, random)))
        assert line.ply > ply
        if random.random() < 0.1 and line.outcome is None and line.ply > 3:
            driver.send("undo")
            driver.send("redo")
    game = tmp_path / "game.pdn"
    driver.send(f"save {game}")
    assert driver.end() == 0
    said = "".join(driver.transcript)
    assert line.outcome is not None
    winner = line.outcome.winner
    result = "Draw" if winner is None else "You win" if winner is person else "You lose"
    assert f"The game is over. {result}: {sentence(line.outcome.why())}" in spoken(said)
    assert "\x1b" not in said
    assert [text for text in said.splitlines() if not text.isascii()] == []
    (record,) = read_games(game.read_text())
    assert record.timeline.moves == line.moves
    assert record.timeline.outcome == line.outcome
    shown = program.run("record", "--json").stdout
    assert shown.count('"level"') == 1
    assert f'"variant": "{variant}", "level": "easy"' in shown
    assert program.run("--plain", "--resume").returncode == 2, "nothing is left to go on with"


def test_resume_goes_on_with_opponent_and_history(program: Program) -> None:
    flags = [
        "--variant",
        "english",
        "--level",
        "easy",
        "--first",
        "ai",
        "--seed",
        "9",
        "--time",
        "2",
    ]
    one = program.run("--plain", *flags, stdin="1\n1\n")
    assert one.returncode == 0
    assert one.stdout.endswith("Game saved. Continue with: minicheckers --resume\n")
    two = program.run("--plain", "--resume", stdin="undo\nundo\nundo\n")
    assert "Easy (black) against you (white)." in two.stdout
    assert "3 moves played" in two.stdout
    assert two.stdout.count("Undone:") == 2
    three = program.run("--plain", "--resume", stdin="redo\nredo\n")
    assert three.stdout.count("You play") == 2


def test_two_programs_at_once_resume_a_game_each(program: Program) -> None:
    flags = ["--level", "easy", "--first", "you", "--seed", "1", "--variant"]
    one, two = Driver(program, *flags, "mini"), Driver(program, *flags, "english")
    for _ in range(3):
        one.send("1")
        two.send("1")
    assert "no unfinished game" in program.run("--plain", "--resume").stderr
    assert [one.end(), two.end()] == [0, 0]
    one, two = Driver(program, "--resume"), Driver(program, "--resume")
    one.send("list")
    two.send("list")
    assert [one.end(), two.end()] == [0, 0]
    said = sorted("".join(driver.transcript) for driver in (one, two))
    assert [text.partition(":")[0] for text in said] == ["english", "mini"]
    assert all("3 moves played" in text for text in said)


def test_without_a_terminal_it_is_plain_by_itself(program: Program) -> None:
    done = program.run("--level", "easy", "--first", "you", stdin="moves\n")
    assert done.returncode == 0
    assert done.stderr.startswith("minicheckers: input or output is not a terminal, ")
    assert done.stderr.count("\n") == 1
    assert "1. 4-7 (a5 to b4)" in done.stdout


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "settings",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LANG": "tr_TR.UTF-8"}],
)
def test_every_locale_will_do(program: Program, settings: dict[str, str]) -> None:
    done = subprocess.run(
        [*PROGRAM, "--plain", "--level", "easy", "--first", "you"],
        env=program.environment | settings,
        input="é ü 棋\nsave /nowhere/é.pdn\n\xff1\n1\n".encode("latin-1", "replace")
        + b"\xc3\xa9\n",
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 0
    assert done.stderr == b""
    assert b"You play 4-7" in done.stdout


@posix_only
def test_standard_input_may_be_closed(program: Program) -> None:
    shell = f"exec {' '.join(PROGRAM)} --plain --level easy --first you <&-"
    done = subprocess.run(
        ["sh", "-c", shell], env=program.environment, capture_output=True, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""


@posix_only
def test_a_reader_that_goes_away_costs_no_move(program: Program) -> None:
    typed = "1\n" * 3
    shell = f"{' '.join(PROGRAM)} --plain --level easy --first you | head -n 3 >/dev/null"
    done = subprocess.run(
        ["sh", "-c", shell],
        env=program.environment,
        input=typed,
        text=True,
        capture_output=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    resumed = program.run("--plain", "--resume")
    assert "Your turn" in resumed.stdout or "no unfinished game" in resumed.stderr


@pytest.mark.sampled(1)
@posix_only
@pytest.mark.parametrize(("name", "code"), [("SIGTERM", 143), ("SIGINT", 130), ("SIGHUP", 129)])
def test_a_signal_while_waiting_leaves_the_game_saved(
    program: Program, name: str, code: int
) -> None:
    driver = Driver(program, "--level", "easy", "--first", "you")
    driver.send("1")
    driver.process.send_signal(signal.Signals[name])
    out, error = driver.process.communicate(timeout=60)
    assert driver.process.returncode == code
    assert error == b""
    assert "Game saved" in out.decode()
    assert "1 move played" in program.run("--plain", "--resume").stdout


THINKER = """
import sys, time
from minicheckers.opponents.registry import register
from minicheckers.cli import main

@register("thinker", "thinks until it is stopped")
class Thinker:
    def __init__(self, options):
        pass
    def choose(self, position, context):
        print("thinking", flush=True)
        while not context.stopped():
            time.sleep(0.01)

sys.exit(main())
"""


@pytest.mark.sampled(1)
@posix_only
@pytest.mark.parametrize(("number", "code"), [(signal.SIGTERM, 143), (signal.SIGINT, 130)])
def test_a_signal_while_the_computer_thinks_leaves_the_game_saved(
    program: Program, number: signal.Signals, code: int
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", THINKER, "--plain", "--level", "thinker", "--first", "you"],
        env=program.environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("6-9\n")
        process.stdin.flush()
        while process.stdout.readline() != "thinking\n":
            pass
        process.send_signal(number)
        _, error = process.communicate(timeout=60)
        assert process.returncode == code
        assert error == ""
    # The strategy no longer exists, which is reported, and the game can still be taken over.
    resumed = program.run("--plain", "--resume", stdin="level easy\n")
    assert "1 move played" in resumed.stdout
    assert "There is no level or strategy 'thinker'" in resumed.stdout
    assert "The computer plays" in resumed.stdout
