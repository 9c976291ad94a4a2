"""Whoever asks the coach, and however often, gets the same answer."""

from random import Random

import pytest

from minicheckers import Position
from minicheckers.coach.analysis import DEEPER, Analyst
from minicheckers.coach.chances import (
    BLUNDER,
    SLIP,
    WINNING,
    chances,
    changes_result,
    costs_something,
    loss,
    percent,
)
from minicheckers.coach.refutation import Refutation, sentence, warning
from minicheckers.coach.requests import Analyse, Coach, GradeGame, Refute
from minicheckers.coach.review import Grade, grade, judge, review
from minicheckers.engine.decision import Context
from minicheckers.engine.score import Score
from minicheckers.game.player import NO_LIMITS, Limits, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.opponents.registry import strategy_of
from minicheckers.rules.variant import ENGLISH, RUSSIAN, Variant
from testing.positions import random_game

FEW = Limits(nodes=1500)
GOOD = {Grade.BEST, Grade.GOOD, Grade.FORCED}


def random_line(variant: Variant, seed: int, plies: int = 30) -> Timeline:
    random, line = Random(seed), Timeline.begin(Position.start(variant))
    while line.outcome is None and line.ply < plies:
        line = line.play(random.choice(line.position.legal_moves()))
    return line


def never() -> bool:
    return False


@pytest.mark.parametrize("variant", [ENGLISH, RUSSIAN], ids=str)
def test_a_look_does_not_depend_on_what_was_asked_before(variant: Variant) -> None:
    line, coach, stranger = random_line(variant, 2), Coach(FEW), Analyst(variant, FEW)
    plies = [*range(line.ply)]
    Random(1).shuffle(plies)
    for ply in plies:
        here = line.at(ply)
        asked = coach.answer(Analyse(here))
        found = stranger.analyse(here.position, Context(here.history))
        assert (asked, asked.nodes, asked.lines) == (found, found.nodes, found.lines)
        assert coach.answer(Analyse(here)) is asked


def test_only_what_may_return_belongs_to_the_question() -> None:
    line = replayed(Position.start("english"), ["11-15", "22-18"])
    analyst = Analyst(ENGLISH, FEW)
    with_history = analyst.analyse(line.position, Context(line.history))
    assert analyst.analyse(line.position) is with_history


def test_a_look_that_was_stopped_is_not_remembered() -> None:
    position, analyst, asked = Position.start("english"), Analyst(ENGLISH, FEW), iter(range(9))
    short = analyst.analyse(position, Context(stopped=lambda: next(asked, 9) > 3))
    assert analyst.analyse(position).depth > short.depth


def test_where_there_is_no_choice_a_look_is_short() -> None:
    position = Position.from_fen("B:W18,25,26,30:B14,1,2,3,4,5", "english")
    assert len(position.legal_moves()) == 1
    assert Analyst(ENGLISH, Limits(nodes=8000)).analyse(position).nodes <= 1000


def test_board_board_again_and_command_agree_and_no_hint_is_a_mistake() -> None:
    mistakes = 0
    for seed in range(3):
        line, coach, command = random_line(ENGLISH, seed), Coach(FEW), Analyst(ENGLISH, FEW)
        hints = {ply: coach.answer(Analyse(line.at(ply))).best[0] for ply in range(line.ply)}
        board, again = (coach.answer(GradeGame(line)) for _ in range(2))
        assert board == again == review(line, command)
        for ply, move in hints.items():
            assert judge(line.at(ply), move, command, never).grade in GOOD
        for graded in board.mistakes():
            mistakes += 1
            refuted = coach.answer(Refute(graded.line, graded.move))
            assert refuted.graded == graded
            assert graded.accepts(graded.best[0])
            assert graded.accepts(hints[graded.ply - 1]), "a retry takes what a hint would say"
            assert not graded.accepts(graded.move)
    assert mistakes > 5


