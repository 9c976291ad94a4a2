"""Importing the package and asking for its version stay cheap."""

import os
import subprocess
import sys

import pytest

pytestmark = pytest.mark.no_cover  # which loads modules of its own

#: Modules that only a game on the screen or a thinking computer needs.
HEAVY = (
    "curses",
    "minicheckers.engine",
    "minicheckers.players",
    "minicheckers.coach",
    "minicheckers.tui",
    "multiprocessing",
    "asyncio",
    "numpy",
)

LIST_MODULES = "import sys; print('\\n'.join(sys.modules))"


def modules_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\n{LIST_MODULES}"],
        capture_output=True,
        text=True,
        check=True,
    )
    return set(done.stdout.splitlines())


def test_importing_loads_nothing_heavy() -> None:
    loaded = modules_after("import minicheckers")
    assert "minicheckers" in loaded
    assert not [name for name in loaded if name.startswith(HEAVY)]
    assert "minicheckers.rules.position" not in loaded


def test_the_version_loads_nothing_heavy() -> None:
    loaded = modules_after(
        "import contextlib, minicheckers.cli as cli\n"
        "with contextlib.suppress(SystemExit): cli.main(['--version'])"
    )
    assert "minicheckers.cli" in loaded
    assert not [name for name in loaded if name.startswith(HEAVY)]


def test_the_rules_load_no_computer_player_and_no_screen() -> None:
    loaded = modules_after("from minicheckers import Game, Position; Position.start()")
    assert not [name for name in loaded if name.startswith(HEAVY)]


def seconds(*arguments: str) -> float:
    """Processor time, and the best of several runs, so that a busy machine does not count."""
    best = float("inf")
    for _ in range(7):
        before = os.times()
        subprocess.run([sys.executable, *arguments], check=True, capture_output=True)
        after = os.times()
        used = after.children_user - before.children_user
        best = min(best, used + after.children_system - before.children_system)
    return best


def test_importing_and_version_take_little_longer_than_python_itself() -> None:
    allowed = 2 * seconds("-c", "pass") + 0.06
    assert seconds("-c", "import minicheckers") < allowed
    assert seconds("-m", "minicheckers", "--version") < allowed
