import json
import signal
import sys
from pathlib import Path

import pytest

from minicheckers.cli import main
from minicheckers.engine.endings.files import digest, read_endings
from testing.processes import wait_until_busy
from testing.running import Program, ProgramInside

FIELDS = "variant pieces positions won drawn lost longest sha256 seconds"


def test_the_record_of_two_pieces(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["endings", "--pieces", "2", "--json"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    record = json.loads(shown.out)
    assert set(record) == set(FIELDS.split())
    assert record["variant"] == "english"
    assert record["positions"] == 3488 == record["won"] + record["drawn"] + record["lost"]
    assert (record["won"], record["lost"], record["longest"]) == (716, 402, 13)


def test_words_and_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "towers.endings"
    path.write_text("before")
    words = ["endings", "--variant", "towers", "--pieces", "2", "--out", str(path)]
    assert main(words) == 0
    shown = capsys.readouterr().out
    assert "towers, at most 2 pieces: 3,488 positions" in shown
    assert digest(read_endings(path.read_bytes())) in shown
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--variant", "mini"], "no table of endings for 'mini'"),
        (["--variant", "chess"], "no table of endings for 'chess'"),
        (["--pieces", "5"], "'5' is more than 4"),
        (["--pieces", "1"], "'1' is less than 2"),
    ],
)
def test_what_cannot_be_built(
    words: list[str], sentence: str, program_inside: ProgramInside
) -> None:
    assert sentence in program_inside.refusal("endings", *words)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("nowhere/at/all", "No such file or directory"), (".", "is a directory")],
)
def test_where_nothing_can_be_written(
    name: str, sentence: str, program_inside: ProgramInside
) -> None:
    assert sentence in program_inside.refusal("endings", "--out", name, code=1)


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_interrupted_it_leaves_nothing_behind(tmp_path: Path) -> None:
    program = Program(tmp_path)
    process = program.start("endings", "--out", "english.endings")
    wait_until_busy(process.pid, 0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, b"", b"")
    assert not list(tmp_path.glob("english*"))
