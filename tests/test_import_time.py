"""Importing the package, asking for its version and the first frame stay cheap."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from testing.running import set_all, state_in

pytestmark = pytest.mark.no_cover  # which loads modules of its own

#: Modules that only a game on the screen or a thinking computer needs.
HEAVY = (
    "curses",
    "minicheckers.engine",
    "minicheckers.opponents",
    "minicheckers.coach",
    "minicheckers.tui",
    "multiprocessing",
    "asyncio",
    "numpy",
)

#: Modules that only --cluster needs.
CLUSTER = ("distributed", "dask", "tornado")

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
    assert not [name for name in loaded if name.startswith(HEAVY + CLUSTER)]
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


def test_a_match_in_one_process_loads_nothing_of_a_cluster() -> None:
    words = ["match", "easy", "random", "--games", "2", "--seed", "1", "--jobs", "1"]
    loaded = modules_after(f"import minicheckers.cli as cli\ncli.main({words!r})")
    assert "minicheckers.support.processes" in loaded
    assert not [name for name in loaded if name.startswith(CLUSTER)]


#: Puts the menu or a game on a screen that ends the program with its first frame.
FIRST_FRAME = """
import minicheckers.cli as cli
from minicheckers.commands import play
from minicheckers.storage.store import Store
from minicheckers.tui import start
from minicheckers.tui.app import App

class Shown(Exception):
    pass

class Screen:
    size = (80, 24)

    def show(self, frame, theme):
        assert "help" in frame.to_text()
        raise Shown

store = Store.default()
request = play.make_request(cli.make_parser(cli.GAME).parse_all({words!r}), store)
app = App(store, Screen(), request.looks)
start.of_request(request)(app)
try:
    app.show_frame()
except Shown:
    pass
"""

#: What is loaded later: thinking, coaching and reporting, and what only some games need.
LATER = (
    "minicheckers.coach.analysis",
    "minicheckers.coach.hints",
    "minicheckers.coach.lessons",
    "minicheckers.coach.puzzle",
    "minicheckers.wire",
    "minicheckers.engine.deepening",
    "minicheckers.engine.endings.",
    "minicheckers.engine.evaluate",
    "minicheckers.engine.solver.",
    "minicheckers.game.pdn",
    "minicheckers.hub",
    "minicheckers.match",
    "minicheckers.plain",
    "minicheckers.treeview",
    "base64",
    "hashlib",
    "importlib.resources",
    "multiprocessing",
    "platform",
    "tomllib",
    "traceback",
)

#: The activities that the menu needs, and those of a game.
MENU = {"activity", "background", "files", "setup"}


@pytest.mark.parametrize(
    ("words", "activities"),
    [
        ([], MENU),
        (
            ["--level", "hard", "--first", "you"],
            MENU | {"coached", "game", "keeping"},
        ),
    ],
    ids=["menu", "board"],
)
def test_the_first_frame_loads_only_what_it_shows(
    words: list[str], activities: set[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    set_all(monkeypatch, state_in(tmp_path))
    loaded = modules_after(FIRST_FRAME.format(words=words))
    assert not [name for name in loaded if name.startswith(LATER)]
    room = "minicheckers.activities."
    assert {name.removeprefix(room) for name in loaded if name.startswith(room)} == activities


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
