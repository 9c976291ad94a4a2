"""Draws: offered, accepted, declined, claimed."""

import pytest

from minicheckers.dxp.link import Link
from minicheckers.dxp.messages import decode
from minicheckers.dxp.sockets import Received
from minicheckers.engine.decision import Decision
from minicheckers.engine.score import Score
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.play.draw_offers import AGAIN, LATE, accepts_draw, how_near
from minicheckers.play.effects import Finish, Say, SearchDone
from minicheckers.play.game import PlayedGame
from minicheckers.play.remote import RemoteGame
from minicheckers.rules.position import Position
from testing.dxp_ends import Ends

#: Kings that can move back and forth.
KINGS = "B:WK32,K31:BK1,K2"


def line(variant: str, fen: str | None, plies: int) -> Timeline:
    start = Position.start(variant) if fen is None else Position.from_fen(fen, variant)
    timeline = Timeline.begin(start)
    for ply in range(plies):
        legal = timeline.position.legal_moves()
        timeline = timeline.play(legal[ply // 2 % len(legal)])
    return timeline


def against(timeline: Timeline) -> Session:
    return Session.against(timeline, Player("hard"), person_first=True)


@pytest.mark.parametrize(
    ("score", "early", "late"),
    [
        (Score(30), False, True),
        (Score(0), False, True),
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
def test_the_computer_takes_a_draw_when_it_stands_worse_or_level_for_long(
    score: Score | None, early: bool, late: bool
) -> None:
    assert accepts_draw(against(line("english", None, 2)), score) is early
    start = Position.from_fen(KINGS, "english")
    long = Timeline((start,) * (LATE + 1), start.legal_moves()[:1] * LATE, LATE)
    assert accepts_draw(against(long), score) is late


def test_half_of_the_pieces_gone_is_late_too() -> None:
    start = Position.start("english")
    after = Position.from_fen(KINGS, "english")
    ahead = Position.from_fen("B:WK32,K31:BK1,2", "english")
    for now, accepted in ((start, False), (after, True), (ahead, False)):
        timeline = Timeline((start, now), start.legal_moves()[:1], 1)
        assert accepts_draw(against(timeline), None) is accepted


def test_a_board_that_was_set_up_with_few_pieces_is_late_from_the_start() -> None:
    kings = Timeline.begin(Position.from_fen(KINGS, "english"))
    assert accepts_draw(against(kings), Score.drawn())
    assert not accepts_draw(against(kings), Score(120))


def answered(game: PlayedGame, move: str, reply: str, score: int) -> PlayedGame:
    thinking, _ = game.try_move(game.position.find(move), 0.0)
    decision = Decision(thinking.position.find(reply), Score(score))
    return thinking.hear(SearchDone(decision), 0.0)[0]


def test_an_accepted_offer_ends_the_game_and_counts_and_can_be_undone() -> None:
    game, _ = PlayedGame.of(against(line("english", None, 0))).begin(0.0)
    game = answered(game, "11-15", "22-18", -300)
    drawn, effects = game.offer_draw(1.0)
    assert drawn.outcome is not None
    assert str(drawn.outcome) == "draw: both sides agreed"
    assert Finish(drawn.session) in effects
    assert any(isinstance(effect, Say) and "accepts" in effect.text for effect in effects)
    with pytest.raises(ValueError, match="over"):
        drawn.offer_draw(2.0)
    with pytest.raises(ValueError, match="over"):
        drawn.session.play("15x22")
    assert drawn.undo(2.0)[0].session.timeline == game.session.timeline
    assert drawn.session.pdn("2024.12.31").rstrip().endswith("1/2-1/2")


def test_a_declined_offer_is_remembered_for_a_while() -> None:
    game, _ = PlayedGame.of(against(line("english", None, 0))).begin(0.0)
    game = answered(game, "11-15", "22-18", 20)
    game, told = game.offer_draw(1.0)
    assert game.outcome is None
    assert [effect.text for effect in told if isinstance(effect, Say)] == [
        "The computer declines the draw."
    ]
    with pytest.raises(ValueError, match=f"after {AGAIN // 2} more moves"):
        game.offer_draw(1.0)
    game = answered(game, "15x22", "25x18", -500)
    with pytest.raises(ValueError, match="after 4 more moves"):
        game.offer_draw(1.0)
    assert game.undo(1.0)[0].undo(1.0)[0].offer_draw(1.0)[0].outcome is None  # another game


def test_nobody_offers_for_the_computer() -> None:
    thinking, _ = PlayedGame.of(
        Session.against(Position.start(), Player("easy"), person_first=False)
    ).begin(0.0)
    with pytest.raises(ValueError, match="computer's turn"):
        thinking.offer_draw(0.0)


def test_of_two_people_the_other_one_answers() -> None:
    game = PlayedGame.of(Session(line("mini", None, 1), PERSON, PERSON))
    with pytest.raises(ValueError, match="nobody"):
        game.accept_draw(0.0)
    offered, _ = game.offer_draw(0.0)
    assert str(offered.draw_offered) == "white"
    assert offered.decline_draw()[0].draw_offered is None
    drawn, _ = offered.accept_draw(0.0)
    assert drawn.outcome is not None
    assert drawn.outcome.winner is None
    played, _ = offered.play(offered.legal[0], 0.0)  # playing on declines
    assert played.draw_offered is None


def test_a_claim_is_answered_with_how_near_the_rules_are() -> None:
    timeline = line("english", KINGS, 0).play("1-6").play("32-28").play("6-1").play("28-32")
    sentence = how_near(timeline)
    assert "2 of 3 times" in sentence
    assert "4 of 80 moves" in sentence
    game = PlayedGame.of(Session(timeline, PERSON, PERSON))
    _, told = game.claim_draw()
    assert told == (Say(f"{sentence}."),)
    assert "no draws by repetition" in how_near(line("mini", None, 1))


@pytest.mark.parametrize(("score", "accepted"), [(Score(-300), True), (Score(300), False)])
def test_a_computer_that_plays_over_a_wire_answers_by_the_same_rule(
    score: Score, accepted: bool
) -> None:
    ends = Ends().connect().settle()
    computer = RemoteGame(ends.host, Player("hard"), opinion=score)
    ends.guest_does(Link.offer_draw)
    offer = decode(ends.to_host.popleft()[:-1])
    computer, _ = computer.hear(Received(ends.line, offer), 0.0)
    assert computer.link is not None
    assert (computer.link.ending is not None) is accepted
