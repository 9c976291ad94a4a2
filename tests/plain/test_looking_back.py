"""After the end line by line: what every move was worth, and the mistakes once more."""

import re

from testing.running import Program

GAME = ("--plain", "--level", "expert", "--first", "you", "--seed", "1")
#: The one first move that loses, and then whatever stands first in the list, to the end.
LOST = ("6-9", *["1"] * 20)


def told(program: Program, *lines: str) -> str:
    done = program.run(*GAME, stdin="\n".join([*lines, ""]))
    assert done.returncode == 0
    assert not done.stderr
    return done.stdout


def test_a_finished_game_is_reviewed_and_its_mistakes_are_mended(program: Program) -> None:
    text = told(program, *LOST, "review", "mend", "6-9", "4-7", "leave", "moves")
    assert re.search(r"^ +1 black +6-9 +0 to -1 +blunder +better: 4-7", text, re.MULTILINE)
    assert "The turning point: move 1, black 6-9." in text
    mending = text[text.index("Mistake 1 of") :]
    assert "You played 6-9, which loses by 1 piece. Something else draws." in mending
    assert "6-9 is wrong: after" in mending
    assert mending.index("Right: 4-7 keeps the value.") < mending.index("Mistake 2 of")
    assert "Back to the game." in mending


def test_before_the_end_there_is_nothing_to_look_back_at(program: Program) -> None:
    text = told(program, "review", "mend")
    assert text.count("That comes after the end of the game") == 2
