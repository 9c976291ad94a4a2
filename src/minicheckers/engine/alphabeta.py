"""Alpha-beta on states: the value of one node, to a depth and within a window.

It speaks negamax: every score is for the side to move, so that one rule serves both sides. Beyond
the depth only captures are searched (`quiescence`).
"""

from collections.abc import Callable

from ..rules.movegen import State, step_generator
from ..rules.predicates import is_reversible
from .evaluate.base import FULL_WIDTH, LMR_DEPTH, LMR_MORE_DEPTH, Pruning
from .quiescence import NODES_BETWEEN_POLLS, Quiescence, Root
from .repetition import SHORTEST_CYCLE, History
from .score import DECIDED, DRAW, INFINITY, MAX_PLY, seen_from_root
from .table import MOVE_ONLY, Table

#: Best play by both sides: the states that it passes through.
Variation = tuple[State, ...]

#: This close to the root a table that is kept from move to move must not hide a draw by repetition
#: from a search: no cut-offs there in a node to which reversible plies of the game have led.
NO_CUTOFF_PLIES = 3

_NEVER = 1_000_000


class HistoryHeuristic:
    """Which moves to try first: those that have caused most cut-offs elsewhere in the tree.

    The search has states, not moves; the squares left and entered, and by whom, name a move well
    enough, and are had with one XOR.
    """

    def __init__(self) -> None:
        self._scores: tuple[dict[int, int], dict[int, int]] = ({}, {})

    def sort(self, state: State, children: list[State]) -> None:
        """Put the most likely cut-offs first; equals stay as they are."""
        score = self._scores[state[4]].get
        own = state[0] | state[1]
        children.sort(key=lambda child: score(own ^ (child[2] | child[3]), 0), reverse=True)

    def bonus(self, state: State, child: State, depth: int) -> None:
        """Remember a cut-off; the deeper the tree it saved, the more it counts."""
        scores = self._scores[state[4]]
        move = (state[0] | state[1]) ^ (child[2] | child[3])
        scores[move] = scores.get(move, 0) + depth * depth


