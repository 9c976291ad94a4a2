"""What a terminal sends, as events: characters, keys, the mouse, pasted text, and its answers.

The bytes are read as they come, without curses' own decoding: that blocks on a button it was not
asked for, fails on bytes beyond Unicode, and knows no pasted text.
"""

import re
from typing import NamedTuple

# Named tuples, because their classes would be felt at the start.


class Key(NamedTuple):
    """A key, by its name: a character, or a word such as ``up`` or ``ctrl-l``."""

    name: str


class Click(NamedTuple):
    """A press of the mouse's first button on a cell of the screen."""

    column: int
    row: int


class Release(NamedTuple):
    """The mouse button is released on a cell of the screen."""

    column: int
    row: int


class Paste(NamedTuple):
    """A text that was pasted; whatever it holds, it is not keys."""

    text: str


class Ground(NamedTuple):
    """The terminal tells whether its own background is light."""

    light: bool


class Resized(NamedTuple):
    """The terminal has another size now."""

    columns: int
    rows: int


Event = Key | Click | Release | Paste | Ground | Resized


#: Characters that stand for keys. Enter arrives as one or the other.
CHARACTERS = {
    "\n": "enter",
    "\r": "enter",
    "\t": "tab",
    "\x1b": "escape",
    "\x7f": "backspace",
    "\b": "backspace",
    "\x0c": "ctrl-l",
    "\x15": "ctrl-u",
    "\x1c": "ctrl-\\",
    "\x1a": "ctrl-z",
}

#: Other keys: what terminals send for them, without the Esc and without modifiers, and the names
#: that curses has, the last of them for the keypad of a console while its keys are not digits.
NAMED_KEYS = {
    "up": ("[A OA", "KEY_UP KEY_A2"),
    "down": ("[B OB", "KEY_DOWN KEY_C2"),
    "right": ("[C OC", "KEY_RIGHT KEY_B3"),
    "left": ("[D OD", "KEY_LEFT KEY_B1"),
    "home": ("[H OH [1~ [7~", "KEY_HOME KEY_A1"),
    "end": ("[F OF [4~ [8~", "KEY_END KEY_C1"),
    "f1": ("[P OP [11~ [[A", "KEY_F1"),
    "enter": ("OM", "KEY_ENTER PADENTER"),
    "shift-tab": ("[Z", "KEY_BTAB"),
    "backspace": ("[3~", "KEY_BACKSPACE KEY_DC"),
    "pageup": ("[5~", "KEY_PPAGE KEY_A3"),
    "pagedown": ("[6~", "KEY_NPAGE KEY_C3"),
}
_SEQUENCES = {
    sequence: name for name, (sequences, _) in NAMED_KEYS.items() for sequence in sequences.split()
}


def character_key(character: str) -> str | None:
    """The name of the key that sends a character, None for one that no key of ours sends."""
    if character in CHARACTERS:
        return CHARACTERS[character]
    return character if character.isprintable() else None


ESCAPE = 0x1B
_PASTE_BEGINS, _PASTE_ENDS = b"\x1b[200~", b"\x1b[201~"
#: A control sequence: `ESC [`, parameters, a final byte; the Linux console has two of the latter.
_CONTROL = re.compile(rb"\x1b\[(?:\[[A-E]|([0-?]*)[ -/]*([@-Z\\-~]))")
_SINGLE_SHIFT = re.compile(rb"\x1bO([ -~])")
_SGR_MOUSE = re.compile(rb"<(\d{1,4});(\d{1,4});(\d{1,4})")
#: What no key sends: the beginning of an answer, a whole one, and of the latter the background.
_ANSWER_BEGINS = re.compile(rb"\x1b\][0-9]|\x1b\[\?")
_ANSWER = re.compile(rb"\x1b\]([0-9][^\x07\x1b]{,59})(?:\x07|\x1b\\)")
_BACKGROUND = re.compile(
    rb"11;rgba?:([0-9a-f]{1,4})/([0-9a-f]{1,4})/([0-9a-f]{1,4})", re.IGNORECASE
)
#: The answers of a terminal that shows what comes only when all of it has come.
_SYNCHRONIZES = (b"?2026;1", b"?2026;2", b"?2026;3")
#: What keys may be, as well as the beginning of an answer.
_PERHAPS_AN_ANSWER = (b"\x1b", b"\x1b]", b"\x1b[")
#: How bright the eye takes red, green and blue to be.
_BRIGHTNESS = (0.2126, 0.7152, 0.0722)
#: The longest possible sequence.
_LONGEST_SEQUENCE = 64
#: Nothing on the board takes a longer text; the rest of a paste is dropped (bytes).
_LONGEST_PASTE = 10_000
#: How often in a row nothing comes before a paste or an answer without an end is over.
_LONGEST_SILENCE = 5
_WHEEL = {64: "wheel-up", 65: "wheel-down"}


