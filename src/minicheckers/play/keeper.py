"""Keeper: carries out the effects that last, and says what came of them."""

import time
from collections.abc import Iterator
from typing import assert_never

from ..game.session import Session
from ..storage.files import shown
from ..storage.store import NameTakenError, Store, StoreError
from .effects import (
    ArchiveRead,
    Count,
    CountPuzzle,
    Forget,
    GameSaved,
    KeptEffect,
    MistakeFixed,
    Notice,
    NotWritten,
    PlayEvent,
    PuzzleCounted,
    ReadArchive,
    RecordChanged,
    Save,
    SavePreferences,
    SetAside,
    WritePdn,
)

#: What becomes of a game: the last of these is all that the disk needs to have heard.
_OfTheGame = Save | Count | Forget


class Keeper:
    """The store, asked by effects; whatever fails becomes a sentence for the person.

    ``unwritten`` is what the disk did not take of the game, until it does or something newer has.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self.unwritten: _OfTheGame | None = None

    def perform(self, effect: KeptEffect) -> Iterator[PlayEvent]:
        """Carry out an effect, and yield what comes of it."""
        try:
            yield from self._do(effect)
        except StoreError as error:
            if isinstance(effect, _OfTheGame):
                self.unwritten = effect
            yield Notice(str(error), bad=True)
        else:
            if isinstance(effect, _OfTheGame):
                self.unwritten = None
        yield from self.notices()

    def try_again(self) -> Iterator[PlayEvent]:
        """Do what the disk did not take before."""
        if self.unwritten is not None:
            yield from self.perform(self.unwritten)

    def other_game(self, session: Session) -> Session | None:
        """An unfinished game beside this one, which stays saved; None if there is none."""
        stored = self._store.load()
        if stored is None or stored == session:
            return None
        self._store.set_apart()
        return stored

    def notices(self) -> Iterator[Notice]:
        """What the store has noticed about its files."""
        for sentence in self._store.take_notices():
            yield Notice(sentence, bad=True)

    def _do(self, effect: KeptEffect) -> Iterator[PlayEvent]:
        match effect:
            case Save(session):
                try:
                    self._store.save(session)
                except StoreError:
                    yield GameSaved(session, False)
                    raise
                yield GameSaved(session, True)
            case Count(session):
                self._store.count(session)
                yield RecordChanged(self._store.record(), session)
            case Forget(session):
                self._store.forget_finished(session)
            case SetAside():
                yield from self.try_again()
                self._store.set_apart()
            case CountPuzzle(name, difficulty, clean):
                from ..coach.solving import rated

                yield PuzzleCounted(
                    self._store.update_puzzles(
                        lambda record: record.plus(
                            name, clean, rated(record.rating, difficulty, clean)
                        )
                    )
                )
            case MistakeFixed(name):
                self._store.update_archive(lambda archive: archive.with_mended(name))
            case ReadArchive():
                yield ArchiveRead(self._store.archive())
            case SavePreferences(preferences):
                self._store.set_preferences(preferences)
            case WritePdn(name, session):
                yield self.write_file(name, session.pdn(time.strftime("%Y.%m.%d")), "game", "save")
            case _:
                assert_never(effect)

    def write_file(self, name: str, text: str, what: str, purpose: str) -> PlayEvent:
        """Write a file that the person has named; what comes of it."""
        try:
            path = self._store.write_pdn(name, text)
        except StoreError as error:
            other = error.suggestion if isinstance(error, NameTakenError) else name
            return NotWritten(other, str(error), purpose)
        return Notice(f"The {what} is in {shown(path)}.")
