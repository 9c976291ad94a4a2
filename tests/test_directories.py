"""The person's own files: where they are on every system, and that tests never reach them."""

import sys
from importlib.util import find_spec, module_from_spec
from pathlib import Path

import pytest

from testing.running import homes, set_all, settings_in, state_in


@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_tests_keep_away_from_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, system: str
) -> None:
    set_all(monkeypatch, homes(tmp_path))
    monkeypatch.setattr(sys, "platform", system)
    spec = find_spec("minicheckers.support.named_files")
    assert spec is not None
    assert spec.loader is not None
    there = module_from_spec(spec)  # anew: the system is asked for when it is loaded
    spec.loader.exec_module(there)
    assert there.state_directory() == tmp_path / "state" / "minicheckers"
    assert there.configuration_directory() == tmp_path / "config" / "minicheckers"
    for name in state_in(tmp_path) | settings_in(tmp_path):
        monkeypatch.delenv(name)
    for directory in (there.state_directory(), there.configuration_directory()):
        assert tmp_path in directory.parents  # below the home
