from random import Random

import pytest

from minicheckers import Position, strategy
from minicheckers.game.player import Player
from minicheckers.game.timeline import Timeline
from minicheckers.opponents.built_in import HIGHEST_AIM, STEP, AdaptiveStrategy
from minicheckers.opponents.levels import EXTRA_LEVELS
from minicheckers.opponents.registry import resolve_level, strategy_of
from minicheckers.opponents.strategy import Context, Options, Strategy
from minicheckers.rules.variant import ENGLISH, MINI, PIKACHU, TOWERS, Variant
from testing.positions import random_game

GAMES = (MINI, ENGLISH, TOWERS, PIKACHU.of_size(8))


def adaptive(variant: Variant, seed: int, net_wins: int | None = 0) -> AdaptiveStrategy:
    return AdaptiveStrategy(Options(variant, Random(seed), net_wins=net_wins))


def result(variant: Variant, players: tuple[Strategy, Strategy], seed: int, swapped: bool) -> int:
    """A game from a random opening: 1 if the first of the players wins, 0 drawn, -1."""
    random = Random(seed)
    timeline = Timeline.begin(Position.start(variant))
    for _ in range(2 if variant is MINI else 4):
        timeline = timeline.play(random.choice(timeline.position.legal_moves()))
    first = timeline.position.turn.other if swapped else timeline.position.turn
    while (outcome := timeline.outcome) is None:
        player = players[timeline.position.turn is not first]
        decision = player.choose(timeline.position, Context(timeline.history))
        timeline = timeline.play(decision.move)
    return 0 if outcome.winner is None else 1 if outcome.winner is first else -1


def score(results: list[int]) -> float:
    return sum((result + 1) / 2 for result in results) / len(results)


def match(variant: Variant, a: str, b: str, games: int) -> float:
    return score(
        [
            result(
                variant,
                (strategy(a, variant, seed=n), strategy(b, variant, seed=n + 10**6)),
                n // 2,
                bool(n % 2),
            )
            for n in range(games)
        ]
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("every", [20, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES, ids=str)
@pytest.mark.parametrize("name", ["novice", "adaptive"])
def test_they_play_legal_moves_that_a_seed_repeats(name: str, variant: Variant, every: int) -> None:
    one, other = (strategy(name, variant, seed=4) for _ in range(2))
    for position in list(random_game(variant, Random(2), longest=40))[::every]:
        if position.legal_moves():
            move = one.choose(position).move
            assert move in position.legal_moves()
            assert other.choose(position).move == move


@pytest.mark.parametrize("name", ["novice", "adaptive"])
def test_a_finished_game_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        strategy(name, MINI).choose(Position.from_fen("W:W:B5"))


def test_the_menu_offers_opponents_that_there_are() -> None:
    assert set(EXTRA_LEVELS) == {"novice", "adaptive"}
    assert all(resolve_level(name) == name for name in EXTRA_LEVELS)


def test_the_aim_follows_the_games_before() -> None:
    assert adaptive(MINI, 1).aim == 0
    assert adaptive(MINI, 1, net_wins=3).aim == 3 * STEP
    assert adaptive(MINI, 1, net_wins=-99).aim == -HIGHEST_AIM


def test_games_one_after_the_other_are_learned_from() -> None:
    player = adaptive(MINI, 1, net_wins=None)
    lost = Position.from_fen("B:W13,14,15,16:B1")
    player.choose(lost, Context(history=(lost,) * 9))
    player.choose(Position.start("mini"))
    assert player.aim == STEP


def test_a_move_that_is_taken_back_is_no_new_game() -> None:
    player = adaptive(MINI, 1, net_wins=None)
    lost = Position.from_fen("B:W13,14,15,16:B1")
    for plies in (9, 7, 5):
        player.choose(lost, Context(history=(lost,) * plies))
    assert player.aim == 0


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "games"), [(MINI, 200), (ENGLISH, 60)], ids=str)
def test_the_ladder_has_a_new_rung(variant: Variant, games: int) -> None:
    assert match(variant, "novice", "easy", games) >= 0.65
    assert match(variant, "medium", "novice", games) >= 0.65


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "novice", "medium", "hard"])
def test_the_games_are_close_whoever_plays(level: str) -> None:
    results: list[int] = []
    for n in range(60):
        players = adaptive(MINI, n, net_wins=-sum(results)), strategy(level, MINI, seed=n + 10**6)
        results.append(result(MINI, players, n // 2, bool(n % 2)))
    assert 0.4 <= score(results[-40:]) <= 0.6


def test_it_is_told_the_record() -> None:
    made = strategy_of(Player("adaptive"), MINI, 1, net_wins=4)
    assert isinstance(made, AdaptiveStrategy)
    assert made.aim == 4 * STEP
