"""The analysis board in plain mode."""

from testing.running import ProgramInside

GAME = ("--plain", "--level", "easy", "--first", "you", "--seed", "1")


def told(program_inside: ProgramInside, *lines: str) -> str:
    done = program_inside.run(*GAME, stdin="\n".join(["analysis", *lines, ""]))
    assert done.returncode == 0
    return " ".join(done.stdout.split())


def test_both_sides_are_played_in_branches(program_inside: ProgramInside) -> None:
    text = told(
        program_inside, "6-9", "14-11", "undo", "13-10", "branch", "lines", "leave", "moves"
    )
    assert "Line: 6-9 14-11." in text
    assert "Line: 6-9 13-10." in text
    assert "2 lines: 6-9 14-11 6-9 13-10" in text
    assert "Back to the game." in text
    assert text.rindex("Back to the game.") < text.rindex("6-9")  # the game has not moved


def test_values_hint_and_fen(program_inside: ProgramInside) -> None:
    lines = ("values", "hint", "fen", "fen W:W18:B1,5", "fen", "fen nonsense", "leave")
    text = told(program_inside, *lines)
    assert "4-7, 5-7, 5-8 and 6-8 draw; 6-9 loses by 1 piece." in text
    assert "Look at the piece on 4." in text
    assert "B:W13,14,15,16,17,18:B1,2,3,4,5,6" in text
    assert "W:W18:B1,5" in text
    assert "onsense" in text


def test_what_is_wrong_is_said_and_the_end_of_input_ends_it(program_inside: ProgramInside) -> None:
    text = told(program_inside, "7-9", "undo", "branch", "help")
    assert "There is no move to" in text
    assert "tried no other move" in text
    assert "leave stop, and go back to the game" in text


def test_it_is_help_and_the_game_goes_on_where_it_was(program_inside: ProgramInside) -> None:
    game = ("--plain", "--level", "easy", "--first", "you", "--seed", "1")
    lines = ("6-9", "explore", "1", "1", "back", "resign yes")
    done = program_inside.run(*game, stdin="\n".join([*lines, ""]))
    back = done.stdout[done.stdout.index("Back to the game.") :]
    assert "Your turn (black)." in back
    assert "You lost." in back
    record = program_inside.run("record", "--json").stdout
    assert '"losses": 1' in record
    assert '"helped": true' in record
