"""The Python code in docs/engine.md runs as it stands, and its figures are up to date."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from testing.running import Program, state_in

DOCUMENT = Path(__file__).parents[2] / "docs" / "engine.md"
BLOCKS = re.findall(r"```python\n(.*?)```", DOCUMENT.read_text(encoding="utf-8"), re.DOTALL)


#: What a program writes and reads when it holds an engine open.
TALKS = re.findall(
    r"```text\n\$ minicheckers ([^\n]*)\n((?:[<>] [^\n]*\n)+)```",
    DOCUMENT.read_text(encoding="utf-8"),
)


def run(block: str, directory: Path) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", block],
        cwd=directory,
        env=os.environ
        | {"PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])}
        | state_in(directory),
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.splitlines()


def block_with(word: str) -> str:
    found: list[str] = [block for block in BLOCKS if word in block]
    assert len(found) == 1
    return found[0]


def test_through_json_lines(tmp_path: Path) -> None:
    block = block_with('"analyse", "--position"')
    # Left as it is the program would end with its reader; Python warns of processes left open.
    (best,) = run(block + "\nengine.stdin.close(); engine.stdout.close(); engine.wait()", tmp_path)
    assert best == "['5-8', '6-8', '9-12']"


def test_through_the_hub_protocol(tmp_path: Path) -> None:
    pytest.importorskip("testing.outside_client")
    lines = run(block_with("HubEngine"), tmp_path)
    assert len(lines) == 12
    assert all(re.match(r"\d+[-x]\d+", line) for line in lines)


def test_through_the_package(tmp_path: Path) -> None:
    lines = run(block_with("play_match"), tmp_path)
    assert lines[0].startswith("[Event")
    assert lines[-2] == "+1"
    wins, draws, losses, score, *_ = lines[-1].split()
    assert int(wins) + int(draws) + int(losses) == 6
    assert float(score) < 0.5


def test_nothing_else_claims_to_be_python() -> None:
    assert len(BLOCKS) == 3


@pytest.mark.parametrize(("words", "talk"), TALKS, ids=[words.split()[0] for words, _ in TALKS])
def test_the_figures_of_a_talk_are_those_of_today(program: Program, words: str, talk: str) -> None:
    lines = talk.splitlines()
    asked = [line[2:] for line in lines if line.startswith("> ")]
    told = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
    done = program.run(*words.split(), stdin="\n".join(asked) + "\n")
    answered = [json.loads(line) for line in done.stdout.splitlines()]
    for answer in (*told, *answered):
        answer.pop("seconds", None)  # no two machines need the same
    assert answered == told
    assert done.returncode == 1  # one of the lines cannot be answered


def test_there_are_two_talks() -> None:
    assert len(TALKS) == 2
