"""After the game in plain mode: reviews, mistakes to fix, puzzles and lessons."""

import re

from testing.lines import spoken
from testing.running import ProgramInside

GAME = ("--plain", "--level", "expert", "--first", "you", "--seed", "1")
#: The one first move that loses, and then whatever stands first in the list, to the end.
LOST = ("6-9", *["1"] * 20)


def told(program: ProgramInside, *lines: str) -> str:
    done = program.run(*GAME, stdin="".join(f"{line}\n" for line in lines))
    assert done.returncode == 0
    assert not done.stderr
    return done.stdout


def test_a_finished_game_is_reviewed_and_its_mistakes_are_fixed(
    program_inside: ProgramInside,
) -> None:
    text = spoken(
        told(program_inside, *LOST, "review", "retry", "6-9", "4-7", "show", "leave", "moves")
    )
    assert "Move 1: Black played 6-9, a blunder: it loses by 1 piece. 4-7" in text
    assert "#" not in text, "told, not drawn"
    assert "The turning point: move 1, Black played 6-9." in text
    retry = text[text.index("Mistake 1 of") :]
    assert "You played 6-9, which loses by 1 piece. Four other moves draw." in retry
    assert "6-9 is wrong: after" in retry
    assert retry.index("Correct! 4-7 draws.") < retry.index("Mistake 2 of")
    assert "The best move is" in retry
    assert "Back to the game." in retry


def test_mistakes_can_be_retried_without_a_review_and_all_the_way(
    program_inside: ProgramInside,
) -> None:
    text = told(program_inside, *LOST, "retry", *["skip"] * 60)
    assert text.count("Mistake 1 of") == 1
    assert text.count("There are no more mistakes to fix.") == 1
    assert "Back to the game." in text


def test_a_game_that_went_on_is_reviewed_anew(program_inside: ProgramInside) -> None:
    lines = ("6-9", "resign yes", "review", "undo", "undo", "4-7", "resign yes", "review", "retry")
    text = spoken(told(program_inside, *lines))
    assert text.count("Black played 6-9, a blunder") == 1
    assert "There is no mistake to retry." in text


def test_before_the_end_there_is_nothing_to_look_back_at(program_inside: ProgramInside) -> None:
    text = told(program_inside, "review", "retry", "mend")
    assert text.count("The game is not over yet") == 3


def test_finished_games_are_listed_and_reviewed_by_their_number(
    program_inside: ProgramInside,
) -> None:
    assert told(program_inside, "games", "mistakes").count("You have no finished game yet.") == 2
    told(program_inside, *LOST)
    text = told(program_inside, "games", "review 1", "retry", "leave", "review 2", "review one")
    assert re.search(r"^  1 \d{4}-\d\d-\d\d mini expert, \d+ moves$", text, re.MULTILINE)
    assert "The turning point: move 1, Black played 6-9." in text
    assert "You played 6-9" in text, "retry is about the game that was reviewed"
    assert text.count("is not the number of a finished game") == 2


def test_mistakes_of_all_games_are_put_up_until_they_are_fixed(
    program_inside: ProgramInside,
) -> None:
    told(program_inside, *LOST)
    told(program_inside, *LOST)
    text = told(program_inside, "mistakes", "6-9", "6-8", "leave", "moves")
    assert re.search(r"Mistake 1 of \d+ so far: .* mini expert, \d+ moves, move 1\.", text)
    assert "You played 6-9, which loses by 1 piece. Four other moves draw." in text
    assert "6-9 is wrong: after" in text
    # Every move that keeps the value is right, whatever comes first among the best ones.
    assert "Correct! 6-8 draws." in text
    # The same position of the other game does not come a second time, nor later on.
    assert "You played 6-9" not in told(program_inside, "mistakes", *["skip"] * 60)
    assert text.count("You played 6-9") == 1
    # Old mistakes come up again only on request.
    assert "You played 6-9" in told(program_inside, "mistakes all", "leave")


def test_what_is_fixed_after_a_game_is_not_put_up_again(program_inside: ProgramInside) -> None:
    told(program_inside, *LOST, "retry", "4-7", "leave")
    assert "You played 6-9" not in told(program_inside, "mistakes", *["skip"] * 60)


def test_puzzles_and_lessons_are_a_word_away(program_inside: ProgramInside) -> None:
    text = told(program_inside, "puzzle", "skip", "leave", "puzzle daily", "show", "leave", "learn")
    assert text.count("\nPuzzle mini-") == 3
    assert "The right move is " in text
    assert text.count("Back to the game.") == 2
    assert "Lesson 1 of " in text
