"""Plain mode in the new style: the same activities, by words."""

from typing import Any

import pytest

from minicheckers.activities.activity import deeds_of
from minicheckers.activities.game import Game
from minicheckers.activities.lessons import Lessons
from minicheckers.activities.mistakes import Mistakes
from minicheckers.activities.puzzles import Puzzles
from minicheckers.coach.lessons import lessons
from minicheckers.coach.puzzle_source import PuzzleSource, ordered
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, get_variant
from minicheckers.storage.store import Store
from testing.board_player import graded
from testing.desk_runner import run
from testing.positions import games_with_lessons


def test_a_puzzle_is_solved_by_its_line(store: Store) -> None:
    puzzle = next(ordered(PuzzleSource(MINI), 1))
    code, said = run(Puzzles(PuzzleOrder(MINI, 1, limit=1)), store, *map(str, puzzle.line[::2]))
    assert code == 0
    assert f"puzzle {puzzle.id}" in said.casefold()
    assert "Correct!" in said
    assert "ating" in said
    assert store.puzzles().solved == {puzzle.id}


def test_a_wrong_move_is_refuted_and_can_be_tried_again(store: Store) -> None:
    puzzle = next(ordered(PuzzleSource(MINI), 1))
    wrong = next(m for m in puzzle.position.legal_moves() if m != puzzle.line[0])
    _code, said = run(Puzzles(PuzzleOrder(MINI, 1)), store, wrong, puzzle.line[0], "hint")
    assert "is wrong" in said
    assert "Correct!" in said
    assert store.puzzles().streak == 0


@pytest.mark.parametrize("variant", games_with_lessons())
def test_every_lesson_can_be_done(store: Store, variant: str) -> None:
    done = [lesson.accepted()[0] for lesson in lessons(get_variant(variant))]
    _code, said = run(Lessons(get_variant(variant)), store, *done)
    assert "Well done!" in said
    for lesson in lessons(get_variant(variant)):
        assert lesson.title in said


def test_mistakes(store: Store) -> None:
    activity = Mistakes(graded())
    best = [mistake.best[0] for mistake in activity.mistakes]
    _code, said = run(activity, store, "show", *best)
    assert "There are no more mistakes to fix" in said
    assert len(store.fixed_mistakes()) == len(activity.mistakes)


def game(**changes: Any) -> Game:
    session = Session.against(
        Timeline.begin(Position.start("mini")), Player("easy"), person_first=True, seed=1
    )
    return Game(session, **changes)


def test_a_game_is_played_and_kept(store: Store) -> None:
    _code, said = run(
        game(), store, "6-9", "hint", "hint", "values", "undo", "redo", "1", "moves", "list", "fen"
    )
    assert "You play 6-9" in said
    assert "The computer" in said
    assert "Undone: 6-9" in said
    assert store.unfinished()


def test_a_resignation_is_asked_about(store: Store) -> None:
    _code, said = run(game(), store, "6-9", "resign", "no", "resign", "yes", "undo")
    assert said.count("This counts as a loss") == 2
    assert "You lose" in said


def test_a_warning_before_a_blunder(store: Store) -> None:
    activity = game(warns=True)
    _code, said = run(activity, store, "6-9", "no", "6-9", "yes")
    assert "Are you sure?" in said
    assert "Type no or yes" in said
    assert "You play 6-9" in said


def test_two_people(store: Store) -> None:
    activity = Game(Session(Timeline.begin(Position.start("mini")), PERSON, PERSON))
    _code, said = run(activity, store, "6-9", "draw", "yes", "yes")
    assert "do you accept" in said
    assert "Both sides agreed" in said


def test_every_word_can_be_carried_out(store: Store) -> None:
    words = [known.name.replace("_", " ") for known in deeds_of(game())]
    code, said = run(game(), store, *words, "help", "nonsense", "99", "leave")
    assert code == 0
    assert "is not a command" in said
