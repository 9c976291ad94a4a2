"""A line to type in: a move, a position, or the name of a file."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from ..frame import Frame, shortened
from ..state import AppState, Overlay, Step, bottom_line
from .keys import Keymap, Section, bind

LONGEST_TEXT = 200
#: Leave out the part of the question in brackets if the answer would get less room than this.
_LEAST_ROOM = 24


@dataclass(frozen=True)
class Prompt(Overlay):
    """A question, the text so far, and what Enter does with it on the screen below.

    ``verb`` is one word for what Enter does. Where texts can be completed, ``nothing_fits`` is
    said if none begins like this one. A ``proposed`` text gives way to the first letter typed; any
    other key lets it be edited.
    """

    question: str
    verb: str
    finish: Callable[[Any, AppState, str], Step]
    text: str = ""
    proposed: bool = False

    nothing_fits: ClassVar[str] = ""
    takes_status_line: ClassVar[bool] = True
    takes_letters: ClassVar[bool] = True

    def complete(self, app: AppState) -> tuple[str, ...]:
        """The texts that begin like this one."""
        return ()

    def accepts(self, app: AppState) -> bool:
        """Whether Enter would work."""
        return True

    def keymap(self) -> Keymap:
        return (TYPING,)

    def type(self, app: AppState, name: str) -> Step:
        """Add a character, delete one, or clear the line; any other key only accepts a proposal."""
        if name == "backspace":
            return self._with(app, self.text[:-1]) if self.text else self.close(app)
        if name == "ctrl-u":
            return self._with(app, "")
        if len(name) == 1 and name.isprintable():
            return self.paste(app, name)
        return self._with(app, self.text) if self.proposed else (app, ())

    def paste(self, app: AppState, line: str) -> Step:
        before = "" if self.proposed else self.text
        return self._with(app, (before + line)[:LONGEST_TEXT])

    def _with(self, app: AppState, text: str) -> Step:
        return replace(app, overlay=replace(self, text=text, proposed=False)), ()

    def done(self, app: AppState) -> Step:
        """Submit the line; if it is wrong, say why and let the person correct it."""
        text = self.text.strip()
        if not text:
            return self.close(app)
        try:
            return self.finish(app.screen, replace(app, overlay=None), text)
        except ValueError as error:
            return app.saying(error, "warning"), ()

    def add_common(self, app: AppState) -> Step:
        """Add what all completions have in common."""
        words = self.complete(app)
        if not words:
            return (app.saying(self.nothing_fits, "warning") if self.nothing_fits else app), ()
        shortest, longest = min(words), max(words)
        common = next((i for i, c in enumerate(shortest) if longest[i] != c), len(shortest))
        return self._with(app, shortest[:common]) if common > len(self.text) else (app, ())

    def done_label(self, app: AppState) -> str:
        # Without a text, Enter would only close the line, as Esc does.
        return self.verb if self.text.strip() and self.accepts(app) else ""

    def complete_label(self, app: AppState) -> str:
        completed, _ = self.add_common(app)
        return "complete" if completed.overlay != self else ""

    def draw(self, frame: Frame, app: AppState) -> None:
        line = bottom_line(app)
        words = f"{self.question}: "
        if line.width - len(words) < _LEAST_ROOM:  # the typed text matters more than the examples
            words = f"{self.question.partition(' (')[0]}: "
        room = max(1, line.width - len(words) - 1)
        typed = self.text[-room:]
        frame.write(line, 0, " " * line.width)
        frame.write(line, 0, words + typed, "accent")
        if self.proposed:
            frame.put(line.left + len(words), line.top, typed, "chosen", "chosen")
        end = len(words) + len(typed)
        frame.cursor = (line.left + min(end, line.width - 1), line.top)
        rest = line.width - end - 2
        if rest > 0 and self.nothing_fits:
            text = " ".join(self.complete(app)) or self.nothing_fits
            frame.put(line.left + end + 2, line.top, shortened(text, rest), "dim")


TYPING = Section(
    "Typing",
    (
        bind("enter", Prompt.done, "done typing", Prompt.done_label),
        bind("tab", Prompt.add_common, "complete the move", Prompt.complete_label),
        bind("escape", Prompt.close, "cancel", "cancel"),
    ),
)
