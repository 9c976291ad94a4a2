"""What is kept of a game, what counts, and what is told of the disk and the record."""

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers.activities.keeping import leaves_trace, remarkable
from minicheckers.activities.mistakes import Mistakes
from minicheckers.game.player import PERSON, Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.storage.stats import Stats, Tally
from minicheckers.storage.store import Store
from testing.game_player import against, two_people
from testing.positions import position
from testing.store_games import begun, played, won_by

KEY = ("mini", "hard")


def test_what_leaves_a_trace() -> None:
    going_on, over = played(begun(), 3), won_by(colour_is_person=True)
    computers = replace(going_on, black=going_on.white)
    begun_by_computer = replace(played(begun(), 1), black=begun().white, white=begun().black)
    table = [
        (begun(), False),
        (going_on, True),
        (going_on.undo_turn(), True),
        (over, True),
        (going_on.resign(Colour.BLACK), True),
        (begun().resign(Colour.BLACK), False),
        (replace(over, black=PERSON, white=PERSON), True),
        (computers, False),
        (begun_by_computer, False),
    ]
    drawn = GameRequest(ballot="46").new_session(get_variant("english"), "easy", "you")
    table += [
        (drawn, False),
        (drawn.play("27x18"), False),
        (drawn.play("27x18").play("12-16"), True),
        (drawn.undo_turn().play("14x23"), True),
    ]
    for session, expected in table:
        assert leaves_trace(session) is expected


def test_a_game_whose_end_was_undone_is_kept_like_any_other() -> None:
    player = two_people("W:W18:B9,10", "english").play("18-14").play("9x18").look()
    assert player.session.outcome is not None
    player.press("escape", "u")
    assert player.store.games_saved[-1] == player.session
    assert player.store.stats().rows() == [], "games of two people do not count"


def test_a_full_disk_is_told_once_and_what_would_be_lost_before_leaving() -> None:
    player = against(fen="B:W18,14:B1,5,6")
    player.store.full = True
    player.play("5-8")
    assert "no room left" in player.said
    assert "could not be saved" in player.game.loses
    player.answer("14-11")
    assert player.said == ""
    player.store.full = False
    player.play(str(player.game.position.legal_moves()[0]))
    assert player.game.loses == ""
    player.store.full = True
    assert "no room left" in player.answer().said, "that is news again"


def test_a_result_that_cannot_be_kept_is_shown_all_the_same() -> None:
    player = against(fen="B:W8:B5")
    player.store.full = True
    player.play("5x12").look()
    assert player.session.outcome is not None
    assert "You win" in player.text


def test_a_slow_disk_is_told_after_a_while_and_waited_for(tmp_path: Path) -> None:
    release, held = threading.Event(), threading.Event()

    class SlowStore(Store):
        def _save_job(self, session: Session) -> None:
            held.set()
            release.wait(60)
            super()._save_job(session)

    with SlowStore(tmp_path) as store:
        store.fix_mistake("so that there is a database")
        player = against(fen="B:W8,18:B5,6", store=store)
        store.patience = 0.0
        player.play("5x12")
        assert held.wait(60)
        assert player.said == ""
        player.wait(1.0)
        assert "not saved yet" in player.said
        release.set()
        store.patience = 10.0
        assert store.unfinished()[0].session().timeline.ply == 1
        assert player.send().game.loses == ""


def test_a_record_that_cannot_be_read_holds_nobody_up_and_nothing_is_made_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = against(fen="B:W8:B5")
    monkeypatch.setattr(player.store, "known_stats", lambda: None)
    text = player.play("5x12").look().text
    assert "You win" in text
    assert "first win" not in text
    assert player.store.games_saved[-1].outcome is not None


def finished(fen: str | None = None, level: str = "hard") -> Session:
    """A game of a person, who begins, that the opponent has given up."""
    return begun_against(level, fen).resign(Colour.WHITE)


def begun_against(level: str, fen: str | None = None) -> Session:
    start = Timeline.begin(position("mini", fen))
    return Session.against(start, Player(level), person_first=True)


WON, SET_UP = finished(), finished("B:W8,9:B5")
DRAWN = begun_against("expert").agree_on_draw()


@pytest.mark.parametrize(
    ("session", "before", "after", "told"),
    [
        (
            WON,
            Stats(),
            Stats({KEY: Tally(wins=1)}, streak=1, best_streak=1),
            ["First: win against hard"],
        ),
        (
            WON,
            Stats({KEY: Tally(wins=1)}, streak=1, best_streak=1),
            Stats({KEY: Tally(wins=2)}, streak=2, best_streak=2),
            ["Streak: 2 wins, your best"],
        ),
        (
            WON,
            Stats({KEY: Tally(wins=2)}, streak=1, best_streak=2),
            Stats({KEY: Tally(wins=3)}, streak=2, best_streak=2),
            ["Streak: 2 wins"],
        ),
        (SET_UP, Stats(), Stats({KEY: Tally(wins=1)}, streak=1, best_streak=1), []),
        (WON, Stats(), Stats(), []),
        (replace(WON, helped=True), Stats(), Stats(helped={KEY: Tally(wins=1)}), []),
        (
            replace(WON, black=Player("hard"), white=PERSON),
            Stats(),
            Stats({KEY: Tally(losses=1)}),
            [],
        ),
        (
            DRAWN,
            Stats(),
            Stats({("mini", "expert"): Tally(draws=1)}),
            ["A draw: against perfect play"],
        ),
        (replace(DRAWN, white=Player("hard")), Stats(), Stats({KEY: Tally(draws=1)}), []),
    ],
)
def test_what_is_remarkable_follows_from_the_record(
    session: Session, before: Stats, after: Stats, told: list[str]
) -> None:
    assert list(map(str, remarkable(session, before, after))) == told


def test_a_key_on_the_result_retries_the_mistakes() -> None:
    player = against().play("6-9").answer("14-11").press("x", "y").wait(1)
    assert player.session.outcome is not None
    player.look()
    assert "You lose" in player.text
    assert isinstance(player.press("y").study, Mistakes)
    assert "You played 6-9" in player.panel
