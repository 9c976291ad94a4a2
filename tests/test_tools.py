"""The tools answer whoever asks what they want, and whoever asks for something that cannot be."""

import subprocess
import sys
from pathlib import Path

import pytest

TOOLS = Path(__file__).parent.parent / "tools"
#: They see a board in a pseudo-terminal.
WITH_TERMINAL = ("shot.py", "windows.py")


def run(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(TOOLS / name), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("name", sorted(path.name for path in TOOLS.glob("*.py")))
def test_every_tool_says_what_it_wants(name: str, flag: str) -> None:
    if sys.platform == "win32" and name in WITH_TERMINAL:
        pytest.skip("needs a pseudo-terminal")
    asked = run(name, flag)
    assert (asked.returncode, asked.stderr) == (0, "")
    assert name in asked.stdout


def test_what_is_no_wheel_is_refused_with_a_sentence(tmp_path: Path) -> None:
    made = tmp_path / "made.pyz"
    for words in ((), (str(tmp_path / "none.whl"), str(made)), (__file__, str(made))):
        refused = run("single_file.py", *words)
        assert refused.returncode == 2
        assert "Traceback" not in refused.stderr
    assert not made.exists()


def test_a_proof_checker_without_a_proof_has_proved_nothing(tmp_path: Path) -> None:
    nothing = run("check_mini.py")
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert "FILE" in nothing.stderr
    (tmp_path / "no.certificate").write_bytes(b"")
    assert run("check_mini.py", str(tmp_path / "no.certificate")).returncode == 1
