"""A score is a value: what it counts, how it is printed, how it is ordered."""

import json
import pickle

import pytest

from minicheckers import Decision, Move, Progress
from minicheckers.engine.score import WIN, Score, Unit


@pytest.mark.parametrize(
    ("score", "text", "exact", "plies"),
    [
        (Score(0), "0.00", False, None),
        (Score(25), "+0.25", False, None),
        (Score(-110), "-1.10", False, None),
        (Score(WIN - 3), "won in 2", False, 3),
        (Score(4 - WIN), "lost in 2", False, 4),
        (Score(-WIN), "lost", False, 0),
        (Score.pieces(1), "+1", True, None),
        (Score.pieces(0), "0", True, None),
        (Score.pieces(-2), "-2", True, None),
        (Score.won(7), "won in 4", True, 7),
        (Score.lost(2), "lost in 1", True, 2),
        (Score.drawn(), "drawn", True, None),
    ],
)
def test_one_way_to_print_it(score: Score, text: str, exact: bool, plies: int | None) -> None:
    assert (str(score), score.is_exact, score.plies) == (text, exact, plies)
    assert json.dumps(score) == str(int(score))
    copy = pickle.loads(pickle.dumps(score))
    assert (copy, copy.unit) == (score, score.unit)
    other_side = -score
    assert (-other_side, other_side.unit) == (score, score.unit)


def test_a_plain_number_is_hundredths_of_a_man() -> None:
    decision = Decision(Move((1, 5)), 30)  # type: ignore[arg-type]
    progress = Progress(1, 30, (), 1, 0.1)  # type: ignore[arg-type]
    for score in (decision.score, progress.score):
        assert (str(score), score.unit if score else None) == ("+0.30", Unit.HUNDREDTHS)
