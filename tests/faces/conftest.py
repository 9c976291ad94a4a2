"""What the tests of both faces share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from minicheckers.storage.store import Store


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store in a directory of its own."""
    with Store(tmp_path) as store:
        yield store
