"""The unfinished game of plain mode in the store, after every change of it."""

from collections.abc import Callable
from dataclasses import replace

from ..game.keeping import Keeping, keeping
from ..game.session import Session
from ..storage.store import Store, StoreError


class Autosave:
    """Does what the policy of keeping says; what the disk did not take is tried again."""

    def __init__(
        self,
        session: Session,
        store: Store,
        complain: Callable[[Exception | str], None],
        *,
        keeps: bool,
    ) -> None:
        """With `keeps` the game is somebody's own; others leave no trace."""
        self._store = store
        self._complain = complain
        self._keeps = keeps
        stored = store.load() if keeps else None
        #: Whether the store has the game as it is now.
        self._is_saved = stored == session
        #: What the disk did not take yet.
        self._pending: Session | None = None
        #: An unfinished game that can be gone back to while the program runs.
        self.older = None if self._is_saved else stored
        if self.older is not None:
            store.set_apart()

    @property
    def is_behind(self) -> bool:
        """Whether the disk lacks something that it should have."""
        return self._pending is not None

    @property
    def holds_game(self) -> bool:
        """Whether the game can be resumed as it is now."""
        return self._is_saved and not self.is_behind

    def change_game(self, before: Session, after: Session) -> None:
        """Make room for another game; the one before is the older one now if it can go on.

        Going back to the older one leaves both saved; a new game takes the place of the one before.
        """
        self.try_again()
        if after is self.older:
            self._store.set_apart()
        if before.timeline.moves:  # a game without moves has taken nobody's place
            self.older = before if before.outcome is None else None
        self._is_saved = False

    def put(self, session: Session) -> Session:
        """Save, count or forget a game after a change, and return it as it is now.

        Troubles are told; what failed is tried again at the next change and at the end.
        """
        if not self._keeps:
            return session
        try:
            match keeping(session):
                case Keeping.SAVE:
                    self._store.save(session)
                    self._is_saved = True
                case Keeping.COUNT:
                    self._store.count(session)
                    session = replace(session, counted=True)
                    self._is_saved = False
                case Keeping.FORGET:
                    self._store.forget_finished(session)
                    self._is_saved = False
                case Keeping.NOTHING:
                    pass
            self._pending = None
        except StoreError as error:
            self._pending = session
            self._complain(error)
        self.tell_notices()
        return session

    def try_again(self) -> None:
        """Do what the disk did not take before."""
        if self._pending is not None:
            self.put(self._pending)
        self.tell_notices()

    def tell_notices(self) -> None:
        """Tell what the store has noticed about its files."""
        for notice in self._store.take_notices():
            self._complain(notice)
