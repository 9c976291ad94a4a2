from collections.abc import Callable
from typing import Any

import pytest

from minicheckers import Move, Position
from minicheckers.engine.decision import Context, Decision
from minicheckers.engine.score import Score
from minicheckers.opponents.guard import (
    IllegalMoveError,
    StrategyError,
    answer,
)

START = Position.start("mini")
LEGAL = START.legal_moves()[0]
#: A board where Black's move 72-80 would give a king more captures than anyone counts.
CROWDED = "B:WK92:B9-14,23-28,37-42,51-56,65-70,72,79,81-84"


class Scripted:
    """A strategy that does whatever a test wants."""

    def __init__(self, act: Callable[[Context], Any]) -> None:
        self._act = act

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        return self._act(context)  # type: ignore[no-any-return]


def raising(error: BaseException) -> Scripted:
    def act(_: Context) -> None:
        raise error

    return Scripted(act)


def answering(decision: Any) -> Scripted:
    return Scripted(lambda _: decision)


def ask(strategy: Scripted) -> Decision:
    return answer(strategy, "rival", START)


def test_a_strategy_cannot_choose_a_move_that_nobody_may_make() -> None:
    with pytest.raises(IllegalMoveError, match="too many ways to capture"):
        answer(answering(Move((72, 80))), "rival", Position.from_fen(CROWDED, "international", 14))


def test_a_line_is_cut_where_it_cannot_be_played_and_a_number_is_a_score() -> None:
    for rest in (LEGAL, "5-7", None):
        decision = Decision(LEGAL, True, pv=(LEGAL, rest))  # type: ignore[arg-type]
        checked = ask(answering(decision))
        assert (checked.score, checked.pv) == (Score(1), (LEGAL,))
        assert type(checked.score) is Score


@pytest.mark.parametrize("move", [Move((1, 18)), Move(()), "1-2", "well", None, 7, [LEGAL]])
def test_an_illegal_move_becomes_a_sentence(move: Any) -> None:
    with pytest.raises(IllegalMoveError, match=r"'rival' chose '.*', not a legal move"):
        ask(answering(Decision(move)))
    if isinstance(move, Move | str):
        with pytest.raises(IllegalMoveError, match="'rival' chose"):
            ask(answering(move))


@pytest.mark.parametrize(
    "decision",
    [
        None,
        7,
        [LEGAL],
        Decision(LEGAL, score="high"),  # type: ignore[arg-type]
        Decision(LEGAL, depth=None),  # type: ignore[arg-type]
        Decision(LEGAL, nodes=1.5),  # type: ignore[arg-type]
        Decision(LEGAL, pv=[LEGAL]),  # type: ignore[arg-type]
        Decision(LEGAL, score=Score(10**5000)),
        Decision(LEGAL, depth=-1),
    ],
)
def test_an_answer_that_is_no_decision_becomes_a_sentence(decision: Any) -> None:
    with pytest.raises(StrategyError, match="'rival' answered with"):
        ask(answering(decision))


def test_what_ends_the_program_is_no_failure_of_the_strategy() -> None:
    for error in (SystemExit("bye"), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            ask(raising(error))
