"""Hostile strategies: one message each, the game continues, and no process is left."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from testing.hostile import BY_NAME, HOSTILE, Hostile, Marked
from testing.running import Program

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="they use signals, groups of processes and limits of memory"
)
#: Those whose faults differ most; the others are tried in the slow run.
FEW = ("exits_with_words", "starts_a_program_and_dies", "prints", "closes_all")


def few_or_all(*few: str) -> pytest.MarkDecorator:
    """A few of them in the default tests, all in the slow ones."""
    return pytest.mark.parametrize(
        "hostile",
        [
            pytest.param(one, id=one.name, marks=() if one.name in few else pytest.mark.slow)
            for one in HOSTILE
        ],
    )


@pytest.fixture
def marked(program: Program) -> Marked:
    mark = Marked()
    program.environment |= mark.environment
    return mark


def sentence_in(text: str, hostile: Hostile) -> bool:
    return hostile.says is None or hostile.says.replace("\\\\", "\\") in text


@pytest.mark.sampled(2)
@few_or_all(*FEW)
def test_best_says_a_sentence(program: Program, marked: Marked, hostile: Hostile) -> None:
    level = hostile.write(program.directory)
    run = program.run("best", "--level", level, "--time", "0.3", "--json")
    marked.assert_none_left()
    assert "\x1b" not in run.stdout + run.stderr
    if run.returncode == 0:
        assert not hostile.says
        assert json.loads(run.stdout)["move"]
        assert run.stderr == ""
    else:
        assert run.returncode in (1, 2)
        assert hostile.says is not None
        assert sentence_in(run.stderr, hostile), run.stderr
        assert run.stderr.count("\n") == 1
        assert run.stdout == ""


@few_or_all("segfaults")
def test_plain_mode_goes_on(program: Program, marked: Marked, hostile: Hostile) -> None:
    level = hostile.write(program.directory)
    words = ("--plain", "--level", level, "--first", "you", "--time", "0.3", "--seed", "1")
    run = program.run(*words, stdin="1\nlevel easy\n1\n1\nquit\n")
    marked.assert_none_left()
    assert "\x1b" not in run.stdout + run.stderr
    assert "Traceback" not in run.stdout + run.stderr
    assert sentence_in(" ".join(run.stdout.split()), hostile), run.stdout
    assert run.stdout.count("You play") >= 1, run.stdout
    assert "The computer plays" in run.stdout
    assert run.returncode == 0


@few_or_all("kills_its_group")
def test_a_match_goes_on(program: Program, marked: Marked, hostile: Hostile) -> None:
    level = hostile.write(program.directory)
    words = ("match", f"{level}@time=0.3", "easy", "--games", "2", "--jobs", "2", "--json")
    run = program.run(*words, "--seed", "1")
    marked.assert_none_left()
    assert "\x1b" not in run.stdout + run.stderr
    assert sentence_in(run.stderr, hostile), run.stderr
    if run.returncode == 2:  # it could not be made before the match began
        assert "imported" in hostile.name or "made" in hostile.name
        assert run.stderr.count("\n") == 1
        return
    assert run.returncode == 0
    result = json.loads(run.stdout)
    assert result["games"] == 2
    if hostile.says:
        assert result["failures"] + result["illegal"] == result["b_wins"] == 2
    elif hostile.says is None:
        assert result["failures"] + result["illegal"] == 0


@pytest.mark.parametrize(
    "name",
    [
        "powers",
        pytest.param("leaves_a_thread", marks=pytest.mark.slow),
        pytest.param("forks_and_loops", marks=pytest.mark.slow),
    ],
)
def test_nothing_is_left_when_the_program_is_killed(
    program: Program, marked: Marked, name: str
) -> None:
    level = BY_NAME[name].write(program.directory)
    process = program.start("best", "--level", level, "--position", "-")
    with process:
        assert process.stdin is not None
        process.stdin.write(b"B:W13:B1\n")
        process.stdin.flush()
        marked.wait_for_child(process.pid)
        process.kill()
    marked.assert_none_left()


def test_ctrl_c_ends_the_wait_for_a_hostile_one(program: Program, marked: Marked) -> None:
    level = BY_NAME["powers"].write(program.directory)
    process = program.start("best", "--level", level, "--time", "100")
    with process:
        marked.wait_for_child(process.pid)
        os.killpg(process.pid, signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""
    marked.assert_none_left()


def test_nothing_in_the_current_directory_runs(program: Program, tmp_path: Path) -> None:
    for name in ("json", "pickle", "signal", "importlib", "minicheckers", "threading", "typing"):
        (tmp_path / f"{name}.py").write_text("open('it-ran', 'w')\n")
    level = BY_NAME["answers_late"].write(tmp_path)
    # As people start it: the script, whose own directory is on the path, not this one.
    code = "import sys; from minicheckers.cli import main; sys.exit(main())"
    run = subprocess.run(
        [program.call()[0], "-P", "-c", code, "best", "--level", level],
        cwd=tmp_path,
        env=program.environment,
        capture_output=True,
        timeout=60,
    )
    assert (run.returncode, run.stderr) == (0, b"")
    assert not (tmp_path / "it-ran").exists()
