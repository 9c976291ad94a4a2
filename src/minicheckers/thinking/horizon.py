"""The horizon: positions in which a search blunders because it ends just before the bad news."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from random import Random

from ..engine.score import is_decided
from ..engine.solver import SOLVED
from ..engine.solver.solver import SearchStopped, Solver
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Variant
from .algorithm import ORDERED, QUIESCENT, Algorithm
from .comparing import line_text
from .formula import Formula
from .search import Stopped, search_below, search_tree
from .tree import Tree
from .words import value_text

#: How far random games go on before a position is looked at.
PLIES = (4, 24)
#: How much deeper the judge looks than the search it judges, where no exact values are known.
DEEPER = 2
#: A position that takes more nodes is passed over.
MOST_NODES = 200_000


Poll = Callable[[int], None]
Stop = Callable[[], bool]


@dataclass(frozen=True)
class Look:
    """How to look at a position."""

    algorithm: Algorithm
    depth: int


#: What may save a search from its horizon: two plies more, or captures that are played on.
RESCUES = {
    "depth": (Look(ORDERED, 5), Look(ORDERED, 7)),
    "quiescence": (Look(ORDERED, 5), Look(replace(ORDERED, quiescence=True), 5)),
}


@dataclass(frozen=True)
class Horizon:
    """A position, the search that blunders there and the one that does not.

    ``truth`` is what the moves of both are worth: pieces at the end of the game where it is
    ``exact``, else as a much deeper search sees it. ``reality`` is what happens after the blunder
    if both sides play their best from there, the blunder first.
    """

    position: Position
    blunder: Tree
    rescue: Tree
    truth: dict[Move, int]
    exact: bool
    reality: tuple[Move, ...]


def find_horizon(
    variant: Variant,
    formula: Formula,
    looks: tuple[Look, Look],
    random: Random,
    *,
    tries: int = 5_000,
    stopped: Stop = lambda: False,
) -> Horizon | None:
    """The first such position in random games, None if there is none among that many positions."""
    judge = _exactly if variant == SOLVED else _deeply

    def poll(nodes: int) -> None:
        if nodes > MOST_NODES or stopped():
            raise Stopped

    for _ in range(tries):
        if stopped():
            return None
        position = _somewhere(variant, random)
        if position is None or len(position.legal_moves()) < 2:
            continue
        try:
            shallow, deep = (
                search_tree(position, look.depth, formula, look.algorithm, poll=poll)
                for look in looks
            )
            if shallow.best != deep.best:
                found = judge(shallow, deep, poll, stopped)
                if found is not None:
                    return found
        except (Stopped, SearchStopped):
            continue
    return None


def _somewhere(variant: Variant, random: Random) -> Position | None:
    """A position of a random game, None if it was over too soon."""
    position = Position.start(variant)
    for _ in range(random.randint(*PLIES)):
        moves = list(position.transitions().values())
        if not moves:
            return None
        position = random.choice(moves)
    return position


def _exactly(shallow: Tree, deep: Tree, poll: Poll, stopped: Stop) -> Horizon | None:
    """By what mini is worth under best play: the blunder changes the result."""
    assert shallow.best is not None
    assert deep.best is not None
    position, solver = shallow.position, Solver()
    values = solver.move_values(position, stopped)
    best = max(values.values())
    if values[deep.best] != best or _result(values[shallow.best]) == _result(best):
        return None
    truth = {move: values[move] for move in (shallow.best, deep.best)}
    reality = solver.best_line(position.play(shallow.best), stopped)
    return Horizon(position, shallow, deep, truth, True, (shallow.best, *reality))


def _deeply(shallow: Tree, deep: Tree, poll: Poll, stopped: Stop) -> Horizon | None:
    """By a deeper search: the blunder costs a man, and the search believed that it does not."""
    assert shallow.best is not None
    assert deep.best is not None
    position, depth = shallow.position, max(shallow.depth, deep.depth) + DEEPER
    trees = {
        move: search_below(
            shallow.root,
            position.play(move),
            depth=depth - 1,
            algorithm=QUIESCENT,
            poll=poll,
        )
        for move in (shallow.best, deep.best)
    }
    truth = {move: tree.value for move, tree in trees.items()}
    cost = truth[deep.best] - truth[shallow.best]
    surprise = shallow.value - truth[shallow.best]
    if min(cost, surprise) < shallow.formula.man or is_decided(truth[deep.best]):
        return None
    line = [node.move for node in trees[shallow.best].root.principal_variation]
    reality = (shallow.best, *(move for move in line if move is not None))
    return Horizon(position, shallow, deep, truth, False, reality)


def _result(value: int) -> int:
    return (value > 0) - (value < 0)


#: This many moves beyond the horizon are shown of what really happens.
_MOVES_BEYOND = 8


def told(found: Horizon) -> list[list[str]]:
    """What happens at a horizon, in paragraphs: the blunder, the rescue, and why."""
    depth = found.blunder.depth
    reality = [str(move) for move in found.reality]
    shown = reality[: depth + _MOVES_BEYOND]
    if len(shown) > depth:
        shown.insert(depth, "|")
    if len(reality) > depth + _MOVES_BEYOND:
        shown.append("...")
    played_on = " with captures played on" if found.rescue.algorithm.quiescence else ""
    return [
        [*_look(f"depth {depth}", found, found.blunder), f"  but now  {' '.join(shown)}"],
        _look(f"depth {found.rescue.depth}{played_on}", found, found.rescue),
        [f"The bar is the horizon: a search of depth {depth} sees nothing beyond it."],
    ]


def _look(name: str, found: Horizon, tree: Tree) -> list[str]:
    assert tree.best is not None
    truth = _truth(found, found.truth[tree.best])
    return [
        f"{name} plays {tree.best} and expects {value_text(tree.value)}; {truth}",
        f"  it sees  {line_text(tree)}",
    ]


def _truth(found: Horizon, value: int) -> str:
    mover = found.position.turn.capitalize()
    if not found.exact:
        return f"a deeper search says {value_text(value)}"
    if not value:
        return "with best play it is a draw"
    return f"with best play {mover} {'wins' if value > 0 else 'loses'} by {abs(value)}"
