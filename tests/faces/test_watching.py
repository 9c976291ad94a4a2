"""The computer plays itself: faster, slower, paused, a move at a time."""

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
