"""Any lines in any order, cut and doubled: an answer or an error, never a crash, never a hang."""

import re
from random import Random

import pytest

from testing.hub_client import HubClient

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
