"""Everything a person can do, in any order, beside a dictionary that knows what must be there."""

import shutil
import tempfile
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.storage.store import Preferences, PuzzleStats, Stats, Store, StoreError, Tally

LEVELS = ("easy", "hard", None)
NAMES = st.sampled_from("abcdef")
#: To the end, a move, some.
PLIES = st.sampled_from([100, 1, 4])


@dataclass
class Game:
    """What must be kept of a game."""

    session: Session
    counts: bool

    @property
    def is_finished(self) -> bool:
        return self.session.outcome is not None


class Person(RuleBasedStateMachine):
    """One person, one directory, one program after another."""

    def __init__(self) -> None:
        super().__init__()
        self.directory = Path(tempfile.mkdtemp()) / "minicheckers"
        self.random = Random(1)
        self.store = Store(self.directory)
        self.games: dict[int, Game] = {}
        self.on_board: Session | None = None
        self.open: int | None = None
        self.preferences = Preferences()
        self.puzzles = PuzzleStats()
        self.fixed: set[str] = set()

    def teardown(self) -> None:
        self.store.close()
        shutil.rmtree(self.directory.parent)

    # Playing

    @rule(level=st.sampled_from(LEVELS), helped=st.booleans(), plies=PLIES)
    def begin(self, level: str | None, helped: bool, plies: int) -> None:
        start = Timeline.begin(Position.from_fen("B:W8,17,18:B1,2,6"))
        session = Session(start, PERSON, PERSON if level is None else Player(level), helped=helped)
        self.store.begin()
        self.on_board, self.open = session, None
        self.play(plies)

    def put(self, session: Session) -> None:
        """What a shell does after every change."""
        before = None if self.open is None else self.games[self.open]
        counts = session.person is not None
        if session.outcome is None:
            self.store.save(session)
        else:
            self.store.finish(session)
        number = self.store.open_game
        assert number is not None
        if before is not None and before.is_finished:  # the end was taken back
            assert number not in self.games
            counts = False
        elif before is not None:
            assert number == self.open
            counts = before.counts
        else:
            assert number not in self.games
        self.games[number] = Game(session, counts)
        self.open, self.on_board = number, session

    @precondition(lambda self: self.on_board and self.on_board.outcome is None)
    @rule(plies=PLIES)
    def play(self, plies: int) -> None:
        for _ in range(plies):
            assert self.on_board is not None
            if self.on_board.outcome is None:
                moves = self.on_board.position.legal_moves()
                self.put(self.on_board.play(self.random.choice(moves), 0.5))

    @precondition(lambda self: self.on_board)
    @rule(change=st.sampled_from(["undo", "redo", "resign", "draw"]))
    def change(self, change: str) -> None:
        session = self.on_board
        assert session is not None
        with suppress(ValueError):  # there is nothing to take back, or it is over
            if change == "resign":
                self.put(session.resign(session.position.turn))
            elif change == "draw":
                self.put(session.agree_on_draw())
            else:
                self.put(session.undo_turn() if change == "undo" else session.redo_turn())

    @precondition(lambda self: self.open is not None and self.on_board.outcome is not None)
    @rule(back=st.sampled_from([True, False]))
    def end(self, back: bool) -> None:
        """Finish once more, as a program that has not heard whether it worked; or go back."""
        assert self.on_board is not None
        self.store.finish(self.on_board)
        if back:
            self.put(self.on_board.undo_turn())

    # Choosing

    @rule(data=st.data())
    def resume(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from([None, *self.games, 999]))
        if number is None:
            session, kept = self.store.resume(), self.store.unfinished()
            assert (session is None) == (not kept)
            self.on_board, self.open = session, kept[0].id if kept else None
            return
        game = self.games.get(number)
        if game is None or game.is_finished:
            with pytest.raises(StoreError):
                self.store.resume(number)
            self.on_board, self.open = None, None
        else:
            session = self.store.resume(number)
            assert session is not None
            self.on_board, self.open = session, number
            self.check_session(session, game)

    @rule(data=st.data())
    def discard(self, data: st.DataObject) -> None:
        number = data.draw(st.sampled_from([*self.games, 999]))
        game = self.games.get(number)
        if game is None or game.is_finished:
            with pytest.raises(StoreError):
                self.store.discard(number)
        else:
            self.store.discard(number)
            del self.games[number]
        if number == self.open:
            self.store.begin()
            self.on_board, self.open = None, None

    # Everything else

    @rule(name=NAMES, difficulty=st.integers(1, 5), clean=st.booleans())
    def study(self, name: str, difficulty: int, clean: bool) -> None:
        self.puzzles = self.puzzles.plus(name, difficulty, clean)
        assert self.store.puzzle_tried(name, difficulty, clean) == self.puzzles
        self.store.fix_mistake(name)
        self.fixed.add(name)
        self.preferences = replace(self.preferences, theme=name if clean else None)
        self.store.set_preferences(self.preferences)

    @rule(gently=st.booleans())
    def leave_and_come_back(self, gently: bool) -> None:
        """Also without closing anything, as a program that was killed."""
        if gently:
            self.store.close()
        elif self.store.preferences() == self.preferences:
            self.preferences = Store(self.directory).preferences()
        abandoned, self.store = self.store, Store(self.directory)
        self.on_board, self.open = None, None
        del abandoned

    @rule()
    def maintain(self) -> None:
        self.store.maintain()

    @precondition(lambda self: (self.directory / "minicheckers.db").exists())
    @rule(place=st.integers(0, 2**20), cut=st.booleans())
    def damage(self, place: int, cut: bool) -> None:
        """Right after a backup, so that nothing may be lost."""
        self.store.close()
        for backup in self.directory.glob("*.backup-*"):
            backup.unlink()
        self.store.maintain()
        self.store.close()
        path = self.directory / "minicheckers.db"
        content = bytearray(path.read_bytes())
        place %= len(content)
        if 56 <= place < 64:  # there is the version, and a newer one is not touched
            return
        content[place] ^= 0xFF
        path.write_bytes(content[:place] if cut else content)
        self.store = Store(self.directory)
        self.on_board, self.open = None, None
        self.store.maintain()
        self.store.close()
        assert len(self.store.take_notices()) <= 1

    # What must be there

    def check_session(self, session: Session, game: Game) -> None:
        assert session == game.session

    @invariant()
    def every_game_is_there(self) -> None:
        kept = {game.id: game for game in (*self.store.unfinished(), *self.store.finished())}
        assert kept.keys() == self.games.keys()
        for number, game in kept.items():
            assert game.is_finished == self.games[number].is_finished
            self.check_session(game.session(), self.games[number])

    @invariant()
    def every_result_counts_once(self) -> None:
        stats = self.store.stats()
        for helped, tallies in ((False, stats.alone), (True, stats.helped)):
            expected: dict[tuple[str, str], Tally] = {}
            for game in self.games.values():
                session = game.session
                if game.counts and session.outcome is not None and session.helped == helped:
                    winner, person = session.outcome.winner, session.person
                    result = Tally(int(winner is person), int(winner is None))
                    result += Tally(losses=1 - result.games)
                    key = ("mini", session.white.level or "")
                    expected[key] = expected.get(key, Tally()) + result
            assert dict(tallies) == expected
        assert Stats.of(self.store.results()) == stats

    @invariant()
    def everything_else_is_there(self) -> None:
        assert self.store.preferences() == self.preferences
        assert self.store.puzzles() == self.puzzles
        assert self.store.fixed_mistakes() == self.fixed
        assert self.store.take_notices() == []


@pytest.mark.parametrize(
    ("examples", "steps"), [(3, 20), pytest.param(300, 60, marks=pytest.mark.slow)]
)
def test_whatever_a_person_does_is_kept(examples: int, steps: int) -> None:
    machine = Person.TestCase
    machine.settings = settings(max_examples=examples, stateful_step_count=steps, deadline=None)
    machine("runTest").runTest()
