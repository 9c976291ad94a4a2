import importlib.util
import json
import re
import sys
from pathlib import Path

import pytest

from minicheckers import Position
from minicheckers.cli import main
from minicheckers.commands import bench
from testing.running import Program

CHECKER = Path(__file__).parents[2] / "research" / "check_signature.py"


@pytest.mark.slow
def test_the_signature_is_the_same_in_every_process(program: Program) -> None:
    program.environment |= {"PYTHONHASHSEED": "1"}
    first = program.run("bench", "--signature").stdout
    program.environment |= {"PYTHONHASHSEED": "2"}
    second = json.loads(program.run("bench", "--signature", "--json").stdout)
    assert first == second["signature"] + "\n"
    assert re.fullmatch(r"[0-9]+-[0-9a-f]{8}\n", first)


def test_the_signature_shows_every_change(monkeypatch: pytest.MonkeyPatch) -> None:
    searches = [("mini 1-5", 100), ("english 11-15", 200), ("mini", 100)]
    signatures = set()
    for changed in (searches, searches[:2], searches[::-1], [*searches[:2], ("mini", 101)]):
        monkeypatch.setattr(bench, "_fixed_searches", changed.copy)
        signatures.add(bench.signature())
    assert len(signatures) == 4


def test_the_checker_tells_a_change(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("check_signature", CHECKER)
    assert spec is not None
    assert spec.loader is not None
    checker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(checker)
    monkeypatch.setattr(checker, "signature", lambda: "5-abcdef01")
    monkeypatch.setattr(checker, "RECORDED", tmp_path / "signature.txt")
    monkeypatch.setattr(sys, "argv", ["check_signature.py", "--write"])
    assert checker.main() == 0
    monkeypatch.setattr(sys, "argv", ["check_signature.py"])
    assert checker.main() == 0
    monkeypatch.setattr(checker, "signature", lambda: "6-abcdef01")
    assert checker.main() == 1
    assert "6-abcdef01, on record is 5-abcdef01" in capsys.readouterr().err


def test_every_measurement_is_one_json_object(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shallow = {name: game | {"perft": 2, "search": 2} for name, game in bench.GAMES.items()}
    monkeypatch.setattr(bench, "GAMES", shallow)
    monkeypatch.setattr(bench, "TO_SOLVE", Position.from_fen("B:W13,14,18:B5,6,9"))
    monkeypatch.setattr(bench, "signature", lambda: "5-abcdef01")
    assert main(["bench", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [record["bench"] for record in records] == [
        "build",
        *["perft"] * 4,
        *["search"] * 4,
        "solve",
        "signature",
    ]
    assert [record["nodes"] for record in records[1:5]] == [25, 49, 49, 64]
    assert records[0]["build"] in ("pure Python", "compiled")
    assert records[-1]["signature"] == "5-abcdef01"
    assert main(["bench"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 11
