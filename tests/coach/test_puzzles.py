import datetime
from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random

import pytest

from minicheckers import Position, strategy
from minicheckers.coach import puzzle_source
from minicheckers.coach.analysis import Analyst
from minicheckers.coach.player_rating import rated
from minicheckers.coach.puzzle_source import PuzzleSource, listed_names, read_date
from minicheckers.coach.puzzles import SEARCH_DEPTHS, Puzzle, PuzzleGoal, position_of
from minicheckers.coach.refutation import refutation, sentence
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.game.timeline import Timeline
from minicheckers.rules.variant import ENGLISH, MINI, TOWERS, Variant
from testing.naive_solver import NaiveSolver

YEAR = Path(__file__).parents[1] / "data" / "daily_puzzles_2027.txt"

SOURCE = PuzzleSource(MINI)


@pytest.fixture(scope="module")
def puzzles() -> list[Puzzle]:
    return list(islice(SOURCE.seeded(7), 25))


def check_only_moves(puzzle: Puzzle, naive: NaiveSolver) -> None:
    """By the naive solver one move, that of the line, keeps the goal at every solver's turn."""
    position = puzzle.position
    least = 1 if puzzle.goal is PuzzleGoal.WIN else 0
    assert (naive.reaches(position.state, 1), True) == (puzzle.goal is PuzzleGoal.WIN, True)
    for ply, move in enumerate(puzzle.line):
        if ply % 2 == 0:
            keeping = [
                other
                for other, after in position.transitions().items()
                if not naive.reaches(after.state, 1 - least)
            ]
            assert keeping == [move]
        position = position.play(move)
    assert len(puzzle.line) % 2 == 1


def check_fooled(puzzle: Puzzle, seeds: Iterable[int]) -> None:
    """The searcher that the difficulty names plays a wrong move, whatever its seed."""
    if puzzle.difficulty == 1:
        assert not puzzle.fooled
        return
    depth = SEARCH_DEPTHS[min(puzzle.difficulty, 4) - 2]
    assert depth == puzzle.fooled[-1]
    for seed in seeds:
        player = strategy("alphabeta", puzzle.position.variant, depth=depth, seed=seed)
        assert player.choose(puzzle.position).move != puzzle.solution


@pytest.mark.parametrize(
    "most", [7, *(pytest.param(most, marks=pytest.mark.slow) for most in (8, 9))]
)
def test_exactly_one_move_keeps_the_goal_at_every_turn(puzzles: list[Puzzle], most: int) -> None:
    naive = NaiveSolver()
    small = [p for p in puzzles if sum(map(int.bit_count, p.position.state[:4])) <= most]
    assert len(small) > (10 if most > 7 else 5)
    for puzzle in small:
        check_only_moves(puzzle, naive)


def test_the_searcher_that_a_difficulty_names_fails(puzzles: list[Puzzle]) -> None:
    assert {puzzle.difficulty for puzzle in puzzles} == {1, 2, 3, 4, 5}
    for puzzle in puzzles:
        check_fooled(puzzle, seeds=(1, 2))


@pytest.mark.slow
def test_a_thousand_puzzles() -> None:
    puzzles = list(islice(SOURCE.seeded(1), 1000))
    assert {puzzle.difficulty for puzzle in puzzles} == {1, 2, 3, 4, 5}
    assert len({puzzle.id for puzzle in puzzles}) == 1000
    naive = NaiveSolver()
    for number, puzzle in enumerate(puzzles):
        check_fooled(puzzle, seeds=(1,))
        check_only_moves(puzzle, naive)
        if number % 50 == 49:
            naive = NaiveSolver()  # it forgets nothing


def days_of_the_year() -> dict[datetime.date, str]:
    rows = (line.split() for line in YEAR.read_text(encoding="utf-8").splitlines())
    return {datetime.date.fromisoformat(day): name for day, name in rows}


@pytest.mark.slow
def test_all_names_of_a_year_are_pinned() -> None:
    for day, name in days_of_the_year().items():
        assert SOURCE.daily(day).id == name


@pytest.mark.parametrize(
    "text", ["", "mini", "mini-", "mini-zzzzzzzzzz", "mini-ä", "chess-12", "pikachu-x-1", "mini-0"]
)
def test_what_is_no_name_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="is not a puzzle ID"):
        position_of(text)


def test_a_puzzle_is_found_again_by_its_name(puzzles: list[Puzzle]) -> None:
    assert SOURCE.at(position_of(puzzles[0].id)) == puzzles[0]
    with pytest.raises(ValueError, match="is not a puzzle"):
        SOURCE.at(Position.start("mini"))


# The other games: exact endings, and what search proves


