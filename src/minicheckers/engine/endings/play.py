"""What the moves of an ending are worth in a game, which can be drawn where the table says won."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ...rules.movegen import State, generator
from .codes import DRAWN, OVER, Ending, Result
from .draw_rules import DrawRules
from .probe import Endings

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


def ending_moves(
    endings: Endings, game: Sequence[State], poll: Callable[[], None] = lambda: None
) -> list[EndingMove]:
    """All moves of a game's last state, best first. KeyError if it is not in the table.

    `game` and `poll` are those of `DrawRules`.
    """
    rules = DrawRules(endings, game, poll)
    moves = []
    for child in generator(endings.variant)(game[-1]):
        ending = endings.ending_of_move(child)
        if ending.result is Result.WIN and not rules.is_win_kept(child):
            # A draw by the rules alone: what is left for the opponent to get wrong is most of all.
            moves.append(EndingMove(child, _DRAW, chance=1.0))
        elif ending.result is Result.LOSS and rules.is_loss_escaped(child):
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
