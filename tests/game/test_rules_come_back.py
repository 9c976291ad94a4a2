"""What is written reads back: any rules, and a game in any hands."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from minicheckers import Colour, Game, Move, Position, Variant
from minicheckers.game.correspondence import read_line, write_line
from minicheckers.game.pdn import PdnGame, read_games, write_game
from minicheckers.game.player import Player
from minicheckers.game.session import Session
from minicheckers.rules import movegen
from minicheckers.rules.house_rules import (
    from_data,
    from_text,
    read_house_rules,
    to_text,
)
from minicheckers.rules.outcome import result_of
from minicheckers.rules.variant import VARIANTS, Goal
from minicheckers.storage.games import columns_of, session_of
from minicheckers.storage.store import Store
from minicheckers.wire.handshake import Terms
from minicheckers.wire.messages import Play, decode, encode
from testing.any_rules import any_rules, random_rules
from testing.dxp_ends import Ends, make_guest, make_host
from testing.positions import GAMES, hand_set


def many(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=True,
        suppress_health_check=[HealthCheck.too_slow],
    )


def begun(variant: Variant, seed: int) -> Session:
    """A game of these rules with a few moves, where there are any."""
    random = Random(seed)
    session = Session.against(Position.start(variant), Player("easy"), person_first=True, seed=1)
    for _ in range(random.randrange(4)):
        if session.outcome is None:
            move = random.choice(session.position.legal_moves())
            try:
                session = session.play(move, 1.0)
            except ValueError:  # to a board that has too many ways to capture
                break
    return session


def check_text(variant: Variant) -> None:
    """Write these rules as every record has them, and read them: as a record and as a person's."""
    text = to_text(variant)
    assert text is not None
    assert from_text(text) == variant
    assert from_data(json.loads(text)) == variant
    play = Play("Ann", rules=text)
    assert decode(encode(play)[:-1]) == play


def check_all_ways(variant: Variant, seed: int) -> Session:
    """Write a game of these rules in every way, and read it."""
    check_text(variant)
    session = begun(variant, seed)
    game = PdnGame(session.timeline)
    [read] = read_games(write_game(game))
    assert read.timeline == session.timeline
    assert read_line(write_line(game)).timeline == session.timeline
    assert session_of(columns_of(session)) == session
    ends = Ends(make_host(Terms(variant)), make_guest()).connect().settle()
    assert ends.guest_link.timeline.start == Position.start(variant)
    ends = Ends(make_host(), make_guest(Terms(variant))).connect().settle()
    assert ends.host_link.timeline.start == Position.start(variant)
    _forget()
    return session


def _forget() -> None:
    """Keep no generator of rules that nobody plays again."""
    if movegen.generator.cache_info().currsize > 300:
        for kept in (
            movegen.generator,
            movegen.capture_generator,
            movegen.step_generator,
            movegen.every_capture,
        ):
            kept.cache_clear()


@many(150)
@given(any_rules, st.integers(0, 1000))
def test_any_rules_come_back(variant: Variant, seed: int) -> None:
    check_all_ways(variant, seed)


@pytest.mark.slow
def test_a_hundred_thousand_rules_come_back() -> None:
    """All of them as text, and every fiftieth with a game in every way."""
    for seed in range(100_000):
        variant = random_rules(Random(seed))
        if seed % 50:
            check_text(variant)
        else:
            check_all_ways(variant, seed)


#: Rules that name a field as it would be if they did not, or what follows from another.
NAMED_TWICE = {
    "roomy": 'base = "english"\nsize = 10\nrows_of_men = 3\nempty_rows_behind = 1',
    "routes": 'base = "thai"\njumped_leave = "at the end"\nunique_captures = false',
    "known": """base = "russian"
material_draws = []
notation = { game_type = 25, squares = "A0", hub = "russian", capture = ":" }""",
    "wide": """base = "pikachu"
sizes = [7, 8, 9, 10, 11, 12, 13, 14, 15, 16]
capture_forced = true""",
}
RULES = [read_house_rules(f'name = "{name}"\n{fields}') for name, fields in NAMED_TWICE.items()]


@pytest.mark.parametrize("rules", RULES, ids=str)
@pytest.mark.parametrize("goal", Goal)
def test_rules_come_back_from_the_disk(rules: Variant, goal: Goal, tmp_path: Path) -> None:
    session = begun(rules.with_goal(goal), 3)
    with Store(tmp_path / "minicheckers") as store:
        store.begin()
        store.save(session)
    with Store(tmp_path / "minicheckers") as store:
        assert store.resume() == session
    check_all_ways(rules.with_goal(goal), 3)


def test_a_long_name_has_room_for_a_goal() -> None:
    name = "a" * 30
    check_all_ways(
        read_house_rules(f'name = "{name}"\nbase = "english"').with_goal(Goal.BREAKTHROUGH), 1
    )


