"""The coach beside a game: one question before a move that throws the result away."""

import re

import pytest

from minicheckers.coach.analysis import Analyst
from minicheckers.coach.chances import changes_result
from minicheckers.coach.refutation import Refutation
from minicheckers.coach.review import grade
from minicheckers.rules.variant import MINI
from minicheckers.storage.store import Store
from testing.desk_runner import run
from testing.everywhere import against as in_words
from testing.game_player import AtGame, ByHand, against

#: 6-9 loses by one piece, every other first move draws.
BLUNDER, SOUND = "6-9", "6-8"


def warned() -> AtGame:
    return against(warns=True).play(BLUNDER).look()


@pytest.mark.parametrize(("warns", "move"), [(True, SOUND), (False, BLUNDER)])
def test_a_move_is_played_at_once_that_keeps_the_result_or_where_nobody_asks(
    warns: bool, move: str
) -> None:
    player = against(warns=warns).play(move)
    assert player.moves == [move]
    assert not player.session.helped


def test_a_move_that_throws_the_result_away_is_asked_about() -> None:
    player = warned()
    asked = player.app.overlay.text  # type: ignore[union-attr]
    assert re.match(rf"{BLUNDER} loses by 1 piece after \d+-\d+\. Four other moves draw", asked)
    reply = re.findall(r"after (\S+)\.", asked)[0]
    best = Analyst(MINI).analyse(player.game.position.play(BLUNDER)).best
    assert reply in map(str, best)
    assert player.moves == []
    assert player.session.helped


@pytest.mark.parametrize("key", ["n", "enter", "escape"])
def test_it_can_be_taken_back(key: str) -> None:
    player = warned().press(key)
    assert player.moves == []
    assert player.on.takes_moves
    assert player.play(SOUND).moves == [SOUND]


def test_or_insisted_upon_and_is_asked_only_once() -> None:
    player = warned().press("y")
    assert player.moves == [BLUNDER]
    assert player.answer().on.takes_moves
    assert warned().press("n").play(BLUNDER).moves == [BLUNDER]


def test_another_bad_move_is_asked_about_too() -> None:
    player = against(fen="B:W13,14,16,17:B1,4,8,3", warns=True)
    analysis = Analyst(MINI).analyse(player.game.position)
    bad = [
        move
        for move in analysis.moves
        if changes_result(analysis.value, analysis.moves[move], True)
    ]
    assert len(bad) >= 2
    for move in bad[:2]:
        player.play(str(move)).look()
        assert str(move) in player.app.overlay.text  # type: ignore[union-attr]
        player.press("n")


def test_while_the_coach_looks_the_move_can_be_taken_back() -> None:
    player = against(warns=True)
    player.app.coaching = coach = ByHand(player.app.post)
    player.play(BLUNDER)
    assert f"The coach is checking {BLUNDER}" in player.text
    assert "checking" in player.press(":").said
    player.press("escape")
    assert player.game.pending is None
    assert player.moves == []
    player.press("n").play(BLUNDER)
    line, known = player.game.timeline, Analyst(MINI).analyse(player.game.position)
    coach.heard(known, True)
    coach.heard(Refutation(grade(line, line.position.find(BLUNDER), known), ()), True)
    assert "Are you sure?" in player.send().text


def test_a_coach_that_fails_holds_nobody_up() -> None:
    player = against(warns=True)
    player.app.coaching = coach = ByHand(player.app.post)
    player.play(BLUNDER)
    coach.failed("no room")
    assert player.send().moves == [BLUNDER]
    assert player.said == "No room."


def test_in_words_the_move_typed_again_is_played(store: Store) -> None:
    _, said = run(in_words(), store, BLUNDER, BLUNDER, "quit")
    assert said.count(f"{BLUNDER} loses by 1 piece") == 1
    assert f"You play {BLUNDER}" in said
