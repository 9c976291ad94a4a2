"""Every screen at every size, whatever key is pressed: nothing raises, and everything fits."""

from dataclasses import replace
from functools import cache

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from minicheckers.tui.events import Key, Resized
from minicheckers.tui.state import AppState
from minicheckers.tui.update import owners, update
from minicheckers.tui.view import draw
from testing.every_screen import every_screen, screen_classes

LARGEST = (250, 100)
sizes = st.tuples(st.integers(1, LARGEST[0]), st.integers(1, LARGEST[1]))


@cache
def screens() -> dict[str, AppState]:
    """The states at each screen: values, so that they can be reused."""
    return {name: player.state for name, player in every_screen().items()}


NAMES = sorted(screens())


def test_no_screen_is_left_out() -> None:
    assert {type(state.screen) for state in screens().values()} == screen_classes()


def look(state: AppState) -> None:
    """Draw it, and check that everything fits."""
    frame = draw(state)
    assert not frame.spilled
    assert (frame.width, frame.height) == state.size
    assert all(len(row) == frame.width for row in frame.characters)
    if frame.cursor is not None:
        assert 0 <= frame.cursor[0] < frame.width
        assert 0 <= frame.cursor[1] < frame.height


def keys_of(state: AppState) -> list[str]:
    """The keys that mean something now."""
    return sorted(
        {
            key
            for _, keymap in owners(state)
            for section in keymap
            for binding in section.bindings
            for key in binding.keys
        }
    )


def press(state: AppState, *keys: str) -> AppState:
    for key in keys:
        state, _ = update(state, Key(key), state.now + 1)
    return state


def check(name: str, size: tuple[int, int], then: tuple[int, int]) -> None:
    """Press every key; type into whatever opens, resize it, and leave it."""
    state = replace(screens()[name], size=size)
    look(state)
    for key in keys_of(state):
        after = press(state, key)
        if after.overlay is state.overlay and after.screen is state.screen:
            continue
        look(after)
        if after.overlay is not None:
            look(press(after, "a"))
            resized, _ = update(after, Resized(*then), after.now)
            look(resized)
            look(press(resized, "escape"))


@pytest.mark.parametrize("examples", [5, pytest.param(2000, marks=pytest.mark.slow)])
def test_any_key_at_any_size(examples: int) -> None:
    run = given(st.sampled_from(NAMES), sizes, sizes)(check)
    for name in ("lesson", "puzzle"):  # on these the prompt once had no line to be in
        run = example(name, (114, 32), (80, 26))(run)
        run = example(name, (132, 50), (100, 26))(run)
    settings(max_examples=examples)(run)()


@pytest.mark.parametrize("step", [13, pytest.param(1, marks=pytest.mark.slow)])
@pytest.mark.parametrize("name", NAMES)
def test_every_screen_at_the_sizes_where_its_layout_changes(name: str, step: int) -> None:
    state = screens()[name]
    for columns in (1, 23, 24, 39, 40, 79, 80, 81, 100, 114, 120, 132, LARGEST[0]):
        for rows in (1, 8, 9, 14, 15, 24, 26, 32, 44, 50, LARGEST[1]):
            if (columns + rows) % step == 0:
                look(replace(press(replace(state, size=(columns, rows)), ":")))
