"""Plain mode in this process: lines in, lines out."""

from collections.abc import Callable
from io import BytesIO, StringIO

from minicheckers.game.player import Player
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.plain import start
from minicheckers.plain.start import Console
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store

EASY = Player("easy")


def play(
    request: GameRequest | Session,
    store: Store,
    *lines: str | bytes,
    interactive: bool = False,
    clock: Callable[[], float] | None = None,
) -> tuple[int, str]:
    """Run plain mode on these lines; return the exit code and the output."""
    if isinstance(request, Session):
        request = GameRequest(session=request)
    data = b"".join((line if isinstance(line, bytes) else line.encode()) + b"\n" for line in lines)
    said = StringIO()
    console = Console(BytesIO(data), said, interactive)
    code = start.run(request, store, console, **({"clock": clock} if clock else {}))
    assert "\x1b" not in said.getvalue()
    return code, said.getvalue()


def against(fen: str, variant: str = "mini", *, first: bool = True, seed: int = 1) -> Session:
    """A person against an easy opponent, from a position."""
    start = Position.from_fen(fen, variant)
    return Session.against(start, EASY, person_first=first, seed=seed)


def spoken(text: str) -> str:
    """The output without its line breaks, which depend on the width."""
    return " ".join(text.split())
