"""Strategies from a second package, built for these tests, and from a single file."""

import json
import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from zipfile import ZipFile

import pytest

from minicheckers import Position, StrategyError, strategy
from minicheckers.cli import main
from minicheckers.opponents.registry import resolve_level
from testing.running import Program

PACKAGE = Path(__file__).parents[1] / "plugin_package"
DOCUMENT = Path(__file__).parents[2] / "docs" / "strategies.md"


class Installed:
    """The program with the second package beside it."""

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._environment = os.environ | {"PYTHONPATH": str(directory)}

    def run(self, *words: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-m", "minicheckers", *words],
            env=self._environment,
            input=stdin,
            capture_output=True,
            text=True,
            timeout=60,
        )


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    shared = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:  # one worker's installation serves all
        shared = shared.parent
    site = shared / "site of rivals"
    if not site.exists():
        ready = install(tmp_path_factory)
        with suppress(OSError):  # another worker was quicker
            ready.rename(site)
    return Installed(site)


def install(tmp_path_factory: pytest.TempPathFactory) -> Path:
    # Building leaves files beside the source, so it gets a copy.
    source, target = tmp_path_factory.mktemp("source") / "rivals", tmp_path_factory.mktemp("site")
    shutil.copytree(PACKAGE, source)
    code = "from hatchling import build; build.build_wheel('dist')"
    subprocess.run([sys.executable, "-c", code], cwd=source, check=True)
    (wheel,) = (source / "dist").iterdir()
    with ZipFile(wheel) as archive:  # that is all an installer does with files in Python alone
        archive.extractall(target)
    return target


