"""The person's own files: where they are on every system, and that tests never reach them."""

import runpy
import sys
from pathlib import Path

import pytest

from minicheckers.support import directories
from testing.running import homes, set_all, settings_in, state_in


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_tests_keep_away_from_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    set_all(monkeypatch, homes(tmp_path))
    monkeypatch.setattr(sys, "platform", system)
    there = runpy.run_path(directories.__file__)
    assert there["state_directory"]() == tmp_path / "state" / "minicheckers"
    assert there["configuration_directory"]() == tmp_path / "config" / "minicheckers"
    for name in state_in(tmp_path) | settings_in(tmp_path):
        monkeypatch.delenv(name)
    for name in ("state_directory", "configuration_directory"):
        assert tmp_path in there[name]().parents  # below the home
