"""A game over a wire: two ends that must never know different games."""

from contextlib import suppress
from dataclasses import replace
from random import Random

import pytest

from minicheckers import Colour, Position
from minicheckers.game.player import PERSON, Clock, Player, TimeControl
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.outcome import Outcome, Reason, result_of
from minicheckers.rules.variant import VARIANTS, get_variant
from minicheckers.wire.handshake import Gone, Resumed, Terms
from minicheckers.wire.link import (
    LAG,
    MOST_CHATS,
    MOST_REQUESTS,
    Link,
    ProtocolError,
    Refusal,
    Said,
    Step,
)
from minicheckers.wire.messages import (
    BackAcc,
    BackAnswer,
    DrawOffer,
    EndClaim,
    GameAcc,
    GameEnd,
    MoveMade,
    NotedMove,
)
from testing.dxp_ends import (
    DATE,
    After,
    BackWanted,
    DrawWanted,
    Ends,
    WentBack,
    make_host,
)

BLACK, WHITE = Colour.BLACK, Colour.WHITE
AGREED = Outcome(None, Reason.AGREED)


def playing(variant: str = "mini", clock: str | None = None, **terms: object) -> Ends:
    control = None if clock is None else TimeControl.parse(clock)
    ends = Ends(make_host(Terms(get_variant(variant), clock=control, **terms)))  # type: ignore[arg-type]
    return ends.connect().settle()


def left(link: Link, colour: Colour, now: float) -> float:
    """The seconds a colour has on its clock."""
    clock = link.session.clock
    assert clock is not None
    thinking = link.outcome is None and link.session.position.turn is colour
    return max(0.0, clock.of(colour) - (link.seconds(now) if thinking else 0.0))


def plain(
    position: str = "B:W18,22:B1,10",
    variant: str = "english",
    clock: Clock | None = None,
    **fields: object,
) -> Link:
    """A link to some other program, which is White; we are Black."""
    line = Timeline.begin(Position.from_fen(position, variant))
    session = Session(line, PERSON, Player(person="Other"), clock=clock)
    link = Link(session, BLACK, "Hilda", DATE, extended=False)
    begun, _ = replace(link, **fields).begin(0.0)  # type: ignore[arg-type]
    return begun


def test_moves_are_taken_back_with_consent() -> None:
    ends = playing().play("6-9", "13-10")
    ends.guest_does(Link.ask_back)
    with pytest.raises(ValueError, match="has not answered"):
        ends.guest_does(lambda link: link.play("9-12", 0.0))
    ends.settle()
    assert ends.host_told[-1] == BackWanted(2)
    ends.host_does(lambda link: link.answer_back(0.0, yes=False))
    ends.settle()
    assert Refusal.UNDO in ends.guest_told
    assert ends.guest_link.timeline.ply == 2
    ends.guest_does(Link.ask_back)
    ends.settle()
    ends.host_does(lambda link: link.answer_back(0.0, yes=True))
    ends.settle()
    assert WentBack(2) in ends.guest_told
    assert WentBack(2) in ends.host_told
    ends.play("4-7")
    assert ends.host_link.timeline == ends.guest_link.timeline
    ends.guest_does(Link.ask_back)  # the opponent is to move: one ply
    ends.settle()
    assert ends.host_told[-1] == BackWanted(1)


def test_a_move_is_a_refusal_too() -> None:
    ends = playing().play("6-9")
    ends.guest_does(Link.ask_back)
    ends.guest_does(Link.offer_draw)
    ends.settle()
    ends.play("13-10")
    assert Refusal.UNDO in ends.guest_told
    assert Refusal.DRAW in ends.guest_told
    ends.play("9-12")
    assert ends.host_link.timeline == ends.guest_link.timeline


def test_requests_that_cross_each_other_lead_to_one_game() -> None:
    for host_first in (True, False):
        ends = playing().play("6-9", "13-10", "4-7")
        ends.host_does(Link.ask_back)
        ends.guest_does(Link.ask_back)
        ends.settle()
        answers = [
            lambda ends=ends: ends.host_does(lambda link: link.answer_back(0.0, yes=True)),
            lambda ends=ends: ends.guest_does(lambda link: link.answer_back(0.0, yes=True)),
        ]
        for answer in answers if host_first else reversed(answers):
            answer()
        ends.settle()
        assert ends.host_link.timeline == ends.guest_link.timeline
        assert ends.host_link.timeline.ply == 1


