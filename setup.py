"""What pyproject.toml cannot say: write the manual page and the completions when building.

They come from the parsers of the program itself, so they cannot go stale.
"""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).parent / "src"))

from minicheckers.commands.completions import completions
from minicheckers.commands.manpage import manpage

#: Where the platforms look for them, below the prefix, and what is written there.
SHARED = {
    "share/man/man6/minicheckers.6": manpage(),
    "share/bash-completion/completions/minicheckers": completions("bash"),
    "share/zsh/site-functions/_minicheckers": completions("zsh"),
    "share/fish/vendor_completions.d/minicheckers.fish": completions("fish"),
}


def written(name: str, text: str) -> tuple[str, list[str]]:
    """Write a file below build/ and say where it is to be installed from there."""
    path = Path("build") / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return str(Path(name).parent), [path.as_posix()]


setup(data_files=[written(name, text) for name, text in SHARED.items()])
