"""One name for every key, however the terminal spells it."""

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

#: The names that curses has for other keys; not every system has all of them.
CURSES_NAMES = {
    "KEY_UP": "up",
    "KEY_DOWN": "down",
    "KEY_LEFT": "left",
    "KEY_RIGHT": "right",
    "KEY_ENTER": "enter",
    "PADENTER": "enter",
    "KEY_BACKSPACE": "backspace",
    "KEY_DC": "backspace",
    "KEY_BTAB": "shift-tab",
    "KEY_HOME": "home",
    "KEY_END": "end",
    "KEY_PPAGE": "pageup",
    "KEY_NPAGE": "pagedown",
    "KEY_F1": "f1",
}

#: What terminals send for other keys, without the Esc and without modifiers.
SEQUENCES = {
    **{
        f"{begin}{letter}": name
        for begin in "[O"
        for letter, name in {
            "A": "up",
            "B": "down",
            "C": "right",
            "D": "left",
            "H": "home",
            "F": "end",
            "P": "f1",
        }.items()
    },
    "OM": "enter",
    "[Z": "shift-tab",
    "[1~": "home",
    "[3~": "backspace",
    "[4~": "end",
    "[5~": "pageup",
    "[6~": "pagedown",
    "[7~": "home",
    "[8~": "end",
    "[11~": "f1",
    "[[A": "f1",
}


def character_key(character: str) -> str | None:
    """The name of the key that sends a character, None for one that no key of ours sends."""
    if character in CHARACTERS:
        return CHARACTERS[character]
    return character if character.isprintable() else None
