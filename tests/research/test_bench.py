"""The node signature of the search, and how fast it is."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import bench
import check_signature
from minicheckers import Position


@pytest.mark.slow
def test_the_signature_is_the_same_in_every_process() -> None:
    command = [sys.executable, check_signature.__file__]
    for seed in "12":
        environment = os.environ | {"PYTHONHASHSEED": seed}
        subprocess.run(command, env=environment, capture_output=True, check=True)


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
    monkeypatch.setattr(check_signature, "signature", lambda: "5-abcdef01")
    monkeypatch.setattr(check_signature, "RECORDED", tmp_path / "signature.txt")
    monkeypatch.setattr(sys, "argv", ["check_signature.py", "--write"])
    assert check_signature.main() == 0
    monkeypatch.setattr(sys, "argv", ["check_signature.py"])
    assert check_signature.main() == 0
    monkeypatch.setattr(check_signature, "signature", lambda: "6-abcdef01")
    assert check_signature.main() == 1
    assert "6-abcdef01, on record is 5-abcdef01" in capsys.readouterr().err


def test_every_measurement_is_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    shallow = {name: game | {"perft": 2, "search": 2} for name, game in bench.GAMES.items()}
    monkeypatch.setattr(bench, "GAMES", shallow)
    monkeypatch.setattr(bench, "TO_SOLVE", Position.from_fen("B:W13,14,18:B5,6,9"))
    monkeypatch.setattr(bench, "signature", lambda: "5-abcdef01")
    lines = [line.split() for line in bench.measurements()]
    assert [line[0] for line in lines] == [
        "build",
        *["perft"] * 4,
        *["search"] * 4,
        "solve",
        "signature",
    ]
    assert [int(line[3]) for line in lines[1:5]] == [25, 49, 49, 64]
    assert lines[-1] == ["signature", "5-abcdef01"]
