from io import BytesIO, StringIO
from pathlib import Path

import pytest

from minicheckers.cli import main
from minicheckers.coach.lessons import lessons
from minicheckers.plain import start
from minicheckers.plain.start import Console
from minicheckers.rules.variant import VARIANTS, Colour, get_variant
from minicheckers.storage.store import Store


def taught(directory: Path, variant: str, *lines: str) -> str:
    said = StringIO()
    data = "".join(f"{line}\n" for line in lines).encode()
    assert start.study(get_variant(variant), Store(directory), Console(BytesIO(data), said)) == 0
    return said.getvalue()


EVERY_GAME = [*VARIANTS, "russian-losing", "mini-breakthrough", "turkish-losing"]


@pytest.mark.parametrize("variant", EVERY_GAME)
def test_every_task_can_be_done_and_the_words_are_true(variant: str) -> None:
    for lesson in lessons(get_variant(variant)):
        legal, accepted = lesson.position.legal_moves(), lesson.accepted()
        assert accepted, lesson.title
        if "only captures are legal" in lesson.task:
            assert legal == accepted
            assert lesson.position.count(lesson.position.turn) > 1
        if "Find the one" in lesson.task:
            assert len({move.start for move in legal}) == 1
        if "even if another could follow" in lesson.task:
            (after,) = (lesson.position.play(move) for move in accepted)
            assert len(accepted[0].captured) == 1 < lesson.position.count(after.turn)
        if "stays a man" in lesson.learned:
            assert not any(lesson.position.play(move).kings(Colour.WHITE) for move in accepted)
        if "Do not capture" in lesson.task:
            assert any(move.captured for move in legal)
        if "the last enemy" in lesson.task:
            assert lesson.position.count(lesson.position.turn.other) == 1
            assert lesson.position.play(accepted[0]).outcome is not None
        if "{" in lesson.title + lesson.task + lesson.learned:
            raise AssertionError(lesson)


def test_every_rule_that_is_new_in_a_game_has_its_lesson() -> None:
    titles = {name: {one.title for one in lessons(game)} for name, game in VARIANTS.items()}
    assert {"Backward", "The long capture", "Crowned on the way"} <= titles["russian"]
    assert {"The most pieces", "Past the last row"} <= titles["international"]
    assert "Straight" in titles["frisian"]
    assert "Men and kings" in titles["italian"]
    assert "The king first" in titles["czech"]
    assert "Your choice" in titles["towers"]
    assert {"The pass", "One jump per turn"} <= titles["mini"]


@pytest.mark.parametrize("variant", EVERY_GAME)
def test_a_person_gets_through_all_lessons(variant: str, tmp_path: Path) -> None:
    course = lessons(get_variant(variant))
    said = taught(tmp_path, variant, *(str(lesson.accepted()[0]) for lesson in course))
    assert said.count("Lesson ") == len(course)
    assert "That was the last lesson." in said
    assert all(lesson.learned.split()[0] in said for lesson in course)


def test_what_was_not_asked_for_is_said_and_words_are_answered(tmp_path: Path) -> None:
    said = taught(
        tmp_path, "towers", "skip", "skip", "11x18", "99", "nonsense", "help", "moves", "show"
    )
    assert "11x18 is legal, but it is not what the lesson asks for." in said
    assert "There is no move number" in said
    assert "For example" in said
    assert "the last lesson" not in said


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--variant", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
