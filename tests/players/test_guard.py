import math
import threading
import time
from asyncio import CancelledError
from collections.abc import Callable
from typing import Any

import pytest

from minicheckers import Move, Position
from minicheckers.engine.decision import Context, Decision, Progress
from minicheckers.engine.score import Score
from minicheckers.players.guard import (
    SECONDS_BETWEEN_REPORTS,
    Guarded,
    IllegalMoveError,
    StillThinkingError,
    StrategyError,
    Throttled,
    answer,
    consult,
)

START = Position.start("mini")
LEGAL = START.legal_moves()[0]


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


def ask_directly(strategy: Scripted) -> Decision:
    return answer(strategy, "rival", START)


def ask_patiently(strategy: Scripted) -> Decision:
    return consult(strategy, "rival", START, patience=5.0)


Ask = Callable[[Scripted], Decision]
both_ways = pytest.mark.parametrize("ask", [ask_directly, ask_patiently])


@both_ways
def test_a_good_answer_comes_through(ask: Ask) -> None:
    decision = Decision(LEGAL, score=Score(3), depth=2, nodes=10, pv=(LEGAL,))
    assert ask(answering(decision)) is decision


def test_a_line_is_cut_where_it_cannot_be_played_and_a_number_is_a_score() -> None:
    decision = Decision(LEGAL, True, pv=(LEGAL, LEGAL))  # type: ignore[arg-type]
    checked = ask_directly(answering(decision))
    assert (checked.score, checked.pv) == (Score(1), (LEGAL,))
    assert type(checked.score) is Score


@both_ways
@pytest.mark.parametrize(
    "error",
    [ZeroDivisionError("by\nzero"), ValueError(), RecursionError("deep"), StopIteration()],
)
def test_what_is_raised_becomes_a_sentence(ask: Ask, error: Exception) -> None:
    with pytest.raises(StrategyError, match=f"'rival' failed: '{type(error).__name__}") as raised:
        ask(raising(error))
    assert "\n" not in str(raised.value)
    assert raised.value.__cause__ is error


@both_ways
def test_an_error_whose_text_fails_too_becomes_a_sentence(ask: Ask) -> None:
    class Unspeakable(Exception):  # noqa: N818
        def __str__(self) -> str:
            raise RuntimeError

    with pytest.raises(StrategyError, match="Unspeakable"):
        ask(raising(Unspeakable()))


@both_ways
@pytest.mark.parametrize("move", [Move((1, 18)), Move(()), "5-7", None, 7, [LEGAL]])
def test_an_illegal_move_becomes_a_sentence(ask: Ask, move: Any) -> None:
    with pytest.raises(IllegalMoveError, match=r"'rival' chose '.*', not a legal move"):
        ask(answering(Decision(move)))


@both_ways
@pytest.mark.parametrize(
    "decision",
    [
        None,
        LEGAL,
        "5-7",
        Decision(LEGAL, score="high"),  # type: ignore[arg-type]
        Decision(LEGAL, depth=None),  # type: ignore[arg-type]
        Decision(LEGAL, nodes=1.5),  # type: ignore[arg-type]
        Decision(LEGAL, pv=[LEGAL]),  # type: ignore[arg-type]
        Decision(LEGAL, pv=("5-7",)),  # type: ignore[arg-type]
        Decision(LEGAL, score=Score(10**5000)),
        Decision(LEGAL, depth=-1),
    ],
)
def test_an_answer_that_is_no_decision_becomes_a_sentence(ask: Ask, decision: Any) -> None:
    with pytest.raises(StrategyError, match="'rival' answered with"):
        ask(answering(decision))


@both_ways
def test_an_answer_that_fails_when_it_is_looked_at_becomes_a_sentence(ask: Ask) -> None:
    class Treacherous(Decision):
        def __getattribute__(self, name: str) -> Any:
            if name == "pv":
                raise RuntimeError("ha")
            return super().__getattribute__(name)

    with pytest.raises(StrategyError, match="'rival' failed: 'RuntimeError: ha'"):
        ask(answering(Treacherous(LEGAL)))


