"""A screen without a terminal, and the whole program on it: the loop, the store, the search."""

import argparse
import time
from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Self

from minicheckers.commands import play, watch
from minicheckers.game.request import GameRequest, Looks
from minicheckers.storage.store import Store
from minicheckers.tui import start
from minicheckers.tui.app import App
from minicheckers.tui.frame import Frame
from minicheckers.tui.input_decoder import Event, Key

PATIENCE = 60.0


def opened(
    request: GameRequest, store: Store, screen: "FakeScreen", looks: Looks | None = None
) -> App:
    """The program with the board or the menu that a request asks for."""
    app = App(store, screen, looks or Looks(), clock=lambda: screen.now)
    start.of_request(request)(app)
    return app


class FakeScreen:
    """Put events in, take the last frame out; it keeps its own time."""

    def __init__(self, size: tuple[int, int] = (80, 24), now: float = 100.0) -> None:
        self.size = size
        self.now = now
        self.frame = Frame(*size)
        self.theme: Any = None
        self.redrawn = 0
        self.suspended = 0
        self.rung = 0
        #: The copied text; None: there is no clipboard.
        self.copied: list[str] | None = []
        self.waiting: deque[Event] = deque()

    def wait(self, seconds: float) -> None:
        """Let time pass if no event is waiting."""
        if not self.waiting:
            self.now += seconds

    def read(self) -> Iterable[Any]:
        """The events that were put in."""
        events, self.waiting = list(self.waiting), deque()
        return events

    def show(self, frame: Frame, theme: Any) -> None:
        """Keep the frame."""
        assert not frame.spilled
        self.frame, self.theme = frame, theme

    def redraw(self) -> None:
        """Count it."""
        self.redrawn += 1

    def ring(self) -> None:
        """Count it."""
        self.rung += 1

    def copy(self, text: str) -> bool:
        """Keep the text."""
        if self.copied is None:
            return False
        self.copied.append(text)
        return True

    def suspend(self) -> None:
        """Count it."""
        self.suspended += 1


class FakeScreenBesideThreads(FakeScreen):
    """The same, for a program that searches in threads."""

    def wait(self, seconds: float) -> None:
        """Give the threads a moment, too."""
        super().wait(seconds)
        if not self.waiting:
            time.sleep(0.001)


class FakeTerminal:
    """The program on a fake screen, with the interface of `testing.harness.Terminal`."""

    def __init__(
        self, arguments: tuple[str, ...], *, directory: Path, size: tuple[int, int] = (80, 24)
    ) -> None:
        store = Store(directory / "state" / "minicheckers")
        parser = argparse.ArgumentParser()
        if arguments[:1] == ("watch",):
            watch.add_arguments(parser)
            request = watch.make_request(parser.parse_args(arguments[1:]))
        else:
            play.add_arguments(parser)
            request = play.make_request(parser.parse_args(arguments), store)
        self.fake = FakeScreenBesideThreads(size)
        looks = replace(request.looks, ascii=bool(request.looks.ascii))
        self.app = opened(request, store, self.fake, looks)
        self._closed = False

    def press(self, *names: str) -> None:
        """Press keys."""
        self.fake.waiting.extend(Key(name) for name in names)

    def rest(self, seconds: float) -> None:
        """Let time pass."""
        self.fake.now += seconds

    @property
    def text(self) -> str:
        """The text on the screen."""
        return self.fake.frame.to_text()

    def wait_for(self, condition: str | Callable[[], bool], patience: float = PATIENCE) -> Self:
        """Run until a text is on the screen, or until a condition holds."""
        end = time.monotonic() + patience
        while not (condition in self.text if isinstance(condition, str) else condition()):
            assert time.monotonic() < end, f"waited in vain for {condition!r}:\n{self.text}"
            self._turn()
        return self

    def wait_until_gone(self, text: str) -> Self:
        """Run until a text is no longer on the screen."""
        return self.wait_for(lambda: text not in self.text)

    def settle(self) -> Self:
        """Run until all input is handled and drawn."""
        while self.fake.waiting and self.app.running:
            self._turn()
        self._turn()
        return self

    def _turn(self) -> None:
        assert self.app.running, "the program has ended"
        self.app.turn()

    def wait(self) -> int:
        """The exit code, once the program has ended."""
        end = time.monotonic() + PATIENCE
        while self.app.running:
            assert time.monotonic() < end, f"the program does not end:\n{self.text}"
            self._turn()
        self.close()
        return 0

    def close(self) -> None:
        """End the program if it is still running."""
        if not self._closed:
            self._closed = True
            start.save_at_the_end(self.app, [])
