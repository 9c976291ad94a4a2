"""Alpha-beta on states: the value of one node, to a depth and within a window.

It speaks negamax: every score is for the side to move, so that one rule serves both sides. Beyond
the depth only captures are searched (quiescence), so that no position is judged in the middle of an
exchange.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..game.timeline import QUIET_PLIES_TO_DRAW
from ..rules.movegen import State, generator
from ..rules.probes import can_step, capture_pending, is_reversible
from ..rules.variant import Variant
from .evaluate import Evaluator
from .ordering import Refutations
from .repetition import SHORTEST_CYCLE, History
from .score import DRAW, INFINITY, MAX_PLY, seen_from_node, seen_from_root
from .table import EXACT, LOWER, UPPER, Table

#: The clock and the stop request are looked at once in so many nodes (a power of two).
NODES_BETWEEN_POLLS = 64

Variation = tuple[State, ...]


@dataclass(frozen=True)
class Counts:
    """What a search has done so far.

    ``estimates`` counts everything that a deeper search might see otherwise; a search that adds
    none of them has solved its position.
    """

    nodes: int
    max_cutoffs: int
    min_cutoffs: int
    estimates: int


@dataclass(frozen=True)
class Tree:
    """The search tree of a root.

    ``value(child, depth, alpha, beta)`` is the value of one of the root's children, exact within
    the window and a bound outside it; ``line()`` the principal variation found below that child.
    """

    value: Callable[[State, int, int, int], int]
    line: Callable[[], Variation]
    counts: Callable[[], Counts]


@dataclass(frozen=True)
class Root:
    """Where a tree begins, and how it judges.

    ``game`` ends with the root's state and begins with the earliest that may come back: its plies
    were all reversible.
    """

    variant: Variant
    game: list[State]
    heuristic: Evaluator
    final: Evaluator


def make_tree(root: Root, table: Table, poll: Callable[[], None], *, exact: bool) -> Tree:
    """The search tree below a root. `poll` is called every few nodes and ends it by raising.

    An `exact` tree has the values of plain minimax: it takes a score from the table only for the
    very depth, and only where no earlier state of the path can come back.
    """
    variant, heuristic, final = root.variant, root.heuristic, root.final
    successors = generator(variant)
    # Where captures are the duty, a position with a capture has no other moves.
    captures = generator(replace(variant, capture_forced=True))
    pending = capture_pending(variant)
    mobile = can_step(variant)
    forced = variant.capture_forced
    draws = variant.crowns
    history = History(root.game, successors)
    refutations = Refutations()
    slots, mask = table.slots, table.mask
    poll_mask = NODES_BETWEEN_POLLS - 1
    # While quiet plies and plies to go are fewer than this, history cannot change a value (in a
    # search that is not exact: only the 80-ply rule is worth the care).
    safe_distance = SHORTEST_CYCLE if exact else QUIET_PLIES_TO_DRAW

    nodes = estimates = 0
    cutoffs = [0, 0]
    lines: list[Variation] = [()] * (MAX_PLY + 2)

    def quiesce(state: State, alpha: int, beta: int, ply: int) -> int:
        """The value when only captures are played on; who need not capture may also stand."""
        nonlocal nodes, estimates
        nodes += 1
        if not nodes & poll_mask:
            poll()
        best = -INFINITY
        if not forced or not pending(state):
            if not mobile(state) and not successors(state):
                return seen_from_root(final(state), ply)
            estimates += 1
            best = heuristic(state)
            if forced or best >= beta or not pending(state):
                return best
            alpha = max(alpha, best)
        children = captures(state)
        if len(children) > 1:
            # What looks worst for the opponent first: flying kings exchange themselves in so many
            # orders that without this one leaf in a thousand takes a million nodes.
            children.sort(key=heuristic)
        for child in children:
            score = -quiesce(child, -beta, -alpha, ply + 1)
            if score > best:
                best = score
                if score > alpha:
                    if score >= beta:
                        cutoffs[ply & 1] += 1
                        break
                    alpha = score
        return best

    def candidates(state: State, depth: int, hint: State | None) -> Iterator[State]:
        """The children, most likely refutations first."""
        if hint is not None:
            # It often refutes all by itself; then the others need not be generated.
            yield hint
        children = successors(state)
        if hint is not None:
            children.remove(hint)
        if depth > 1 and len(children) > 1:
            refutations.sort(state, children)
        yield from children

    def negamax(state: State, depth: int, alpha: int, beta: int, ply: int, quiet: int) -> int:
        nonlocal nodes, estimates
        nodes += 1
        if not nodes & poll_mask:
            poll()
        lines[ply] = ()
        sharable = not quiet or quiet + depth < safe_distance
        slot = hash(state) & mask
        entry = slots[slot]
        hint = None
        if entry is not None and entry[0] == state:
            _, known, solved, bound, score, hint = entry
            if sharable and (
                known == depth or (known > depth and not exact) or (known < depth and solved)
            ):
                score = seen_from_root(score, ply)
                if bound == EXACT or (score >= beta if bound == LOWER else score <= alpha):
                    if not solved:
                        estimates += 1
                    return score

        floor, estimates_before = alpha, estimates
        best, best_child = -INFINITY, None
        below = ply + 1
        history.enter(state)
        for child in candidates(state, depth, hint):
            child_quiet = quiet + 1 if draws and is_reversible(state, child) else 0
            if child_quiet and history.makes_a_draw(child, below, child_quiet):
                estimates += 1
                score = DRAW
                lines[below] = ()
            elif depth == 1:
                score = -quiesce(child, -beta, -alpha, below)
                lines[below] = ()
            elif best_child is None:
                score = -negamax(child, depth - 1, -beta, -alpha, below, child_quiet)
            else:
                score = -negamax(child, depth - 1, -alpha - 1, -alpha, below, child_quiet)
                if alpha < score < beta:
                    score = -negamax(child, depth - 1, -beta, -alpha, below, child_quiet)
            if score > best:
                best, best_child = score, child
                if score > alpha:
                    if score >= beta:
                        cutoffs[ply & 1] += 1
                        if depth > 1:
                            refutations.reward(state, child, depth - 1)
                        break
                    alpha = score
                    lines[ply] = (child, *lines[below])
        history.leave()
        if best_child is None:
            return seen_from_root(final(state), ply)

        slots[slot] = (
            state,
            depth if sharable else -1,
            sharable and estimates == estimates_before,
            LOWER if best >= beta else EXACT if best > floor else UPPER,
            seen_from_node(best, ply),
            best_child,
        )
        return best

    def value(child: State, depth: int, alpha: int, beta: int) -> int:
        nonlocal estimates
        quiet = len(root.game) if draws and is_reversible(root.game[-1], child) else 0
        lines[1] = ()
        if history.makes_a_draw(child, 1, quiet):
            estimates += 1
            return DRAW
        if depth < 1:
            return quiesce(child, alpha, beta, 1)
        return negamax(child, depth, alpha, beta, 1, quiet)

    return Tree(
        value,
        lambda: lines[1],
        lambda: Counts(nodes, cutoffs[0], cutoffs[1], estimates),
    )