@pytest.mark.parametrize("error", [CancelledError(), KeyboardInterrupt(), GeneratorExit()])
def test_what_is_no_exception_of_the_usual_kind_becomes_a_sentence(
    error: BaseException, capfd: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(StrategyError, match=f"'rival' failed: '{type(error).__name__}|asyncio"):
        ask_patiently(raising(error))
    assert capfd.readouterr().err == ""


def test_leaving_is_a_failure_except_where_a_signal_may_have_ended_the_program() -> None:
    with pytest.raises(StrategyError, match="'rival' failed: 'SystemExit: bye'"):
        ask_patiently(raising(SystemExit("bye")))
    with pytest.raises(SystemExit):
        ask_directly(raising(SystemExit("bye")))


def test_one_that_heeds_the_wish_to_stop_keeps_the_time() -> None:
    def think(context: Context) -> Decision:
        while not context.stopped():
            time.sleep(0.001)
        return Decision(LEGAL)

    started = time.monotonic()
    assert consult(Scripted(think), "rival", START, patience=0.1).move == LEGAL
    assert 0.1 <= time.monotonic() - started < 2


def test_one_that_does_not_stop_is_given_up_and_ended() -> None:
    thinking: list[threading.Thread] = []

    def think(_: Context) -> None:
        thinking.append(threading.current_thread())
        while True:
            pass

    with pytest.raises(StillThinkingError, match=r"'rival' did not answer within 0.1 seconds"):
        consult(Scripted(think), "rival", START, patience=0.05, grace=0.1)
    thinking[0].join(5)
    assert not thinking[0].is_alive()


def test_a_wish_to_stop_counts_from_when_it_is_made() -> None:
    def think(_: Context) -> None:
        time.sleep(5)

    started = time.monotonic()
    with pytest.raises(StillThinkingError):
        consult(
            Scripted(think),
            "rival",
            START,
            Context(stopped=lambda: time.monotonic() > started + 0.1),
            patience=60,
            grace=0.1,
        )
    assert time.monotonic() - started < 2


def test_only_sound_reports_come_through() -> None:
    heard: list[Progress] = []
    good = Progress(3, Score(5), (LEGAL,), 100, 0.5)

    def think(context: Context) -> Decision:
        for report in (None, "fine", Progress("3", Score(5), (), 1, 0.1), good):  # type: ignore[arg-type]
            context.report(report)  # type: ignore[arg-type]
        return Decision(LEGAL)

    consult(Scripted(think), "rival", START, Context(report=heard.append), patience=5)
    assert heard == [good]


def test_nothing_is_heard_from_one_that_was_given_up() -> None:
    heard: list[Progress] = []
    done = threading.Event()

    def think(context: Context) -> Decision:
        time.sleep(0.2)
        context.report(Progress(1, Score(0), (), 1, 0.1))
        done.set()
        return Decision(LEGAL)

    with pytest.raises(StillThinkingError):
        consult(
            Scripted(think), "rival", START, Context(report=heard.append), patience=0.02, grace=0.02
        )
    # The thread is ended when it next runs Python code, or at the latest says nothing.
    done.wait(0.5)
    assert heard == []


def test_a_guarded_strategy_is_not_asked_about_a_finished_game() -> None:
    over = Position.from_fen("W:W:B5")
    with pytest.raises(ValueError, match="the game is over"):
        Guarded(raising(AssertionError()), "rival").choose(over)


STRANGE = [
    *(Progress(1, Score(5), (), 10, seconds) for seconds in (-1.0, math.nan, math.inf, 10**400)),
    Progress(1, Score(5), (), 10, "1"),  # type: ignore[arg-type]
    Progress(1, Score(5), ["5-8"], 10, 0.1),  # type: ignore[arg-type]
    Progress(1, Score(5), ("5-8",), 10, 0.1),  # type: ignore[arg-type]
    Progress(-1, Score(5), (), 10, 0.1),
    Progress(1, Score(10**20), (), 10, 0.1),
    Progress(1, None, (), 10, 0.1),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("strange", STRANGE, ids=str)
def test_a_strange_report_is_not_heard(strange: Progress) -> None:
    heard: list[Progress] = []
    Throttled(START, heard.append)(strange)
    assert heard == []


def test_what_can_be_shown_of_a_report_is() -> None:
    heard: list[Progress] = []
    Throttled(START, heard.append)(
        Progress(True, True, (LEGAL, Move((1, 18)), LEGAL), 10**6, 1e-320)  # type: ignore[arg-type]
    )
    [told] = heard
    assert (told.depth, told.score, told.pv) == (1, Score(1), (LEGAL,))
    assert type(told.score) is Score
    assert told.nodes_per_second == 0.0


def test_of_a_flood_of_reports_the_last_is_heard() -> None:
    heard: list[Progress] = []
    listener = Throttled(START, heard.append)
    for depth in range(10_000):
        listener(Progress(depth, Score(5), (), 10, 0.1))
    time.sleep(SECONDS_BETWEEN_REPORTS)
    listener.flush()
    assert heard[-1].depth == 9_999
    assert len(heard) < 100
