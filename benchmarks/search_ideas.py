"""What pruning and the table gain: nodes of one search from the start, to a fixed depth.

    python benchmarks/search_ideas.py

The first column counts every path of legal moves up to the depth, which is what plain minimax would
visit before it even begins with captures beyond the depth.
"""

from random import Random

from minicheckers import Position
from minicheckers.ai.evaluate import best_evaluation
from minicheckers.ai.search import Limits, Style, search
from minicheckers.ai.strategy import Context
from minicheckers.ai.table import Table
from minicheckers.rules.movegen import perft

DEPTHS = {"mini": 10, "towers": 6, "english": 8, "pikachu": 4}


def nodes(position: Position, depth: int, table: Table) -> int:
    style = Style(best_evaluation(position.variant))
    return search(position, style, Limits(depth), table, Random(1), Context()).nodes


def main() -> None:
    print(f"{'game':8} {'depth':>5} {'all paths':>10} {'alpha-beta':>10} {'with table':>10}")
    for name, depth in DEPTHS.items():
        start = Position.start(name)
        paths = sum(perft(start.variant, start.state, ply) for ply in range(1, depth + 1))
        bare, full = (nodes(start, depth, table) for table in (Table(bits=0), Table()))
        print(f"{name:8} {depth:5} {paths:10} {bare:10} {full:10}")


if __name__ == "__main__":
    main()