def test_nobody_can_ask_without_end() -> None:
    ends = playing().play("6-9", "13-10")
    for _ in range(3 * MOST_REQUESTS):
        ends.guest_does(Link.ask_back)
        ends.settle()
        if ends.host_link.back_wanted is not None:
            ends.host_does(lambda link: link.answer_back(0.0, yes=False))
            ends.settle()
    assert ends.host_told.count(BackWanted(2)) == MOST_REQUESTS


def test_a_draw_needs_both() -> None:
    ends = playing().play("6-9")
    ends.host_does(Link.offer_draw)
    ends.settle()
    assert ends.guest_told[-1] == DrawWanted()
    ends.guest_does(Link.refuse_draw)
    ends.settle()
    assert ends.host_told[-1] == Refusal.DRAW
    ends.host_does(Link.offer_draw)
    with pytest.raises(ValueError, match="already"):
        ends.host_does(Link.offer_draw)
    ends.settle()
    ends.guest_does(Link.offer_draw)
    ends.settle()
    ending = AGREED
    assert ends.host_link.outcome == ends.guest_link.outcome == ending
    assert ends.host_link.settled
    assert ends.guest_link.settled


def test_resigning_while_the_other_thinks_and_moves() -> None:
    ends = playing().play("6-9")
    ends.host_does(lambda link: link.play("13-10", 0.0))  # crosses the resignation
    ends.guest_does(Link.resign)
    ends.settle()
    for link in (ends.host_link, ends.guest_link):
        assert link.outcome == Outcome(WHITE, Reason.RESIGNED, BLACK)
        assert link.settled
    assert ends.host_link.pdn() == ends.guest_link.pdn()
    assert "6-9 13-10 1-0" in ends.host_link.pdn()


def test_who_talks_without_end_is_sent_away() -> None:
    ends = playing()
    for _ in range(MOST_CHATS + 1):
        ends.guest_does(lambda link: link.say("spam"))
    ends.settle()
    assert len([told for told in ends.host_told if isinstance(told, Said)]) == MOST_CHATS
    assert ends.host_link.outcome == Outcome(None, Reason.BROKE_RULES, BLACK)
    assert ends.guest_link.outcome is not None


# The clock


def test_both_clocks_say_the_same_and_time_runs_out() -> None:
    ends = playing("english", clock="1+2")
    ends.wait(10.25)
    ends.play("11-15")
    ends.wait(3.0)
    ends.play("22-18")
    for link in (ends.host_link, ends.guest_link):
        assert left(link, BLACK, ends.now) == 60 - 10.25 + 2
        assert left(link, WHITE, ends.now) == 60 - 3 + 2
    ends.wait(51.0)
    assert ends.host_link.outcome is None
    ends.wait(1.0)
    ends.settle()
    ending = Outcome(WHITE, Reason.OUT_OF_TIME, BLACK)
    assert ends.host_link.outcome == ends.guest_link.outcome == ending
    assert ends.host_link.settled


def test_a_move_that_comes_too_late_is_not_played() -> None:
    ends = playing("english", clock="1")
    ends.now = 61.0
    ends.play("11-15")
    assert ends.host_link.outcome == ends.guest_link.outcome
    assert ends.guest_link.timeline.ply == 0


def test_nobody_can_say_that_a_move_took_less_than_it_did() -> None:
    link = plain(clock=playing(clock="1").host_link.session.clock).play("10-14", 0.0)[0]
    after, _ = link.received(MoveMade(0, 18, 9, (14,)), 30.0)
    assert left(after, WHITE, 30.0) == 60 - (30.0 - LAG)


def test_a_clock_that_the_other_side_does_not_watch_is_watched_here() -> None:
    link, _ = plain(clock=playing(clock="1").host_link.session.clock).play("10-15", 0.0)
    assert link.tick(60.0 + LAG - 0.1) == (link, ())
    over, effects = link.tick(60.0 + LAG)
    assert over.outcome == Outcome(BLACK, Reason.OUT_OF_TIME, WHITE)
    assert effects[0] == GameEnd(EndClaim.I_WIN)


# Other programs


