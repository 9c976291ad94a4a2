"""Checking what a strategy answers: whatever is wrong with it becomes one sentence.

Strategies may be anybody's. One that raises, answers with something that is not a legal move or
reports nonsense must not take the game down. Answers are checked once, where they come in: those
of code in this process by `CheckedStrategy`, those of other processes by `process`. A person's game
asks our own through `answer`, too, because it has to go on whatever fails.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from typing import Any

from ..engine.decision import Context, Decision
from ..engine.score import Score
from ..rules.notation import Move
from ..rules.position import Position
from ..support.text import quoted
from ..support.upgrades import UPGRADED, is_upgraded
from .strategy import Factory, Options, Strategy, choices

#: Scores and counts of nodes are smaller than this, either way.
LARGEST_NUMBER = 10**15
_LONGEST_REASON = 200
#: A line of moves is cut there.
LONGEST_PV = 64


class StrategyError(Exception):
    """A strategy failed to choose a move; the text is a sentence for the user."""


class IllegalMoveError(StrategyError):
    """A strategy chose a move that is not legal."""


def answer(
    strategy: Strategy, name: str, position: Position, context: Context | None = None
) -> Decision:
    """The strategy's decision, checked to be legal; StrategyError with a sentence if it fails."""
    try:
        return checked(strategy.choose(position, context or Context()), name, position)
    except StrategyError:
        raise
    except Exception as error:
        if "failed to map segment" in reason(error):  # a module had no memory to be loaded into
            raise MemoryError from error
        raise failure(name, error) from error


def failure(name: str, error: BaseException) -> StrategyError:
    """The sentence about an exception that came out of a strategy."""
    return StrategyError(f"the strategy {quoted(name)} failed: {reason(error)}")


def reason(error: BaseException) -> str:
    """What an exception says, safe to show, whatever its own text does."""
    if is_upgraded():
        return UPGRADED
    import traceback  # only needed when something has gone wrong

    return quoted("".join(traceback.format_exception_only(error)).strip(), _LONGEST_REASON)


def checked(decision: Any, name: str, position: Position) -> Decision:
    """The decision if all of it can be relied on; StrategyError with a sentence if not.

    A legal move alone, or its text, is a decision too.
    """
    if not isinstance(decision, Decision | Move | str):
        kind = quoted(type(decision).__name__)
        raise StrategyError(
            f"the strategy {quoted(name)} answered with {kind}, not with a Decision or a move"
        )
    told = decision if isinstance(decision, Decision) else Decision(decision)  # type: ignore[arg-type]
    move = legal_move(told.move, name, position)
    score, pv = told.score, told.pv
    limits = ((told.depth, 0), (told.nodes, 0), (score or 0, 1 - LARGEST_NUMBER))
    if not isinstance(pv, tuple) or not all(is_sound(number, least) for number, least in limits):
        raise StrategyError(
            f"the strategy {quoted(name)} answered with a Decision whose score, depth or nodes "
            "are not whole numbers of sensible size, or whose pv is not a tuple of moves"
        )
    if score is not None and type(score) is not Score:
        score = Score(int(score))
    return replace(told, move=move, score=score, pv=legal_line(position, pv))


def legal_move(
    said: object,
    name: str,
    position: Position,
    read: Callable[[Position, Any], Move] = Position.find,
) -> Move:
    """The move that a strategy has chosen; IllegalMoveError with a sentence if it is none."""
    trouble = f"the strategy {quoted(name)} chose {quoted(str(said))}, not a legal move"
    try:
        move = read(position, said)
    except ValueError:
        raise IllegalMoveError(trouble) from None
    try:
        position.play(move)
    except ValueError as error:
        raise IllegalMoveError(f"{trouble}: {error}") from None
    return move


def legal_line(
    position: Position,
    said: Iterable[object],
    read: Callable[[Position, Any], Move] = Position.find,
) -> tuple[Move, ...]:
    """The beginning of a line of moves, as far as they can be played."""
    line: list[Move] = []
    with suppress(ValueError):
        for one in islice(said, LONGEST_PV):
            move = read(position, one)
            position = position.play(move)
            line.append(move)
    return tuple(line)


def is_sound(number: object, least: int = 0) -> bool:
    """Whether it is a whole number that can be believed."""
    return isinstance(number, int) and least <= number < LARGEST_NUMBER


def make(factory: Factory, options: Options) -> Strategy:
    """Make a strategy: TypeError if it is none, and whatever else the factory raises."""
    made = factory(options)
    if not callable(getattr(made, "choose", None)):
        raise TypeError("it has no method 'choose'")
    return made


class CheckedStrategy:
    """A strategy of other code in this process: its answers are checked, its time kept."""

    def __init__(self, name: str, factory: Factory, options: Options) -> None:
        """Make it; ValueError with a sentence if that fails."""
        try:
            self._made = make(factory, options)
        except Exception as error:
            raise ValueError(
                f"the strategy {quoted(name)} cannot be made: {reason(error)}"
            ) from error
        self._name = name
        self._time = options.time

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        """Choose a legal move; StrategyError with a sentence if the strategy fails."""
        choices(position)
        return answer(self._made, self._name, position, context.within(self._time))
