"""Thinking in the background, with strategies that behave and strategies that do not."""

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue

import pytest

from minicheckers.engine.decision import Context, Decision, Progress
from minicheckers.engine.score import Score
from minicheckers.game.timeline import Timeline
from minicheckers.play import workers
from minicheckers.play.effects import Notice, PlayEvent, SearchDone, SearchFailed, SearchProgress
from minicheckers.play.workers import Answer, Opponent, SearchWorker
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position

LINE = Timeline.begin(Position.start("mini")).play("6-9")

Choose = Callable[[Position, Context], Decision]


class Strategy:
    def __init__(self, choose: Choose) -> None:
        self._choose = choose

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        return self._choose(position, context)


class Ear:
    """Collects what a search posts."""

    def __init__(self) -> None:
        self.queue: SimpleQueue[Answer] = SimpleQueue()
        self.search = SearchWorker(self.queue.put)

    def next(self) -> PlayEvent:
        """The next answer that is still wanted."""
        while not (answer := self.queue.get(timeout=60)).counts:
            pass
        return answer.event

    def hears_nothing(self) -> bool:
        try:
            self.queue.get(timeout=0.1)
        except Empty:
            return True
        return False


def first_move(position: Position, context: Context) -> Decision:
    return Decision(position.legal_moves()[0])


def until_stopped(position: Position, context: Context) -> Decision:
    while not context.stopped():
        time.sleep(0.001)
    return first_move(position, context)


def no_memory() -> Strategy:
    raise MemoryError


def test_news_and_the_answer_arrive() -> None:
    progress = Progress(1, Score(5), (), 10, 0.1)

    def choose(position: Position, context: Context) -> Decision:
        assert context.history == LINE.history
        context.report(progress)
        return first_move(position, context)

    ear = Ear()
    ear.search.ask(Opponent("good", lambda: Strategy(choose)), LINE)
    assert ear.next() == SearchProgress(progress)
    assert ear.next() == SearchDone(Decision(LINE.position.legal_moves()[0]))


def test_one_strategy_a_mind_however_often_it_is_asked() -> None:
    made = []

    def make() -> Strategy:
        made.append(1)
        return Strategy(first_move)

    ear, opponent = Ear(), Opponent("good", make)
    for _ in range(3):
        ear.search.ask(opponent, LINE)
        assert isinstance(ear.next(), SearchDone)
    assert made == [1]


def test_a_question_stops_the_one_before_it_and_its_answer_is_dropped() -> None:
    ear, opponent = Ear(), Opponent("patient", lambda: Strategy(until_stopped))
    ear.search.ask(opponent, LINE)
    ear.search.ask(opponent, LINE)
    assert not ear.queue.get(timeout=60).counts
    assert ear.hears_nothing()
    ear.search.stop()
    assert not ear.queue.get(timeout=60).counts


def test_one_that_does_not_stop_is_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "PATIENCE", 0.05)
    released = threading.Event()

    def deaf(position: Position, context: Context) -> Decision:
        released.wait(10)
        return first_move(position, context)

    choices = iter([deaf, first_move])
    ear, opponent = Ear(), Opponent("deaf", lambda: Strategy(next(choices)))
    ear.search.ask(opponent, LINE)
    ear.search.ask(opponent, LINE)
    assert ear.next() == Notice("'deaf' does not stop and was abandoned", bad=True)
    assert ear.next() == SearchDone(Decision(LINE.position.legal_moves()[0]))
    released.set()


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Strategy(lambda position, context: 1 // 0), "ZeroDivisionError"),  # type: ignore[arg-type, return-value]
        (lambda: Strategy(lambda position, context: Decision(Move((1, 2)))), "not a legal move"),
        (lambda: int("many"), "invalid literal"),
        (lambda: __import__("no_such_module"), "No module named"),
        (no_memory, "MemoryError"),
    ],
)
def test_whatever_fails_becomes_a_sentence(make: Callable[[], Strategy], sentence: str) -> None:
    ear = Ear()
    ear.search.ask(Opponent("bad", make), LINE)
    failed = ear.next()
    assert isinstance(failed, SearchFailed)
    assert sentence in failed.sentence
