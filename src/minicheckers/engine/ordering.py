"""Which moves to try first: those that have refuted much elsewhere in the tree."""

from ..rules.movegen import State


class Refutations:
    """How much each move has refuted so far.

    The search has states, not moves; the squares left and entered, and by whom, name a move well
    enough, and are had with one XOR.
    """

    def __init__(self) -> None:
        self._worth: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def sort(self, state: State, children: list[State]) -> None:
        """Put the most likely refutations first; equals stay as they are."""
        worth = self._worth[state[4]].get
        own = state[0] | state[1]
        children.sort(key=lambda child: worth(own ^ (child[2] | child[3]), 0), reverse=True)

    def reward(self, state: State, child: State, depth: int) -> None:
        """Remember a refutation; the deeper the tree it saved, the more it is worth."""
        worth = self._worth[state[4]]
        move = (state[0] | state[1]) ^ (child[2] | child[3])
        worth[move] = worth.get(move, 0) + depth * depth
