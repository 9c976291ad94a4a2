"""Names from outside: whatever they refer to, the program neither hangs nor fills the memory."""

import ast
import errno
import os
import re
import signal
import socket
from collections.abc import Iterator
from io import FileIO
from pathlib import Path
from types import FrameType

import pytest

import minicheckers
from manpage import command_models
from minicheckers.cli import main
from minicheckers.support import named_files
from testing.running import set_all, state_in

GAME = Path(__file__).parent.parent / "docs" / "games" / "chain.pdn"

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="such things cannot be there")

#: Each of these reads or writes the file that replaces the braces.
DOORS = (
    "think --from {}",
    "verify {}",
    "review {}",
    "replay {}",
    "convert {} --to fen",
    "--plain --level easy --first you --board {}",
    "--plain --load {}",
    f"replay {GAME} --svg {{}}",
    "match easy easy --games 2 --pdn {}",
    "learn --plain --course {}",
    "think --depth 1 --svg {}",
)
#: What a name may refer to other than a file, and the message about it.
OBSTACLES = {
    "pipe": "it is a pipe, not a file",
    "zero": "it is a device, not a file",
    "folder": "it is a directory, not a file",
    "socket": "it is a socket, not a file",
    "ring": "links",
}


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A directory with everything that is no file; a command that waits there fails the test."""
    monkeypatch.chdir(tmp_path)
    set_all(monkeypatch, state_in(tmp_path / "state"))
    os.mkfifo("pipe")
    os.symlink("/dev/zero", "zero")
    os.mkdir("folder")
    os.symlink("ring", "ring")

    def fail(number: int, frame: FrameType | None) -> None:
        raise AssertionError("it waits")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(60)
    with socket.socket(socket.AF_UNIX) as bound:
        bound.bind("socket")
        yield tmp_path
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def test_every_argument_that_is_a_file_is_tried() -> None:
    for model in command_models():
        for argument in (*model.flags, *model.values):
            if argument.is_file:
                # A flag of several commands is read in one place, and tried once.
                way = f"{argument.names[-1]} {{}}" if argument.names else f"{model.name} {{}}"
                assert any(way in door for door in DOORS), way


@pytest.mark.sampled(25)
@pytest.mark.parametrize("obstacle", OBSTACLES)
@pytest.mark.parametrize("door", DOORS)
def test_a_sentence_for_everything_that_is_no_file(
    door: str, obstacle: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.lstat().st_mode for path in here.iterdir()}
    assert main(door.format(obstacle).split()) in (1, 2)
    (line,) = capsys.readouterr().err.splitlines()
    assert f"'{obstacle}'" in line
    assert OBSTACLES[obstacle] in line
    after = {path: path.lstat().st_mode for path in here.iterdir() if path.name != "state"}
    assert after == before


def test_a_file_that_has_nothing_to_say_yet(monkeypatch: pytest.MonkeyPatch) -> None:
    # As /proc/kmsg, which is a regular file by its mode: here a pipe with nobody at its other end.
    read, write = os.pipe()
    os.set_blocking(read, False)
    with open(read, "rb") as silent:
        monkeypatch.setattr(named_files, "open_file", lambda name: silent)
        with pytest.raises(ValueError, match="it has no content yet"):
            named_files.read_file("kernel", 10)
    os.close(write)


def test_a_full_disk_leaves_no_part_of_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Full(FileIO):
        def write(self, data: object) -> int:
            super().write(b"a part")
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(named_files, "open_file", lambda name, mode: Full(name, "x"))
    with pytest.raises(OSError, match="No space left on device"):
        named_files.write_file(str(tmp_path / "film.svg"), b"a film")
    assert list(tmp_path.iterdir()) == []


#: These open no file named from outside, and why.
MAY_OPEN = {
    "support/named_files.py": "the one way",
    "cli.py": "the null device",
    "opponents/child.py": "the null device",
    "support/signals.py": "a pipe of its own",
    "tui/terminal.py": "the terminal",
    "commands/play.py": "the terminal",
    "coach/course.py": "comes with the program",
    "coach/lessons.py": "comes with the program",
    "coach/puzzle_source.py": "comes with the program",
    "game/openings.py": "comes with the program",
    "engine/evaluate/learned.py": "comes with the program",
    "engine/evaluate/network.py": "comes with the program",
    "engine/endings/files.py": "comes with the program",
    "engine/solver/certificate.py": "comes with the program",
    "engine/solver/opening.py": "comes with the program",
}
OPENERS = {"open", "FileIO", "read_text", "read_bytes", "write_text", "write_bytes", "touch"}


def test_nothing_else_opens_files() -> None:
    source = Path(minicheckers.__file__).parent
    found = set()
    for path in source.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if not re.search(rf"\b({'|'.join(OPENERS)})\b", text):  # parsing takes long
            continue
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Call) and "closefd" not in {k.arg for k in node.keywords}:
                called = node.func
                name = getattr(called, "attr", None) or getattr(called, "id", None)
                if name in OPENERS and not ast.unparse(called).startswith(
                    ("self.", "app.", "desk.", "world.")
                ):
                    found.add(path.relative_to(source).as_posix())
    # What is kept has its own directory, which is checked when it is opened.
    assert {name for name in found if not name.startswith("storage/")} <= MAY_OPEN.keys()


@pytest.mark.parametrize("words", [("games", "--pdn"), ("think", "--depth", "1", "--svg")])
def test_a_file_that_cannot_be_written_is_a_failure_and_not_bad_usage(
    words: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*words, str(tmp_path / "nowhere" / "file.pdn")]) == 1
    said = capsys.readouterr()
    assert not said.out
    assert said.err.count("\n") == 1
    assert "No such file or directory" in said.err
