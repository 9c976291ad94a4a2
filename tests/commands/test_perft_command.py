"""``minicheckers perft``: counts, in words and as JSON, and with bad input."""

import json

import pytest

from testing.running import ProgramInside

FIELDS = ["variant", "position", "depth", "nodes", "seconds"]


@pytest.mark.parametrize(
    ("line", "nodes"),
    [
        ("0", 1),
        ("5", 1271),
        ("4 --variant towers", 2872),
        ("5 --variant english", 7361),
        ("3 --variant pikachu", 800),
        ("1 --position W:W:B5", 0),
        ("2 --position B:W1,2,6,7,11,18:B16", 6),
        ("3 --variant towers --position w:wk3,k18,14,25:bk22,k11,9,15,27.", 502),
    ],
)
def test_nodes(line: str, nodes: int, program_inside: ProgramInside) -> None:
    record = json.loads(program_inside.run("perft", *line.split(), "--json").stdout)
    assert list(record) == FIELDS
    assert record["nodes"] == nodes
    assert f"{nodes} nodes" in program_inside.run("perft", *line.split()).stdout


@pytest.mark.parametrize(
    ("line", "moves", "nodes"),
    [
        ("6", 5, 4104),
        ("0", 0, 1),
        ("2 --position W:W:B5", 0, 0),
        ("2 --variant pikachu --size 10", 10, 100),
    ],
)
def test_divide(line: str, moves: int, nodes: int, program_inside: ProgramInside) -> None:
    words = ("perft", *line.split(), "--divide")
    record = json.loads(program_inside.run(*words, "--json").stdout)
    assert (len(record["divide"]), record["nodes"]) == (moves, nodes)
    if moves:
        assert sum(record["divide"].values()) == nodes
    *shown, total = program_inside.run(*words).stdout.splitlines()
    assert [line.split(":")[0] for line in shown] == list(record["divide"])
    assert total.startswith(f"{nodes} nodes")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "x",
        "-1",
        "1.5",
        "999999999999",
        "3 --variant chess",
        "3 --variant mini --size 8",
        "3 --variant pikachu --size 17",
        "3 --position nonsense\x1b[2J",
        "3 --position B:WK13:B1",
        "3 4",
        "3 --colour",
    ],
)
def test_bad_input_gets_one_sentence(line: str, program_inside: ProgramInside) -> None:
    program_inside.refusal("perft", *line.split(" " if line else None))
