"""Where a game opens: on the board or in plain mode, and how it looks there."""

import argparse
import os
from functools import partial
from typing import TYPE_CHECKING

from ..coach.requests import PuzzleOrder
from ..game.request import GameRequest, Looks
from ..rules.variant import Variant
from ..storage.store import Store
from ..tui.capability import why_no_terminal
from . import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..activities.activity import Activity
    from ..coach.course import Course


def usual_looks() -> Looks:
    """How things are drawn where no flag says more; an empty NO_COLOR says nothing."""
    return Looks(colour=not os.environ.get("NO_COLOR"))


def open_game(request: GameRequest, store: Store, *, plain: bool) -> int:
    """Play on the board, or line by line if that is wished or there is no terminal for it."""
    reason = None if plain else why_no_terminal()
    if reason is not None:
        shared.complain(f"{reason}, so you play line by line")
    if plain or reason is not None:
        from ..plain import start as line_by_line  # takes a while to load

        return line_by_line.run(request, store)
    from ..tui import start  # takes a while to load

    return start.run(start.of_request(request), request, store)


def open_study(arguments: argparse.Namespace, study: "PuzzleOrder | Course | Variant") -> int:
    """Open puzzles, a course or lessons on the board, or line by line: there, one puzzle."""
    if arguments.plain or why_no_terminal() is not None:
        from ..plain import start as line_by_line  # takes a while to load

        if isinstance(study, PuzzleOrder):
            study = study._replace(limit=study.limit or 1)
        return line_by_line.study(study, Store.default())
    from ..activities.setup import study_of  # takes a while to load

    return show(partial(study_of, study))


def show(make: "Callable[[], Activity]") -> int:
    """Open an activity on the screen, the menu below it."""
    from ..tui import start  # takes a while to load

    request = GameRequest(looks=usual_looks(), study=True)
    opening = start.with_menu(request, start.of_activity(make))
    return start.run(opening, request, Store.default())
