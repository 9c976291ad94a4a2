"""How two programs agree on a game, and how strangers are turned away."""

import re
from dataclasses import replace

import pytest

from minicheckers import Colour, Position
from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.player import TimeControl
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.house_rules import read_house_rules
from minicheckers.rules.outcome import Outcome, Reason
from minicheckers.rules.variant import get_variant
from minicheckers.wire.handshake import (
    CODE_PAUSE,
    GREETING_PATIENCE,
    MOST_SMALL_TALK,
    MOST_TRIES,
    MOST_VISITORS,
    VISIT,
    Began,
    Cut,
    Failed,
    Gone,
    Guest,
    HangUp,
    Host,
    Phase,
    SendTo,
    Terms,
    TurnedAway,
    agreed,
)
from minicheckers.wire.link import Link
from minicheckers.wire.messages import (
    GREETING,
    Acceptance,
    Chat,
    Deal,
    GameAcc,
    GameEnd,
    GameReq,
    Message,
    NotedMove,
    Play,
)
from testing.dxp_ends import DATE, After, Ends, make_guest, make_host

BLACK, WHITE = Colour.BLACK, Colour.WHITE
ENGLISH = get_variant("english")


def reason_of(guest: Guest | Ends) -> str:
    """Why the guest got no game."""
    told = guest.guest_told if isinstance(guest, Ends) else []
    return next(event.sentence for event in told if isinstance(event, Failed))


def asked(host: Terms, guest: Terms) -> Ends:
    return Ends(make_host(host), make_guest(guest)).connect().settle()


# Ballots


def test_a_host_gives_every_ballot_for_two_games_as_moves_that_can_be_seen() -> None:
    terms = Terms(ENGLISH, Position.start(ENGLISH))
    ends = Ends(replace(make_host(terms), ballot="draw"), make_guest()).connect().settle()
    lines, colours = [], []
    for _ in range(4):
        ours, theirs = ends.host_link, ends.guest_link
        assert ours.timeline == theirs.timeline
        assert (ours.timeline.ply, ours.session.given, theirs.session.given) == (3, 3, 3)
        lines.append(ours.timeline)
        colours.append(theirs.colour)
        ends.play(str(ours.session.position.legal_moves()[0]))
        assert ends.host_link.timeline.ply == 4
        ends.guest_does(Link.resign)
        ends.settle().guest_after(Guest.again)
        ends.settle()
    assert lines[0] == lines[1] != lines[2] == lines[3]
    assert colours == [BLACK, WHITE, BLACK, WHITE]


def test_a_guest_comes_back_to_a_game_with_a_ballot() -> None:
    terms = Terms(ENGLISH, Position.start(ENGLISH))
    ends = Ends(replace(make_host(terms), ballot="46"), make_guest()).connect().settle()
    ends.play("27x18")
    ends.cut()
    ends.connect().settle().play("12-16")
    assert ends.guest_link.timeline == ends.host_link.timeline
    assert ends.guest_link.timeline.ply == 5


def test_a_guest_who_names_another_start_gets_no_game_with_a_ballot() -> None:
    host = replace(make_host(Terms(ENGLISH, Position.start(ENGLISH))), ballot="46")
    start = Position.from_fen("W:W21:B1", "english")
    assert "start" in reason_of(Ends(host, make_guest(Terms(ENGLISH, start))).connect().settle())


@pytest.mark.parametrize("moves", ["9-13 21-17 11-15", "9-13 21-17 5-9 17-14"])
def test_moves_that_are_no_ballot_are_no_beginning(moves: str) -> None:
    ends = Ends(make_host(Terms(ENGLISH)), make_guest()).connect()
    ends.deliver_to_host()
    ends.deliver_to_guest()
    line = write_line(PdnGame(replayed(Position.start(ENGLISH), moves.split())))
    deal = Deal("Hilda", BLACK, line, "token", DATE)
    guest, effects = After(ends.guest).received(ends.line, deal, 0.0)
    assert guest.link is None
    assert any(isinstance(effect, Failed) and "--resume" in effect.sentence for effect in effects)


# Terms


@pytest.mark.parametrize(
    ("host", "guest", "word"),
    [
        (Terms(ENGLISH), Terms(get_variant("mini")), "game"),
        (Terms(get_variant("pikachu", 10)), Terms(get_variant("pikachu", 8)), "game"),
        (Terms(colour=BLACK), Terms(colour=BLACK), "colour"),
        (Terms(clock=TimeControl(60)), Terms(clock=TimeControl(120)), "clock"),
        (
            Terms(ENGLISH, Position.from_fen("W:W21:B1", "english")),
            Terms(ENGLISH, Position.from_fen("B:W21:B1", "english")),
            "start",
        ),
    ],
)
def test_who_wants_different_things_is_told_so(host: Terms, guest: Terms, word: str) -> None:
    with pytest.raises(ValueError, match=f"another {word}"):
        agreed(host, guest)
    ends = asked(host, guest)
    assert f"another {word}" in reason_of(ends)
    assert ends.host.link is None
    assert ends.host.visitors == {}


