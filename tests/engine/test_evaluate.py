"""Evaluations against numbers worked out by hand, and against each other's range."""

from itertools import product

import pytest

from minicheckers.engine.evaluate import (
    EVALUATIONS,
    Evaluation,
    best_evaluation,
    original_evaluation,
)
from minicheckers.engine.evaluate.learned import by_weights
from minicheckers.engine.evaluate.mini import original_utility
from minicheckers.engine.score import DECIDED
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, get_variant
from testing.sample_positions import from_games

#: Every combination of piece counts that a set-up board can have.
MEN = [pair for pair in product(range(19), repeat=2) if 0 < sum(pair) <= 18]


def judged(name: str, fen: str, size: int | None = None) -> int:
    """The heuristic for the side to move, which is also the one that searches."""
    position = Position.from_fen(fen, name.split("-")[0], size)
    return EVALUATIONS[name].heuristic(position.variant, position.state[4])(position.state)


def test_mini_is_judged_from_the_seat_of_who_searches() -> None:
    position = Position.from_fen("W:W13:B8,14", "mini")
    heuristic = EVALUATIONS["mini-original"].heuristic(MINI, 0)
    assert heuristic(position.state) == -(50 + 10 + 2)


def mini_final(mine: int, theirs: int) -> int:
    """The score of a finished game for a side with this many men left, from its searcher's view."""
    bits = MINI.geometry.bits
    state = (sum(bits[:mine]), 0, sum(bits[-theirs:] if theirs else ()), 0, 0)
    return EVALUATIONS["mini-original"].final(MINI, 0)(state)


def test_mini_utilities_keep_their_order() -> None:
    for kind in (1, 0, -1):
        same = [pair for pair in MEN if (pair[0] > pair[1]) - (pair[0] < pair[1]) == kind]
        assert same
        for one, other in product(same, repeat=2):
            assert (original_utility(*one) < original_utility(*other)) == (
                mini_final(*one) < mini_final(*other)
            )


def test_mini_utilities_lie_outside_the_range_of_the_heuristic() -> None:
    lowest = 50 * -18
    highest = max(50 * (mine - theirs) + 10 * mine + mine for mine, theirs in MEN)
    for mine, theirs in MEN:
        score = mini_final(mine, theirs)
        assert not lowest <= score <= highest
        if mine != theirs:
            assert abs(score) > DECIDED
            assert (score > 0) == (mine > theirs)
        else:
            assert highest < score < DECIDED


def test_towers_count_three_men() -> None:
    assert judged("towers-original", "B:W21,K22:B1,2,K3") == 100 * (2 + 3 - 1 - 3)
    assert judged("towers-original", "W:W21,K22:B1,2,K3") == -100 * (2 + 3 - 1 - 3)


@pytest.mark.parametrize(
    ("fen", "score"),
    [
        # Early: 12 each. Black has 2 more in the middle box (14, 15) than White, and one man
        # more at home (White's 29 has left).
        ("B:W21-28,30-32,19:B1-4,5-8,9,12,14,15", 4 * (2 - 1) + 9 * (4 - 3)),
        # The ends of the middle rows count less than the box: 13 and 20 against nothing.
        ("B:W21-32:B1-8,9,10,13,20", 2 * 2),
        # A king more, ten pieces and more: 15 is the limit below which it is the end-game.
        ("B:W21-28:B1-7,K9", 9 * 4 - 100 + 150),
    ],
)
def test_english_early_in_the_game(fen: str, score: int) -> None:
    assert judged("english-original", fen) == score


def test_english_end_game_wants_trades_when_ahead() -> None:
    ahead = judged("english-original", "B:W29,30:B1,2,3")
    assert ahead == 100 - 3 * 5
    # One man fewer on each side, the same lead: better for the side that leads.
    assert judged("english-original", "B:W29:B1,2") == 100 - 3 * 3
    assert judged("english-original", "W:W29:B1,2") == -(100 - 3 * 3)
    # A king is worth more than early in the game.
    assert judged("english-original", "B:WK29:B1") == 100 - 200 + 3 * 2


def test_learned_english_wants_trades_when_ahead_and_treats_both_sides_alike() -> None:
    assert judged("english-squares", "B:W23,22:B10,11,14") < judged(
        "english-squares", "B:W23:B10,14"
    )
    for fen, turned in (("B:W21,K18:B1,12", "W:W32,21:BK15,12"), ("W:W30:BK3", "B:WK30:B3")):
        assert judged("english-squares", fen) == judged("english-squares", turned)


def test_what_is_forgotten_is_added_up_again(monkeypatch: pytest.MonkeyPatch) -> None:
    variant = get_variant("english")
    monkeypatch.setattr("minicheckers.engine.evaluate.learned.MOST_REMEMBERED", 7)
    forgetful = by_weights("english")(variant, 0)
    usual = EVALUATIONS["english-squares"].heuristic(variant, 0)
    positions = list(from_games(variant, 10, seed=5))
    assert len(positions) > 7
    for position in (*positions, *positions):
        assert forgetful(position.state) == usual(position.state)


def test_learned_pikachu_knows_boards_of_every_size() -> None:
    for size in range(7, 17):
        variant = get_variant("pikachu", size)
        evaluate = EVALUATIONS["pikachu-squares"].heuristic(variant, 0)
        start = Position.start(variant).state
        assert evaluate(start) == 0
        rows = variant.geometry.row_masks
        many = rows[1] | rows[2]
        behind, ahead = rows[1] & -rows[1], rows[-2] & -rows[-2]
        advanced = evaluate((many ^ behind | ahead, 0, many, 0, 0))
        assert advanced > evaluate((many, 0, many, 0, 0))


@pytest.mark.parametrize("evaluation", EVALUATIONS.values(), ids=EVALUATIONS)
def test_no_heuristic_comes_near_a_decided_game(evaluation: Evaluation) -> None:
    name = evaluation.name.split("-")[0]
    variant = get_variant(name, 16 if name == "pikachu" else None)
    for position in from_games(variant, 20, seed=8):
        assert abs(evaluation.heuristic(variant, 0)(position.state)) < DECIDED // 10


def test_every_game_has_an_evaluation() -> None:
    for name in ("mini", "towers", "english", "pikachu"):
        variant = get_variant(name)
        assert original_evaluation(variant).name == f"{name}-original"
    assert best_evaluation(get_variant("english")).name == "english"
    assert best_evaluation(MINI).name == "mini"
