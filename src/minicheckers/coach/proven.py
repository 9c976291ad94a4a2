"""Positions with a few pieces more than the table of endings holds, where search proves results."""

from ..engine.endings.files import shipped_endings
from ..engine.endings.proof import proven_best, proven_moves
from ..engine.endings.table import Ending
from ..engine.score import Score
from ..rules.notation import Move
from ..rules.position import Position
from .analysis import Analysis


def proven_analysis(position: Position) -> Analysis | None:
    """The result of every move, proven by search; None where there is a move it cannot prove.

    Only results are told, not in how many plies they come about. In endings that the table holds
    it knows better.
    """
    endings = shipped_endings(position.variant)
    if endings is None or position.state in endings:
        return None
    results = proven_moves(endings, position.state)
    if not results:
        return None
    transitions = position.transitions().items()
    known = {move: Ending(results[after.state], None) for move, after in transitions}
    values = {move: ending.score for move, ending in known.items()}
    ordered = dict(sorted(values.items(), key=lambda item: (-item[1], item[0])))
    best = next(iter(ordered))
    return Analysis(
        ordered[best], ordered, exact=True, depth=0, nodes=0, ending=known[best], endings=known
    )


def proven_answer(position: Position) -> tuple[Move, Score] | None:
    """A best move and the result that it makes sure of, proven by search; None without a proof.

    More can be proven so than by `proven_analysis`: the other moves are only known to be no better.
    """
    endings = shipped_endings(position.variant)
    if endings is None or position.state in endings:
        return None
    found = proven_best(endings, position.state)
    if found is None:
        return None
    best, result = found
    moves = position.transitions().items()
    return next(move for move, after in moves if after.state == best), Ending(result, None).score
