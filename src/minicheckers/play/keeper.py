"""Keeper: carries out the effects that last, and says what came of them."""

import time
from collections.abc import Iterator
from typing import assert_never

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
    WritePdn,
)


class Keeper:
    """The store, asked by effects; whatever fails becomes a sentence for the person."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def perform(self, effect: KeptEffect) -> Iterator[PlayEvent]:
        """Carry out an effect, and yield what comes of it."""
        try:
            yield from self._do(effect)
        except StoreError as error:
            yield Notice(str(error), bad=True)
        yield from self.notices()

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
        return Notice(f"The {what} is in {path}.")
