"""A copy of the loaded program is, to whoever starts it, the program started anew."""

import subprocess
import sys
from pathlib import Path

import pytest

from testing.forked import Forked, can_fork
from testing.running import ENGINE, Program

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="nothing is forked elsewhere")

#: Load the module of every n-th command as the first one after the program's own, each in a copy.
EVERY_COMMAND = """
import os, sys
from minicheckers import cli
for command in list(cli.COMMANDS.values())[:: int(sys.argv[1])]:
    if not os.fork():
        cli.make_parser(command)
        os._exit(0)
    assert os.wait()[1] == 0, command.name
print("loaded")
"""


@pytest.mark.no_cover
@pytest.mark.parametrize(
    ("words", "typed"),
    [
        ((*ENGINE, "--seed", "1"), "B:W13:B1\nnonsense\n"),
        (("best", "--level", "nobody"), ""),
        (("games", "--json"), ""),
        (("--plain", "--level", "easy", "--seed", "1", "--first", "you"), "help\nmoves\né\nquit\n"),
    ],
    ids=["engine", "refused", "games", "plain"],
)
def test_it_says_the_same(words: tuple[str, ...], typed: str, tmp_path: Path) -> None:
    programs = []
    for name in ("copy", "anew"):
        (tmp_path / name).mkdir()
        programs.append(Program(tmp_path / name))
    copy, anew = programs
    assert can_fork(copy.call(), copy.environment)
    anew.environment |= {"PYTHONHASHSEED": "1"}
    assert not can_fork(anew.call(), anew.environment)
    copied, started = copy.run(*words, stdin=typed), anew.run(*words, stdin=typed)
    assert copied.returncode == started.returncode
    assert copied.stdout == started.stdout
    assert copied.stderr.replace(str(copy.directory), "") == started.stderr.replace(
        str(anew.directory), ""
    )


@pytest.mark.no_cover
def test_it_ends_as_any_process_does(program: Program) -> None:
    with program.start_answering() as process:
        assert isinstance(process, Forked)
        assert process.poll() is None
        with pytest.raises(subprocess.TimeoutExpired):
            process.wait(0)
        process.kill()
        assert process.wait() == process.poll() == -9


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)])
def test_every_command_can_be_loaded_first(step: int) -> None:
    done = subprocess.run(
        [sys.executable, "-c", EVERY_COMMAND, str(step)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("loaded\n", "")
