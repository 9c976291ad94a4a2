"""A progress line for long jobs on a terminal; nothing anywhere else."""

import shutil
from typing import Self, TextIO

_BAR_WIDTH = 30


class ProgressBar:
    """A progress bar on one line, which disappears when the job is done."""

    def __init__(self, total: int, stream: TextIO | None) -> None:
        self._total = total
        self._stream = stream if stream is not None and stream.isatty() else None
        self._drawn = 0

    def __enter__(self) -> Self:
        self.show(0)
        return self

    def __exit__(self, *_: object) -> None:
        self._draw("")

    def show(self, done: int, note: str = "") -> None:
        """Draw the bar, with a short note behind it."""
        full = _BAR_WIDTH * done // self._total
        self._draw(f"[{'#' * full:.<{_BAR_WIDTH}}] {done}/{self._total} {note}")

    def _draw(self, text: str) -> None:
        if self._stream is None:
            return
        shown = text[: shutil.get_terminal_size().columns - 1]
        self._stream.write(f"\r{shown:{self._drawn}}")
        if not shown:
            self._stream.write("\r")
        self._stream.flush()
        self._drawn = len(shown)
