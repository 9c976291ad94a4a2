"""A warning before a move that throws the result away, and the value of every move in words."""

from ..messages import listing
from ..rules.notation import Move
from .analysis import Analysis
from .review import changes_result
from .wording import others_do, outcome_of, outcome_words, signed


def throws_result_away(move: Move, here: Analysis) -> bool:
    """Whether a move of an analysed position changes the result."""
    return changes_result(here.value, here.moves[move], here.exact)


def warning_sentence(move: Move, here: Analysis, reply: Move | None) -> str:
    """The warning before a move that throws the result away, with the reply that punishes it."""
    worth = outcome_words(here.moves[move], here.exact)
    verb = "" if here.exact else ", in the engine's opinion,"
    punished = f" after {reply}" if reply is not None else ""
    better = others_do(len(here.best), here.value, here.exact)
    return f"{move}{verb} {worth}{punished}. {better}."


def values_sentence(analysis: Analysis) -> str:
    """The value of every move, best first, and how certain that is.

    Exact values are told by what they mean, all moves of a value at once. A move and its value are
    kept together by no-break spaces.
    """
    if not analysis.exact:
        items = (f"{move} {signed(value, False)}" for move, value in analysis.moves.items())
        listed = ", ".join(item.replace(" ", "\N{NO-BREAK SPACE}") for item in items)
        return f"In the engine's opinion, at depth {analysis.depth}: {listed}."
    by_value: dict[int, list[str]] = {}
    for move, value in analysis.moves.items():
        by_value.setdefault(value, []).append(str(move))
    told = (
        f"{listing(moves)} {outcome_of(len(moves), value, exact=True)}"
        for value, moves in by_value.items()
    )
    return "; ".join(told) + "."