@pytest.mark.parametrize("name", ["check", "rules", "game"])
def test_a_game_may_be_called_like_a_word_of_the_line(name: str) -> None:
    check_all_ways(read_house_rules(f'name = "{name}"\nbase = "english"'), 1)


def test_rules_made_from_rules_need_nobody_else() -> None:
    """What they were made from may be a file that has changed or gone by then."""
    middle = replace(VARIANTS["english"], name="middle", base=None, quiet_plies=99)
    VARIANTS["middle"] = middle
    try:
        rules = read_house_rules('name = "last"\nbase = "middle"\nrows_of_men = 2')
        text = to_text(rules)
    finally:
        del VARIANTS["middle"]
    assert text is not None
    assert from_text(text) == rules
    assert (rules.family, rules.quiet_plies) == ("middle", 99)


def test_one_sided_directions_come_back() -> None:
    rules = replace(VARIANTS["english"], name="left", base="english", man_jumps=((1, -1),))
    check_all_ways(rules, 1)


# A game in any hands: play, undo, jump, out to PDN and in again, in any order.


class GameMachine(RuleBasedStateMachine):
    """Game against the simplest model there is: a list of moves, and how many of them count."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game()
        self.start = self.game.position
        self.moves: list[Move] = []
        self.ply = 0

    @initialize(
        variant=st.sampled_from(GAMES[:-1]),
        seed=st.integers(0, 10**6),
        set_up=st.booleans(),
    )
    def begin(self, variant: Variant, seed: int, set_up: bool) -> None:
        self.start = hand_set(variant, Random(seed)) if set_up else Position.start(variant)
        self.game = Game(start=self.start)

    @rule(choice=st.integers(0, 999), as_text=st.booleans())
    def play(self, choice: int, as_text: bool) -> None:
        legal = self.game.legal_moves()
        if not legal:
            assert self.game.outcome is not None
            refused(lambda: self.game.play("1-2"))
            return
        # Captures come first now and then, so that games also end.
        move = (
            max(legal, key=lambda m: len(m.captured)) if choice % 3 else legal[choice % len(legal)]
        )
        assert self.game.play(str(move) if as_text else move) == move
        self.moves = [*self.moves[: self.ply], move]
        self.ply += 1

    @rule(plies=st.integers(1, 4))
    def undo(self, plies: int) -> None:
        if plies > self.ply:
            refused(lambda: self.game.undo(plies))
        else:
            self.game.undo(plies)
            self.ply -= plies

    @rule(plies=st.integers(1, 4))
    def redo(self, plies: int) -> None:
        if plies > len(self.moves) - self.ply:
            refused(lambda: self.game.redo(plies))
        else:
            self.game.redo(plies)
            self.ply += plies

    @rule(ply=st.integers(-1, 60))
    def goto(self, ply: int) -> None:
        if 0 <= ply <= len(self.moves):
            self.game.goto(ply)
            self.ply = ply
        else:
            refused(lambda: self.game.goto(ply))

    @rule()
    def out_and_in_again(self) -> None:
        text = self.game.pdn()
        again = Game.from_pdn(text)
        assert again.pdn() == text
        assert again.position == self.game.position
        assert str(again.outcome) == str(self.game.outcome)
        assert f'[Result "{result_of(self.game.outcome)}"]' in text
        # The PDN holds the moves played; undone moves are gone.
        self.game = again
        self.moves = self.moves[: self.ply]

    @invariant()
    def is_as_the_model_says(self) -> None:
        assert self.game.ply == self.ply
        assert list(self.game.moves) == self.moves[: self.ply]
        position = self.start
        for move in self.moves[: self.ply]:
            position = position.play(move)
        assert self.game.position == position
        assert self.game.timeline.start == self.start

    @invariant()
    def knows_when_it_is_over(self) -> None:
        outcome, board = self.game.outcome, self.game.position.outcome
        assert (outcome is None) == bool(self.game.legal_moves())
        if board is not None:
            assert outcome == board
        elif outcome is not None:
            assert outcome.winner is None
            assert self.game.variant.crowns

    @invariant()
    def nothing_appears_from_nowhere(self) -> None:
        for colour in Colour:
            assert self.game.position.count(colour) <= self.start.count(colour)


def refused(act: Callable[[], object]) -> None:
    with pytest.raises(ValueError, match=r"^[^\n]+$"):
        act()


@pytest.mark.parametrize("examples", [20, pytest.param(60, marks=pytest.mark.slow)])
def test_whatever_is_done_to_a_game(examples: int) -> None:
    machine = GameMachine.TestCase
    machine.settings = settings(max_examples=examples, stateful_step_count=30)
    machine("runTest").runTest()
