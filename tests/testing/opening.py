"""The program on a fake screen, at what is asked for."""

from minicheckers.game.request import GameRequest, Looks
from minicheckers.storage.store import Store
from minicheckers.tui import start
from minicheckers.tui.app import App
from testing.fake_screen import FakeScreen


def opened(
    request: GameRequest, store: Store, screen: FakeScreen, looks: Looks | None = None
) -> App:
    """The program with the board or the menu that a request asks for."""
    app = App(store, screen, looks or Looks(), clock=lambda: screen.now)
    start.of_request(request)(app)
    return app
