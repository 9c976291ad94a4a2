"""Lessons: every one of every game can be done, on the board and line by line."""

import pytest

from minicheckers.activities.tasks import Lessons
from minicheckers.coach.lessons import lessons
from minicheckers.rules.variant import get_variant
from minicheckers.storage.store import Store
from testing.board_player import Player
from testing.desk_runner import run
from testing.positions import games_with_lessons


@pytest.mark.sampled(8)
@pytest.mark.parametrize("variant", games_with_lessons())
def test_every_lesson_can_be_done(variant: str) -> None:
    player = Player().open(Lessons(get_variant(variant)))
    for number, lesson in enumerate(lessons(get_variant(variant)), start=1):
        assert f"Lesson {number}" in player.text
        move = lesson.accepted()[0]
        player.press("c")
        assert "pass" in player.said if move.is_pass else str(move) in player.said
        player.press("enter") if move.is_pass else player.play(str(move))
        player.settled()
        assert lesson.learned.split()[0] in player.panel
        player.press("enter")
    assert "Well done!" in player.text
    started = player.press("enter").study
    assert started.variant == get_variant(variant)


@pytest.mark.sampled(4)
@pytest.mark.parametrize("variant", games_with_lessons())
def test_line_by_line_one_lesson_follows_the_other(store: Store, variant: str) -> None:
    told = lessons(get_variant(variant))
    _code, said = run(Lessons(get_variant(variant)), store, *(one.accepted()[0] for one in told))
    for lesson in told:
        assert lesson.title in said
        assert " ".join(lesson.learned.split()[:3]) in said
    assert "Well done!" in said
