"""The environment to learn in: PettingZoo's own test, and games of every kind played by actions."""

import sys
import warnings
from random import Random

import pytest

from minicheckers import Position, strategy
from minicheckers.environment import (
    PLANES,
    Discrete,
    Environment,
    agent_of,
    colour_of,
    pettingzoo_env,
)
from minicheckers.rules.variant import VARIANTS, Variant
from testing.positions import sample

GAMES = [game.of_size(min(game.possible_sizes)) for game in VARIANTS.values()]
in_every_game = pytest.mark.parametrize("game", GAMES, ids=str)

#: What PettingZoo's test remarks on every environment that is not in its own list of names: that
#: observations come with a mask, and that there is nothing to do when the game is over.
KNOWN_REMARKS = (
    "Observation is not a NumPy array",
    "Observation space for each agent",
    "all zeros",
)


@pytest.mark.sampled(4)
@in_every_game
def test_pettingzoo_takes_it_for_one_of_its_own(game: Variant) -> None:
    test = pytest.importorskip("pettingzoo.test")
    with warnings.catch_warnings(record=True) as remarks:
        warnings.simplefilter("always")
        test.api_test(pettingzoo_env(game, max_plies=60), num_cycles=100)
    said = [str(remark.message) for remark in remarks]
    assert not [text for text in said if not any(known in text for known in KNOWN_REMARKS)]


def test_pettingzoo_finds_it_repeatable() -> None:
    test = pytest.importorskip("pettingzoo.test")
    test.seed_test(lambda: pettingzoo_env("english", max_plies=40), num_cycles=40)


@pytest.mark.sampled(4)
@in_every_game
def test_every_move_can_be_made_by_actions_and_nothing_else(game: Variant) -> None:
    environment = Environment(game)
    for position in sample(game, 60, seed=5):
        moves = position.legal_moves()
        found = set()
        environment.reset(options={"position": position})
        for move in moves:
            environment.reset(options={"position": position})
            assert environment.agent_selection == agent_of(position.turn)
            for action in environment.actions(move):
                assert environment.agent_selection == agent_of(position.turn)
                assert environment.last()[0]["action_mask"][action] == 1
                environment.step(action)
            assert environment.game.moves == (move,)
            assert environment.position == position.play(move)
            found.add(tuple(environment.actions(move)) if move.is_pass else move.path)
        assert len(found) == len(moves)
        environment.reset(options={"position": position})
        first = {environment.actions(move)[0] for move in moves}
        mask = environment.observe(agent_of(position.turn))["action_mask"]
        assert {action for action, one in enumerate(mask) if one} == first


@pytest.mark.sampled(3)
@in_every_game
def test_whole_games_at_random(game: Variant) -> None:
    environment = Environment(game, max_plies=300, render_mode="ansi")
    for seed in range(3):
        environment.reset()
        rewards = dict.fromkeys(environment.possible_agents, 0.0)
        for number, agent in enumerate(environment.agent_iter()):
            observation, reward, terminated, truncated, info = environment.last()
            assert environment.observation_space(agent).contains(observation)
            rewards[agent] += reward
            assert info == {}
            space = environment.action_space(agent)
            space.seed(1000 * seed + number)
            over = terminated or truncated
            environment.step(None if over else space.sample(observation["action_mask"]))
        outcome = environment.game.outcome
        if outcome is None:
            assert environment.game.ply == 300
        winner = outcome.winner if outcome else None
        for agent, reward in rewards.items():
            won = 1.0 if colour_of(agent) is winner else -1.0
            assert reward == (0.0 if winner is None else won)
        assert environment.agents == []
        assert len((environment.render() or "").splitlines()) == game.size + 1


@pytest.mark.sampled(8)
@in_every_game
def test_both_sides_see_the_same_board(game: Variant) -> None:
    for position in sample(game, 20, seed=6):
        mirrored = position.seen_from_other_side()
        here, there = Environment(game), Environment(game)
        here.reset(options={"position": position})
        there.reset(options={"position": mirrored})
        mine, theirs = here.agent_selection, there.agent_selection
        assert mine != theirs
        assert here.observe(mine) == there.observe(theirs)
        planes = here.observe(mine)["observation"]
        counts = [sum(map(sum, plane)) for plane in planes]
        men, kings, foe_men, foe_kings, _ = position.state[:5]
        assert counts == [mask.bit_count() for mask in (men, kings, foe_men, foe_kings)] + [0]


def test_a_chain_of_jumps_is_an_action_for_each() -> None:
    environment = Environment("english")
    environment.reset(options={"position": "B:W6,14,32:B1"})
    (move,) = environment.position.legal_moves()
    assert str(move) == "1x10x17"
    first, second = environment.actions(move)
    environment.step(first)
    assert environment.agent_selection == "black_0"
    assert environment.game.ply == 0
    assert sum(map(sum, environment.observe("black_0")["observation"][PLANES - 1])) == 2
    with pytest.raises(ValueError, match="capture is under way"):
        environment.play(move)
    environment.step(second)
    assert environment.agent_selection == "white_0"
    assert environment.game.moves == (move,)


def test_a_learner_can_play_against_a_level() -> None:
    environment, random = Environment("mini"), Random(1)
    opponent = strategy("medium", "mini", seed=1)
    final: dict[str, float] = {}
    for agent in environment.agent_iter():
        observation, reward, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            final[agent] = reward
            environment.step(None)
        elif agent == "white_0":
            environment.play(opponent.choose(environment.position).move)
        else:
            legal = [action for action, one in enumerate(observation["action_mask"]) if one]
            environment.step(random.choice(legal))
    assert final == {"black_0": -1.0, "white_0": 1.0}


def test_what_is_refused() -> None:
    environment = Environment("mini")
    with pytest.raises(ValueError, match="0 is not a legal action here; legal: "):
        environment.step(0)
    with pytest.raises(ValueError, match="None is not a legal action"):
        environment.step(None)
    with pytest.raises(ValueError, match="the only render mode is ansi"):
        Environment("mini", render_mode="human")
    with pytest.raises(ValueError, match="allows no action"):
        Discrete(3).sample([0, 0, 0])
    environment.reset(options={"position": Position.from_fen("W:W:B5")})
    with pytest.raises(ValueError, match="the only action is None"):
        environment.step(0)
    assert environment.render() is None
    environment.close()
    assert (environment.num_agents, environment.max_num_agents) == (2, 2)
    assert environment.unwrapped is environment
    assert str(environment) == "minicheckers_mini_v0"
    assert not Discrete(3).contains(3)
    assert not environment.observation_space("black_0").contains(None)


def test_without_pettingzoo_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pettingzoo", None)
    with pytest.raises(ImportError, match="Environment works without it"):
        pettingzoo_env()
