"""Any steps in any order: a refusal is a ValueError, and no game is ever lost."""

from collections.abc import Callable
from contextlib import suppress
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from minicheckers.coach.requests import CoachRequest, PuzzleOrder
from minicheckers.engine.decision import Decision, Progress
from minicheckers.engine.score import Score
from minicheckers.game.clock import TimeControl
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.play.analysis import Exploring
from minicheckers.play.effects import (
    CoachFailed,
    Consult,
    Effects,
    Finish,
    PlayEvent,
    Save,
    SearchDone,
    SearchFailed,
    SearchProgress,
    SetAside,
    StopConsulting,
    StopThinking,
    Think,
)
from minicheckers.play.game import PlayedGame, keeping
from minicheckers.play.lesson import Learning
from minicheckers.play.puzzle import Puzzling
from minicheckers.play.recorded import Replaying
from minicheckers.play.retry import Retrying
from minicheckers.play.review import Reviewing
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant
from testing.store_games import begun, played
from testing.world import World, answered

EASY = Player("easy")
CHOICES = st.integers(0, 10**6)


class PlayedGameMachine(RuleBasedStateMachine):
    """A game whose answers come at any time or not at all, and a disk that keeps what it is told.

    What must hold: the moves can be played from the start; what the game says is unfinished is on
    the disk as it is; a result counts once.
    """

    def __init__(self) -> None:
        super().__init__()
        self.world = World()
        self.game = PlayedGame.of(begun())
        self.now = 0.0
        self.request: CoachRequest | None = None
        self.thinker: Session | None = None
        self.counts = 0

    @initialize(
        players=st.sampled_from(
            [*[(PERSON, EASY), (EASY, PERSON)] * 2, (PERSON, PERSON), (EASY, EASY)]
        ),
        habits=st.sampled_from(
            [
                {"warns": True},
                {"insight": True},
                {"warns": True, "insight": True, "confirms_pass": False},
                {},
                {"automatic": False},
                {"kept": False, "warns": True},
            ]
        ),
        clock=st.sampled_from([None, "0.2+1", "5+0"]),
        plies=st.integers(0, 25),
    )
    def begin(
        self,
        players: tuple[Player, Player],
        habits: dict[str, bool],
        clock: str | None,
        plies: int,
    ) -> None:
        line = played(begun(), plies, seed=plies).timeline
        session = Session(line, *players)
        if session.outcome is None:
            session = session.with_clock(TimeControl.parse(clock) if clock else None)
        self.game = PlayedGame.of(session, **habits)
        if isinstance(keeping(session), Save) and self.game.kept:
            self.world.saved = session
        self.step(lambda: self.game.begin(self.now))

    def step(self, act: Callable[[], tuple[PlayedGame, Effects] | None]) -> None:
        """Do something, if it is not refused."""
        step = None
        with suppress(ValueError):
            step = act()
        if step is None:
            return
        self.game, effects = step
        for effect in effects:
            match effect:
                case Think(session):
                    assert session is self.game.session
                    self.thinker = session
                case StopThinking():
                    self.thinker = None
                case Consult(request):
                    self.request = request
                case StopConsulting():
                    self.request = None
                case SetAside():
                    self.world.saved, self.counts = None, 0
                case _:
                    before = len(self.world.counted)
                    for event in self.world.perform(effect):
                        self.step(lambda event=event: self.game.hear(event, self.now))  # type: ignore[misc]
                    self.counts += len(self.world.counted) - before

    def hear(self, event: PlayEvent) -> None:
        self.step(lambda: self.game.hear(event, self.now))

    @rule(choice=CHOICES)
    def move(self, choice: int) -> None:
        legal = self.game.position.legal_moves()
        if legal:
            self.step(lambda: self.game.try_move(legal[choice % len(legal)], self.now))

    @rule(square=st.integers(1, 18), other=st.integers(1, 40))
    def move_anything(self, square: int, other: int) -> None:
        self.step(lambda: self.game.try_move(Move((square, other)), self.now))

    @rule(
        name=st.sampled_from(
            ["pass_turn", "undo", "redo", "resign", "retry", "think", "insist", "check_time"]
        )
    )
    def do_now(self, name: str) -> None:
        if name == "think" and (self.game.outcome or self.game.session.to_move.is_person):
            return  # nobody asks for that then
        self.step(lambda: getattr(self.game, name)(self.now))

    @rule(
        name=st.sampled_from(["ask_hint", "ask_values", "toggle_insight", "take_back", "move_now"])
    )
    def do(self, name: str) -> None:
        self.step(lambda: getattr(self.game, name)())

    @rule(level=st.sampled_from(["easy", "hard"]))
    def change_level(self, level: str) -> None:
        self.step(lambda: self.game.change_level(level, self.now))

    @rule()
    def put_aside_and_come_back(self) -> None:
        self.step(lambda: self.game.put_aside(self.now))
        self.step(lambda: self.game.begin(self.now))

    @rule()
    def begin_another(self) -> None:
        self.step(lambda: self.game.another(self.game.session.restarted(), self.now))

    @rule(seconds=st.sampled_from([0.1, 3.0, 20.0]))
    def wait(self, seconds: float) -> None:
        self.now += seconds

    @precondition(lambda self: self.thinker is not None)
    @rule(choice=CHOICES, fails=st.booleans())
    def the_computer_answers(self, choice: int, fails: bool) -> None:
        assert self.thinker is not None
        legal = self.thinker.position.legal_moves()
        self.thinker = None
        if fails:
            self.hear(SearchFailed("no idea"))
        else:
            self.hear(SearchProgress(Progress(1, Score(0), (), 1, 0.1)))
            self.hear(SearchDone(Decision(legal[choice % len(legal)])))

    @precondition(lambda self: self.request is not None)
    @rule(fails=st.booleans())
    def the_coach_answers(self, fails: bool) -> None:
        assert self.request is not None
        request, self.request = self.request, None
        self.hear(CoachFailed("no room") if fails else answered(request))

    @invariant()
    def the_moves_can_be_played_from_the_start(self) -> None:
        line = self.game.session.timeline
        again = replayed(line.start, [str(move) for move in line.moves])
        assert again.positions == line.positions
        assert 0 <= line.ply <= len(line.moves)

    @invariant()
    def the_disk_has_the_game(self) -> None:
        session, saved = self.game.session, self.world.saved
        kept = keeping(session)
        if not self.game.kept:
            assert not self.world.asked or saved is None
        elif isinstance(kept, Save) and (saved is not None or self.game.session.timeline.ply):
            assert saved is not None
            assert saved.timeline == session.timeline
            assert (saved.black, saved.white) == (session.black, session.white)
        elif isinstance(kept, Finish):
            assert saved is None

    @invariant()
    def a_result_counts_once(self) -> None:
        assert self.counts <= 1

    @invariant()
    def only_one_thing_happens_at_a_time(self) -> None:
        game = self.game
        assert (game.thinking is not None) == (self.thinker is not None)
        if game.thinking is not None:
            assert game.outcome is None
            assert not game.session.to_move.is_person
        if game.pending is not None:
            assert game.pending in game.legal
            assert not game.person_to_move
        if game.person_to_move:
            assert game.session.to_move.is_person


