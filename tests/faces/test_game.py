"""The course of a game: thinking, undo, passes, draws, the clock, the end, other games."""

import pytest

from minicheckers.activities.game import AGAIN, LATE, Sparring, accepts_draw, how_near
from minicheckers.activities.review import Reviewed
from minicheckers.engine.decision import Progress
from minicheckers.engine.score import Score
from minicheckers.game.player import Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Move
from minicheckers.rules.outcome import Reason
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from testing.game_player import AtGame, against, two_people, watching
from testing.positions import position

#: Black wins by capturing the last piece with 5x12.
LAST_CAPTURE = "B:W8:B5"
#: Black cannot move, White can: Black has to pass.
PASSES = "B:W10,18:B16"
#: Kings that can move back and forth.
KINGS = "B:WK32,K31:BK1,K2"


# Thinking


def test_what_the_computer_expects_is_told_only_to_who_asks() -> None:
    player = against().play("6-9")
    pv = (Move((14, 11)), Move((9, 12)))
    player.search.heard(Progress(7, Score(25), pv, 123_456, 0.5, 1_234, 567), False)
    assert "14-11" not in player.text
    shown = player.press("d").text
    for words in ("depth", "+0.25", "14-11 9-12", "123,456", "1,234 max, 567 min"):
        assert words in shown


def test_a_move_can_be_hurried() -> None:
    player = against().play("6-9")
    assert "move now" in player.text
    player.press("g")
    assert player.search.hurried
    player.answer("14-11")
    assert "not thinking" in player.press("g").said


def test_a_failure_is_told_and_the_computer_asked_again() -> None:
    player = against().play("6-9")
    player.search.failed("the engine is gone")
    player.send()
    assert "engine is gone" in player.said
    assert not player.game.thinking
    player.press("enter")
    assert player.game.thinking
    assert player.answer().game.failed == ""


# Undo


def test_undo_takes_back_a_turn_also_while_the_computer_thinks() -> None:
    player = against().play("6-9").answer("14-11").play("9-12").press("u")
    assert not player.game.thinking
    assert player.moves == ["6-9", "14-11"]
    assert player.press("u").moves == []
    assert "no move to undo" in player.press("u").said
    assert player.press("r").settled().moves == ["6-9", "14-11"]
    player.press("r").settled()
    assert player.game.thinking, "it has not answered 9-12 yet"
    assert "no move to redo" in player.press("r").said
    assert player.store.games_saved[-1].timeline == player.session.timeline


# Passes


def test_the_computer_passes_by_itself_and_that_is_told() -> None:
    player = against(fen=PASSES, first=False)
    assert player.moves == ["pass"]
    assert "no legal move" in player.text
    assert player.on.takes_moves


# The end


@pytest.mark.parametrize(
    ("player", "title"),
    [
        (lambda: against(fen=LAST_CAPTURE).play("5x12"), "You win"),
        (lambda: against(fen=LAST_CAPTURE, first=False).answer("5x12"), "You lose"),
        (lambda: two_people(LAST_CAPTURE).play("5x12"), "Black wins"),
    ],
)
def test_the_result_has_its_reason_and_says_what_next(player: object, title: str) -> None:
    text = player().text  # type: ignore[operator]
    for words in (title, "White has no pieces left", "Again", "Review", "Menu", "Quit"):
        assert words in text


def test_a_win_without_help_leads_to_the_next_opponent_and_a_loss_to_the_review() -> None:
    won = against(fen=LAST_CAPTURE, level="strength-6").play("5x12").look()
    assert any(fact.label == "mistakes" for fact in won.game.facts())
    won.press("enter")
    assert won.session.player(Colour.WHITE).level == "strength-7"
    assert won.session.person is Colour.BLACK
    assert won.moves == []
    lost = against(fen=LAST_CAPTURE, first=False).answer("5x12").look().press("enter")
    assert isinstance(lost.study, Reviewed)
    helped = against(fen=LAST_CAPTURE).press("c").settled().play("5x12").look()
    assert "Next" not in helped.text


@pytest.mark.parametrize("size", [(80, 24), (100, 30), (120, 40), (60, 20), (40, 15)])
def test_a_result_leaves_the_board_in_sight(size: tuple[int, int]) -> None:
    player = against("english", "B:W10:B6,K24", size=size).play("6x15").look()
    area, board = player.app.overlay.places().area, player.on.layout.board  # type: ignore[union-attr]
    assert area.left >= board.right
    assert area.bottom <= player.on.layout.sentence


def test_a_review_is_for_games_that_are_over() -> None:
    player = against().play("6-9").answer("14-11")
    assert "not over yet" in player.press("v").said
    player = against(fen=LAST_CAPTURE).play("5x12").look().press("escape")
    assert "review" in player.text.splitlines()[-1]
    assert isinstance(player.press("v").study, Reviewed)


def test_a_new_game_is_asked_about_only_in_the_middle_of_one() -> None:
    player = against(insight=True).press("n")
    assert player.app.overlay is None
    player.play("6-9").press("n", "enter")
    assert player.moves == ["6-9"]
    player.press("n", "y")
    assert player.moves == []
    assert player.game.insight
    assert player.store.unfinished()[0].plies == 1


