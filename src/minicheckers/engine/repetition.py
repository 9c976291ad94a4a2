"""Draws by history: what the positions before a node, in the game and in the tree, make of it.

The search sees repetitions and plies without progress. Draws by material (`material_draws`) and a
king that may not move again (`same_king_moves`) it sees at the root alone, where the game tells.
"""

from ..rules.movegen import State, generator
from ..rules.predicates import is_reversible
from ..rules.variant import Variant

#: A position cannot come back in fewer plies: both sides must go away and return.
SHORTEST_CYCLE = 4


def states_that_may_return(game: list[State]) -> list[State]:
    """The end of a game in which every ply could be reversed by further moves."""
    first = len(game) - 1
    while first > 0 and is_reversible(game[first - 1], game[first]):
        first -= 1
    return game[first:]


class History:
    """The states on the way to the current node: first those of the game, then of the tree.

    Nothing before the reversible plies that led to a node can come back.
    """

    def __init__(self, game: list[State], variant: Variant) -> None:
        """`game` holds the states that may come back, the root last; the tree adds its own."""
        self.states = list(game)
        self._successors = generator(variant)
        self._quiet_plies = variant.quiet_plies
        self._repetitions = variant.repetitions

    def makes_a_draw(self, child: State, ply: int, reversible: int) -> bool:
        """Whether the game would be drawn in a child of the current node, `ply` from the root.

        That many `reversible` plies in a row lead to it.
        A repetition within the tree is enough: a player who went there once would go there again.
        """
        if reversible < SHORTEST_CYCLE:
            return False
        if self._quiet_plies and reversible >= self._quiet_plies:
            return bool(self._successors(child))
        if not self._repetitions:
            return False
        earlier = self.states[-SHORTEST_CYCLE : -reversible - 1 : -2]
        if child not in earlier:
            return False
        in_the_tree = self.states[-SHORTEST_CYCLE : -min(reversible, ply) - 1 : -2]
        return child in in_the_tree or earlier.count(child) >= self._repetitions - 1
