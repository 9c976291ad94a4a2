"""Studies on the board: exploring, puzzles, lessons, reviews and mistakes to fix."""

import datetime
import re
from pathlib import Path
from typing import Any

import pytest

from minicheckers.coach.analysis import Analyst
from minicheckers.coach.lessons import lessons
from minicheckers.coach.puzzle_source import PuzzleSource, ordered
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.coach.review import keeps_value
from minicheckers.coach.review_text import worth
from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, get_variant
from minicheckers.storage.store import Store
from minicheckers.tui.app import App
from minicheckers.tui.events import GameReady, Key, Paste, StartGame, StudyAsked, Tick
from minicheckers.tui.screens.analysis import AnalysisScreen
from minicheckers.tui.screens.lesson import LessonScreen
from minicheckers.tui.screens.menu import MenuScreen
from minicheckers.tui.screens.playing import SparringScreen
from minicheckers.tui.screens.retry import RetryScreen
from minicheckers.tui.screens.review import BrowseScreen, ReviewScreen
from minicheckers.tui.widgets.board import movable
from testing.fake_screen import FakeScreen
from testing.screen_player import (
    PromptCoach,
    ScreenPlayer,
    coached,
    games_with_lessons,
    menu_state,
    two_people,
)

#: A whole game of mini; Black's first move gives the draw away.
GAME = ["6-9", "14-11", "9-12", "16-9", "5x12", "17-14", "3-6", "11-8", "4x11", "14x7", "1-4"]


def moves(player: ScreenPlayer) -> list[str]:
    return [str(move) for move in player.screen_on.timeline.played]


def study(player: ScreenPlayer) -> Any:
    """What is studied on the screen."""
    screen = player.state.screen
    for name in ("study", "reviewing", "exploring"):
        if hasattr(screen, name):
            return getattr(screen, name)
    return screen


def panel(player: ScreenPlayer) -> str:
    """The text of the panel, without line breaks."""
    area = player.places.panel
    assert area is not None
    rows = player.frame.characters[area.top : area.top + area.height]
    lines = ("".join(row[area.left : area.left + area.width]) for row in rows)
    return " ".join(" ".join(lines).split())


def settled(player: ScreenPlayer) -> ScreenPlayer:
    """Wait until everything that plays by itself has been shown."""
    for _ in range(12):
        player.wait(1.0)
    return player


# Exploring


def test_both_sides_are_played_back_and_forth_in_branches() -> None:
    player = coached().press("a")
    assert isinstance(player.state.screen, AnalysisScreen)
    player.play("6-9").play("14-11")
    assert moves(player) == ["6-9", "14-11"]
    player.press("u").play("13-10")
    assert "or 14-11" in player.text
    player.press("o")
    assert moves(player) == ["6-9", "14-11"]
    player.press("u", "u", "r")
    assert moves(player) == ["6-9"]
    assert "then 14-11, 13-10" in player.text
    assert player.press("u", "u").said == "There is no move to undo."


def test_the_mouse_moves_pieces_wherever_the_keys_do() -> None:
    player = coached().press("a")
    assert moves(player.click(6).click(9)) == ["6-9"]
    player, puzzle = puzzles(), next(ordered(PuzzleSource(MINI), 1))
    first = puzzle.line[0]
    player.click(first.start).click(first.path[-1])
    assert moves(player)[:1] == [str(first)]


def test_exploring_shows_insight_and_leaves_the_game_as_it_was() -> None:
    player = coached().play("6-8").answer()
    before = player.game
    player.press("a")
    assert "values (exact)" in player.text
    first = str(player.screen_on.legal[0])
    player.play(first).press("a")
    assert player.screen_on.timeline == before.session.timeline
    assert player.game.session.helped
    assert not player.state.insight
    assert "values" not in player.text


def test_fen_goes_out_and_in() -> None:
    player = coached().press("a", "e", "f")
    assert player.screen.copied == [player.screen_on.position.fen()]
    fen = "W:W18:B1,5"
    player.press("p").write(fen).press("enter")
    assert player.screen_on.position.fen() == fen
    player.send(Paste("B:W13:B1"))
    assert player.screen_on.position.fen() == "B:W13:B1"
    player.press("p").write("W:W99:B1").press("enter")
    assert player.state.message is not None
    assert player.screen_on.position.fen() == "B:W13:B1"


def test_a_pasted_board_with_captures_without_end_gets_a_sentence() -> None:
    player = two_people("canadian", size=(120, 40)).press("a")
    before = player.screen_on.position
    player.send(Paste("W:WK56:B13-17,25-29,37-41,49-53,61-65"))
    assert "too many ways to capture" in player.said
    assert player.screen_on.position == before


