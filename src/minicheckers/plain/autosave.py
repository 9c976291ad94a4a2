"""Where plain mode keeps its game: on the disk after every move, counted when it is over."""

from collections.abc import Callable

from ..game.session import Session
from ..storage.store import Store, StoreError


class Autosave:
    """The place of one game in the store, and the game it has taken the place of.

    Only a game of somebody's own is kept: two computers and a recorded game leave no trace.
    """

    def __init__(
        self,
        session: Session,
        store: Store,
        complain: Callable[[Exception | str], None],
        *,
        keeps: bool,
    ) -> None:
        self._store = store
        self._complain = complain
        self._keeps = keeps
        stored = store.load() if keeps else None
        #: Whether the game in the store is the one that is played.
        self._holds_game = stored == session
        #: A finished game counts once, however often its end is taken back.
        self._counted = False
        #: What the disk did not take yet.
        self._pending: Session | None = None
        #: An unfinished game that can be gone back to while the program runs.
        self.older = None if self._holds_game else stored

    @property
    def is_behind(self) -> bool:
        """Whether the disk lacks something that it should have."""
        return self._pending is not None

    @property
    def holds_game(self) -> bool:
        """Whether the game can be resumed as it is now."""
        return self._holds_game and not self.is_behind

    def change_game(self, before: Session) -> None:
        """Make room for another game; the one before is the older one now if it can go on."""
        self.older = before if before.timeline.moves and before.outcome is None else None
        self._holds_game = self._counted = False

    def put(self, session: Session) -> None:
        """Save a game under way; count and forget one that is over. Troubles are told."""
        self._pending = session
        self.try_again()

    def try_again(self) -> None:
        """Do what the disk did not take before."""
        if self._pending is not None:
            try:
                self._store_now(self._pending)
                self._pending = None
            except StoreError as error:
                self._complain(error)
        self.tell_notices()

    def tell_notices(self) -> None:
        """Tell what the store has noticed about its files."""
        for notice in self._store.take_notices():
            self._complain(notice)

    def _store_now(self, session: Session) -> None:
        over = session.outcome is not None
        if over and self._keeps and not self._counted:
            self._store.add_result(session)
            self._counted = True
        if over and self._holds_game:
            self._store.forget()
            self._holds_game = False
        elif not over and self._keeps and session.timeline.moves:
            self._store.save(session)
            self._holds_game = True
