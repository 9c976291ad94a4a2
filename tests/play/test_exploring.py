"""Exploring: stepping back and forth through lines never loses a branch."""

from random import Random

import pytest

from minicheckers.activities.exploration import Exploration
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI


def begin() -> Exploration:
    return Exploration.begin(Position.start(MINI))


def lines(explored: Exploration) -> list[str]:
    return [" ".join(map(str, path)) for path in explored.lines()]


def test_a_game_is_the_first_line() -> None:
    line = Timeline.begin(Position.start(MINI)).play("6-9").play("14-11")
    explored = Exploration.of(line)
    assert explored.position == line.position
    assert lines(explored) == ["6-9 14-11"]
    assert lines(explored.back().play("13-10")) == ["6-9 14-11", "6-9 13-10"]


def test_branches_are_kept_and_gone_round() -> None:
    explored = begin().play("6-9").play("14-11").back().play("13-10")
    assert [str(move) for move in explored.siblings] == ["14-11", "13-10"]
    assert str(explored.other_branch().timeline.last_move) == "14-11"
    assert explored.other_branch().other_branch() == explored
    first = explored.back().back().play("5-8").back().play("6-9")
    assert [str(move) for move in first.tried] == ["14-11", "13-10"]
    assert str(first.forward().timeline.last_move) == "14-11"


def test_what_cannot_be_is_said() -> None:
    with pytest.raises(ValueError, match="no move to undo"):
        begin().back()
    with pytest.raises(ValueError, match="no move to redo"):
        begin().forward()
    with pytest.raises(ValueError, match="no other move here"):
        begin().play("6-9").other_branch()
    with pytest.raises(ValueError, match="7-9"):
        begin().play("7-9")


def test_whatever_is_done_no_line_is_lost() -> None:
    random = Random(3)
    explored, known = begin(), set()
    for _ in range(400):
        moves = explored.position.legal_moves() if explored.timeline.outcome is None else ()
        try:
            match random.choice(["play", "play", "back", "branch"]):
                case "back":
                    explored = explored.back()
                case "branch":
                    explored = explored.other_branch()
                case _ if moves:
                    explored = explored.play(random.choice(moves))
        except ValueError:
            continue
        known.add(explored.timeline.played)
        position = explored.timeline.start
        for move in explored.timeline.played:
            position = position.play(move)
        assert position == explored.position
    paths = set(explored.lines())
    assert all(any(path[: len(part)] == part for path in paths) for part in known)
