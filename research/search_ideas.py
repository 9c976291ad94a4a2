"""What each search idea gains: mean nodes of a search to a fixed depth, idea by idea.

    python research/search_ideas.py             # about three minutes
    python research/search_ideas.py --games mini english

The rows are searched by the small search of `treeview/`, which has a switch for each idea. Every
row keeps the ideas above it, and none changes a value: that is checked on the way. The last row is
the program's own search, which has to tell all moves that are as good as the best.
"""

import argparse
from random import Random

from minicheckers import Position
from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import SearchSetup, search
from minicheckers.engine.evaluate import best_evaluation
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.treeview.ideas import Algorithm, Formula
from minicheckers.treeview.search import search_tree

DEPTHS = {"mini": 8, "english": 7, "towers": 5, "pikachu": 4}
#: The number of random plies that lead to the positions. Few in pikachu: once the pichus have met,
#: plain minimax never finishes their exchanges.
PLIES_BEFORE = dict.fromkeys(DEPTHS, (0, 4, 8, 12)) | {"pikachu": (0, 2, 4, 6)}

ROWS = {
    "plain minimax": "minimax",
    "alpha-beta: stop at a cut-off": "alphabeta",
    "history heuristic, best capture first": "alphabeta+ordering",
    "transposition table, its move first": "alphabeta+ordering+table",
    "iterative deepening": "alphabeta+ordering+table+deepening",
    "null windows for all but the first move": "alphabeta+ordering+table+deepening+nullwindow",
}


def positions(name: str) -> list[Position]:
    """The start, and positions from random games."""
    found = []
    for plies in PLIES_BEFORE[name]:
        random, position = Random(plies), Position.start(name)
        for _ in range(plies):
            position = position.play(random.choice(position.legal_moves()))
        found.append(position)
    return found


def searched(position: Position, depth: int, ideas: str) -> tuple[int, int]:
    formula = Formula.of(best_evaluation(position.variant))
    tree = search_tree(position, depth, formula, Algorithm.parse(f"{ideas}+quiescence"))
    return tree.value, len(tree)


def own_search(position: Position, depth: int) -> tuple[int, int]:
    setup = SearchSetup(best_evaluation(position.variant), exact=True)
    decision = search(position, setup, Limits(depth=depth), Table(), Random(1), Context())
    assert decision.score is not None
    return int(decision.score), decision.nodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=DEPTHS, default=list(DEPTHS))
    games = parser.parse_args().games
    print(f"{'mean nodes a position':40}" + "".join(f"{n:>10},{DEPTHS[n]:2}" for n in games))
    values: dict[Position, int] = {}
    for title, ideas in {**ROWS, "the program itself": ""}.items():
        print(f"{title:40}", end="", flush=True)
        for name in games:
            nodes = 0
            for position in positions(name):
                depth = DEPTHS[name]
                value, count = (
                    searched(position, depth, ideas) if ideas else own_search(position, depth)
                )
                if values.setdefault(position, value) != value:
                    raise SystemExit(f"{title}: {value} is not {values[position]} in {position}")
                nodes += count
            print(f"{nodes // len(PLIES_BEFORE[name]):13}", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
