"""What lies over the screen: the help, a question, a line to type in."""

import re
from collections.abc import Callable
from dataclasses import replace

from ...rules.notation import Move, coordinate
from ...rules.variant import Variant
from ..dialog_layout import dialog_box
from ..events import Click, Key, Quit, Step, WriteFilm, WritePdn
from ..state import AppState, Dialog, GameScreen, Picker, Prompt, Sheet
from ..studies import Exploring
from . import board as update_board
from . import clock, exploring, game_flow, loading, reviewing, tutor
from . import menu as update_menu
from .bindings import Action, Binding, Section, also
from .person_moves import play

LONGEST_TEXT = 200
_PAGE = 10


def close(state: AppState) -> Step:
    """Back to what is below; a question of the tutor that is not answered means no."""
    if isinstance(state.overlay, Dialog) and state.overlay.choices == tutor.CHOICES:
        return tutor.take_back(state)
    return replace(state, overlay=None), ()


# Facts


def sheet_scroller(lines: int) -> Action:
    """The action that scrolls a page of facts; drawing keeps it from going too far."""

    def scroll(state: AppState) -> Step:
        if not isinstance(state.overlay, Sheet):
            return state, ()
        sheet = state.overlay
        return replace(state, overlay=sheet._replace(scroll=max(0, sheet.scroll + lines))), ()

    return scroll


SHEET = Section(
    "A page of facts",
    (
        Binding(("escape", "enter", " ", "q", "d", "?", "f1"), close, "close", "Esc", "close"),
        Binding(("down", "j", "wheel-down"), sheet_scroller(1), "scroll", "↑↓"),
        *(also(key, sheet_scroller(-1)) for key in ("up", "k", "wheel-up")),
        also("pagedown", sheet_scroller(_PAGE)),
        also("pageup", sheet_scroller(-_PAGE)),
    ),
)


# Questions

#: What the choices of dialogs do, by the name of their action.
ACTIONS: dict[str, Action] = {
    "again": game_flow.again,
    "menu": update_board.to_menu,
    "quit": lambda state: (state, (Quit(),)),
    "start": update_menu.start,
    "resign": clock.resigned,
    "close": close,
    "insist": tutor.insist,
    "review": reviewing.open_current,
    "take_back": tutor.take_back,
}


def selector(step: int) -> Action:
    """The action that goes to the next or previous answer."""

    def select(state: AppState) -> Step:
        dialog = state.overlay
        if not isinstance(dialog, Dialog):
            return state, ()
        selected = (dialog.selected + step) % len(dialog.choices)
        return replace(state, overlay=replace(dialog, selected=selected)), ()

    return select


def answer(state: AppState) -> Step:
    """Do what the selected answer says."""
    dialog = state.overlay
    if not isinstance(dialog, Dialog):
        return state, ()
    return _do(state, dialog, dialog.selected)


def _do(state: AppState, dialog: Dialog, number: int) -> Step:
    return ACTIONS[dialog.choices[number].action](replace(state, overlay=None))


def answer_of(state: AppState, key: str) -> Action | None:
    """What a key answers to the question on the screen: its letter, or the first of its words."""
    dialog = state.overlay
    if not isinstance(dialog, Dialog):
        return None
    choices = dialog.choices
    letters = [*(c.key for c in choices), *(c.label[0].lower() for c in choices)]
    if key.lower() not in letters:
        return None
    number = letters.index(key.lower()) % len(choices)
    return lambda state: _do(state, dialog, number)


def other_key(state: AppState, event: Key) -> Step:
    """A key that no keymap knows: one to type."""
    if isinstance(state.overlay, Prompt):
        return type_in(state, state.overlay, event)
    return state, ()


def answer_label(state: AppState) -> str:
    """What Enter answers."""
    dialog = state.overlay
    if not isinstance(dialog, Dialog):
        return ""
    return dialog.choices[dialog.selected].label.lower()


DIALOG = Section(
    "A question",
    (
        Binding(("right", "l", "tab"), selector(1), "next answer", "arrows, Tab", "choose"),
        *(also(key, selector(-1)) for key in ("left", "h", "shift-tab", "up", "k")),
        *(also(key, selector(1)) for key in ("down", "j")),
        Binding(("enter", " "), answer, "choose it", "Enter", answer_label),
        Binding(("escape",), close, "close", "Esc", "close"),
    ),
)


# Typing


def completions(game: GameScreen, text: str) -> tuple[str, ...]:
    """The legal moves that begin with a text, in the notation the text is in."""
    typed = _plain(text)
    by_name = typed[:1].isalpha()
    words = {_written(game.variant, move, by_name): move for move in game.legal}
    found = tuple(word for word in words if _plain(word).startswith(typed))
    # The ends of a chain, or a target alone, say as much where only one move is meant.
    ends = typed.strip("-").split("-")
    return found or tuple(
        word
        for word, move in words.items()
        if move.path and _ends_with(_plain(word).split("-"), ends)
    )


def _ends_with(path: list[str], typed: list[str]) -> bool:
    return path[-1:] == typed or [path[0], path[-1]] == typed


def _written(variant: Variant, move: Move, by_name: bool) -> str:
    if not by_name:
        return str(move)
    separator = "x" if move.captured else "-"
    return separator.join(coordinate(variant, square) for square in move.path)


