"""The terminal, with themes whose looks depend on how many colours it has."""

import curses

from ..tui.frame import Style
from ..tui.terminal import Terminal as Older
from ..tui.theme import DEFAULT
from .theme import Theme


class Terminal(Older):
    """The terminal while the game has it."""

    def _look(self, style: Style) -> tuple[int, int, set[str]]:
        theme = self._theme
        assert isinstance(theme, Theme)
        front, back, words = theme.look(*style, curses.COLORS if self.colour else 0)
        return (front, back, set(words)) if self.colour else (DEFAULT, DEFAULT, set(words))
