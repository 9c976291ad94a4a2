"""The tests of puzzles, lessons and mistakes in tui/test_studies.py, on the new board."""

import datetime
from typing import Any

import pytest

from minicheckers.activities.lessons import Lessons
from minicheckers.activities.mistakes import Mistakes
from minicheckers.activities.puzzles import Puzzles
from minicheckers.coach.analysis import Analyst
from minicheckers.coach.lessons import lessons
from minicheckers.coach.puzzle_source import PuzzleSource, ordered
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.coach.review import keeps_value
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, get_variant
from minicheckers.tui2.board import movable
from testing.board_player import Player, Silent, graded
from testing.screen_player import games_with_lessons

GAME = ["6-9", "15-12", "5-8", "12x5"]


def puzzles(seed: int = 1, **changes: Any) -> Player:
    return Player(**changes).open(Puzzles(PuzzleOrder(MINI, seed)))


def test_a_puzzle_is_solved_by_its_line() -> None:
    player = puzzles()
    puzzle = next(ordered(PuzzleSource(MINI), 1))
    assert player.on.position == puzzle.position
    assert f"puzzle {puzzle.id}" in player.text
    for number, move in enumerate(puzzle.line[::2]):
        assert not player.study.done
        if number:
            assert player.said == "Correct! Find the next move."
            assert player.on.focus in movable(player.on.legal)
        player.play(str(move)).settled() if False else player.play(str(move))
        said = player.app.message
        player.settled()
        player.app.message = said
    assert player.study.done
    assert f"minicheckers puzzle {puzzle.id}" in player.panel
    record = player.store.puzzles()
    assert record.solved == {puzzle.id}
    assert record.streak == 1
    assert f"rating {record.rating}, streak 1" in player.text
    assert player.press("enter").on.position != puzzle.position


def test_a_wrong_try_is_answered_by_its_refutation_on_the_board() -> None:
    player = puzzles()
    before = player.on.position
    wrong = next(m for m in before.legal_moves() if m != player.study.wanted)
    player.play(str(wrong))
    assert player.study.wrong is not None
    assert not player.on.takes_moves
    player.settled()
    shown = player.moves
    assert shown[0] == str(wrong)
    assert len(shown) > 1
    assert f"{wrong} is wrong" in " ".join(player.text.split())
    position = before
    for ply, move in enumerate(shown):
        if ply:
            assert move in [str(m) for m in Analyst(MINI).analyse(position).best]
        position = position.play(move)
    player.press("enter")
    assert player.on.position == before
    assert player.on.takes_moves
    assert player.study.tries == 1
    assert player.store.puzzles().streak == 0


def test_the_refutation_is_shown_move_by_move() -> None:
    from minicheckers.tui.state import Appearance

    player = puzzles(looks=Appearance(animation=True))
    wrong = next(m for m in player.on.position.legal_moves() if m != player.study.wanted)
    player.play(str(wrong))
    seen = [len(player.moves)]
    for _ in range(60):
        player.wait(0.1)
        assert player.text
        if len(player.moves) != seen[-1]:
            seen.append(len(player.moves))
    assert seen == list(range(1, len(player.study.timeline.played) + 1))


def test_a_puzzle_can_be_hinted_at_shown_and_skipped() -> None:
    player = puzzles().press("c")
    assert player.said == f"Look at the piece on {player.study.wanted.start}."
    while not player.study.done:
        player.press("c").settled()
    assert "That was the move." in player.text
    first = player.study.puzzle
    player.press(".")
    assert player.study.puzzle != first
    assert player.store.puzzles().solved == frozenset()


def test_while_a_puzzle_is_looked_for_no_key_goes_on() -> None:
    player = puzzles(work=Silent)
    assert "Looking for a puzzle" in player.text
    assert "Enter" not in player.text
    number = player.study.number
    player.press("enter", ".")
    assert player.study.number == number


def test_games_without_puzzles_say_so() -> None:
    player = Player().open(Puzzles(PuzzleOrder(get_variant("pikachu"))))
    assert player.at_menu
    assert "no puzzles for pikachu" in player.said


def test_after_the_daily_puzzle_there_are_others() -> None:
    player = Player().open(Puzzles(PuzzleOrder(MINI, day=datetime.date(2024, 12, 31), limit=1)))
    first = player.study.puzzle
    while not player.study.done:
        player.press("c", "c").settled()
    player.press("enter")
    assert "Well done!" in player.text
    player.press("p", "escape") if False else player.press("down", "down", "enter")
    assert player.study.puzzle != first
    assert player.press("b", "b").at_menu


def test_the_last_puzzle_of_an_order_is_the_last() -> None:
    player = Player().open(Puzzles(PuzzleOrder(MINI, 1, limit=1))).press(".")
    assert player.at_menu
    assert player.said == "That was the last puzzle of this set."


