"""What a person reads about a tree: values, windows, and why a node ended."""

from typing import NamedTuple

from ..engine.score import INFINITY, is_decided, plies_to_end
from ..rules.notation import Move
from ..support.text import Phrase, counted, joined
from .replay import Event, Moment, steps
from .search import Proof
from .tree import Kind, Node, Tree

#: This many moves are named; beyond that only their number.
MOST_NAMED = 6
#: The signs for what is written in ASCII wherever it is not known what can be shown.
SIGNS = {"inf": "∞", ">=": "≥", "<=": "≤"}


def with_signs(text: str) -> str:
    """A text with mathematical signs, for those who can show them."""
    for word, sign in SIGNS.items():
        text = text.replace(word, sign)
    return text


def value_text(value: int) -> str:
    """A value for the side to move at the root, in the numbers of its formula."""
    if not is_decided(value):
        return f"{value:+d}" if value else "0"
    return f"{'won' if value > 0 else 'lost'} in {plies_to_end(value)}"


def window_text(alpha: int, beta: int) -> str:
    """A window as alpha..beta, without spaces."""

    def side(value: int) -> str:
        if abs(value) >= INFINITY:
            return "+inf" if value > 0 else "-inf"
        return value_text(value).replace(" in ", ":")

    return f"{side(alpha)}..{side(beta)}"


def bound_text(node: Node) -> str:
    """The value of a node; with a sign where it is a bound only."""
    return {1: ">=", 0: "", -1: "<="}[node.bound] + value_text(node.value)


def kind_text(node: Node) -> str:
    """Why a node ended, nothing for one whose moves were all searched."""
    if node.kind is Kind.CUTOFF:
        return f"cut off, {counted(len(node.unsearched), 'move')} not searched"
    return {
        Kind.INNER: "",
        Kind.LEAF: "",
        Kind.TABLE: "known from the table",
        Kind.SOLVED: "solved before",
        Kind.OVER: "game over",
    }[node.kind]


def title(node: Node) -> str:
    """What to call a node: its move, or what stands in for one."""
    if node.move is not None:
        return Phrase(node.move)
    return f"depth {node.depth}" if node.is_depth else "root"


def moves_text(moves: tuple[Move, ...]) -> str:
    """Moves by name, as long as they are few."""
    more = f", and {len(moves) - MOST_NAMED} more" if len(moves) > MOST_NAMED else ""
    return Phrase(joined(moves[:MOST_NAMED]), more)


def unsearched_text(node: Node, *, proved: bool = False) -> str:
    """The moves that a cut-off left out, and whether somebody has searched them since."""
    moves, how = node.unsearched, "searched to prove it" if proved else "not searched"
    return Phrase(f"{how}: {counted(len(moves), 'move')} (", moves_text(moves), ")")


class Cut(NamedTuple):
    """Why a node was cut off: the opponent did better elsewhere.

    At the ``ancestor`` he has ``alternative`` (None: the position as it stands), which is worth
    ``bound``. There is no ancestor where the search asked no more than whether a move is better
    than another.
    """

    bound: int
    ancestor: Node | None
    alternative: Move | None


def cut_of(node: Node) -> Cut:
    """Why a node was cut off, which it must have been."""

    def limit(above: Node) -> int:
        return above.beta if node.is_max else above.alpha

    below, ancestor = node, node.parent
    while ancestor is not None and limit(ancestor) == limit(node):
        below, ancestor = ancestor, ancestor.parent
    if ancestor is None or ancestor.is_max == node.is_max:
        return Cut(limit(node), None, None)
    earlier = (child for child in ancestor.children if child.number < below.number)
    alternative = next((child.move for child in earlier if child.value == limit(node)), None)
    return Cut(limit(node), ancestor, alternative)


def cut_sentences(node: Node) -> list[str]:
    """Why a node's other moves were not searched."""
    cut = cut_of(node)
    mover, other = node.position.turn.capitalize(), node.position.turn.other.capitalize()
    by = "as it stands" if node.best is None else Phrase("with ", node.best.move)
    value, bound = value_text(node.value), value_text(cut.bound)
    if node.is_max:
        found = f"{mover} gets {value} or more here "
        instead = f"which holds {mover} to {bound}"
    else:
        found = f"{mover} holds it to {value} or less here "
        instead = f"which is worth {bound}"
    told = Phrase(found, by, ".")
    if cut.ancestor is None:
        return [told, "The search only asked whether this line is better than another."]
    what = "stop capturing" if cut.alternative is None else Phrase("play ", cut.alternative)
    line = cut.ancestor.line
    where = Phrase(" after ", joined(line, " ")) if line else " at the start"
    return [told, Phrase(f"{other} would rather ", what, where, f", {instead}.")]


def proof_sentence(node: Node, proof: Proof) -> str:
    """What searching the moves that were left out has shown."""
    bound = node.beta if node.is_max else node.alpha
    still = f"{value_text(bound)} or {'more' if node.is_max else 'less'}"
    if not proof.holds:  # never seen; it would be a bug in the search
        return f"With all moves the node is worth {value_text(proof.value)}, not {still}."
    return (
        f"With all moves the node is worth {value_text(proof.value)}, which is still {still}: "
        "nothing above it changes."
    )


def event_text(now: Moment) -> str:
    """What a step does."""
    name, value = title(now.node), value_text(now.node.value)
    if now.event is Event.ENTER:
        return Phrase("look at ", name)
    if not now.open:
        return f"done: {value}"
    above = now.open[-1]
    effect = {
        Event.CUT: f": cut off, {len(above.node.unsearched)} not searched",
        Event.WINDOW: f": window {window_text(above.alpha, above.beta)}",
    }
    return Phrase(name, f" returns {value}{effect.get(now.event, '')}")


def step_text(now: Moment) -> str:
    """Which step it is, and what it does."""
    return Phrase(f"Step {now.step + 1:,} of {steps(now.node.tree):,}: ", event_text(now))


def summary(tree: Tree) -> str:
    """A search in one line."""
    cuts = ""
    if tree.algorithm.pruning:
        cuts = f", {tree.cutoffs_at_max:,} cut-offs at max and {tree.cutoffs_at_min:,} at min nodes"
    found = "the game is over" if tree.best is None else f"{tree.best}"
    nodes = f"{len(tree):,} node{'' if len(tree) == 1 else 's'}"
    return (
        f"{tree.name}, depth {tree.depth}, {tree.formula.name}: {found}, "
        f"{value_text(tree.value)} ({nodes}{cuts})"
    )
