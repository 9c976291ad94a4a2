"""How much the better evaluations gain: in each game the best one plays against its seed.

    python research/evaluations.py              # 60 games each, some minutes a game
    python research/evaluations.py --games 20 --variants towers
    python research/evaluations.py --variants english --against english-squares --nodes 300
    python research/evaluations.py --variants english --full-width --nodes 3000

The seed is the formula a game started out with, or a piece count if it had none. Other evaluations
are given by name or as network files. With --full-width the other side has the best one too, but
prunes nothing. Both sides search the same number of nodes per move. Every random opening is played
twice, with colours swapped.
"""

import argparse
from random import Random

from minicheckers import Position
from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import SearchSetup, search
from minicheckers.engine.evaluate import (
    best_evaluation,
    original_evaluation,
    tuning_of,
)
from minicheckers.engine.evaluate.base import FULL_WIDTH
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.match.match import random_opening
from minicheckers.rules.variant import VARIANTS, Colour
from selfplay import evaluation_of, named_or_read

NODES = 1_000
OPENING_PLIES = 4


class Player:
    """A way to search, and a fixed number of nodes per move."""

    def __init__(self, setup: SearchSetup, nodes: int, seed: int) -> None:
        self._setup = setup
        self._limits = Limits(nodes=nodes)
        self._table = Table(bits=16)
        self._random = Random(seed)

    def reply(self, line: Timeline) -> Timeline:
        context = Context(history=line.history)
        decision = search(
            line.position, self._setup, self._limits, self._table, self._random, context
        )
        return line.play(decision.move)


def points(opening: Timeline, better: Player, seed: Player, colour_of_better: Colour) -> float:
    line = opening
    while (outcome := line.outcome) is None:
        line = (better if line.position.turn is colour_of_better else seed).reply(line)
    return 0.5 if outcome.winner is None else float(outcome.winner is colour_of_better)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=60)
    parser.add_argument("--variants", nargs="+", choices=VARIANTS, default=list(VARIANTS))
    parser.add_argument("--nodes", type=int, default=NODES, help="of each search")
    parser.add_argument("--better", help="the best one, if not given")
    parser.add_argument("--against", help="the seed, if not given")
    parser.add_argument("--full-width", action="store_true", help="the other side prunes nothing")
    parser.add_argument("--seed", type=int, default=0, help="of the first opening")
    arguments = parser.parse_args()
    for name in arguments.variants:
        start = Position.start(name)
        variant, nodes = start.variant, arguments.nodes
        best = best_evaluation(variant)
        other = best if arguments.full_width else original_evaluation(variant)
        if arguments.better:
            best = evaluation_of(named_or_read(arguments.better), variant)
        if arguments.against:
            other = evaluation_of(named_or_read(arguments.against), variant)
        pruning = tuning_of(variant).pruning
        full = FULL_WIDTH if arguments.full_width else pruning
        results = []
        for game in range(arguments.games):
            opening = random_opening(start, OPENING_PLIES, Random(arguments.seed + game // 2))
            better = Player(SearchSetup(best, pruning), nodes, game)
            seed = Player(SearchSetup(other, full), nodes, game)
            colour = Colour.BLACK if game % 2 else Colour.WHITE
            results.append(points(opening, better, seed, colour))
        wins, draws = results.count(1.0), results.count(0.5)
        losses, share = len(results) - wins - draws, sum(results) / len(results)
        print(f"{name:14} +{wins} ={draws} -{losses}  {share:.1%}", flush=True)


if __name__ == "__main__":
    main()
