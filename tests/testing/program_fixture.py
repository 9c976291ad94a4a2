"""Fixtures for all tests that run the program."""

from pathlib import Path

import pytest

from testing.running import Program, ProgramInside


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


@pytest.fixture
def program_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> ProgramInside:
    return ProgramInside(tmp_path, monkeypatch, capsys)
