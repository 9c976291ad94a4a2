"""What is kept of a game, and what is told of that: by the disk, and by the record."""

import time
from collections.abc import Callable
from functools import partial
from itertools import islice
from typing import TypeVar

from ..coach.player_rating import Rating
from ..game.session import Session
from ..opponents.levels import LEVELS, PERFECT
from ..rules.position import Position
from ..storage.stats import Stats
from ..storage.store import LateError, Store, StoreError
from ..support.text import counted
from .activity import Fact
from .background import World

T = TypeVar("T")

#: Mention a slow disk after this many seconds.
WORTH_TELLING = 0.5
#: Mention this many wins in a row.
LEAST_STREAK = 2


def leaves_trace(session: Session) -> bool:
    """Whether a game leaves a trace: it begins with the first move of a person.

    A game of two computers and one without a move leave none, and once it is over it counts. The
    moves of a ballot are nobody's.
    """
    line = session.timeline
    if not line.moves or session.is_watched:
        return False
    movers = zip(line.moves, line.positions, strict=False)
    return session.outcome is not None or any(
        session.player(before.turn).is_person for _, before in islice(movers, session.given, None)
    )


class Keeper:
    """Keeps a game: what fails is told once, and what takes long is waited for."""

    def __init__(self) -> None:
        #: What was remarkable about the game when the disk had its result.
        self.facts: tuple[Fact, ...] = ()
        #: What was said of the disk since it last took the game: the same again is not.
        self._told = ""
        #: When to say that something takes long, and what to say.
        self._patience: tuple[float, str] | None = None
        #: What is to be done once the disk has what was kept last.
        self._then: Callable[[], None] | None = None

    @property
    def failed(self) -> bool:
        """Whether the disk has refused the game; one that only takes long is waited for."""
        return bool(self._told)

    def keep(self, world: World, session: Session) -> None:
        """Save a game, or count it with its result."""
        store = world.store
        self._then = lambda: None
        try:
            if session.outcome is None:
                store.save(session)
            else:
                self._then = partial(self._counted, store, session, store.known_stats())
                store.finish(session)
        except LateError as error:
            self._patience = self._patience or (world.now + WORTH_TELLING, str(error))
        except StoreError as error:
            if self._told != str(error):
                self._told = str(error)
                world.say(self._told, "warning")
        self.look(world)

    def _counted(self, store: Store, session: Session, before: Stats | None) -> None:
        after = store.known_stats()
        if before is not None and after is not None:
            self.facts = remarkable(session, before, after) or self.facts

    def look(self, world: World) -> None:
        """Hear that the disk has taken the game; tell that it takes long."""
        if self._then is not None and world.store.is_saved:
            then, self._then, self._patience, self._told = self._then, None, None, ""
            then()
        elif self._patience is not None and world.now >= self._patience[0]:
            world.say(self._patience[1], "warning")
            self._patience = None


def write_down(world: World, write: Callable[[], T]) -> T | None:
    """What comes of writing something down, None if that is not known yet or fails, which is told.

    What takes long is done all the same.
    """
    try:
        return write()
    except LateError:
        return None
    except StoreError as error:
        world.say(str(error), "warning")
        return None


def remarkable(session: Session, before: Stats, after: Stats) -> tuple[Fact, ...]:
    """What is remarkable about a finished game, by the record before it counted and after.

    Nothing is after help, or where the game did not count; a board that was set up earns less.
    """
    person, outcome = session.person, session.outcome
    if person is None or outcome is None or session.helped or before == after:
        return ()
    game, level = session.variant.name, session.player(person.other).level or ""
    is_usual = session.timeline.start == Position.start(session.variant)
    told, rating = [], after.ratings.get(game)
    if rating is not None and rating != (old := before.ratings.get(game, Rating())):
        note = f"{rating.value - old.value:+.0f}"
        told.append(Fact("rating", f"{old.value:.0f} to {rating.value:.0f}", note))
    if outcome.winner is person:
        if after.streak >= LEAST_STREAK:
            best = "your best" if after.best_streak > before.best_streak else ""
            told.append(Fact("streak", counted(after.streak, "win"), best))
        if is_usual and not before.score(game, level).wins:
            told.append(Fact("first", f"win against {level}"))
    elif is_usual and outcome.winner is None and _is_perfect(session, level):
        told.append(Fact("a draw", "against perfect play"))
    return tuple(told)


def _is_perfect(session: Session, level: str) -> bool:
    found = LEVELS.get(level)
    return (level if found is None else found.strategy_for(session.variant)) == PERFECT


def date_tag() -> str:
    """Today as a PDN writes it, by the clock on the wall."""
    return time.strftime("%Y.%m.%d")
