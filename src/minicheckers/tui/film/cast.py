"""A film as terminal output with times: for asciicast version 2, and to play it right here."""

import json
from collections.abc import Iterator

from ..state import Appearance
from ..view.theme import get_theme
from .ansi import RESTORE, changes, first_frame
from .moments import Film, moments

#: The size of a film in a file, in columns and rows.
SIZE = (80, 24)


def output(film: Film, size: tuple[int, int], looks: Appearance) -> Iterator[tuple[float, str]]:
    """What is to be written to a terminal of that size at which second."""
    theme = get_theme(looks.theme, looks.colour)
    before = None
    for seconds, frame in moments(film, size, looks):
        if before is None:
            yield seconds, first_frame(frame, theme)
        else:
            yield seconds, changes(before, frame, theme)
        before = frame


def to_cast(film: Film, looks: Appearance, size: tuple[int, int] = SIZE) -> str:
    """The film as asciicast version 2, which players of terminal recordings show."""
    header = {
        "version": 2,
        "width": size[0],
        "height": size[1],
        "title": film.title,
        "env": {"TERM": "xterm-256color"},
    }
    lines = [json.dumps(header)]
    last = 0.0
    for last, text in output(film, size, looks):
        lines.append(json.dumps([round(last, 3), "o", text]))
    lines.append(json.dumps([round(last, 3), "o", RESTORE]))
    return "\n".join(lines) + "\n"
