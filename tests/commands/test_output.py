"""What commands print on a terminal: it fits, and colour says nothing that words do not."""

import re
import sys
from pathlib import Path

import pytest

from minicheckers import Game, Position
from minicheckers.cli import main
from minicheckers.commands.output import Column, Output
from testing.running import set_all, state_in

ESCAPE = re.compile(r"\x1b\[[0-9;]*m")
CAPTURED = pytest.CaptureFixture[str]


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Standard output is a terminal of 256 colours, 60 columns wide."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    looks = {"TERM": "xterm-256color", "COLUMNS": "60", "LINES": "24"}
    set_all(monkeypatch, looks | state_in(tmp_path))
    monkeypatch.delenv("NO_COLOR", raising=False)
    return monkeypatch


def test_colour_is_off_by_the_usual_rules(terminal: pytest.MonkeyPatch) -> None:
    assert Output.standard().colours == 256
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with terminal.context() as changed:
            changed.setenv(name, value)
            assert Output.standard().colours == 0
    with terminal.context() as changed:
        changed.setenv("NO_COLOR", "")
        assert Output.standard().colours == 256
        changed.setenv("TERM", "linux")
        changed.delenv("COLORTERM", raising=False)
        assert Output.standard().colours == 8
    terminal.setattr(sys.stdout, "isatty", lambda: False)
    assert Output.standard() == Output()


def test_paint_ends_what_it_begins() -> None:
    assert Output().paint("9-13", "bad") == "9-13"
    for colours in (8, 256):
        painted = Output(80, colours).paint("9-13", "black_ink", "dark")
        assert ESCAPE.sub("", painted) == "9-13"
        assert painted.endswith("\x1b[0m")
    assert "5;" not in Output(80, 8).paint("9-13", "black_ink", "dark")


def test_columns_line_up_and_fit() -> None:
    rows = [
        {"name": "a", "count": 1, "rest": "x" * 70},
        {"name": "a longer name", "count": 100, "rest": "y"},
    ]
    columns = (
        Column("name", None, lambda row: "bad" if row["count"] == 1 else "text"),
        Column("count", right=True),
        Column("", lambda row: row["rest"]),
    )
    wide = Output().table(rows, columns)
    assert [line.index(word) for line, word in zip(wide, ("count", "    1", "  100"), strict=True)]
    assert {len(line.split("  ")[0]) for line in wide[2:]} == {len("a longer name")}
    assert all(len(ESCAPE.sub("", line)) < 60 for line in Output(60, 8).table(rows, columns))
    assert len(Output().table(rows, columns, heads=False)) == len(rows)


@pytest.mark.parametrize(("width", "beside"), [(80, True), (40, False), (None, True)])
def test_text_stands_beside_a_board_if_there_is_room(width: int | None, beside: bool) -> None:
    output = Output(width)
    board = output.board(Position.start())
    lines = output.beside(board, lambda room: output.wrap("word " * 8, room))
    assert ("word" in lines[0]) is beside
    assert " ".join(lines).count("word") == 8
    assert width is None or max(map(len, lines)) < width


def test_a_board_has_the_same_letters_with_colour_and_without() -> None:
    for game in ("mini", "english", "pikachu"):
        position = Position.start(game)
        plain, coloured = (Output(80, n).board(position) for n in (0, 256))
        assert [ESCAPE.sub("", line) for line in coloured] == [
            line.replace(".", " ") for line in plain
        ]


@pytest.mark.parametrize("width", ["40", "60", "80"])
@pytest.mark.parametrize(
    "words",
    [
        ["analyse", "--position", "B:W13,14,18:B5,6,9"],
        ["analyse", "--position", "W:W:B5"],
        ["analyse", "--variant", "english", "--depth", "2"],
        ["best", "--level", "random", "--seed", "1", "--variant", "canadian"],
        ["review", "game.pdn", "--depth", "2"],
        ["match", "easy", "random", "--games", "2", "--seed", "1"],
        ["match", "easy", "random", "novice", "--games", "2", "--seed", "1", "--depth", "1"],
        ["levels"],
        ["variants"],
        ["games"],
        ["record"],
        ["think", "--depth", "3", "--plain"],
    ],
    ids=" ".join,
)
def test_everything_fits_a_terminal(
    words: list[str],
    width: str,
    terminal: pytest.MonkeyPatch,
    tmp_path: Path,
    capsys: CAPTURED,
) -> None:
    terminal.setenv("COLUMNS", width)
    terminal.chdir(tmp_path)
    game = Game()
    for move in ("6-9", "14-11", "4-7", "11x4"):
        game.play(move)
    Path("game.pdn").write_text(game.pdn(), encoding="utf-8")
    terminal.setattr(sys.stdout, "isatty", lambda: True)  # of the file that captures the test
    assert main(words) == 0
    shown = capsys.readouterr().out
    lines = [ESCAPE.sub("", line) for line in shown.splitlines()]
    # A FEN is to be copied, so that it stays whole.
    assert max(len(line) for line in lines if not line.startswith(("B:", "W:"))) <= int(width)
    with terminal.context() as changed:
        changed.setenv("NO_COLOR", "1")
        assert main(words) == 0
    plain = capsys.readouterr().out
    assert "\x1b" not in plain
    assert _words(plain) == _words(shown)


def _words(text: str) -> list[str]:
    """What is written, without colours, times and the dots of empty squares."""
    bare = re.sub(r"\d+\.\d+ s\b", "", ESCAPE.sub("", text))
    return bare.replace(" .", "  ").split()


def test_a_review_on_a_terminal_marks_the_mistakes(
    terminal: pytest.MonkeyPatch, tmp_path: Path, capsys: CAPTURED
) -> None:
    game = Game()
    game.play("6-9")
    (tmp_path / "game.pdn").write_text(game.pdn(), encoding="utf-8")
    terminal.setattr(sys.stdout, "isatty", lambda: True)
    assert main(["review", str(tmp_path / "game.pdn")]) == 0
    shown = ESCAPE.sub("", capsys.readouterr().out)
    assert re.search(r"6-9 +\?\? +0 -> -1 +blunder +4-7", shown)
    board = Output().board(Position.start())
    assert all(line.replace(".", " ").rstrip() in shown for line in board[:-1])
