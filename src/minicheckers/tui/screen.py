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

    def wait(self, seconds: float) -> None:
        """Wait until something happens, so long at most."""

    def read(self) -> Iterable[Event]:
        """Say all that has happened, once it was waited for."""

    def show(self, frame: Frame, theme: Theme) -> None:
        """Show a frame."""

    def redraw(self) -> None:
        """Paint everything anew with the next frame."""

    def ring(self) -> None:
        """Ring the bell."""

    def suspend(self) -> None:
        """Give the terminal to the shell until it says to go on."""
