import json
import re
from typing import Any

import pytest

from minicheckers import Position
from minicheckers.cli import main
from testing.running import ProgramInside

KEYS = ["variant", "id", "position", "goal", "value", "solution", "line", "difficulty"]


def records(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert main(["puzzle", *words, "--json"]) == 0
    found = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert all(list(record) == KEYS for record in found)
    return found


def test_the_json_is_as_promised(capsys: pytest.CaptureFixture[str]) -> None:
    found = records(["--seed", "3", "--count", "2"], capsys)
    assert len(found) == 2
    for record in found:
        assert record["variant"] == "mini"
        assert record["goal"] == ("win" if record["value"] > 0 else "draw")
        assert record["solution"] == record["line"][:1]
        assert 1 <= record["difficulty"] <= 5
        assert records(["--id", record["id"]], capsys) == [record]
    assert records(["--seed", "3"], capsys) == found[:1]


def test_a_day_has_its_puzzle(capsys: pytest.CaptureFixture[str]) -> None:
    two = records(["--daily", "2027-01-01", "--count", "2"], capsys)
    assert records(["--daily", "2027-01-02"], capsys) == two[1:]
    assert len(records(["--daily"], capsys)) == 1
    assert len(records(["--daily", "9999-12-31", "--count", "3"], capsys)) == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--daily", "tomorrow"], "is not a date"),
        (["--daily", "--seed", "1"], "not allowed with"),
        (["--id", "mini-0"], "is not a puzzle ID"),
        (["--variant", "pikachu"], "there are no puzzles for pikachu"),
        (["--count", "0"], "less than 1"),
    ],
)
def test_bad_usage_gets_a_sentence(
    words: list[str], complaint: str, program_inside: ProgramInside
) -> None:
    assert complaint in program_inside.refusal("puzzle", *words)


def test_a_puzzle_is_solved_line_by_line(
    program_inside: ProgramInside, capsys: pytest.CaptureFixture[str]
) -> None:
    (record,) = records(["--seed", "3"], capsys)
    solver = record["line"][::2]
    done = program_inside.run(
        "puzzle", "--seed", "3", stdin="\n".join(["nonsense", "board", *solver])
    )
    assert done.returncode == 0
    assert done.stdout.count(f"Puzzle {record['id']}") == 1
    assert "Correct!" in done.stdout
    assert "streak 1" in done.stdout
    again = program_inside.run("puzzle", "--seed", "3", stdin="hint\nshow\nquit\n")
    assert f"The right move is {solver[0]}." in again.stdout


def test_a_wrong_move_is_answered_and_may_be_tried_again(
    program_inside: ProgramInside, capsys: pytest.CaptureFixture[str]
) -> None:
    (record,) = records(["--seed", "3"], capsys)
    legal = Position.from_fen(record["position"]).legal_moves()
    wrong = next(str(move) for move in legal if str(move) not in record["solution"])
    done = program_inside.run("puzzle", "--seed", "3", stdin=f"{wrong}\n{wrong}\n")
    assert done.returncode == 0
    assert done.stdout.count(f"{wrong} is wrong: after ") == 2
    solver = "\n".join(record["line"][::2])
    done = program_inside.run("puzzle", "--seed", "3", stdin=f"{wrong}\n{solver}\n")
    assert "x+ streak 0" in done.stdout


def test_a_proven_puzzle_is_refuted_by_results(
    program_inside: ProgramInside, capsys: pytest.CaptureFixture[str]
) -> None:
    name = "english-dlsnjjjlqx9"
    (record,) = records(["--id", name], capsys)
    assert record["position"] == "W:WK20,22,24:B11,14"
    assert (record["goal"], record["solution"]) == ("win", ["24-19"])
    done = program_inside.run("puzzle", "--id", name, stdin="22-18\n20-16\n24-19\n")
    said = " ".join(done.stdout.split())
    assert "22-18 is wrong: after 14x23, it is only a draw. Try again." in said
    assert re.search(r"20-16 is wrong: after [\dx, -]+, you lose\. Try again\.", said)
    assert "Correct!" in done.stdout
