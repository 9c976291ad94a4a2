"""Write the manual page and the completions to share/, as wheels install them.

python tools/share.py
"""

import argparse
from pathlib import Path

from manpage import command_models, manpage
from minicheckers.commands.completions import SHELLS

ROOT = Path(__file__).resolve().parent.parent


def shared_files() -> dict[str, str]:
    """The contents of every file, by its path from the source root."""
    return {
        "share/man/man6/minicheckers.6": manpage(command_models()),
        "share/bash-completion/completions/minicheckers": SHELLS["bash"][0],
        "share/zsh/site-functions/_minicheckers": SHELLS["zsh"][0],
        "share/fish/vendor_completions.d/minicheckers.fish": SHELLS["fish"][0],
    }


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for name, text in shared_files().items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8", newline="\n")
