"""The program replaced on the disk while a game is open: a sentence, and the game is saved."""

import os
import runpy
import shutil
import sys
from pathlib import Path
from zipfile import ZIP_STORED, ZipFile

import pytest

import minicheckers
from testing.harness import Start, Terminal

pytestmark = pytest.mark.no_cover  # which loads modules of its own

PACKAGE = Path(minicheckers.__file__).parent
TOOL = PACKAGE.parents[1] / "tools" / "single_file.py"
GAME = ("--level", "easy", "--first", "you", "--no-animation")


@pytest.fixture(scope="module")
def programs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """The single file, and that of another version, in which everything lies elsewhere."""
    directory = tmp_path_factory.mktemp("programs")
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    with ZipFile(directory / "a.whl", "w") as wheel:
        for path in files:
            wheel.write(path, path.relative_to(PACKAGE.parent))
    old, new = directory / "old.pyz", directory / "new.pyz"
    runpy.run_path(str(TOOL))["make"](directory / "a.whl", old)
    with ZipFile(old) as source, ZipFile(new, "w", ZIP_STORED) as target:
        for name in reversed(source.namelist()):
            target.writestr(name, source.read(name) + (b"\n" if name.endswith(".py") else b""))
    return old, new


def upgrade(program: Path, new: Path) -> None:
    """Put another version in the place of a single file, as an installer does."""
    fresh = program.with_suffix(".fresh")
    shutil.copy(new, fresh)
    os.replace(fresh, program)


def play_a_move(terminal: Terminal) -> None:
    terminal.wait_for("Your turn").press("enter", "enter")
    terminal.wait_for("move 2").settle()  # the computer has answered


def check_it_ended_well(terminal: Terminal) -> None:
    assert terminal.wait() == 1
    said = " ".join(terminal.raw.decode(errors="replace").split())
    assert "upgraded while it was running" in said
    assert "--resume" in said
    assert "Traceback" not in said


@pytest.mark.parametrize("key", ["a", "c"])
def test_a_screen_that_can_no_longer_be_loaded(
    start: Start, tmp_path: Path, programs: tuple[Path, Path], key: str
) -> None:
    program = Path(shutil.copy(programs[0], tmp_path / "minicheckers.pyz"))
    terminal = start(command=[sys.executable, str(program), *GAME])
    play_a_move(terminal)
    upgrade(program, programs[1])
    terminal.press(key)
    terminal.wait_for(
        lambda: "upgraded" in terminal.flowing_text or terminal.process.poll() is not None
    )
    terminal.press("q")  # what is read there may look like a module that fails
    terminal.wait()
    said = " ".join(terminal.raw.decode(errors="replace").split())
    assert "upgraded while it was running" in said
    assert "Traceback" not in said
    resumed = start(command=[sys.executable, str(program), "--resume"])
    resumed.wait_for("1. ").press("q")
    assert resumed.wait() == 0


def test_a_package_that_was_installed_anew(start: Start, tmp_path: Path) -> None:
    """Its next version has no such screen."""
    package = tmp_path / "packages" / "minicheckers"
    leave = shutil.ignore_patterns("__pycache__")
    shutil.copytree(PACKAGE, package, ignore=leave)
    environment = {"PYTHONPATH": str(package.parent)}
    call = [sys.executable, "-m", "minicheckers", *GAME]
    terminal = start(command=call, environment=environment)
    play_a_move(terminal)
    shutil.rmtree(package)
    shutil.copytree(PACKAGE, package, ignore=leave, copy_function=shutil.copyfile)
    (package / "activities" / "analysis.py").unlink()
    terminal.press("a")
    check_it_ended_well(terminal)


def test_in_plain_mode(start: Start, tmp_path: Path, programs: tuple[Path, Path]) -> None:
    program = Path(shutil.copy(programs[0], tmp_path / "minicheckers.pyz"))
    terminal = start(command=[sys.executable, str(program), "--plain", *GAME]).wait_for("> ")
    terminal.press("1", "enter")
    terminal.wait_for("The computer plays")
    upgrade(program, programs[1])
    terminal.press("analysis", "enter", "hint", "enter")
    assert terminal.wait() == 1
    assert "upgraded while it was running" in terminal.flowing_text
    assert "Traceback" not in terminal.text
