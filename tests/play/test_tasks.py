"""Puzzles, lessons, reviews, mistakes, analyses and recorded games as steps."""

import datetime
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from minicheckers.coach.lessons import lessons
from minicheckers.coach.puzzles import Puzzle
from minicheckers.coach.requests import FindMistakes, PuzzleOrder, Refute
from minicheckers.coach.review import GradedMove
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.play.analysis import Exploring
from minicheckers.play.effects import (
    CoachAnswered,
    CoachFailed,
    Consult,
    CountPuzzle,
    MistakeFixed,
    Say,
    StopConsulting,
)
from minicheckers.play.lesson import Learning
from minicheckers.play.puzzle import Puzzling
from minicheckers.play.recorded import Replaying
from minicheckers.play.retry import Retrying
from minicheckers.play.review import Reviewing
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour, get_variant
from testing.positions import games_with_lessons
from testing.store_games import begun, played
from testing.world import COACH, World

MINI = get_variant("mini")
#: Black gives a piece away at once, White gives it back.
BLUNDERS = ("6-9", "15-12", "5-8", "12x5")


def game(*moves: str) -> Session:
    return Session(replayed(Position.start(), moves or BLUNDERS), PERSON, Player("easy"))


def wrong_move(puzzles: Puzzling) -> Move:
    assert puzzles.solving is not None
    legal = puzzles.timeline.position.legal_moves()
    return next(move for move in legal if move != puzzles.solving.wanted)


# Puzzles


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def puzzles(world: World) -> Puzzling:
    return world.settle(Puzzling.begin(PuzzleOrder(MINI, seed=3, limit=2)))


def test_a_puzzle_is_solved_at_once_and_counts_as_clean(world: World, puzzles: Puzzling) -> None:
    puzzle = solution(puzzles)
    assert puzzles.task().startswith(puzzle.position.turn.capitalize())
    for move in puzzle.line[::2]:
        assert puzzles.takes_moves
        puzzles = world.settle(puzzles.try_move(move))
    assert puzzles.is_solved
    assert puzzles.timeline.played == puzzle.line
    assert world.of_kind(CountPuzzle) == [CountPuzzle(puzzle.id, puzzle.difficulty, clean=True)]
    assert puzzles.record is not None
    assert puzzles.record.streak == 1
    line = puzzles.shared_line(ascii=True)
    assert "streak 1" in line
    assert not any(str(move) in line for move in puzzle.line)
    with pytest.raises(ValueError, match="no move to find"):
        puzzles.try_move(puzzle.line[0])


def solution(puzzles: Puzzling) -> Puzzle:
    assert puzzles.solving is not None
    return puzzles.solving.puzzle


def test_a_wrong_move_is_refuted_counts_once_and_may_be_tried_again(
    world: World, puzzles: Puzzling
) -> None:
    move = wrong_move(puzzles)
    for _ in range(2):
        assert not puzzles.try_again().wrong
        refuted = world.settle(puzzles.try_move(move))
        assert refuted.wrong is not None
        assert refuted.wrong.refutation is not None
        assert refuted.task().startswith(f"{move} is wrong")
        assert not refuted.takes_moves
        with pytest.raises(ValueError, match="no move to find"):
            refuted.try_move(move)
        puzzles = refuted.try_again()
    assert [effect.clean for effect in world.of_kind(CountPuzzle)] == [False]
    assert isinstance(world.of_kind(Consult)[-1].request, Refute)


def test_help_with_a_puzzle_counts_against_it(world: World, puzzles: Puzzling) -> None:
    wanted = solution(puzzles).solution
    hinted = world.settle(puzzles.hint())
    assert world.said == [f"Look at the piece on {wanted.start}."]
    shown = world.settle(hinted.show())
    assert world.said[-1] == f"The right move is {wanted}."
    assert shown.timeline.played[0] == wanted
    assert [effect.clean for effect in world.of_kind(CountPuzzle)] == [False]


