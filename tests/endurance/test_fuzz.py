"""Short runs of fuzzer and flood; their programs tell how to make long ones."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from endurance import fuzzing
from endurance.flooding import FIRST, flood_host, fool_guests

#: Plain mode and the board play a game and write files, so they get fewer.
INPUTS = {"plain": 3, "keys": 3, "pdn": 10}


@pytest.mark.parametrize("target", fuzzing.TARGETS)
def test_the_corpus_is_answered(target: str) -> None:
    inputs = fuzzing.corpus(target)
    assert inputs
    for data in inputs:
        fuzzing.TARGETS[target](data)


@pytest.mark.parametrize("times", [1, pytest.param(40, marks=pytest.mark.slow)])
@pytest.mark.parametrize("target", fuzzing.TARGETS)
def test_changed_inputs_are_answered(target: str, times: int) -> None:
    inputs = times * INPUTS.get(target, 15)
    assert fuzzing.run(target, seed=1, inputs=inputs) == inputs


def test_a_reader_that_fails_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fragile(data: bytes) -> None:
        if b"99999" in data:
            raise OverflowError

    monkeypatch.setitem(fuzzing.TARGETS, "fen", fragile)
    with pytest.raises(OverflowError):
        fuzzing.run("fen", seed=1, inputs=3000)


# A short run of the malicious strangers; see flooding.py for how to make a long one.


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_a_host_is_there_for_its_guest_whoever_else_comes(tmp_path: Path) -> None:
    report = flood_host(0.1, Random(1), tmp_path)
    assert report.visits > FIRST
    assert report.games > 1


def test_a_guest_ends_when_it_is_told_to_whatever_its_host_says(tmp_path: Path) -> None:
    fool_guests(2, Random(1), tmp_path)


# The whole program in a terminal, on any screen and at any size: nothing crashes it.


@pytest.mark.parametrize("runs", [3, pytest.param(250, marks=pytest.mark.slow)])
def test_any_input_on_any_screen(runs: int) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "endurance.terminal_fuzzing", str(runs)],
        cwd=Path(__file__).parents[1],
        capture_output=True,
        text=True,
        timeout=1800,
        check=False,
    )
    assert done.stderr == ""
    assert done.stdout.startswith(f"{runs} runs:")
