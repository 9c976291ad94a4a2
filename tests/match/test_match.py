from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from minicheckers.game import pdn
from minicheckers.game.player import Limits
from minicheckers.game.timeline import Timeline
from minicheckers.match.match import (
    Contestant,
    Fixture,
    Match,
    MatchState,
    Played,
    Result,
    play_all,
    play_game,
    random_opening,
)
from minicheckers.players import registry
from minicheckers.players.guard import IllegalMoveError, StrategyError
from minicheckers.players.strategy import Options, Strategy
from minicheckers.rules.position import Outcome, Position
from minicheckers.rules.variant import VARIANTS, Colour, get_variant

A = Contestant("random", Limits(time=1.0))
B = Contestant("easy", Limits(depth=3))


def small_match(variant: str = "mini", games: int = 6, seed: int = 1) -> Match:
    return Match(get_variant(variant), (A, B), games, seed)


def fixtures_of(match: Match) -> Iterator[Fixture]:
    return map(match.fixture, range(1, match.all_games + 1))


def counted(*games: Played) -> Result:
    state = MatchState.of(small_match())
    for played in games:
        state = state.plus(played, small_match())
    (result,) = state.results
    return result


def test_every_opening_is_played_with_both_colours() -> None:
    fixtures = list(fixtures_of(small_match("english", games=20)))
    for first, second in zip(fixtures[::2], fixtures[1::2], strict=True):
        assert first.opening == second.opening
        assert (first.colour_of_a, second.colour_of_a) == (Colour.BLACK, Colour.WHITE)
        assert first.contestants[Colour.BLACK] == second.contestants[Colour.WHITE] == A
    assert len({fixture.opening for fixture in fixtures}) == 10


def test_without_swapping_the_first_level_always_begins() -> None:
    match = replace(small_match("pikachu", games=8), swap=False)
    fixtures = list(fixtures_of(match))
    assert {fixture.colour_of_a for fixture in fixtures} == {Colour.WHITE}
    assert len({fixture.opening for fixture in fixtures}) == 8


def test_limits_of_a_colour_come_before_those_of_a_contestant() -> None:
    match = replace(small_match(), by_colour={Colour.BLACK: Limits(time=0.5, depth=7)})
    first, second = match.fixture(1), match.fixture(2)
    assert [one.limits for one in first.contestants.values()] == [Limits(0.5, 7), Limits(None, 3)]
    assert [one.limits for one in second.contestants.values()] == [
        Limits(1.0, None),
        Limits(0.5, 7),
    ]


def test_everything_follows_from_the_seed() -> None:
    games = [play_game(fixture) for fixture in fixtures_of(small_match(seed=5))]
    again = [play_game(fixture) for fixture in fixtures_of(small_match(seed=5))]
    others = [play_game(fixture) for fixture in fixtures_of(small_match(seed=6))]
    assert games == again
    assert [game.timeline for game in games] != [game.timeline for game in others]


@pytest.mark.slow
def test_processes_play_the_same_games() -> None:
    match = small_match(games=5)
    alone = list(play_all(match, 1))
    assert list(play_all(match, 2)) == alone


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_game_is_played_to_its_end_from_its_opening(variant: str) -> None:
    played = play_game(small_match(variant).fixture(1))
    opening = played.fixture.opening
    assert opening.ply == (2 if variant in ("mini", "thai") else 4)
    assert played.timeline.moves[: opening.ply] == opening.moves
    assert played.timeline.outcome == played.outcome
    assert played.fault is None


@pytest.mark.parametrize("variant", VARIANTS)
def test_the_pdn_of_a_game_is_the_game(variant: str) -> None:
    played = play_game(small_match(variant).fixture(2))
    (record,) = pdn.read_games(played.pdn())
    assert record.timeline == played.timeline
    assert record.result == pdn.result_of(played.outcome)
    first, second = record.tags["White"], record.tags["Black"]
    assert {first, second} == {"random (1 s)", "easy (depth 3)"}
    assert record.tags["Round"] == "2"


def test_the_pdn_of_a_forfeited_game_tells_who_won_and_why() -> None:
    fixture = small_match().fixture(1)
    fault = StrategyError("the strategy 'random' failed: 'KeyError'")
    played = Played(fixture, fixture.opening, Outcome(Colour.WHITE, str(fault)), fault)
    (record,) = pdn.read_games(played.pdn())
    assert record.result == "1-0"
    assert record.tags["Termination"] == str(fault)


def test_a_strategy_that_cannot_be_made_again_has_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(options: Options) -> Strategy:
        raise OSError("no more licences")

    monkeypatch.setitem(registry._registered, "costly", ("-", refuse))
    fixture = small_match().fixture(1)
    fixture.contestants[fixture.colour_of_a.other] = Contestant("costly")
    played = play_game(fixture)
    assert played.outcome.winner is fixture.colour_of_a
    assert "'costly' cannot be made: 'OSError: no more licences'" in str(played.fault)
    assert counted(played) == Result(a_wins=1, failures=1)


def test_the_result_counts_for_a() -> None:
    fixture = small_match().fixture(2)  # A is White
    assert fixture.colour_of_a is Colour.WHITE
    timeline = Timeline.begin(Position.start("mini"))
    assert (Result().games, Result().score) == (0, None)
    result = counted(
        *(
            Played(fixture, timeline, Outcome(winner, "why"), fault)
            for winner, fault in [
                (Colour.WHITE, None),
                (Colour.WHITE, StrategyError("oh")),
                (None, None),
                (Colour.BLACK, IllegalMoveError("no")),
            ]
        )
    )
    assert result == Result(a_wins=2, draws=1, b_wins=1, illegal=1, failures=1)
    assert result.score == 2.5 / 4


def test_openings_are_random_and_leave_a_game_to_play() -> None:
    start = Position.start("mini")
    openings = {random_opening(start, 12, Random(seed)).played for seed in range(50)}
    assert len(openings) == 50
    assert all(len(opening) == 12 for opening in openings)


def test_an_opening_longer_than_the_game_is_refused() -> None:
    with pytest.raises(ValueError, match="ask for fewer"):
        random_opening(Position.start("mini"), 60, Random(1))
