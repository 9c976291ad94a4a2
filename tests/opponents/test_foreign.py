"""Strategies in their own process: what they are told, and which answers are believed."""

import gc
import json
import math
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers import Context, Move, Position, Progress, StrategyError, strategy
from minicheckers.engine.decision import Decision
from minicheckers.engine.score import Score
from minicheckers.opponents import foreign
from minicheckers.opponents.foreign import from_data, to_data
from minicheckers.opponents.guard import IllegalMoveError, answer
from minicheckers.opponents.process import SECONDS_BETWEEN_REPORTS
from testing.hostile import BY_NAME

START = Position.start("english")
LEGAL = START.legal_moves()[0]

FILE = '''
import os
from minicheckers import Decision, Progress

class Told:
    """Answers according to what it was told."""
    def __init__(self, options):
        self.options, self.asked = options, 0
    def choose(self, position, context):
        self.asked += 1
        moves = position.legal_moves()
        return Decision(self.options.random.choice(moves), score=len(context.history),
                        depth=self.options.depth or 0, nodes=self.asked,
                        pv=(moves[0],) if self.options.variant == position.variant else ())

class Reporting(Told):
    def choose(self, position, context):
        for depth in range(1, 1000):
            context.report(Progress(depth, 7, (position.legal_moves()[0],), 10, 0.5))
        while not context.stopped(): pass
        return Decision(position.legal_moves()[0])

class Process(Told):
    def choose(self, position, context):
        return Decision(position.legal_moves()[0], nodes=os.getpid())
'''


@pytest.fixture
def file(tmp_path: Path) -> str:
    (tmp_path / "mine.py").write_text(FILE)
    return str(tmp_path / "mine.py")


def test_a_process_serves_the_next_strategy_of_the_same_code(file: str) -> None:
    def process() -> int:
        return strategy(f"{file}:Process").choose(Position.start()).nodes

    gc.freeze()  # what was there before needs no look
    first = process()
    gc.collect()
    gc.unfreeze()
    assert process() == first


def test_reports_come_through_but_no_flood_of_them(file: str) -> None:
    heard: list[Progress] = []
    began = time.monotonic()
    last = Progress(999, Score(7), (LEGAL,), 10, 0.5)
    mine = strategy(f"{file}:Reporting", "english")
    # It goes on until the last report has come: should that be lost, until patience is.
    mine.choose(START, Context(report=heard.append, stopped=lambda: last in heard))
    passed = time.monotonic() - began
    assert 1 <= len(heard) <= passed / SECONDS_BETWEEN_REPORTS + 1
    assert heard[-1] == last, "the last is not lost"


def test_it_hears_that_it_is_to_stop(file: str) -> None:
    mine = strategy(f"{file}:Reporting", "english")
    end = time.monotonic() + 0.2
    assert mine.choose(START, Context(stopped=lambda: time.monotonic() > end)).move == LEGAL


def test_after_a_failure_it_is_asked_in_a_new_process(tmp_path: Path) -> None:
    mine = strategy(BY_NAME["exits_at_once"].write(tmp_path))
    for _ in range(2):
        with pytest.raises(StrategyError, match="exit code 3"):
            mine.choose(Position.start())


@pytest.mark.slow
def test_one_that_hangs_in_c_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foreign, "GRACE", 0.2)
    mine = strategy(BY_NAME["powers"].write(tmp_path), time=0.1)
    with pytest.raises(StrategyError, match=r"did not answer within 0\.2 seconds"):
        mine.choose(Position.start())


def test_a_finished_game_is_no_question(file: str) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        strategy(f"{file}:Told").choose(Position.from_fen("W:W:B5"))


def test_a_call_costs_less_than_five_milliseconds(file: str) -> None:
    mine = strategy(f"{file}:Told", "english")
    context = Context(history=(START,) * 200)
    costs = []
    for _ in range(40):
        began = time.perf_counter()
        mine.choose(START, context)
        costs.append(time.perf_counter() - began)
    # The machine may be busy with other things most of the time, but not all of it.
    assert min(costs) < 0.005


GOOD: dict[str, Any] = {"move": "9-13", "score": None, "depth": 0, "nodes": 0, "pv": []}


@pytest.mark.parametrize(
    "data",
    [
        None,
        7,
        [],
        "text",
        {},
        {"move": None},
        *(
            GOOD | wrong
            for wrong in (
                {"move": None},
                {"move": "1-32"},
                {"move": [[9, 13], []]},
                {"score": [1, "STONES"]},
                {"score": [float("inf"), "PIECES"]},
                {"score": 7},
                {"score": ""},
                {"nodes": -1},
                {"nodes": 10**15},
                {"depth": 1.5},
                {"score": [10**20, "PIECES"]},
                {"wisdom": 3},
            )
        ),
    ],
)
def test_data_of_another_shape_is_no_decision(data: Any) -> None:
    with pytest.raises(ValueError, match="not the data"):
        from_data(Decision, data, START)
    with pytest.raises(ValueError, match="not the data"):
        from_data(Progress, data, START)


