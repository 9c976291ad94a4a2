"""The coach beside a game: hints in steps, every move's value, and what counts as help."""

from collections.abc import Callable

import pytest

from minicheckers.storage.store import Store
from testing.desk_runner import run
from testing.everywhere import against as in_words
from testing.game_player import AtGame, against, two_people


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
