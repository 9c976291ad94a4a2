"""What is kept of a game, and what is told of that: by the disk, and by the record."""

import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial, reduce

from ..coach.player_rating import rating_sentences
from ..game.session import Session
from ..players.levels import LEVELS, PERFECT
from ..storage.stats import Stats
from ..storage.store import KeptGame, LateError, Store, StoreError

#: Mention a slow disk after this many seconds.
WORTH_TELLING = 0.5
#: Mention this many wins in a row.
LEAST_STREAK = 2

Heard = Callable[[tuple[str, ...]], None]


def is_kept(session: Session) -> bool:
    """Whether a game leaves a trace: it begins with the first move of a person.

    A game of two computers and one without a move leave none, and once it is over it counts.
    """
    line = session.timeline
    if not line.moves or session.is_watched:
        return False
    movers = zip(line.moves, line.positions, strict=False)
    return session.outcome is not None or any(
        session.player(before.turn).is_person for _, before in movers
    )


class Keeper:
    """The store as games see it: what fails is told once, and what takes long is waited for."""

    def __init__(
        self,
        store: Store,
        say: Callable[[str, str], None],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.store, self._say, self._clock = store, say, clock
        #: What was said of the disk since it last took a game: the same again is not.
        self._told: set[str] = set()
        #: When to say that something takes long, and what to say.
        self._patience: tuple[float, str] | None = None
        #: What is to be done once the disk has what was kept last.
        self._then: Callable[[], None] | None = None
        self._last: Session | None = None

    def begin(self) -> None:
        """Another game begins: an unfinished one stays saved as it is."""
        self._last = None
        self.store.begin()

    def keep(self, session: Session, heard: Heard = lambda remarks: None) -> None:
        """Save a game, or count it with its result: then what is remarkable about it is heard."""
        if not is_kept(session):
            return
        self._last, self._then = session, lambda: None
        try:
            if session.outcome is None:
                self.store.save(session)
            else:
                self._then = partial(self._counted, session, self.store.stats(), heard)
                self.store.finish(session)
        except LateError as error:
            self._patience = self._patience or (self._clock() + WORTH_TELLING, str(error))
            self.look()
        except StoreError as error:
            self.look(str(error))
        else:
            self.look()

    def _counted(self, session: Session, before: Stats, heard: Heard) -> None:
        with suppress(LateError):
            after, variant = self.store.stats(), session.variant
            rating = after.ratings.get(variant.name) if self.store.is_rated else None
            told = () if rating is None else rating_sentences(variant, rating)
            heard((*remarks(session, before, after), *told))

    def look(self, *errors: str) -> None:
        """Tell what is new about the disk; hear that it has taken the game."""
        if self._then is not None and self.store.is_saved:
            then, self._then, self._patience = self._then, None, None
            self._told.clear()
            then()
        new = [text for text in (*errors, *self.store.take_notices()) if text not in self._told]
        if self._patience is not None and self._clock() >= self._patience[0]:
            new.append(self._patience[1])
            self._patience = None
        if new:
            self._told.update(new)
            self._say(reduce(_both, new), "warning")

    @property
    def is_behind(self) -> bool:
        """Whether the disk lacks something of the game."""
        return not self.store.is_saved

    @property
    def can_resume(self) -> bool:
        """Whether the game that was played last is unfinished, and on the disk."""
        return self._last is not None and self._last.outcome is None and not self.is_behind

    def other_game(self) -> KeptGame | None:
        """The unfinished game saved last that is open nowhere, not here either."""
        own = self.store.open_game
        others = (game for game in self.store.unfinished() if game.id != own)
        return next((game for game in others if not game.open_elsewhere), None)

    def net_wins(self, game: str, level: str) -> int:
        """How far the person is ahead of a level in a game."""
        return self.store.stats().net_wins(game, level)


def _both(first: str, second: str) -> str:
    """Two errors in a row; of two things that could not be done for one reason, that once."""
    what, could_not, why = first.partition(" could not be ")
    other, _, other_why = second.partition(" could not be ")
    if not could_not or why != other_why:
        return f"{first} {second}"
    other = other[:1].lower() + other[1:]
    return first if other in what.lower() else f"{what} and {other}{could_not}{why}"


def remarks(session: Session, before: Stats, after: Stats) -> tuple[str, ...]:
    """What is remarkable about a finished game, by the record before it counted and after.

    Nothing is after help, or where the game did not count.
    """
    person, outcome = session.person, session.outcome
    if person is None or outcome is None or session.helped or before == after:
        return ()
    game, level = session.variant.name, session.player(person.other).level or ""
    told = []
    if outcome.winner is person:
        if not before.score(game, level).wins:
            told.append(f"Your first win against {level} in {game}!")
        if after.streak >= LEAST_STREAK:
            best = ", your longest streak" if after.best_streak > before.best_streak else ""
            told.append(f"{after.streak} wins in a row{best}.")
    elif outcome.winner is None and _is_perfect(session, level):
        told.append("A draw against perfect play!")
    return tuple(told)


def _is_perfect(session: Session, level: str) -> bool:
    found = LEVELS.get(level)
    return (level if found is None else found.strategy_for(session.variant)) == PERFECT


def date_tag() -> str:
    """Today as a PDN writes it, by the clock on the wall."""
    return time.strftime("%Y.%m.%d")
