"""What a terminal sends, as events: characters, keys, the mouse, and text that is pasted.

The bytes are read as they come, without curses' own decoding: that blocks on a button it was not
asked for, fails on bytes beyond Unicode, and knows no pasted text.
"""

import re

from .events import Click, Event, Key, Paste, Release
from .keys import SEQUENCES, character_key

ESCAPE = 0x1B
_PASTE_BEGINS, _PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"
#: A control sequence: `ESC [`, parameters, a final byte; the Linux console has two of the latter.
_CONTROL = re.compile(rb"\x1b\[(?:\[[A-E]|([0-?]*)[ -/]*([@-Z\\-~]))")
_SINGLE_SHIFT = re.compile(rb"\x1bO([ -~])")
_SGR_MOUSE = re.compile(rb"<(\d{1,4});(\d{1,4});(\d{1,4})")
#: No sequence is longer; what is, is no sequence.
_LONGEST_SEQUENCE = 64
_WHEEL = {64: "wheel-up", 65: "wheel-down"}


class InputDecoder:
    """Takes bytes in pieces of any size; an event is told as soon as it is whole."""

    def __init__(self) -> None:
        self._bytes = b""

    @property
    def pending(self) -> bool:
        """Whether something has begun that is not whole; it may be Esc alone."""
        return bool(self._bytes)

    def feed(self, data: bytes) -> list[Event]:
        """The events that are whole with these bytes."""
        self._bytes += data
        events: list[Event] = []
        while self._bytes:
            length, event = self._next()
            if length == 0:
                break
            self._bytes = self._bytes[length:]
            if event is not None:
                events.append(event)
        return events

    def flush(self) -> list[Event]:
        """Nothing more has come in time: an Esc that began something was the key itself."""
        if self._bytes.startswith(_PASTE_BEGINS):
            return []
        begun, self._bytes = self._bytes, b""
        if begun[:1] != b"\x1b":
            return []  # a part of a character
        return [Key("escape"), *self.feed(begun[1:])]

    def _next(self) -> tuple[int, Event | None]:
        """The length of what comes first, 0 if it is not whole, and its event if it has one."""
        waiting = self._bytes
        if waiting[0] == ESCAPE:
            return self._escape()
        if waiting[0] < 0x80:
            return 1, _key(character_key(chr(waiting[0])))
        length = _character_length(waiting[0])
        if len(waiting) < length:
            return 0, None
        try:
            character = waiting[:length].decode()
        except UnicodeDecodeError:
            return 1, None
        return length, _key(character_key(character))

    def _escape(self) -> tuple[int, Event | None]:
        waiting = self._bytes
        if waiting.startswith(_PASTE_BEGINS):
            end = waiting.find(_PASTE_ENDS)
            if end < 0:
                return 0, None
            text = waiting[len(_PASTE_BEGINS) : end].decode(errors="ignore")
            return end + len(_PASTE_ENDS), Paste(text)
        if waiting.startswith(b"\x1b[M"):  # the mouse as old terminals tell of it
            if len(waiting) < 6:
                return 0, None
            button, column, row = (byte - 32 for byte in waiting[3:6])
            return 6, _mouse(button, column, row, released=button & 3 == 3)
        if found := _CONTROL.match(waiting):
            return found.end(), _control(found)
        if found := _SINGLE_SHIFT.match(waiting):
            return found.end(), _key(SEQUENCES.get("O" + found[1].decode()))
        if len(waiting) == 1 or (waiting[1] in b"[O" and len(waiting) < _LONGEST_SEQUENCE):
            return 0, None
        return 1, Key("escape")


def _control(found: re.Match[bytes]) -> Event | None:
    if found[2] is None:
        return _key(SEQUENCES.get(found[0][1:].decode()))
    parameters, final = found[1], found[2].decode()
    if final in "Mm" and (mouse := _SGR_MOUSE.fullmatch(parameters)):
        button, column, row = map(int, mouse.groups())
        return _mouse(button, column, row, released=final == "m")
    first = parameters.decode().partition(";")[0]
    return _key(SEQUENCES.get(f"[{first}~" if final == "~" else f"[{final}"))


def _mouse(button: int, column: int, row: int, released: bool) -> Event | None:
    if button in _WHEEL:
        return Key(_WHEEL[button])
    if released:
        return Release(column - 1, row - 1)
    # Bits 2 to 4 are Shift, Alt and Ctrl, bit 5 a movement; another button says nothing.
    return Click(column - 1, row - 1) if button & 0b1100011 == 0 else None


def _key(name: str | None) -> Key | None:
    return None if name is None else Key(name)


def _character_length(first: int) -> int:
    """How many bytes a character has that begins with this one."""
    for length, least in ((4, 0xF0), (3, 0xE0), (2, 0xC0)):
        if first >= least:
            return length
    return 1