HOUSE = 'name = "mine"\nbase = "english"\n{}'
OPTIONAL = read_house_rules(HOUSE.format("capture_forced = false"))


def test_house_rules_of_one_name_are_not_one_game() -> None:
    other = read_house_rules(HOUSE.format("king_flies = true"))
    assert "another game" in reason_of(asked(Terms(OPTIONAL), Terms(other)))
    assert "another game" in reason_of(asked(Terms(ENGLISH), Terms(other)))
    for rules in ("", "{}", "[1]", '{"name": "mine", "base": "english", "size": 9}'):
        host, effects = After(greeted(make_host())).received(1, Play("Eve", rules=rules), 0.0)
        assert host.link is None
        assert isinstance(effects[-1], TurnedAway)


def test_nobody_can_make_us_count_captures_for_ever() -> None:
    """On such boards a king has more ways to capture than anyone can count."""
    men = ",".join(f"K{16 * row + column}" for row in range(7) for column in range(9, 16))
    trap, rules = f"W:WK1:B{men}", '{"name": "mine", "base": "canadian", "size": 16}'
    for play in (
        Play("Eve", rules=rules, start=trap),
        Play("Eve", "international", 14, start="W:WK1:B8-50"),
        Play("Eve", "frisian", start="W:WK1:B11-40"),
    ):
        host, effects = After(greeted(make_host())).received(1, play, 0.0)
        assert re.search("must be named by both|too many ways to capture", str(effects[-1]))
        assert host.link is None
    board = Position.from_fen("W:WK1:B11-40", "frisian")
    waiting = replace(make_guest(), phase=Phase.ASKING, connection=1)
    moves = write_line(PdnGame(Timeline.begin(Position.start("mini")).play("6-9")))
    for line, sentence in (
        (write_line(PdnGame(Timeline.begin(board))), "by both"),
        (moves, "resume"),
    ):
        guest, effects = After(waiting).received(1, Deal("Eve", BLACK, line, "token", DATE), 0.0)
        assert sentence in str(effects[-1])
        assert guest.link is None
    resuming, _ = After(replace(waiting, resumes=True)).received(
        1, Deal("Eve", WHITE, moves, "token", DATE), 0.0
    )
    assert resuming.link is not None
    few = Position.from_fen("W:WK1:B11-22", "frisian")
    assert asked(Terms(), Terms(get_variant("frisian"), few)).host_link.timeline.start == few


def test_a_game_that_the_host_does_not_know_is_refused_with_a_sentence() -> None:
    for play in (Play("Eve", "chess"), Play("Eve", "english", 9), Play("Eve", start="hello")):
        host, effects = After(greeted(make_host())).received(1, play, 0.0)
        assert host.link is None
        assert isinstance(effects[-1], TurnedAway)
        assert GameAcc("Hilda", Acceptance.NOT_THIS_GAME) in sent(effects)


def test_colours_change_from_game_to_game_unless_somebody_cares() -> None:
    ends = Ends().connect().settle()
    colours = []
    for _ in range(3):
        colours.append(ends.guest_link.colour)
        ends.guest_does(Link.resign) if ends.guest_link.my_turn else ends.host_does(Link.resign)
        ends.settle()
        ends.guest_after(lambda guest: guest.again())
        ends.settle()
    assert colours == [BLACK, WHITE, BLACK]


def test_another_game_needs_an_end_of_this_one() -> None:
    ends = Ends().connect().settle()
    with pytest.raises(ValueError, match="over"):
        After(ends.guest).again()


# The door


def greeted(host: Host, connection: int = 1) -> Host:
    host, _ = After(host).opened(connection, 0.0)
    host, effects = After(host).received(connection, Chat(GREETING), 0.0)
    assert sent(effects) == [Chat(GREETING)]
    return host


def sent(effects: object) -> list[Message]:
    return [effect.message for effect in effects if isinstance(effect, SendTo)]  # type: ignore[attr-defined]


@pytest.mark.parametrize("code", ["swordfish", "two words", "ünï", "x" * 100])
def test_a_guest_who_knows_the_code_gets_in(code: str) -> None:
    ends = Ends(make_host(code=code), make_guest(code=code)).connect().settle()
    assert ends.guest_told == [Began()]


