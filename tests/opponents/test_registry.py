from collections.abc import Iterator

import pytest

from minicheckers import Position, strategy
from minicheckers.engine.decision import Context, Decision
from minicheckers.opponents import registry
from minicheckers.opponents.guard import StrategyError
from minicheckers.opponents.levels import LEVELS
from minicheckers.opponents.registry import available, names, register
from minicheckers.opponents.strategy import Options

START = Position.start("mini")


class FirstMove:
    def __init__(self, options: Options) -> None:
        self.options = options

    def choose(self, position: Position, context: Context = Context()) -> Decision:
        return Decision(position.legal_moves()[0])


@pytest.fixture
def first_move() -> Iterator[str]:
    register("first-move", "the first legal move")(FirstMove)
    yield "first-move"
    del registry._registered["first-move"]


def test_an_unknown_level_is_shown_safely() -> None:
    with pytest.raises(ValueError, match=r"'\\x1b\[2J\\n'"):
        strategy("\x1b[2J\n")


def test_the_levels_are_the_strategies_they_promise() -> None:
    mini, english = Position.start("mini").variant, Position.start("english").variant
    assert [level.strategy_for(mini) for level in LEVELS.values()] == [
        "random",
        "alphabeta",
        "dynamic",
        "solver",
    ]
    assert LEVELS["expert"].strategy_for(english) == "timed"
    assert LEVELS["hard"].strategy_for(english) == "dynamic"


@pytest.mark.parametrize("variant", ["mini", "towers", "english", "pikachu"])
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_answers_in_every_variant(level: str, variant: str) -> None:
    position = Position.start(variant)
    decision = strategy(level, variant, seed=1, time=0.05, depth=2).choose(position)
    assert decision.move in position.legal_moves()


def test_size_reaches_the_strategy() -> None:
    position = Position.start("pikachu", size=10)
    assert strategy("random", "pikachu", size=10).choose(position).move in position.legal_moves()
    with pytest.raises(ValueError, match="7 to 16"):
        strategy("random", "pikachu", size=99)


@pytest.mark.parametrize("depth", [0, -1, 101, 10**30])
def test_a_depth_that_cannot_be_is_refused(depth: int) -> None:
    with pytest.raises(ValueError, match="1 to 100"):
        strategy("random", depth=depth)


def test_a_registered_strategy_is_a_level(first_move: str) -> None:
    assert strategy(first_move).choose(START).move == START.legal_moves()[0]
    assert first_move in names()
    entry = next(entry for entry in available()[0] if entry.name == first_move)
    assert (entry.summary, entry.package) == ("the first legal move", None)


@pytest.mark.parametrize("name", ["random", "solver", "easy", "expert", "first-move"])
def test_a_name_that_is_taken_cannot_be_registered(name: str, first_move: str) -> None:
    before = available()
    with pytest.raises(ValueError, match="taken"):
        register(name, "another one")(FirstMove)
    assert available() == before


@pytest.mark.parametrize("name", ["", "7", "two words", "-x", "Upper", "é", "new\nline"])
def test_a_name_that_is_no_word_cannot_be_registered(name: str) -> None:
    with pytest.raises(ValueError, match="cannot be a strategy's name"):
        register(name, "another one")(FirstMove)


def test_what_is_registered_is_guarded(first_move: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: FirstMove, position: Position, context: Context) -> Decision:
        raise KeyError("lost")

    monkeypatch.setattr(FirstMove, "choose", fail)
    with pytest.raises(StrategyError, match="'first-move' failed: 'KeyError: 'lost''"):
        strategy(first_move).choose(START)
