"""Screen: what the loop needs of a terminal, so that it runs on a real one and on a fake."""

from collections.abc import Iterable
from typing import Protocol

from .events import Event
from .frame import Frame
from .view.theme import Theme


class Screen(Protocol):
    """Something that shows frames and says what happens to it."""

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""

    def read(self, seconds: float) -> Iterable[Event]:
        """Wait so long for something to happen, then say all that has happened."""

    def show(self, frame: Frame, theme: Theme) -> None:
        """Show a frame."""

    def redraw(self) -> None:
        """Paint everything anew with the next frame."""

    def ring(self) -> None:
        """Ring the bell."""

    def suspend(self) -> None:
        """Give the terminal to the shell until it says to go on."""