class InputDecoder:
    """Takes bytes in pieces of any size; an event is told as soon as it is whole."""

    def __init__(self) -> None:
        self._bytes = b""
        #: What has been pasted so far, while a paste has begun and not ended.
        self._pasted: bytearray | None = None
        self._silences = 0
        #: Whether the terminal has been asked something and may still answer.
        self.expects_answers = False
        #: Whether it can show all of a frame at once.
        self.synchronizes = False

    @property
    def pending(self) -> bool:
        """Whether something has begun that is not whole; it may be Esc alone."""
        return bool(self._bytes) or self._pasted is not None

    def feed(self, data: bytes) -> list[Event]:
        """The events that are whole with these bytes."""
        self._bytes += data
        self._silences = 0
        events: list[Event] = []
        while self._bytes:
            length, event = self._next() if self._pasted is None else self._paste_on()
            if length == 0:
                break
            self._bytes = self._bytes[length:]
            if event is not None:
                events.append(event)
        return events

    def flush(self) -> list[Event]:
        """Nothing more has come in time: an Esc that began something was the key itself.

        A paste and an answer may come with pauses, but one whose end never comes must not swallow
        all keys. What has begun like an answer is never taken for keys.
        """
        if not self.pending:
            return []
        is_answer = _ANSWER_BEGINS.match(self._bytes) is not None
        may_be = self.expects_answers and self._bytes in _PERHAPS_AN_ANSWER
        if self._pasted is not None or is_answer or may_be:
            self._silences += 1
            if self._silences < _LONGEST_SILENCE:
                return []
        if self._pasted is not None:
            self._take(self._bytes)
            self._bytes = b""
            return [self._paste()]
        self.expects_answers = False
        begun, self._bytes = self._bytes, b""
        if is_answer:
            return []
        if begun[:1] != b"\x1b":
            return []  # a part of a character
        return [Key("escape"), *self.feed(begun[1:])]

    def _paste_on(self) -> tuple[int, Event | None]:
        """More of a paste, as `_next` tells of it; each byte is looked at once."""
        end = self._bytes.find(_PASTE_ENDS)
        if end >= 0:
            self._take(self._bytes[:end])
            return end + len(_PASTE_ENDS), self._paste()
        # The last few bytes may be the beginning of the end.
        sure = max(0, len(self._bytes) - len(_PASTE_ENDS) + 1)
        self._take(self._bytes[:sure])
        return sure, None

    def _take(self, data: bytes) -> None:
        if self._pasted is not None:
            self._pasted += data[: _LONGEST_PASTE - len(self._pasted)]

    def _paste(self) -> Paste:
        pasted, self._pasted = self._pasted or b"", None
        return Paste(pasted.decode(errors="ignore"))

    def _next(self) -> tuple[int, Event | None]:
        """The length of what comes first, 0 if it is not whole, and its event if it has one."""
        waiting = self._bytes
        if waiting[0] == ESCAPE:
            return self._escape()
        length = 1 + sum(waiting[0] >= least for least in (0xC0, 0xE0, 0xF0))
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
            self._pasted = bytearray()
            return len(_PASTE_BEGINS), None
        if waiting.startswith(b"\x1b[M"):  # the mouse as old terminals report it
            if len(waiting) < 6:
                return 0, None
            button, column, row = (byte - 32 for byte in waiting[3:6])
            return 6, _mouse(button, column, row, released=button & 3 == 3)
        if found := _CONTROL.match(waiting):
            return found.end(), self._control(found)
        if found := _ANSWER.match(waiting):
            return found.end(), _background(found[1])
        if _ANSWER_BEGINS.match(waiting):
            again = waiting.find(b"\x1b", 2, _LONGEST_SEQUENCE)
            if 0 < again < len(waiting) - 1:
                return again, None  # it was broken off
            return (0 if len(waiting) < _LONGEST_SEQUENCE else _LONGEST_SEQUENCE), None
        if found := _SINGLE_SHIFT.match(waiting):
            return found.end(), _key(_SEQUENCES.get("O" + found[1].decode()))
        if (
            len(waiting) == 1
            or waiting == b"\x1b]"
            or (waiting[1] in b"[O" and len(waiting) < _LONGEST_SEQUENCE)
        ):
            return 0, None
        return 1, Key("escape")

    def _control(self, found: re.Match[bytes]) -> Event | None:
        if found[2] is None:
            return _key(_SEQUENCES.get(found[0][1:].decode()))
        parameters, final = found[1], found[2].decode()
        if final in "Mm" and (mouse := _SGR_MOUSE.fullmatch(parameters)):
            button, column, row = map(int, mouse.groups())
            return _mouse(button, column, row, released=final == "m")
        if parameters.startswith(b"?"):
            if final == "c":  # every terminal understands that question, so it is asked last
                self.expects_answers = False
            self.synchronizes |= final == "y" and parameters in _SYNCHRONIZES
            return None
        first = parameters.decode().partition(";")[0]
        return _key(_SEQUENCES.get(f"[{first}~" if final == "~" else f"[{final}"))


def _background(answer: bytes) -> Ground | None:
    """Whether the background that a terminal names is a light one."""
    found = _BACKGROUND.match(answer)
    if found is None:
        return None
    shares = (int(part, 16) / (16 ** len(part) - 1) for part in found.groups())
    brightness = sum(a * b for a, b in zip(_BRIGHTNESS, shares, strict=True))
    return Ground(brightness > 0.5)


def _mouse(button: int, column: int, row: int, released: bool) -> Event | None:
    if button in _WHEEL:
        return Key(_WHEEL[button])
    if released:
        return Release(column - 1, row - 1)
    # Bits 2 to 4 are Shift, Alt and Ctrl, bit 5 a movement; another button says nothing.
    return Click(column - 1, row - 1) if button & 0b1100011 == 0 else None


def _key(name: str | None) -> Key | None:
    return None if name is None else Key(name)
