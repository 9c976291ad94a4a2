"""Run a program in a terminal of its own, press keys, and write its screen as a PNG.

    python tools/shot.py --out a.png -- minicheckers
    python tools/shot.py --size 80x24 --keys 'down,enter,wait:0.5' --out a.png -- \\
        minicheckers --level easy --first you
    python tools/shot.py --term linux --light --keys '?,shot:help.png,escape,:,9-13,enter' \\
        --out a.png -- minicheckers --level hard --first you
    python tools/shot.py -- minicheckers variants        # without --out: the screen as text

Keys are separated by commas (a comma itself is `comma`): names (up, enter, escape, f1, ctrl-c) or
characters to type. In between, `wait:SECONDS` lets time go by, `until:TEXT` waits for a text,
`click:COLUMN:ROW` clicks a cell, `resize:60x20` changes the size, and `shot:FILE` writes a PNG.
The program finds an empty home directory, or the one of --home, so that games can be continued.

Text needs the font DejaVu Sans Mono (Debian: fonts-dejavu-core); block characters are drawn here,
edge to edge, as terminals do.
"""

import argparse
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from PIL import Image

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests"))
from testing.harness import Terminal  # noqa: E402

FONT_SIZE = 20
WIDTH, HEIGHT = 12, 24
#: xterm's sixteen colours, by pyte's names; the bright ones below.
NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
NORMAL = ("000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5")
BRIGHT = ("7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff")
COLOURS = dict(zip(NAMES, NORMAL, strict=True))
COLOURS |= {f"bright{name}": code for name, code in zip(NAMES, BRIGHT, strict=True)}
COLOURS |= {"brightyellow": "ffff00", "bfightmagenta": "ff00ff"}  # pyte's own spellings
DARK, LIGHT = ("d0d0d0", "101010"), ("202020", "ffffff")

#: Which parts of a cell a block fills, in eighths: left, top, right, bottom.
Box = tuple[int, int, int, int]
BLOCKS: dict[str, list[Box]] = {}
for _size in range(1, 9):
    BLOCKS[" ▁▂▃▄▅▆▇█"[_size]] = [(0, 8 - _size, 8, 8)]
    BLOCKS[" ▏▎▍▌▋▊▉█"[_size]] = [(0, 0, _size, 8)]
BLOCKS |= {"▀": [(0, 0, 8, 4)], "▐": [(4, 0, 8, 8)], "▔": [(0, 0, 8, 1)], "▕": [(7, 0, 8, 8)]}
QUARTERS = {"▖": 4, "▗": 8, "▘": 1, "▙": 13, "▚": 9, "▛": 7, "▜": 11, "▝": 2, "▞": 6, "▟": 14}
for _block, _filled in QUARTERS.items():
    BLOCKS[_block] = [
        (4 * (n % 2), 4 * (n // 2), 4 * (n % 2) + 4, 4 * (n // 2) + 4)
        for n in range(4)
        if _filled >> n & 1
    ]
SHADES = {"░": 0.25, "▒": 0.5, "▓": 0.75}


def picture(screen: Any, default: tuple[str, str]) -> "Image.Image":
    """A pyte screen with its colours and cursor."""
    from PIL import Image, ImageDraw, ImageFont  # --help and --out without it do as well

    try:
        fonts = [
            ImageFont.truetype(f"DejaVuSansMono{bold}.ttf", FONT_SIZE) for bold in ("", "-Bold")
        ]
    except OSError:
        sys.exit("install the font DejaVu Sans Mono first (Debian: fonts-dejavu-core)")
    image = Image.new("RGB", (screen.columns * WIDTH, screen.lines * HEIGHT), f"#{default[1]}")
    draw = ImageDraw.Draw(image)
    for row in range(screen.lines):
        for column in range(screen.columns):
            cell = screen.buffer[row][column]
            fore = COLOURS.get(cell.fg, default[0] if cell.fg == "default" else cell.fg)
            back = COLOURS.get(cell.bg, default[1] if cell.bg == "default" else cell.bg)
            at_cursor = (column, row) == (screen.cursor.x, screen.cursor.y)
            if cell.reverse != (at_cursor and not screen.cursor.hidden):
                fore, back = back, fore
            left, top = column * WIDTH, row * HEIGHT
            draw.rectangle((left, top, left + WIDTH - 1, top + HEIGHT - 1), f"#{back}")
            if cell.data in SHADES:
                mixed = mix(fore, back, SHADES[cell.data])
                draw.rectangle((left, top, left + WIDTH - 1, top + HEIGHT - 1), mixed)
            elif cell.data in BLOCKS:
                for a, b, c, d in BLOCKS[cell.data]:
                    corner = (left + c * WIDTH // 8 - 1, top + d * HEIGHT // 8 - 1)
                    draw.rectangle(
                        (left + a * WIDTH // 8, top + b * HEIGHT // 8, *corner), f"#{fore}"
                    )
            elif cell.data.strip():
                draw.text((left, top), cell.data, f"#{fore}", fonts[cell.bold])
            if cell.underscore:
                draw.line((left, top + HEIGHT - 3, left + WIDTH - 1, top + HEIGHT - 3), f"#{fore}")
    return image


def mix(fore: str, back: str, share: float) -> tuple[int, ...]:
    """A blend of two colours."""
    pairs = zip(bytes.fromhex(fore), bytes.fromhex(back), strict=True)
    return tuple(round(a * share + b * (1 - share)) for a, b in pairs)


def act(terminal: Terminal, word: str, colours: tuple[str, str]) -> None:
    """Do what one word of --keys says, and wait until the program has finished drawing."""
    name, _, value = word.partition(":")
    if value and name == "wait":
        terminal.rest(float(value))
    elif value and name == "until":
        terminal.wait_for(value)
    elif value and name == "click":
        column, row = value.split(":")
        terminal.click(int(column), int(row))
    elif value and name == "resize":
        terminal.resize(*size(value))
    elif value and name == "shot":
        picture(terminal.screen, colours).save(value)
    else:
        terminal.press("," if word == "comma" else word)
    terminal.settle()


def size(text: str) -> tuple[int, int]:
    """Columns and rows from a text such as 80x24."""
    columns, rows = text.split("x")
    return int(columns), int(rows)


def main() -> None:
    """Make the picture."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--size", type=size, default=(80, 24), metavar="COLUMNSxROWS")
    parser.add_argument("--term", default="xterm-256color")
    parser.add_argument("--light", action="store_true", help="a terminal with a white background")
    parser.add_argument("--keys", default="", help="what to press, separated by commas")
    parser.add_argument("--home", type=Path, help="a home directory that stays (default: empty)")
    parser.add_argument("--out", type=Path, metavar="FILE.png")
    parser.add_argument("command", nargs="+")
    asked = parser.parse_args()
    if asked.command[0] == "minicheckers":
        asked.command[:1] = [sys.executable, "-m", "minicheckers"]
    colours = LIGHT if asked.light else DARK
    with tempfile.TemporaryDirectory() as empty:
        terminal = Terminal(
            asked.command,
            size=asked.size,
            directory=(asked.home or Path(empty)).resolve(),
            environment={"TERM": asked.term, "PYTHONPATH": str(ROOT / "src")},
        )
        try:
            terminal.wait_for_change(10.0)
            terminal.settle()
            for word in filter(None, asked.keys.split(",")):
                act(terminal, word, colours)
            if asked.out:
                picture(terminal.screen, colours).save(asked.out)
            else:
                print("\n".join(line.rstrip() for line in terminal.display))
        finally:
            terminal.close()


if __name__ == "__main__":
    main()