def _plain(text: str) -> str:
    """The text without what may be written in more than one way."""
    text = re.sub(r"\s*[-x:]\s*|\s+", "-", text.strip().lower())
    return re.sub(r"(?<=[0-9])(?=[a-w])", "-", text)  # a5b4


def type_in(state: AppState, prompt: Prompt, key: Key) -> Step:
    """A character more, one less, or the end of typing."""
    name = key.name
    if name == "backspace":
        if not prompt.text:
            return close(state)
        return replace(state, overlay=replace(prompt, text=prompt.text[:-1])), ()
    if name == "ctrl-u":
        return replace(state, overlay=replace(prompt, text="")), ()
    if len(name) == 1 and name.isprintable() and len(prompt.text) < LONGEST_TEXT:
        return replace(state, overlay=replace(prompt, text=prompt.text + name)), ()
    return state, ()


def paste(state: AppState, text: str) -> Step:
    """Pasted text goes into the line to type in; on the board it is a move or nothing."""
    line = "".join(filter(str.isprintable, text.strip().split("\n")[0]))
    prompt, game = state.overlay, state.board
    if isinstance(prompt, Prompt):
        longer = (prompt.text + line)[:LONGEST_TEXT]
        return replace(state, overlay=replace(prompt, text=longer)), ()
    if state.overlay is not None or game is None or not game.person_to_move:
        return state, ()
    try:
        move = game.position.find(line)
    except ValueError:
        if isinstance(game.study, Exploring):
            return exploring.read_fen(state, line)
        return state.saying("the pasted text is no legal move", "warning"), ()
    return play(state, move)


def complete(state: AppState) -> Step:
    """Add what all completions have in common."""
    prompt = state.overlay
    if not isinstance(prompt, Prompt) or prompt.purpose != "move" or state.game is None:
        return state, ()
    words = completions(state.game, prompt.text)
    if not words:
        return state.saying("no legal move begins like that", "warning"), ()
    shortest, longest = min(words), max(words)
    common = next(
        (i for i, c in enumerate(shortest) if longest[i] != c),
        len(shortest),
    )
    text = shortest[:common] if common > len(_plain(prompt.text)) else prompt.text
    return replace(state, overlay=replace(prompt, text=text)), ()


def finish_typing(state: AppState) -> Step:
    """Do what the line was for; what is wrong is said and can be mended."""
    prompt = state.overlay
    if not isinstance(prompt, Prompt) or not prompt.text.strip():
        return close(state)
    return _FINISHING[prompt.purpose](state, prompt.text.strip())


def _play_typed(state: AppState, text: str) -> Step:
    try:
        move = _meant(game_flow.game_of(state), text)
    except ValueError as error:
        return state.saying(str(error), "warning"), ()
    return play(replace(state, overlay=None), move)


def _meant(game: GameScreen, text: str) -> Move:
    """The move that a typed text means; ValueError with a sentence if it means none."""
    words = completions(game, text.strip())
    return game.position.find(words[0] if len(words) == 1 else text.strip())


def _save(state: AppState, name: str) -> Step:
    return replace(state, overlay=None), (WritePdn(name, game_flow.game_of(state).session),)


def _film(state: AppState, name: str) -> Step:
    game = game_flow.game_of(state)
    session = game.session
    if game.replaying:  # all of it, not only what was looked at so far
        session = replace(session, timeline=session.timeline.at(len(session.timeline.moves)))
    film = WriteFilm(name, session, state.looks.theme, game.flipped)
    return replace(state, overlay=None), (film,)


#: What is done with a typed line, by its purpose.
_FINISHING: dict[str, Callable[[AppState, str], Step]] = {
    "move": _play_typed,
    "save": _save,
    "film": _film,
    "load": loading.load,
    "review": loading.review,
    "board": loading.read_board,
    "position": exploring.read_fen,
}


#: What Enter does with a typed line, by its purpose.
_TYPED = {"move": "play", "save": "save", "film": "write", "board": "take", "review": "review"}


def _typed_label(state: AppState) -> str:
    prompt = state.overlay
    if not isinstance(prompt, Prompt):
        return ""
    if not prompt.text.strip():
        return "cancel"
    if prompt.purpose == "move" and _typed_move(state, prompt.text) is None:
        return ""  # it would only say why not
    return _TYPED.get(prompt.purpose, "open")


def _typed_move(state: AppState, text: str) -> Move | None:
    """The move that a text means, None if there is none or more than one."""
    try:
        return _meant(game_flow.game_of(state), text)
    except ValueError:
        return None


def _complete_label(state: AppState) -> str:
    """The word for Tab, where it adds something."""
    completed, _ = complete(state)
    return "complete" if completed.overlay != state.overlay else ""


TYPING = Section(
    "Typing",
    (
        Binding(("enter",), finish_typing, "done typing", "Enter", _typed_label),
        Binding(("tab",), complete, "complete the move", "Tab", _complete_label),
        Binding(("escape",), close, "cancel", "Esc", "cancel"),
    ),
)


def click(state: AppState, event: Click) -> Step:
    """A click on an answer of a question; a click beside whatever lies there closes it."""
    if isinstance(state.overlay, Picker):
        return loading.click(state, event)
    dialog = state.overlay
    if not isinstance(dialog, Dialog):
        return close(state)
    box = dialog_box(state, dialog)
    for number, place in enumerate(box.answers):
        if place.contains(event.column, event.row):
            return _do(state, dialog, number)
    return (state, ()) if box.area.contains(event.column, event.row) else close(state)
