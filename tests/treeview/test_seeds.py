"""The seeds' players judge as their texts say, and choose the moves that the texts describe."""

from dataclasses import replace
from random import Random

import pytest

from minicheckers import Context, Position, strategy
from minicheckers.rules.variant import VARIANTS
from minicheckers.treeview.search import TooLargeError, search_tree
from minicheckers.treeview.seeds import FORMULAS, ORIGINALS
from testing.positions import sample


def no_time() -> float:
    return 0.0


def best(name: str, fen: str) -> str:
    """The move of a seed's player, looking no deeper than six plies where a clock would decide."""
    seed = ORIGINALS[name]
    assert seed.game is not None
    position = Position.from_fen(fen, seed.game)
    depth = 6 if seed.seconds else None
    decision = strategy(name, seed.game, seed=1, depth=depth).choose(position)
    return str(decision.move)


def terms(name: str, game: str, fen: str) -> dict[str, int]:
    """The terms of a position for the side to move."""
    position = Position.from_fen(fen, game)
    return dict(FORMULAS[name].terms(position, position.turn.side))


@pytest.mark.parametrize(
    ("name", "game", "fen", "numbers"),
    [
        # Black's men on 4 and 9 stand on the edge, 17 has passed every white man; 8 is not safe.
        ("original-000", "mini", "B:W13,14:B4,8,9,17", [100, 30, 4]),
        # b + 3B - w - 3W with b = 3, B = 1, w = 2, W = 1.
        ("original-001", "towers", "B:W20,21,K30:B1,2,3,K9", [3, 3, -2, -3]),
        # The payoff of the player to move.
        ("original-003", "pikachu", "W:W40,41,K60:B9,K10,K11", [2, 2, -1, -4]),
        ("original-003", "pikachu", "B:W40,41,K60:B9,K10,K11", [1, 4, -2, -2]),
    ],
)
def test_pieces_count_as_the_texts_say(name: str, game: str, fen: str, numbers: list[int]) -> None:
    assert list(terms(name, game, fen).values()) == numbers


def test_seed_002_trades_when_it_leads() -> None:
    ahead = terms("original-002", "english", "B:W31,32:B1,2,3")
    behind = terms("original-002", "english", "B:W30,31,32:B1,2")
    assert ahead["end-game: pieces on the board"] == -behind["end-game: pieces on the board"] < 0


@pytest.mark.parametrize(
    ("name", "fen", "moves"),
    [
        # Both steps keep the man; 2-5 makes one safe man more within the five plies.
        ("original-000-medium", "B:W4,16:B2,17", "2-5"),
        # Five plies are not enough to see that 8-12 loses by a man and 5-7 wins by one.
        ("original-000-medium", "B:W13,16:B5,8", "8-12"),
        ("original-000-hard", "B:W13,16:B5,8", "5-7"),
        # Two captures: a tower counts three men, so it takes the tower.
        ("original-001", "W:W18,K23:B14,15,K19", "23x16"),
        # The two moves that win soonest; all others win later.
        ("original-002", "B:W21,30:B22,K9,K10", "9-14 10-14"),
        # Everything loses; the furthest loss is by 12-8, in six plies instead of four.
        ("original-002", "W:WK12:B2,K15", "12-8"),
        # Of a pichu and a pikachu it takes the pikachu.
        ("original-003", "W:W25:B1,17,K26", "25x27"),
        # A pichu one step from the last row becomes a pikachu.
        ("original-003", "W:W9:B40", "9-1"),
        # A man that can be crowned is.
        ("original-004", "B:W21,29:B5,26", "26-30 26-31"),
    ],
)
def test_the_moves_that_the_texts_describe(name: str, fen: str, moves: str) -> None:
    assert best(name, fen) in moves.split()


def test_seed_002_does_not_judge_half_a_trade() -> None:
    position = Position.from_fen("B:W12,20,21,24,27,28,29:B8,10,26", "english")
    seed = ORIGINALS["original-002"]
    plain = search_tree(position, 1, seed.formula, replace(seed.algorithm, quiescence=False))
    played_on = search_tree(position, 1, seed.formula, seed.algorithm)
    assert (str(plain.best), str(played_on.best)) == ("26-30", "8-11")
    # What it did not want to play costs two men within the next captures.
    refused = next(c for c in played_on.root.children[-1].children if c.move == plain.best)
    assert refused.value < played_on.value < plain.value


