"""minicheckers think: the tree as an outline, as JSON, as files, and what else it tells."""

import json
import re
import sys
from typing import Any
from xml.etree import ElementTree

import pytest

from minicheckers.cli import main
from minicheckers.treeview.seeds import FORMULAS, ORIGINALS
from testing.running import Program, ProgramInside


def count(node: dict[str, Any]) -> int:
    return 1 + sum(map(count, node["children"]))


def test_the_outline_needs_no_sign_that_the_output_lacks(program: Program) -> None:
    program.environment["PYTHONIOENCODING"] = "cp1252"
    done = program.run("think", "--depth", "3")
    assert "inf" in done.stdout
    assert done.stdout.isascii()
    assert "\\" not in done.stdout


def test_a_long_search_shows_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert main(["think", "--depth", "6", "--plain"]) == 0
    bars = re.findall(r" ([0-9]+)/[0-9]+ nodes", capsys.readouterr().err)
    assert len(bars) > 2
    assert sorted(map(int, bars)) == [int(bar) for bar in bars]


def test_a_position_and_an_evaluation(program_inside: ProgramInside) -> None:
    fen = "B:W20,21,K30:B1,2,3,K9"
    words = ("think", "--variant", "towers", "--position", fen, "--depth", "1")
    for formula, man in (
        ("original-001", 1),
        ("pieces", 100),
        ("engine", None),
        ("towers-original", 100),
    ):
        done = program_inside.run(*words, "--eval", formula, "--json")
        record = json.loads(done.stdout)
        assert record["position"] == fen
        if man is not None:
            assert record["value"] % man == 0
    assert {child["kind"] for child in record["tree"]["children"]} <= {"leaf", "over"}


def test_a_finished_game(program_inside: ProgramInside) -> None:
    record = json.loads(program_inside.run("think", "--position", "W:W:B5", "--json").stdout)
    assert (record["best"], record["nodes"], record["tree"]["kind"]) == (None, 1, "over")
    shown = program_inside.run("think", "--position", "W:W:B5").stdout
    assert "the game is over" in shown


def test_the_outline_says_what_it_left_out(program_inside: ProgramInside) -> None:
    few = program_inside.run("think", "--depth", "5", "--lines", "12").stdout.splitlines()
    assert len(few) <= 2 + 12 + 1
    assert "380 nodes in all" in few[-1]
    everything = program_inside.run("think", "--depth", "5", "--lines", "0").stdout
    assert "nodes in all" not in everything
    lines = everything.splitlines()[2:]
    assert sum("not searched: " not in line for line in lines) == 380
    assert all(len(line) <= 100 for line in lines)
    below = program_inside.run("think", "--depth", "5", "--below", "5-7 14-11").stdout.splitlines()
    assert any(line.startswith("-*14-11  +35") for line in below)
    assert any(line.split() == ["+26", "sum", "for", "Black"] for line in below)


@pytest.mark.parametrize("seed", ORIGINALS)
def test_every_seed_can_be_watched(program_inside: ProgramInside, seed: str) -> None:
    done = program_inside.run("think", "--algorithm", seed, "--depth", "4", "--json")
    record = json.loads(done.stdout)
    assert record["variant"] == ORIGINALS[seed].game
    assert record["algorithm"] == str(ORIGINALS[seed].algorithm)
    assert record["nodes"] == count(record["tree"])


def test_deepening_for_a_time(program_inside: ProgramInside) -> None:
    words = ("think", "--algorithm", "alphabeta+ordering+deepening", "--json")
    record = json.loads(program_inside.run(*words, "--time", "0.05").stdout)
    depths = record["tree"]["children"]
    assert [child["move"] for child in depths] == [None] * len(depths)
    assert record["depth"] == len(depths) >= 1
    assert depths[-1]["value"] == record["value"]


def test_files(program_inside: ProgramInside) -> None:
    done = program_inside.run("think", "--svg", "tree.svg")
    assert "tree.svg" in done.stdout
    svg = ElementTree.parse(program_inside.directory / "tree.svg").getroot()
    assert (svg.get("width"), svg.get("height")) == ("1000", "520")
    again = program_inside.run("think", "--svg", "tree.svg")
    assert again.returncode == 2
    assert "already exists; remove it" in again.stderr
    both = program_inside.run("think", "--svg", "other.svg", "--json")
    assert json.loads(both.stdout)["nodes"] == 133


def test_a_tree_of_another_program(program_inside: ProgramInside) -> None:
    written = program_inside.run("think", "--json").stdout
    (program_inside.directory / "tree.json").write_text(written)
    again = program_inside.run("think", "--from", "tree.json", "--json")
    assert again.stdout == written
    piped = program_inside.run("think", "--from", "-", "--lines", "6", stdin=written).stdout
    assert piped.splitlines()[1].startswith("alphabeta, depth 4, another's evaluation: 5-7, +25")
    for words in (("--from", "nowhere"), ("--from", "tree.json", "--depth", "3")):
        done = program_inside.run("think", *words)
        assert (done.returncode, done.stdout) == (2, "")
        assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--algorithm", "magic"), "'magic' is not an algorithm; write minimax or alphabeta"),
        (("--algorithm", "alphabeta+luck"), "is not an algorithm"),
        (("--algorithm", "magic"), "original-004"),
        (
            ("--eval", "chess"),
            "there is no evaluation 'chess' for mini; choose from original-000",
        ),
        (("--time", "1"), "--time needs +deepening"),
        (("--below", "6-9 1-1"), "is not legal here"),
        (("--position", "x"), "does not begin with B: or W:"),
        (("--depth", "12", "--algorithm", "minimax", "--variant", "towers"), "more than 5,000,000"),
    ],
)
def test_what_cannot_be(
    program_inside: ProgramInside,
    words: tuple[str, ...],
    sentence: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if "minimax" in words:
        monkeypatch.setattr("minicheckers.commands.think.MOST_NODES", 5_000)
        sentence = "more than 5,000 nodes"
    done = program_inside.run("think", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert sentence in done.stderr
    assert len(done.stderr.splitlines()) == 1


def test_the_help_names_everything(program_inside: ProgramInside) -> None:
    shown = " ".join(program_inside.run("think", "--help").stdout.split())
    for name in (*ORIGINALS, *FORMULAS):
        assert name in shown
