"""Alpha-beta on states: the value of one node, to a depth and within a window.

It speaks negamax: every score is for the side to move, so that one rule serves both sides. Beyond
the depth only captures are searched (`exchanges`).
"""

from collections.abc import Callable

from ..rules.movegen import State, step_generator
from ..rules.probes import is_reversible
from .exchanges import NODES_BETWEEN_POLLS, Exchanges
from .ordering import Refutations
from .repetition import SHORTEST_CYCLE, History
from .root import Root
from .score import DECIDED, DRAW, INFINITY, MAX_PLY, seen_from_node, seen_from_root
from .selectivity import (
    FULL_WIDTH,
    LEAST_DEPTH_TO_REDUCE,
    LEAST_DEPTH_TO_REDUCE_MORE,
    Selectivity,
)
from .table import EXACT, LOWER, UPPER, Table

#: Best play by both sides: the states that it passes through.
Variation = tuple[State, ...]

_NEVER = 1_000_000


class Tree(Exchanges):
    """The search tree below a root; `value` and `principal_variation` are its public questions.

    An `exact` tree has the values of plain minimax; `_negamax` says what that takes.
    """

    __slots__ = (
        "_draws",
        "_exact",
        "_full_moves",
        "_history",
        "_many_moves",
        "_margins",
        "_mask",
        "_path",
        "_prunable_depth",
        "_refutations",
        "_root",
        "_safe_distance",
        "_sideways",
        "_slots",
        "_steps",
        "_variations",
    )

    def __init__(
        self,
        root: Root,
        table: Table,
        poll: Callable[[int], None],
        selectivity: Selectivity = FULL_WIDTH,
        *,
        exact: bool = False,
    ) -> None:
        super().__init__(root, poll, selectivity)
        variant = root.variant
        self._root = root
        self._exact = exact
        self._full_moves = _NEVER if selectivity.full_moves is None else selectivity.full_moves
        self._many_moves = selectivity.many_moves
        self._margins = (0, *selectivity.margins)
        self._prunable_depth = len(selectivity.margins)
        self._steps = step_generator(variant)
        self._draws = variant.quiet_plies > 0
        self._sideways = any(not down for down, _ in variant.man_steps)
        self._history = History(root.game, self._successors, variant.quiet_plies)
        self._path = self._history.states
        self._refutations = Refutations()
        self._slots, self._mask = table.slots, table.mask
        # While reversible plies and plies to go are fewer than this, history cannot change a value
        # (in a search that is not exact: only the 80-ply rule is worth the care).
        self._safe_distance = SHORTEST_CYCLE if exact else variant.quiet_plies
        self._variations: list[Variation] = [()] * (MAX_PLY + 2)

    def value(self, child: State, depth: int, alpha: int, beta: int) -> int:
        """The value of one of the root's children, with the promises of `_negamax`."""
        game = self._root.game
        reversible = len(game) if self._draws and is_reversible(game[-1], child) else 0
        self._variations[1] = ()
        if self._history.makes_a_draw(child, 1, reversible):
            self._estimates += 1
            return DRAW
        if self._probe is not None and child[:2] != game[-1][2:4]:
            known_score = self._probe(child, 1)
            if known_score is not None:
                return known_score
        if depth < 1:
            return self._judge(child, alpha, beta, 1)
        return self._negamax(child, depth, alpha, beta, 1, reversible)

    def principal_variation(self) -> Variation:
        """The best play found below the child that was asked about last."""
        return self._variations[1]

    def _negamax(
        self, state: State, depth: int, alpha: int, beta: int, ply: int, reversible: int
    ) -> int:
        """The value of a state `ply` plies from the root, searched `depth` plies deep.

        Its result r is for the side to move, and promises of the value v at that depth:

        - alpha < r < beta: v is r, and the variation at `ply` is the play that leads to it (as far
          as it was searched: where the table answers, it ends);
        - r <= alpha: v is at most r (no move reaches the window);
        - r >= beta: v is at least r (one move is enough to show that).

        The table may answer instead of a search, within the same promises, if what it knows was
        searched as deep or deeper, or is solved and so the same at all depths. Not where the
        `reversible` plies before the state and the depth to go are enough for a draw by
        history, which the table knows nothing of: there it only tells which move to try first.

        An `exact` tree promises all this of the value of plain minimax. So it takes from the table
        what was searched to the very depth (or is solved), and minds not only the 80-ply rule but
        also every repetition that the depth to go has room for. Other trees promise it of a value
        that is searched less deep where their selectivity says so.
        """
        self._nodes += 1
        if self._nodes >= self._next_poll:
            self._next_poll += NODES_BETWEEN_POLLS
            self._poll(self._nodes)
        self._variations[ply] = ()
        quiet = self._is_quiet(state) if depth <= self._prunable_depth else None
        if quiet and alpha >= -DECIDED and beta <= DECIDED:
            # Near the leaves a bound is good enough that no quiet move is likely to change.
            guess, margin = self._heuristic(state), self._margins[depth]
            if guess + margin <= alpha:
                self._estimates += 1
                return guess + margin
            if guess - margin >= beta:
                self._estimates += 1
                return guess - margin

        sharable = not reversible or reversible + depth < self._safe_distance
        slot = hash(state) & self._mask
        entry = self._slots[slot]
        table_move = None
        if entry is not None and entry[0] == state:
            _, searched, solved, bound, score, table_move = entry
            if sharable and (
                searched == depth
                or (searched > depth and not self._exact)
                or (searched < depth and solved)
            ):
                if not -DECIDED <= score <= DECIDED:
                    score = seen_from_root(score, ply)
                if bound == EXACT or (score >= beta if bound == LOWER else score <= alpha):
                    if not solved:
                        self._estimates += 1
                    return score

        estimates_before = self._estimates
        self._path.append(state)
        if depth == 1:
            best, best_child = self._last_ply(
                state, alpha, beta, ply, reversible, table_move, quiet
            )
        else:
            best, best_child = self._best_of(
                state, depth, alpha, beta, ply, reversible, table_move, quiet
            )
        self._path.pop()
        if best_child is None:
            return seen_from_root(self._final(state), ply)

        self._slots[slot] = (
            state,
            depth if sharable else -1,
            sharable and self._estimates == estimates_before,
            LOWER if best >= beta else EXACT if best > alpha else UPPER,
            best if -DECIDED <= best <= DECIDED else seen_from_node(best, ply),
            best_child,
        )
        return best

    def _best_of(
        self,
        state: State,
        depth: int,
        alpha: int,
        beta: int,
        ply: int,
        reversible: int,
        table_move: State | None,
        quiet: bool | None,
    ) -> tuple[int, State | None]:
        """The value of a state by its children, and the best child; None if there is none."""
        best, best_child = -INFINITY, None
        variations = self._variations
        below = ply + 1
        history, sideways = self._history, self._sideways
        probe = self._probe
        men, kings, foe_men, foe_kings, _ = state
        may_return = self._draws and (sideways or kings != 0)
        number = -1
        # The table's move often refutes all by itself; then the others need not be generated.
        children = (
            [table_move] if table_move is not None else self._ordered_children(state, depth, quiet)
        )
        for child in children:
            number += 1
            captured = child[0] != foe_men or child[1] != foe_kings
            child_reversible = 0
            if may_return and (sideways or child[2] == men) and is_reversible(state, child):
                child_reversible = reversible + 1
            if child_reversible >= SHORTEST_CYCLE and history.makes_a_draw(
                child, below, child_reversible
            ):
                self._estimates += 1
                score = DRAW
                variations[below] = ()
            elif (
                captured and probe is not None and (known_score := probe(child, below)) is not None
            ):
                score = -known_score
                variations[below] = ()
            elif best_child is None:
                score = -self._negamax(child, depth - 1, -beta, -alpha, below, child_reversible)
            else:
                # Whether a move is better is cheaper to ask than how good it is; and of a late and
                # quiet one it is cheaper still to ask first at less depth.
                score = alpha + 1
                if (
                    number >= self._full_moves
                    and depth >= LEAST_DEPTH_TO_REDUCE
                    and not captured
                    and (child[2] == men or child[3] == kings)
                ):
                    more = number >= self._many_moves and depth >= LEAST_DEPTH_TO_REDUCE_MORE
                    less = depth - (3 if more else 2)
                    score = -self._negamax(child, less, -alpha - 1, -alpha, below, child_reversible)
                    self._estimates += 1
                if score > alpha:
                    score = -self._negamax(
                        child, depth - 1, -alpha - 1, -alpha, below, child_reversible
                    )
                if alpha < score < beta:
                    score = -self._negamax(child, depth - 1, -beta, -alpha, below, child_reversible)
            if score > best:
                best, best_child = score, child
                if score > alpha:
                    if score >= beta:
                        self._cutoffs[ply & 1] += 1
                        self._refutations.reward(state, child, depth - 1)
                        break
                    alpha = score
                    variations[ply] = (child, *variations[below])
            if table_move is not None:
                # The loop goes on with the others.
                children += self._ordered_children(state, depth, quiet, table_move)
                table_move = None
        return best, best_child

    def _last_ply(
        self,
        state: State,
        alpha: int,
        beta: int,
        ply: int,
        reversible: int,
        table_move: State | None,
        quiet: bool | None,
    ) -> tuple[int, State | None]:
        """The same with one ply to go: half of all nodes, and little to do in each."""
        best, best_child = -INFINITY, None
        below = ply + 1
        forced, is_quiet, heuristic, probe = (
            self._forced,
            self._is_quiet,
            self._heuristic,
            self._probe,
        )
        history = self._history
        _, kings, foe_men, foe_kings, _ = state
        near_a_draw = (
            self._draws and reversible + 1 >= SHORTEST_CYCLE and (self._sideways or kings != 0)
        )
        children = (
            [table_move] if table_move is not None else self._ordered_children(state, 1, quiet)
        )
        for child in children:
            if (
                near_a_draw
                and is_reversible(state, child)
                and history.makes_a_draw(child, below, reversible + 1)
            ):
                self._estimates += 1
                score = DRAW
            elif (
                not quiet
                and probe is not None
                and (child[0] != foe_men or child[1] != foe_kings)
                and (known_score := probe(child, below)) is not None
            ):
                score = -known_score
            elif not forced:
                score = -self._optional_exchange(child, -beta, -alpha, below)
            elif is_quiet(child):
                self._nodes += 1
                self._estimates += 1
                score = -heuristic(child)
            else:
                score = -self._forced_exchange(child, -beta, -alpha, below)
            if score > best:
                best, best_child = score, child
                if score > alpha:
                    if score >= beta:
                        self._cutoffs[ply & 1] += 1
                        break
                    alpha = score
                    self._variations[ply] = (child,)
            if table_move is not None:
                children += self._ordered_children(state, 1, quiet, table_move)
                table_move = None
        return best, best_child

    def _ordered_children(
        self, state: State, depth: int, quiet: bool | None, without: State | None = None
    ) -> list[State]:
        """The children, most likely refutations first; `quiet`: whether it is, if that is known."""
        if quiet is None:
            quiet = self._forced and self._is_quiet(state)
        children = self._steps(state) if quiet else self._successors(state)
        if without is not None:
            children.remove(without)
        if depth > 1 and len(children) > 1:
            self._refutations.sort(state, children)
        return children
