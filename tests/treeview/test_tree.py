"""Every value, window and cut-off of a tree is what plain minimax says, in every game."""

from dataclasses import replace

import pytest

from minicheckers import Position
from minicheckers.rules.variant import VARIANTS, Variant
from minicheckers.treeview.ideas import ALPHABETA, STAIRS, Algorithm
from minicheckers.treeview.search import Proof, prove, search_tree
from minicheckers.treeview.seeds import FORMULAS
from minicheckers.treeview.tree import Kind, Node, Tree
from minicheckers.treeview.view import cut_of
from testing.naive_tree import NaiveMinimax, check, walk
from testing.sample_positions import from_games, sparse

ALGORITHMS = (*STAIRS, *(replace(one, nullwindow=True) for one in STAIRS[1:]))
GAMES = [game.of_size(min(game.possible_sizes)) for game in VARIANTS.values()]

some_or_many = pytest.mark.parametrize(
    ("times", "budget"), [(1, 250), pytest.param(3, 1_500, marks=pytest.mark.slow)]
)
in_every_game = pytest.mark.parametrize("game", GAMES, ids=str)


def samples(game: Variant, times: int) -> list[Position]:
    return [
        Position.start(game),
        *from_games(game, 3 * times, seed=1),
        *sparse(game, 2 * times, seed=2),
        *sparse(game, 2 * times, seed=3, most=1),
    ]


def trees(position: Position, algorithm: Algorithm, budget: int) -> list[Tree]:
    """Trees of every depth, as long as minimax is not too large for the oracle."""
    found = []
    formula = list(FORMULAS.values())[len(position.legal_moves()) % len(FORMULAS)]
    plain = Algorithm(quiescence=algorithm.quiescence)
    for depth in range(1, 8):
        if len(search_tree(position, depth, formula, plain)) > budget:
            break
        found.append(search_tree(position, depth, formula, algorithm))
    return found


