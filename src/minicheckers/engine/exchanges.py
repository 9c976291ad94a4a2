"""What a search does at its end: captures are played on, so that no exchange is judged half-way."""

from collections.abc import Callable

from ..rules.movegen import State, capture_generator, generator
from ..rules.probes import can_step, is_quiet
from .root import Counts, Root
from .score import INFINITY, seen_from_root
from .selectivity import Selectivity

#: The clock and the stop request are looked at once in so many nodes.
NODES_BETWEEN_POLLS = 64

#: What a capture may bring, by what the opponent has.
DEAREST_MAN, DEAREST_KING = 100, 300

#: No move of a game on eight by eight squares captures more pieces.
LONGEST_CHAIN = 9


class Exchanges:
    """The part of a tree beyond its depth (quiescence), and the counts that both parts share.

    `poll` is told the nodes every few of them, and ends the search by raising.
    """

    # Every node reads a dozen of these: with slots it takes two per cent less time.
    __slots__ = (
        "_captures",
        "_cutoffs",
        "_estimates",
        "_exchange_margin",
        "_few_pieces",
        "_final",
        "_forced",
        "_heuristic",
        "_is_quiet",
        "_mobile",
        "_next_poll",
        "_nodes",
        "_poll",
        "_probe",
        "_successors",
    )

    def __init__(self, root: Root, poll: Callable[[int], None], selectivity: Selectivity) -> None:
        variant = root.variant
        self._poll = poll
        self._heuristic, self._final = root.heuristic, root.final
        self._probe = root.probe
        self._few_pieces = root.probed_pieces + (LONGEST_CHAIN if variant.chains else 1)
        self._exchange_margin = selectivity.exchange_margin
        self._successors = generator(variant)
        self._captures = capture_generator(variant)
        self._mobile = can_step(variant)
        self._is_quiet = is_quiet(variant)
        self._forced = variant.capture_forced
        self._nodes = self._estimates = 0
        self._next_poll = NODES_BETWEEN_POLLS
        self._cutoffs = [0, 0]

    def counts(self) -> Counts:
        """What has been done so far."""
        return Counts(self._nodes, self._cutoffs[0], self._cutoffs[1], self._estimates)

    def _judge(self, state: State, alpha: int, beta: int, ply: int) -> int:
        """The value of a state at which the search ends, once its exchanges are over.

        The promises about the window are those of the search before its end.
        """
        if not self._forced:
            return self._optional_exchange(state, alpha, beta, ply)
        if not self._is_quiet(state):
            return self._forced_exchange(state, alpha, beta, ply)
        self._nodes += 1
        self._estimates += 1
        return self._heuristic(state)

    def _forced_exchange(self, state: State, alpha: int, beta: int, ply: int) -> int:
        """The value of a state that is not quiet, in a game where capturing is a duty."""
        self._nodes += 1
        if self._nodes >= self._next_poll:
            self._next_poll += NODES_BETWEEN_POLLS
            self._poll(self._nodes)
        children = self._captures(state)
        if not children:
            if not self._successors(state):
                return seen_from_root(self._final(state), ply)
            self._estimates += 1
            return self._heuristic(state)
        if len(children) > 1:
            children.sort(key=_material_left)
        is_quiet, probe = self._is_quiet, self._probe
        men, kings, foe_men, foe_kings, _ = state
        few = (men | kings | foe_men | foe_kings).bit_count() <= self._few_pieces
        below = ply + 1
        best = -INFINITY
        for child in children:
            if few and probe and (known_score := probe(child, below)) is not None:
                score = -known_score
            elif is_quiet(child):
                self._nodes += 1
                self._estimates += 1
                score = -self._heuristic(child)
            else:
                score = -self._forced_exchange(child, -beta, -alpha, below)
            if score > best:
                best = score
                if score > alpha:
                    if score >= beta:
                        self._cutoffs[ply & 1] += 1
                        break
                    alpha = score
        return best

    def _optional_exchange(self, state: State, alpha: int, beta: int, ply: int) -> int:
        """The value when only captures are played on, but the side to move may also stand."""
        self._nodes += 1
        if self._nodes >= self._next_poll:
            self._next_poll += NODES_BETWEEN_POLLS
            self._poll(self._nodes)
        if not self._mobile(state) and not self._successors(state):
            return seen_from_root(self._final(state), ply)
        self._estimates += 1
        best = self._heuristic(state)
        if best >= beta:
            return best
        if self._exchange_margin is not None:
            hope = best + self._exchange_margin + (DEAREST_KING if state[3] else DEAREST_MAN)
            if hope <= alpha:
                return hope
        children = self._captures(state)
        if not children:
            return best
        alpha = max(alpha, best)
        if len(children) > 1:
            # What hurts the opponent most first: flying kings exchange themselves in so many
            # orders that without this one leaf in a thousand takes a million nodes.
            children.sort(key=_material_left)
        probe = self._probe
        for child in children:
            if probe is not None and (known_score := probe(child, ply + 1)) is not None:
                score = -known_score
            else:
                score = -self._optional_exchange(child, -beta, -alpha, ply + 1)
            if score > best:
                best = score
                if score > alpha:
                    if score >= beta:
                        self._cutoffs[ply & 1] += 1
                        break
                    alpha = score
        return best


def _material_left(child: State) -> int:
    """What an exchange has left of the side that is then to move, a king for two men."""
    return child[0].bit_count() + 2 * child[1].bit_count()