@pytest.mark.parametrize("code", [None, "", "Swordfish", "swordfis", "swordfish2"])
def test_a_guest_who_does_not_is_refused_politely(code: str | None) -> None:
    ends = Ends(make_host(code="swordfish"), make_guest(code=code)).connect().settle()
    assert ends.host.link is None
    assert "code" in reason_of(ends)
    assert not ends.is_open


def test_nobody_can_guess_quickly() -> None:
    host = greeted(make_host(code="swordfish"))
    host, effects = After(host).received(1, Chat("code a"), 0.0)
    assert all(effect.pause >= CODE_PAUSE for effect in effects if isinstance(effect, SendTo))
    assert HangUp(1) in effects
    for guess in ("code swordfish", "code b"):  # all at once, after the first
        assert After(host).received(1, Chat(guess), 0.0) == (host, ())
    assert After(host).received(1, Play("Eve"), 0.0) == (host, ())


def test_a_seat_is_kept_for_who_comes_back_and_for_nobody_else() -> None:
    ends = Ends().connect().settle().play("6-9")
    ends.cut()
    for play in (
        Play("Eve"),
        Play("Eve", token="", line=""),
        Play("Eve", token="0" * 32, line="minicheckers game mini check 0"),
    ):
        host = greeted(ends.host, 50)
        host, effects = After(host).received(50, play, 0.0)
        assert host.connection is None
        assert isinstance(effects[-1], TurnedAway)
    assert ends.guest.token is not None
    broken = Play("Gus", token=ends.guest.token, line="minicheckers game mini 1-18 check 0")
    host, effects = After(greeted(ends.host, 50)).received(50, broken, 0.0)
    assert isinstance(effects[-1], TurnedAway)
    assert host.link == ends.host.link


def test_a_host_can_stop_waiting() -> None:
    ends = Ends(make_host(patience=600.0)).connect().settle().play("6-9")
    with pytest.raises(ValueError, match="no player"):
        After(ends.host).give_up()
    ends.cut()
    host, effects = After(ends.host).give_up()
    assert host.link is not None
    assert (host.link.outcome, effects) == (Outcome(None, Reason.LEFT, BLACK), ())
    host, effects = After(greeted(host, 50)).received(50, Play("Eve"), 0.0)
    assert host.connection == 50
    # Or by itself, when the guest has been away for too long.
    assert After(ends.host).tick(600.0) == (ends.host, ())
    host, effects = After(ends.host).tick(600.1)
    assert host.link is not None
    assert host.link.outcome == Outcome(None, Reason.LEFT, BLACK)


def test_after_a_game_the_seat_is_for_whoever_asks_next() -> None:
    ends = Ends().connect().settle()
    ends.guest_does(Link.resign)
    ends.settle()
    host, effects = After(greeted(ends.host, 50)).received(50, Play("Eve"), 0.0)
    assert host.connection == 50
    assert HangUp(ends.line) in effects
    assert Began() in effects


def test_small_talk_is_listened_to_only_for_so_long() -> None:
    host = greeted(make_host())
    effects: object = ()
    for _ in range(MOST_SMALL_TALK):
        host, effects = After(host).received(1, Chat("hello"), 0.0)
    assert effects == (HangUp(1),)


def test_an_opponent_who_breaks_the_rules_is_sent_away() -> None:
    ends = Ends().connect().settle().play("6-9")
    host, effects = After(ends.host).received(ends.line, NotedMove(1, "13-10"), 0.0)
    assert host.link is not None
    assert host.link.outcome == Outcome(None, Reason.BROKE_RULES, BLACK)
    assert "turn" in str(effects[-1])
    assert HangUp(ends.line) in effects
    assert GameEnd(leaving=True) in sent(effects)
    assert After(host).received(ends.line, NotedMove(1, "13-10"), 0.0) == (host, ())


def test_a_second_request_in_the_middle_of_a_game_breaks_the_rules() -> None:
    ends = Ends().connect().settle().play("6-9")
    host, _ = After(ends.host).received(ends.line, Play("Gus"), 0.0)
    assert host.link is not None
    assert host.link.outcome is not None


def test_messages_on_lines_that_are_not_there_mean_nothing() -> None:
    host = make_host()
    assert After(host).received(9, Play("Eve"), 0.0) == (host, ())
    assert After(host).closed(9, "gone", 0.0) == (host, ())
    guest = make_guest()
    assert After(guest).received(9, Chat("hi"), 0.0) == (guest, ())


# The guest


def test_a_host_who_cannot_be_reached() -> None:
    _, effects = After(make_guest()).closed(1, "nobody listens there", 0.0)
    assert effects == (Failed("nobody listens there"),)


