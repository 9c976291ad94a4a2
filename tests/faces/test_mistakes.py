"""Mistakes to fix: of one game, and of all that are kept, found one after the other."""

import re
from typing import Any, NamedTuple

import pytest

from minicheckers.activities.mistakes import Mistakes
from minicheckers.coach.puzzles import id_of
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.session import Session
from minicheckers.game.timeline import replayed
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store
from testing.board_player import Player, Silent, graded
from testing.desk_runner import run


class Kept(NamedTuple):
    """A game in an archive."""

    headline: str
    moves: str

    def session(self) -> Session:
        if not self.moves:
            raise ValueError("it is broken")
        line = replayed(Position.start("mini"), self.moves.split())
        return Session(line, PERSON, GamePlayer("easy"))


#: Black gives the draw away at once, and again later in the second game.
FIRST, SECOND = Kept("latest", "6-9 15-12 5-8 12x5"), Kept("older", "6-9 14-11 2-6")


def of_kept(*kept: Kept, known: frozenset[str] = frozenset()) -> Mistakes:
    games: Any = kept or (FIRST, Kept("broken", ""), SECOND)
    return Mistakes.of_kept(games, known)


def test_every_move_that_keeps_the_value_is_right() -> None:
    player = Player().open(Mistakes(graded()))
    mistake = player.study.mistake
    assert player.on.position == mistake.position
    assert f"You played {mistake.move}" in player.panel
    player.play(str(mistake.move)).settled()
    assert f"{mistake.move} is wrong" in player.panel
    assert not player.on.takes_moves
    player.press("enter")
    assert player.study.tries == 1
    player.press("c")
    assert str(mistake.best[0]) in player.said
    assert player.press("enter").study.done
    assert player.study.line.moves[-1] == mistake.best[0]
    for move in mistake.analysis.moves:
        if mistake.accepts(move):
            player = Player().open(Mistakes(graded())).play(str(move))
            assert player.study.done
            assert player.store.fixed_mistakes() == {id_of(mistake.position)}
    for _ in player.study.mistakes[1:]:
        player.press("enter").play(str(player.study.mistake.best[0]))
    assert player.press("enter").at_menu
    assert player.said


def test_what_was_fixed_before_comes_only_if_asked_for() -> None:
    fixed = frozenset(id_of(mistake.position) for mistake in graded())
    player = Player().open(of_kept(FIRST, known=fixed))
    assert not player.study.ready
    assert not player.on.takes_moves
    player.press("o")
    assert player.on.takes_moves
    assert "already" in player.press("o").said


def test_while_they_are_looked_for_there_is_nothing_to_find() -> None:
    player = Player(work=Silent).open(of_kept())
    before = player.text
    player.press(".", "c", "enter")
    assert player.said
    assert player.study.number == 0
    player.press("escape")
    assert "going through your games" in before


def test_without_a_mistake_or_a_game_there_is_a_sentence() -> None:
    with pytest.raises(ValueError, match="no mistake"):
        Mistakes()
    with pytest.raises(ValueError, match="not finished a game"):
        of_kept(Kept("broken", ""))


def test_line_by_line_one_is_looked_for_after_the_other(store: Store) -> None:
    code, said = run(of_kept(), store, "6-9", "6-8", "values", *["skip"] * 9)
    assert code == 0
    assert re.search(r"Mistake 1 of \d so far: latest, move 1", said)
    assert "6-9 is wrong" in said
    assert "Correct! 6-8 draws" in said
    assert said.count("You played 6-9,") == 1
    assert "older, move 2" in said
    assert "no more mistakes" in said
    assert len(store.fixed_mistakes()) == 1
