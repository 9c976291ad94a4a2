"""What the moves of an ending are worth in a game, whose history can draw what the table calls won.

The table counts plies to the end and knows no draw rule. Whoever follows it from a fresh start
never needs more than LONGEST_QUIET plies without progress, so the rules cannot spoil a win. They
can when plies without progress have gone by before: then the moves are searched to the next
progress, which is a fresh start.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ...game.timeline import QUIET_PLIES_TO_DRAW, REPETITIONS_TO_DRAW
from ...rules.movegen import State, generator
from ...rules.probes import is_reversible
from .codes import DRAWN, OVER, Ending, Result, is_lost
from .probe import Endings

#: The most plies in a row without progress that the shortest wins ask for, whatever the loser
#: does and whichever of several shortest wins is taken.
LONGEST_QUIET = 54

#: So many positions are looked at before a win counts as safe from the draw rules unproven.
_PATIENCE = 5_000

_DRAW = Ending(Result.DRAW, None)


@dataclass(frozen=True)
class EndingMove:
    """A move, by the state it leads to, and what it is worth for the side that makes it.

    ``ending`` counts plies from before the move. ``chance`` orders moves that draw: the more of
    the opponent's replies would be mistakes, the higher.
    """

    state: State
    ending: Ending
    chance: float = 0.0

    @property
    def rank(self) -> tuple[int, float]:
        """What to sort by: the shortest win, the trickiest draw, the longest loss."""
        plies = self.ending.plies or 0
        if self.ending.result is Result.WIN:
            return 1, -plies
        return (0, self.chance) if self.ending.result is Result.DRAW else (-1, plies)


def ending_moves(endings: Endings, game: Sequence[State]) -> list[EndingMove]:
    """All moves of a game's last state, best first. KeyError if it is not in the table.

    `game` begins with the earliest state that may come back: its plies were all without progress.
    """
    state = game[-1]
    rules = _DrawRules(endings, game)
    moves = []
    for child in generator(endings.variant)(state):
        ending = endings.ending_of_move(child)
        if ending.result is Result.WIN and not rules.is_win_kept(state, child):
            moves.append(EndingMove(child, _DRAW, chance=1.0))
        elif ending.result is Result.LOSS and rules.is_loss_escaped(state, child):
            moves.append(EndingMove(child, _DRAW, chance=0.0))
        elif ending.result is Result.DRAW:
            moves.append(EndingMove(child, _DRAW, _share_of_mistakes(endings, child)))
        else:
            moves.append(EndingMove(child, ending))
    return sorted(moves, key=lambda move: move.rank, reverse=True)


def best_line(endings: Endings, state: State) -> list[State]:
    """The states of a shortest win against the longest defence; [] where nothing is decided."""
    line: list[State] = []
    while (code := endings.full_code(state)) not in (DRAWN, OVER):
        state = next(
            child
            for child in generator(endings.variant)(state)
            if endings.full_code(child) == code - 1
        )
        line.append(state)
    return line


def _share_of_mistakes(endings: Endings, state: State) -> float:
    """The share of moves that lose from a position that is a draw."""
    replies = generator(endings.variant)(state)
    mistakes = sum(endings.ending_of_move(reply).result is Result.LOSS for reply in replies)
    return mistakes / len(replies)


class _DrawRules:
    """Whether a win of the table is a win in the game, given the plies without progress."""

    def __init__(self, endings: Endings, game: Sequence[State]) -> None:
        self._endings = endings
        self._successors = generator(endings.variant)
        self._quiet = len(game) - 1
        #: Decided states that draw the game when they come once more, with their plies to the end.
        self._spent = {
            state: endings.full_code(state) - 1
            for state in set(game)
            if game.count(state) >= REPETITIONS_TO_DRAW - 1 and endings.code(state) != DRAWN
        }
        self._known: dict[tuple[State, int], bool] = {}

    def is_win_kept(self, state: State, child: State) -> bool:
        """Whether the winner, having moved to a child of the root, still wins by the rules."""
        return not is_reversible(state, child) or self._holds(child, self._quiet + 1)

    def is_loss_escaped(self, state: State, child: State) -> bool:
        """Whether the loser, having moved to a child of the root, gets a draw by the rules."""
        return is_reversible(state, child) and not self._wins(child, self._quiet + 1)

    def _wins(self, state: State, quiet: int) -> bool:
        """Whether the side to move, which wins by the table, also wins by the rules."""
        if state in self._spent or quiet >= QUIET_PLIES_TO_DRAW:
            return False
        code = self._endings.code
        winning = [(code(child), child) for child in self._successors(state)]
        return any(
            not is_reversible(state, child) or self._holds(child, quiet + 1)
            for lost, child in sorted(winning)
            if is_lost(lost)
        )

    def _holds(self, state: State, quiet: int) -> bool:
        """Whether the side to move, which loses by the table, also loses by the rules."""
        plies = self._endings.code(state) - 1
        if plies == 0:
            return True
        if state in self._spent or quiet >= QUIET_PLIES_TO_DRAW:
            return False
        on_time = quiet + min(plies - 1, LONGEST_QUIET) < QUIET_PLIES_TO_DRAW
        if on_time and not any(later < plies for later in self._spent.values()):
            return True
        question = (state, quiet)
        if question not in self._known:
            if len(self._known) >= _PATIENCE:
                return True
            self._known[question] = True  # takes its place, and is overwritten below
            self._known[question] = all(
                not is_reversible(state, reply) or self._wins(reply, quiet + 1)
                for reply in self._successors(state)
            )
        return self._known[question]
