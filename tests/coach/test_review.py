"""A review: what every move was worth, its curve, and what games say about a player."""

from random import Random

import pytest

from minicheckers import Colour, Position
from minicheckers.coach.analysis import Analyst
from minicheckers.coach.chances import loss
from minicheckers.coach.player_rating import Rating, rating_in_words
from minicheckers.coach.review import Grade, Review, Summary, review
from minicheckers.coach.review_text import graph
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.rules.variant import MINI, VARIANTS
from testing.naive_solver import NaiveSolver, naive_move_values


def random_timeline(variant: str, seed: int, plies: int = 200) -> Timeline:
    random = Random(seed)
    timeline = Timeline.begin(Position.start(variant))
    while timeline.ply < plies and timeline.outcome is None:
        timeline = timeline.play(random.choice(timeline.position.legal_moves()))
    return timeline


def nearly_perfect(analyst: Analyst, planted: tuple[int, ...] = ()) -> tuple[Timeline, list[int]]:
    """A game of best moves except for some mistakes, each at the first chance after a planned ply.

    With it come the plies where the mistakes were made.
    """
    timeline = Timeline.begin(Position.start("mini"))
    due, made = list(planted), []
    while timeline.outcome is None:
        analysis = analyst.analyse(timeline.position)
        *_, worst = analysis.moves
        move = analysis.best[0]
        if due and timeline.ply + 1 >= due[0] and analysis.moves[worst] < analysis.value:
            move = worst
            due.pop(0)
            made.append(timeline.ply + 1)
        timeline = timeline.play(move)
    assert not due
    return timeline, made


def check_identity(found: Review) -> None:
    assert found.exact
    black = sum(graded.loss for graded in found.moves if graded.colour is Colour.BLACK)
    white = sum(graded.loss for graded in found.moves if graded.colour is Colour.WHITE)
    assert found.final is not None
    assert found.start - black + white == found.final
    assert found.summary(Colour.BLACK).given_away == black
    assert all(graded.loss >= 0 for graded in found.moves)
    # One move's value is the next position's, seen from the other side.
    for graded, following in zip(found.moves, found.moves[1:], strict=False):
        assert graded.after == -following.before


@pytest.mark.parametrize("games", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_in_mini_the_losses_make_up_the_difference_to_the_piece(games: int) -> None:
    analyst = Analyst(MINI)
    for seed in range(games):
        check_identity(review(random_timeline("mini", seed), analyst))


@pytest.mark.slow
def test_in_mini_the_identity_holds_in_300_random_games() -> None:
    analyst = Analyst(MINI)
    for seed in range(1000, 1300):
        check_identity(review(random_timeline("mini", seed), analyst))


def test_a_perfect_game_has_no_mistake() -> None:
    analyst = Analyst(MINI)
    found = review(nearly_perfect(analyst)[0], analyst)
    assert (found.start, found.final, found.mistakes(), found.turning_ply) == (0, 0, (), None)
    assert {graded.grade for graded in found.moves} == {Grade.BEST, Grade.FORCED}


@pytest.mark.parametrize("games", [3, pytest.param(15, marks=pytest.mark.slow)])
def test_values_are_those_of_the_naive_solver(games: int) -> None:
    naive, analyst = NaiveSolver(), Analyst(MINI)
    compared = 0
    for seed in range(games):
        for graded in review(random_timeline("mini", seed), analyst).moves:
            if sum(map(int.bit_count, graded.position.state[:4])) <= 7:
                assert dict(graded.analysis.moves) == naive_move_values(naive, graded.position)
                compared += 1
    assert compared > 100 * games / 15


@pytest.mark.parametrize("games", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_grades_are_those_of_the_contract(games: int) -> None:
    analyst = Analyst(MINI)
    seen = set()
    for seed in range(games):
        for graded in review(random_timeline("mini", seed), analyst).moves:
            values = list(graded.analysis.moves.values())
            before, after = max(values), graded.analysis.moves[graded.move]
            changed = (before > 0 >= after) or (before == 0 > after)
            expected = (
                Grade.FORCED
                if len(values) == 1
                else Grade.BEST
                if before == after
                else Grade.BLUNDER
                if changed
                else Grade.SLIP
            )
            assert graded.grade is expected
            critical = any((before > 0 >= value) or (before == 0 > value) for value in values)
            assert graded.critical == critical
            assert graded.kept == (critical and not changed)
            seen.add(graded.grade)
    assert seen == {Grade.FORCED, Grade.BEST, Grade.SLIP, Grade.BLUNDER}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("variant", [name for name in VARIANTS if name != "mini"])
def test_elsewhere_grades_are_opinions(variant: str) -> None:
    timeline = random_timeline(variant, 3, plies=24)
    found = review(timeline, Analyst(timeline.start.variant, Limits(depth=2)))
    assert not found.exact
    assert found.final is None
    assert len(found.moves) == len(found.curve) - 1 == 24
    for graded in found.moves:
        if graded.loss == 0:
            assert graded.grade in (Grade.BEST, Grade.FORCED)
    assert found.mistakes()


def test_between_two_wins_nothing_is_lost() -> None:
    assert loss(999_993, 999_981, exact=False) == 0
    assert loss(999_993, 120, exact=False) == 27
    assert loss(999_993, 0, exact=True) == 50


def test_a_game_without_moves_has_a_value() -> None:
    found = review(Timeline.begin(Position.start("mini")), Analyst(MINI))
    assert (found.start, found.final, found.moves, found.curve) == (0, None, (), (0,))
    assert found.summary(Colour.BLACK) == Summary()
    assert Summary().accuracy is None


def test_more_levels_than_columns_keep_their_peaks() -> None:
    rows = graph([0, 0, 3, 0, -2, 0], height=3, width=3, ascii=True)
    assert rows == [" #", " #", " #", "#..", "  #", "  #", ""]


def test_what_is_beyond_the_top_stays_inside() -> None:
    assert len(graph([10**6], height=4, width=5, ascii=False)) == 9


# The rating: Glicko's example to the point, and what games say about a player.


def test_one_game_changes_it_as_glickos_formulas_say() -> None:
    # Worked out by hand from the paper's equations: g = 1, E = 0.5, d = 347.4.
    after = Rating(1500, 200).after(1500, 1)
    assert after.value == pytest.approx(1500 + 86.4, abs=0.1)
    assert after.deviation == pytest.approx(173.3, abs=0.1)
    assert after.games == 1


def test_somebody_who_scores_three_quarters_is_found_two_hundred_points_above() -> None:
    rating = Rating()
    for number in range(200):
        rating = rating.after(1000, float(number % 4 != 0))
    assert rating.value == pytest.approx(1191, abs=60)
    assert "Strength 5" in rating_in_words(MINI, rating)