def test_any_position_can_be_explored_also_of_a_finished_game() -> None:
    player = coached(fen="B:W8:B5").play("5x12")
    player.press("a")
    assert isinstance(player.state.screen, AnalysisScreen)
    player.press("u").press("b")
    assert player.state.overlay is not None  # the result is there again


# Puzzles


def puzzles(seed: int = 1, **changes: Any) -> ScreenPlayer:
    player = ScreenPlayer(menu_state(**changes), coach=PromptCoach)
    return player.send(StudyAsked(PuzzleOrder(MINI, seed)))


def test_a_puzzle_is_solved_by_its_line() -> None:
    player = puzzles()
    puzzle = next(ordered(PuzzleSource(MINI), 1))
    assert player.screen_on.position == puzzle.position
    assert f"puzzle {puzzle.id}" in player.text
    for number, move in enumerate(puzzle.line[::2]):
        assert not study(player).solving.is_solved
        if number:
            assert player.said == "Correct! Find the next move."
            assert player.screen_on.board.focus in movable(player.screen_on.legal)
        player.play(str(move))
    assert study(player).solving.is_solved
    assert f"minicheckers puzzle {puzzle.id}" in panel(player)
    record = player.store.puzzles()
    assert record.solved == {puzzle.id}
    assert record.streak == 1
    assert f"rating {record.rating}, streak 1" in player.text
    assert player.press("enter").screen_on.position != puzzle.position


def test_a_wrong_try_is_answered_by_its_refutation_on_the_board() -> None:
    player = puzzles()
    before = player.screen_on.position
    wrong = next(m for m in before.legal_moves() if m != study(player).solving.wanted)
    player.play(str(wrong))
    assert study(player).wrong is not None
    assert not player.screen_on.takes_moves
    settled(player)
    shown = moves(player)
    assert shown[0] == str(wrong)
    assert len(shown) > 1
    assert f"{wrong} is wrong" in " ".join(player.text.split())
    position = before
    for ply, move in enumerate(shown):
        if ply:  # best play by both sides
            best = Analyst(MINI).analyse(position).best
            assert move in [str(m) for m in best]
        position = position.play(move)
    player.press("enter")
    assert player.screen_on.position == before
    assert player.screen_on.takes_moves
    assert study(player).solving.tries == 1
    assert player.store.puzzles().streak == 0


def test_a_puzzle_can_be_hinted_at_shown_and_skipped() -> None:
    player = puzzles().press("c")
    assert player.said == f"Look at the piece on {study(player).solving.wanted.start}."
    while not study(player).solving.is_solved:
        player.press("c")
    assert "That was the move." in player.text
    first = study(player).solving.puzzle
    player.press(".")
    assert study(player).solving.puzzle != first
    assert player.store.puzzles().solved == frozenset()


def test_while_a_puzzle_is_looked_for_no_key_goes_on() -> None:
    player = ScreenPlayer(menu_state()).send(StudyAsked(PuzzleOrder(MINI, 1)))
    assert "Looking for a puzzle" in player.text
    assert "Enter" not in player.text
    number = study(player).number
    assert study(player.press("enter", ".")).number == number


def test_games_without_puzzles_say_so() -> None:
    player = ScreenPlayer(menu_state(), coach=PromptCoach)
    player.send(StudyAsked(PuzzleOrder(get_variant("pikachu"))))
    assert player.at_menu
    assert "no puzzles for pikachu" in player.said


def test_after_the_daily_puzzle_there_are_others() -> None:
    player = ScreenPlayer(menu_state(), coach=PromptCoach)
    day = datetime.date(2024, 12, 31)
    player.send(StudyAsked(PuzzleOrder(MINI, day=day, limit=1)))
    solving = study(player).solving
    assert "next puzzle" not in player.text
    while not study(player).is_solved:
        player.press("c", "c")
        player.now += 5
        player.send(Tick())
    assert "Enter finish" in player.text
    player.press("enter")
    assert "Well done!" in player.text
    player.press("z")
    assert study(player).solving.puzzle != solving.puzzle
    assert player.press("b").at_menu


def test_the_last_puzzle_of_an_order_is_the_last() -> None:
    player = ScreenPlayer(menu_state(), coach=PromptCoach)
    player.send(StudyAsked(PuzzleOrder(MINI, 1, limit=1))).press(".")
    assert player.at_menu
    assert player.said == "That was the last puzzle of this set."


