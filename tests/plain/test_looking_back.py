"""After the end line by line: what every move was worth, and the mistakes once more."""

import re

from testing.running import ProgramInside

GAME = ("--plain", "--level", "expert", "--first", "you", "--seed", "1")
#: The one first move that loses, and then whatever stands first in the list, to the end.
LOST = ("6-9", *["1"] * 20)


def told(program: ProgramInside, *lines: str) -> str:
    done = program.run(*GAME, stdin="".join(f"{line}\n" for line in lines))
    assert done.returncode == 0
    assert not done.stderr
    return done.stdout


def test_a_finished_game_is_reviewed_and_its_mistakes_are_mended(
    program_inside: ProgramInside,
) -> None:
    text = told(program_inside, *LOST, "review", "mend", "6-9", "4-7", "leave", "moves")
    assert re.search(r"^ +1 black +6-9 +0 to -1 +blunder +better: 4-7", text, re.MULTILINE)
    assert "The turning point: move 1, black 6-9." in text
    mending = text[text.index("Mistake 1 of") :]
    assert "You played 6-9, which loses by 1 piece. Something else draws." in mending
    assert "6-9 is wrong: after" in mending
    assert mending.index("Right: 4-7 keeps the value.") < mending.index("Mistake 2 of")
    assert "Back to the game." in mending


def test_before_the_end_there_is_nothing_to_look_back_at(program_inside: ProgramInside) -> None:
    text = told(program_inside, "review", "mend")
    assert text.count("That comes after the end of the game") == 2


def test_finished_games_are_listed_and_reviewed_by_their_number(
    program_inside: ProgramInside,
) -> None:
    assert told(program_inside, "games", "mistakes").count("No finished game is kept yet.") == 2
    told(program_inside, *LOST)
    text = told(program_inside, "games", "review 1", "review 2", "review one")
    assert re.search(r"^  1 \d{4}-\d\d-\d\d mini expert, \d+ moves$", text, re.MULTILINE)
    assert "The turning point: move 1, black 6-9." in text
    assert "'2' is no number of a finished game; games lists them." in text
    assert text.count("is no number of a finished game") == 2


def test_mistakes_of_all_games_are_put_up_until_they_are_mended(
    program_inside: ProgramInside,
) -> None:
    told(program_inside, *LOST)
    told(program_inside, *LOST)
    text = told(program_inside, "mistakes", "6-9", "6-8", "leave", "moves")
    assert "mini expert" in text
    assert "You played 6-9, which loses by 1 piece. Something else draws." in text
    assert "6-9 is wrong: after" in text
    # Every move that keeps the value is right, whatever comes first among the best ones.
    assert "Right: 6-8 keeps the value." in text
    # The same position of the other game does not come a second time, nor later on.
    assert "You played 6-9" not in told(program_inside, "mistakes", *["skip"] * 60)
    assert text.count("You played 6-9") == 1
    # Only who asks for it meets old mistakes again.
    assert "You played 6-9" in told(program_inside, "mistakes all", "leave")
    assert "is not understood" in told(program_inside, "mistakes please")


def test_what_is_mended_after_a_game_is_not_put_up_again(program_inside: ProgramInside) -> None:
    told(program_inside, *LOST, "mend", "4-7", "leave")
    assert "You played 6-9" not in told(program_inside, "mistakes", *["skip"] * 60)
