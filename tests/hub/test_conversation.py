"""How the engine answers a client: lines, positions, moves, and any lines in any order."""

import io
import os
import re
import threading
from collections.abc import Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.hub.engine import Conversation
from minicheckers.hub.notation import read_move, read_position, write_move, write_position
from minicheckers.hub.protocol import format_message, lines_of, parse_message
from minicheckers.hub.settings import DEFAULT_SECONDS, HubLimits
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, get_variant
from testing.hub_client import PATIENCE, HubClient

START = "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


@pytest.fixture
def client() -> HubClient:
    return HubClient()


def test_hub_is_answered_by_id_parameters_and_wait(client: HubClient) -> None:
    client.send("hub")
    first, *params, last = client.replies_until("wait")
    assert first.startswith("id name=minicheckers version=")
    assert [re.search(r"name=(\S+)", line)[1] for line in params] == [  # type: ignore[index]
        "variant",
        "level",
        "orientation",
        "tt-size",
    ]
    games = re.search(r'values="(.*)"', params[0])
    assert games is not None
    assert sorted(games[1].split()) == sorted({*VARIANTS, "normal", "losing", "bt"})
    assert last == "wait"
    client.send("init")
    assert client.reply() == "ready"


def test_a_search_reports_and_ends_with_a_move(client: HubClient) -> None:
    client.send(START, "level depth=5", "go think")
    *infos, done = client.replies_until("done")
    assert [line.split()[1] for line in infos] == [f"depth={n}" for n in range(1, 6)]
    for line in infos:
        assert re.fullmatch(
            r"info depth=\d+ score=-?\d+\.\d\d nodes=\d+ time=\S+ nps=\S+ pv=.+", line
        )
    pv = infos[-1].partition("pv=")[2].strip('"').split()
    assert done == f"done move={pv[0]} ponder={pv[1]}"


def test_moves_are_in_usual_numbers_however_the_board_is_turned(client: HubClient) -> None:
    client.send(START + ' moves="11-15 23-19"', "level depth=3", "go think")
    turned = client.replies_until("done")[-1]
    client.send("new-game", "set-param name=orientation value=standard")
    client.send("pos pos=" + "B" + START[9:] + ' moves="11-15 23-19"', "level depth=3", "go think")
    assert client.replies_until("done")[-1] == turned


def test_every_game_is_played_under_its_name(client: HubClient) -> None:
    for variant, pos in {
        "mini": "B" + "b" * 6 + "e" * 6 + "w" * 6,
        "towers": "B" + "b" * 12 + "e" * 8 + "w" * 12,
        "pikachu": "W" + "e" * 10 + "b" * 20 + "e" * 40 + "w" * 20 + "e" * 10,
    }.items():
        client.send(f"set-param name=variant value={variant}", "init", f"pos pos={pos}")
        assert client.reply() == "ready"
        client.send("level depth=2 move-time=20", "go think")
        assert client.replies_until("done")[-1].startswith("done move=")


def test_a_level_of_ours_plays_as_it_does_elsewhere(client: HubClient) -> None:
    client.send("set-param name=level value=easy", "init", START, "go think")
    assert client.reply() == "ready"
    assert client.reply().startswith("done move=")


def test_a_ping_is_answered_while_it_thinks_and_stop_yields_done(client: HubClient) -> None:
    client.send(START, "level infinite", "go analyze", "ping")
    assert client.replies_until("pong")[-1] == "pong"
    client.send("stop")
    assert client.replies_until("done")[-1].startswith("done move=")
    assert client.ask() == []


def test_a_search_that_ponders_has_no_clock_before_the_hit(client: HubClient) -> None:
    client.send(START + ' moves="11-15 23-19"', "level move-time=0.3", "go ponder")
    while "depth=4" not in client.reply():
        pass
    client.send("ping", "ponder-hit")
    replies = client.replies_until("done")
    assert "pong" in replies
    assert replies[-1].startswith("done move=")


def test_what_follows_a_stop_is_kept_for_after_the_search(client: HubClient) -> None:
    client.send(START, "level infinite", "go think", "stop")
    client.send(START + ' moves="11-15"', "level infinite", "go think", "stop", START)
    client.send("level depth=1", "go think")
    answers = [client.replies_until("done")[-1] for _ in range(3)]
    assert all(answer.startswith("done move=") for answer in answers)
    assert re.match(r"done move=2[1-4]-", answers[1])


