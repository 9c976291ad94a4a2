"""Any deeds of a game in any order: what is refused changes nothing, and no game is ever lost."""

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from minicheckers.activities.activity import Activity, Question, deeds_of
from minicheckers.activities.game import CoachedGame, Sparring, Watch
from minicheckers.activities.keeping import leaves_trace
from minicheckers.engine.decision import Decision, Progress
from minicheckers.engine.score import Score
from minicheckers.game.player import PERSON, Player, TimeControl
from minicheckers.game.session import Session
from minicheckers.game.timeline import replayed
from minicheckers.rules.notation import Move
from minicheckers.storage.store import Preferences, Stats
from testing.board_player import COACH
from testing.laws import differences, state_of
from testing.memory_store import MemoryStore
from testing.store_games import begun, played
from testing.wires import QuietWorld

EASY = Player("easy")
CHOICES = st.integers(0, 10**6)
Ask = tuple[Callable[[Any, bool], None], Callable[[str], None]]


class HandWorld(QuietWorld):
    """A face whose searches, coach and person answer when they are told to."""

    def __init__(self) -> None:
        super().__init__()
        self.store: Any = MemoryStore(Stats(), Preferences("mini", None, "medium", "you"))
        self.searched: Ask | None = None
        self.coached: tuple[Any, Ask] | None = None
        self.asked: list[Question] = []
        self.activities: list[Activity] = []
        self.games = 0

    def think(self, session: Session, seconds: float | None, *ask: Any) -> None:
        self.searched = ask

    def consult(self, request: Any, *ask: Any) -> None:
        self.coached = request, ask

    def drop_work(self) -> None:
        self.searched = self.coached = None

    def ask(self, question: Question) -> None:
        self.asked.append(question)

    def open(self, activity: Activity) -> None:
        if self.activities:
            self.activities[-1].put_aside()
        self.drop_work()
        activity.world = self
        self.activities.append(activity)
        self.games += isinstance(activity, CoachedGame)
        activity.begin()

    def close(self) -> None:
        self.drop_work()
        self.asked.clear()
        self.activities.pop().farewell()
        if self.activities:
            self.activities[-1].begin()


class GameMachine(RuleBasedStateMachine):
    """A game whose answers come at any time or not at all.

    What must hold: the moves can be played from the start; what the game says is unfinished is on
    the disk as it is; a result counts once.
    """

    @initialize(
        players=st.sampled_from(
            [*[(PERSON, EASY), (EASY, PERSON)] * 2, (PERSON, PERSON), (EASY, EASY)]
        ),
        habits=st.sampled_from([{"warns": True}, {"insight": True}, {}]),
        clock=st.sampled_from([None, "0.2+1", "5+0"]),
        plies=st.integers(0, 25),
        spars=st.booleans(),
        sees=st.booleans(),
    )
    def begin(
        self,
        players: tuple[Player, Player],
        habits: dict[str, Any],
        clock: str | None,
        plies: int,
        spars: bool,
        sees: bool,
    ) -> None:
        self.world = HandWorld()
        self.world.sees = sees
        session = Session(played(begun(), plies, seed=plies).timeline, *players)
        if session.outcome is None:
            session = session.with_clock(TimeControl.parse(clock) if clock else None)
        kind = (
            Watch if session.is_watched else Sparring if spars and session.person else CoachedGame
        )
        if leaves_trace(session) and kind is CoachedGame:
            self.world.store.save(session)
        self.world.open(kind(session, **habits))

    @property
    def game(self) -> CoachedGame:
        game = self.world.activities[-1]
        assert isinstance(game, CoachedGame)
        return game

    def do(self, act: Callable[[], None]) -> None:
        """Do something; if it is refused, nothing has changed."""
        game, before = self.game, state_of(self.game)
        try:
            act()
        except ValueError:
            assert state_of(game) == before, (*differences(before, state_of(game)),)
        while not isinstance(self.world.activities[-1], CoachedGame):
            self.world.close()

    @rule(choice=CHOICES)
    def move(self, choice: int) -> None:
        if legal := self.game.position.legal_moves():
            self.do(lambda: self.game.try_move(legal[choice % len(legal)]))

    @rule(square=st.integers(1, 18), other=st.integers(1, 40))
    def move_anything(self, square: int, other: int) -> None:
        move = Move((square, other))
        if move not in self.game.position.legal_moves() and not self.game.warns:
            self.do(lambda: self.game.try_move(move))

    @rule(choice=CHOICES)
    def deed(self, choice: int) -> None:
        known = deeds_of(self.game)
        self.do(lambda: known[choice % len(known)].perform(self.game))

    @rule(name=st.sampled_from(["undo", "redo", "hint", "values", "insight_on", "let_go", "tick"]))
    def common_deed(self, name: str) -> None:
        self.do(lambda: getattr(self.game, name)())

    @precondition(lambda self: self.world.asked)
    @rule(choice=CHOICES)
    def answer(self, choice: int) -> None:
        question = self.world.asked.pop()
        acts = [*question.answers.values(), question.closing]
        act = acts[choice % len(acts)]
        if question.stands() and act is not None and act != self.world.close:
            self.do(act)

    @rule()
    def put_aside_and_come_back(self) -> None:
        self.world.drop_work()
        self.game.put_aside()
        self.game.put_aside()
        self.game.begin()

    @rule(seconds=st.sampled_from([0.1, 3.0, 20.0]))
    def wait(self, seconds: float) -> None:
        self.world.now += seconds

    @precondition(lambda self: self.world.searched)
    @rule(choice=CHOICES, fails=st.booleans())
    def the_computer_answers(self, choice: int, fails: bool) -> None:
        assert self.world.searched is not None
        (heard, failed), self.world.searched = self.world.searched, None
        legal = self.game.position.legal_moves()
        if fails:
            failed("no idea")
        else:
            heard(Progress(1, Score(0), (), 1, 0.1), False)
            heard(Decision(legal[choice % len(legal)]), True)

    @precondition(lambda self: self.world.coached)
    @rule(fails=st.booleans())
    def the_coach_answers(self, fails: bool) -> None:
        assert self.world.coached is not None
        (request, (heard, failed)), self.world.coached = self.world.coached, None
        if fails:
            failed("no room")
        else:
            heard(COACH.answer(request), True)

    @invariant()
    def the_moves_can_be_played_from_the_start(self) -> None:
        line = self.game.timeline
        assert replayed(line.start, [str(move) for move in line.moves]).positions == line.positions
        assert 0 <= line.ply <= len(line.moves)

    @invariant()
    def the_disk_has_the_game(self) -> None:
        session, saved = self.game.session, self.world.store.games_saved
        if not self.game.is_kept:
            assert not saved
        elif leaves_trace(session):
            assert saved[-1].timeline == session.timeline
            assert saved[-1].outcome == session.outcome

    @invariant()
    def a_result_counts_once(self) -> None:
        stats = self.world.store.stats()
        counted = (*stats.alone.values(), *stats.helped.values())
        assert sum(tally.games for tally in counted) <= self.world.games

    @invariant()
    def only_one_thing_happens_at_a_time(self) -> None:
        game = self.game
        assert game.thinking == (self.world.searched is not None)
        if game.thinking:
            assert game.session.outcome is None
            assert not game.session.to_move.is_person
        if game.pending is not None:
            assert game.pending in game.position.legal_moves()
            assert not game.takes_moves


@pytest.mark.parametrize("examples", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_any_steps_of_a_game(examples: int) -> None:
    machine = GameMachine.TestCase
    machine.settings = settings(max_examples=examples, stateful_step_count=50)
    machine("runTest").runTest()
