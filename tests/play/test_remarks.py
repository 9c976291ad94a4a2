"""The remarks about a finished game follow from the stats."""

from dataclasses import replace

from minicheckers.activities.keeping import remarks
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.storage.stats import Stats, Tally

KEY = ("mini", "hard")


def finished(fen: str, *moves: str, level: str = "hard") -> Session:
    """A game of a person, who begins, to its end."""
    line = Timeline.begin(Position.from_fen(fen, "mini"))
    for move in moves:
        line = line.play(move)
    assert line.outcome is not None
    return Session(line, PERSON, Player(level))


WON = finished("B:W8:B5", "5x12")


def test_the_first_win_against_a_level_and_a_streak() -> None:
    first = Stats({KEY: Tally(wins=1)}, streak=1, best_streak=1)
    assert remarks(WON, Stats(), first) == ("Your first win against hard in mini!",)
    second = Stats({KEY: Tally(wins=2)}, streak=2, best_streak=2)
    assert remarks(WON, first, second) == ("2 wins in a row, your longest streak.",)
    before = Stats({KEY: Tally(wins=2, losses=1)}, streak=1, best_streak=2)
    after = Stats({KEY: Tally(wins=3, losses=1)}, streak=2, best_streak=2)
    assert remarks(WON, before, after) == ("2 wins in a row.",)


def test_nothing_is_made_of_help_or_of_a_game_that_does_not_count() -> None:
    assert remarks(WON, Stats(), Stats()) == ()
    helped = replace(WON, helped=True)
    assert remarks(helped, Stats(), Stats(helped={KEY: Tally(wins=1)})) == ()
    lost = replace(WON, black=Player("hard"), white=PERSON)
    assert remarks(lost, Stats(), Stats({KEY: Tally(losses=1)})) == ()


def test_a_draw_against_perfect_play() -> None:
    drawn = finished("B:W1:B18", level="expert")
    assert drawn.outcome is not None
    assert drawn.outcome.winner is None
    after = Stats({("mini", "expert"): Tally(draws=1)})
    assert remarks(drawn, Stats(), after) == ("A draw against perfect play!",)
    weaker = replace(drawn, white=Player("hard"))
    assert remarks(weaker, Stats(), Stats({KEY: Tally(draws=1)})) == ()
