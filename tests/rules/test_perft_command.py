"""``minicheckers perft``."""

import json

import pytest

from minicheckers.cli import main


def test_counts_from_the_start_of_mini(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "5"]) == 0
    out, err = capsys.readouterr()
    assert out.startswith("1271 nodes in ")
    assert err == ""


def test_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "4", "--variant", "english", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    seconds = record.pop("seconds")
    assert seconds >= 0
    assert record == {
        "variant": "english",
        "position": "B:W21,22,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,8,9,10,11,12",
        "depth": 4,
        "nodes": 1469,
    }


def test_divide(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "3", "--divide"]) == 0
    *shares, total = capsys.readouterr().out.splitlines()
    assert [line.split(": ")[0] for line in shares] == ["4-7", "5-7", "5-8", "6-8", "6-9"]
    assert sum(int(line.split(": ")[1]) for line in shares) == 106
    assert total.startswith("106 nodes")


def test_divide_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2", "--variant", "pikachu", "--size", "10", "--divide", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["nodes"] == sum(record["divide"].values()) == 100
    assert set(record["divide"].values()) == {10}


@pytest.mark.parametrize(
    ("arguments", "nodes"),
    [
        (["0"], 1),
        (["0", "--divide"], 1),
        (["1", "--position", "W:W:B5"], 0),
        (["2", "--position", "B:W1,2,6,7,11,18:B16"], 6),
        (["3", "--variant", "towers", "--position", "w:wk3,k18,14,25:bk22,k11,9,15,27."], 502),
    ],
)
def test_other_positions(
    arguments: list[str], nodes: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["perft", *arguments]) == 0
    assert f"{nodes} nodes" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["x"],
        ["-1"],
        ["1.5"],
        ["999999999999"],
        ["3", "--variant", "chess"],
        ["3", "--variant", "mini", "--size", "8"],
        ["3", "--variant", "pikachu", "--size", "17"],
        ["3", "--position", "nonsense\x1b[2J"],
        ["3", "--position", "B:WK13:B1"],
        ["3", "4"],
        ["3", "--colour"],
    ],
)
def test_bad_input_gets_one_sentence_and_exit_code_2(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    try:
        code = main(["perft", *arguments])
    except SystemExit as stop:  # argparse leaves this way
        code = int(stop.code or 0)
    out, err = capsys.readouterr()
    assert code == 2
    assert out == ""
    assert err.startswith("minicheckers")
    assert err.count("\n") == 1
    assert err[:-1].isprintable()