# Lessons


@pytest.mark.sampled(8)
@pytest.mark.parametrize("variant", games_with_lessons())
def test_every_lesson_can_be_done(variant: str) -> None:
    player = ScreenPlayer(menu_state(), coach=PromptCoach)
    player.send(StudyAsked(get_variant(variant)))
    for number, lesson in enumerate(lessons(get_variant(variant)), start=1):
        assert isinstance(player.state.screen, LessonScreen)
        assert f"Lesson {number}" in player.text
        move = lesson.accepted()[0]
        if move.is_pass:
            player.press("enter")
        else:
            player.play(str(move))
        assert study(player).done
        assert lesson.learned.split()[0] in player.text
        player.press("enter")
    assert "Well done!" in player.text
    player.press("enter")
    assert player.of_kind(StartGame)[0].new_game.variant == get_variant(variant)
    assert player.screen_on.takes_moves


def test_something_else_is_not_accepted() -> None:
    player = ScreenPlayer(menu_state(), coach=PromptCoach)
    player.send(StudyAsked(get_variant("towers"))).press(".", ".")
    other = next(m for m in player.screen_on.legal if m not in study(player).lesson.accepted())
    player.play(str(other))
    assert "not what the lesson asks for" in player.said
    assert moves(player) == []


# Reviews


def finished(**changes: Any) -> ScreenPlayer:
    """A person who has just lost, or won, a whole game."""
    line = Timeline.begin(Position.start("mini"))
    player = ScreenPlayer(menu_state(**changes), coach=PromptCoach)
    player.send(GameReady(Session.against(line, Player("hard"), person_first=True)))
    chosen = Analyst(MINI)
    for ply in range(60):
        if player.game.outcome is not None:
            break
        legal = player.screen_on.legal
        if legal[0].is_pass:
            player.press("enter") if player.game.thinking is None else player.answer()
        elif player.game.thinking is None:
            worst = min(legal, key=chosen.analyse(player.screen_on.position).moves.__getitem__)
            player.play(str(legal[0] if ply else worst))
        else:
            player.answer(str(chosen.analyse(player.screen_on.position).best[0]))
    player.now += 1
    return player


def test_a_game_is_reviewed_after_its_end() -> None:
    player = finished(size=(120, 40)).press("v")
    assert isinstance(player.state.screen, ReviewScreen)
    review = study(player).review
    assert review is not None
    assert "The turning point: move" in panel(player)
    assert re.search(
        r"Black lost \d+ points? through mistakes, and got \d+ of \d+ critical",
        panel(player),
    )
    assert "▲" in player.text  # the mark below the graph
    assert "value for you (black)" in panel(player)
    player.press("home")
    for graded in review.moves:
        player.press("right")
        marked = f"{graded.move} {graded.grade.mark}".rstrip()
        told = f"{graded.number}. {marked}: {graded.grade} ({worth(graded)} for {graded.colour})"
        assert told in panel(player)
        assert panel(player).count(marked) >= 2  # also in the list of moves
        if graded.loss:
            assert str(graded.best[0]) in player.text
            assert player.screen_on.shown_hint() == graded.best[0].path
    player.press("left")
    assert player.screen_on.timeline.ply == len(review.moves) - 1
    assert player.press("b").state.overlay is not None


def test_a_mistake_is_refuted_in_branches_and_played_out() -> None:
    player = finished().press("v").press("home", ".")
    graded = study(player).graded[player.screen_on.timeline.ply - 1]
    assert graded.grade.is_mistake
    player.press("c")
    explored = study(player)
    assert isinstance(player.state.screen, AnalysisScreen)
    assert moves(player) == [str(graded.move)]
    assert re.fullmatch(rf"The answer to {graded.move} is .*go back to the review.", player.said)
    assert "b back" in player.press("f").text.splitlines()[-1]
    assert set(explored.exploration.siblings) == {graded.move, *graded.best}
    player.press("b")
    assert isinstance(player.state.screen, ReviewScreen)
    player.press("enter")
    assert isinstance(player.state.screen, SparringScreen)
    assert player.screen_on.position == graded.position
    player.play(str(graded.best[0]))
    assert player.game.thinking is not None
    saved = len(player.saved)
    player.answer()
    assert len(player.saved) == saved  # nothing of it is saved
    player.press("b")
    assert isinstance(player.state.screen, ReviewScreen)


