"""Alpha-beta on states: the value of one node, to a depth and within a window.

It speaks negamax: every score is for the side to move, so that one rule serves both sides. Beyond
the depth only captures are searched (quiescence), so that no position is judged in the middle of an
exchange.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from ..line import QUIET_PLIES_TO_DRAW
from ..rules.movegen import State, generator
from ..rules.variant import Variant
from .evaluate import Judge
from .quiet import can_step, capture_pending, is_reversible
from .score import DECIDED, DRAW, INFINITY, MAX_PLY
from .table import EXACT, LOWER, UPPER, Table

#: The clock and the stop request are looked at once in so many nodes (a power of two).
NODES_BETWEEN_LOOKS = 64

#: A position cannot come back in fewer plies: both sides must go away and return.
SHORTEST_CYCLE = 4

Line = tuple[State, ...]


@dataclass(frozen=True)
class Counts:
    """What a search has done so far.

    ``estimates`` counts everything that a deeper search might judge otherwise; a search that adds
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
    line: Callable[[], Line]
    counts: Callable[[], Counts]


def grow(
    variant: Variant,
    path: list[State],
    quiet: int,
    heuristic: Judge,
    final: Judge,
    table: Table,
    look: Callable[[], None],
    *,
    exact: bool,
) -> Tree:
    """The search tree whose root is the last state of `path`.

    `path` begins with the earlier states of the game that may come back, and its last `quiet`
    plies were reversible. `look` is called every few nodes and ends the search by raising.

    An `exact` tree has the values of plain minimax: it takes a score from the table only for the
    very depth, and only where no earlier state of the path can come back.
    """
    successors = generator(variant)
    # Where captures are the duty, a position with a capture has no other moves.
    captures = generator(replace(variant, capture_forced=True))
    pending = capture_pending(variant)
    mobile = can_step(variant)
    forced = variant.capture_forced
    draws = variant.crowns
    slots, mask = table.slots, table.mask
    look_mask = NODES_BETWEEN_LOOKS - 1
    # While quiet plies and plies to go are fewer than this, history cannot change a value (in a
    # search that is not exact: only the 80-ply rule is worth the care).
    safe_distance = SHORTEST_CYCLE if exact else QUIET_PLIES_TO_DRAW

    nodes = estimates = 0
    cutoffs = [0, 0]
    lines: list[Line] = [()] * (MAX_PLY + 2)
    # How often a move refuted something, for each side; a move is the squares it left and entered.
    refutations: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def finished(state: State, ply: int) -> int:
        score = final(state)
        if score > DECIDED:
            return score - ply
        if score < -DECIDED:
            return score + ply
        return score

    def quiesce(state: State, alpha: int, beta: int, ply: int) -> int:
        """The value when only captures are played on; who need not capture may also stand."""
        nonlocal nodes, estimates
        nodes += 1
        if not nodes & look_mask:
            look()
        best = -INFINITY
        if not forced or not pending(state):
            if not mobile(state) and not successors(state):
                return finished(state, ply)
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

    def drawn(child: State, ply: int, quiet: int) -> bool:
        """Whether history makes a draw of a state about to be entered.

        A repetition within the search is enough: who went there once would go there again.
        """
        if quiet >= QUIET_PLIES_TO_DRAW:
            return bool(successors(child))
        earlier = path[-SHORTEST_CYCLE : -quiet - 1 : -2]
        return child in earlier and (
            earlier.count(child) > 1 or child in path[-SHORTEST_CYCLE : -min(quiet, ply) - 1 : -2]
        )

    def ordered(state: State, depth: int, hint: State | None) -> list[State]:
        """The children to try, most likely refutations first, without the one tried before."""
        children = successors(state)
        if hint is not None:
            children.remove(hint)
        if depth and len(children) > 1:
            refuted = refutations[state[4]].get
            own = state[0] | state[1]
            children.sort(key=lambda child: -refuted(own ^ (child[2] | child[3]), 0))
        return children

    def negamax(state: State, depth: int, alpha: int, beta: int, ply: int, quiet: int) -> int:
        nonlocal nodes, estimates
        nodes += 1
        if not nodes & look_mask:
            look()
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
                if score > DECIDED:
                    score -= ply
                elif score < -DECIDED:
                    score += ply
                if bound == EXACT or (score >= beta if bound == LOWER else score <= alpha):
                    if not solved:
                        estimates += 1
                    return score

        floor, estimates_before = alpha, estimates
        best, best_child = -INFINITY, None
        depth -= 1
        below = ply + 1
        own = state[0] | state[1]
        if draws:
            path.append(state)
        # The table's move often refutes all by itself; then the others need not be generated.
        children = [hint] if hint is not None else ordered(state, depth, None)
        while True:
            for child in children:
                child_quiet = quiet + 1 if draws and is_reversible(state, child) else 0
                if child_quiet >= SHORTEST_CYCLE and drawn(child, below, child_quiet):
                    estimates += 1
                    score = DRAW
                    lines[below] = ()
                elif not depth:
                    score = -quiesce(child, -beta, -alpha, below)
                    lines[below] = ()
                elif best_child is None:
                    score = -negamax(child, depth, -beta, -alpha, below, child_quiet)
                else:
                    score = -negamax(child, depth, -alpha - 1, -alpha, below, child_quiet)
                    if alpha < score < beta:
                        score = -negamax(child, depth, -beta, -alpha, below, child_quiet)
                if score > best:
                    best, best_child = score, child
                    if score > alpha:
                        if score >= beta:
                            cutoffs[ply & 1] += 1
                            if depth:
                                move = own ^ (child[2] | child[3])
                                known = refutations[state[4]].get(move, 0)
                                refutations[state[4]][move] = known + depth * depth
                            break
                        alpha = score
                        lines[ply] = (child, *lines[below])
            else:
                if hint is not None:
                    children, hint = ordered(state, depth, hint), None
                    continue
            break
        if draws:
            path.pop()
        if best_child is None:
            return finished(state, ply)

        score = best
        if score > DECIDED:
            score += ply
        elif score < -DECIDED:
            score -= ply
        slots[slot] = (
            state,
            depth + 1 if sharable else -1,
            sharable and estimates == estimates_before,
            LOWER if best >= beta else EXACT if best > floor else UPPER,
            score,
            best_child,
        )
        return best

    def value(state: State, depth: int, alpha: int, beta: int) -> int:
        nonlocal estimates
        child_quiet = quiet + 1 if draws and is_reversible(path[-1], state) else 0
        lines[1] = ()
        if child_quiet >= SHORTEST_CYCLE and drawn(state, 1, child_quiet):
            estimates += 1
            return DRAW
        if depth < 1:
            return quiesce(state, alpha, beta, 1)
        return negamax(state, depth, alpha, beta, 1, child_quiet)

    return Tree(
        value,
        lambda: lines[1],
        lambda: Counts(nodes, cutoffs[0], cutoffs[1], estimates),
    )
