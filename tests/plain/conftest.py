"""Settings for all tests of plain mode."""

import pytest

from minicheckers.coach import analysis, review


@pytest.fixture(autouse=True)
def prompt_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach does not think for long: what is tested is what is said, not how good it is."""
    monkeypatch.setattr(analysis, "COACHING_TIME", 0.03)
    monkeypatch.setattr(review, "DEFAULT_TIME", 0.03)