@pytest.mark.slow
def test_pip_installs_what_is_unpacked_here(installed: Installed, tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "site"
    shutil.copytree(PACKAGE, source)
    subprocess.run(
        [
            *(sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"),
            *("--no-index", "--no-deps", "--no-build-isolation"),
            *("--target", str(target), str(source)),
        ],
        check=True,
    )
    words = ("levels", "--json")
    by_pip, unpacked = Installed(target).run(*words), installed.run(*words)
    assert "greedy" in by_pip.stdout
    assert (by_pip.stdout, by_pip.stderr) == (unpacked.stdout, unpacked.stderr)


#: Of each kind one: every plug-in of a list is examined in its own process, which takes a while.
OF_EACH_KIND = ("greedy", "registered", "shapeless", "random", "number", "unimportable")


@pytest.fixture(scope="module")
def levels(
    installed: Installed, tmp_path_factory: pytest.TempPathFactory
) -> subprocess.CompletedProcess[str]:
    """The program's list, if the package had brought one plug-in of each kind."""
    few = tmp_path_factory.mktemp("few") / "site"
    shutil.copytree(installed.directory, few)
    (entry_points,) = few.glob("rivals-*.dist-info/entry_points.txt")
    lines = entry_points.read_text(encoding="utf-8").splitlines()
    kept = [line for line in lines if line.startswith(("[", *OF_EACH_KIND))]
    assert len(kept) == 1 + len(OF_EACH_KIND)
    entry_points.write_text("\n".join(kept) + "\n", encoding="utf-8")
    return Installed(few).run("levels")


@pytest.fixture(scope="module")
def all_levels(installed: Installed) -> subprocess.CompletedProcess[str]:
    return installed.run("levels")


def test_levels_lists_the_plug_ins_with_a_line_each(
    levels: subprocess.CompletedProcess[str],
) -> None:
    assert levels.returncode == 0
    lines = [" ".join(line.split()) for line in levels.stdout.splitlines()]
    assert (
        "greedy Captures as many pieces as it can, and otherwise moves at random (rivals)" in lines
    )
    assert "registered the last legal move (rivals)" in lines
    assert "shapeless no description (rivals)" in lines
    assert "random any legal move" in lines


def listed(levels: subprocess.CompletedProcess[str]) -> list[str]:
    """The names in the list, without headings and numbers."""
    lines = [line.split() for line in levels.stdout.splitlines() if line.startswith(" ")]
    return [next(word for word in words if not word.isdecimal()) for words in lines]


PROBLEMS = {
    "random": "the name 'random' is taken",
    "Loud": "lower-case",
    "number": "neither a class nor a function",
    "missing": "AttributeError",
    "unimportable": "ModuleNotFoundError",
    "quitting": "SystemExit: no game today",
    "usurping": "the name 'solver' is taken",
}


def test_levels_reports_what_cannot_be_used_in_a_sentence_each(
    levels: subprocess.CompletedProcess[str],
) -> None:
    assert_reported(levels, {n: why for n, why in PROBLEMS.items() if n in OF_EACH_KIND})


@pytest.mark.slow
def test_levels_reports_everything_that_cannot_be_used(
    all_levels: subprocess.CompletedProcess[str],
) -> None:
    assert_reported(all_levels, PROBLEMS)


def assert_reported(levels: subprocess.CompletedProcess[str], wrong: dict[str, str]) -> None:
    names = listed(levels)
    assert "greedy" in names
    problems = levels.stderr.splitlines()
    for name, why in wrong.items():
        assert names.count(name) == (1 if name == "random" else 0)
        matching = [line for line in problems if f"the strategy '{name}'" in line]
        assert len(matching) == 1
        assert "'rivals'" in matching[0]
        assert why in matching[0]
    assert len(problems) == len(wrong)


def test_a_plug_in_is_a_level(installed: Installed) -> None:
    shown = installed.run(
        "best", "--level", "Greedy", "--position", "B:W13,14,15:B9,10", "--seed", "1", "--json"
    )
    assert shown.returncode == 0
    record = json.loads(shown.stdout)
    assert record["level"] == "greedy"
    assert "x" in record["move"]


def test_a_plug_in_does_not_take_the_name_of_a_built_in_one(installed: Installed) -> None:
    shown = installed.run(
        *("best", "--level", "random", "--variant", "towers", "--position", "-", "--seed", "1"),
        stdin="W:W30:B26,K1\n" * 20,  # the other random would capture every time
    )
    assert len(set(shown.stdout.split())) > 1


@pytest.mark.slow
def test_levels_are_the_same_as_json(
    installed: Installed, all_levels: subprocess.CompletedProcess[str]
) -> None:
    shown = installed.run("levels", "--json")
    names = [json.loads(line)["name"] for line in shown.stdout.splitlines()]
    in_lines, in_json = (
        [name for name in found if not name.startswith("strength-")]
        for found in (listed(all_levels), names)
    )
    assert in_json == in_lines  # the ten strengths share a line
    assert (shown.returncode, shown.stderr) == (0, all_levels.stderr)


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("name", "why", "code"),
    [
        ("raising", "ZeroDivisionError: divided", 1),
        ("cheating", "chose '1-18', not a legal move", 1),
        ("refusing", "cannot be used: 'RuntimeError: not today'", 2),
        ("unimportable", "cannot be used: 'ModuleNotFoundError", 2),
        *(
            pytest.param(*others, marks=pytest.mark.slow)
            for others in (
                ("leaving", "SystemExit: I am off", 1),
                ("mumbling", "chose '9-13', not a legal move", 1),
                ("shapeless", "no method 'choose'", 2),
                ("missing", "cannot be used: 'AttributeError", 2),
                ("quitting", "cannot be used: 'SystemExit", 2),
                ("Loud", "there is no level or strategy 'Loud'", 2),
            )
        ),
    ],
)
def test_a_plug_in_that_fails_is_reported_in_a_sentence(
    installed: Installed, name: str, why: str, code: int
) -> None:
    shown = installed.run("best", "--level", name)
    assert (shown.returncode, shown.stdout) == (code, "")
    assert why in shown.stderr
    assert shown.stderr.count("\n") == 1
    assert "\x1b" not in shown.stderr


@pytest.mark.slow
def test_a_plug_in_that_only_looks_at_the_wish_to_stop_keeps_its_time(installed: Installed) -> None:
    shown = installed.run("best", "--level", "patient", "--time", "0.1", "--json")
    assert 0.1 <= json.loads(shown.stdout)["seconds"] < 30


@pytest.mark.slow
def test_a_plug_in_that_does_not_stop_is_given_up(installed: Installed) -> None:
    shown = installed.run("best", "--level", "endless", "--time", "0.1")
    assert shown.returncode == 1
    assert "the strategy 'endless' failed: it did not answer within 2 seconds" in shown.stderr


@pytest.mark.sampled(1)
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("name", "illegal"), [("cheating", 2), ("raising", 0)])
def test_a_match_counts_illegal_moves_and_failures_as_losses(
    installed: Installed, name: str, illegal: int, jobs: str
) -> None:
    shown = installed.run("match", name, "easy", "--games", "2", "--jobs", jobs, "--json")
    assert shown.returncode == 0
    assert f"'{name}'" in shown.stderr
    record = json.loads(shown.stdout)
    assert (record["illegal"], record["failures"], record["b_wins"]) == (illegal, 2 - illegal, 2)


@pytest.mark.slow
def test_a_match_goes_on_when_a_strategy_ends_its_process(installed: Installed) -> None:
    shown = installed.run("match", "crashing", "easy", "--games", "4", "--jobs", "2", "--json")
    assert shown.returncode == 0
    assert "its process has ended with exit code 3" in shown.stderr
    assert shown.stderr.count("\n") == 1
    record = json.loads(shown.stdout)
    assert (record["games"], record["failures"], record["b_wins"]) == (4, 4, 4)


def test_a_stream_goes_on_after_a_failure(installed: Installed) -> None:
    shown = installed.run(
        *("best", "--level", "cheating", "--position", "-", "--json"),
        stdin="B:W13:B1\nB:W13:B2\n",
    )
    assert shown.returncode == 1
    assert ["error" in json.loads(line) for line in shown.stdout.splitlines()] == [True, True]


def test_the_documented_plug_in_is_the_tested_one() -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)
    assert (PACKAGE / "rivals" / "greedy.py").read_text(encoding="utf-8") in blocks


# A strategy from a single file: --level ./mine.py:Mine.

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
