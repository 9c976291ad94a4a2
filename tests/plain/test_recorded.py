"""Plain mode with a file of recorded games: a person chooses by number, a script gets the first."""

from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from minicheckers.game.request import GameRequest
from minicheckers.plain import app as plain
from minicheckers.plain.console import Console
from minicheckers.storage.store import Store

ANN = '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[Variant "mini"]\n\n1. 6-9 14-11 1-0\n'
DRAWN = '[White "Eve"]\n[Result "1/2-1/2"]\n[Variant "mini"]\n\n1. 5-8 1/2-1/2\n'


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "many.pdn"
    path.write_text(f"{ANN}\n{DRAWN}")
    return str(path)


def play(file: str, tmp_path: Path, lines: str, *, interactive: bool) -> tuple[int, str]:
    said = StringIO()
    console = Console(BytesIO(lines.encode()), said, interactive)
    request = replace(GameRequest(), load=file)
    return plain.run(request, Store(tmp_path / "state"), console), said.getvalue()


def test_a_person_chooses_by_number(file: str, tmp_path: Path) -> None:
    code, said = play(file, tmp_path, "3\n2\nredo\n", interactive=True)
    assert code == 0
    assert "1. Ben - Ann, 1-0, 2 moves" in said
    assert "'3' is no number of a game; write 1 to 2." in said
    assert "somebody (black) against Eve (white), 1/2-1/2" in said
    assert "Played again: 5-8" in said


def test_a_script_gets_the_first_and_is_told_so(file: str, tmp_path: Path) -> None:
    code, said = play(file, tmp_path, "redo\n", interactive=False)
    assert code == 0
    assert "2 games; this is the first (--game N takes another)" in said
    assert "Ben (black) against Ann (white)" in said
    assert "Played again: 6-9" in said


def test_nobody_answers(file: str, tmp_path: Path) -> None:
    assert play(file, tmp_path, "", interactive=True)[0] == 0
