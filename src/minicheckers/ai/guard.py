"""Asking a strategy without trusting it: what goes wrong becomes one sentence.

Strategies may come from other packages. One that raises, answers with an illegal move or does not
come back must not take the game down.
"""

import threading

from ..rules.position import Position
from ..rules.text import quoted
from .strategy import Context, Decision, Strategy


class StrategyError(Exception):
    """A strategy failed to choose a move; the text is a sentence for the user."""


class IllegalMoveError(StrategyError):
    """A strategy chose a move that is not legal."""


class StillThinkingError(StrategyError):
    """A strategy did not come back in time."""


def answer(
    strategy: Strategy, name: str, position: Position, context: Context | None = None
) -> Decision:
    """The strategy's decision, checked to be legal; StrategyError with a sentence if it fails."""
    try:
        decision = strategy.choose(position, context or Context())
    except Exception as error:
        said = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise StrategyError(f"the strategy {quoted(name)} failed: {quoted(said)}") from error
    move = getattr(decision, "move", None)
    if move not in position.transitions():
        raise IllegalMoveError(
            f"the strategy {quoted(name)} chose {quoted(str(move))}, not a legal move"
        )
    return decision


def consult(
    strategy: Strategy,
    name: str,
    position: Position,
    context: Context | None = None,
    *,
    patience: float,
) -> Decision:
    """As `answer`, but given up with StillThinkingError after `patience` seconds.

    A thread that does not come back cannot be killed; it is left behind as a daemon, so that it
    does not keep the program from ending.
    """
    results: list[Decision | StrategyError] = []

    def think() -> None:
        try:
            results.append(answer(strategy, name, position, context))
        except StrategyError as error:
            results.append(error)

    thread = threading.Thread(target=think, name=f"strategy {name}", daemon=True)
    thread.start()
    thread.join(patience)
    if not results:
        raise StillThinkingError(
            f"the strategy {quoted(name)} did not answer within {patience:g} seconds"
        )
    result = results[0]
    if isinstance(result, StrategyError):
        raise result
    return result
