"""Looking back line by line: what the moves of finished games were worth, and their mistakes."""

from collections.abc import Callable, Iterator

from ..coach.analysis import Analyst
from ..coach.puzzle_ids import id_of
from ..coach.review import DEFAULT_TIME as REVIEW_TIME
from ..coach.review import Review, review
from ..coach.review_text import review_lines
from ..game.player import Limits
from ..game.session import Session
from ..messages import quoted
from ..rules.position import Position
from ..rules.variant import Variant
from ..storage.archive import Archive
from ..storage.store import Store, StoreError
from .console import Console
from .mend import Found, mend, numbered

NONE_KEPT = "No finished game is kept yet."


class LookingBack:
    """What can be asked about finished games: the one just played and those that are kept."""

    def __init__(
        self, store: Store, console: Console, analyst: Callable[[Variant], Analyst]
    ) -> None:
        self._store = store
        self._console = console
        self._analyst = analyst

    def review(self, session: Session, number: str) -> None:
        """Tell what every move was worth, of a game or of the one of a number in the list."""
        try:
            chosen = _chosen_game(self._store.archive(), number) if number else session
        except ValueError as error:
            self._console.complain(error)
        else:
            self._console.say(*review_lines(_reviewed(chosen)))

    def mend(self, session: Session) -> None:
        """Put up the person's mistakes again; of both where two people play."""
        found = _reviewed(session).mistakes(session.person)
        analyse = self._analyst(session.variant).analyse
        mend(numbered(found, analyse), self._console, self._remember)

    def list_games(self) -> None:
        """Tell the games that are kept with their numbers, the latest first."""
        games = self._store.archive().games[::-1]
        if not games:
            self._console.say(NONE_KEPT)
            return
        self._console.say(
            "The finished games, the latest first; review N tells what the moves were worth:",
            *(f"{number:3} {game.headline}" for number, game in enumerate(games, start=1)),
        )

    def mend_all(self, *, old_too: bool) -> None:
        """Put up the person's mistakes in all games; mended ones only with `old_too`."""
        archive = self._store.archive()
        if not archive.games:
            self._console.say(NONE_KEPT)
            return
        self._console.say("The finished games are gone through, the latest first.")
        mend(self._mistakes(archive, old_too), self._console, self._remember)

    def _mistakes(self, archive: Archive, old_too: bool) -> Iterator[Found]:
        """The mistakes, each position once. A game is reviewed when its turn comes."""
        done = set() if old_too else set(archive.mended)
        for game in reversed(archive.games):
            try:
                session = game.session()
            except ValueError:  # said when it is opened by its number
                continue
            if session.person is None:
                continue
            for mistake in _reviewed(session).mistakes(session.person):
                name = id_of(mistake.position)
                if name not in done:
                    done.add(name)
                    where = f"{game.headline}, move {mistake.ply}."
                    yield Found(where, mistake, self._analyst(session.variant).analyse)

    def _remember(self, position: Position) -> None:
        try:
            self._store.update_archive(lambda archive: archive.with_mended(id_of(position)))
        except StoreError as error:
            self._console.complain(error)


def _reviewed(session: Session) -> Review:
    return review(session.timeline, Analyst(session.variant, Limits(time=REVIEW_TIME)))


def _chosen_game(archive: Archive, word: str) -> Session:
    """The game of a number in the list; ValueError if there is none, or it cannot be opened."""
    if word not in map(str, range(1, len(archive.games) + 1)):
        raise ValueError(f"{quoted(word)} is no number of a finished game; games lists them")
    return archive.games[-int(word)].session()