def test_puzzles_follow_each_other_to_the_last(world: World, puzzles: Puzzling) -> None:
    first = solution(puzzles)
    second = world.settle(puzzles.next())
    assert solution(second) != first
    assert len(world.of_kind(CountPuzzle)) == 1, "one that is left unsolved counts, too"
    last = world.settle(second.next())
    assert last.ended
    assert last.task() == last.ended


def test_where_there_is_no_puzzle_that_is_told(world: World) -> None:
    puzzles, _ = Puzzling.begin(PuzzleOrder(MINI))
    assert not puzzles.takes_moves
    for step in (puzzles.hint, puzzles.show):
        with pytest.raises(ValueError, match="no move to find"):
            step()
    ended, effects = puzzles.hear(CoachFailed("there are none"))
    assert ended.ended == "there are none"
    assert effects == (Say("there are none", "warning"),)


def test_the_puzzle_of_a_day_says_so(world: World) -> None:
    day = datetime.date(2027, 1, 1)
    puzzles = world.settle(Puzzling.begin(PuzzleOrder(MINI, day=day, limit=1)))
    assert "2027-01-01" in puzzles.shared_line(ascii=True)


# Lessons


@pytest.mark.parametrize("variant", games_with_lessons())
def test_lessons_are_done_one_after_the_other(variant: str, world: World) -> None:
    learning = Learning.begin(get_variant(variant))
    for number, lesson in enumerate(lessons(get_variant(variant)), start=1):
        assert learning.heading().startswith(f"Lesson {number} of ")
        assert lesson.task in learning.task()
        learning = world.settle(learning.show())
        assert str(lesson.accepted()[0]) in world.said[-1]
        learning = world.settle(learning.try_move(lesson.accepted()[0]))
        assert lesson.learned in learning.task()
        with pytest.raises(ValueError, match="done"):
            learning.try_move(lesson.accepted()[0])
        learning = world.settle(learning.next())
    assert learning.ended
    with pytest.raises(ValueError, match="last lesson"):
        learning.next()


def test_what_a_lesson_did_not_ask_for_is_told() -> None:
    free = next(
        (learning, move)
        for learning in all_lessons()
        for move in learning.lesson.position.legal_moves()
        if move not in learning.lesson.accepted()
    )
    learning, move = free
    after, effects = learning.try_move(move)
    assert after == learning
    assert isinstance(effects[0], Say)
    with pytest.raises(ValueError, match="no square"):
        learning.try_move(Move((1, 99)))


def all_lessons() -> list[Learning]:
    found = []
    for variant in games_with_lessons():
        learning = Learning.begin(get_variant(variant))
        while not learning.ended:
            found.append(learning)
            learning, _ = learning.next()
    return found


# Reviews


@pytest.fixture
def reviewed(world: World) -> Reviewing:
    return world.settle(Reviewing.begin(game()))


def test_a_review_grades_every_move_and_steps_through_them(reviewed: Reviewing) -> None:
    assert reviewed.review is not None
    assert len(reviewed.graded) == len(BLUNDERS)
    start = reviewed.walk(-99)
    assert start.timeline.ply == 0
    assert start.graded_here is None
    assert start.graded_next is reviewed.graded[0]
    first = start.to_mistake(1)
    assert first.is_at_mistake
    assert first.graded_here is not None
    assert str(first.graded_here.move) == "6-9"
    with pytest.raises(ValueError, match="no mistake before"):
        first.to_mistake(-1)
    assert {graded.colour for graded in reviewed.own_mistakes} == {Colour.BLACK}


def test_a_review_is_there_bit_by_bit() -> None:
    begun_, _ = Reviewing.begin(game())
    whole = COACH.answer(FindMistakes(((game().timeline, Colour.BLACK),)))
    some, _ = begun_.hear(CoachAnswered(whole[:1], False))
    assert some.graded == whole[:1]
    assert some.review is None
    with pytest.raises(ValueError, match="no move to review"):
        Reviewing.begin(begun())
    after, effects = some.hear(CoachFailed("no room"))
    assert after.graded == whole[:1]
    assert isinstance(effects[0], Say)