def test_another_game_has_opponents_that_remember_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = against().play("6-9")
    asked: list[bool] = []
    monkeypatch.setattr(player.app, "new_opponents", lambda: asked.append(True))
    player.press("a", "b")
    assert not asked
    player.press("n", "y")
    assert asked


def test_a_new_game_is_dealt_again() -> None:
    other = Session.against(position("mini"), Player("easy"), person_first=False)
    player = against(deal=lambda: other).press("n")
    assert player.session is other


def test_a_game_for_practice_leaves_no_trace() -> None:
    session = Session.against(position("mini", LAST_CAPTURE), Player("hard"), person_first=True)
    player = AtGame(session, kind=Sparring)
    before = player.session
    player.press("x", "=", "n")
    assert player.session is before
    player.play("5x12").look()
    assert player.app.overlay is None
    assert player.store.games_saved == []


# Draws


def test_two_people_agree_on_a_draw() -> None:
    player = two_people().play("6-9").play("14-11").press("=", "y").look()
    assert "do you accept" in player.text
    player.press("escape")
    assert "declined" in player.said
    player.press("=", "y", "y")
    assert player.session.outcome is None, "keys meant for the offer do not answer it"
    player.look().press("y").look()
    assert "Draw" in player.text
    assert player.outcome.reason is Reason.AGREED


def test_the_computer_answers_an_offer_by_what_it_thinks() -> None:
    player = against("english").play("11-15")
    assert "computer's turn" in player.press("=").said
    player.answer_with("22-18", 20).press("=")
    assert "No draw by the rules yet" in player.text
    assert "declines" in player.press("y").said
    assert f"after {AGAIN // 2} more moves" in player.press("=").said
    player = against("english").play("11-15").answer_with("22-18", -300).press("=", "y")
    assert player.outcome.reason is Reason.AGREED
    assert "over" in player.look().press("escape", "=").said
    player.press("u", "u").play("11-15").answer("22-18").press("=")
    assert "declines" in player.press("y").said, "what it thought of another line is void"


def english(fen: str, plies: int = 0) -> Session:
    start = Position.from_fen(fen, "english")
    line = Timeline((start,) * (plies + 1), start.legal_moves()[:1] * plies, plies)
    return Session.against(line, Player("hard"), person_first=True)


@pytest.mark.parametrize(
    ("score", "early", "late"),
    [
        (Score(30), False, True),
        (Score(120), False, False),
        (Score(-120), True, True),
        (Score.lost(9), True, True),
        (Score.won(9), False, False),
        (Score.drawn(), False, True),
        (Score.pieces(-1), True, True),
        (Score.pieces(1), False, False),
        (None, False, True),
    ],
)
def test_a_draw_is_taken_by_who_stands_worse_or_level_for_long(
    score: Score | None, early: bool, late: bool
) -> None:
    begun = Session.against(Position.start("english"), Player("hard"), person_first=True)
    assert accepts_draw(begun, score) is early
    assert accepts_draw(english(KINGS, LATE), score) is late
    assert accepts_draw(english(KINGS), score) is late, "a board with few pieces is late at once"
    ahead = english("B:WK32,K31:BK1,2", LATE)
    assert accepts_draw(ahead, score) is (late and score is not None)


def test_how_near_the_draw_rules_are() -> None:
    line = Timeline.begin(Position.from_fen(KINGS, "english"))
    for move in ("1-6", "32-28", "6-1", "28-32"):
        line = line.play(move)
    assert "2 of 3 times" in how_near(line)
    assert "4 of 80 moves" in how_near(line)
    assert "no draws by repetition" in how_near(Timeline.begin(Position.start("mini")))


# The clock of a game, and the bell.


def timed(**more: object) -> AtGame:
    return against(clock="5+3", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (24, 9)])
def test_the_time_left_is_shown_at_every_size(size: tuple[int, int]) -> None:
    player = timed(size=size)
    assert player.text.count("5:00") == 2
    player.wait(10)
    assert "4:50" in player.text
    assert "5:00" in player.text


def test_a_question_goes_when_the_time_is_up() -> None:
    player = timed().play("6-9").answer("14-11").press("x").wait(301).look()
    assert "Resign?" not in player.text
    assert "You lose" in player.text


def test_taking_back_and_resigning_give_no_time_back() -> None:
    for keys in (("u",), ("x", "y")):
        player = timed().play("6-9").answer("14-11").wait(60).press(*keys)
        assert player.session.clock is not None
        assert player.session.clock.of(Colour.BLACK) < 245


def test_the_pause_between_watched_moves_is_nobodys_time() -> None:
    player = watching(clock="1+0").wait(5).press("p").wait(100)
    assert player.session.outcome is None
    assert player.session.elapsed == (5.0, 0.0)
    assert player.press("p").wait(61).outcome.reason is Reason.OUT_OF_TIME
    player = watching(clock="5+0").press("p").wait(100).press(".").wait(4)
    assert player.game.running == 4


def test_the_bell_calls_the_person_and_nobody_else() -> None:
    silent, player = against(), against()
    player.app.bell = True
    for at in (silent, player):
        at.play("6-9")
        assert at.screen.rung == 0
        at.answer("14-11").press("u", "r")
    assert (silent.screen.rung, player.screen.rung) == (0, 1)
    friends = two_people()
    friends.app.bell = True
    friends.play("6-9").play("14-11")
    assert friends.screen.rung == 0
