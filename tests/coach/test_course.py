"""Courses: what the shipped ones say is exact, and what a teacher's file may hold."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minicheckers.cli import main
from minicheckers.coach.analysis import Analysis, Analyst
from minicheckers.coach.course import Course, course_of, read_course
from minicheckers.coach.requests import Coach, Refute
from minicheckers.engine.score import Unit
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, get_variant

COURSES = [course_of(get_variant(name)) for name in ("mini", "english")]
#: A search far deeper than a person; every other move is worse by most of a man.
DEEP, MARGIN = Limits(nodes=150_000), 80

FILE = """
game = "mini"

[[lesson]]
title = "Take it"
idea = "You must jump."
task = "Jump."
positions = [{ board = "B:W11,12:B6,7,9", line = "7x14 12-8 6x11" }]
"""


def turns(course: Course) -> Iterator[tuple[Position, str]]:
    """The positions in which somebody chooses, and the move that the course has there."""
    for lesson in course.lessons:
        for one in lesson.exercises:
            line = Timeline.begin(one.position)
            for move in one.line:
                if len(line.position.legal_moves()) > 1:
                    yield line.position, str(move)
                line = line.play(move)


def results(analysis: Analysis) -> dict[str, int]:
    """What every move is worth: in pieces, as won, drawn or lost, or as a score."""
    if analysis.exact and analysis.value.unit is not Unit.PIECES:
        return {str(move): (worth > 0) - (worth < 0) for move, worth in analysis.moves.items()}
    return {str(move): int(worth) for move, worth in analysis.moves.items()}


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.variant.name)
def test_one_move_keeps_the_value_and_every_other_loses_it(course: Course) -> None:
    analyst = Analyst(course.variant, DEEP)
    mine = {one.position.turn for lesson in course.lessons for one in lesson.exercises}
    assert len(mine) == 1  # so a turn tells whose choice it is
    for position, chosen in turns(course):
        analysis = analyst.analyse(position)
        worth = results(analysis)
        if position.turn not in mine:
            assert worth[chosen] == max(worth.values()), (position, chosen)
            continue
        margin = 1 if analysis.exact else MARGIN
        others = [value for move, value in worth.items() if move != chosen]
        assert worth[chosen] >= max(others) + margin, (position, chosen, worth)


@pytest.mark.slow
@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.variant.name)
def test_the_coach_finds_fault_with_every_other_move(course: Course) -> None:
    coach = Coach()
    for lesson in course.lessons:
        for one in lesson.exercises:
            line = Timeline.begin(one.position)
            for move in set(one.position.legal_moves()) - {one.line[0]}:
                found = coach.answer(Refute(line, move))
                assert found.graded.grade.is_mistake, (one.position, move)


@pytest.mark.parametrize("course", COURSES, ids=lambda course: course.variant.name)
def test_a_lesson_is_short_and_no_position_comes_twice(course: Course) -> None:
    assert 14 <= len(course.lessons) <= 16
    positions = [one.position for lesson in course.lessons for one in lesson.exercises]
    assert len(set(positions)) == len(positions) == 3 * len(course.lessons)
    assert all(len(lesson.idea) <= 3 * 36 for lesson in course.lessons)
    assert len({lesson.title for lesson in course.lessons}) == len(course.lessons)


def test_other_games_say_that_they_have_no_course() -> None:
    for name in VARIANTS:
        if get_variant(name) not in [course.variant for course in COURSES]:
            with pytest.raises(ValueError, match=name):
                course_of(get_variant(name))


def test_a_course_of_ones_own_is_read() -> None:
    (lesson,) = read_course(FILE).lessons
    assert lesson.title == "Take it"
    assert [str(move) for move in lesson.exercises[0].line] == ["7x14", "12-8", "6x11"]


@pytest.mark.parametrize(
    ("right", "wrong", "told"),
    [
        ('"mini"', '"chess"', "chess"),
        ('"mini"', "3", "game must be a text"),
        ("game", "gmae", "game must be a text"),
        ("[[lesson]]", "[lesson]", "lesson must be a list"),
        ('"Jump."', f'"{"x" * 161}"', "lesson 1: task must be"),
        ('"Jump."', '"a\\u001b[2J"', "lesson 1: task must be"),
        ("task", "tusk", "lesson 1: task must be a text"),
        ("6,7,9", "6,7,99", "lesson 1: position 1: "),
        ("12-8", "12-7", "lesson 1: position 1: "),
        (" 6x11", "", "must end with a move of the side that begins"),
        ("line =", "lime =", "lesson 1: position 1: line must be"),
        ('[{ board = "B:W11,12:B6,7,9", line = "7x14 12-8 6x11" }]', "[]", "at least one position"),
        ('"Jump."', '"Jump.', "not TOML"),
    ],
)
def test_a_mistake_in_a_course_is_told_with_its_place(
    right: str,
    wrong: str,
    told: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = tmp_path / "my.toml"
    file.write_text(FILE.replace(right, wrong, 1), encoding="utf-8")
    assert main(["learn", "--plain", "--course", str(file)]) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "my.toml" in said
    assert said.count("\n") == 1


def test_a_file_that_is_too_long_or_missing_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "my.toml"
    for content in (None, "#\n" * 50_001):
        if content is not None:
            file.write_text(content, encoding="utf-8")
        assert main(["learn", "--plain", "--course", str(file)]) == 2
        assert "my.toml" in capsys.readouterr().err
