"""What a second process could save, in nodes: the root moves divided between two searches.

    python research/root_split.py --variant english --depth 9

Both halves look at the best move of the depth before first, and then at every other one of the
remaining moves, each with a table of its own; after every depth they tell each other the better
move. The time to a depth is then that of the half with more nodes. Against it stand the nodes of
one search of all moves. No process is started: on a machine that does other things as well, nodes
are the more honest measure, and starting and talking would only cost more.
"""

import argparse
from random import Random

from minicheckers import Context, Position
from minicheckers.engine.alphabeta import SearchTree
from minicheckers.engine.deepening import strongest_setup, tree_below
from minicheckers.engine.score import INFINITY
from minicheckers.engine.table import Table
from minicheckers.rules.movegen import State
from minicheckers.rules.variant import get_variant


def best_of(tree: SearchTree, moves: list[State], depth: int) -> tuple[int, State]:
    """The best of some moves at a depth, found as the program's root search does."""
    best, chosen = -INFINITY, moves[0]
    for state in moves:
        score = best + 1
        if best > -INFINITY:
            score = -tree.value(state, depth - 1, -best - 1, -best)
        if score > best:
            score = -tree.value(state, depth - 1, -INFINITY, -best)
        if score > best:
            best, chosen = score, state
    return best, chosen


def nodes_to_depth(position: Position, depth: int, halves: int) -> int:
    """The nodes to complete a depth: at each depth, those of the half that takes longer."""
    setup = strongest_setup(position.variant)
    trees = [
        tree_below(position, setup, Context(), Table(), lambda nodes: None) for _ in range(halves)
    ]
    order = [after.state for after in position.transitions().values()]
    total = 0
    for reached in range(1, depth + 1):
        answers = []
        nodes = []
        for number, tree in enumerate(trees):
            before = tree.counts().nodes
            mine = [order[0], *order[1 + number :: halves]]
            answers.append(best_of(tree, mine, reached))
            nodes.append(tree.counts().nodes - before)
        total += max(nodes)
        best = max(answers, key=lambda answer: answer[0])[1]
        order = [best, *(state for state in order if state != best)]
    return total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--variant", default="english")
    parser.add_argument("--depth", type=int, default=9)
    parser.add_argument("--positions", type=int, default=12)
    arguments = parser.parse_args()
    random = Random(1)
    one = two = 0
    for number in range(arguments.positions):
        position = Position.start(get_variant(arguments.variant))
        for _ in range(2 * number):
            if position.legal_moves():
                position = position.play(random.choice(position.legal_moves()))
        if len(position.legal_moves()) < 2:
            continue
        one += nodes_to_depth(position, arguments.depth, 1)
        two += nodes_to_depth(position, arguments.depth, 2)
    print(f"{arguments.variant}, depth {arguments.depth}: {one} nodes by one search, {two} by two,")
    print(f"so two are {one / two:.2f} times as fast to the depth")


if __name__ == "__main__":
    main()
