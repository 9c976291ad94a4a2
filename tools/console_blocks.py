"""Fill the console blocks of a page with the output of its commands, and redo its drawings.

    python tools/console_blocks.py [PAGE ...]

In a block that begins with ```console every line after "$ " is run, in an empty directory that also
holds the files of the page: a block of code whose first line names it, as "# mine.py" does. In a
block of text that line is not part of the file. A file NAME.svg that a command writes is kept as
docs/pictures/think-NAME.svg. Without arguments it is done for every page that a test holds to its
word.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ("docs/boards.md", "docs/how-it-thinks.md", "docs/teaching.md")
_CONSOLE = re.compile(r"```console\n(.*?)\n```", re.DOTALL)
_FILE = re.compile(r"```\w+\n# (\w+\.\w+)\n.*?```", re.DOTALL)


Run = Callable[[str, Path], str]


def filled(page: str, run: Run | None = None) -> tuple[str, dict[str, str]]:
    """The page with its commands' current output, and its drawings by name.

    `run` runs a command in a directory; without it that is done in a process of its own.
    """
    with tempfile.TemporaryDirectory() as directory:
        home = Path(directory)
        for match in _FILE.finditer(page):
            code = match[0].partition("\n")[2].removesuffix("```")
            if match[0].startswith("```text"):
                code = code.partition("\n")[2]
            (home / match[1]).write_text(code, encoding="utf-8")
        text = _CONSOLE.sub(lambda block: _run_block(block[1], home, run or run_in_shell), page)
        drawings = {
            f"docs/pictures/think-{path.name}": path.read_text(encoding="utf-8")
            for path in home.glob("*.svg")
        }
    return text, drawings


def _run_block(block: str, home: Path, run: Run) -> str:
    lines = []
    for line in block.splitlines():
        if line.startswith("$ "):
            printed = run(line[2:], home).rstrip("\n")
            lines += [line, *(shown.rstrip() for shown in printed.splitlines())]
    return "\n".join(["```console", *lines, "```"])


def run_in_shell(command: str, home: Path) -> str:
    """The output of a command, or what it says of wrong words."""
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        command,
        shell=True,
        cwd=home,
        env=os.environ | {"PATH": path, "XDG_STATE_HOME": str(home), "PYTHONIOENCODING": "utf-8"},
        capture_output=True,
        encoding="utf-8",
    )
    if done.returncode not in (0, 2):
        raise SystemExit(f"{command}: {done.stderr}")
    return done.stdout + done.stderr


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("pages", nargs="*", default=PAGES, metavar="PAGE", help="default: all")
    for name in parser.parse_args().pages:
        text, drawings = filled((ROOT / name).read_text(encoding="utf-8"))
        for path, content in {name: text, **drawings}.items():
            (ROOT / path).write_text(content, encoding="utf-8", newline="\n")
