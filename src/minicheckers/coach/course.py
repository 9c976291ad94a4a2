"""Courses: short lessons in playing well, each an idea and a few positions to play.

A course is a TOML file of one game, `GAME.course.toml` here or one of a teacher. At every turn of
a position one move is right, and the file has the line: the right moves and the answers to them. It
is the teacher who says what is right; the tests prove it of the courses that are shipped.
"""

from functools import cache
from importlib import resources
from typing import Any, NamedTuple

from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Variant, get_variant
from ..support.text import about, read_toml

#: Far longer than any course, the longest text that a panel has room for, and the most of a kind.
LONGEST_COURSE, LONGEST_TEXT, MOST = 100_000, 160, 99


class Exercise(NamedTuple):
    """A position, and the line of right moves with the answers in between."""

    position: Position
    line: tuple[Move, ...]


class CourseLesson(NamedTuple):
    """One idea, what it asks for, and positions to try it."""

    title: str
    idea: str
    task: str
    exercises: tuple[Exercise, ...]


class Course(NamedTuple):
    """The lessons of a game."""

    variant: Variant
    lessons: tuple[CourseLesson, ...]


@cache
def shipped_course(variant: Variant) -> Course | None:
    """The course of a game, None if it has none."""
    file = resources.files(__package__).joinpath(f"{variant.name}.course.toml")
    if not file.is_file() or variant != get_variant(variant.name):
        return None
    return read_course(file.read_text(encoding="utf-8"))


def course_of(variant: Variant) -> Course:
    """The course of a game; ValueError with a sentence if it has none."""
    course = shipped_course(variant)
    if course is None:
        raise ValueError(f"there is no course for {variant} yet; name a file with one")
    return course


def read_course(text: str) -> Course:
    """The course of a TOML text; ValueError with a sentence that says where it is wrong."""
    table = read_toml(text)
    variant = get_variant(_text(table, "game"))
    lessons = []
    for number, sketch in enumerate(_tables(table, "lesson", "lesson"), start=1):
        with about(f"lesson {number}"):
            lessons.append(_lesson(variant, sketch))
    return Course(variant, tuple(lessons))


def _lesson(variant: Variant, sketch: dict[str, Any]) -> CourseLesson:
    title, idea, task = (_text(sketch, name) for name in ("title", "idea", "task"))
    exercises = []
    for number, one in enumerate(_tables(sketch, "positions", "position"), start=1):
        with about(f"position {number}"):
            line = Timeline.begin(Position.from_fen(_text(one, "board"), variant))
            for move in _text(one, "line").split():
                line = line.play(move)
            if line.ply % 2 == 0:
                raise ValueError("the line must end with a move of the side that begins")
            exercises.append(Exercise(line.start, line.played))
    return CourseLesson(title, idea, task, tuple(exercises))


def _text(table: dict[str, Any], name: str) -> str:
    told = table.get(name)
    if not isinstance(told, str) or not 0 < len(told) <= LONGEST_TEXT or not told.isprintable():
        raise ValueError(f"{name} must be a text of one line, at most {LONGEST_TEXT} characters")
    return told


def _tables(table: dict[str, Any], name: str, what: str) -> list[dict[str, Any]]:
    found = table.get(name)
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise ValueError(f"{name} must be a list of tables, one for each {what}")
    if not 0 < len(found) <= MOST:
        raise ValueError(f"it needs at least one {what}, and at most {MOST}")
    return found
