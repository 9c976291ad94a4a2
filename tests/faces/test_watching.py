"""The computer plays itself: faster, slower, paused, a move at a time."""

from minicheckers.activities.activity import FASTEST, SLOWEST
from minicheckers.activities.game import Watch
from testing.game_player import AtGame, watching


def one_move(player: AtGame) -> AtGame:
    """Let the computer that thinks move, without waiting for the next one."""
    player.search.busy = False
    legal = player.game.position.legal_moves()
    player.search.heard(type("Answer", (), {"move": legal[0], "score": None})(), True)
    return player.wait(0).wait(0)


def test_pause_step_and_go_on() -> None:
    player = watching().press("p")
    assert not player.search.busy
    assert not player.wait(60).search.busy
    assert "paused" in player.text
    assert "continue" in player.text
    player.press("right")
    assert player.search.busy
    one_move(player).wait(60)
    assert len(player.moves) == 1
    assert not player.search.busy
    assert player.press("p").wait(0).search.busy


def test_speeds() -> None:
    player = watching().press("+")
    assert player.said.startswith("2x")
    assert player.press(*"-" * 9).said.startswith(f"{SLOWEST:g}x")
    assert player.press(*"+" * 15).said.startswith(f"{FASTEST:g}x")
    assert one_move(player).wait(0.1).search.busy
    player = one_move(watching().press("-", "-")).press("+", "+", "+")
    assert player.wait(Watch.usual_interval / 2).search.busy, "faster counts at once"


def test_undo_pauses_one_ply_back() -> None:
    player = one_move(one_move(watching().press("+", "+", "+")).wait(0.1))
    assert len(player.moves) == 2
    player.press("u")
    assert len(player.moves) == 1
    assert "paused" in player.text
    assert len(player.wait(60).moves) == 1


def test_passes_happen_by_themselves_and_the_end_is_shown() -> None:
    assert watching("B:W10,18:B16").settled().moves == ["pass"]
    player = one_move(watching("B:W8:B5")).look()
    assert "Black wins" in player.text
    assert "no move to choose" in player.press("escape", "c").said
    player.press("n")
    assert player.moves == []
    assert player.search.busy
    assert player.store.games_saved == []
    assert player.press("b").at_menu


def test_there_is_nothing_to_resign_or_to_move() -> None:
    player = watching()
    before = player.session
    player.press("x", "=").click(6)
    assert player.app.overlay is None
    assert player.session is before


def test_a_failure_is_told_and_asked_about_again() -> None:
    player = watching()
    player.search.busy = False
    player.search.failed("no idea")
    assert "no idea" in player.wait(0).text.casefold()
    assert not player.wait(60).search.busy
    assert player.press("enter").search.busy
