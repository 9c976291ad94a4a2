"""What the tests of both faces share."""

from collections.abc import Iterator
from contextlib import chdir
from pathlib import Path

import pytest

from minicheckers.storage.store import Store
from testing.laws import refused_deeds_change_nothing


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a directory of its own."""
    with Store(tmp_path) as store:
        yield store


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path) -> Iterator[None]:
    """What is saved by a key lands in a directory of its own."""
    with chdir(tmp_path):
        yield


@pytest.fixture(autouse=True)
def _law() -> Iterator[None]:
    with refused_deeds_change_nothing():
        yield
