"""Talking to the engine as a client does, without a process."""

import queue
import threading
from collections.abc import Iterator

from minicheckers.hub.engine import Conversation

#: Longer than any answer takes on a busy machine, in seconds.
PATIENCE = 60.0


class HubClient:
    """A conversation in its own thread: lines in, lines out."""

    def __init__(self, seed: int | None = 1) -> None:
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._replies: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, args=(seed,), daemon=True)
        self._thread.start()

    def _run(self, seed: int | None) -> None:
        Conversation(self._replies.put, seed=seed).converse(self._sent())
        self._replies.put("(over)")

    def _sent(self) -> Iterator[str]:
        while (line := self._lines.get()) is not None:
            yield line

    def send(self, *lines: str) -> None:
        for line in lines:
            self._lines.put(line)

    def close(self) -> None:
        """End the input."""
        self._lines.put(None)

    def reply(self) -> str:
        """The engine's next line."""
        return self._replies.get(timeout=PATIENCE)

    def replies_until(self, command: str) -> list[str]:
        """All lines up to the first with that command."""
        said = [self.reply()]
        while said[-1].split()[0] not in (command, "(over)"):
            said.append(self.reply())
        return said

    def ask(self, *lines: str) -> list[str]:
        """Everything the engine answers to lines that start no search."""
        self.send(*lines, "ping")
        return self.replies_until("pong")[:-1]
