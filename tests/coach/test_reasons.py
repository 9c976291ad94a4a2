"""Every claim of a reason is checked by a plain minimax that shares no line with it."""

from random import Random

import pytest

from minicheckers import Position, Variant
from minicheckers.coach.reasons import Consequence, reason, reason_words
from minicheckers.rules.movegen import generator
from minicheckers.rules.variant import COLOURS, ENGLISH, RUSSIAN, TOWERS, Colour, Goal
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
