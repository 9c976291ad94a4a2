"""Our `hard` on mini against the hard player that the game's first description tells of.

    python benchmarks/seed_hard.py --games 24

That one is rebuilt here from its description: alpha-beta to a depth of 14 plies on the full board
and of up to 20 as pieces leave it, no capture played out beyond that, the description's heuristic
at the depth, and its utility, as it stands, at the end of a game. (A table of positions makes it
faster, and changes none of its values.) Every random opening is played twice, colours changed.
"""

import argparse
import time
from random import Random

from minicheckers import Game, Position, strategy
from minicheckers.engine.evaluate.mini import seed_heuristic, seed_utility
from minicheckers.rules.movegen import State, generator
from minicheckers.rules.variant import MINI

INFINITY = 1_000_000
SHALLOWEST, DEEPEST = 14, 20


class SeedHard:
    """Answers for one side of one game."""

    def __init__(self, side: int) -> None:
        self._side = side
        self._successors = generator(MINI)
        self._heuristic = seed_heuristic(MINI, side)
        self._known: dict[tuple[State, int], tuple[int, int]] = {}

    def choose(self, position: Position) -> str:
        """The first of the moves that lead to the highest value."""
        depth = depth_for(position.state)
        self._known.clear()
        best, chosen = -INFINITY, None
        for move, after in position.transitions().items():
            value = -self._value(after.state, depth - 1, -INFINITY, -best)
            if value > best or chosen is None:
                best, chosen = value, move
        return str(chosen)

    def _value(self, state: State, depth: int, alpha: int, beta: int) -> int:
        """For the side to move; fail-soft, so that the table may keep it as a bound."""
        key = state, depth
        low, high = self._known.get(key, (-INFINITY, INFINITY))
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        children = self._successors(state)
        if not children:
            return self._utility(state)
        if not depth:
            return self._heuristic(state)
        alpha, floor = max(alpha, low), max(alpha, low)
        beta = min(beta, high)
        best = -INFINITY
        for child in children:
            value = -self._value(child, depth - 1, -beta, -alpha)
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        bounds = (best, high) if best >= beta else (low, best) if best <= floor else (best, best)
        self._known[key] = bounds
        return best

    def _utility(self, state: State) -> int:
        men, _, foes, _, side = state
        mine, theirs = men.bit_count(), foes.bit_count()
        if side == self._side:
            return seed_utility(mine, theirs)
        return -seed_utility(theirs, mine)


def depth_for(state: State) -> int:
    """The fewer pieces, the deeper: 14 with all twelve, one more for every one or two that left."""
    pieces = state[0].bit_count() + state[2].bit_count()
    return min(DEEPEST, SHALLOWEST + (12 - pieces))


def opening(plies: int, random: Random) -> list[str]:
    game = Game("mini")
    for _ in range(plies):
        game.play(random.choice(game.position.legal_moves()))
    return [str(move) for move in game.moves]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--opening", type=int, default=3, help="random plies before each game")
    parser.add_argument("--level", default="hard")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    wins = draws = losses = 0
    longest = {"ours": 0.0, "theirs": 0.0}
    for number in range(arguments.games):
        pair, our_side = divmod(number, 2)
        game = Game("mini")
        for move in opening(arguments.opening, Random(f"{arguments.seed} {pair}")):
            game.play(move)
        ours = strategy(arguments.level, "mini", seed=pair)
        theirs = SeedHard(1 - our_side)
        while game.outcome is None:
            mine = game.position.turn.side == our_side
            started = time.process_time()
            if mine:
                move = str(ours.choose(game.position).move)
            else:
                move = theirs.choose(game.position)
            who = "ours" if mine else "theirs"
            longest[who] = max(longest[who], time.process_time() - started)
            game.play(move)
        winner = game.outcome.winner
        if winner is None:
            draws += 1
        elif winner.side == our_side:
            wins += 1
        else:
            losses += 1
        score = 100 * (wins + draws / 2) / (number + 1)
        print(
            f"{number + 1} games: +{wins} ={draws} -{losses}, {score:.1f} %; longest move "
            f"{longest['ours']:.2f} s, theirs {longest['theirs']:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
