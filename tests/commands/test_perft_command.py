import json

import pytest

from minicheckers.cli import main


def answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["perft", *words]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


@pytest.mark.parametrize(
    ("words", "nodes"),
    [
        (["5"], 1271),
        (["4", "--variant", "towers"], 2872),
        (["5", "--variant", "english"], 7361),
        (["3", "--variant", "pikachu"], 800),
        (["0"], 1),
        (["1", "--position", "W:W:B5"], 0),
    ],
)
def test_perft_as_json(words: list[str], nodes: int, capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(answer([*words, "--json"], capsys))
    assert list(record) == ["variant", "position", "depth", "nodes", "seconds"]
    assert record["nodes"] == nodes


def test_divide_adds_up(capsys: pytest.CaptureFixture[str]) -> None:
    record = json.loads(answer(["6", "--divide", "--json"], capsys))
    assert sum(record["divide"].values()) == record["nodes"] == 4104
    assert len(record["divide"]) == 5
    shown = answer(["6", "--divide"], capsys).splitlines()
    assert [line.split(":")[0] for line in shown[:-1]] == list(record["divide"])
    assert shown[-1].startswith("4104 nodes")
