"""The opponents for everybody line by line."""

import pytest

from testing.running import ProgramInside


@pytest.mark.parametrize("level", ["novice", "adaptive"])
def test_they_are_chosen_by_flag_and_by_word(program_inside: ProgramInside, level: str) -> None:
    flags = ("--plain", "--first", "you", "--seed", "1")
    done = program_inside.run(*flags, "--level", level, stdin="4-7\n")
    assert f"the computer, {level}, plays white" in done.stdout
    assert "The computer plays" in done.stdout
    done = program_inside.run(*flags, "--level", "easy", stdin=f"level {level}\n4-7\n")
    assert f"The computer now plays {level}." in done.stdout
    assert "The computer plays" in done.stdout
