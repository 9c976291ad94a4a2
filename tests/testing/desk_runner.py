"""Somebody who types lines to plain mode."""

from io import BytesIO, StringIO

from minicheckers.activities.activity import Activity
from minicheckers.game.request import GameRequest
from minicheckers.plain.desk import Desk
from minicheckers.plain.start import Console
from minicheckers.storage.store import Store


def run(activity: Activity, store: Store, *lines: object) -> tuple[int, str]:
    """Type lines to an activity; the exit code, and all that was said, with single spaces."""
    said = StringIO()
    console = Console(BytesIO("".join(f"{line}\n" for line in lines).encode()), said, False)
    desk = Desk(store, console, GameRequest())
    code = desk.run(activity)
    return code, " ".join(said.getvalue().split())
