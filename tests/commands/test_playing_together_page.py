"""The commands in docs/playing-together.md are commands."""

import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from minicheckers.cli import COMMANDS, make_parser
from minicheckers.wire.messages import GREETING, decode

PAGE = Path(__file__).parents[2] / "docs" / "playing-together.md"
TEXT = PAGE.read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", TEXT, re.DOTALL | re.MULTILINE)
LINES = [line for block in BLOCKS for line in block.splitlines()]
CALLS = [line for line in LINES if re.match(r"minicheckers (host|join) ", line)]
KEYS = [line for line in LINES if line.startswith("restrict")]


@pytest.mark.parametrize(
    "call",
    [
        *CALLS,
        *(found[1] for found in map(re.compile('command="(.*?)"').search, KEYS) if found),
        *(found[0] for found in map(re.compile("minicheckers join .*").search, LINES) if found),
    ],
)
def test_the_arguments_are_understood(call: str) -> None:
    _, name, *words = shlex.split(re.sub('".*', "", call))
    make_parser(COMMANDS[name]).parse_all(words)


def test_our_messages_are_messages() -> None:
    assert f"`{GREETING}`" in TEXT
    for example in re.findall(r"\| `(X[^`]*)`", TEXT):
        decode(example.replace("line=...&token=...", "line=x&token=x&date=x").encode())


@pytest.mark.skipif(shutil.which("ssh-keygen") is None, reason="needs ssh-keygen")
def test_the_key_with_a_command_is_one_that_ssh_takes(tmp_path: Path) -> None:
    (key,) = KEYS
    path = tmp_path / "authorized_keys"
    path.write_text(f"{key}\n")
    shown = subprocess.run(["ssh-keygen", "-lf", path], capture_output=True, text=True)
    assert "ED25519" in shown.stdout, shown.stderr
