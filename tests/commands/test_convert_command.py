"""``minicheckers convert``: every form into every other, from a file or a FEN."""

import sys
from pathlib import Path

import pytest

from testing.running import ProgramInside


@pytest.mark.parametrize(
    ("content", "arguments", "sentence"),
    [
        (b"", [], "line 1, column 1: found 0 rows where a diagram of mini has 6"),
        (b"\xff\xfe\x00", [], "is not a text file in UTF-8"),
        (b"w" * 200_000, [], "is longer than 100000 bytes"),
        (b"B:W13,99:B1", [], "line 1, column 7: there is no square 99; mini has 1 to 18"),
        (b"0 0 0 7", ["--variant", "english"], "line 1, column 7: '7' is not one of 0 1 2 3 and 4"),
        (b"B:W13:B1", ["--turn", "white"], "the board says black is to move"),
        (b"B:W13:B1", ["--turn", "green"], "--turn"),
        (b"B:W13:B1", ["--variant", "chess"], "chess"),
        (b"B:W13:B1", ["--size", "9"], "mini is played on 6 rows"),
        (
            b"B:W13:B1",
            ["--to", "ints"],
            "this format is for boards of 8x8 squares with kings",
        ),
        (b"B:W13:B1", ["--to", "song"], "song"),
    ],
)
def test_a_bad_board_gets_one_sentence(
    content: bytes,
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    program_inside: ProgramInside,
) -> None:
    file = tmp_path / "board"
    file.write_bytes(content)
    assert (
        program_inside.refusal("convert", str(file), "--to", "fen", *arguments).count(sentence) == 1
    )


def test_a_file_that_cannot_be_read(tmp_path: Path, program_inside: ProgramInside) -> None:
    assert "there is no file 'nowhere.txt'" in program_inside.refusal(
        "convert", "nowhere.txt", "--to", "fen"
    )
    assert "is a directory" in program_inside.refusal("convert", str(tmp_path), "--to", "fen")
    assert "there is no file" in program_inside.refusal("convert", "", "--to", "fen")
    assert "nor the name of a file" in program_inside.refusal("convert", "hello", "--to", "fen")
    too_long = "there is no file" if sys.platform == "win32" else "cannot read"
    assert too_long in program_inside.refusal("convert", "x" * 5000 + ".txt", "--to", "fen")
    assert "line 1, column 7" in program_inside.refusal("convert", "B:W13,99:B1", "--to", "fen")
    assert "line 1, column 3" in program_inside.refusal("convert", "B:13:B1", "--to", "fen")