def possible_results(position: Position, plies: int) -> tuple[int, int]:
    """The worst and the best result for the side to move, by plain search down to the table.

    1 is a win. So many plies are looked at; captures of a game that forces them are not counted.
    """
    transitions = position.transitions()
    if not transitions:
        return -1, -1
    endings = shipped_endings(position.variant)
    assert endings is not None
    known = endings.probe(position.state)
    if known is not None:
        value = {"win": 1, "draw": 0, "loss": -1}[known.result]
        return value, value
    if plies == 0:
        return -1, 1
    results = []
    for move, after in transitions.items():
        free = position.variant.capture_forced and bool(move.captured)
        low, high = possible_results(after, plies if free else plies - 1)
        results.append((-high, -low))
    return max(low for low, _ in results), max(high for _, high in results)


def check_exact_only_moves(puzzle: Puzzle) -> None:
    """By plain search one move, that of the line, is sure to keep the goal, and no other can."""
    position = puzzle.position
    goal = 1 if puzzle.goal is PuzzleGoal.WIN else 0
    for ply, move in enumerate(puzzle.line):
        if ply % 2 == 0:
            results = {
                other: possible_results(after, 3) for other, after in position.transitions().items()
            }
            low, high = results.pop(move)
            assert (-high, -low) == (goal, goal)
            assert all(-low < goal for low, _ in results.values())
        position = position.play(move)


def listed(variant: Variant) -> list[Puzzle]:
    source = PuzzleSource(variant)
    return [source.at(position_of(name)) for name in listed_names(variant)]


def is_proven(puzzle: Puzzle) -> bool:
    """Whether the position is missing from the endgame table."""
    endings = shipped_endings(puzzle.position.variant)
    assert endings is not None
    return puzzle.position.state not in endings


def check_refutations(puzzle: Puzzle) -> None:
    """Every wrong move is refuted by exact values, in words that are true."""
    line, analyst = Timeline.begin(puzzle.position), Analyst(puzzle.position.variant)
    for move in puzzle.position.legal_moves():
        if move != puzzle.solution:
            found = refutation(line, move, analyst, lambda: False)
            assert found.graded.analysis.exact
            assert not puzzle.goal.is_kept_by(found.graded.after)
            assert "%" not in sentence(found)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("variant", [ENGLISH, TOWERS], ids=str)
def test_puzzles_of_other_games_have_one_right_move_and_all_difficulties(variant: Variant) -> None:
    puzzles = listed(variant)
    assert {puzzle.difficulty for puzzle in puzzles} == {1, 2, 3, 4, 5}
    proven = [puzzle for puzzle in puzzles if is_proven(puzzle)]
    assert len(proven) >= 10
    assert {puzzle.goal for puzzle in proven} == {PuzzleGoal.WIN, PuzzleGoal.DRAW}
    for puzzle in [*puzzles[::20], *proven[::4]]:
        check_exact_only_moves(puzzle)
        check_fooled(puzzle, seeds=(1,))
    for puzzle in proven[::4]:
        check_refutations(puzzle)


@pytest.mark.slow
@pytest.mark.parametrize("variant", [ENGLISH, TOWERS], ids=str)
def test_all_puzzles_of_the_lists(variant: Variant) -> None:
    for puzzle in listed(variant):
        check_exact_only_moves(puzzle)
        check_fooled(puzzle, seeds=(1, 2))
        check_refutations(puzzle)


def test_when_a_list_is_exhausted_play_goes_on_to_bring_puzzles(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    name = listed_names(ENGLISH)[0]
    monkeypatch.setattr(puzzle_source, "listed_names", lambda _: (name,))
    found = [puzzle.id for puzzle in islice(PuzzleSource(ENGLISH).seeded(1), 3)]
    assert found.count(name) == 1
    assert len(set(found)) == 3


def test_a_wrong_move_is_refuted_on_the_board(puzzles: list[Puzzle]) -> None:
    random, analyst = Random(1), Analyst(MINI)
    for puzzle in puzzles:
        wrong = [move for move in puzzle.position.legal_moves() if move != puzzle.solution]
        line = Timeline.begin(puzzle.position)
        found = refutation(line, random.choice(wrong), analyst, lambda: False)
        value = found.graded.after
        assert not puzzle.goal.is_kept_by(value)
        # All of it is best play: the value stays the same to the end.
        position = puzzle.position
        for move in (found.graded.move, *found.replies):
            position = position.play(move)
            sign = 1 if position.turn is puzzle.position.turn else -1
            assert sign * SOURCE.analyse(position).value == value


def test_the_rating_goes_up_with_success_and_more_so_with_difficulty() -> None:
    assert rated(1200, 1, True) < rated(1200, 5, True)
    assert rated(1200, 1, False) < rated(1200, 3, False) < 1200


def test_what_is_no_date_is_refused() -> None:
    assert read_date("2027-02-28") == datetime.date(2027, 2, 28)
    with pytest.raises(ValueError, match="is not a date"):
        read_date("2027-02-30")
