"""Long texts: read in time and memory that grow with their length and no faster."""

import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from minicheckers.game.pdn import PdnGame, read_games, write_game
from minicheckers.game.timeline import TimelineBuilder
from minicheckers.rules.position import Position
from testing.running import Program


def long_game(plies: int) -> str:
    """A legal game of this many plies: men wander for as long as they may, then one advances."""
    random, position = Random(1), Position.start("pikachu", size=16)
    places = position.variant.geometry.places
    builder, quiet, seen = TimelineBuilder(position), 0, {position.state}
    for _ in range(plies):
        moves = position.legal_moves()
        sideways = [m for m in moves if places[m.start - 1][0] == places[m.end - 1][0]]
        sideways = [m for m in sideways if not m.captured]
        fresh = [m for m in sideways if position.play(m).state not in seen]
        if fresh and quiet < 78:
            quiet += 1
            move = random.choice(fresh)
        else:
            quiet = 0
            onwards = [m for m in moves if m not in sideways]
            move = random.choice([m for m in onwards if not m.captured] or onwards)
            seen.clear()
        builder.play(str(move))
        position = position.play(move)
        seen.add(position.state)
    return write_game(PdnGame(builder.timeline()))


def collection(characters: int) -> str:
    """Random games of english, played to their end, of this many characters or a few more."""
    random, games, written = Random(5), [], 0
    while written < characters:
        position = Position.start("english")
        builder = TimelineBuilder(position)
        while builder.timeline().outcome is None:
            move = random.choice(position.legal_moves())
            builder.play(str(move))
            position = position.play(move)
        games.append(write_game(PdnGame(builder.timeline())))
        written += len(games[-1]) + 1
    return "\n".join(games)


def seconds_to_read(text: str) -> float:
    """Processor time, the least of three: other programs can only add to it."""
    taken = []
    for _ in range(3):
        began = time.process_time()
        assert sum(1 for _ in read_games(text))
        taken.append(time.process_time() - began)
    return min(taken)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("short", "long"), [(400, 1600), pytest.param(3555, 14221, marks=pytest.mark.slow)]
)
def test_a_game_four_times_as_long_takes_four_times_as_long(short: int, long: int) -> None:
    ratio = seconds_to_read(long_game(long)) / seconds_to_read(long_game(short))
    assert ratio < 9, "it would be 16 if every move looked at all before it"


def test_twice_the_games_take_twice_as_long() -> None:
    text = collection(10_000)
    assert seconds_to_read(text * 4) < 9 * seconds_to_read(text)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.slow
def test_a_million_characters_take_two_seconds_and_a_hundred_megabytes() -> None:
    text = collection(1_000_000)
    assert seconds_to_read(text) < 2.0
    code = (
        "import sys\n"
        "from minicheckers.game.pdn import read_games\n"
        "games = sum(1 for _ in read_games(sys.stdin.read()))\n"
        "print(games, *(line for line in open('/proc/self/status') if 'VmHWM' in line))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True
    )
    games, _, kilobytes, _ = run.stdout.split()
    assert int(games) > 1000
    assert int(kilobytes) < 100_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "words",
    [("best", "--level", "easy", "--position", "-"), ("hub",), ("--plain", "--level", "easy")],
    ids=" ".join,
)
@pytest.mark.parametrize("megabytes", [10, pytest.param(800, marks=pytest.mark.slow)])
def test_a_line_without_an_end_fills_no_memory(
    program: Program, words: tuple[str, ...], megabytes: int
) -> None:
    process = program.start(*words, stderr=subprocess.STDOUT)
    assert process.stdin is not None
    for _ in range(megabytes):
        process.stdin.write(b"9" * 1_000_000)
    status = Path(f"/proc/{process.pid}/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    said, _ = process.communicate(timeout=60)
    assert process.returncode in (0, 1)
    assert b"Traceback" not in said
    assert len(said) < 10_000
    assert int(peak.split()[1]) < 70_000, "kilobytes"
