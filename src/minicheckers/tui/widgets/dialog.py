"""Dialogs: a question with a few answers, or a game's result with what to do next."""

import textwrap
from dataclasses import dataclass, replace
from typing import ClassVar, NamedTuple

from ..events import Click, Quit
from ..frame import Frame, Rect
from ..state import AppState, Overlay, Step
from .box import FRAME_WIDTH, box_place, draw_box, fits_in_panel, panel_of
from .keys import Action, Keymap, Section, bind

_WIDEST = 44
#: The rows of a dialog apart from its text and answers.
_FRAME_HEIGHT = 5
#: How long a dialog that nobody asked for ignores keys, in seconds.
IGNORE_KEYS_SECONDS = 0.3


class Choice(NamedTuple):
    """One answer: its label, its key, and what it does to the screen once the dialog is closed."""

    label: str
    key: str
    action: Action


def stay(screen: object, app: AppState) -> Step:
    """The answer that changes nothing."""
    return app, ()


def quit_program(screen: object, app: AppState) -> Step:
    """The answer that ends the program."""
    return app, (Quit(),)


class DialogBox(NamedTuple):
    """The area of a dialog, its lines of text, and the place of each answer.

    Without a ``frame`` it is a bar on the lines at the bottom of the screen, and its title is
    part of its text.
    """

    area: Rect
    lines: tuple[str, ...]
    answers: tuple[Rect, ...]
    frame: bool = True


