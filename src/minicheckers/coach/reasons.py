"""Why a move is a mistake, claimed only where it is forced: men lost or missed, kings likewise.

A search of a few plies proves a claim: with the captures that are then due played to their end, one
side can force it after the mistake, or only after the best move. Nothing is judged on the way.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache

from ..engine.deepening import Stopped, moves_through
from ..game.presentation import men
from ..rules.movegen import State, capture_generator, generator
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import COLOURS, Colour, Goal, Variant
from ..support.text import Phrase, number_word

#: How many plies after a move are searched in full, a tenth of a second on average; and after so
#: many nodes nothing is claimed.
PLIES, MOST_NODES = 7, 30_000
#: What is not counted any more: whoever cannot move has lost.
_NONE_LEFT = 100

#: What a state counts for the side to move; as much with the other sign for the other side.
Count = Callable[[State], int]


class Consequence(Enum):
    """What a mistake does."""

    LOSES_MEN = "loses men"
    MISSES_MEN = "misses men"
    ALLOWS_KING = "allows a king"
    MISSES_KING = "misses a king"

    @property
    def is_missed(self) -> bool:
        """Whether it is about what the best move would have won."""
        return self in (Consequence.MISSES_MEN, Consequence.MISSES_KING)


@dataclass(frozen=True)
class Explanation:
    """A claim about so many men or kings, and the moves that show it.

    They begin with the best move if something is missed, else with the answer to the mistake.
    """

    claim: Consequence
    number: int
    line: tuple[Move, ...]


@lru_cache(maxsize=256)
def reason(position: Position, move: Move, best: Move, plies: int = PLIES) -> Explanation | None:
    """Why a move is worse than the best one; None where nothing is forced."""
    variant, mover = position.variant, position.turn
    if variant.goal is Goal.LOSING:
        return None
    bad, good = (position.transitions()[one] for one in (move, best))
    for count, loses, misses in (
        (_lead, Consequence.LOSES_MEN, Consequence.MISSES_MEN),
        (_kings_of(mover.other), Consequence.ALLOWS_KING, None),
        (_kings_of(mover), None, Consequence.MISSES_KING),
    ):
        before = count(position.state)
        try:
            kept, kept_by = _forced(variant, good.state, before, count, plies)
            left, left_by = _forced(variant, bad.state, before, count, plies)
        except Stopped:
            return None
        if max(abs(kept - before), abs(left - before)) > _NONE_LEFT // 2:
            continue
        if loses is not None and left < before and left < kept:
            return Explanation(loses, before - left, _shown(bad, left_by, count))
        if misses is not None and left <= before < kept:
            return Explanation(misses, kept - before, (best, *_shown(good, kept_by, count)))
    return None


def _lead(state: State) -> int:
    men, kings, foe_men, foe_kings, _ = state
    return (men | kings).bit_count() - (foe_men | foe_kings).bit_count()


def _kings_of(colour: Colour) -> Count:
    def count(state: State) -> int:
        return state[1].bit_count() if state[4] == colour.side else -state[3].bit_count()

    return count


def _forced(
    variant: Variant, state: State, before: int, count: Count, plies: int
) -> tuple[int, tuple[State, ...]]:
    """What the side that has just moved keeps against best play, and the states of that play."""
    successors, captures = generator(variant), capture_generator(variant)
    nodes = 0

    def value(state: State, plies: int, alpha: int, beta: int) -> tuple[int, tuple[State, ...]]:
        nonlocal nodes
        nodes += 1
        if nodes > MOST_NODES:
            raise Stopped
        children = successors(state) if plies > 0 else captures(state)
        best, line = -_NONE_LEFT, tuple[State, ...]()
        if plies <= 0 and not (children and variant.capture_forced):
            best = count(state)
        for child in sorted(children, key=count):
            if best >= beta:
                break
            below, after = value(child, plies - 1, -beta, -max(alpha, best))
            if -below > best:
                best, line = -below, (child, *after)
        return best, line

    # More than a few men, or than a king, need not be told apart.
    found, line = value(state, plies, -before - 3, 3 - before)
    return -found, line


def _shown(position: Position, states: Iterable[State], count: Count) -> tuple[Move, ...]:
    """The moves through these states, up to the last one that changes the count."""
    moves, last = tuple(moves_through(position, states)), 0
    for ply, move in enumerate(moves, start=1):
        before, position = count(position.state), position.play(move)
        if count(position.state) != -before:
            last = ply
    return moves[: last or len(moves)]


def reason_words(found: Explanation, position: Position) -> Phrase:
    """What a mistake in a position does, as the end of a sentence."""
    variant, first = position.variant, found.line[0]
    opponent, king = position.turn.other.capitalize(), variant.king_name
    any_kings = any(position.kings(colour) for colour in COLOURS)
    one, several = ("piece", "pieces") if any_kings else (variant.man_name, men(variant))
    lost = f"a {one}" if found.number == 1 else f"{number_word(found.number)} {several}"
    match found.claim:
        case Consequence.LOSES_MEN if first.captured:
            return Phrase(f"loses {lost} to ", first)
        case Consequence.LOSES_MEN:
            return Phrase(f"loses {lost}: {opponent} answers ", first)
        case Consequence.MISSES_MEN:
            return Phrase(f"misses {lost}: ", first, f" wins {lost}")
        case Consequence.ALLOWS_KING:
            return Phrase(f"lets {opponent} get a {king}: the answer is ", first)
        case Consequence.MISSES_KING:
            return Phrase(f"misses a {king}: ", first, " leads to one")
