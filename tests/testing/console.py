"""The game in a console of Windows of its own: types keys there and says what is shown.

A program to be started in a new console: `python console.py REPORT KEYS`, the keys as JSON, each
with the text that it makes appear. It starts the board, types once that is shown, and leaves by
`q`. The report has the first and the last screen and the exit code.
"""

import ctypes
import json
import subprocess
import sys
import time
from ctypes import wintypes
from pathlib import Path

assert sys.platform == "win32"

PATIENCE = 60.0
GAME = ("--level", "random", "--first", "you", "--no-animation")
#: Keys by name: the number of the key, its character, and whether it is beyond the main keyboard.
KEYS = {"keypad-enter": (0x0D, "\r", True)}
_INPUT, _READ_AND_WRITE, _SHARED, _EXISTING = -10, 0xC0000000, 3, 3
_ENHANCED = 0x100

kernel32 = ctypes.WinDLL("kernel32", use_last_error=True)
kernel32.CreateFileW.restype = wintypes.HANDLE
kernel32.GetStdHandle.restype = wintypes.HANDLE


class Pressed(ctypes.Structure):
    """A key event of a console's input (INPUT_RECORD)."""

    _fields_ = (
        ("kind", wintypes.WORD),
        ("down", wintypes.BOOL),
        ("count", wintypes.WORD),
        ("key", wintypes.WORD),
        ("scan", wintypes.WORD),
        ("character", wintypes.WCHAR),
        ("state", wintypes.DWORD),
    )


class Screen(ctypes.Structure):
    """What a console says about its screen (CONSOLE_SCREEN_BUFFER_INFO)."""

    _fields_ = (
        ("size", wintypes._COORD),
        ("cursor", wintypes._COORD),
        ("attributes", wintypes.WORD),
        ("window", wintypes.SMALL_RECT),
        ("largest", wintypes._COORD),
    )


def shown() -> str:
    """The text in the window; a program that draws has a screen of its own there."""
    opened = kernel32.CreateFileW("CONOUT$", _READ_AND_WRITE, _SHARED, None, _EXISTING, 0, None)
    output = wintypes.HANDLE(opened)
    try:
        screen = Screen()
        kernel32.GetConsoleScreenBufferInfo(output, ctypes.byref(screen))
        lines = []
        for row in range(screen.window.Top, screen.window.Bottom + 1):
            line = ctypes.create_unicode_buffer(screen.size.X + 1)
            read = wintypes.DWORD()
            start = wintypes._COORD(0, row)
            kernel32.ReadConsoleOutputCharacterW(
                output, line, screen.size.X, start, ctypes.byref(read)
            )
            lines.append(line.value)
        return "\n".join(lines)
    finally:
        kernel32.CloseHandle(output)


def wait_for(text: str, running: "subprocess.Popen[bytes]") -> str:
    """What is shown once the text is there, or the program has ended, or it is too late."""
    end = time.monotonic() + PATIENCE
    while text not in (seen := shown()) and running.poll() is None and time.monotonic() < end:
        time.sleep(0.1)
    return seen


def press(name: str) -> None:
    key, character, beyond = KEYS.get(name, (0, name, False))
    events = (Pressed * 2)(
        *(Pressed(1, down, 1, key, 0, character, _ENHANCED * beyond) for down in (True, False))
    )
    written = wintypes.DWORD()
    typed = wintypes.HANDLE(kernel32.GetStdHandle(_INPUT))
    kernel32.WriteConsoleInputW(typed, events, len(events), ctypes.byref(written))


def main() -> None:
    report, keys = Path(sys.argv[1]), json.loads(sys.argv[2])
    running = subprocess.Popen([sys.executable, "-m", "minicheckers", *GAME])
    first = last = wait_for("Your turn", running)
    for key, awaited in keys:
        press(key)
        last = wait_for(awaited, running)
    press("q")
    try:
        code: int | None = running.wait(PATIENCE)
    except subprocess.TimeoutExpired:
        running.kill()
        code = None
    said = {"first": first, "last": last, "code": code}
    report.write_text(json.dumps(said), encoding="utf-8")


if __name__ == "__main__":
    main()
