"""The clipboard: the bytes that ask a terminal to copy a text (OSC 52). Pure.

The terminal that a person sits at does the copying, so it works over ssh as well. Nobody answers:
a terminal that cannot do it, or is told not to, says nothing. Whoever copies should show the text
too, or say how to get at it.
"""

from base64 import b64encode
from collections.abc import Mapping

#: What terminals commonly take, in letters of base64; longer ones are dropped without a word.
LONGEST = 100_000
#: The consoles without a clipboard.
_WITHOUT_CLIPBOARD = ("", "dumb", "linux", "vt100", "vt220")
#: GNU screen passes on only so much at a time.
_SCREEN_PIECE = 250
_PASS_ON, _ENOUGH = b"\x1bP", b"\x1b\\"


def copying(text: str, environment: Mapping[str, str]) -> bytes | None:
    """What to write to the terminal to copy a text; None where there is no clipboard for it.

    tmux gets it twice: once for itself, which does the copying if ``set-clipboard`` is on, and once
    to be passed on to the terminal around it, which it does if ``allow-passthrough`` is on.
    """
    encoded = b64encode(text.encode(errors="replace"))
    if environment.get("TERM", "") in _WITHOUT_CLIPBOARD or len(encoded) > LONGEST:
        return None
    request = b"\x1b]52;c;" + encoded + b"\a"
    if environment.get("TMUX"):
        inner = request.replace(b"\x1b", b"\x1b\x1b")
        return request + _PASS_ON + b"tmux;" + inner + _ENOUGH
    if environment.get("STY"):
        starts = range(0, len(request), _SCREEN_PIECE)
        pieces = (request[start : start + _SCREEN_PIECE] for start in starts)
        return b"".join(_PASS_ON + piece + _ENOUGH for piece in pieces)
    return request
