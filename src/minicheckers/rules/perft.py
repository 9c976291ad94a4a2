"""Counting paths of legal moves, which is how move generators are compared.

In a module of its own, which is never compiled: compiled code would not listen to Ctrl-C.
"""

from .movegen import State, generator
from .variant import Variant


def perft(variant: Variant, state: State, depth: int) -> int:
    """How many paths of exactly `depth` legal moves lead from a state."""
    successors = generator(variant)

    def count(state: State, depth: int) -> int:
        children = successors(state)
        if depth == 1:
            return len(children)
        depth -= 1
        total = 0
        for child in children:
            total += count(child, depth)
        return total

    return count(state, depth) if depth > 0 else 1
