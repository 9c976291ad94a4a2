"""Plain mode with a file of recorded games: a person chooses by number, a script gets the first."""

from dataclasses import replace
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from minicheckers.game.pdn import read_games
from minicheckers.game.player import PERSON
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.plain import app as plain
from minicheckers.plain import text
from minicheckers.plain.console import Console
from minicheckers.plain.text import record_lines
from minicheckers.storage.store import Store
from testing import lines
from testing.lines import spoken
from testing.store_games import begun, played

ANN = '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[Variant "mini"]\n\n1. 6-9 14-11 1-0\n'
DRAWN = '[White "Eve"]\n[Result "1/2-1/2"]\n[Variant "mini"]\n\n1. 5-8 1/2-1/2\n'


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "many.pdn"
    path.write_text(f"{ANN}\n{DRAWN}")
    return str(path)


def play(file: str, tmp_path: Path, typed: str, *, interactive: bool) -> tuple[int, str]:
    said = StringIO()
    console = Console(BytesIO(typed.encode()), said, interactive)
    request = replace(GameRequest(), load=file)
    return plain.run(request, Store(tmp_path / "state"), console), said.getvalue()


def test_a_person_chooses_by_number(file: str, tmp_path: Path) -> None:
    code, said = play(file, tmp_path, "3\n2\nredo\n", interactive=True)
    assert code == 0
    assert "1. Ben - Ann, 1-0, 1 move" in said
    assert "'3' is not the number of a game" in said
    assert "an unknown player (black) against Eve (white), 1/2-1/2" in spoken(said)
    assert "Black plays 5-8." in said


def test_a_script_gets_the_first_and_is_told_so(file: str, tmp_path: Path) -> None:
    code, said = play(file, tmp_path, "redo\n", interactive=False)
    assert code == 0
    assert "2 games; this is the first" in said
    assert "--game N" in said
    assert "Ben (black) against Ann (white)" in said
    assert "Black plays 6-9." in said


def test_nobody_answers(file: str, tmp_path: Path) -> None:
    assert play(file, tmp_path, "", interactive=True)[0] == 0


def test_stepping_through_a_recorded_game_changes_and_saves_nothing(tmp_path: Path) -> None:
    recorded = Session(played(begun(), 1000).timeline.at(0), PERSON, PERSON)
    request = GameRequest(session=recorded, replaying=True)
    last = len(recorded.timeline.moves)
    store = Store(tmp_path / "state")
    code, said = lines.play(
        request, store, *["redo"] * (last + 1), *["undo"] * (last + 1), "redo 3"
    )
    assert code == 0
    assert said.count("The game is over") == 1
    passes = sum(move.is_pass for move in recorded.timeline.moves)
    assert said.count("Black passes.") + said.count("White passes.") == passes > 0
    assert "This is the end of the game." in said
    assert "This is the beginning of the game." in said
    assert said.rstrip().endswith(text.choices(recorded.timeline.positions[3])[-1])
    assert not store.directory.exists()


def test_a_recorded_game_takes_the_words_of_the_coach(file: str, tmp_path: Path) -> None:
    typed = "1\nredo\n14-11\nvalues\nhint\nreview\nretry\n4-7\nleave\nanalysis\nundo\nleave\n"
    code, said = play(file, tmp_path, typed, interactive=True)
    assert code == 0
    assert "recorded game; type redo" in said
    assert "14-11" in said.partition("The coach is looking")[2]
    assert "Black played 6-9, a blunder" in said
    assert "Correct! 4-7 draws." in said
    assert said.count("Back to the game.") == 2


def test_a_recorded_game_is_played_on_from_any_move(file: str, tmp_path: Path) -> None:
    code, said = play(file, tmp_path, "1\nredo\nplay easy\n1\n", interactive=True)
    assert code == 0
    assert "You play white (w)" in said
    assert "Game saved." in said
    with Store(tmp_path / "state") as later:
        saved = later.resume()
    assert saved is not None
    assert str(saved.timeline.moves[0]) == "6-9"


def test_a_record_without_names_and_result_says_no_more_than_it_knows() -> None:
    (nameless,) = read_games('[Variant "mini"]\n1. 6-9 *\n')
    assert record_lines(nameless) == ["A recorded game, unfinished."]
