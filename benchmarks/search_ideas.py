"""What each idea of the search gains: mean nodes of a search to a fixed depth, idea by idea.

    python benchmarks/search_ideas.py             # about three minutes
    python benchmarks/search_ideas.py --games mini english

Here is the search once more, as short as can be and with a switch for each idea. Every row keeps
the ideas above it, and none changes a value: that is checked on the way. The last row is the
program's own search, which also knows again what is solved, and has to tell all moves that are as
good as the best.
"""

import argparse
from dataclasses import dataclass, replace
from random import Random

from minicheckers import Position
from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import SearchSetup, search
from minicheckers.engine.evaluate import best_evaluation
from minicheckers.engine.score import INFINITY, seen_from_node, seen_from_root
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.rules.movegen import State, generator

DEPTHS = {"mini": 8, "english": 7, "towers": 5, "pikachu": 4}
#: How many random plies lead to the positions. Few in pikachu: once the pichus have met, plain
#: minimax does not come back from their exchanges.
PLIES_BEFORE = dict.fromkeys(DEPTHS, (0, 4, 8, 12)) | {"pikachu": (0, 2, 4, 6)}


@dataclass(frozen=True)
class Ideas:
    cut_off: bool = False
    history: bool = False
    table: bool = False
    null_window: bool = False
    best_capture_first: bool = False


ROWS = {
    "plain minimax": (none := Ideas()),
    "alpha-beta: stop at a cut-off": (pruned := replace(none, cut_off=True)),
    "history heuristic": (ordered := replace(pruned, history=True)),
    "transposition table, deeper by two": (tabled := replace(ordered, table=True)),
    "null windows for all but the first move": (asked := replace(tabled, null_window=True)),
    "in quiescence what takes most first": replace(asked, best_capture_first=True),
}


class Searcher:
    """Counts the nodes of one search with some of the ideas."""

    def __init__(self, position: Position, ideas: Ideas) -> None:
        variant, searcher = position.variant, position.state[4]
        evaluation = best_evaluation(variant)
        self.ideas = ideas
        self.heuristic = evaluation.heuristic(variant, searcher)
        self.final = evaluation.final(variant, searcher)
        self.forced = variant.capture_forced
        self.successors = generator(variant)
        self.captures = generator(replace(variant, capture_forced=True))
        self.history: dict[tuple[int, int], int] = {}
        self.known: dict[State, tuple[int, int, int, State]] = {}
        self.nodes = 0

    def search(self, root: State, depth: int) -> int:
        value = 0
        first = 2 - depth % 2 if self.ideas.table else depth
        for deeper in range(first, depth + 1, 2):
            value = self.value(root, deeper, -INFINITY, INFINITY, 0)
        return value

    def value(self, state: State, depth: int, alpha: int, beta: int, ply: int) -> int:
        if depth == 0:
            return self.quiesce(state, alpha, beta, ply)
        self.nodes += 1
        first = None
        if self.ideas.table and state in self.known:
            known_depth, low, high, first = self.known[state]
            low, high = seen_from_root(low, ply), seen_from_root(high, ply)
            if known_depth == depth and (low >= beta or high <= alpha or low == high):
                return low if low >= beta else high
        children = self.successors(state)
        if not children:
            return seen_from_root(self.final(state), ply)
        if self.ideas.history:
            children.sort(key=lambda child: -self.history.get(moved(state, child), 0))
        if first is not None:
            children.remove(first)
            children.insert(0, first)

        best, best_child, floor = -INFINITY, children[0], alpha
        for child in children:
            better = True
            if self.ideas.null_window and child is not children[0]:
                score = -self.value(child, depth - 1, -alpha - 1, -alpha, ply + 1)
                better = alpha < score < beta
            if better:
                score = -self.value(child, depth - 1, -beta, -alpha, ply + 1)
            if score > best:
                best, best_child = score, child
            if self.ideas.cut_off:
                alpha = max(alpha, best)
                if alpha >= beta:
                    move = moved(state, child)
                    self.history[move] = self.history.get(move, 0) + depth * depth
                    break
        known = seen_from_node(best, ply)
        low = known if best > floor else -INFINITY
        high = known if best < beta else INFINITY
        self.known[state] = depth, low, high, best_child
        return best

    def quiesce(self, state: State, alpha: int, beta: int, ply: int) -> int:
        self.nodes += 1
        if not self.successors(state):
            return seen_from_root(self.final(state), ply)
        foes = state[2] | state[3]
        children = [child for child in self.captures(state) if child[0] | child[1] != foes]
        best = -INFINITY
        if not children or not self.forced:
            best = self.heuristic(state)
        if self.ideas.best_capture_first:
            children.sort(key=self.heuristic)
        for child in children:
            if self.ideas.cut_off:
                alpha = max(alpha, best)
                if alpha >= beta:
                    break
            best = max(best, -self.quiesce(child, -beta, -alpha, ply + 1))
        return best


def moved(state: State, child: State) -> tuple[int, int]:
    """The squares left and entered, and by whom: enough to know a move again."""
    return (state[0] | state[1]) ^ (child[2] | child[3]), state[4]


def positions(name: str) -> list[Position]:
    """The start, and positions of random games."""
    found = []
    for plies in PLIES_BEFORE[name]:
        random, position = Random(plies), Position.start(name)
        for _ in range(plies):
            position = position.play(random.choice(position.legal_moves()))
        found.append(position)
    return found


def own_search(position: Position, depth: int) -> tuple[int | None, int]:
    setup = SearchSetup(best_evaluation(position.variant), exact=True)
    decision = search(position, setup, Limits(depth=depth), Table(), Random(1), Context())
    return decision.score, decision.nodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", nargs="+", choices=DEPTHS, default=list(DEPTHS))
    games = parser.parse_args().games
    print(f"{'mean nodes a position':40}" + "".join(f"{n:>10},{DEPTHS[n]:2}" for n in games))
    values: dict[Position, int] = {}
    for title, ideas in ROWS.items():
        print(f"{title:40}", end="", flush=True)
        for name in games:
            nodes = 0
            for position in positions(name):
                searcher = Searcher(position, ideas)
                value = searcher.search(position.state, DEPTHS[name])
                if values.setdefault(position, value) != value:
                    raise SystemExit(f"{title}: {value} is not {values[position]} in {position}")
                nodes += searcher.nodes
            print(f"{nodes // len(PLIES_BEFORE[name]):13}", end="", flush=True)
        print()
    print(f"{'the program itself':40}", end="")
    for name in games:
        found = [(p, *own_search(p, DEPTHS[name])) for p in positions(name)]
        if any(values[position] != value for position, value, _ in found):
            raise SystemExit(f"the program's values in {name} are others")
        print(f"{sum(nodes for _, _, nodes in found) // len(found):13}", end="")
    print()


if __name__ == "__main__":
    main()
