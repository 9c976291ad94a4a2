"""The ten strengths: legal, repeatable, never absurd, in every game, and rated in order."""

import json
from pathlib import Path
from random import Random

import pytest

from minicheckers import strategy
from minicheckers.cli import GAME, main, make_parser
from minicheckers.opponents.levels import (
    NUMBERS,
    fitting_strength,
    ladder,
    level_rating,
    strength_name,
    strength_number,
)
from minicheckers.opponents.registry import resolve_level
from minicheckers.rules.variant import VARIANTS, Variant
from testing.positions import random_game

#: The games in which strengths were measured.
MEASURED = ("mini", "english", "russian", "international")


def test_a_strength_is_a_level_by_name_and_by_flag(capsys: pytest.CaptureFixture[str]) -> None:
    assert resolve_level(" Strength 4 ") == strength_name(4) == "strength-4"
    assert [strength_number(strength_name(number)) for number in NUMBERS] == list(NUMBERS)
    assert strength_number("hard") is strength_number("strength-11") is None
    parser = make_parser(GAME)
    for flags in (["--strength", "4"], ["--level", "strength-4"]):
        assert parser.parse_args(flags).level == "strength-4"
    assert main(["best", "--level", "easy", "--json"]) == 0
    assert main(["best", "--json"]) == 0
    assert [json.loads(line)["level"] for line in capsys.readouterr().out.splitlines()] == [
        "easy",
        "expert",
    ]
    for wrong in (["--strength", "11"], ["--strength", "4", "--level", "hard"]):
        with pytest.raises(SystemExit) as stopped:
            main(wrong)
        assert stopped.value.code == 2
    capsys.readouterr()
    for number in ("11", "0", "one"):
        with pytest.raises(SystemExit):
            main(["--strength", number])
        assert "choose a strength from 1 to 10" in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_they_play_every_game_and_a_seed_repeats_it(variant: Variant) -> None:
    position = list(random_game(variant, Random(5), longest=12))[-1]
    for number in (NUMBERS[0], NUMBERS[6]):
        one, other = (strategy(strength_name(number), variant, seed=2) for _ in range(2))
        move = one.choose(position).move
        assert move in position.legal_moves()
        assert other.choose(position).move == move


def test_the_largest_error_bounds_what_a_move_can_lose_at_a_glance() -> None:
    # Two moves can be misjudged at once, one up and one down.
    for game in MEASURED:
        assert all(2 * step.error < 300 for step in ladder(VARIANTS[game])[7:])


@pytest.mark.parametrize("game", MEASURED)
def test_ratings_rise_and_a_player_gets_the_nearest(game: str) -> None:
    variant = VARIANTS[game]
    rated = [step.rating for step in ladder(variant)]
    assert rated == sorted(set(rated))
    assert len(rated) == len(NUMBERS)
    assert rated[4] == 1200
    assert fitting_strength(variant, 0) == "strength-1"
    assert fitting_strength(variant, 1210) == "strength-5"
    assert fitting_strength(variant, 9999) == "strength-10"
    assert level_rating(variant, "strength-10") == rated[-1]
    assert level_rating(variant, "adaptive") is None


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=str)
def test_every_game_has_a_ladder_by_which_it_is_rated_on_every_board(variant: Variant) -> None:
    for size in variant.possible_sizes:
        resized = variant.of_size(size)
        steps = ladder(resized)
        assert len(steps) == len(NUMBERS)
        rated = [level_rating(resized, strength_name(number)) for number in NUMBERS]
        assert rated == [step.rating for step in steps]


@pytest.mark.slow
@pytest.mark.parametrize("game", ["mini", "english"])
def test_a_strength_beats_the_one_two_steps_below(game: str) -> None:
    from minicheckers.match.match import Contestant, Match, run_match

    for number in NUMBERS[2::3]:
        two = (Contestant(strength_name(number)), Contestant(strength_name(number - 2)))
        (result,) = run_match(Match(VARIANTS[game], two, 40, seed=number)).results
        assert result.points > 24


def test_the_page_shows_the_ladders_as_they_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "strengths.md").read_text(encoding="utf-8")
    for game in MEASURED:
        table = page.partition(f"| {game} |")[2].partition("\n\n")[0]
        shown = [line.split("|")[2:5] + line.split("|")[6:7] for line in table.splitlines()[2:]]
        assert [[cell.strip() for cell in row] for row in shown[: len(NUMBERS)]] == [
            [str(step.depth or ""), str(step.nodes or ""), str(step.error), str(step.rating)]
            for step in ladder(VARIANTS[game])
        ]