@pytest.mark.parametrize(
    "message",
    [
        MoveMade(0, 18, 15),
        MoveMade(0, 18, 9),
        MoveMade(0, 18, 9, (13,)),
        MoveMade(0, 18, 9, (14, 14)),
        MoveMade(0, 99, 98),
        MoveMade(0, 0, 0),
        NotedMove(1, "18-15"),
        NotedMove(1, "\x1b"),
        NotedMove(0, "18x9"),
        NotedMove(7, "18x9"),
    ],
)
def test_an_illegal_move_is_no_move(message: MoveMade | NotedMove) -> None:
    link, _ = plain().play("10-14", 0.0)
    with pytest.raises(ProtocolError, match="Other sent"):
        link.received(message, 1.0)


def test_a_move_out_of_turn_is_no_move() -> None:
    with pytest.raises(ProtocolError, match="turn"):
        plain().received(MoveMade(0, 18, 15), 1.0)


def test_messages_that_have_no_place_in_a_game() -> None:
    from minicheckers.wire.messages import Acceptance

    with pytest.raises(ProtocolError):
        plain().received(GameAcc("Other", Acceptance.YES), 1.0)


def test_a_program_that_does_not_know_our_draw_is_told_at_our_turn() -> None:
    link = plain("B:WK32:BK1")
    now = 0.0
    for there, back in 2 * [("1-6", (32, 27)), ("6-1", (27, 32))]:
        assert link.outcome is None
        link, _ = link.play(there, now)
        link, _ = link.received(MoveMade(0, *back), now)
    assert link.end_sent  # it came up for the third time on our turn
    # The same with colours swapped: now it is on theirs.
    drawn, _ = replace(link, colour=WHITE, end_sent=False).begin(now)
    assert drawn.outcome == link.outcome
    assert not drawn.end_sent
    told, effects = drawn.received(MoveMade(0, 1, 6), now)
    assert effects == (GameEnd(EndClaim.DRAW),)
    assert told.end_sent


@pytest.mark.parametrize(
    ("reason", "result"),
    [(EndClaim.NONE, "*"), (EndClaim.I_LOSE, "0-1"), (EndClaim.DRAW, "*"), (EndClaim.I_WIN, "*")],
)
def test_only_a_resignation_is_believed(reason: EndClaim, result: str) -> None:
    link, effects = plain().received(GameEnd(reason), 0.0)
    assert link.outcome is not None
    assert result_of(link.outcome) == result
    assert link.settled
    assert effects[0] == GameEnd()


def test_resigning_waits_for_our_turn_with_other_programs() -> None:
    link, effects = plain().resign()
    assert effects[0] == GameEnd(EndClaim.I_LOSE)
    link, _ = plain().play("10-15", 0.0)
    with pytest.raises(ValueError, match="your turn"):
        link.resign()


def test_a_game_of_so_many_moves() -> None:
    link, _ = plain("B:W22,27:B1,10", most_moves=1).play("10-15", 0.0)
    link, effects = link.received(MoveMade(0, 22, 17), 0.0)
    assert link.outcome is not None
    assert result_of(link.outcome) == "*"
    assert GameEnd() in effects


def test_an_answer_that_nobody_asked_for_means_nothing() -> None:
    link, _ = plain().play("10-15", 0.0)
    assert link.received(BackAcc(BackAnswer.YES), 0.0) == (link, ())
    assert link.received(DrawOffer(refused=1), 0.0) == (link, ())


# After a cut line


def resumed(ends: Ends) -> Ends:
    ends.cut()
    ends.wait(20.0)
    ends.settle()
    return ends


def test_a_move_that_was_lost_on_its_way_is_there_again() -> None:
    ends = playing().play("6-9")
    ends.host_does(lambda link: link.play("13-10", 0.0))
    resumed(ends)
    assert ends.guest_link.timeline.ply == ends.host_link.timeline.ply == 2
    ends.guest_does(lambda link: link.play("9-12", ends.now))
    resumed(ends)
    assert ends.guest_link.timeline == ends.host_link.timeline
    assert ends.guest_link.timeline.ply == 3


@pytest.mark.parametrize("by_host", [True, False])
@pytest.mark.parametrize("moves", [("6-9", "13-10"), ("6-9", "13-10", "4-7")])
def test_a_consent_that_was_lost_on_its_way(by_host: bool, moves: tuple[str, ...]) -> None:
    ends = playing().play(*moves)
    asks, answers = ends.host_does, ends.guest_does
    if by_host:
        asks, answers = answers, asks
    asks(Link.ask_back)
    ends.settle()
    answers(lambda link: link.answer_back(ends.now, yes=True))
    resumed(ends)
    assert ends.guest_link.timeline == ends.host_link.timeline
    assert ends.guest_link.timeline.ply < len(moves)