def test_the_mouse_moves_pieces_and_chooses_keys() -> None:
    player, puzzle = puzzles(), next(ordered(PuzzleSource(MINI), 1))
    first = puzzle.line[0]
    player.click(first.start).click(first.path[-1]).settled()
    assert player.moves[:1] == [str(first)]


@pytest.mark.parametrize("variant", games_with_lessons())
def test_every_lesson_can_be_done(variant: str) -> None:
    player = Player().open(Lessons(get_variant(variant)))
    for number, lesson in enumerate(lessons(get_variant(variant)), start=1):
        assert f"Lesson {number}" in player.text
        move = lesson.accepted()[0]
        player.on.play(move)
        player.settled()
        assert player.study.done
        assert lesson.learned.split()[0] in player.text
        player.press("enter")
    assert "Well done!" in player.text
    player.press("down", "enter")
    assert player.started[0].variant == get_variant(variant)


def test_something_else_is_not_accepted() -> None:
    player = Player().open(Lessons(get_variant("towers"))).press(".", ".")
    other = next(m for m in player.on.legal if m not in player.study.lesson.accepted())
    player.play(str(other))
    assert "not what the lesson asks for" in player.said
    assert player.moves == []


def test_mistakes_are_retried_and_every_move_that_keeps_the_value_is_right() -> None:
    player = Player().open(Mistakes(graded()))
    mistake = player.study.mistake
    assert player.on.position == mistake.position
    player.play(str(mistake.move))
    assert player.study.wrong is not None
    player.settled().press("enter")
    assert player.study.tries == 1
    for move in mistake.analysis.moves:
        if keeps_value(mistake.analysis, move):
            player = Player().open(Mistakes(graded())).play(str(move))
            assert player.study.done
    for _ in range(len(player.study.mistakes) - 1):
        player.press("enter").play(str(player.study.mistake.best[0]))
    player.press("enter")
    assert player.at_menu
    assert player.said == "There are no more mistakes to fix."


def test_mistakes_of_all_games_are_retried_and_old_ones_only_if_asked_for() -> None:
    player = Player()
    line = replayed(Position.start("mini"), GAME)
    while line.outcome is None:
        line = line.play(line.position.legal_moves()[0])
    session = Session.against(
        Timeline.begin(Position.start("mini")), GamePlayer("hard"), person_first=True
    )
    for move in line.played:
        session = session.play(move)
    player.store.keep(session)
    player.store.keep(session)
    player.open(Mistakes.of_kept(player.store.finished(), player.store.fixed_mistakes()))
    mistakes = player.study.mistakes
    assert mistakes
    assert len({m.position for m in mistakes}) == len(mistakes)
    player.play(str(mistakes[0].best[0]))
    assert len(player.store.fixed_mistakes()) == 1
    player.press("b").open(Mistakes.of_kept(player.store.finished(), player.store.fixed_mistakes()))
    assert len(player.study.mistakes) == len(mistakes) - 1
    player.press("o")
    assert len(player.study.mistakes) == len(mistakes)


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (30, 10)])
def test_all_is_drawn_at_every_size(size: tuple[int, int]) -> None:
    for player in (
        Player(size=size),
        puzzles(size=size),
        Player(size=size).open(Mistakes(graded())),
    ):
        assert player.text.strip()
        player.press("?")
        assert player.text.strip()
        player.press("escape")
        assert player.text.strip()


# The menu


def test_choices_are_changed_in_place_or_listed() -> None:
    player = Player(size=(100, 30))
    player.press("down") if False else None
    while player.on.row.title != "Game":
        player.press("down")
    player.press("right")
    assert player.setup.variant_name == "towers"
    player.press("enter")
    assert "english" in player.text
    player.press(*"engl").press("enter")
    assert player.setup.variant_name == "english"
    while player.on.row.title != "Opponent":
        player.press("down")
    player.press("enter")
    assert "it fits you" in player.text
    player.press("escape")


def test_puzzles_open_from_the_menu_and_lead_back() -> None:
    player = Player()
    while player.on.row.title != "Puzzles":
        player.press("down")
    player.press("enter")
    assert "puzzle" in player.text
    assert player.press("b").at_menu


def test_settings_change_the_looks() -> None:
    player = Player()
    while player.on.row.title != "Settings":
        player.press("down")
    player.press("enter")
    while player.on.row.title != "Theme":
        player.press("down")
    before = player.app.theme
    player.press("right")
    assert player.app.theme != before
    assert player.press("escape").at_menu


def test_keys_of_ones_own() -> None:
    player = puzzles()
    player.app.keys = {"hint": ("z",)}
    assert "z hint" in player.text.splitlines()[-1]
    player.press("z")
    assert player.said.startswith("Look at the piece")
