"""A short run of the fuzzer over every reader; fuzzing.py tells how to make a long one."""

import pytest

from endurance import fuzzing

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
