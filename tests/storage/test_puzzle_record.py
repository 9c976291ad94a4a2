from pathlib import Path

from minicheckers.storage.puzzles import PuzzleRecord
from minicheckers.storage.store import Store


def test_the_record_is_kept(tmp_path: Path) -> None:
    store = Store(tmp_path)
    assert store.puzzle_record() == PuzzleRecord()
    store.update_puzzles(lambda record: record.plus("mini-abc", True, 1216))
    store.update_puzzles(lambda record: record.plus("mini-abd", True, 1230))
    assert Store(tmp_path).puzzle_record() == PuzzleRecord(
        ("mini-abc", "mini-abd"), streak=2, best_streak=2, rating=1230
    )
    failed = store.update_puzzles(lambda record: record.plus("mini-abe", False, 1210))
    assert (failed.streak, failed.best_streak, len(failed.solved)) == (0, 2, 2)


def test_a_puzzle_counts_once() -> None:
    once = PuzzleRecord().plus("mini-abc", True, 1216)
    assert once.plus("mini-abc", False, 1000) == once


def test_a_broken_file_is_set_aside_and_told(tmp_path: Path) -> None:
    for text in ('{"format": "minicheckers puzzles"', '{"streak": -1}'):
        (tmp_path / "puzzles.json").write_text(text, encoding="utf-8")
        store = Store(tmp_path)
        assert store.puzzle_record() == PuzzleRecord()
        assert any("the puzzle record was broken" in notice for notice in store.take_notices())
    assert len(list(tmp_path.glob("puzzles.json.broken-*"))) == 2
