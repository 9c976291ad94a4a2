"""minicheckers regret: what a level gives away in mini."""

import json
from random import Random
from typing import Any

import pytest

from minicheckers import Move, Position
from minicheckers.coach.analysis import Analyst
from minicheckers.coach.review import Summary
from minicheckers.commands.regret import exact_positions, graded_choices, worst_choices
from minicheckers.rules.variant import MINI
from testing.running import ProgramInside

#: Few, and enough to tell the levels apart.
POSITIONS = "15"


def record(program: ProgramInside, *words: str) -> dict[str, Any]:
    done = program.run("regret", *words, "--positions", POSITIONS, "--json")
    assert done.returncode == 0
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def test_stronger_levels_give_less_away(program_inside: ProgramInside) -> None:
    easy, medium, expert = (record(program_inside, level) for level in ("easy", "2", "expert"))
    assert list(easy) == [
        "level",
        "variant",
        "positions",
        "given_away",
        "critical",
        "blunders",
        "seconds",
    ]
    assert (easy["level"], medium["level"], easy["positions"]) == ("easy", "medium", int(POSITIONS))
    assert easy["critical"] == medium["critical"] == expert["critical"]
    assert expert["given_away"] == expert["blunders"] == 0
    assert easy["given_away"] > medium["given_away"] > 0


def test_the_worst_choices_are_shown(program_inside: ProgramInside) -> None:
    shown = program_inside.run("regret", "easy", "--positions", POSITIONS).stdout
    lines = shown.splitlines()
    told = record(program_inside, "easy")
    assert f"{told['given_away']} pieces in {POSITIONS} positions" in lines[0]
    assert f"{told['blunders']} of {told['critical']} critical positions" in lines[0]
    assert len(lines) == 1 + 2 + 1 + 5
    for line in lines[4:]:
        fen, move, mark, best, *_ = line.split()
        legal = list(map(str, Position.from_fen(fen).legal_moves()))
        assert {move, best} <= set(legal)
        assert mark in ("?", "??")


@pytest.mark.parametrize("level", ["nobody", "original-001"])
def test_who_cannot_play_mini(program_inside: ProgramInside, level: str) -> None:
    done = program_inside.run("regret", level)
    assert (done.returncode, done.stdout) == (2, "")
    assert len(done.stderr.splitlines()) == 1


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

    best_choices, poor_choices = (list(graded_choices(how, sample())) for how in (best, worst))
    perfect, poor = Summary.of(best_choices), Summary.of(poor_choices)
    assert (perfect.given_away, perfect.kept, worst_choices(best_choices, 5)) == (
        0,
        perfect.critical,
        [],
    )
    assert perfect.critical == poor.critical > poor.kept == 0
    values = [analyst.analyse(position).moves.values() for position in sample()]
    assert poor.given_away == sum(max(moves) - min(moves) for moves in values)
    shown = worst_choices(poor_choices, 5)
    assert len(shown) == 5
    assert [choice.loss for choice in shown] == sorted((c.loss for c in shown), reverse=True)


def test_each_choice_is_told_as_it_is_made() -> None:
    asked: list[Position] = []

    def first(position: Position) -> Move:
        asked.append(position)
        return position.legal_moves()[0]

    for number, choice in enumerate(graded_choices(first, sample()[:5]), start=1):
        assert (choice.position, len(asked)) == (asked[-1], number)
    assert asked == sample()[:5]
