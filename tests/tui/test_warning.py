"""The coach on the board: one question before a move that throws the result away."""

import re

from minicheckers.coach.analysis import Analyst
from minicheckers.coach.review import throws_result_away
from minicheckers.rules.variant import MINI
from minicheckers.tui.events import GameReady
from minicheckers.tui.widgets.dialog import Dialog
from testing.screen_player import ScreenPlayer, against, coached, menu_state

#: 6-9 loses by one piece, every other first move draws.
BLUNDER, SOUND = "6-9", "6-8"


def moves(player: ScreenPlayer) -> list[str]:
    return [str(move) for move in player.screen_on.timeline.played]


def warned() -> ScreenPlayer:
    player = coached(warns=True).play(BLUNDER)
    player.now += 0.5
    return player


def test_a_move_that_keeps_the_result_is_played_at_once() -> None:
    player = coached(warns=True).play(SOUND)
    assert moves(player) == [SOUND]
    assert not player.game.session.helped


def test_a_move_that_throws_the_result_away_is_asked_about() -> None:
    player = warned()
    dialog = player.state.overlay
    assert isinstance(dialog, Dialog)
    assert re.match(
        rf"{BLUNDER} loses by 1 piece after \d+-\d+\. Four other moves draw", dialog.text
    )
    reply = re.findall(r"after (\S+)\.", dialog.text)[0]
    after = player.game.position.play(BLUNDER)
    assert reply in [str(move) for move in Analyst(MINI).analyse(after).best]
    assert moves(player) == []
    assert player.game.session.helped


def test_it_can_be_taken_back() -> None:
    for key in ("t", "n", "enter", "escape"):
        player = warned().press(key)
        assert moves(player) == []
        assert player.game.person_to_move
        assert moves(player.play(SOUND)) == [SOUND]


def test_or_insisted_upon_and_is_asked_only_once() -> None:
    assert moves(warned().press("p")) == [BLUNDER]
    assert moves(warned().press("y")) == [BLUNDER]
    assert moves(warned().press("t").play(BLUNDER)) == [BLUNDER]


def test_another_bad_move_is_asked_about_too() -> None:
    position = coached(fen="B:W13,14,16,17:B1,4,8,3").game.position
    analysis = Analyst(MINI).analyse(position)
    bad = [move for move in analysis.moves if throws_result_away(move, analysis)]
    assert len(bad) >= 2
    player = coached(fen=position.fen(), warns=True)
    for move in bad[:2]:
        player.play(str(move))
        assert player.state.overlay is not None
        player.now += 0.5
        player.press("t")


def test_without_the_flag_nothing_is_asked() -> None:
    assert moves(coached().play(BLUNDER)) == [BLUNDER]


def test_while_the_tutor_looks_the_move_can_be_taken_back() -> None:
    player = ScreenPlayer(menu_state(warns=True)).send(GameReady(against().game.session))
    player.play(BLUNDER)
    assert f"The coach is checking {BLUNDER}" in player.text
    player.press("escape")
    assert player.game.pending is None
    assert moves(player) == []
