"""After the end line by line: what every move was worth, and the mistakes once more."""

import io
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from minicheckers.cli import main

GAME = ("--plain", "--level", "expert", "--first", "you", "--seed", "1")
#: The one first move that loses, and then whatever stands first in the list, to the end.
LOST = ("6-9", *["1"] * 20)


#: Runs the program with lines to read, and returns what it says.
Told = Callable[..., str]


@pytest.fixture
def told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Told:
    for name in ("HOME", "XDG_STATE_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA"):
        monkeypatch.setenv(name, str(tmp_path))

    def run(*lines: str) -> str:
        typed = "".join(f"{line}\n" for line in lines)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(typed.encode())))
        assert main(list(GAME)) == 0
        shown = capsys.readouterr()
        assert not shown.err
        return shown.out

    return run


def test_a_finished_game_is_reviewed_and_its_mistakes_are_mended(told: Told) -> None:
    text = told(*LOST, "review", "mend", "6-9", "4-7", "leave", "moves")
    assert re.search(r"^ +1 black +6-9 +0 to -1 +blunder +better: 4-7", text, re.MULTILINE)
    assert "The turning point: move 1, black 6-9." in text
    mending = text[text.index("Mistake 1 of") :]
    assert "You played 6-9, which loses by 1 piece. Something else draws." in mending
    assert "6-9 is wrong: after" in mending
    assert mending.index("Right: 4-7 keeps the value.") < mending.index("Mistake 2 of")
    assert "Back to the game." in mending


def test_before_the_end_there_is_nothing_to_look_back_at(told: Told) -> None:
    text = told("review", "mend")
    assert text.count("That comes after the end of the game") == 2


def test_finished_games_are_listed_and_reviewed_by_their_number(told: Told) -> None:
    assert told("games", "mistakes").count("No finished game is kept yet.") == 2
    told(*LOST)
    text = told("games", "review 1", "review 2", "review one")
    assert re.search(r"^  1 \d{4}-\d\d-\d\d mini expert, \d+ moves$", text, re.MULTILINE)
    assert "The turning point: move 1, black 6-9." in text
    assert "'2' is no number of a finished game; games lists them." in text
    assert text.count("is no number of a finished game") == 2


def test_mistakes_of_all_games_are_put_up_until_they_are_mended(told: Told) -> None:
    told(*LOST)
    told(*LOST)
    text = told("mistakes", "6-9", "6-8", "leave", "moves")
    assert "mini expert" in text
    assert "You played 6-9, which loses by 1 piece. Something else draws." in text
    assert "6-9 is wrong: after" in text
    # Every move that keeps the value is right, whatever comes first among the best ones.
    assert "Right: 6-8 keeps the value." in text
    # The same position of the other game does not come a second time, nor later on.
    assert "You played 6-9" not in told("mistakes", *["skip"] * 60)
    assert text.count("You played 6-9") == 1
    # Only who asks for it meets old mistakes again.
    assert "You played 6-9" in told("mistakes all", "leave")
    assert "is not understood" in told("mistakes please")


def test_what_is_mended_after_a_game_is_not_put_up_again(told: Told) -> None:
    told(*LOST, "mend", "4-7", "leave")
    assert "You played 6-9" not in told("mistakes", *["skip"] * 60)
