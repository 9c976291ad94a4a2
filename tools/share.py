"""Write the manual page and the completions to share/, as wheels install them.

python tools/share.py
"""

import argparse
from pathlib import Path

from manpage import manpage
from minicheckers.cli import command_models
from minicheckers.commands.completions import completions

ROOT = Path(__file__).resolve().parent.parent


def shared_files() -> dict[str, str]:
    """The contents of every file, by its path from the source root."""
    models = command_models()
    return {
        "share/man/man6/minicheckers.6": manpage(models),
        "share/bash-completion/completions/minicheckers": completions("bash", models),
        "share/zsh/site-functions/_minicheckers": completions("zsh", models),
        "share/fish/vendor_completions.d/minicheckers.fish": completions("fish", models),
    }


if __name__ == "__main__":
    argparse.ArgumentParser(description=__doc__.splitlines()[0]).parse_args()
    for name, text in shared_files().items():
        (ROOT / name).parent.mkdir(parents=True, exist_ok=True)
        (ROOT / name).write_text(text, encoding="utf-8", newline="\n")
