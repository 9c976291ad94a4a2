"""A fixture of all tests that run the program."""

from pathlib import Path

import pytest

from testing.running import Program


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)
