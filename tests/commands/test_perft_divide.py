"""``minicheckers perft`` on positions and boards of other sizes, and with bad input."""

import json

import pytest

from minicheckers.cli import main


def test_divide_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "2", "--variant", "pikachu", "--size", "10", "--divide", "--json"]) == 0
    record = json.loads(capsys.readouterr().out)
    assert record["nodes"] == sum(record["divide"].values()) == 100
    assert set(record["divide"].values()) == {10}
    assert main(["perft", "2", "--position", "W:W:B5", "--divide", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["divide"] == {}


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
