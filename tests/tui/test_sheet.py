"""The sheet of all screens: one command makes it, as a picture of pixels or of lines."""

import runpy
import struct
import sys
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

from minicheckers.tui.theme import THEMES
from minicheckers.tui.view import draw

TOOLS = Path(__file__).resolve().parents[2] / "tools"
SMALL = ("--size", "50x18", "--size", "40x15", "--game", "english", "--screen", "kings")


@pytest.fixture
def sheet(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    monkeypatch.syspath_prepend(str(TOOLS))
    run = runpy.run_path(str(TOOLS / "sheet.py"))["main"]

    def make(*words: str) -> None:
        monkeypatch.setattr(sys, "argv", ["sheet.py", *words])
        run()

    return make


def test_a_sheet_of_pixels_has_every_theme_depth_and_background(
    sheet: Callable[..., None], tmp_path: Path
) -> None:
    out = tmp_path / "sheet.png"
    sheet(str(out), *SMALL)
    data = out.read_bytes()
    assert data.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", data[16:24])
    # Two pixels a column, four a row; every theme with 256 and with 8 colours, and one without.
    assert width == 2 * (2 * (50 + 40) + 5 * 2)
    assert height == 4 * (18 + 2) * (2 * len(THEMES) + 1)
    length = struct.unpack(">I", data[33:37])[0]
    rows = zlib.decompress(data[41 : 41 + length])
    assert len(rows) == height * (1 + 3 * width)


def test_a_sheet_of_lines_shows_a_selection(sheet: Callable[..., None], tmp_path: Path) -> None:
    out = tmp_path / "sheet.svg"
    sheet(str(out), *SMALL, "--theme", "green", "--depth", "8", "--background", "light")
    root = ElementTree.parse(out).getroot()
    assert "green, 8 colours, light" in "".join(root.itertext())


@pytest.mark.parametrize(
    "game",
    ["mini", *(pytest.param(game, marks=pytest.mark.slow) for game in ("towers", "english"))],
)
def test_every_screen_is_made_and_fits_on_every_size(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, game: str
) -> None:
    monkeypatch.syspath_prepend(str(TOOLS))
    monkeypatch.chdir(tmp_path)
    screens = runpy.run_path(str(TOOLS / "screens.py"))["SCREENS"]
    drawn = set()
    for name, make in screens.items():
        state = make(game)
        for size in ((120, 40), (80, 24), (60, 20), (40, 15)):
            frame = draw(replace(state, size=size))
            assert not frame.spilled, (name, size)
            if size == (80, 24):
                drawn.add(frame.to_text())
    assert len(drawn) == len(screens)  # no screen is another one by mistake
    assert not list(tmp_path.iterdir()), "drawing screens keeps nothing"