def test_a_line_that_was_lost_at_one_end_only() -> None:
    """The host does not notice; the guest is back before the old line is given up."""
    ends = playing().play("6-9")
    old = ends.line
    ends.to_host.clear()
    ends.guest, _ = After(ends.guest).closed(old, "no answer", 0.0)
    ends.wait(5.0)
    ends.settle()
    assert Resumed() in ends.host_told
    ends.host, effects = After(ends.host).closed(old, "gone", ends.now)
    assert effects == ()
    ends.play("13-10", "9-12")
    assert ends.host_link.pdn() == ends.guest_link.pdn()


def test_a_game_of_another_is_not_gone_on_with() -> None:
    ends = playing().play("6-9", "13-10")
    line = Timeline.begin(Position.start()).play("4-7").play("13-10").play("6-9")
    ends.cut()
    ends.guest = replace(
        ends.guest,
        link=replace(ends.guest_link, session=replace(ends.guest_link.session, timeline=line)),
    )
    ends.wait(20.0)
    ends.settle()
    assert ends.guest.link is not None
    assert Resumed() not in ends.host_told
    assert ends.host_link.timeline.ply == 2


# Anything at all


ACTIONS = ("move", "move", "move", "move", "back", "draw", "resign", "say", "wait", "cut", "yes")


@pytest.mark.sampled(8)
@pytest.mark.parametrize("seeds", [range(2), pytest.param(range(2, 300), marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", VARIANTS)
def test_whatever_both_do_and_however_often_the_line_is_cut(variant: str, seeds: range) -> None:
    """Messages cross, are late or get lost; in the end both ends have the same record."""
    for seed in seeds:
        check_both_ends(variant, seed)


def check_both_ends(variant: str, seed: int) -> None:
    random = Random(f"{variant} {seed}")
    ends = playing(variant, clock=random.choice((None, "5+3")))
    for _ in range(400):
        does, link = random.choice(
            ((ends.host_does, ends.host_link), (ends.guest_does, ends.guest_link))
        )
        with suppress(ValueError):
            does(_something(ends, link, random))
        while random.random() < 0.5 and (ends.to_host or ends.to_guest):
            if ends.to_host and (not ends.to_guest or random.random() < 0.5):
                ends.deliver_to_host()
            else:
                ends.deliver_to_guest()
        if random.random() < 0.03:
            ends.cut()
            ends.wait(20.0)
        if ends.host_link.settled and ends.guest_link.settled:
            break
    ends.settle()
    ends.wait(0.0)
    ends.settle()
    host, guest = ends.host_link, ends.guest_link
    assert host.outcome == guest.outcome, seed
    if host.settled == guest.settled:
        assert host.pdn() == guest.pdn(), seed
    else:  # the very last word, that the end was heard, may be lost for good, and a word before it
        waiting, done = (guest, host) if host.settled else (host, guest)
        shorter, longer = sorted((host.timeline.played, guest.timeline.played), key=len)
        assert longer[: len(shorter)] == shorter, seed
        move = len(longer) <= len(shorter) + 1
        consent = waiting.back_asked == done.timeline.ply
        assert move or consent, seed


def _something(ends: Ends, link: Link, random: Random):  # type: ignore[no-untyped-def]
    moves = link.timeline.position.legal_moves()
    move = random.choice(moves) if moves else "pass"
    deeds = {
        "move": lambda link: link.play(move, ends.now),
        "back": Link.ask_back,
        "draw": Link.offer_draw if random.random() < 0.1 else Link.refuse_draw,
        "resign": Link.resign if random.random() < 0.03 else Link.ask_back,
        "say": lambda link: link.say("hm"),
        "yes": lambda link: link.answer_back(ends.now, yes=True),
        "wait": lambda link: _waited(ends, link),
        "cut": lambda link: link.answer_back(ends.now, yes=False),
    }
    return deeds[random.choice(ACTIONS)]


def _waited(ends: Ends, link: Link) -> Step:
    ends.now += 0.5
    return link.tick(ends.now)


def test_gone_is_told_after_the_game() -> None:
    ends = playing().play("6-9")
    ends.guest_does(Link.resign)
    ends.settle()
    ends.cut()
    assert ends.host_told[-1] == ends.guest_told[-1] == Gone()
