"""The command that checks certificates."""

import json
from pathlib import Path
from typing import Any

import pytest

from minicheckers.cli import main
from minicheckers.engine.solver import certificate
from minicheckers.engine.solver.certificate import shipped
from testing.certificates import POSITIONS

FIELDS = ["file", "claim", "ok", "positions", "seconds"]


def records_of_all(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert main(["verify", "--json"]) == 0
    records = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(list(record) == FIELDS and record["ok"] for record in records)
    assert {record["file"] for record in records} == set(dict(shipped()))
    return records


def test_the_shipped_ones_are_checked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # That they hold is tested where they are read: it takes a second.
    monkeypatch.setattr(certificate, "check", lambda found: 10 * len(found.claim.positions))
    assert {record["positions"] for record in records_of_all(capsys)} == {10, 40}


@pytest.mark.slow
def test_the_shipped_ones_hold(capsys: pytest.CaptureFixture[str]) -> None:
    found = {record["file"]: record["positions"] for record in records_of_all(capsys)}
    assert found == POSITIONS


def test_a_damaged_one_gives_a_sentence_and_1(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "cut.certificate"
    path.write_bytes(dict(shipped())["after-6-9-white.certificate"][:-5])
    assert main(["verify", str(path), "--json"]) == 1
    shown = capsys.readouterr()
    assert json.loads(shown.out)["ok"] is False
    assert "the certificate ends before the proof is complete" in shown.err