def test_a_mistake_is_refuted_and_its_lines_can_be_analysed(
    world: World, reviewed: Reviewing
) -> None:
    mistake = reviewed.walk(-99).to_mistake(1)
    refuted = world.settle(mistake.ask_refutation())
    assert refuted.refutation is not None
    lines = {path[0] for path in refuted.lines().lines()}
    assert graded(refuted).move in lines
    assert set(graded(refuted).best) < lines
    with pytest.raises(ValueError, match="not a mistake"):
        reviewed.walk(-99).ask_refutation()


def graded(reviewing: Reviewing) -> GradedMove:
    assert reviewing.graded_here is not None
    return reviewing.graded_here


def test_a_game_is_played_on_from_before_the_mistake(reviewed: Reviewing) -> None:
    session = reviewed.walk(-99).to_mistake(1).play_out()
    assert session.position == Position.start()
    assert session.person is Colour.BLACK
    over = Session(replayed(Position.from_fen("B:W8:B6"), ["6x11"]), PERSON, PERSON)
    with pytest.raises(ValueError, match="over here"):
        Reviewing.begin(over)[0].play_out()


# Mistakes


def test_mistakes_are_fixed_by_any_move_that_keeps_the_value(
    world: World, reviewed: Reviewing
) -> None:
    retrying = reviewed.retry()
    assert retrying.heading().startswith("Mistake 1 of ")
    assert "You played 6-9, which loses by 1 piece. Four other moves draw." in retrying.story()
    refuted = world.settle(retrying.try_move(Position.start().find("6-9")))
    assert refuted.wrong is not None
    assert refuted.tries == 1
    assert refuted.task().startswith("6-9 is wrong")
    shown = world.settle(refuted.try_again().show())
    assert "4-7" in world.said[-1]
    for text in ("4-7", "5-7", "5-8", "6-8"):
        fixed = world.settle(shown.try_move(Position.start().find(text)))
        assert fixed.fixed
        assert isinstance(world.asked[-1], MistakeFixed)
    while not fixed.ended:
        fixed = world.settle(fixed.next())
    assert fixed.mistake is None
    with pytest.raises(ValueError, match="no move to find now"):
        fixed.show()
    with pytest.raises(ValueError, match="no move to find"):
        fixed.try_move(Position.start().find("4-7"))


def found_in(*games: Session) -> tuple[GradedMove, ...]:
    found = COACH.answer(FindMistakes(tuple((one.timeline, Colour.BLACK) for one in games)))
    assert isinstance(found, tuple)
    return found


class Kept(NamedTuple):
    """A game in an archive."""

    headline: str
    game: Session | None

    def session(self) -> Session:
        if self.game is None:
            raise ValueError("it is broken")
        return self.game


def test_mistakes_of_several_games_come_as_they_are_found_and_keep_their_places() -> None:
    first, second = game(), game("6-9", "14-11", "2-6")
    kept: Any = [Kept("latest", first), Kept("broken", None), Kept("older", second)]
    retrying, effects = Retrying.of_kept(kept, frozenset())
    assert isinstance(effects[0], Consult)
    assert not retrying.takes_moves
    assert retrying.where() == ""
    some, _ = retrying.hear(CoachAnswered(found_in(first), False))
    assert some.takes_moves
    assert some.where() == "latest, move 1"
    second_one, _ = some.next()
    assert second_one.mistake is not None
    everything = (*found_in(first), *found_in(second))
    assert everything[0].position in [other.position for other in found_in(second)]
    more, _ = second_one.hear(CoachAnswered(everything, True))
    assert more.mistake == second_one.mistake, "what is on the board stays there"
    assert len({found.position for found in more.mistakes}) == len(more.mistakes)
    last = replace(more, index=len(more.mistakes) - 1)
    assert last.where() == "older, move 2"
    alone = Retrying.of_review(found_in(second))
    assert alone.where() == "move 1"


