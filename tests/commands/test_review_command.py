import json
from pathlib import Path
from typing import Any

import pytest

from minicheckers import Game
from minicheckers.cli import main
from testing.running import ProgramInside

LOST_AT_ONCE = "6-9"
PUNISHED = "14-11"


def written(directory: Path, *games: Game) -> str:
    path = directory / "game.pdn"
    path.write_text("\n".join(game.pdn() for game in games), encoding="utf-8")
    return str(path)


def game_of(variant: str, *moves: str, **tags: str) -> Game:
    game = Game(variant)
    game.tags |= tags
    for move in moves:
        game.play(move)
    return game


def records(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert main(["review", *words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_json_is_as_promised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, game_of("mini", LOST_AT_ONCE, PUNISHED, Black="Ann", White="Ben"))
    (record,) = records([path], capsys)
    assert list(record) == [
        "variant",
        "game",
        "black",
        "white",
        "exact",
        "start",
        "final",
        "moves",
        "black_summary",
        "white_summary",
        "turning_ply",
    ]
    assert (record["variant"], record["game"], record["exact"]) == ("mini", 1, True)
    assert (record["black"], record["white"]) == ("Ann", "Ben")
    assert (record["start"], record["final"], record["turning_ply"]) == (0, None, 1)
    assert record["moves"][0] == {
        "ply": 1,
        "colour": "black",
        "move": LOST_AT_ONCE,
        "before": 0,
        "after": -1,
        "loss": 1,
        "grade": "blunder",
        "best": ["4-7", "5-7", "5-8", "6-8"],
        "choices": 5,
    }
    assert record["moves"][1]["colour"] == "white"
    assert record["black_summary"] == {"given_away": 1, "critical": 1, "kept": 0, "accuracy": 0.0}


def test_every_game_of_a_file_is_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, game_of("mini", "4-7"), game_of("english", "11-15"), game_of("mini"))
    found = records([path, "--depth", "2"], capsys)
    assert [(record["game"], record["variant"]) for record in found] == [
        (1, "mini"),
        (2, "english"),
        (3, "mini"),
    ]
    assert [record["exact"] for record in found] == [True, False, True]
    (only,) = records([path, "--game", "2", "--time", "0.01"], capsys)
    assert only["variant"] == "english"


@pytest.mark.parametrize(
    ("text", "words", "complaint"),
    [
        ("", [], "there is no game"),
        ('[Variant "mini"] 1. 4-7 *', ["--game", "2"], "has 1 game"),
        ('[Variant "mini"] 1. 4-9 *', [], "4-9"),
        (None, [], "there is no file"),
    ],
)
def test_bad_files_get_a_sentence(
    text: str | None,
    words: list[str],
    complaint: str,
    tmp_path: Path,
    program_inside: ProgramInside,
) -> None:
    path = tmp_path / "game.pdn"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert complaint in program_inside.refusal("review", str(path), *words)
