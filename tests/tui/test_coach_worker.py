"""The coach in the background: answers as they come, one question at a time, never in the way."""

import time
from collections.abc import Callable
from queue import SimpleQueue

import pytest

from minicheckers.coach.analysis import Analysis
from minicheckers.coach.requests import Analyse, Coach, FindPuzzle, PuzzleOrder, Refute
from minicheckers.game.timeline import Timeline
from minicheckers.play import workers
from minicheckers.play.effects import CoachAnswered, CoachFailed
from minicheckers.play.workers import Answer, CoachWorker, UiPriority
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, get_variant
from minicheckers.tui.events import Event

PATIENCE = 60.0
ENGLISH = Analyse(Timeline.begin(Position.start("english")))
BOARD = Analyse(Timeline.begin(Position.start("mini")))


class Listener:
    """Receives the answers."""

    def __init__(self, yield_to_ui: Callable[[], None] = lambda: None) -> None:
        self.events: SimpleQueue[Answer] = SimpleQueue()
        self.coach = CoachWorker(self.events.put, yield_to_ui)

    def next(self, wanted: Callable[[Event], bool]) -> Event:
        while True:
            answer = self.events.get(timeout=PATIENCE)
            if answer.counts and wanted(answer.event):
                return answer.event


def is_done(event: Event) -> bool:
    return isinstance(event, CoachAnswered) and event.done


def test_a_solved_game_is_answered_at_once_and_exactly() -> None:
    listener = Listener()
    listener.coach.ask(BOARD)
    event = listener.next(is_done)
    assert isinstance(event, CoachAnswered)
    assert event.answer.exact
    assert set(event.answer.moves) == set(Position.start("mini").legal_moves())


def test_opinions_come_depth_after_depth_and_a_new_question_ends_them() -> None:
    listener = Listener()
    listener.coach.ask(ENGLISH)
    depths: list[int] = []
    while len(depths) < 3:
        event = listener.next(lambda event: isinstance(event, CoachAnswered))
        assert isinstance(event, CoachAnswered)
        depths.append(event.answer.depth)
    assert depths == [1, 2, 3]
    listener.coach.ask(BOARD)
    event = listener.next(is_done)
    assert isinstance(event, CoachAnswered)
    assert event.answer.exact


def test_while_a_key_is_dealt_with_the_coach_rests(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workers, "LONGEST_REST", PATIENCE)
    way, looks = UiPriority(), SimpleQueue[None]()

    def yield_to_ui() -> None:
        way.yield_to_ui()
        looks.put(None)

    listener = Listener(yield_to_ui)
    listener.coach.ask(ENGLISH)
    listener.next(lambda event: isinstance(event, CoachAnswered))
    with way.lent():
        pass
    before = looks.qsize()
    time.sleep(0.1)
    assert looks.qsize() <= before + 1, "it was just looking"
    with way.lent():
        for _ in range(before + 2):
            looks.get(timeout=PATIENCE)
    listener.coach.stop()


def test_what_cannot_be_answered_is_said() -> None:
    listener = Listener()
    listener.coach.ask(FindPuzzle(PuzzleOrder(get_variant("pikachu")), 0))
    event = listener.next(lambda event: isinstance(event, CoachFailed))
    assert isinstance(event, CoachFailed)
    assert "no puzzles for pikachu" in event.sentence


def test_the_same_question_again_costs_nothing() -> None:
    coach = Coach(seconds=0.1)
    first = coach.answer(ENGLISH, lambda answer: None, lambda: False)
    assert isinstance(first, Analysis)
    assert coach.answer(ENGLISH, lambda answer: None, lambda: False) is first


def test_a_refutation_is_best_play() -> None:
    position = Position.start("mini")
    found = Coach().answer(Refute(position, position.find("6-9")), lambda _: None, lambda: False)
    assert found.value == -1


def test_puzzles_are_those_of_the_order() -> None:
    coach = Coach()
    order = PuzzleOrder(MINI, seed=3)
    names = [coach.answer(FindPuzzle(order, n), lambda _: None, lambda: False) for n in (0, 1, 0)]
    assert names[0] == names[2] != names[1]