def test_mistakes_fixed_before_come_again_only_if_wanted(world: World) -> None:
    mine: Any = [Kept("mine", game())]
    retrying = world.settle(Retrying.of_kept(mine, frozenset()))
    fixed = world.settle(retrying.try_move(Position.start().find("4-7")))
    (name,) = [effect.name for effect in world.of_kind(MistakeFixed)]
    later = world.settle(Retrying.of_kept(mine, frozenset([name])))
    assert fixed.mistake not in later.mistakes
    again, _ = later.repeat_old()
    assert fixed.mistake in again.mistakes
    with pytest.raises(ValueError, match="already"):
        again.repeat_old()
    everything = world.settle(Retrying.of_kept(mine, frozenset([name]), repeat=True))
    assert fixed.mistake in everything.mistakes
    with pytest.raises(ValueError, match="not finished a game"):
        Retrying.of_kept((), frozenset())
    with pytest.raises(ValueError, match="no mistake"):
        Retrying.of_review(())


# Analysis


def test_an_analysis_goes_back_and_forth_in_branches(world: World) -> None:
    exploring, effects = Exploring.of(Timeline.begin(Position.start()), insight=False)
    assert effects == ()
    start = Position.start()
    tried = world.settle(exploring.try_move(start.find("6-9")))
    other = world.settle(world.settle(tried.back()).try_move(start.find("4-7")))
    assert str(other.other_branch()[0].timeline.last_move) == "6-9"
    assert len(list(other.exploration.lines())) == 2
    assert world.settle(world.settle(tried.back()).forward()).timeline == tried.timeline
    for nothing in (exploring.back, exploring.forward, exploring.other_branch):
        with pytest.raises(ValueError, match="no "):
            nothing()
    elsewhere, _ = other.set_fen("W:W18:B1,5")
    assert elsewhere.timeline.position.fen() == "W:W18:B1,5"
    with pytest.raises(ValueError, match="nonsense"):
        other.set_fen("nonsense")
    assert world.of_kind(Consult) == []


def test_an_analysis_tells_values_and_hints(world: World) -> None:
    exploring, _ = Exploring.of(Timeline.begin(Position.start()), insight=False)
    valued = world.settle(exploring.ask_values())
    world.settle(valued.ask_hint())
    assert "6-9 loses by 1 piece" in world.said[-2]
    assert world.said[-1] == "Look at the piece on 4."
    shown = world.settle(exploring.toggle_insight())
    assert shown.advice.analysis is not None
    after = world.settle(shown.try_move(Position.start().find("6-9")))
    assert after.advice.analysis is not None
    over, _ = exploring.set_fen("W:W:B5")
    for ask in (over.ask_hint, over.ask_values):
        with pytest.raises(ValueError, match="no move to choose"):
            ask()
    assert isinstance(exploring.hear(CoachFailed("no room"))[1][0], Say)


# Recorded games


def test_a_recorded_game_is_stepped_through(world: World) -> None:
    recorded = game()
    start = replace(recorded, timeline=recorded.timeline.at(0))
    replaying = Replaying.of(start, None, insight=False)
    second = world.settle(replaying.walk(2))
    assert second.timeline.ply == 2
    assert world.settle(second.walk(-99)).timeline.ply == 0
    assert world.settle(second.walk(99)).timeline.ply == len(BLUNDERS)
    with pytest.raises(ValueError, match="beginning"):
        replaying.walk(-1)
    asked, effects = replaying.ask_values()
    assert isinstance(effects[-1], Consult)
    assert isinstance(asked.walk(1)[1][0], StopConsulting)
    assert world.settle((asked, effects)).advice.final
    assert "6-9 loses by 1 piece" in world.said[-1]
    assert world.settle(replaying.ask_hint()).advice.hint is not None
    shown = world.settle(replaying.toggle_insight())
    assert shown.advice.analysis is not None


def test_a_recorded_game_is_played_on_as_the_side_to_move() -> None:
    recorded = game()
    replaying, _ = Replaying.of(recorded, None, insight=False).walk(-3)
    session = replaying.play_on(Player("hard"))
    assert session.person is Colour.WHITE
    assert session.timeline.moves == recorded.timeline.moves[:1]
    over = played(begun(), 1000)
    end = Replaying.of(over, None, insight=False)
    with pytest.raises(ValueError, match="over here"):
        end.play_on(Player("hard"))
    for ask in (end.ask_hint, end.ask_values):
        with pytest.raises(ValueError, match="no move to choose"):
            ask()
