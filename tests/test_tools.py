"""Tools and research programs answer who asks what they want, or for what cannot be."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
TOOLS = ROOT / "tools"
RESEARCH = ROOT / "research"
#: They see a board in a pseudo-terminal.
WITH_TERMINAL = (
    "tools/shot.py",
    "tools/windows.py",
    "research/first_frame.py",
    "research/key_latency.py",
)
#: They learn with numpy and scipy, which only those have who develop.
LEARNING = ("research/fit.py", "research/learn_network.py")


def run(name: str, *words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(ROOT / name), *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=120)


def programs() -> list[str]:
    """Every program of tools/ and research/; the other files there are parts of them."""
    found = (path for room in (TOOLS, RESEARCH) for path in room.glob("*.py"))
    return sorted(
        path.relative_to(ROOT).as_posix()
        for path in found
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    )


@pytest.mark.parametrize("flag", ["--help", "-h"])
@pytest.mark.parametrize("name", programs())
def test_every_program_says_what_it_wants(name: str, flag: str) -> None:
    if sys.platform == "win32" and name in WITH_TERMINAL:
        pytest.skip("needs a pseudo-terminal")
    if name in LEARNING:
        pytest.importorskip("scipy")
    asked = run(name, flag)
    assert (asked.returncode, asked.stderr) == (0, "")
    assert Path(name).name in asked.stdout


def test_what_is_no_wheel_is_refused_with_a_sentence(tmp_path: Path) -> None:
    made = tmp_path / "made.pyz"
    for words in ((), (str(tmp_path / "none.whl"), str(made)), (__file__, str(made))):
        refused = run("tools/single_file.py", *words)
        assert refused.returncode == 2
        assert "Traceback" not in refused.stderr
    assert not made.exists()


def test_a_proof_checker_without_a_proof_has_proved_nothing(tmp_path: Path) -> None:
    nothing = run("research/check_mini.py")
    assert (nothing.returncode, nothing.stdout) == (2, "")
    assert "FILE" in nothing.stderr
    (tmp_path / "no.certificate").write_bytes(b"")
    assert run("research/check_mini.py", str(tmp_path / "no.certificate")).returncode == 1


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
def test_a_cursor_that_blinks_is_no_answer_of_the_board(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("PIL", reason="needs Pillow")
    from PIL import Image, ImageGrab

    monkeypatch.syspath_prepend(str(TOOLS))
    import windows

    passed, answers_after = 0.0, 1e9

    def sleep(seconds: float) -> None:
        nonlocal passed
        passed += seconds + 0.01

    def grab(*_: object, **__: object) -> Image.Image:
        """The board, of one colour before it answers, and the cursor, half a second at a time."""
        picture = Image.new("L", (2, 1), 100 if passed < answers_after else 200)
        picture.putpixel((1, 0), int(passed / 0.5) % 2)
        return picture

    monkeypatch.setattr(time, "sleep", sleep)
    monkeypatch.setattr(ImageGrab, "grab", grab)
    before = windows.look(":0", lambda picture: True)
    assert len(before) == 2
    answers_after = passed + 3.3
    after = windows.look(":0", lambda picture: picture not in before)
    assert {picture.getpixel((0, 0)) for picture in after} == {200}