def test_seed_002_makes_an_only_move_without_searching() -> None:
    position = Position.from_fen("B:W10,30:B1,6", "english")
    decision = strategy("original-002", "english", seed=1).choose(position)
    assert (str(decision.move), decision.nodes) == ("6x15", 0)


def test_how_deep_the_texts_say_to_look() -> None:
    assert ORIGINALS["original-000-medium"].depth(Position.start("mini")) == 5
    assert ORIGINALS["original-001"].depth(Position.start("towers")) == 5
    assert not ORIGINALS["original-001"].algorithm.pruning
    assert ORIGINALS["original-004"].first_depth == 4
    hard = ORIGINALS["original-000-hard"]
    boards = ("B:W13-18:B1-6", "B:W14-18:B1-6", "B:W15-18:B1-4", "B:W18:B1")
    assert [hard.depth(Position.from_fen(fen)) for fen in boards] == [14, 15, 18, 20]


class Ticking:
    """A clock that stands still for some looks at it, and then is much later."""

    def __init__(self, looks: int, late: float) -> None:
        self.looks, self.late = looks, late

    def __call__(self) -> float:
        self.looks -= 1
        return 0.0 if self.looks >= 0 else self.late


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["original-002", "original-003", "original-004"])
def test_a_search_that_runs_out_of_time_counts_for_nothing(name: str) -> None:
    seed = ORIGINALS[name]
    assert seed.game is not None
    assert seed.seconds is not None
    start = Position.start(seed.game)
    tree = seed.think(start, Ticking(30, seed.seconds))
    assert tree.depths == tuple(range(seed.first_depth, tree.depth + 1))
    finished = search_tree(
        start, tree.depth, seed.formula, replace(seed.algorithm, deepening=False)
    )
    assert (tree.best, tree.value) == (finished.best, finished.value)
    deeper = seed.think(start, Ticking(120, seed.seconds))
    assert deeper.depth > tree.depth


@pytest.mark.slow
def test_after_half_of_the_time_no_depth_is_begun() -> None:
    start = Position.start("english")
    for name in ("original-002", "original-004"):
        seed = ORIGINALS[name]
        assert seed.seconds is not None
        ended = seed.think(start, Ticking(40, 0.6 * seed.seconds))
        # The depth under way is finished, and is the last.
        longer = replace(seed, last_start=1.0, depth=lambda position: 9)
        assert longer.think(start, Ticking(40, 0.6 * seed.seconds)).depth == 9 > ended.depth


@pytest.mark.parametrize("name", ["original-002", "original-004"])
def test_equal_moves_are_left_to_chance(name: str) -> None:
    start = Position.start("english")
    seed = replace(ORIGINALS[name], depth=lambda position: 4)
    trees = [seed.think(start, no_time, random=Random(number)) for number in range(10)]
    assert len({tree.best for tree in trees}) > 1
    assert len({tree.value for tree in trees}) == 1


def test_a_tree_that_is_too_large_is_refused() -> None:
    with pytest.raises(TooLargeError, match="more than 1,000 nodes"):
        ORIGINALS["original-001"].think(Position.start("towers"), no_time, most_nodes=1_000)
    tree = ORIGINALS["original-003"].think(Position.start("pikachu"), no_time, most_nodes=20_000)
    assert 1_000 < len(tree) <= 20_000


@pytest.mark.parametrize("name", ORIGINALS)
def test_each_plays_its_own_game(name: str) -> None:
    game = ORIGINALS[name].game
    assert game is not None
    for position in sample(VARIANTS[game], 12, seed=3):
        if position.legal_moves():
            decision = strategy(name, game, seed=1, depth=3).choose(position)
            assert decision.move in position.legal_moves()
    with pytest.raises(ValueError, match=f"plays {game}"):
        strategy(name, "english" if game != "english" else "mini")


def test_asked_to_stop_it_answers_at_once() -> None:
    decision = strategy("original-000-hard", "mini").choose(
        Position.start("mini"), Context(stopped=lambda: True)
    )
    assert decision.depth == 1
