"""Games for the tests of storage."""

from collections.abc import Callable
from random import Random

import pytest

from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store, StoreError

VARIANTS = (("mini", 6), ("towers", 8), ("english", 8), ("pikachu", 9))


def begun(variant: str = "mini", size: int | None = None, seed: int | None = 5) -> Session:
    start = Position.start(variant, size)
    return Session.against(start, Player("hard", Limits(1.5, 7)), person_first=True, seed=seed)


def played(session: Session, plies: int, seed: int = 1) -> Session:
    """The session after this many random moves, fewer if the game ends before that."""
    random = Random(seed)
    for _ in range(plies):
        if session.outcome is not None:
            break
        session = session.play(random.choice(session.position.legal_moves()), random.random())
    return session


def finished(variant: str = "mini", seed: int = 1) -> Session:
    session = played(begun(variant), 1000, seed)
    assert session.outcome is not None
    return session


def won_by(colour_is_person: bool) -> Session:
    """A game that ends with the first move, won by the person or by the computer."""
    start = Position.from_fen("B:W8:B6")
    players = (PERSON, Player("easy")) if colour_is_person else (Player("easy"), PERSON)
    return Session(Timeline.begin(start), *players).play("6x11")


def clock(seconds: float) -> Callable[[], float]:
    """A clock that stands still."""
    return lambda: seconds


def check_nothing_is_saved(store: Store, match: str) -> None:
    """Check that a move cannot be saved, and that the final message says so."""
    with pytest.raises(StoreError, match=match):
        store.save(played(begun(), 2))
    with pytest.raises(StoreError, match=match):
        store.close()
