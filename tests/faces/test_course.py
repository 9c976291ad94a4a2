"""A course: its lessons can be done on the board and line by line, and are remembered."""

import pytest

from minicheckers.activities.course import FIRST_OPPONENT, Contents, Practice
from minicheckers.activities.tasks import Lessons
from minicheckers.coach.course import course_of
from minicheckers.rules.variant import get_variant
from minicheckers.storage.store import Store
from testing.board_player import Player
from testing.desk_runner import run

COURSE = course_of(get_variant("mini"))


@pytest.mark.parametrize("game", ["mini", "english"])
def test_a_lesson_is_played_to_its_end_and_remembered(game: str) -> None:
    course = course_of(get_variant(game))
    player = Player().open(Contents(course)).press("enter")
    for one in course.lessons[0].exercises:
        assert player.study.position == one.position
        for move in one.line[::2]:
            player.play(str(move)).settled()
        assert player.study.done
        player.press("enter")
    assert player.study.lesson == course.lessons[1]
    player.app.close()
    assert player.study.lesson == course.lessons[1]
    assert "3 of " in player.study.title()


def test_a_wrong_move_is_refuted_without_telling_the_right_one() -> None:
    player = Player().open(Practice(COURSE))
    right = str(COURSE.lessons[0].exercises[0].line[0])
    wrong = next(str(move) for move in player.on.legal if str(move) != right)
    player.play(wrong).settled()
    assert player.moves[0] == wrong
    assert len(player.moves) > 1
    assert right not in player.panel
    player.press("enter")
    assert player.moves == []


def test_a_hint_names_the_piece_and_then_plays_the_move() -> None:
    player = Player().open(Practice(COURSE)).press("c")
    assert player.moves == []
    assert player.on.activity.shown_hint()
    assert player.press("c").settled().moves


def test_the_list_leads_to_any_lesson() -> None:
    player = Player().open(Contents(COURSE)).press("down", "down", "up")
    assert player.study.lesson == COURSE.lessons[1]
    assert COURSE.lessons[1].title in player.text
    assert player.press("enter").study.exercise == COURSE.lessons[1].exercises[0]


def test_after_the_last_position_the_first_opponent_is_offered() -> None:
    player = Player().open(Practice(COURSE, len(COURSE.lessons) - 1)).press(".", ".", ".")
    assert f"Play {FIRST_OPPONENT}" in player.text
    game = player.press("enter").study
    assert FIRST_OPPONENT in {player.level for player in (game.session.black, game.session.white)}


def test_the_rules_lead_to_the_course() -> None:
    player = Player().open(Lessons(COURSE.variant))
    player.press(*["."] * len(player.study.lessons), "t")
    assert isinstance(player.study, Contents)


def test_line_by_line_a_lesson_is_chosen_by_its_number(store: Store) -> None:
    lesson = COURSE.lessons[2]
    moves = [str(move) for one in lesson.exercises[:1] for move in one.line[::2]]
    _code, said = run(Contents(COURSE), store, "start 3", *moves)
    assert all(one.title in said for one in COURSE.lessons)
    assert lesson.task in said
    assert "Correct!" in said
    _code, said = run(Contents(COURSE), store, "start 16", "start x")
    assert said.count("lessons 1 to 15") == 2
    assert "1/3" in said


@pytest.mark.parametrize("game", ["mini", "english"])
def test_line_by_line_the_whole_course_can_be_done(game: str, store: Store) -> None:
    course = course_of(get_variant(game))
    exercises = [one for lesson in course.lessons for one in lesson.exercises]
    moves = [[*map(str, one.line[::2]), ""] for one in exercises]
    _code, said = run(Contents(course), store, "start", *(move for line in moves for move in line))
    assert said.count("Correct!") == sum(len(one.line[::2]) for one in exercises)
    assert f"play {FIRST_OPPONENT}" in said
