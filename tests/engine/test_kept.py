"""What was found out about a finite game is kept on disk for the next time."""

from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers.engine.solver.kept import MOST_FILES, keep, read_kept
from minicheckers.engine.solver.proof import ProofSearch
from minicheckers.engine.solver.referee import referee
from minicheckers.engine.solver.solver import Solver
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, Goal, Stuck
from testing.running import set_all, state_in

GAME = MINI.with_goal(Goal.BREAKTHROUGH)
BOUNDS = {7: (-1, 1), 2**36 - 1: (1, 1), 12: (-1, -1), 2**20: (0, 1)}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    set_all(monkeypatch, state_in(tmp_path))
    return tmp_path / "minicheckers" / "solved"


def test_what_was_kept_is_read_again_under_any_name_of_the_game() -> None:
    keep(GAME, BOUNDS)
    assert read_kept(GAME) == BOUNDS
    assert read_kept(replace(GAME, name="mine", man_name="pawn")) == BOUNDS
    assert read_kept(replace(GAME, stuck=Stuck.LOSES)) == {}


def test_the_second_time_nothing_is_left_to_find_out() -> None:
    first, start = Solver(GAME), Position.start(GAME)
    values = first.move_values(start)
    first.keep()
    second = Solver(GAME)
    assert second.move_values(start) == values
    assert second.nodes < first.nodes // 1000


def test_a_damaged_or_foreign_file_is_as_good_as_none(folder: Path) -> None:
    keep(GAME, BOUNDS)
    (path,) = folder.iterdir()
    content = path.read_bytes()
    damaged = [content[:cut] for cut in range(0, len(content), 7)]
    damaged += [
        content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :]
        for place in range(len(content))
    ]
    for wrong in [*damaged, content + b"x", b"\0" * 5_000_000]:
        path.write_bytes(wrong)
        assert read_kept(GAME) == {}
    keep(GAME, BOUNDS)
    assert read_kept(GAME) == BOUNDS


def test_where_nothing_can_be_written_nothing_is_kept(folder: Path) -> None:
    folder.parent.write_bytes(b"")
    keep(GAME, BOUNDS)
    assert read_kept(GAME) == {}


def test_there_is_an_end_to_the_files(folder: Path) -> None:
    folder.mkdir(parents=True)
    for number in range(MOST_FILES):
        (folder / str(number)).write_bytes(b"")
    keep(GAME, BOUNDS)
    assert len(list(folder.iterdir())) == MOST_FILES


def test_what_was_kept_is_not_forgotten_when_the_table_is_full() -> None:
    rules, start = referee(GAME), Position.start(GAME)
    known = {rules.pack(start.state): (1, 1)}
    search = ProofSearch(rules, table_limit=64)
    search.recall(known)
    for after in start.transitions().values():
        search.value(rules.pack(after.state))
    assert search.bounds(next(iter(known))) == (1, 1)