def test_the_exact_value_of_mini_is_in_men_too(client: HubClient) -> None:
    client.send("set-param name=variant value=mini", "pos pos=B" + "b" * 6 + "e" * 6 + "w" * 6)
    client.send("level move-time=60", "go think")
    assert "score=0.00" in client.replies_until("done")[-2]
    client.send("pos pos=B" + "b" * 6 + "e" * 6 + "w" * 6 + " moves=6-9", "go think")
    assert "score=1.00" in client.replies_until("done")[-2]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("fly", "there is no command 'fly'"),
        ("=", "does not begin with a command"),
        ("pos", "needs pos"),
        ("pos pos=Wb", "32 squares"),
        (START + " moves=11-32", "not legal here"),
        ("level", "'level' needs"),
        ("go", "needs one of think"),
        ("go think ponder", "needs one of think"),
        ("stop", "no search to stop"),
        ("ponder-hit", "no search"),
        ("set-param name=level", "needs value"),
        ("set-param name=level value=nobody", "no level or strategy"),
        ("set-param name=variant value=chess", "chess"),
        ("set-param name=size value=1", "no parameter"),
        ("set-param name=orientation value=left", "orientation is one of"),
        ("set-param name=tt-size value=99", "tt-size"),
    ],
)
def test_a_broken_line_is_answered_with_an_error_and_changes_nothing(
    client: HubClient, line: str, sentence: str
) -> None:
    client.send("set-param name=level value=medium", START + " moves=11-15", "level depth=2")
    (error,) = client.ask(line)
    assert error.startswith('error message="')
    assert sentence in error
    client.send("go think")
    assert re.match(r"done move=2[1-4]-", client.replies_until("done")[-1])


def test_a_stop_that_crosses_the_answer_is_no_mistake(client: HubClient) -> None:
    """Two pieces: the table answers at once, even in a search without a limit."""
    ending = "pos pos=Bb" + "e" * 21 + "b" + "e" * 6 + "wew"
    client.send("set-param name=orientation value=standard", ending, "go analyze")
    client.replies_until("done")
    assert client.ask("stop") == []
    assert "no search to stop" in client.ask("stop")[0]


def test_a_finished_game_cannot_be_searched(client: HubClient) -> None:
    client.send("set-param name=orientation value=standard", "pos pos=Bw" + "e" * 31)
    assert "the game is over" in client.ask("go think")[0]


def test_a_new_search_waits_for_its_turn(client: HubClient) -> None:
    client.send(START, "level infinite", "go think", "go think")
    assert "send stop first" in client.replies_until("error")[-1]
    client.send("stop")
    assert client.replies_until("done")[-1].startswith("done ")


def test_a_strategy_that_cannot_play_the_game_is_replaced(client: HubClient) -> None:
    client.send("set-param name=level value=solver", "init")
    assert "only mini and its family" in client.reply()
    assert client.reply() == "ready"


@pytest.mark.parametrize("line", ["quit", None])
def test_quit_and_the_end_of_input_end_it_even_while_it_thinks(
    client: HubClient, line: str | None
) -> None:
    client.send(START, "level infinite", "go think")
    if line is None:
        client.close()
    else:
        client.send(line)
    assert client.replies_until("(over)")[-1] == "(over)"


def test_a_client_that_never_reads_is_not_read_for_ever() -> None:
    """Its answers go nowhere, so soon its input is left unread in its own pipe."""
    taken, may_write, stalled = 0, threading.Event(), threading.Event()

    def lines() -> Iterator[str]:
        nonlocal taken
        while True:
            taken += 1
            yield "ping"
            if may_write.is_set():
                yield "quit"

    def write(line: str) -> None:
        stalled.set()
        assert may_write.wait(PATIENCE)

    talk = threading.Thread(target=Conversation(write).converse, args=(lines(),), daemon=True)
    talk.start()
    assert stalled.wait(PATIENCE)
    before = -1
    while taken != before:  # until no more are taken
        before = taken
        talk.join(0.2)
    assert taken < 1_000
    may_write.set()
    talk.join(PATIENCE)
    assert not talk.is_alive(), "it goes on where it was"


# The lines of the protocol: read, written, and never too long.


@given(st.text(max_size=80))
def test_any_line_is_a_message_or_a_value_error(line: str) -> None:
    try:
        message = parse_message(line)
    except ValueError:
        return
    assert message.command


@given(st.dictionaries(st.from_regex(r"[a-z-]{1,8}", fullmatch=True), st.text(max_size=20)))
def test_what_is_written_can_be_read(arguments: dict[str, str]) -> None:
    read = parse_message(format_message("info", **arguments)).arguments
    assert list(read) == list(arguments)


def test_lines_come_whole_and_overlong_ones_are_told_of() -> None:
    source = io.BytesIO(b"ping\r\n\n" + b"x" * 500_000 + b"\nping\n\xff\nlast")
    assert list(lines_of(source, longest=10)) == ["ping", "", None, "ping", "\\xff", "last"]


def test_a_line_without_end_is_told_of_at_once() -> None:
    with open("/dev/zero" if os.name == "posix" else __file__, "rb", buffering=0) as source:
        assert next(lines_of(source, longest=10)) is None


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("level move-time=2", 1.97),
        ("level move-time=0.001", 0.01),
        ("level time=30", 0.97),
        ("level moves=1 time=10", 7.97),
        ("level time=30 inc=1", 1.97),
        ("level time=-0.5 inc=1", 0.77),
        ("level depth=4", None),
        ("level nodes=1000", None),
        ("level infinite", None),
    ],
)
def test_a_level_is_a_time_for_the_move(line: str, seconds: float | None) -> None:
    found = HubLimits.parse(parse_message(line)).seconds()
    assert found == (None if seconds is None else pytest.approx(seconds))