def test_a_decision_and_a_report_survive_the_journey() -> None:
    assert from_data(Decision, GOOD, START).move == START.find("9-13")
    for score in (None, Score(-3), Score.pieces(2), Score.won(5), Score.drawn()):
        decision = Decision(LEGAL, score, 3, 1000, (LEGAL,))
        back = from_data(Decision, json.loads(json.dumps(to_data(decision))), START)
        assert back == decision
        if score is not None:
            assert back.score is not None
            assert back.score.unit is score.unit
            progress = Progress(3, score, (LEGAL,), 1000, 0.25, 2, 1)
            assert from_data(Progress, to_data(progress), START) == progress


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.dictionaries(st.sampled_from([*GOOD, "seconds", "wisdom"]), ANYTHING), ANYTHING)
def test_any_data_are_a_sound_answer_or_none(wrong: dict[str, Any], else_: Any) -> None:
    for data in (GOOD | wrong, REPORT | wrong, else_):
        with suppress(ValueError):
            assert from_data(Decision, data, START).nodes >= 0
        with suppress(ValueError):
            assert from_data(Progress, data, START).seconds >= 0


def test_a_line_is_cut_where_it_cannot_be_played() -> None:
    for pv in (["9-13", "9-13"], ["9-13", 7], ["9-13", None, "22-18"]):
        assert from_data(Decision, GOOD | {"pv": pv}, START).pv == (START.find("9-13"),)


REPORT: dict[str, Any] = {
    "depth": 1,
    "score": [5, "PIECES"],
    "pv": [],
    "nodes": 10,
    "seconds": 1,
    "max_cutoffs": 0,
    "min_cutoffs": 0,
}


@pytest.mark.parametrize(
    "wrong",
    [
        *({"seconds": wrong} for wrong in (-1.0, math.nan, math.inf, 10**400, "1", None)),
        {"depth": -1},
        {"score": [10**20, "PIECES"]},
        {"score": None},
        {"move": "9-13"},
    ],
    ids=str,
)
def test_a_strange_report_is_none(wrong: dict[str, Any]) -> None:
    assert from_data(Progress, REPORT, START).nodes == 10
    with pytest.raises(ValueError, match="not the data"):
        from_data(Progress, REPORT | wrong, START)


FIRST = Position.start("mini")
FIRST_MOVES = FIRST.legal_moves()[0]
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
    return answer(strategy, "rival", FIRST)


def test_a_strategy_cannot_choose_a_move_that_nobody_may_make() -> None:
    with pytest.raises(IllegalMoveError, match="too many ways to capture"):
        answer(answering(Move((72, 80))), "rival", Position.from_fen(CROWDED, "international", 14))


def test_a_line_is_cut_where_it_cannot_be_played_and_a_number_is_a_score() -> None:
    for rest in (FIRST_MOVES, "5-7", None):
        decision = Decision(FIRST_MOVES, True, pv=(FIRST_MOVES, rest))  # type: ignore[arg-type]
        checked = ask(answering(decision))
        assert (checked.score, checked.pv) == (Score(1), (FIRST_MOVES,))
        assert type(checked.score) is Score


@pytest.mark.parametrize("move", [Move((1, 18)), Move(()), "1-2", "well", None, 7, [FIRST_MOVES]])
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
        [FIRST_MOVES],
        Decision(FIRST_MOVES, score="high"),  # type: ignore[arg-type]
        Decision(FIRST_MOVES, depth=None),  # type: ignore[arg-type]
        Decision(FIRST_MOVES, nodes=1.5),  # type: ignore[arg-type]
        Decision(FIRST_MOVES, pv=[FIRST_MOVES]),  # type: ignore[arg-type]
        Decision(FIRST_MOVES, score=Score(10**5000)),
        Decision(FIRST_MOVES, depth=-1),
    ],
)
def test_an_answer_that_is_no_decision_becomes_a_sentence(decision: Any) -> None:
    with pytest.raises(StrategyError, match="'rival' answered with"):
        ask(answering(decision))


def test_what_ends_the_program_is_no_failure_of_the_strategy() -> None:
    for error in (SystemExit("bye"), KeyboardInterrupt()):
        with pytest.raises(type(error)):
            ask(raising(error))
