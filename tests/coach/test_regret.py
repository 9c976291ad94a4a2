"""Regret: what is given away, against the exact values of mini."""

from random import Random

from minicheckers import Move, Position
from minicheckers.coach.analysis import Analyst
from minicheckers.coach.regret import exact_positions, regret
from minicheckers.rules.variant import MINI


def sample() -> list[Position]:
    return list(exact_positions(40, Random(3)))


def test_the_positions_are_the_same_for_everybody_and_leave_a_choice() -> None:
    assert sample() == sample()
    assert len(set(sample())) == 40
    assert all(len(position.legal_moves()) > 1 for position in sample())


def test_the_best_give_nothing_away_and_the_worst_all_there_is() -> None:
    analyst = Analyst(MINI)

    def best(position: Position) -> Move:
        return next(iter(analyst.analyse(position).moves))

    def worst(position: Position) -> Move:
        return list(analyst.analyse(position).moves)[-1]

    perfect, poor = regret(best, iter(sample())), regret(worst, iter(sample()))
    assert (perfect.given_away, perfect.blunders, perfect.worst(5)) == (0, 0, [])
    assert perfect.critical == poor.critical == poor.blunders > 0
    values = [analyst.analyse(position).moves.values() for position in sample()]
    assert poor.given_away == sum(max(moves) - min(moves) for moves in values)
    shown = poor.worst(5)
    assert len(shown) == 5
    assert [choice.loss for choice in shown] == sorted((c.loss for c in shown), reverse=True)


def test_each_choice_is_told_as_it_is_made() -> None:
    told: list[object] = []
    found = regret(lambda position: position.legal_moves()[0], iter(sample()[:5]), told.append)
    assert tuple(told) == found.choices