def test_mistakes_are_retried_and_every_move_that_keeps_the_value_is_right() -> None:
    player = finished().press("v").press("y")
    mistake = study(player).mistake
    assert player.screen_on.position == mistake.position
    player.play(str(mistake.move))
    assert study(player).wrong is not None
    settled(player).press("enter")
    assert study(player).tries == 1
    for move in mistake.analysis.moves:
        if keeps_value(mistake.analysis, move):
            player = finished().press("v").press("y").play(str(move))
            assert study(player).fixed
    count = len(study(player).mistakes)
    for _ in range(count - 1):
        player.press("enter").play(str(study(player).mistake.best[0]))
    player.press("enter")
    assert isinstance(player.state.screen, ReviewScreen)
    assert player.said == "There are no more mistakes to fix."


def browsing() -> ScreenPlayer:
    player = finished()
    player.now += 1
    player.press("m")
    player.go_to("review")
    return player.press("enter")


def test_finished_games_are_listed_and_reviewed_from_the_menu() -> None:
    player = browsing()
    assert isinstance(player.state.screen, BrowseScreen)
    assert "2024-12-31 mini hard" in player.text
    player.press("enter")
    assert isinstance(player.state.screen, ReviewScreen)
    player.press("b", "b")
    assert player.at_menu


def test_mistakes_of_all_games_are_retried_and_old_ones_only_if_asked_for() -> None:
    player = browsing()
    player.store.keep(player.store.finished()[0].session())
    player.press("y")
    assert isinstance(player.state.screen, RetryScreen)
    mistakes = study(player).mistakes
    assert mistakes  # each position once, though two games have it
    assert len({m.position for m in mistakes}) == len(mistakes)
    player.play(str(mistakes[0].best[0]))
    assert len(player.store.fixed_mistakes()) == 1
    player.press("b", "b")
    player.press("enter").press("y")
    assert len(study(player).mistakes) == len(mistakes) - 1
    player.press("o")
    assert len(study(player).mistakes) == len(mistakes)


def test_old_mistakes_can_be_asked_for_when_all_are_fixed() -> None:
    player = browsing().press("y")
    for mistake in study(player).mistakes:
        player.play(str(mistake.best[0])).press("enter")
    assert isinstance(player.state.screen, BrowseScreen)
    player.press("b").press("enter").press("y")
    assert study(player).mistakes == ()
    assert "There are no more mistakes to fix" in player.text
    assert "o others too" in player.text
    player.press("o")
    assert study(player).takes_moves


def test_a_broken_game_of_the_archive_is_said_to_be() -> None:
    player = finished()
    player.store.keep(player.store.finished()[0].session(), moves="1-18")
    player.press("m")
    player.go_to("review")
    player.press("enter")
    assert "cannot be opened" in player.said


@pytest.mark.sampled(2)
@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 18), (40, 14)])
def test_studies_are_drawn_at_every_size(size: tuple[int, int]) -> None:
    for player in (
        puzzles(size=size),
        finished(size=size).press("v"),
        finished(size=size).press("v").press("y"),
        coached(size=size).press("a").play("6-9"),
    ):
        assert player.text.strip()
        player.press("?")
        assert player.text.strip()


def test_a_study_leaves_the_unfinished_game_to_be_continued() -> None:
    player = coached().play("6-8").answer()
    timeline = player.screen_on.timeline
    player.press("a", "m")
    assert player.at_menu
    assert player.state.unfinished is not None
    assert player.state.unfinished.timeline == timeline
    player.go_to("continue")
    assert player.press("enter").screen_on.timeline == timeline
    assert not player.state.insight


def test_time_does_not_go_backwards_while_a_game_waits() -> None:
    player = two_people().play("6-9").play("14-11")
    player.wait(65)
    assert "1:05" in player.text
    assert "1:05" in player.press("a", "a").text
    player.press("m").wait(30)
    assert "1:05" in player.press("escape").text
    assert "1:15" in player.wait(10).text


def test_puzzles_leave_the_unfinished_game_to_other_windows_until_the_menu_is_there(
    tmp_path: Path,
) -> None:
    session = Session.against(
        Timeline.begin(Position.start("english")).play("11-15"), Player("hard"), person_first=True
    )
    with Store(tmp_path) as other:
        other.save(session)
    screen = FakeScreen((80, 24))
    app = App(
        GameRequest(study=True),
        Store(tmp_path),
        screen,
        print,
        opening=[StudyAsked(get_variant("mini"))],
    )
    app.open()
    assert app.state.unfinished is None
    app.handle([Key("m")])
    assert isinstance(app.state.screen, MenuScreen)
    assert app.state.unfinished == session
    app.close()
