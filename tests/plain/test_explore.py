"""The analysis board line by line."""

from testing.running import ProgramInside

GAME = ("--plain", "--level", "easy", "--first", "you", "--seed", "1")


def told(program_inside: ProgramInside, *lines: str) -> str:
    done = program_inside.run(*GAME, stdin="\n".join(["explore", *lines, ""]))
    assert done.returncode == 0
    return " ".join(done.stdout.split())


def test_both_sides_are_played_in_branches(program_inside: ProgramInside) -> None:
    text = told(
        program_inside, "6-9", "14-11", "undo", "13-10", "branch", "lines", "leave", "moves"
    )
    assert "Line: 6-9 14-11." in text
    assert "Line: 6-9 13-10." in text
    assert "2 lines so far: 6-9 14-11 6-9 13-10" in text
    assert "Back to the game." in text
    assert text.rindex("Back to the game.") < text.rindex("6-9")  # the game has not moved


def test_worth_and_fen(program_inside: ProgramInside) -> None:
    text = told(program_inside, "worth", "fen", "fen W:W18:B1,5", "fen", "fen nonsense", "leave")
    assert "Worth (exact): 4-7 0" in text
    assert "B:W13,14,15,16,17,18:B1,2,3,4,5,6" in text
    assert "W:W18:B1,5" in text
    assert "onsense" in text


def test_what_is_wrong_is_said_and_the_end_of_input_ends_it(program_inside: ProgramInside) -> None:
    text = told(program_inside, "7-9", "undo", "branch", "help")
    assert "There is no move to take back." in text
    assert "No other move was tried" in text
    assert "leave goes back to the game" in text
