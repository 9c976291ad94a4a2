"""Puzzles and lessons: done, tried and helped with, on the board and line by line."""

import datetime
from typing import Any

import pytest

from minicheckers.activities.puzzles import Puzzles
from minicheckers.activities.tasks import Lessons
from minicheckers.coach.lessons import lessons
from minicheckers.coach.puzzle_source import PuzzleSource, ordered
from minicheckers.coach.puzzles import Puzzle
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.game.request import Looks
from minicheckers.rules.notation import Move
from minicheckers.rules.variant import MINI, get_variant
from minicheckers.storage.store import PuzzleStats, Store
from testing.board_player import Player, Silent
from testing.desk_runner import run
from testing.positions import games_with_lessons


def puzzles(**changes: Any) -> Player:
    return Player(**changes).open(Puzzles(PuzzleOrder(MINI, 1)))


@pytest.fixture
def puzzle() -> Puzzle:
    return next(ordered(PuzzleSource(MINI), 1))


def wrong_move(puzzle: Puzzle) -> Move:
    return next(move for move in puzzle.position.legal_moves() if move != puzzle.line[0])


def failed(puzzle: Puzzle) -> PuzzleStats:
    """What is kept of a puzzle that was not solved at the first try."""
    return PuzzleStats().plus(puzzle.id, puzzle.difficulty, clean=False)


def test_a_puzzle_is_solved_by_its_line(puzzle: Puzzle) -> None:
    player = puzzles()
    assert player.on.position == puzzle.position
    assert f"puzzle {puzzle.id}" in player.text
    for move in puzzle.line[::2]:
        assert player.on.focus in player.on.movable
        player.play(str(move)).settled()
    assert player.moves == [str(move) for move in puzzle.line]
    shared = player.study.shared_line()
    assert shared in player.panel
    assert not any(str(move) in shared for move in puzzle.line)
    record = player.store.puzzles()
    assert record.solved == {puzzle.id}
    assert f"rating {record.rating}, streak 1" in player.text
    assert player.press("enter").on.position != puzzle.position


def test_the_refutation_is_shown_move_by_move(puzzle: Puzzle) -> None:
    player = puzzles(looks=Looks(animation=True)).play(str(wrong_move(puzzle)))
    seen = [len(player.moves)]
    for _ in range(60):
        player.wait(0.1)
        assert player.text
        if len(player.moves) != seen[-1]:
            seen.append(len(player.moves))
    assert seen == list(range(1, len(player.study.timeline.played) + 1))


def test_a_hint_comes_in_two_steps_and_counts_against_the_puzzle(puzzle: Puzzle) -> None:
    player = puzzles().press("c")
    assert player.study.shown_hint() == (puzzle.solution.start,)
    assert str(puzzle.solution.start) in player.said
    while not player.study.done:
        player.press("c").settled()
    assert "That was the move" in player.panel
    assert player.store.puzzles() == failed(puzzle)


def test_while_a_puzzle_is_looked_for_no_key_goes_on() -> None:
    player = puzzles(work=Silent).press("enter", ".", "c")
    assert "Looking for a puzzle" in player.text
    assert player.study.number == 0
    assert player.said


def test_games_without_puzzles_say_so() -> None:
    player = Player().open(Puzzles(PuzzleOrder(get_variant("pikachu"))))
    assert player.at_menu
    assert "no puzzles for pikachu" in player.said


def daily() -> Player:
    day = datetime.date(2024, 12, 31)
    return Player().open(Puzzles(PuzzleOrder(MINI, day=day, limit=1)))


def solved(player: Player) -> Player:
    while not player.study.done:
        player.press("c").settled()
    return player.press("enter")


def test_after_the_daily_puzzle_there_are_others_or_a_game() -> None:
    player = daily()
    first = player.study.puzzle
    assert "31 Dec 2024" in player.text
    assert "2024-12-31" in player.study.shared_line()
    assert "Well done!" in solved(player).text
    player.press("s")
    assert player.study.puzzle != first
    assert player.press("b").at_menu
    started = solved(daily()).press("p").study
    assert started.variant == MINI
    assert solved(daily()).press("escape").at_menu


def test_the_last_puzzle_of_an_order_is_the_last() -> None:
    player = Player().open(Puzzles(PuzzleOrder(MINI, 1, limit=1))).press(".")
    assert player.at_menu
    assert "last puzzle" in player.said


def test_the_mouse_moves_pieces(puzzle: Puzzle) -> None:
    first = puzzle.solution
    player = puzzles().click(first.start).click(first.path[-1]).settled()
    assert player.moves[:1] == [str(first)]


def test_line_by_line_a_wrong_move_is_refuted_and_the_right_one_praised(
    store: Store, puzzle: Puzzle
) -> None:
    code, said = run(
        Puzzles(PuzzleOrder(MINI, 1)), store, wrong_move(puzzle), *puzzle.line[::2], "leave"
    )
    assert code == 0
    assert puzzle.id in said
    assert f"{wrong_move(puzzle)} is wrong" in said
    assert "Correct!" in said
    assert said.isascii()
    assert f"minicheckers puzzle {puzzle.id} ***** x+ streak 0" in said
    assert store.puzzles() == failed(puzzle)


def test_line_by_line_the_values_are_told_and_count_as_help(store: Store, puzzle: Puzzle) -> None:
    _code, said = run(Puzzles(PuzzleOrder(MINI, 1)), store, "values", "show", "skip", "leave")
    assert str(puzzle.solution) in said
    assert said.count("Find the only move".casefold()) >= 1
    assert store.puzzles().solved == frozenset()


def test_beside_a_lone_board_a_long_task_takes_the_row_of_the_keys(puzzle: Puzzle) -> None:
    player = puzzles(size=(40, 15))
    assert "only move that wins." in " ".join(player.text.split())
    player.play(str(wrong_move(puzzle))).settled()
    assert player.study.what_is_wrong() in " ".join(player.text.split())
    assert "? help" in puzzles(size=(30, 10)).text


# Lessons: every one of every game can be done, on the board and line by line.


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
