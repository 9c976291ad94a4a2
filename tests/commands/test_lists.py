import json
import re

import pytest

from minicheckers.cli import main
from minicheckers.game.presentation import Group
from minicheckers.opponents.levels import BY_STRENGTH
from minicheckers.rules.variant import VARIANTS


def lines(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    assert main(words) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out.splitlines()


def test_levels_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    shown = [line.split() for line in lines(["levels"], capsys)]
    for number, name in enumerate(("easy", "medium", "hard", "expert"), start=1):
        assert any(words[:2] == [str(number), name] and len(words) > 3 for words in shown)
    for name in ("random", "alphabeta", "dynamic", "timed", "solver"):
        assert any(words[0] == name and len(words) > 1 for words in shown)


def test_levels_lists_opponents_by_strength_and_the_originals_apart(
    capsys: pytest.CaptureFixture[str],
) -> None:
    shown = lines(["levels"], capsys)
    rows = [re.sub(r"^ +[0-9]? +", "", line).split()[0] for line in shown if line[:1] == " "]
    assert rows[: len(BY_STRENGTH)] == list(BY_STRENGTH)
    assert len(rows) == len(set(rows))
    originals = [name for name in rows if name.startswith("original-")]
    assert rows[-len(originals) :] == originals
    headings = [number for number, line in enumerate(shown) if line[:1] != " "]
    assert headings[-1] == len(shown) - len(originals) - 1


def test_levels_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    records = [json.loads(line) for line in lines(["levels", "--json"], capsys)]
    assert {tuple(record) for record in records} == {
        ("name", "kind", "number", "summary", "package")
    }
    levels = [record for record in records if record["kind"] == "level"]
    assert [(level["number"], level["name"]) for level in levels] == [
        (1, "easy"),
        (2, "medium"),
        (3, "hard"),
        (4, "expert"),
    ]


def test_variants_has_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert [line.split()[0] for line in lines(["variants"], capsys)] == list(VARIANTS)


def test_variants_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    records = [json.loads(line) for line in lines(["variants", "--json"], capsys)]
    sizes = {record["name"]: record["sizes"] for record in records}
    assert list(sizes) == list(VARIANTS)
    assert (sizes["mini"], sizes["english"], sizes["canadian"]) == ([6], [8], [12])
    assert sizes["pikachu"] == list(range(7, 17))
    first = {record["name"]: record["first"] for record in records}
    assert (first["english"], first["pikachu"]) == ("black", "white")
    assert {record["group"] for record in records} == set(Group)
