"""The coach: a legal suggestion, and its worth in words."""

import pytest

from minicheckers.coach.hint import advice, coach
from minicheckers.engine.decision import Decision
from minicheckers.engine.score import WIN, Score, Unit
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position


@pytest.mark.parametrize(
    ("variant", "fen", "move"),
    [
        ("mini", "B:W8,18:B5,1", "5x12"),
        ("towers", "B:W18:B14,32", "14x23"),
    ],
)
def test_the_coach_sees_what_wins(variant: str, fen: str, move: str) -> None:
    position = Position.from_fen(fen, variant)
    decision = coach(position.variant).choose(position)
    assert str(decision.move) == move
    assert advice(decision).startswith(f"the coach suggests {move}, which wins")


@pytest.mark.parametrize(
    ("variant", "score", "worth"),
    [
        ("mini", None, ""),
        ("mini", 0, ", which draws"),
        ("mini", 1, ", which wins by 1 piece"),
        ("mini", 3, ", which wins by 3 pieces"),
        ("mini", -2, ", which loses by 2 pieces at least"),
        ("english", 0, ", which keeps the balance"),
        ("english", 35, ", worth +0.35 men"),
        ("english", -110, ", worth -1.10 men"),
        ("english", WIN - 7, ", which wins in 7 plies"),
        ("english", WIN - 1, ", which wins in 1 ply"),
        ("english", 8 - WIN, ", which loses in 8 plies"),
    ],
)
def test_what_a_suggestion_is_worth(variant: str, score: int | None, worth: str) -> None:
    unit = Unit.PIECES if variant == "mini" else Unit.HUNDREDTHS
    known = None if score is None else Score(score, unit)
    said = advice(Decision(Move((1, 2)), known))
    assert said == f"the coach suggests 1-2{worth}"
