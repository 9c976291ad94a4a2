"""The help: pages to leaf through, each of which may be scrolled."""

from dataclasses import replace

from ..events import Step
from ..state import AppState, Help
from .bindings import Action, Binding, Section, also

#: The titles of the pages, in their order.
PAGES = ("Keys", "Rules", "Marks", "Mouse")
_PAGE_OF_LINES = 10


def show_help(state: AppState) -> Step:
    """Open the help."""
    return replace(state, overlay=Help()), ()


def close(state: AppState) -> Step:
    """Back to what is below."""
    return replace(state, overlay=None), ()


def scroller(lines: int) -> Action:
    """The action that scrolls a page; drawing keeps it from going too far."""

    def scroll(state: AppState) -> Step:
        shown = _shown(state)
        return replace(state, overlay=shown._replace(scroll=max(0, shown.scroll + lines))), ()

    return scroll


def turner(step: int) -> Action:
    """The action that turns to the next or previous page."""

    def turn(state: AppState) -> Step:
        page = (_shown(state).page + step) % len(PAGES)
        return replace(state, overlay=Help(page=page)), ()

    return turn


def _shown(state: AppState) -> Help:
    return state.overlay if isinstance(state.overlay, Help) else Help()


HELP = Section(
    "This help",
    (
        Binding(("right", "l", "tab"), turner(1), "next page", "←→", "page"),
        *(also(key, turner(-1)) for key in ("left", "h", "shift-tab")),
        Binding(("down", "j"), scroller(1), "scroll", "↑↓"),
        *(also(key, scroller(-1)) for key in ("up", "k", "wheel-up")),
        also("wheel-down", scroller(1)),
        also("pagedown", scroller(_PAGE_OF_LINES)),
        also("pageup", scroller(-_PAGE_OF_LINES)),
        Binding(("escape", "?", "f1", "enter", " ", "q"), close, "close the help", "Esc", "close"),
    ),
)
