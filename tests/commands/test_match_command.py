import json
import os
import signal
import sys
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from minicheckers.cli import main
from minicheckers.game.pdn import read_games
from testing.running import Program


def play(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["match", *words, "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    (line,) = shown.out.splitlines()
    record: dict[str, Any] = json.loads(line)
    return record


def test_the_result_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", "easy", "random", "--games", "10", "--seed", "2"]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert all(word in shown[0] for word in ("easy against random", "mini", "10 games", "seed 2"))
    heads, easy, other = (line.split() for line in shown[2:5])
    assert heads == ["won", "drawn", "lost", "score"]
    assert (easy[0], other[0]) == ("easy", "random")
    assert easy[1:4] == other[3:0:-1]
    assert sum(map(int, easy[1:4])) == 10
    assert float(easy[4]) == 10 * (int(easy[1]) + int(easy[2]) / 2)
    assert any(line.startswith("Elo difference") for line in shown)
    assert "Illegal moves: 0. Failures: 0." in shown[-1]


def test_the_seed_and_not_the_jobs_decides(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    numbers = count()

    def games(jobs: int, seed: int) -> tuple[dict[str, Any], bytes]:
        path = tmp_path / f"{next(numbers)}.pdn"
        words = ["random", "easy", "--games", "6", "--pdn", str(path)]
        record = play([*words, "--seed", str(seed), "--jobs", str(jobs)], capsys)
        del record["seconds"]
        return record, path.read_bytes()

    assert games(1, 7) == games(2, 7)
    assert games(1, 7)[1] != games(1, 8)[1]


def test_the_games_are_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.pdn"
    record = play(
        ["random@depth=2", "easy@time=1", "--games", "5", "--pdn", str(path), "--time", "3"],
        capsys,
    )
    games = list(read_games(path.read_text(encoding="utf-8")))
    assert [game.tags["Round"] for game in games] == ["1", "2", "3", "4", "5"]
    assert [game.tags["Black"] for game in games[:2]] == ["random (3 s, depth 2)", "easy (1 s)"]
    assert [game.tags["White"] for game in games[:2]] == ["easy (1 s)", "random (3 s, depth 2)"]
    assert games[0].timeline.moves[:2] == games[1].timeline.moves[:2]
    results = {"0-1": "random", "1-0": "easy"}
    won = sum(
        results.get(game.result) == ("random" if number % 2 == 0 else "easy")
        for number, game in enumerate(games)
    )
    assert record["a_wins"] == won


@pytest.mark.sampled(1)
@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_the_result_so_far(program: Program, jobs: str) -> None:
    master, slave = os.openpty()
    process = program.start(
        *("match", "easy", "random", "--games", "100000", "--jobs", jobs, "--json"),
        *("--pdn", "games.pdn"),
        stderr=slave,
    )
    os.close(slave)
    shown = b""
    while b" 3/100000 +" not in shown:  # the bar is drawn, as this is a terminal
        shown += os.read(master, 1000)
    os.killpg(process.pid, signal.SIGINT)
    out, _ = process.communicate(timeout=60)
    os.close(master)
    assert process.returncode == 130
    assert b"[....." in shown
    record = json.loads(out)
    assert 3 <= record["games"] < 100_000
    games = (program.directory / "games.pdn").read_text(encoding="utf-8")
    assert len(list(read_games(games))) == record["games"]


def test_no_bar_without_a_terminal(program: Program) -> None:
    done = program.run("match", "easy", "random", "--games", "2", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
