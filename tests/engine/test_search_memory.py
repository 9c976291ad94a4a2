"""A search leaves nothing behind that only the garbage collector would find."""

import gc
import weakref
from collections.abc import Iterator
from random import Random

import pytest

from minicheckers import Context, Position
from minicheckers.engine.deepening import search, strongest_setup
from minicheckers.engine.table import Table, TableEntry
from minicheckers.game.player import Limits


class Slots(list[TableEntry | None]):
    """A list that can be watched."""


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.parametrize("name", ["english", "towers", "pikachu", "mini"])
def test_a_table_ends_with_those_who_use_it(name: str, no_collector: None) -> None:
    position = Position.start(name)
    table = Table(bits=8)
    table.slots = Slots(table.slots)
    slots = weakref.ref(table.slots)
    setup = strongest_setup(position.variant)
    search(position, setup, Limits(nodes=500), table, Random(1), Context())
    del table
    assert slots() is None
