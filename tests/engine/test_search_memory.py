"""A search leaves nothing behind that only the garbage collector would find."""

import gc
from collections.abc import Iterator
from random import Random

import pytest

from minicheckers import Context, Position
from minicheckers.engine.alphabeta import SearchTree
from minicheckers.engine.deepening import search, strongest_setup
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits


@pytest.fixture
def collected() -> Iterator[list[object]]:
    """What the collector finds when it is called, and nothing from before."""
    gc.freeze()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    yield gc.garbage
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()
    gc.unfreeze()


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", ["english", "towers", "pikachu", "mini"])
def test_a_table_ends_with_those_who_use_it(name: str, collected: list[object]) -> None:
    position = Position.start(name)
    table = Table(bits=8)
    setup = strongest_setup(position.variant)
    search(position, setup, Limits(nodes=500), table, Random(1), Context())
    assert len(table) > 50
    del table
    gc.collect()
    assert not [found for found in collected if isinstance(found, Table | SearchTree)]