@dataclass(frozen=True)
class Dialog(Overlay):
    """A question with its answers; ``on_close`` is what closing it without an answer does.

    ``close_label`` is one word for that on the key line.

    Keys before ``ignore_keys_until`` were meant for the board, as some boxes appear unasked.
    """

    title: str
    text: str
    choices: tuple[Choice, ...]
    selected: int = 0
    ignore_keys_until: float = 0.0
    on_close: Action = stay
    close_label: str = "close"

    # Keys

    def keymap(self) -> Keymap:
        """The keys of every dialog, and letters: an answer's key, or how its label begins."""
        letters = [choice.key for choice in self.choices]
        letters += [choice.label[0].lower() for choice in self.choices]
        answers = (
            bind(f"{letter} {letter.upper()}", Dialog.answer, number=number % len(self.choices))
            for number, letter in enumerate(letters)
        )
        return (DIALOG, Section("Answers", tuple(answers)))

    def select(self, app: AppState, step: int) -> Step:
        selected = (self.selected + step) % len(self.choices)
        return replace(app, overlay=replace(self, selected=selected)), ()

    def answer(self, app: AppState, number: int | None = None) -> Step:
        """Do what an answer says, by default the selected one."""
        choice = self.choices[self.selected if number is None else number]
        return choice.action(app.screen, replace(app, overlay=None))

    def close(self, app: AppState) -> Step:
        return self.on_close(app.screen, replace(app, overlay=None))

    def click(self, app: AppState, event: Click) -> Step:
        """Choose the clicked answer; close the box on a click outside it."""
        box = self.box(app)
        for number, place in enumerate(box.answers):
            if place.contains(event.column, event.row):
                return self.answer(app, number)
        return (app, ()) if box.area.contains(event.column, event.row) else self.close(app)

    def ignores_keys(self, now: float) -> bool:
        return now < self.ignore_keys_until

    def answer_label(self, app: AppState) -> str:
        label = self.choices[self.selected].label
        return label if label.isupper() else label.lower()

    # Drawing

    def box(self, app: AppState) -> DialogBox:
        """Where to draw it: at the bottom of the panel, or in the middle of the screen.

        It goes in the panel only if the last moves still fit above it. The answers are side by
        side, or one below another if there is no room for that.
        """
        panel = panel_of(app)
        if panel is not None:
            beside = self._framed(app, min(panel.width, _WIDEST))
            whole_title = len(self.title) <= beside.area.width - FRAME_WIDTH
            if whole_title and fits_in_panel(panel, beside.area.width, beside.area.height):
                return beside
        return self._framed(app, min(app.size[0], _WIDEST))

    def _framed(self, app: AppState, widest: int) -> DialogBox:
        rows = app.size[1]
        buttons = [len(choice.label) + 4 for choice in self.choices]
        widest -= FRAME_WIDTH
        row_of_buttons = sum(buttons) + len(buttons) - 1
        beside = row_of_buttons <= widest
        least = row_of_buttons if beside else max(buttons)
        wanted = max(least, len(self.title), len(self.text))
        width = max(least, min(wanted, widest)) + FRAME_WIDTH
        answer_rows = 1 if beside else len(buttons)
        lines = textwrap.wrap(self.text, max(1, width - FRAME_WIDTH))
        lines = lines[: max(0, rows - answer_rows - _FRAME_HEIGHT)]
        height = len(lines) + answer_rows + _FRAME_HEIGHT
        area = box_place(app, width, min(height, rows))
        answers = []
        column = area.left + (width - row_of_buttons) // 2
        row = area.top + area.height - 1 - answer_rows
        for button in buttons:
            if beside:
                answers.append(Rect(column, row, button, 1))
                column += button + 1
            else:
                answers.append(Rect(area.left + (width - button) // 2, row, button, 1))
                row += 1
        return DialogBox(area, tuple(lines), tuple(answers))

    def draw(self, frame: Frame, app: AppState) -> None:
        box = self.box(app)
        if box.frame:
            inside = draw_box(frame, box.area, app.glyphs)
            title = self.title.center(inside.width).rstrip()
            frame.write(inside, 0, title, "dialog_strong", "dialog")
            for number, line in enumerate(box.lines, start=2):
                frame.write(inside, number, line, "dialog", "dialog")
        else:
            frame.fill(box.area, "dialog", ink="dialog")
            inside = box.area._replace(left=1, width=box.area.width - 1)
            frame.write(inside, 0, box.lines[0], "dialog_strong", "dialog")
        for number, (choice, place) in enumerate(zip(self.choices, box.answers, strict=True)):
            chosen = number == self.selected
            ink, paper = ("chosen", "chosen") if chosen else ("dialog", "dialog")
            left, right = app.glyphs.arrows if chosen else (" ", " ")
            frame.write(place, 0, f"{left} {choice.label} {right}", ink, paper)
            if chosen:
                frame.cursor = (place.left + 2, place.top)


def ask(
    app: AppState,
    title: str,
    text: str,
    yes: str,
    action: Action,
    no: str = "Keep playing",
    selected: int = 1,
) -> Step:
    """Ask a question that is answered by y or n; no changes nothing."""
    choices = (Choice(yes, "y", action), Choice(no, "n", stay))
    return replace(app, overlay=Dialog(title, text, choices, selected)), ()


def interrupt(app: AppState, dialog: Dialog) -> AppState:
    """Show a dialog that nobody asked for: keys that come now were meant for the board."""
    return replace(app, overlay=replace(dialog, ignore_keys_until=app.now + IGNORE_KEYS_SECONDS))


@dataclass(frozen=True)
class ResultDialog(Dialog):
    """A game's result in a banner; the board's keys still work.

    It avoids covering the board: if it does not fit in a panel, it is a bar below. The
    ``tone`` of the banner is good, even or bad; ``remarks`` are notable facts, which are
    left out if there is no room. The ``rating`` is told on the status line; a bar, which covers
    that, rather leaves out the reason.
    """

    tone: str = "even"
    remarks: tuple[str, ...] = ()
    rating: tuple[str, ...] = ()

    lets_keys_through: ClassVar[bool] = True

    def keymap(self) -> Keymap:
        """Leave letters to the board, which has the same keys."""
        return (DIALOG,)

    def box(self, app: AppState) -> DialogBox:
        panel = panel_of(app)
        for words in self._words:
            text = " ".join(words)
            beside = Dialog.box(replace(self, text=text), app)
            if panel is not None and fits_in_panel(panel, beside.area.width, beside.area.height):
                return beside
        return self._bar(app) or beside

    @property
    def _words(self) -> list[tuple[str, ...]]:
        """The reason with the remarks, then with fewer and fewer of them, then alone."""
        return [(self.text, *self.remarks[:n]) for n in range(len(self.remarks), -1, -1)]

    def draw(self, frame: Frame, app: AppState) -> None:
        super().draw(frame, app)
        box = self.box(app)
        banner = Rect(box.area.left + 1, box.area.top + 1, box.area.width - 2, 1)
        title = self.title.center(banner.width)
        if not box.frame:
            title = f" {self.title} "
            banner = Rect(0, box.area.top, len(title), 1)
        frame.put(banner.left, banner.top, title, f"value_{self.tone}", self.tone)

    def _bar(self, app: AppState) -> DialogBox | None:
        """The result on the lines below the board; None if it does not fit."""
        columns = app.size[0]
        status, keys = app.screen.bottom_rows(app.size)
        buttons = [len(choice.label) + 4 for choice in self.choices]
        wanted = sum(buttons)
        told = [(*words, *self.rating) for words in self._words]
        if self.rating:
            told += [self.rating, (self.text, self.rating[0]), self.rating[:1]]
        texts = [f"{self.title}  {' '.join(words)}" for words in (*told, (self.text,))]
        if keys is None:  # one line for everything
            texts = []
            wanted += len(self.title) + 2
        if wanted > columns - 1:
            return None
        rows = 1 if keys is None else 2
        text = next((text for text in texts if len(text) < columns), self.title)
        column = 1 + (len(text) + 1 if rows == 1 else 0)
        answers = []
        for button in buttons:
            answers.append(Rect(column, status + rows - 1, button, 1))
            column += button
        return DialogBox(Rect(0, status, columns, rows), (text,), tuple(answers), frame=False)

    def covers_keys(self, app: AppState) -> bool:
        return not self.box(app).frame


DIALOG = Section(
    "A question",
    (
        bind("right l tab", Dialog.select, "next answer", "choose", shown="arrows, Tab", step=1),
        bind("left h shift-tab up k", Dialog.select, step=-1),
        bind("down j", Dialog.select, step=1),
        bind("enter space", Dialog.answer, "choose it", Dialog.answer_label),
        bind("escape", Dialog.close, "close", lambda dialog, app: dialog.close_label),
    ),
)