def test_a_program_that_does_not_greet_is_asked_for_the_one_game_it_knows() -> None:
    check_not_asked(make_guest(Terms(ENGLISH)))


def test_a_clock_that_no_request_can_tell_is_refused_with_a_sentence() -> None:
    check_not_asked(make_guest(Terms(clock=TimeControl(60.0 * 1440))))


def check_not_asked(guest: Guest) -> None:
    """Check that a guest asks a program that does not greet for nothing, and says why."""
    guest, effects = After(guest).opened(1, 0.0)
    assert sent(effects) == [Chat(GREETING)]
    assert After(guest).tick(GREETING_PATIENCE - 0.1) == (guest, ())
    guest, effects = After(guest).tick(GREETING_PATIENCE)
    assert HangUp(1) in effects
    assert isinstance(effects[-1], Failed)
    assert not any(isinstance(message, GameReq) for message in sent(effects))


@pytest.mark.parametrize(
    ("terms", "line"),
    [
        (Terms(ENGLISH), write_line(PdnGame(Timeline.begin(Position.start("mini"))))),
        (Terms(colour=WHITE), write_line(PdnGame(Timeline.begin(Position.start("mini"))))),
        (Terms(clock=TimeControl(60)), write_line(PdnGame(Timeline.begin(Position.start())))),
        (Terms(), "minicheckers game mini 1-18 check 0"),
        (Terms(), ""),
    ],
)
def test_a_host_that_offers_another_game_than_it_was_asked_for(terms: Terms, line: str) -> None:
    guest, _ = After(make_guest(terms)).opened(1, 0.0)
    guest, _ = After(guest).received(1, Chat(GREETING), 0.0)
    deal = Deal("Hilda", BLACK, line, "t", DATE, TimeControl(120), 120.0, 120.0)
    after, effects = After(guest).received(1, deal, 0.0)
    assert isinstance(effects[-1], Failed)
    assert after.link is None


def test_a_guest_tries_again_ever_more_slowly_and_not_for_ever() -> None:
    ends = Ends().connect().settle().play("6-9")
    guest, effects = After(ends.guest).closed(ends.line, "reset", 0.0)
    assert effects == (Cut("reset"),)
    now, waits = 0.0, []
    while guest.dial_at is not None:
        waits.append(guest.dial_at - now)
        now = guest.dial_at
        guest, _ = After(guest).tick(now)
        guest, effects = After(guest).closed(99, "nobody there", now)
    assert waits[:5] == [1.0, 2.0, 4.0, 8.0, 15.0]
    assert len(waits) == MOST_TRIES
    assert effects == (Gone(),)
    assert guest.link is not None
    assert guest.link.outcome == Outcome(None, Reason.LEFT, WHITE)


def test_leaving_tells_the_other_side() -> None:
    ends = Ends().connect().settle().play("6-9")
    ends.guest_after(lambda guest: guest.leave())
    ends.settle()
    assert ends.host_link.outcome is not None
    assert ends.host_link.outcome.has_result is False
    assert not ends.is_open
    ends = Ends().connect().settle().play("6-9")
    ends.host_after(lambda host: host.leave())
    ends.settle()
    assert ends.guest_link.settled


def test_names_are_the_same_at_both_ends_whatever_they_are() -> None:
    host = replace(make_host(), name="Hilda")
    ends = Ends(host, replace(make_guest(), name="G\N{LATIN SMALL LETTER U WITH DIAERESIS}s"))
    ends.connect().settle()
    assert ends.host_link.names == ends.guest_link.names == {BLACK: "Güs", WHITE: "Hilda"}
    assert ends.host_link.pdn() == ends.guest_link.pdn()


def test_who_comes_and_says_nothing_has_to_go() -> None:
    host, _ = After(make_host()).opened(1, 0.0)
    host, _ = After(host).opened(2, 5.0)
    assert After(host).tick(VISIT) == (host, ())
    host, effects = After(host).tick(VISIT + 0.1)
    assert effects == (HangUp(1),)
    assert list(host.visitors) == [2]


def test_a_crowd_does_not_keep_a_guest_out() -> None:
    host = make_host()
    hung_up: list[object] = []
    for connection in range(1, 101):
        host, effects = After(host).opened(connection, 0.0)
        hung_up += effects
        assert len(host.visitors) <= MOST_VISITORS
    assert hung_up == [HangUp(n) for n in range(1, 101 - MOST_VISITORS)]
    host = greeted(host, 200)
    host, effects = After(host).received(200, Play("Gus"), 0.0)
    assert host.connection == 200
    for connection in range(300, 400):
        host, effects = After(host).opened(connection, 0.0)
        assert HangUp(200) not in effects
