"""The calls for other programs: analyse and play_match."""

import pytest

import minicheckers
from minicheckers import Context, Decision, Limits, Options, Position, analyse, play_match


class Last:
    """Plays the last legal move."""

    def __init__(self, options: Options | None = None) -> None:
        self.options = options

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        return Decision(position.legal_moves()[-1])


class Failing(Last):
    def choose(self, position: Position, context: Context = Context()) -> Decision:
        raise KeyError("oh")


def test_every_public_name_is_there() -> None:
    for name in minicheckers.__all__:
        assert getattr(minicheckers, name) is not None


def test_mini_is_exact_and_other_games_are_searched() -> None:
    found = analyse(Position.start("mini"))
    assert found.exact
    assert found.value == 0
    assert [str(move) for move, value in found.moves.items() if value == -1] == ["6-9"]
    assert analyse("B:W18:B14,K32", Limits(depth=3), "english").value > 900_000
    assert analyse(Position.start("towers"), Limits(depth=2)).depth == 2
    with pytest.raises(ValueError, match="named twice"):
        analyse("B:W13:B13")


def test_names_classes_functions_and_strategies_play() -> None:
    results = [
        play_match(player, "easy", games=6, seed=3)
        for player in (Last, Last(), lambda options: Last(options))
    ]
    assert results[0] == results[1] == results[2]
    assert results[0].games == 6


def test_a_match_is_counted_and_its_games_are_told() -> None:
    games: list[str] = []
    result = play_match(
        "medium", "easy", games=8, seed=1, on_game=lambda played: games.append(played.pdn())
    )
    assert result.games == len(games) == 8
    assert result.score is not None
    assert result.score > 0.5
    assert result.elo.low is not None
    assert result == play_match("medium", "easy", games=8, seed=1, jobs=2)


def test_who_fails_has_lost() -> None:
    result = play_match(Failing, "easy", games=2, seed=1)
    assert (result.b_wins, result.failures) == (2, 2)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: play_match("nobody", "easy"), "no level or strategy"),
        (lambda: play_match("easy", "easy", games=0), "at least one game"),
        (lambda: play_match(Last, "easy", jobs=2), "must be names"),
        (lambda: play_match("easy", "easy", "chess"), "chess"),
        (lambda: play_match("solver", "easy", "english"), "only mini"),
        (lambda: analyse(Position.start("mini"), Limits(time=-1)), "more than 0 seconds"),
    ],
)
def test_what_cannot_be_played_is_a_value_error(call: object, sentence: str) -> None:
    assert callable(call)
    with pytest.raises(ValueError, match=sentence):
        call()


def test_what_is_no_player_is_a_type_error() -> None:
    with pytest.raises(TypeError, match="neither a name nor a strategy"):
        play_match(3, "easy")  # type: ignore[arg-type]
