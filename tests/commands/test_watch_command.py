"""``minicheckers watch``: who plays, how long, from which board."""

import pytest

from minicheckers.cli import COMMANDS, make_parser
from minicheckers.commands import watch
from minicheckers.game.player import Limits, Player
from minicheckers.game.request import GameRequest


def request(*words: str) -> GameRequest:
    return watch.make_request(make_parser(COMMANDS["watch"]).parse_args(words))


def players(*words: str) -> tuple[Player, Player]:
    session = request(*words).session
    assert session is not None
    return session.black, session.white


def test_limits_of_both_and_of_one_side() -> None:
    assert players("--time", "2", "--black", "hard@depth=3", "--white", "hard@time=0.5") == (
        Player("hard", Limits(2.0, 3)),
        Player("hard", Limits(0.5)),
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--black", "hard@speed=1"), "not time=S or depth=N"),
        (("--black", "nobody"), "no level or strategy 'nobody'"),
        (("--variant", "english", "--white", "solver"), "only mini and its family"),
        (("--turn", "white"), "--turn needs --board"),
        (("--variant", "chess"), "no variant 'chess'"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        request(*words)
