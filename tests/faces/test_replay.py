"""Recorded games that walk by themselves, and films of them in files."""

import re
from pathlib import Path

import pytest

from minicheckers import Game
from minicheckers.activities.recorded import Recorded
from minicheckers.cli import main
from minicheckers.game.pdn import PdnGame
from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.plain.text import board_lines
from minicheckers.rules.variant import Colour
from pictures import write_film
from testing.board_player import Player

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "docs" / "games" / "chain.pdn"
LINE = Game.from_pdn(GAME.read_text()).timeline


def film(speed: float) -> Player:
    session = Session(LINE.at(0), PERSON, PERSON)
    return Player().open(Recorded(session, PdnGame(LINE), speed=speed))


def test_a_recorded_game_walks_by_itself() -> None:
    player = film(speed=2.0)
    assert not player.moves
    for _ in range(10):
        player.wait(0.1)
    assert 0 < len(player.moves) < 4
    player.press("p")
    paused = player.moves
    assert player.settled().moves == paused
    assert player.press("+").said != player.press("-").said
    player.press("p")
    for _ in range(3 * LINE.ply):
        player.wait(1.0)
    assert len(player.moves) == LINE.ply
    assert player.settled().on.shown.outcome is not None
    assert len(player.press("p").moves) <= 1  # from the beginning again


def test_a_film_is_written_to_a_new_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = tmp_path / "film.svg"
    words = ["replay", str(GAME), "--svg", str(made), "--speed", "1.5"]
    assert main(words) == 0
    assert "(docs/pictures/film.svg)" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert any(len(move.captured) > 1 for move in LINE.moves)
    svg = made.read_text(encoding="utf-8")
    assert "<script" not in svg
    assert "prefers-reduced-motion:reduce" in svg
    assert main(words) == 2
    assert "already exists" in capsys.readouterr().err
    assert made.read_text(encoding="utf-8") == svg


def test_the_film_of_the_readme_is_what_the_tool_writes(tmp_path: Path) -> None:
    made = tmp_path / "film.svg"
    write_film(GAME, made, hint=8, speed=1.5)
    assert made.read_bytes() == (ROOT / "docs" / "pictures" / "film.svg").read_bytes()


def test_without_a_terminal_the_game_is_told_move_by_move(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["replay", str(GAME)]) == 0
    out = capsys.readouterr().out
    title, _, rest = out.partition("\n")
    assert title == "medium (black) - hard (white)"
    start, end = (LINE.positions[number] for number in (0, -1))
    assert rest.startswith("\n".join(board_lines(start, Colour.WHITE)))
    assert re.search(r"\n4\. White captures two men with 26x17x10", out)
    assert "\n".join(board_lines(end, Colour.WHITE)) in rest
    assert str(LINE.outcome).lower() in out.splitlines()[-1].lower()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--game", "2"), "no game 2"),
        (("--speed", "0"), "between 0.1 and 50"),
        (("--speed", "x"), "not a number"),
    ],
)
def test_what_cannot_be_shown_is_said_in_a_sentence(
    words: tuple[str, ...], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit, match="2"):
        raise SystemExit(main(["replay", str(GAME), *words]))
    assert sentence in capsys.readouterr().err
