"""Quiescence search: where the depth ends, captures are played on until the position is quiet.

It relies on three things that the rules of every game here promise: a capture takes a piece off the
board, so that captures come to an end; `capture_generator` makes legal captures only; and a state
is quiet exactly if its side to move can step and cannot capture.
"""

from collections.abc import Callable
from dataclasses import dataclass

from ..rules.movegen import State, capture_generator, generator
from ..rules.predicates import can_step, is_quiet
from ..rules.variant import Variant
from .evaluate.base import Evaluator, Pruning
from .score import INFINITY, seen_from_root

#: Check the clock and the stop request once in this many nodes.
NODES_BETWEEN_POLLS = 64

#: Delta pruning: the most that a capture is taken to gain, by what the opponent has.
MOST_FOR_A_MAN, MOST_FOR_A_KING = 100, 300

#: A longer chain than this may lead to an ending that is not looked up: a miss, and no mistake.
LONGEST_CHAIN = 9

#: What is known for certain: the score of a state at a ply from the root, None if unknown.
Probe = Callable[[State, int], int | None]


@dataclass(frozen=True)
class Root:
    """Where a tree begins, and what its leaves are worth.

    ``game`` ends with the root's state and begins with the earliest that may come back: its plies
    were all reversible. ``probe`` is asked after every capture below the root that may have left
    as few as ``probed_pieces``.
    """

    variant: Variant
    game: list[State]
    heuristic: Evaluator
    final: Evaluator
    probe: Probe | None = None
    probed_pieces: int = 0


@dataclass(frozen=True)
class TreeCounts:
    """What a search has done so far.

    ``inexact_leaves`` counts everything that a deeper search might see otherwise; a search that
    adds none of them has solved its position.
    """

    nodes: int
    max_cutoffs: int
    min_cutoffs: int
    inexact_leaves: int


class Quiescence:
    """The part of a tree beyond its depth, and the counts that both parts share.

    `poll` is told the nodes every few of them, and ends the search by raising.
    """

    # Every node reads a dozen of these: with slots it takes two per cent less time.
    __slots__ = (
        "_can_step",
        "_captures",
        "_cutoffs",
        "_delta_margin",
        "_final",
        "_forced",
        "_heuristic",
        "_inexact_leaves",
        "_is_quiet",
        "_next_poll",
        "_nodes",
        "_poll",
        "_probe",
        "_probe_from_pieces",
        "_successors",
    )

    def __init__(self, root: Root, poll: Callable[[int], None], pruning: Pruning) -> None:
        variant = root.variant
        self._poll = poll
        self._heuristic, self._final = root.heuristic, root.final
        self._probe = root.probe
        self._probe_from_pieces = root.probed_pieces + (LONGEST_CHAIN if variant.chains else 1)
        # Delta pruning relies on it that a capture takes one piece.
        self._delta_margin = None if variant.chains else pruning.delta_margin
        self._successors = generator(variant)
        self._captures = capture_generator(variant)
        self._can_step = can_step(variant)
        self._is_quiet = is_quiet(variant)
        self._forced = variant.capture_forced
        self._nodes = self._inexact_leaves = 0
        self._next_poll = NODES_BETWEEN_POLLS
        self._cutoffs = [0, 0]

    def counts(self) -> TreeCounts:
        return TreeCounts(self._nodes, self._cutoffs[0], self._cutoffs[1], self._inexact_leaves)

    def _leaf_value(self, state: State, alpha: int, beta: int, ply: int) -> int:
        """The value of a state where the depth ends, with the promises of `Tree._negamax`."""
        if self._forced:
            return self._quiesce(state, alpha, beta, ply)
        return self._quiesce_or_stand_pat(state, alpha, beta, ply)

    def _quiesce(self, state: State, alpha: int, beta: int, ply: int) -> int:
        """The value of a leaf in a game with mandatory captures."""
        self._nodes = nodes = self._nodes + 1
        if self._is_quiet(state):
            self._inexact_leaves += 1
            return self._heuristic(state)
        if nodes >= self._next_poll:
            self._next_poll += NODES_BETWEEN_POLLS
            self._poll(nodes)
        children = self._captures(state)
        if not children:
            if not self._successors(state):
                return seen_from_root(self._final(state), ply)
            self._inexact_leaves += 1
            return self._heuristic(state)
        if len(children) > 1:
            children.sort(key=_material_left)
        probe = self._probe
        if probe is not None:
            men, kings, foe_men, foe_kings, _ = state
            if (men | kings | foe_men | foe_kings).bit_count() > self._probe_from_pieces:
                probe = None
        below = ply + 1
        best = -INFINITY
        for child in children:
            if probe is not None and (known_score := probe(child, below)) is not None:
                score = -known_score
            else:
                score = -self._quiesce(child, -beta, -alpha, below)
            if score > best:
                best = score
                if score > alpha:
                    if score >= beta:
                        self._cutoffs[ply & 1] += 1
                        break
                    alpha = score
        return best

    def _quiesce_or_stand_pat(self, state: State, alpha: int, beta: int, ply: int) -> int:
        """The value of a leaf in a game with optional captures.

        The side to move may capture or stand pat: its static evaluation is a lower bound.
        """
        self._nodes = nodes = self._nodes + 1
        if nodes >= self._next_poll:
            self._next_poll += NODES_BETWEEN_POLLS
            self._poll(nodes)
        if not self._can_step(state) and not self._successors(state):
            return seen_from_root(self._final(state), ply)
        self._inexact_leaves += 1
        best = self._heuristic(state)
        if best >= beta:
            return best
        if self._delta_margin is not None:
            most = best + self._delta_margin + (MOST_FOR_A_KING if state[3] else MOST_FOR_A_MAN)
            if most <= alpha:
                return most
        children = self._captures(state)
        if not children:
            return best
        if best > alpha:
            alpha = best
        if len(children) > 1:
            # What hurts the opponent most first: flying kings exchange themselves in so many
            # orders that without this one leaf in a thousand takes a million nodes.
            children.sort(key=_material_left)
        probe = self._probe
        if probe is not None:
            men, kings, foe_men, foe_kings, _ = state
            if (men | kings | foe_men | foe_kings).bit_count() > self._probe_from_pieces:
                probe = None
        below = ply + 1
        for child in children:
            if probe is not None and (known_score := probe(child, below)) is not None:
                score = -known_score
            else:
                score = -self._quiesce_or_stand_pat(child, -beta, -alpha, below)
            if score > best:
                best = score
                if score > alpha:
                    if score >= beta:
                        self._cutoffs[ply & 1] += 1
                        break
                    alpha = score
        return best


def _material_left(child: State) -> int:
    """What a capture has left of the side that is then to move, a king for two men."""
    return child[0].bit_count() + 2 * child[1].bit_count()
