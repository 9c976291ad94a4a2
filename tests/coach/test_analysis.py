import time

import pytest

from minicheckers import Position
from minicheckers.coach.analysis import Analysis, Analyst
from minicheckers.coach.requests import Analyse, Coach
from minicheckers.engine.decision import Context
from minicheckers.engine.endings.table import Ending, Result
from minicheckers.engine.score import DECIDED
from minicheckers.engine.solver.solver import SearchStopped
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from testing.ending_positions import kings_walking

LARGE = ["towers", "english", "pikachu"]


def analyse(position: Position, depth: int | None = None) -> Analysis:
    return Analyst(position.variant, Limits(depth=depth)).analyse(position)


def test_mini_is_a_draw_in_which_one_move_loses_a_piece() -> None:
    analysis = analyse(Position.start("mini"))
    assert {str(move): value for move, value in analysis.moves.items()} == {
        "4-7": 0,
        "5-7": 0,
        "5-8": 0,
        "6-8": 0,
        "6-9": -1,
    }


@pytest.mark.parametrize("variant", LARGE)
def test_a_finished_game_is_lost_for_who_cannot_move(variant: str) -> None:
    analysis = analyse(Position.from_fen("W:W:B5", variant))
    assert analysis.value < -DECIDED
    assert analysis.moves == {}


@pytest.mark.parametrize("variant", LARGE)
def test_a_win_is_far_outside_the_range_of_estimates(variant: str) -> None:
    # The only white man can be captured at once; every other move lets it live.
    fen = {"towers": "B:W18:B14,1-3", "english": "B:W18:B14,1-3", "pikachu": "B:W28:B20,1"}[variant]
    position = Position.from_fen(fen, variant)
    analysis = analyse(position, depth=1)
    best, *others = analysis.moves.items()
    assert best[0].captured
    assert best[1] > DECIDED
    assert all(abs(value) < DECIDED for _, value in others)


@pytest.mark.parametrize("variant", ["towers", "english"])
def test_an_ending_is_known_exactly(variant: str) -> None:
    position = Position.from_fen("W:WK32,K31:BK1,K2", variant)
    analysis = analyse(position, depth=1)
    assert analysis.exact
    assert analysis.ending == Ending(Result.DRAW, None)
    assert list(analysis.endings) == list(analysis.moves)
    assert {ending.score for ending in analysis.endings.values()} == set(analysis.moves.values())


def test_a_game_that_has_stood_still_too_long_is_no_longer_won() -> None:
    won = Position.from_fen("B:WK32:BK1,K2", "english")
    there_and_back = [won]
    for move in ("1-5", "32-28", "5-1", "28-32"):
        there_and_back.append(there_and_back[-1].play(move))
    history = tuple(there_and_back[:-1]) * 19
    analyst = Analyst(won.variant)
    fresh, late = analyst.analyse(won), analyst.analyse(won, Context(history=history))
    assert fresh.ending is not None
    assert fresh.ending.result is Result.WIN
    assert late.ending == Ending(Result.DRAW, None)


def test_a_win_that_comes_too_late_is_told_as_the_draw_it_is_unless_nobody_waits() -> None:
    *before, here = kings_walking(60, seed=1)
    analyst = Analyst(here.variant)
    late = analyst.analyse(here, Context(history=tuple(before)))
    assert late.exact
    assert late.ending == Ending(Result.DRAW, None)
    with pytest.raises(SearchStopped):
        analyst.analyse(here, Context(history=tuple(before), stopped=lambda: True))


def test_the_coach_passes_on_what_is_known_so_far() -> None:
    heard: list[Analysis] = []
    request = Analyse(Timeline.begin(Position.start("english")))
    last = Coach(Limits(depth=60)).answer(request, heard.append, lambda: len(heard) >= 2)
    assert [analysis.depth for analysis in heard] == [1, 2]
    assert (last.depth, last.moves) == (2, heard[-1].moves)


def test_a_depth_is_kept() -> None:
    assert analyse(Position.start("english"), depth=5).depth == 5


def test_a_time_is_kept_and_used() -> None:
    analyst = Analyst(Position.start("english").variant, Limits(0.4))
    started = time.process_time()
    analysis = analyst.analyse(Position.start("english"), Context(clock=time.process_time))
    assert 0.2 <= time.process_time() - started < 0.4 + 0.05
    assert analysis.depth > 2


def stop_soon() -> Context:
    latest = time.process_time() + 0.1
    return Context(stopped=lambda: time.process_time() > latest)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("variant", LARGE)
def test_a_wish_to_stop_is_heard(variant: str) -> None:
    position = Position.start(variant)
    started = time.process_time()
    analysis = Analyst(position.variant, Limits(depth=60)).analyse(position, stop_soon())
    assert analysis.moves
    assert time.process_time() - started < 0.1 + 0.05


def test_a_wish_to_stop_ends_a_proof() -> None:
    # Set up by hand, so that it is not in the opening table: a matter of seconds.
    position = Position.from_fen("B:W12-18:B1-7")
    started = time.process_time()
    with pytest.raises(SearchStopped):
        Analyst(position.variant).analyse(position, stop_soon())
    assert time.process_time() - started < 0.1 + 0.05
