"""Perfect play: no value is lost, ties are broken, and stopping always leaves a move."""

import time
from collections.abc import Iterator
from functools import partial

import pytest

from minicheckers import Position, strategy
from minicheckers.engine.decision import Context
from minicheckers.engine.solver.solver import Solver
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.variant import MINI
from testing.naive_solver import NaiveSolver, naive_move_values
from testing.sample_positions import from_games

START = Position.start("mini")


def decisions(count: int, most_pieces: int) -> Iterator[Position]:
    """Positions of random games with a real choice and not too many pieces."""
    found = 0
    for position in from_games(MINI, 100 * count, seed=7):
        pieces = sum(mask.bit_count() for mask in position.state[:4])
        if pieces <= most_pieces and len(position.legal_moves()) > 1:
            yield position
            found += 1
            if found == count:
                return


@pytest.mark.parametrize(
    ("count", "most_pieces"), [(25, 6), pytest.param(200, 7, marks=pytest.mark.slow)]
)
def test_no_decision_loses_value(count: int, most_pieces: int) -> None:
    naive, player = NaiveSolver(), strategy("expert", "mini", seed=1)
    for position in decisions(count, most_pieces):
        values = naive_move_values(naive, position)
        decision = player.choose(position)
        assert values[decision.move] == max(values.values()) == decision.score, position


@pytest.mark.slow
def test_no_decision_of_a_thousand_loses_value() -> None:
    # Values of so full boards take the naive solver too long, but not the question at hand: that
    # the score can be had and no more, and that the move keeps it. Anew each time, to save memory.
    player = strategy("expert", "mini", seed=1)
    for position in decisions(1000, most_pieces=11):
        naive, decision = NaiveSolver(), player.choose(position)
        assert decision.score is not None
        assert naive.reaches(position.state, decision.score), position
        assert not naive.reaches(position.state, decision.score + 1), position
        assert not naive.reaches(position.play(decision.move).state, 1 - decision.score), position


def test_the_line_is_played_to_the_end_and_earns_the_score() -> None:
    player = strategy("solver", "mini", seed=3)
    for position in (START, *decisions(20, most_pieces=10)):
        decision = player.choose(position)
        assert decision.pv[0] == decision.move
        assert decision.depth == len(decision.pv)
        end = position
        for move in decision.pv:
            end = end.play(move)
        assert end.outcome is not None
        assert end.count(position.turn) - end.count(position.turn.other) == decision.score


@pytest.mark.parametrize(
    ("count", "most_pieces", "enough"),
    [(40, 6, 5), pytest.param(80, 7, 20, marks=pytest.mark.slow)],
)
def test_of_equal_moves_it_takes_one_with_most_ways_to_go_wrong(
    count: int, most_pieces: int, enough: int
) -> None:
    naive, solver = NaiveSolver(), Solver()
    told_apart = 0
    for position in decisions(count, most_pieces):
        values = naive_move_values(naive, position)
        best = [move for move, value in values.items() if value == max(values.values())]
        shares = {move: share_of_mistakes(naive, position.play(move).state) for move in best}
        chosen = strategy("solver", "mini", seed=5).choose(position).move
        assert shares[chosen] == max(shares.values()), position
        assert solver.trap_score(position.play(chosen))[0] == shares[chosen]
        told_apart += len(set(shares.values())) > 1
    assert told_apart > enough


def share_of_mistakes(naive: NaiveSolver, state: State) -> float:
    values = [-naive.value(child) for child in generator(MINI)(state)]
    return sum(value < max(values) for value in values) / len(values) if values else 0.0


def test_chance_decides_between_what_is_left_and_follows_the_seed() -> None:
    # Nothing can be captured any more, so all moves come to the same.
    even = Position.from_fen("W:W1,5,13:B18")

    def first_move(seed: int) -> str:
        return str(strategy("solver", "mini", seed=seed).choose(even).move)

    assert all(first_move(seed) == first_move(seed) for seed in range(5))
    assert len({first_move(seed) for seed in range(20)}) > 1


#: Set up by hand and not in the opening table: it takes a few seconds.
CROWDED = Position.from_fen("B:W12-18:B1-7")


@pytest.mark.parametrize("looks", [0, 1, 5, 20])
def test_when_stopped_it_still_has_a_legal_move(looks: int) -> None:
    answers = iter([False] * looks)
    player = strategy("solver", "mini", seed=1)
    decision = player.choose(CROWDED, Context(stopped=partial(next, answers, True)))
    assert decision.move in CROWDED.legal_moves()
    assert (decision.score, decision.pv) == (None, ())


def test_it_keeps_to_its_time_and_then_does_not_blunder() -> None:
    begun = time.process_time()
    decision = strategy("expert", "mini", seed=1, time=0.1).choose(
        CROWDED, Context(clock=time.process_time)
    )
    assert time.process_time() - begun < 0.1 + 0.05
    assert decision.score is None

    # 9-12 loses three men more than the other moves; nobody need solve the game to see that.
    risky = Position.from_fen("B:W4,11,14,15,16:B1,3,6,9")
    hasty = strategy("expert", "mini", seed=1).choose(risky, Context(stopped=lambda: True))
    assert hasty.score is None
    assert str(hasty.move) != "9-12"
    assert {str(move): value for move, value in Solver().move_values(risky).items()} == {
        "1-5": -1,
        "6-8": -1,
        "9-12": -4,
    }


def test_a_stop_is_heard_within_50_ms() -> None:
    # Measured in processor time, so that a busy machine does not matter.
    gaps: list[float] = []
    last = started = time.process_time()

    def stopped() -> bool:
        nonlocal last
        now = time.process_time()
        gaps.append(now - last)
        last = now
        return now - started > 0.2

    strategy("solver", "mini", seed=1).choose(CROWDED, Context(stopped=stopped))
    gaps.append(time.process_time() - last)
    assert len(gaps) > 10
    assert max(gaps) < 0.05


def test_any_reachable_position_is_solved_within_a_second() -> None:
    solver = Solver()
    for position in from_games(MINI, 100, seed=8):
        begun = time.process_time()
        solver.move_values(position)
        assert time.process_time() - begun < 1.0, position


def test_a_finished_game_and_other_games_are_refused_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="the game is over"):
        strategy("solver", "mini").choose(Position.from_fen("W:W:B5"))
    with pytest.raises(ValueError, match="only mini and its family are solved"):
        strategy("solver", "english")
