"""Whatever is pressed, clicked, pasted or typed, wherever: nothing raises, and all is drawn."""

from itertools import cycle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers.activities.activity import deeds_of
from minicheckers.game.request import Looks
from minicheckers.storage.store import Store
from minicheckers.tui.app import App
from minicheckers.tui.board import BoardScreen
from minicheckers.tui.boxes import Box, Prompt
from minicheckers.tui.input_decoder import Click, Key, Paste, Release, Resized
from minicheckers.tui.menu import Menu, Settings
from testing.board_player import Player
from testing.desk_runner import run
from testing.everywhere import EVERYWHERE

OWNERS = [App, BoardScreen, Box, Prompt, Menu, Settings]
KEYS = sorted(
    {key for make in EVERYWHERE.values() for known in deeds_of(make()) for key in known.keys}
    | {key for owner in OWNERS for known in deeds_of(object.__new__(owner)) for key in known.keys}
    | {"backspace", "delete", "ctrl-u", "é", "ł", *"0123456789-x:yn"}
)
WORDS = sorted(
    {known.name.replace("_", " ") for make in EVERYWHERE.values() for known in deeds_of(make())}
    | {"yes", "no", "1", "2", "6-9", "99", "9x", "x", "-", "é", "help", "board", "help hint"}
)
PASTES = ("6-9", "B:W8:B5", "1. 6-9 14-11", "rot", "\x1b[A\n\n6-9", "")
USUAL_SIZES = ((120, 40), (80, 24), (60, 20), (50, 18), (40, 15), (24, 9))
LOOKS = st.builds(Looks, ascii=st.booleans(), colour=st.booleans(), animation=st.booleans())
SIZES = st.tuples(st.integers(1, 200), st.integers(1, 70))
HAPPENINGS = st.one_of(
    st.sampled_from(KEYS).map(Key),
    st.sampled_from(["enter", "tab", "up", "down", "y", "escape"]).map(Key),
    st.builds(Click, st.integers(0, 130), st.integers(0, 50)),
    st.builds(Release, st.integers(0, 130), st.integers(0, 50)),
    st.sampled_from(PASTES).map(Paste),
    st.builds(Resized, st.integers(1, 160), st.integers(1, 60)),
    st.floats(0.0, 3.0),
)


def check(player: Player) -> None:
    """Check what can be seen: all inside the screen, in characters that it has."""
    frame = player.frame
    assert (frame.width, frame.height) == player.app.size
    assert all(len(row) == frame.width for row in frame.characters)
    if frame.cursor is not None:
        assert 0 <= frame.cursor[0] < frame.width
        assert 0 <= frame.cursor[1] < frame.height
    if player.app.looks.ascii:
        assert frame.to_text().replace("é", "e").replace("ł", "l").isascii()


def check_anything(
    name: str, looks: Looks, size: tuple[int, int], happenings: list[object]
) -> None:
    player = Player(size=size, looks=looks).open(EVERYWHERE[name]())
    check(player)
    for what in happenings:
        if isinstance(what, float):
            player.wait(what)
        else:
            player.send(what)  # type: ignore[arg-type]
        check(player)


@pytest.mark.parametrize("examples", [20, pytest.param(400, marks=pytest.mark.slow)])
def test_nothing_breaks_the_board(examples: int) -> None:
    settings(max_examples=examples)(
        given(
            st.sampled_from(list(EVERYWHERE)),
            LOOKS,
            SIZES,
            st.lists(HAPPENINGS, min_size=5, max_size=50),
        )(check_anything)
    )()


@pytest.mark.parametrize("name", EVERYWHERE)
def test_every_key_does_its_deed_or_says_why_not_at_every_size(name: str) -> None:
    player = Player().open(EVERYWHERE[name]())
    for key, size in zip(KEYS, cycle(USUAL_SIZES), strict=False):
        if player.app.overlay is None and (player.at_menu or not player.app.running):
            player = Player().open(EVERYWHERE[name]())
        player.send(Resized(*size)).press(key)
        check(player)
        assert player.text.strip()
        player.press("escape")


@pytest.mark.parametrize("examples", [10, pytest.param(200, marks=pytest.mark.slow)])
def test_nothing_breaks_plain_mode(examples: int, tmp_path: Path) -> None:
    def check_lines(name: str, lines: list[str]) -> None:
        with Store(tmp_path) as store:
            code, said = run(EVERYWHERE[name](), store, *lines)
        assert code == 0
        assert said

    lines = st.lists(st.sampled_from(WORDS), max_size=15)
    settings(max_examples=examples)(given(st.sampled_from(list(EVERYWHERE)), lines)(check_lines))()