def test_without_a_level_a_move_takes_a_while() -> None:
    assert HubLimits().seconds() == DEFAULT_SECONDS


@pytest.mark.parametrize(
    "line", ["level", "level depth=0", "level depth=x", "level time=nan", "level inc=1"]
)
def test_a_level_that_says_nothing_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"level|depth|time"):
        HubLimits.parse(parse_message(line))


# Any lines in any order, cut and doubled: an answer or an error, never a crash, never a hang.

TRANSCRIPT = (
    "hub",
    "set-param name=variant value=english",
    "set-param name=variant value=mini",
    "set-param name=level value=easy",
    "set-param name=level value=expert",
    "set-param name=orientation value=turned",
    "set-param name=tt-size value=10",
    "init",
    "new-game",
    "ping",
    "pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww",
    'pos pos=Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww moves="11-15 22-18 15x22x18"',
    "pos pos=Bbbbbbbeeeeeewwwwww",
    "pos pos=BeeeeeeeeeBbbeeeeeeeeeeeeeeeeewww",
    "level move-time=0.01",
    "level depth=2",
    "level nodes=50",
    "level moves=40 time=0.5 inc=0.01",
    "level infinite",
    "go think",
    "go ponder",
    "go analyze",
    "ponder-hit",
    "stop",
)
#: The only things an engine may say.
ANSWER = re.compile(
    r"id name=\S+ version=\S+ author=\"[^\"=]*\""
    r"|param( [a-z]+=(\"[^\"=]*\"|[^\s\"=]+))+"
    r"|wait|ready|pong"
    r"|info( [a-z]+=(\"[^\"=]*\"|[^\s\"=]+))+"
    r"|done move=[0-9x-]+( ponder=[0-9x-]+)?"
    r"|error message=\"[^\"=]+\""
)
CHARACTERS = ' ="x-0159WBbwe\t\\\x00é'


def mangled(line: str, random: Random) -> str:
    place = random.randrange(len(line) + 1)
    return random.choice(
        (
            line,
            line,
            line,
            line[:place],
            line + " " + line,
            line[:place] + random.choice(CHARACTERS) + line[place:],
            line[:place] + random.choice(CHARACTERS) + line[place + 1 :],
            " ".join(random.sample(line.split(), len(line.split()))),
        )
    )


def transcript(random: Random, lines: int) -> list[str]:
    return [mangled(random.choice(TRANSCRIPT), random) for _ in range(lines)]


def check(seed: int, lines: int) -> None:
    client = HubClient(seed=seed)
    sent = transcript(Random(seed), lines)
    client.send(*sent)
    # Any search still running ends with a stop, and then the engine responds as before.
    client.send("stop", "set-param name=variant value=english", "init")
    said = client.replies_until("ready")
    client.send("new-game", "level depth=1", "stop", "go think")
    said += client.replies_until("done")
    client.close()
    said += client.replies_until("(over)")[:-1]
    strange = [line for line in said if not ANSWER.fullmatch(line)]
    assert not strange, (seed, strange[:3])
    assert said.count("ready") <= sum("init" in line for line in sent) + 1


@pytest.mark.parametrize("seed", range(12))
def test_any_transcript_is_answered(seed: int) -> None:
    check(seed, lines=60)


@pytest.mark.slow
def test_many_transcripts_are_answered() -> None:
    for seed in range(1000, 1400):
        check(seed, lines=60)


# Positions and moves as the protocol writes them.

FIRST = "Bbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww"


def test_a_chain_names_its_ends_and_what_it_captures() -> None:
    position = Position.from_fen("B:W6,15:B1", "english")
    (move,) = position.legal_moves()
    assert (str(move), write_move(move)) == ("1x10x19", "1x19x6x15")
    for text in ("1x19x6x15", "1x19x15x6", "1x19"):
        assert read_move(position, text) == move


def test_a_forfeited_turn_is_written_as_a_null_move() -> None:
    position = Position.from_fen("B:W1,10:B17", "mini")
    (move,) = position.legal_moves()
    assert write_move(move) == "0-0"
    assert read_move(position, "0-0") == read_move(position, "pass") == move


def test_the_number_of_squares_tells_the_size_of_pikachu() -> None:
    ten = Position.start("pikachu", size=10)
    text = write_position(ten, turned=False)
    assert read_position(text, get_variant("pikachu"), turned=False) == ten


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "begins with W or B"),
        ("X" + FIRST[1:], "begins with W or B"),
        (FIRST[:-1], "32 squares"),
        (FIRST[:-1] + "x", "not one of wbWBe"),
        ("B" + "e" * 32, "board is empty"),
    ],
)
def test_a_bad_position_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        read_position(text, get_variant("english"), turned=False)


@pytest.mark.parametrize(
    "text", ["", "11", "11-32", "11x15", "0-0", "pass", "11-15x3", "x", "9-" * 9]
)
def test_a_bad_move_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"not a move|not legal"):
        read_move(Position.start("english"), text)
