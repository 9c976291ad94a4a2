"""How many keys a move takes a player who knows the shortest way, over whole games."""

from collections.abc import Iterator
from random import Random

import pytest

from minicheckers.rules.notation import Move
from testing.screen_player import ScreenPlayer, against

MOST_KEYS_A_MOVE = {"mini": 2.3, "english": 2.6}
#: Enough plies of a random game, whose end can take long.
LONGEST_GAME = 40


def ways(player: ScreenPlayer, move: Move) -> Iterator[list[str]]:
    """Ways to make a move: with Tab and Enter, and by typing as little of it as is enough."""
    for key in ("tab", "shift-tab"):
        for count in range(len(player.movable) + 1):
            for second in ("tab", "shift-tab"):
                for targets in range(3):
                    yield [*[key] * count, "enter", *[second] * targets, "enter"]
    for text in (str(move.end), str(move)):
        for length in range(1, len(text) + 1):
            yield [*text[:length], "enter"]


def shortest(player: ScreenPlayer, move: Move) -> list[str]:
    state, ply = player.state, player.screen_on.timeline.ply
    for keys in sorted(ways(player, move), key=len):
        played = player.press(*keys).screen_on.timeline.played[ply : ply + 1]
        player.app.state = state
        if played == (move,):
            return keys
    raise AssertionError(f"there is no way to play {move}")


@pytest.mark.parametrize("games", [3, pytest.param(6, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", MOST_KEYS_A_MOVE)
def test_a_move_takes_few_keys(variant: str, games: int) -> None:
    keys = moves = 0
    for seed in range(games):
        random = Random(seed)
        player = against(variant, first=seed % 2 == 0)
        while player.game.outcome is None and player.screen_on.timeline.ply < LONGEST_GAME:
            if player.game.thinking is not None:
                player.answer(str(random.choice(player.screen_on.legal)))
            elif player.game.must_pass:
                player.press("enter")
            else:
                found = shortest(player, random.choice(player.screen_on.legal))
                player.press(*found)
                keys += len(found)
                moves += 1
    print(f"{keys} keys for {moves} moves of {variant}: {keys / moves:.2f} a move")
    assert moves > 6 * games
    assert keys / moves <= MOST_KEYS_A_MOVE[variant]
