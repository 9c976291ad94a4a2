"""The searching strategies: how deep, how long, and that randomness comes only from the seed."""

import time

import pytest

from minicheckers import Position, strategy
from minicheckers.engine.decision import Context, Progress
from minicheckers.engine.evaluate import tuning_of
from minicheckers.game.timeline import Timeline

START = Position.start("mini")
GAMES = ["mini", "towers", "english", "pikachu"]
SEARCHING = ["alphabeta", "dynamic", "timed"]


def depth_of(name: str, variant: str = "mini", **options: int | float) -> int:
    chosen = strategy(name, variant, seed=1, **options)  # type: ignore[arg-type]
    return chosen.choose(Position.start(variant)).depth


def test_alphabeta_looks_five_plies_ahead_or_as_many_as_told() -> None:
    assert depth_of("alphabeta") == 5
    assert depth_of("alphabeta", depth=3) == 3
    assert depth_of("medium", "english") == 5


def dynamic_depth(position: Position) -> int:
    return tuning_of(position.variant).depths.depth(position)


def test_dynamic_depth_in_mini_is_30_minus_the_pieces() -> None:
    assert dynamic_depth(START) == 18
    assert dynamic_depth(Position.from_fen("B:W13-17:B1-6")) == 19
    assert dynamic_depth(Position.from_fen("B:W13:B1")) == 28


@pytest.mark.parametrize("name", GAMES)
def test_dynamic_depth_grows_as_pieces_leave(name: str) -> None:
    start = Position.start(name)
    depths = []
    men, foe_men = start.state[0], start.state[2]
    while men and foe_men:
        depths.append(dynamic_depth(Position(start.variant, (men, 0, foe_men, 0, 0))))
        men, foe_men = men & (men - 1), foe_men & (foe_men - 1)
    assert depths == sorted(depths)
    assert depths[0] < depths[-1] <= 28


def test_dynamic_can_be_told_a_depth_and_a_time() -> None:
    assert depth_of("dynamic", depth=4) == 4
    assert depth_of("dynamic", "english") == dynamic_depth(Position.start("english"))
    assert depth_of("dynamic", "english", depth=40, time=0.05) < 40


def test_dynamic_does_not_lose_itself_in_exchanges() -> None:
    # Two walls of pichus in contact: without a bound five plies took a million nodes.
    walls = Position.from_fen(
        "W:W34,35,36,38,40,41,44,45,47,49,50,51,53,54,55,56:"
        "B9,10,11,12,13,14,15,16,20,22,25,26,27,29,31,32",
        "pikachu",
    )
    decision = strategy("dynamic", "pikachu", seed=1).choose(walls)
    assert decision.depth >= 3
    assert decision.nodes < 110_000


def test_timed_takes_a_depth_as_a_limit() -> None:
    assert depth_of("timed", depth=2, time=30) == 2


def test_a_searcher_is_for_one_game_and_all_its_boards() -> None:
    with pytest.raises(ValueError, match="made for english, not for mini"):
        strategy("timed", "english", depth=1).choose(Position.start("mini"))
    large = Position.start("pikachu", size=10)
    assert strategy("timed", "pikachu", depth=1).choose(large).move in large.legal_moves()


def test_timed_makes_a_forced_move_at_once() -> None:
    forced = Position.from_fen("B:W18,27,28:B14,1", "english")
    assert len(forced.legal_moves()) == 1
    decision = strategy("timed", "english", time=30).choose(forced)
    assert (decision.depth, decision.move) == (1, forced.legal_moves()[0])
    assert decision.nodes < 20
    assert decision.score is not None


@pytest.mark.parametrize("name", ["random", *SEARCHING])
def test_a_finished_game_has_no_move(name: str) -> None:
    with pytest.raises(ValueError, match="over"):
        strategy(name).choose(Position.from_fen("B:W13:B"))


def played(name: str, variant: str, seed: int, plies: int, depth: int) -> tuple[str, ...]:
    line = Timeline.begin(Position.start(variant))
    sides = [strategy(name, variant, seed=seed + side, depth=depth) for side in (0, 1)]
    while line.ply < plies and line.outcome is None:
        decision = sides[line.ply % 2].choose(line.position, Context(history=line.history))
        line = line.play(decision.move)
    return tuple(map(str, line.played))


@pytest.mark.parametrize("plies", [6, pytest.param(16, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES)
@pytest.mark.parametrize("name", ["random", "alphabeta", "dynamic"])
def test_the_same_seed_plays_the_same_game(name: str, variant: str, plies: int) -> None:
    assert played(name, variant, 3, plies, 3) == played(name, variant, 3, plies, 3)


def test_one_strategy_can_play_both_sides() -> None:
    # What it learnt from one searcher must not be mistaken for the other searcher's opinion.
    both = strategy("alphabeta", seed=1, depth=6)
    line = Timeline.begin(START)
    while line.outcome is None:
        asked = both.choose(line.position)
        fresh = strategy("alphabeta", seed=1, depth=6).choose(line.position)
        assert asked.score == fresh.score
        line = line.play(asked.move)


@pytest.mark.slow
def test_hard_never_takes_a_second_on_mini() -> None:
    slowest = 0.0
    for seed in range(20):
        position = START
        hard = strategy("hard", seed=seed)
        while position.legal_moves():
            begun = time.process_time()
            decision = hard.choose(position)
            slowest = max(slowest, time.process_time() - begun)
            position = position.play(decision.move)
    assert slowest < 1.0


def test_expert_completes_depth_10_of_english_with_the_nodes_of_a_second() -> None:
    # A second is some 150,000 nodes in CPython 3.11 (research/bench.py).
    heard: list[Progress] = []
    strategy("expert", "english", seed=1, depth=10, time=600).choose(
        Position.start("english"), Context(report=heard.append)
    )
    assert heard[-1].depth == 10
    assert heard[-1].nodes < 100_000
