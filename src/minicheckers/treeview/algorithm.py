"""Which ideas a search uses: minimax or alpha-beta, and what is added to it."""

from dataclasses import dataclass, fields, replace

from ..messages import quoted


@dataclass(frozen=True)
class Algorithm:
    """A search by its ideas. None of them but quiescence changes the value that is found.

    - ``pruning``: alpha-beta instead of minimax: stop as soon as a move is refuted
    - ``ordering``: moves first that have refuted much elsewhere; of captures beyond the horizon,
      those first that leave the opponent least
    - ``table``: remember positions, and search first the move that was best there
    - ``quiescence``: beyond the horizon play on while there are captures
    - ``deepening``: search to depth 1, 2, 3 and so on; with ordering, the best move of one
      depth is searched first at the next
    - ``nullwindow``: of every move but the first ask only whether it is better
    """

    pruning: bool = False
    ordering: bool = False
    table: bool = False
    quiescence: bool = False
    deepening: bool = False
    nullwindow: bool = False

    @classmethod
    def parse(cls, text: str) -> "Algorithm":
        """The algorithm that a text such as alphabeta+ordering means; ValueError with advice."""
        base, *ideas = text.strip().casefold().split("+")
        if base not in BASES or not set(ideas) <= set(IDEAS):
            raise ValueError(
                f"{quoted(text)} is not an algorithm; write {' or '.join(BASES)}, with "
                f"+{', +'.join(IDEAS)} added as you like"
            )
        return replace(BASES[base], **dict.fromkeys(ideas, True))

    def __str__(self) -> str:
        base = next(name for name, plain in BASES.items() if plain.pruning == self.pruning)
        return "+".join([base, *(idea for idea in IDEAS if getattr(self, idea))])


BASES = {"minimax": Algorithm(), "alphabeta": Algorithm(pruning=True)}
IDEAS = tuple(field.name for field in fields(Algorithm) if field.name != "pruning")

#: One idea after the other, each row with those above it, in the order in which one would build it.
STAIRS = (
    MINIMAX := Algorithm(),
    ALPHABETA := replace(MINIMAX, pruning=True),
    ORDERED := replace(ALPHABETA, ordering=True),
    TABLED := replace(ORDERED, table=True),
    QUIESCENT := replace(TABLED, quiescence=True),
    DEEPENED := replace(QUIESCENT, deepening=True),
)