def test_of_two_looks_the_smaller_loss_counts() -> None:
    seen = set()
    for seed in range(4):
        line, analyst = random_line(ENGLISH, seed, 24), Analyst(ENGLISH, Limits(nodes=400))
        for ply, move in enumerate(line.moves):
            here = line.at(ply)
            graded = judge(here, move, analyst, never)
            first = grade(here, move, analyst.analyse(here.position, Context(here.history)))
            assert len(graded.looks) == 1 + first.grade.is_mistake
            if not first.grade.is_mistake:
                continue
            context = Context(here.history)
            second = grade(
                here,
                move,
                Analyst(ENGLISH, Limits(nodes=400 * DEEPER)).analyse(here.position, context),
            )
            assert graded.loss == min(first.loss, second.loss)
            assert graded.is_doubtful == (second.grade in GOOD)
            seen.add(graded.is_doubtful)
    assert seen == {True, False}


def test_the_curve_is_even_at_nought_and_certain_only_where_it_is_decided() -> None:
    assert chances(0) == 50
    assert chances(120) + chances(-120) == pytest.approx(100)
    assert (percent(9000), percent(-9000)) == (99, 1)
    assert (percent(Score.won(5)), percent(Score.lost(5))) == (100, 0)
    values = [chances(value) for value in range(-900, 900, 10)]
    assert values == sorted(values)


def test_what_is_a_slip_and_what_a_blunder() -> None:
    even = next(v for v in range(-400, 0) if loss(0, v, exact=False) < SLIP)
    assert not costs_something(0, even, exact=False)
    assert costs_something(0, even - 1, exact=False)
    assert not changes_result(0, even - 1, exact=False)
    worse = next(v for v in range(0, -400, -1) if loss(0, v, exact=False) >= BLUNDER)
    assert changes_result(0, worse, exact=False)
    # Who still has a won game has made no mistake, whatever else there was.
    kept = next(v for v in range(400) if chances(v) >= WINNING)
    assert loss(Score.won(3), kept, exact=False) >= SLIP
    assert not costs_something(Score.won(3), kept, exact=False)
    assert costs_something(Score.won(3), kept - 1, exact=False)


def test_a_warning_says_what_is_forced_and_how_the_chances_fall() -> None:
    position = Position.from_fen("B:W22,30,31,32,29,27:B1,2,3,4,11,14", "english")
    line = Timeline.begin(position)
    found = Coach(Limits(nodes=20_000)).answer(Refute(line, position.find("14-18")))
    assert found.graded.why is not None
    assert sentence(found).startswith("14-18 loses a man to 22x15")
    assert "Your winning chances fall from " in warning(found)
    assert str(found.graded.best[0]) not in warning(found)
    assert found.replies == found.graded.why.line


def test_a_move_is_called_wrong_only_where_it_is() -> None:
    for position in [*random_game(ENGLISH, Random(3))][4:40:6]:
        if len(position.legal_moves()) < 2:
            continue
        line, analyst = Timeline.begin(position), Analyst(ENGLISH, Limits(depth=3))
        for move, value in analyst.analyse(position).moves.items():
            graded = grade(line, move, analyst.analyse(position))
            told = sentence(Refutation(graded, ()))
            assert ("is wrong" in told) == (graded.grade is Grade.BLUNDER), value


@pytest.mark.parametrize("limits", [FEW, pytest.param(NO_LIMITS, marks=pytest.mark.slow)])
def test_a_game_with_hints_alone_has_no_mistake_of_its_own(limits: Limits) -> None:
    """The game of `--variant english --level medium --first you --seed 5`."""
    start, computer = Timeline.begin(Position.start("english")), Player("medium")
    session = Session.against(start, computer, person_first=True, seed=5)
    coach = Coach(limits)
    here = start.position.turn
    strategy = strategy_of(computer, ENGLISH, session.seed_of(here.other))
    line = session.timeline
    while line.outcome is None:
        if line.position.turn is here:
            line = line.play(coach.answer(Analyse(line)).best[0])
        else:
            line = line.play(strategy.choose(line.position, Context(line.history)).move)
    found = review(line, Analyst(ENGLISH, limits))
    assert not found.mistakes(here)
    assert line.outcome.winner is not here.other
