"""Whether a win of the table is one in a game in which plies without progress have gone by.

The table counts plies to the end and knows no draw rule. Whoever follows it from a fresh start
never needs more than LONGEST_QUIET plies without progress, so the rules cannot spoil a win. They
can when such plies have gone by before. Then the winner has to force progress, which is a fresh
start, or the end of the game before the 80th of them; and the fewest plies in which he can are
found backwards, like the table itself, among the positions that the game can come to until then.
"""

from collections.abc import Callable, Sequence

from ...rules.movegen import State, generator
from ...rules.probes import is_reversible
from .codes import DRAWN, OVER, is_lost
from .probe import Endings

#: The most plies in a row without progress that the shortest wins ask for, whatever the loser
#: does and whichever of several shortest wins is taken.
LONGEST_QUIET = 54


class DrawRules:
    """Asked about the moves of a game's last state.

    `game` begins with the earliest state that may come back: its plies were all without progress.
    `poll` is called for every position that has to be looked at, and ends the work by raising.
    """

    def __init__(
        self, endings: Endings, game: Sequence[State], poll: Callable[[], None] = lambda: None
    ) -> None:
        self._endings = endings
        self._successors = generator(endings.variant)
        self._poll = poll
        self._root = game[-1]
        self._quiet = len(game) - 1
        #: So many plies without progress are a draw.
        self._limit = endings.variant.quiet_plies
        #: Decided states that draw the game when they come once more, with their plies to the end.
        self._spent = {
            state: endings.full_code(state) - 1
            for state in set(game)
            if game.count(state) >= endings.variant.repetitions - 1 and endings.code(state) != DRAWN
        }
        self._to_progress: dict[State, int] | None = None

    def is_win_kept(self, child: State) -> bool:
        """Whether the winner, having moved to a child of the root, still wins by the rules."""
        return not is_reversible(self._root, child) or self._is_in_time(child)

    def is_loss_escaped(self, child: State) -> bool:
        """Whether the loser, having moved to a child of the root, gets a draw by the rules."""
        return is_reversible(self._root, child) and not self._is_in_time(child)

    def _is_in_time(self, child: State) -> bool:
        """Whether who wins by the table also wins by the rules, after a reversible move."""
        quiet = self._quiet + 1
        code = self._endings.full_code(child)
        if code == OVER:
            return True
        if child in self._spent or quiet >= self._limit:
            return False
        plies = code - 1
        on_time = quiet + min(plies - 1, LONGEST_QUIET) < self._limit
        if on_time and not any(later < plies for later in self._spent.values()):
            return True
        if self._to_progress is None:
            self._to_progress = self._plies_to_progress()
        in_time = self._limit - quiet
        return self._to_progress.get(child, in_time + 1) <= in_time

    def _plies_to_progress(self) -> dict[State, int]:
        """In how many plies the winner forces progress or the end, by state; if at all in time."""
        found: dict[State, int] = {}
        asked = [
            child
            for child in self._successors(self._root)
            if is_reversible(self._root, child) and self._endings.code(child) != DRAWN
        ]
        before: dict[State, list[State]] = {child: [] for child in asked}
        open_replies: dict[State, int] = {}
        levels: list[list[State]] = [[] for _ in range(self._limit + 2)]

        def expand(state: State) -> list[State]:
            """The states to look at next: the winner's best moves, all of the loser's."""
            lost = is_lost(self._endings.code(state))
            children = self._successors(state)
            if not lost:
                children = [child for child in children if is_lost(self._endings.code(child))]
            reversible = [child for child in children if is_reversible(state, child)]
            if lost:
                open_replies[state] = len(reversible)
            if not children:
                levels[0].append(state)
            elif not reversible if lost else len(reversible) < len(children):
                levels[1].append(state)
            return reversible

        frontier = [child for child in asked if child not in self._spent]
        for _ in range(self._limit - self._quiet):
            reached = []
            for state in frontier:
                self._poll()
                for child in expand(state):
                    if child in before:
                        before[child].append(state)
                    else:
                        before[child] = [state]
                        if child not in self._spent:
                            reached.append(child)
            frontier = reached
        for plies, level in enumerate(levels[:-1]):
            for state in level:
                if state in found:
                    continue
                found[state] = plies
                for earlier in before[state]:
                    if earlier in open_replies:
                        open_replies[earlier] -= 1
                        if open_replies[earlier]:
                            continue
                    levels[plies + 1].append(earlier)
        return found