@pytest.mark.sampled(2)
@some_or_many
@in_every_game
def test_every_node_is_derived_anew(game: Variant, times: int, budget: int) -> None:
    seen = dict.fromkeys(Kind, 0)
    for number, position in enumerate(samples(game, times)):
        for algorithm in ALGORITHMS[number % 3 :: 3] if times == 1 else ALGORITHMS:
            for tree in trees(position, algorithm, budget):
                for kind, count in check(tree).items():
                    seen[kind] += count
    # Small trees rarely come to the same position twice, or to the end of a game.
    rare = {Kind.SOLVED} if times > 1 else {Kind.SOLVED, Kind.TABLE, Kind.OVER}
    assert {kind for kind, count in seen.items() if not count} <= rare


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("count", "depth", "budget"),
    [(6, 6, 500), pytest.param(12, 8, 5_000, marks=pytest.mark.slow)],
)
@in_every_game
def test_deep_trees_of_few_pieces_are_derived_anew(
    game: Variant, count: int, depth: int, budget: int
) -> None:
    """Where positions come up again at other plies, other depths and in other windows."""
    deepest = from_table = 0
    few = game.king_flies  # and each of their kings has many moves
    for position in sparse(game, count // 2 if few else count, seed=4, most=1 if few else 2):
        for name in ("table+deepening", "ordering+table", "table+nullwindow", "nullwindow"):
            algorithm = Algorithm.parse(f"alphabeta+{name}")
            for deeper in range(2, depth + 1, 2):
                if len(search_tree(position, deeper, FORMULAS["pieces"])) > budget:
                    break
                seen = check(search_tree(position, deeper, FORMULAS["original-002"], algorithm))
                from_table += seen[Kind.TABLE]
                deepest = max(deepest, deeper)
    assert deepest >= (4 if few else depth)
    assert from_table


@pytest.mark.sampled(1)
@pytest.mark.parametrize("quiescence", [False, True])
@pytest.mark.parametrize(
    "count", [1, *(pytest.param(count, marks=pytest.mark.slow) for count in (3, 8))]
)
def test_no_idea_changes_the_value(quiescence: bool, count: int) -> None:
    for game, depth in (("mini", 8), ("english", 5), ("towers", 4)):
        for position in from_games(VARIANTS[game], count, seed=7):
            values = {
                search_tree(position, depth, FORMULAS["original-002"], algorithm).value
                for algorithm in (replace(one, quiescence=quiescence) for one in ALGORITHMS[1:])
            }
            assert len(values) == 1, position


@in_every_game
def test_a_node_is_found_by_its_number(game: Variant) -> None:
    tree = search_tree(Position.start(game), 3, FORMULAS["pieces"], ALPHABETA)
    nodes = list(walk(tree.root))
    for node in nodes:
        again = tree.node(node.number)
        assert (again.number, again.line, again.position) == (node.number, node.line, node.position)
    cut = [node.number for node in nodes if node.kind is Kind.CUTOFF]
    found, number = [], 0
    while (following := tree.cutoff_beside(number, 1)) is not None:
        found.append(number := following)
    assert found == cut
    backwards, number = [], len(tree)
    while (earlier := tree.cutoff_beside(number, -1)) is not None:
        backwards.append(number := earlier)
    assert backwards == cut[::-1]
    with pytest.raises(ValueError, match="nodes 0 to"):
        tree.node(len(tree))


def stays_outside(node: Node, proof: Proof) -> bool:
    """Whether a node that was cut off is outside its window with all its moves, too."""
    return proof.value >= node.beta if node.is_max else proof.value <= node.alpha


@pytest.mark.sampled(2)
@in_every_game
def test_what_a_cut_off_left_out_did_not_matter(game: Variant) -> None:
    proved = 0
    for position in samples(game, 1):
        for tree in trees(position, ALPHABETA, 150):
            oracle = NaiveMinimax(position, tree.formula, quiescence=False)
            for node in walk(tree.root):
                if node.kind is not Kind.CUTOFF:
                    continue
                cut, proof = cut_of(node), prove(node)
                proved += 1
                assert stays_outside(node, proof)
                assert proof.value == oracle.value(node.position, node.depth, node.ply)
                for move, value in proof.values:
                    after = node.position.play(move)
                    assert value == oracle.value(after, node.depth - 1, node.ply + 1)
                # Who would not let the game come here, and what he plays instead.
                assert cut.ancestor in node.path
                assert cut.ancestor is not None
                assert cut.ancestor.is_max != node.is_max
                (instead,) = (c for c in cut.ancestor.children if c.move == cut.alternative)
                assert instead.value == cut.bound
                assert (node.value >= cut.bound) if node.is_max else (node.value <= cut.bound)
    assert proved


def test_cut_offs_of_exchanges_and_of_mere_questions_hold_too() -> None:
    questions = standing = 0
    for name in ("alphabeta+quiescence", "alphabeta+ordering+quiescence+nullwindow"):
        for game in ("english", "towers"):
            for position in from_games(VARIANTS[game], 10, seed=5):
                tree = search_tree(position, 2, FORMULAS["pieces"], Algorithm.parse(name))
                for node in walk(tree.root):
                    if node.kind is Kind.CUTOFF:
                        questions += cut_of(node).ancestor is None
                        standing += node.best is None
                        assert stays_outside(node, prove(node))
    assert questions
    assert standing


@pytest.mark.parametrize("times", [1, pytest.param(3, marks=pytest.mark.slow)])
def test_the_line_of_best_play_has_the_value_of_the_root(times: int) -> None:
    for algorithm in ALGORITHMS:
        for position in samples(VARIANTS["mini"], times):
            tree = search_tree(position, 5, FORMULAS["original-000"], algorithm)
            line = tree.root.principal_variation
            assert {node.value for node in line} <= {tree.value}
            assert tree.best == line[-1].line[0]
            after = position
            for move in line[-1].line:
                after = after.play(move)
            assert line[-1].position == after
