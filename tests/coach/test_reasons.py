"""What the coach says: every claim of a reason is checked, values in letters and words."""

from dataclasses import replace
from random import Random

import pytest

from minicheckers import Position, Variant
from minicheckers.coach.analysis import Analyst
from minicheckers.coach.reasons import Consequence, reason, reason_words
from minicheckers.coach.review import Review, review
from minicheckers.coach.review_text import (
    certainty_line,
    curve_rows,
    review_lines,
    summary_line,
)
from minicheckers.coach.wording import short
from minicheckers.engine.score import Score
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.rules.movegen import generator
from minicheckers.rules.variant import COLOURS, ENGLISH, MINI, RUSSIAN, TOWERS, Colour, Goal
from testing.positions import random_game

#: A minimax without a window does not get to the depth of the real claims in time.
SHALLOW = 4
#: Neither a lead in pieces nor a number of kings: the side to move cannot move.
OVER = 50


def lead(position: Position, mover: Colour) -> int:
    return position.count(mover) - position.count(mover.other)


def kept(position: Position, plies: int, mover: Colour, counted: str) -> int:
    """What the mover still has after that many plies of best play, and then of captures."""
    after = [Position(position.variant, s) for s in generator(position.variant)(position.state)]
    if not after and plies > 0:
        return -OVER if position.turn is mover else OVER
    if plies <= 0:
        pieces = sum(map(position.count, COLOURS))
        after = [child for child in after if sum(map(child.count, COLOURS)) < pieces]
    if not after:
        values = {
            "lead": lead(position, mover),
            "theirs": -position.kings(mover.other),
            "mine": position.kings(mover),
        }
        return values[counted]
    best = max if position.turn is mover else min
    return best(kept(child, plies - 1, mover, counted) for child in after)


def expected(position: Position, bad: Position, good: Position) -> Consequence | None:
    mover = position.turn
    for counted, before, claims in (
        ("lead", lead(position, mover), (Consequence.LOSES_MEN, Consequence.MISSES_MEN)),
        ("theirs", -position.kings(mover.other), (Consequence.ALLOWS_KING, None)),
        ("mine", position.kings(mover), (None, Consequence.MISSES_KING)),
    ):
        left, best = (kept(after, SHALLOW, mover, counted) for after in (bad, good))
        if max(abs(left), abs(best)) == OVER:
            continue
        if left < min(before, best) and claims[0]:
            return claims[0]
        if left <= before < best and claims[1]:
            return claims[1]
    return None


