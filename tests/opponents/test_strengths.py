"""The ten strengths, the novice and the one that adapts: legal, repeatable, never absurd."""

import json
from pathlib import Path
from random import Random

import pytest

from minicheckers import Position, strategy
from minicheckers.cli import GAME, main, make_parser
from minicheckers.game.player import Player
from minicheckers.game.timeline import Timeline
from minicheckers.opponents.built_in import HIGHEST_AIM, STEP, AdaptiveStrategy
from minicheckers.opponents.levels import (
    EXTRA_LEVELS,
    NUMBERS,
    fitting_strength,
    ladder,
    level_rating,
    strength_name,
    strength_number,
)
from minicheckers.opponents.registry import resolve_level, strategy_of
from minicheckers.opponents.strategy import Context, Options, Strategy
from minicheckers.rules.variant import ENGLISH, MINI, PIKACHU, TOWERS, VARIANTS, Variant
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


GAMES = (MINI, ENGLISH, TOWERS, PIKACHU.of_size(8))


def adaptive(variant: Variant, seed: int, net_wins: int | None = 0) -> AdaptiveStrategy:
    return AdaptiveStrategy(Options(variant, Random(seed), net_wins=net_wins))


def result(variant: Variant, players: tuple[Strategy, Strategy], seed: int, swapped: bool) -> int:
    """A game from a random opening: 1 if the first of the players wins, 0 drawn, -1."""
    random = Random(seed)
    timeline = Timeline.begin(Position.start(variant))
    for _ in range(2 if variant is MINI else 4):
        timeline = timeline.play(random.choice(timeline.position.legal_moves()))
    first = timeline.position.turn.other if swapped else timeline.position.turn
    while (outcome := timeline.outcome) is None:
        player = players[timeline.position.turn is not first]
        decision = player.choose(timeline.position, Context(timeline.history))
        timeline = timeline.play(decision.move)
    return 0 if outcome.winner is None else 1 if outcome.winner is first else -1


def score(results: list[int]) -> float:
    return sum((result + 1) / 2 for result in results) / len(results)


def match(variant: Variant, a: str, b: str, games: int) -> float:
    return score(
        [
            result(
                variant,
                (strategy(a, variant, seed=n), strategy(b, variant, seed=n + 10**6)),
                n // 2,
                bool(n % 2),
            )
            for n in range(games)
        ]
    )


@pytest.mark.sampled(4)
@pytest.mark.parametrize("every", [20, pytest.param(8, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES, ids=str)
@pytest.mark.parametrize("name", ["novice", "adaptive"])
def test_they_play_legal_moves_that_a_seed_repeats(name: str, variant: Variant, every: int) -> None:
    one, other = (strategy(name, variant, seed=4) for _ in range(2))
    for position in list(random_game(variant, Random(2), longest=40))[::every]:
        if position.legal_moves():
            move = one.choose(position).move
            assert move in position.legal_moves()
            assert other.choose(position).move == move


@pytest.mark.parametrize("name", ["novice", "adaptive"])
def test_a_finished_game_is_refused(name: str) -> None:
    with pytest.raises(ValueError, match="the game is over"):
        strategy(name, MINI).choose(Position.from_fen("W:W:B5"))


def test_the_menu_offers_opponents_that_there_are() -> None:
    assert set(EXTRA_LEVELS) == {"novice", "adaptive"}
    assert all(resolve_level(name) == name for name in EXTRA_LEVELS)


def test_the_aim_follows_the_games_before() -> None:
    assert adaptive(MINI, 1).aim == 0
    assert adaptive(MINI, 1, net_wins=3).aim == 3 * STEP
    assert adaptive(MINI, 1, net_wins=-99).aim == -HIGHEST_AIM


def test_games_one_after_the_other_are_learned_from() -> None:
    player = adaptive(MINI, 1, net_wins=None)
    lost = Position.from_fen("B:W13,14,15,16:B1")
    player.choose(lost, Context(history=(lost,) * 9))
    player.choose(Position.start("mini"))
    assert player.aim == STEP


def test_a_move_that_is_taken_back_is_no_new_game() -> None:
    player = adaptive(MINI, 1, net_wins=None)
    lost = Position.from_fen("B:W13,14,15,16:B1")
    for plies in (9, 7, 5):
        player.choose(lost, Context(history=(lost,) * plies))
    assert player.aim == 0


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "games"), [(MINI, 200), (ENGLISH, 60)], ids=str)
def test_the_ladder_has_a_new_rung(variant: Variant, games: int) -> None:
    assert match(variant, "novice", "easy", games) >= 0.65
    assert match(variant, "medium", "novice", games) >= 0.65


@pytest.mark.slow
@pytest.mark.parametrize("level", ["easy", "novice", "medium", "hard"])
def test_the_games_are_close_whoever_plays(level: str) -> None:
    results: list[int] = []
    for n in range(60):
        players = adaptive(MINI, n, net_wins=-sum(results)), strategy(level, MINI, seed=n + 10**6)
        results.append(result(MINI, players, n // 2, bool(n % 2)))
    assert 0.4 <= score(results[-40:]) <= 0.6


def test_it_is_told_the_record() -> None:
    made = strategy_of(Player("adaptive"), MINI, 1, net_wins=4)
    assert isinstance(made, AdaptiveStrategy)
    assert made.aim == 4 * STEP
