"""Fixtures for all tests that run the program."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minicheckers.rules.variant import VARIANTS
from testing.running import Program, ProgramInside


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


@pytest.fixture
def program_inside(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Iterator[ProgramInside]:
    """The program run in this process; house rules that it has met are forgotten afterwards."""
    before = dict(VARIANTS)
    yield ProgramInside(tmp_path, monkeypatch, capsys)
    VARIANTS.clear()
    VARIANTS.update(before)