@pytest.mark.parametrize("count", [6, pytest.param(100, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", [ENGLISH, RUSSIAN], ids=str)
def test_claims_are_made_exactly_where_they_are_forced(variant: Variant, count: int) -> None:
    random, checked, claimed = Random(9), 0, 0
    while checked < count:
        for position in [*random_game(variant, random)][20::7]:
            legal = position.transitions()
            few = sum(map(position.count, COLOURS)) <= 10
            if len(legal) < 2 or len(legal) > 7 or not few:
                continue
            bad, good = random.sample([*legal], 2)
            found = reason(position, bad, good, SHALLOW)
            assert (found and found.claim) == expected(position, legal[bad], legal[good])
            checked += 1
            if found is None:
                continue
            claimed += 1
            # Its moves can be played, from the better move where that is what they show.
            here = position if found.claim.is_missed else legal[bad]
            assert (found.line[0] == good) == found.claim.is_missed
            for move in found.line:
                here = here.play(move)
            assert str(found.line[0]) in reason_words(found, position)
    assert claimed


def test_a_man_that_can_be_taken_is_lost_to_that_capture() -> None:
    position = Position.from_fen("B:W26,27:B3,10,12", ENGLISH)
    # After 12-16 and 10-15 nothing happens; nobody is near enough.
    assert reason(position, position.find("12-16"), position.find("10-15")) is None
    position = Position.from_fen("B:W22,30:B1,14", ENGLISH)
    bad, good = position.find("14-18"), position.find("1-6")
    found = reason(position, bad, good)
    assert found is not None
    assert (found.claim, found.number) == (Consequence.LOSES_MEN, 1)
    assert [str(move) for move in found.line] == ["22x15"]
    assert reason_words(found, position) == "loses a man to 22x15"


def test_nothing_is_claimed_where_losing_men_is_the_aim() -> None:
    position = Position.from_fen("B:W22,30:B1,14", ENGLISH.with_goal(Goal.LOSING))
    assert reason(position, position.find("14-18"), position.find("1-6")) is None


def test_where_kings_are_on_the_board_what_is_lost_is_a_piece() -> None:
    position = Position.from_fen("B:W22,30,K32:B1,14", TOWERS)
    found = reason(position, position.find("14-18"), position.find("1-6"))
    assert found is not None
    assert "man" not in reason_words(found, position)


# The coach's values in letters and words, and a whole review as text.


def test_values_keep_their_sign_in_little_room() -> None:
    assert [short(40, False, n) for n in (4, 3, 2, 1)] == ["58 %", "58", "58", "+"]
    assert [short(-1023, False, n) for n in (3, 2, 1)] == ["1 %", " 1", "-"]
    assert short(0, False, 1) == "="
    assert [short(Score.won(7), False, width) for width in (8, 2, 1)] == ["won in 4", "W4", "W"]
    assert short(Score.lost(7), True, 2) == "L4"
    assert short(-3, True, 2) == "-3"


def played(moves: str, variant: str) -> Timeline:
    timeline = Timeline.begin(Position.start(variant))
    for move in moves.split():
        timeline = timeline.play(move)
    return timeline


def test_a_review_tells_every_move_the_graph_and_the_turning_point() -> None:
    text = "\n".join(review_lines(review(played("6-9 14-11", "mini"), Analyst(MINI))))
    assert "Values are exact" in text
    assert "   1 black  6-9" in text
    assert "better: 4-7, 5-7, 5-8, 6-8" in text
    assert "Black lost 1 point through mistakes, and got 0 of 1 critical" in text
    # Both words are explained where they are used.
    assert "critical if" in text
    assert "A point is" in text
    assert "The turning point: move 1, Black played 6-9." in text


def test_a_review_of_opinions_says_so() -> None:
    analyst = Analyst(ENGLISH, limits=Limits(depth=3))
    text = "\n".join(review_lines(review(played("9-13 22-18", "english"), analyst)))
    assert "Values are the engine's opinion" in text
    assert "had no critical decisions." in text
    assert "No move changed the result." in text


def rows_of(found: Review) -> dict[str, str]:
    return {label: row for label, row, _ in curve_rows(found, 40, ascii=True)}


def test_the_graph_of_opinions_shows_winning_chances() -> None:
    analyst = Analyst(ENGLISH, limits=Limits(depth=3))
    found = review(played("11-15 22-18 15x22", "english"), analyst)
    # Black's, White's, Black's: about even, worse for Black, and lost in five moves.
    values = zip(found.moves, (4, 120, Score.lost(10)), strict=True)
    found = replace(found, moves=tuple(replace(g, before=v, after=v) for g, v in values))
    assert rows_of(found) == {
        "100 %": "",
        "88 %": "",
        "75 %": "",
        "62 %": "",
        "50 %": "#...",
        "38 %": " ###",
        "25 %": " ###",
        "12 %": "  ##",
        "0 %": "  ##",
    }
    tones = {label: tone for label, _, tone in curve_rows(found, 40, ascii=True)}
    assert (tones["62 %"], tones["50 %"], tones["38 %"]) == ("good", "dim", "bad")


def test_in_an_exact_ending_the_graph_tells_results() -> None:
    timeline = Timeline.begin(Position.from_fen("W:WK1,K2:B27", "english"))
    found = review(timeline.play(timeline.position.legal_moves()[0]), Analyst(ENGLISH))
    assert rows_of(found) == {"won": "", "0": "..", "lost": "##"}
    assert certainty_line(found).startswith("Values are exact")


def test_a_thrown_game_counts_as_mistakes() -> None:
    timeline = Timeline.begin(Position.from_fen("W:W15,31,32:B2,11,27", "english"))
    analyst = Analyst(ENGLISH, limits=Limits(depth=9))
    moves = analyst.analyse(timeline.position).moves
    worst = min(moves, key=lambda move: moves[move])
    found = review(timeline.play(worst), analyst)
    assert found.moves[0].loss >= 50
    assert summary_line(found, Colour.WHITE).startswith("White made 1 blunder")
    assert summary_line(found, Colour.BLACK).startswith("Black made no mistakes")
