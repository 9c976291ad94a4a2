"""The formulas that came with the games, by hand; and facts never look like guesses."""

import pytest

from minicheckers import Position
from minicheckers.ai.evaluate import EVALUATIONS, best_evaluation, seed_evaluation
from minicheckers.ai.evaluate.english import is_endgame
from minicheckers.ai.evaluate.mini import seed_utility
from minicheckers.ai.score import DECIDED
from minicheckers.rules.variant import Variant, get_variant

VARIANTS = [get_variant(name) for name in ("mini", "towers", "english", "pikachu")]


def seed_value(fen: str, name: str) -> int:
    """What the side to move thinks of a position, when it is the one that searches."""
    position = Position.from_fen(fen, variant=name)
    heuristic = seed_evaluation(position.variant).heuristic
    return heuristic(position.variant, position.state[4])(position.state)


def test_every_seed_has_its_formula_by_name() -> None:
    assert {f"{variant.name}-seed" for variant in VARIANTS} <= set(EVALUATIONS)
    for variant in VARIANTS:
        assert seed_evaluation(variant).name == f"{variant.name}-seed"


@pytest.mark.parametrize(
    ("fen", "value"),
    [
        # Two men to one; both on no edge column, and the foe is still ahead of them.
        ("B:W17:B1,2", 50 * 1 + 10 * 0 + 2),
        # 4 stands on the left edge, 9 on the right one; 5 is neither there nor past the foe.
        ("B:W14:B4,5,9", 50 * 2 + 10 * 2 + 3),
        # 14 has passed the only foe, who stands higher up.
        ("B:W8:B14", 50 * 0 + 10 * 1 + 1),
        # The same for White, whose men pass by going up.
        ("W:W5:B11", 50 * 0 + 10 * 1 + 1),
    ],
)
def test_mini_counts_men_and_safe_men(fen: str, value: int) -> None:
    assert seed_value(fen, "mini") == value


def test_mini_looks_from_the_chair_of_the_player_who_searches() -> None:
    position = Position.from_fen("B:W14:B4,5,9", variant="mini")
    heuristic = EVALUATIONS["mini-seed"].heuristic
    for_white = heuristic(position.variant, 1)(position.state)
    # White has one man, safe on no edge and past nobody: 50 * (1 - 3) + 1, and Black wants less.
    assert for_white == 99


def test_mini_utilities_lie_outside_the_heuristics_range() -> None:
    variant = get_variant("mini")
    final = EVALUATIONS["mini-seed"].final(variant, 0)
    best_guess = 50 * 6 + 10 * 6 + 6
    worths = {}
    for mine in range(7):
        for theirs in range(7):
            if mine or theirs:
                men, foes = (1 << mine) - 1, (1 << theirs) - 1
                worths[mine, theirs] = final((men, 0, foes, 0, 0))
    for (mine, theirs), worth in worths.items():
        assert abs(worth) > best_guess
        if mine != theirs:
            assert abs(worth) > DECIDED
            assert (worth > 0) == (mine > theirs)
    # In the order of the formula, wins among themselves and losses among themselves.
    for sign in (1, -1):
        decided = [pair for pair in worths if sign * (pair[0] - pair[1]) > 0]
        by_worth = sorted(decided, key=lambda pair: worths[pair])
        utilities = [seed_utility(*pair) for pair in by_worth]
        assert utilities == sorted(utilities)


def test_towers_counts_a_tower_as_three_men() -> None:
    assert seed_value("B:W21,K22:B1,2,K3", "towers") == 100 * (2 + 3 - 1 - 3)
    assert seed_value("W:W21,K22:B1,2,K3", "towers") == -100 * (2 + 3 - 1 - 3)


def test_pikachu_counts_a_pikachu_as_two_pichus() -> None:
    assert seed_value("W:W40,K41:B10,11,12", "pikachu") == 100 * (1 + 2 - 3)
    assert seed_value("B:W40,41:BK10", "pikachu") == 100 * (2 - 2)
    assert seed_value("B:W40:BK10", "pikachu") == 100


@pytest.mark.parametrize(
    ("mine", "theirs", "more_kings", "endgame"),
    [
        (12, 12, 0, False),
        (6, 10, 0, True),  # less than two thirds
        (8, 10, 0, False),
        (7, 7, 1, True),  # under 15 pieces, and more kings
        (7, 7, 0, False),
        (8, 7, 1, False),
        (5, 4, 0, True),  # under 10
        (5, 5, 0, False),
    ],
)
def test_english_has_two_stages(mine: int, theirs: int, more_kings: int, endgame: bool) -> None:
    assert is_endgame(mine, theirs, more_kings) is endgame


def test_english_terms_are_worth_more_in_the_order_of_the_seed() -> None:
    # Twelve men: all at home; one of them at an end of the middle rows; one in the middle's box.
    home, ends, box = (
        seed_value(f"B:W21-32:B{squares}", "english") for squares in ("1-12", "2-12,13", "2-12,14")
    )
    assert ends < box < home


def test_english_leader_likes_trades_in_the_endgame() -> None:
    many = seed_value("B:W29,30,31,32:B1,2,3,4,5", "english")
    few = seed_value("B:W31,32:B1,2,3", "english")
    assert few > many
    assert seed_value("W:W31,32:B1,2,3", "english") == -few


@pytest.mark.parametrize("variant", VARIANTS, ids=str)
def test_no_guess_comes_near_a_decided_game(variant: Variant) -> None:
    full = Position.start(variant).state
    crowned = (0, full[0] | full[1], 1, 0, full[4]) if variant.crowns else full
    for evaluation in (seed_evaluation(variant), best_evaluation(variant)):
        for state in (full, crowned):
            assert abs(evaluation.heuristic(variant, state[4])(state)) < DECIDED // 10
