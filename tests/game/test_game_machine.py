"""A game in any hands: play, undo, jump, out to PDN and in again, in any order."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from minicheckers import Colour, Game, Move, Position, Variant
from minicheckers.rules.outcome import result_of
from testing.positions import GAMES, hand_set


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