class SearchTree(Quiescence):
    """The search tree below a root; `value` and `principal_variation` are its public questions.

    An `exact` tree has the values of plain minimax; `_negamax` says what that takes.
    """

    __slots__ = (
        "_can_repeat",
        "_exact",
        "_futility_depth",
        "_futility_margins",
        "_history_heuristic",
        "_history_horizon",
        "_lmr_from",
        "_lmr_more_from",
        "_men_return",
        "_path",
        "_repetition",
        "_root",
        "_slot_mask",
        "_slots",
        "_steps",
        "_table",
        "_variations",
    )

    def __init__(
        self,
        root: Root,
        table: Table,
        poll: Callable[[int], None],
        pruning: Pruning = FULL_WIDTH,
        *,
        exact: bool = False,
    ) -> None:
        super().__init__(root, poll, pruning)
        variant = root.variant
        self._root = root
        self._table, self._slots, self._slot_mask = table, table.slots, table.mask
        self._exact = exact
        self._lmr_from = _NEVER if pruning.lmr_from is None else pruning.lmr_from
        self._lmr_more_from = pruning.lmr_more_from
        self._futility_margins = (0, *pruning.futility_margins)
        self._futility_depth = len(pruning.futility_margins)
        self._steps = step_generator(variant)
        self._can_repeat = variant.repetitions > 0 or variant.quiet_plies > 0
        self._men_return = any(not down for down, _ in variant.man_steps)
        self._repetition = History(root.game, variant)
        self._path = self._repetition.states
        self._history_heuristic = HistoryHeuristic()
        # While reversible plies and plies to go are fewer than this, history cannot change a value
        # (in a search that is not exact: only the rule of quiet plies is worth the care).
        quiet_plies = variant.quiet_plies or _NEVER
        self._history_horizon = SHORTEST_CYCLE if exact else quiet_plies
        self._variations: list[Variation] = [()] * (MAX_PLY + 2)

    def value(self, child: State, depth: int, alpha: int, beta: int) -> int:
        """The value of one of the root's children, with the promises of `_negamax`."""
        game = self._root.game
        reversible = len(game) if self._can_repeat and is_reversible(game[-1], child) else 0
        self._variations[1] = ()
        if self._repetition.makes_a_draw(child, 1, reversible):
            self._inexact_leaves += 1
            return DRAW
        if self._probe is not None and child[:2] != game[-1][2:4]:
            known_score = self._probe(child, 1)
            if known_score is not None:
                return known_score
        if depth < 1:
            return self._leaf_value(child, alpha, beta, 1)
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
        history, which the table knows nothing of: there it only tells which move to try first. Nor
        in the first plies of a search if the reversible plies began in the game before it.

        An `exact` tree promises all this of the value of plain minimax. So it takes from the table
        what was searched to the very depth (or is solved), and minds not only the rule of quiet
        plies but also every repetition that the depth to go has room for. Other trees promise it
        of a value that is searched less deep where their pruning says so.
        """
        self._nodes = nodes = self._nodes + 1
        if nodes >= self._next_poll:
            self._next_poll += NODES_BETWEEN_POLLS
            self._poll(nodes)
        quiet = self._is_quiet(state) if depth <= self._futility_depth else None
        if quiet and alpha >= -DECIDED and beta <= DECIDED:
            # Near the leaves a bound is good enough that no quiet move is likely to change.
            static, margin = self._heuristic(state), self._futility_margins[depth]
            if static + margin <= alpha:
                self._inexact_leaves += 1
                return static + margin
            if static - margin >= beta:
                self._inexact_leaves += 1
                return static - margin

        path_independent = not reversible or reversible + depth < self._history_horizon
        slot = hash(state) & self._slot_mask
        entry = self._slots[slot]
        table_move = None
        if entry is not None and entry[0] == state:
            if path_independent and (ply > NO_CUTOFF_PLIES or reversible <= ply):
                known_score = self._table.cutoff(entry, depth, alpha, beta, ply, self._exact)
                if known_score is not None:
                    if not entry[2]:
                        self._inexact_leaves += 1
                    return known_score
            table_move = entry[5]

        inexact_before = self._inexact_leaves
        self._path.append(state)
        best, best_child = -INFINITY, None
        original_alpha = alpha
        variations = self._variations
        below = ply + 1
        forced, probe = self._forced, self._probe
        men, kings, foe_men, foe_kings, _ = state
        men_return = self._men_return
        # Leaves need not know how many reversible plies lead to them, unless they may be draws.
        may_return = (
            self._can_repeat
            and (men_return or kings != 0)
            and (depth > 1 or reversible + 1 >= SHORTEST_CYCLE)
        )
        # The table's move often causes a cut-off by itself; then no others need be generated.
        children = (
            [table_move] if table_move is not None else self._ordered_children(state, depth, quiet)
        )
        for number, child in enumerate(children):
            variations[below] = ()
            child_reversible = 0
            if may_return and (men_return or child[2] == men) and is_reversible(state, child):
                child_reversible = reversible + 1
            if child_reversible >= SHORTEST_CYCLE and self._repetition.makes_a_draw(
                child, below, child_reversible
            ):
                self._inexact_leaves += 1
                score = DRAW
            elif (
                probe is not None
                and (child[0] != foe_men or child[1] != foe_kings)
                and (known_score := probe(child, below)) is not None
            ):
                score = -known_score
            elif depth == 1:
                # `_leaf_value` written out: half of all nodes come by here.
                if forced:
                    score = -self._quiesce(child, -beta, -alpha, below)
                else:
                    score = -self._quiesce_or_stand_pat(child, -beta, -alpha, below)
            elif best_child is None:
                score = -self._negamax(child, depth - 1, -beta, -alpha, below, child_reversible)
            else:
                # Whether a move is better is cheaper to ask than how good it is; and of a late and
                # quiet one it is cheaper still to ask first at less depth.
                score = alpha + 1
                if (
                    number >= self._lmr_from
                    and depth >= LMR_DEPTH
                    and child[0] == foe_men
                    and child[1] == foe_kings
                    and (child[2] == men or child[3] == kings)
                ):
                    more = number >= self._lmr_more_from and depth >= LMR_MORE_DEPTH
                    less = depth - (3 if more else 2)
                    score = -self._negamax(child, less, -alpha - 1, -alpha, below, child_reversible)
                    self._inexact_leaves += 1
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
                        if depth > 1:
                            self._history_heuristic.bonus(state, child, depth - 1)
                        break
                    alpha = score
                    variations[ply] = (child, *variations[below])
            if table_move is not None:
                # The loop goes on with the others.
                children += self._ordered_children(state, depth, quiet, table_move)
                table_move = None
        self._path.pop()
        if best_child is None:
            return seen_from_root(self._final(state), ply)

        solved = path_independent and self._inexact_leaves == inexact_before
        searched = depth if path_independent else MOVE_ONLY
        self._table.store(
            slot, state, searched, solved, original_alpha, beta, best, ply, best_child
        )
        return best

    def _ordered_children(
        self, state: State, depth: int, quiet: bool | None, without: State | None = None
    ) -> list[State]:
        """The children, most likely cut-offs first; `quiet`: whether it is, if that is known."""
        if not self._forced:
            children = self._successors(state)
        elif self._is_quiet(state) if quiet is None else quiet:
            children = self._steps(state)
        else:
            children = self._captures(state) or self._successors(state)
        if without is not None:
            children.remove(without)
        if depth > 1 and len(children) > 1:
            self._history_heuristic.sort(state, children)
        return children
