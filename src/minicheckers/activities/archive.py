"""The finished games that are kept, with one of them on the board."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from ..game.player import PERSON
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.variant import Colour
from .activity import Activity, Line, World, deed
from .files import choose_recorded, openable
from .mistakes import Mistakes
from .review import Reviewed

if TYPE_CHECKING:
    from ..game.pdn import PdnGame
    from ..storage.store import KeptGame

#: How many games are told before and after the one on the board.
_AROUND = 4


class Archive(Activity):
    """Finished games, the latest first. The board shows the game with the ``number``, from 0."""

    def __init__(self, games: "tuple[KeptGame, ...]") -> None:
        self.games = games
        found = next(openable(games), None)
        if found is None:
            games[0].session()  # which says why not
        assert found is not None
        game, self.chosen = found
        self.number = games.index(game)

    @property
    def timeline(self) -> Timeline:
        return self.chosen.timeline

    @property
    def seat(self) -> Colour | None:
        return self.chosen.person

    def why_not_turn(self) -> str:
        return "this game is over; review it, or choose another"

    def _go_through(self, numbers: Iterable[int]) -> None:
        """Put the first of some games on the board that can be opened; say why another cannot."""
        for number in numbers:
            try:
                self.chosen = self.games[number].session()
            except ValueError as error:
                self.world.say(str(error), "warning")
            else:
                self.number = number
                return

    @deed("up k wheel-up", "another game", "game", shown="↑↓")
    def newer(self) -> None:
        """Go to the game after it."""
        self._go_through(range(self.number - 1, -1, -1))

    @deed("down j wheel-down")
    def older(self) -> None:
        """Go to the game before it."""
        self._go_through(range(self.number + 1, len(self.games)))

    @deed("home", "the latest game")
    def latest(self) -> None:
        """Go to the latest game."""
        self._go_through(range(len(self.games)))

    @deed("end", "the first game")
    def earliest(self) -> None:
        """Go to the first game."""
        self._go_through(reversed(range(len(self.games))))

    @deed("enter v", "review it", "review")
    def review(self) -> None:
        """Grade every move of this game."""
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

    def story(self) -> list[Line]:
        """The game on the board, and in fewer words those around it."""
        game, count = self.games[self.number], len(self.games)
        lines = [
            (
                f"Game {self.number + 1} of {count}: {game.headline}, {game.result_in_words}",
                "strong",
            ),
            ("", "text"),
        ]
        first = max(0, min(self.number - _AROUND, count - 2 * _AROUND - 1))
        for number, game in enumerate(self.games[first:][: 2 * _AROUND + 1], start=first):
            brief = f"{game.updated[5:10]} {game.variant} {game.opponent}"
            tone = "accent" if number == self.number else "dim"
            lines.append((f"{brief}, {game.result_in_words}", tone))
        return lines


def listed(games: "tuple[KeptGame, ...]") -> list[str]:
    """Finished games with their numbers; ValueError if there are none."""
    if not games:
        raise ValueError("you have not finished a game yet")
    return [
        f"{number:3} {game.headline}, {game.result_in_words}"
        for number, game in enumerate(games, start=1)
    ]


def review_record(world: World, record: "PdnGame") -> None:
    """Review a recorded game."""
    world.open(Reviewed(Session(record.timeline, PERSON, PERSON)))
