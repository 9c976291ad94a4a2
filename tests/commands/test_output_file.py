"""`--out` of the commands that work long: a file is replaced whole, and nothing else is touched."""

import os
import stat
from pathlib import Path

import pytest

from minicheckers.cli import main

COMMANDS = pytest.mark.parametrize(
    "command",
    [["endings", "--pieces", "2"], ["solve", "--position", "W:W10,17:B2,9", "--jobs", "1"]],
    ids=["endings", "solve"],
)


@COMMANDS
def test_a_link_stays_and_its_file_is_written(command: list[str], tmp_path: Path) -> None:
    target, link = tmp_path / "target", tmp_path / "link"
    neighbours = [
        tmp_path / f"{name}.{end}" for name in ("target", "link") for end in ("new", "part")
    ]
    for path in (target, *neighbours):
        path.write_text("before")
    link.symlink_to(target)
    assert main([*command, "--out", str(link)]) == 0
    assert link.is_symlink()
    assert target.read_bytes() != b"before"
    assert {path.read_text() for path in neighbours} == {"before"}
    assert set(tmp_path.iterdir()) == {target, link, *neighbours}


@COMMANDS
def test_a_pipe_is_refused_and_stays(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert main([*command, "--out", str(pipe)]) == 2
    assert "it is a pipe, not a file" in capsys.readouterr().err
    assert stat.S_ISFIFO(pipe.stat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]
