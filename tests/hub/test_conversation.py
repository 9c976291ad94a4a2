"""The conversation: how the engine answers a client."""

import re
import threading
from collections.abc import Iterator

import pytest

from minicheckers.hub.engine import Conversation
from minicheckers.rules.variant import VARIANTS
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