@pytest.mark.parametrize("examples", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_any_steps_of_a_game(examples: int) -> None:
    machine = PlayedGameMachine.TestCase
    machine.settings = settings(max_examples=examples, stateful_step_count=30)
    machine("runTest").runTest()


MINI = get_variant("mini")
LINE = ("6-9", "14-11", "2-6", "11-8", "5x12", "15x8")


def _recorded() -> Session:
    return Session(replayed(Position.start(), LINE), PERSON, EASY)


def _kept() -> Any:
    """A finished game as the archive has it."""
    return SimpleNamespace(headline="a game", session=_recorded)


#: Every other activity: how it begins, and its steps; a number says how often or which.
STUDIES: dict[str, tuple[Callable[[], Any], dict[str, Callable[[Any, int], Any]]]] = {
    "analysis": (
        lambda: Exploring.of(Timeline.begin(Position.start())),
        {
            "back": lambda a, n: a.back(),
            "forward": lambda a, n: a.forward(),
            "other_branch": lambda a, n: a.other_branch(),
            "set_fen": lambda a, n: a.set_fen(("W:W18:B1,5", "W:W:B5", "x", "B:W8:B6")[n % 4]),
            "insight": lambda a, n: a.toggle_insight(),
            "hint": lambda a, n: a.ask_hint(),
            "values": lambda a, n: a.ask_values(),
        },
    ),
    "replay": (
        lambda: (Replaying.of(_recorded(), None, insight=True), ()),
        {
            "walk": lambda a, n: a.walk(n % 9 - 4),
            "insight": lambda a, n: a.toggle_insight(),
            "hint": lambda a, n: a.ask_hint(),
            "values": lambda a, n: a.ask_values(),
            "play on": lambda a, n: (a, ()) if a.play_on(EASY) else None,
        },
    ),
    "review": (
        lambda: Reviewing.begin(_recorded()),
        {
            "walk": lambda a, n: (a.walk(n % 9 - 4), ()),
            "to_mistake": lambda a, n: (a.to_mistake(1 if n % 2 else -1), ()),
            "retry": lambda a, n: (a, ()) if a.retry() else None,
            "play out": lambda a, n: (a, ()) if a.play_out() else None,
            "refute": lambda a, n: a.ask_refutation(),
        },
    ),
    "mistakes": (
        lambda: Retrying.of_kept([_kept()], frozenset(["mini-x"])),
        {
            "try_again": lambda a, n: (a.try_again(), ()),
            "show": lambda a, n: a.show(),
            "next": lambda a, n: a.next(),
            "repeat_old": lambda a, n: a.repeat_old(),
            "where": lambda a, n: (a, ()) if isinstance(a.where(), str) else None,
        },
    ),
    "puzzles": (
        lambda: Puzzling.begin(PuzzleOrder(MINI, seed=1, limit=3)),
        {
            "try_again": lambda a, n: (a.try_again(), ()),
            "hint": lambda a, n: a.hint(),
            "show": lambda a, n: a.show(),
            "next": lambda a, n: a.next(),
        },
    ),
    "lessons": (
        lambda: (Learning.begin(MINI), ()),
        {"show": lambda a, n: a.show(), "next": lambda a, n: a.next()},
    ),
}


@pytest.mark.parametrize("name", STUDIES)
@settings(max_examples=15)
@given(data=st.data())
def test_any_steps_of_a_study(name: str, data: st.DataObject) -> None:
    first, steps = STUDIES[name]
    state, effects = first()
    world, requests = World(), [e.request for e in effects if isinstance(e, Consult)]
    every = {**steps, "move": _move, "nonsense": _nonsense}
    words = st.sampled_from([*every, "answer", "answer", "fail"])
    for word, number in data.draw(st.lists(st.tuples(words, CHOICES), max_size=25)):
        try:
            if word in every:
                step = every[word](state, number)
            elif requests:
                event = CoachFailed("no") if word == "fail" else answered(requests.pop())
                step = state.hear(event)
            else:
                continue
        except ValueError:
            continue
        assert step is not None
        state, effects = step
        for effect in effects:
            if isinstance(effect, Consult):
                requests = [effect.request]
            else:
                for event in world.perform(effect):
                    state, _ = state.hear(event)
        line = state.timeline
        assert replayed(line.start, [str(move) for move in line.moves]).positions == line.positions
        if hasattr(state, "task"):
            assert state.task()


def _move(state: Any, number: int) -> Any:
    if not hasattr(state, "try_move"):
        return state, ()
    legal = state.timeline.position.legal_moves()
    return state.try_move(legal[number % len(legal)]) if legal else (state, ())


def _nonsense(state: Any, number: int) -> Any:
    if not hasattr(state, "try_move"):
        return state, ()
    random = Random(number)
    return state.try_move(Move((random.randint(1, 18), random.randint(1, 40))))
