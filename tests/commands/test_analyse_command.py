import json
import re
import shlex
import sys
from typing import Any

import pytest

from minicheckers.cli import main
from minicheckers.engine.endings import SHIPPED

KEYS = [
    "variant",
    "position",
    "exact",
    "value",
    "result",
    "plies",
    "best",
    "moves",
    "depth",
    "nodes",
    "seconds",
]


def record_of(words: list[str], capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["analyse", *words, "--json"]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    assert list(record) == KEYS
    return record


def test_an_ending_that_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    # Both ways of the man are barred, and it cannot jump.
    record = record_of(["--variant", "english", "--position", "B:W11,K12,15:B8"], capsys)
    assert (record["moves"], record["result"], record["plies"]) == ([], "loss", 0)
    assert (record["exact"], record["value"]) == (True, -1_000_000)


def test_the_help_names_every_game_with_exact_endings(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit, match="0"):
        main(["analyse", "--help"])
    told = capsys.readouterr().out.partition("options:")[0].replace(",", "").split()
    assert {variant.name for variant in SHIPPED} <= set(told)


def test_a_forfeited_turn_is_one_move(capsys: pytest.CaptureFixture[str]) -> None:
    record = record_of(["--position", "B:W4:B16"], capsys)
    assert record["moves"] == [{"move": "pass", "value": 0}]


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (
            ["--position", "B:W13,18:B10"],
            r"B:W13,18:B10  [+-]?\d \(exact, .*\)\n  10x17  [+-]?\d\n",
        ),
        (["--position", "W:W:B5"], r"W:W:B5  -1, the game is over\n"),
        (["--position", "W:W:B5", "--variant", "english"], r"W:W:B5  lost, the game is over\n"),
        (
            ["--position", "B:W18:B14", "--variant", "english", "--depth", "2"],
            r"B:W18:B14  won in 1 \(exact, .*\)\n  14x23  won in 1\n",
        ),
        (
            ["--position", "B:WK32:BK1", "--variant", "towers"],
            r"B:WK32:BK1  drawn \(exact, .*\)\n(  \S+ +drawn\n)+",
        ),
        (
            ["--depth", "2", "--variant", "towers"],
            r"B:W\S+  [+-]?\d\.\d\d \(depth 2, .*\)\n(  \S+ +[+-]?\d\.\d\d\n){7}",
        ),
    ],
)
def test_in_words(words: list[str], shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", *words]) == 0
    assert re.fullmatch(shown, capsys.readouterr().out)


def analysed(*words: str, capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    assert main(["analyse", *words, "--json"]) == 0
    record: dict[str, Any] = json.loads(capsys.readouterr().out)
    return record


def test_the_opinion_of_a_level_is_the_truth_where_the_level_knows_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    for words in (
        ("--variant", "english", "--position", "B:W18:BK9,K10"),
        ("--variant", "english", "--position", "W:W18:BK9,14"),
        ("--position", "B:W13,14,15:B9,10"),
    ):
        known = analysed(*words, capsys=capsys)
        asked = analysed(*words, "--level", "expert", capsys=capsys)
        assert asked["moves"] == [
            {"move": move["move"], "value": move["value"]} for move in known["moves"]
        ]
        assert (asked["value"], asked["exact"], asked["result"]) == (known["value"], False, None)


def test_the_opinion_of_an_engine(capsys: pytest.CaptureFixture[str]) -> None:
    engine = shlex.join([sys.executable, "-m", "minicheckers", "hub", "--level", "timed"])
    words = ("--variant", "towers", "--depth", "3")
    asked = analysed(*words, "--level", f"hub:{engine}", capsys=capsys)
    assert asked["moves"] == analysed(*words, "--level", "timed", capsys=capsys)["moves"]
    assert asked["nodes"] > 0


def test_a_level_without_scores_cannot_analyse(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["analyse", "--level", "easy"]) == 2
    assert "'easy' plays without scores" in capsys.readouterr().err


def test_a_finished_game_has_its_result_for_a_level_too(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("--variant", "english", "--level", "timed", "--position", "W:W5:B1")
    assert analysed(*words, capsys=capsys)["moves"] == []
