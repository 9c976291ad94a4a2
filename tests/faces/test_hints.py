"""The coach beside a game: hints in steps, every move's value, and what counts as help."""

import re
from collections.abc import Callable
from typing import Any

import pytest

from minicheckers.activities.activity import Activity
from minicheckers.activities.analysis import Analysis
from minicheckers.activities.think import Think
from minicheckers.coach.requests import Analyse
from minicheckers.storage.store import Store
from testing.desk_runner import run
from testing.everywhere import against as in_words
from testing.game_player import AtGame, ByHand, against, two_people, watching


def test_a_hint_comes_in_three_steps_and_enter_plays_it() -> None:
    player = against().press("c")
    assert re.fullmatch(r"Look at the piece on \d+\.", player.said)
    start = int(re.findall(r"\d+", player.said)[0])
    assert player.study.shown_hint() == (start,)
    assert player.on.focus == start
    hinted = player.game.found_hint.move
    assert player.press("c").said == f"Play {hinted}."
    assert player.study.shown_hint() == hinted.path
    assert "draw" in player.press("c").said
    assert player.press("c").said.startswith((str(hinted), "Every"))
    assert player.press("enter").moves == [str(hinted)]


def test_escape_and_a_move_forget_the_hint() -> None:
    for keys in (("escape",), (":", "6", "-", "9", "enter")):
        player = against().press("c", "c", *keys)
        assert player.study.shown_hint() == ()
        assert player.game.hint_step == 0


def test_a_hint_is_only_for_a_person_to_move() -> None:
    player = against().play("6-9")
    assert "computer's turn" in player.press("c").said
    over = against(fen="B:W8:B5").play("5x12").look().press("escape", "c")
    assert "over" in over.said
    for game in (player.game, over.game):
        with pytest.raises(ValueError, match=r"turn|over"):
            game.values()


@pytest.mark.parametrize(
    ("do", "helps"),
    [
        (lambda player: player.press("c"), True),
        (lambda player: player.press("i"), True),
        (lambda player: player.game.values(), True),
        (lambda player: player.press("a", "b"), True),
        (lambda player: player.press("w", "b"), True),
        (lambda player: player.press("d", "escape"), False),
        (lambda player: player.press("u", "f"), False),
    ],
)
def test_what_counts_as_help(do: Callable[[AtGame], object], helps: bool) -> None:
    player = against()
    do(player)
    player.settled()
    assert player.session.helped is helps
    assert player.play("4-7").store.games_saved[-1].helped is helps
    friends = two_people()
    do(friends)
    assert not friends.session.helped, "two people are not counted"


@pytest.mark.parametrize(("key", "kind"), [("a", Analysis), ("w", Think)])
def test_what_is_opened_beside_a_game_shows_its_position(key: str, kind: type[Activity]) -> None:
    player = against().play("6-9").answer("14-11")
    position = player.game.position
    player.press(key)
    assert isinstance(player.study, kind)
    assert player.study.position == position
    player.press("b")
    assert player.on.takes_moves


def test_values_are_told_in_words_and_once(store: Store) -> None:
    _, said = run(in_words(), store, "values", "hint", "quit")
    assert said.count("6-9 loses by 1 piece") == 1
    assert "Look at the piece on" in said


def test_values_are_shown_every_turn_until_they_are_not_wanted() -> None:
    player = against().press("i")
    first = player.on.shown_analysis()
    assert first is not None
    assert first.value == 0
    player.play("4-7")
    assert player.on.shown_analysis() is None
    player.answer()
    assert player.on.shown_analysis() is not None
    assert player.press("i").on.shown_analysis() is None


def test_the_question_follows_the_board_and_what_is_known_so_far_is_shown(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = against("english")
    asked: list[Any] = []
    monkeypatch.setattr(player.app, "consult", lambda *ask: asked.append((ask[0], ask[1:])))
    player.press("i", "c", "c")
    ((request, (heard, failed)),) = asked
    assert request == Analyse(player.game.timeline)
    heard("what is known so far", False)
    assert player.game.shown_analysis() == "what is known so far"
    failed("no room")
    assert player.said == "No room."
    player.press("c")
    assert len(asked) == 2


def test_a_late_answer_of_the_coach_changes_nothing() -> None:
    player = against()
    player.app.coaching = coach = ByHand(player.app.post)
    player.press("c").play("4-7")
    assert not coach.busy


def test_where_two_computers_play_the_coach_looks_while_they_pause() -> None:
    player = watching().wait(1).press("i")
    assert player.game.analysis is None
    player.press("p").send()
    assert player.game.analysis is not None
    assert "Look at the piece" in player.press("c").said
    player.press(".").answer()
    assert player.game.analysis is not None, "it looks again after a step"
    player.press("p").settled()
    assert player.game.analysis is None
