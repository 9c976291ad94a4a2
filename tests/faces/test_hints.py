"""The coach beside a game: hints, every move's value, what counts as help, and warnings."""

import re
from collections.abc import Callable

import pytest

from minicheckers.coach.analysis import Analyst
from minicheckers.coach.refutation import Refutation
from minicheckers.coach.review import grade
from minicheckers.rules.position import Entered
from minicheckers.rules.variant import MINI
from minicheckers.storage.store import Store
from minicheckers.tui.picture import marks_of, shown_pieces
from testing.desk_runner import run
from testing.everywhere import against as in_words
from testing.game_player import AtGame, ByHand, against, two_people


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


def test_values_are_told_in_words_and_once(store: Store) -> None:
    _, said = run(in_words(), store, "values", "hint", "quit")
    assert said.count("6-9 loses by 1 piece") == 1
    assert "Look at the piece on" in said


# The coach beside a game: one question before a move that throws the result away.

#: 6-9 loses by one piece, every other first move draws.
BLUNDER, SOUND = "6-9", "6-8"


def warned() -> AtGame:
    return against(warns=True).play(BLUNDER).look()


def test_a_move_that_throws_the_result_away_is_asked_about() -> None:
    player = warned()
    asked = player.app.overlay.text  # type: ignore[union-attr]
    assert re.match(rf"{BLUNDER} loses by 1 piece after \d+-\d+\. Four other moves draw", asked)
    reply = re.findall(r"after (\S+)\.", asked)[0]
    best = Analyst(MINI).analyse(player.game.position.play(BLUNDER)).best
    assert reply in map(str, best)
    assert player.moves == []
    assert player.session.helped


def test_the_board_shows_what_punishes_the_move() -> None:
    player = against("english", "B:W18,22,25:B1,3,8,11", warns=True).play("11-15").look()
    reply = player.game.punished_by
    marks = marks_of(player.on)
    assert player.moves == []
    assert {marks[square] for square in reply.captured} == {"warning"}
    assert marks[reply.start] != marks[reply.end]
    assert 15 in shown_pieces(player.on)
    assert 11 not in shown_pieces(player.on)
    assert player.press("escape").on.entered() == Entered()
    assert set(marks_of(player.on).values()) == {"movable"}


@pytest.mark.parametrize("key", ["n", "enter", "escape"])
def test_it_can_be_taken_back(key: str) -> None:
    player = warned().press(key)
    assert player.moves == []
    assert player.on.takes_moves
    assert player.play(SOUND).moves == [SOUND]


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
