"""Who plays, and the limits of their thinking."""

import pytest

from minicheckers.game.player import NO_LIMITS, PERSON, Limits, Player


@pytest.mark.parametrize(
    ("limits", "text"),
    [
        (NO_LIMITS, ""),
        (Limits(0.5), "0.5 s"),
        (Limits(depth=7), "depth 7"),
        (Limits(2.0, 3, 900), "2 s, depth 3, 900 nodes"),
    ],
)
def test_limits_in_words(limits: Limits, text: str) -> None:
    assert str(limits) == text
    described = f"hard ({text})" if text else "hard"
    assert Player("hard", limits).description == described


def test_what_is_left_open_is_filled_from_others() -> None:
    assert Limits(1.0).over(Limits(2.0, 5, 70)) == Limits(1.0, 5, 70)
    assert NO_LIMITS.over(Limits(depth=4)) == Limits(depth=4)


@pytest.mark.parametrize(
    "limits", [{"time": 0.0}, {"time": float("inf")}, {"depth": 0}, {"depth": 101}, {"nodes": 0}]
)
def test_limits_that_cannot_be_are_refused(limits: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="must be"):
        Limits(**limits)  # type: ignore[arg-type]


def test_a_person_has_no_level() -> None:
    assert PERSON.is_person
    assert (str(PERSON), str(Player("easy"))) == ("you", "easy")
    assert not Player("easy").is_person
