from io import BytesIO, StringIO
from pathlib import Path

import pytest

from minicheckers.cli import main
from minicheckers.coach.lessons import lessons
from minicheckers.plain import app
from minicheckers.plain.console import Console
from minicheckers.rules.variant import VARIANTS, get_variant
from minicheckers.storage.store import Store
from testing.running import ProgramInside


def taught(directory: Path, variant: str, *lines: str) -> str:
    said = StringIO()
    data = "".join(f"{line}\n" for line in lines).encode()
    assert app.study(get_variant(variant), Store(directory), Console(BytesIO(data), said)) == 0
    return said.getvalue()


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_task_can_be_done_and_the_words_are_true(variant: str) -> None:
    for lesson in lessons(get_variant(variant)):
        legal, accepted = lesson.position.legal_moves(), lesson.accepted()
        assert accepted, lesson.title
        if "duty" in lesson.title:
            assert len(legal) == 1
        if "Try any move" in lesson.task:
            assert legal == accepted
        if "Do not capture" in lesson.task:
            assert any(move.captured for move in legal)
        if "the last enemy" in lesson.task:
            assert lesson.position.count(lesson.position.turn.other) == 1
            assert lesson.position.play(accepted[0]).outcome is not None
        if "on 8." in lesson.task or "on 18." in lesson.task or "on 28." in lesson.task:
            assert lesson.task.rstrip(".").endswith(str(accepted[0].captured[0]))
        if lesson.title == "The long capture":
            assert accepted[0].captured == (20,)


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_person_gets_through_all_lessons(variant: str, tmp_path: Path) -> None:
    course = lessons(get_variant(variant))
    said = taught(tmp_path, variant, *(str(lesson.accepted()[0]) for lesson in course))
    assert said.count("Lesson ") == len(course)
    assert "That was the last lesson." in said
    assert all(lesson.learned.split()[0] in said for lesson in course)


def test_what_was_not_asked_for_is_said_and_words_are_answered(tmp_path: Path) -> None:
    said = taught(
        tmp_path, "towers", "skip", "skip", "14x23", "99", "nonsense", "help", "moves", "show"
    )
    assert "14x23 is legal, but it is not what the lesson asks for." in said
    assert "There is no move number" in said
    assert "For example" in said
    assert "the last lesson" not in said


def test_the_command_teaches(program_inside: ProgramInside) -> None:
    done = program_inside.run("learn", "--variant", "english", stdin="skip\n" * 6)
    assert done.returncode == 0
    assert "Lesson 6 of 6: The end." in done.stdout


def test_an_unknown_game_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "--variant", "chess"]) == 2
    assert "chess" in capsys.readouterr().err
