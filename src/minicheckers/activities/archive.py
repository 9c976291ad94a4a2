"""The finished games that are kept, with one of them on the board."""

from functools import partial
from typing import TYPE_CHECKING

from ..game.player import PERSON
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import quoted
from ..rules.variant import Colour
from .activity import Activity, Line, World, deed
from .files import choose_recorded
from .mistakes import Mistakes
from .review import Reviewed

if TYPE_CHECKING:
    from ..game.pdn import PdnGame
    from ..storage.store import KeptGame

#: How many games are told before and after the one on the board.
_AROUND = 4
NONE_KEPT = "you have not finished a game yet"


class Archive(Activity):
    """Finished games, the latest first. The board shows the game with the ``number``, from 0."""

    def __init__(self, games: "tuple[KeptGame, ...]") -> None:
        if not games:
            raise ValueError(NONE_KEPT)
        self.games, self.number = games, 0
        self.chosen = _session(games[0])

    @property
    def timeline(self) -> Timeline:
        return self.chosen.timeline

    @property
    def bottom(self) -> Colour:
        """The side that is to be seen at the bottom."""
        return self.chosen.person or Colour.WHITE

    def why_not_turn(self) -> str:
        return "this game is over; review it, or choose another"

    def go_to(self, number: int) -> None:
        """Put another game on the board, the first or last one if there is none of that number."""
        self.number = min(max(number, 0), len(self.games) - 1)
        self.chosen = _session(self.games[self.number])

    @deed("up k wheel-up", "another game", "game", shown="↑↓")
    def newer(self) -> None:
        """Go to the game after it."""
        self.go_to(self.number - 1)

    @deed("down j wheel-down")
    def older(self) -> None:
        """Go to the game before it."""
        self.go_to(self.number + 1)

    @deed("home", "the latest game")
    def latest(self) -> None:
        """Go to the latest game."""
        self.go_to(0)

    @deed("end", "the first game")
    def earliest(self) -> None:
        """Go to the first game."""
        self.go_to(len(self.games) - 1)

    @deed("enter v", "review it", "review", argument="[N]")
    def review(self, number: str = "") -> None:
        """Grade every move of this game, or of the game with a number."""
        if number not in ("", *map(str, range(1, len(self.games) + 1))):
            raise ValueError(f"{quoted(number)} is not the number of a finished game")
        if number:
            self.go_to(int(number) - 1)
        self.world.open(Reviewed(self.chosen))

    @deed("y", "retry all mistakes", "retry mistakes")
    def retry(self) -> None:
        """Put up the mistakes of all games again."""
        self.world.open(Mistakes.of_kept(self.games, self.world.store.fixed_mistakes()))

    @deed("o", "other: from a file", "from a file")
    def from_file(self) -> None:
        """Review a game from a file."""
        choose_recorded(self.world, partial(review_record, self.world))

    def as_record(self) -> "PdnGame":
        return self.chosen.record()

    def title(self) -> str:
        return f"finished games: {len(self.games)}"

    @deed(help="list all finished games")
    def all(self) -> None:
        """List all games with their numbers."""
        words = (f"{number:3} {_words(game)}" for number, game in enumerate(self.games, start=1))
        self.world.show_text("Finished games", list(words))

    def story(self) -> list[Line]:
        """The game on the board, and in fewer words those around it."""
        game, count = self.games[self.number], len(self.games)
        lines = [(f"Game {self.number + 1} of {count}: {_words(game)}", "strong"), ("", "text")]
        first = max(0, min(self.number - _AROUND, count - 2 * _AROUND - 1))
        for number, game in enumerate(self.games[first:][: 2 * _AROUND + 1], start=first):
            brief = f"{game.updated[5:10]} {game.variant} {game.opponent}"
            tone = "accent" if number == self.number else "dim"
            lines.append((f"{number + 1:3} {brief}, {game.result_in_words}", tone))
        return lines


def _words(game: "KeptGame") -> str:
    return f"{game.headline}, {game.result_in_words}"


def _session(game: "KeptGame") -> Session:
    try:
        return game.session()
    except ValueError as error:
        raise ValueError(f"this game cannot be opened: {error}") from None


def review_record(world: World, record: "PdnGame") -> None:
    """Review a recorded game."""
    world.open(Reviewed(Session(record.timeline, PERSON, PERSON)))
