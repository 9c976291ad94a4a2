"""A strategy from a single file: --level ./mine.py:Mine."""

import json
import os
import sys
from pathlib import Path

import pytest

from minicheckers import Position, StrategyError, strategy
from minicheckers.cli import main
from minicheckers.opponents.registry import resolve_level
from testing.running import Program

MINE = '''
"""A file."""
from dataclasses import dataclass
from minicheckers import Decision

@dataclass
class Mine:
    """Plays the last legal move."""
    options: object
    def choose(self, position, context):
        return Decision(position.legal_moves()[-1])

def make(options):
    return Mine(options)

class Bad(Mine):
    def choose(self, position, context):
        raise KeyError("oh")

class Cheat(Mine):
    def choose(self, position, context):
        return Decision("1-2")

class MoveAlone(Mine):
    def choose(self, position, context):
        return position.legal_moves()[-1]

class Text(Mine):
    def choose(self, position, context):
        return str(position.legal_moves()[-1])

number = 3

class NoChoice:
    def __init__(self, options):
        pass
'''


@pytest.fixture
def directory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "mine.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_it_is_a_level_in_every_command(
    directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["best", "--level", "./mine.py:Mine", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["move"] == "6-9"
    words = ["match", "./mine.py:Mine@depth=3", "easy", "--games", "4", "--seed", "1", "--json"]
    assert main([*words, "--jobs", "2"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["games"] == 4
    assert (record["illegal"], record["failures"]) == (0, 0)


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("level", "sentence"),
    [
        ("./none.py:Mine", "there is no file 'none.py'"),
        ("./mine.py", "write mine.py:Name"),
        ("./mine.py:", "write mine.py:Name"),
        ("./mine.py:my name", "write mine.py:Name"),
        ("./mine.py:Yours", "has no attribute 'Yours'"),
        ("./mine.py:number", "neither a class nor a function"),
        ("./mine.py:NoChoice", "no method 'choose'"),
        ("./broken.py:Mine", "SyntaxError"),
        ("./leaving.py:Mine", "SystemExit"),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(
    level: str, sentence: str, directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (directory / "broken.py").write_text("class Mine(:\n")
    (directory / "leaving.py").write_text("raise SystemExit(3)\n")
    assert main(["best", "--level", level]) == 2
    error = capsys.readouterr().err
    assert sentence in error
    assert error.count("\n") == 1


@pytest.mark.parametrize("name", ["Bad", "Cheat"])
def test_one_that_fails_loses_and_is_told_of(
    name: str, directory: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(StrategyError):
        strategy(f"mine.py:{name}").choose(Position.start("mini"))
    assert main(["match", f"mine.py:{name}", "easy", "--games", "2", "--json"]) == 0
    shown = capsys.readouterr()
    record = json.loads(shown.out)
    assert record["b_wins"] == 2
    assert record["illegal"] + record["failures"] == 2
    assert shown.err.startswith("minicheckers: ")


ODD_PATHS = [
    "~nosuchuser/x.py:E",
    f"{'x' * 300}.py:E",
    f"./{'x/' * 3000}x.py:E",
    "closed/x.py:E",
    pytest.param(
        "loop.py:E",
        marks=pytest.mark.skipif(sys.platform == "win32", reason="not everybody may link there"),
    ),
    "bad\ud800.py:E",
    "nul\0.py:E",
    "/dev/full.py:E",
    "mine.py/mine.py:E",
]


@pytest.mark.parametrize("level", ODD_PATHS, ids=lambda level: ascii(level[:20]))
def test_an_odd_path_is_one_sentence(
    level: str, directory: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if level.startswith("loop"):
        (directory / "loop.py").symlink_to("loop.py")
    (directory / "closed").mkdir()

    def is_file(path: Path) -> bool:
        if path.parts[0] == "closed":  # as it is for a user who is not root
            raise PermissionError(13, "Permission denied")
        return os.path.isfile(path)

    if level.startswith("closed"):
        monkeypatch.setattr(Path, "is_file", is_file)
    with pytest.raises(ValueError, match=r"cannot use|there is no file") as refused:
        resolve_level(level)
    assert "\n" not in str(refused.value)
    assert str(refused.value).isprintable()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("level", ODD_PATHS[:2], ids=["user", "long"])
def test_an_odd_path_ends_nothing(level: str, program: Program) -> None:
    best = program.run("best", "--level", level)
    assert (best.returncode, best.stderr.count("\n")) == (2, 1)
    words = ("--plain", "--level", "easy", "--first", "you")
    plain = program.run(*words, stdin=f"level {level}\n1\nquit\n")
    assert plain.returncode == 0
    assert "The computer plays" in plain.stdout
    hub = program.run("hub", stdin=f"set-param name=level value={level}\nping\n")
    assert [line.split()[0] for line in hub.stdout.splitlines()] == ["error", "pong"]
    assert hub.returncode == 0
