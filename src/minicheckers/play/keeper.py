"""Keeper: carries out the effects that last, and says what came of them."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import assert_never

from ..storage.files import shown
from ..storage.reading import NameTakenError, write_pdn
from ..storage.store import KeptGame, LateError, Store, StoreError
from .effects import (
    ArchiveRead,
    CountPuzzle,
    DailyRead,
    Finish,
    GameResumed,
    GameSaved,
    KeptEffect,
    ListUnfinished,
    MistakeFixed,
    Notice,
    NotWritten,
    PlayEvent,
    PuzzleCounted,
    ReadArchive,
    ReadDaily,
    RecordChanged,
    ResumeGame,
    Save,
    SavePreferences,
    SetAside,
    UnfinishedListed,
    WritePdn,
)


class Keeper:
    """The store, asked by effects; whatever fails becomes a sentence for the person."""

    def __init__(self, store: Store, write: Callable[[str, str], Path] = write_pdn) -> None:
        """`write` makes a new file of a name with a text."""
        self._store = store
        self._write = write
        #: What was asked of the game last, until it is known to be done.
        self._awaited: Save | Finish | None = None

    def perform(self, effect: KeptEffect) -> Iterator[PlayEvent]:
        """Carry out an effect, and yield what comes of it."""
        try:
            yield from self._do(effect)
        except StoreError as error:
            if isinstance(effect, Save) and not isinstance(error, LateError):
                yield GameSaved(effect.session, False)
            yield Notice(str(error), bad=True)
        yield from self.news()

    def news(self) -> Iterator[PlayEvent]:
        """What the store has noticed about its files, and that it has done what took long."""
        for sentence in self._store.take_notices():
            yield Notice(sentence, bad=True)
        if self._awaited is not None and self._store.is_saved:
            done, self._awaited = self._awaited, None
            if isinstance(done, Save):
                yield GameSaved(done.session, True)
                return
            with suppress(LateError):
                yield RecordChanged(self._store.stats(), done.session)

    def close(self) -> Iterator[PlayEvent]:
        """Wait for what is still being written; try again what the disk did not take."""
        try:
            self._store.close()
        except StoreError as error:
            yield Notice(str(error), bad=True)
        yield from self.news()

    @property
    def is_behind(self) -> bool:
        """Whether the disk lacks something of the game."""
        return not self._store.is_saved

    def other_game(self) -> KeptGame | None:
        """The unfinished game saved last that is open nowhere, not here either."""
        own = self._store.open_game
        for game in self._store.unfinished():
            if game.id != own and not game.open_elsewhere:
                return game
        return None

    def _do(self, effect: KeptEffect) -> Iterator[PlayEvent]:
        match effect:
            case Save(session):
                self._awaited = effect
                self._store.save(session)
            case Finish(session):
                self._awaited = effect
                self._store.finish(session)
            case SetAside():
                self._store.begin()
            case ResumeGame(number):
                if (resumed := self._store.resume(number)) is not None:
                    yield GameResumed(resumed)
            case ListUnfinished():
                yield UnfinishedListed(self._store.unfinished(), self._store.open_game)
            case CountPuzzle(name, difficulty, clean):
                yield PuzzleCounted(self._store.puzzle_tried(name, difficulty, clean))
            case MistakeFixed(name):
                self._store.fix_mistake(name)
            case ReadArchive():
                yield ArchiveRead(self._store.finished(), self._store.fixed_mistakes())
            case ReadDaily():
                yield DailyRead(self._store.daily())
            case SavePreferences(preferences):
                self._store.set_preferences(preferences)
            case WritePdn(name, session):
                yield self.write_file(name, session.pdn(time.strftime("%Y.%m.%d")), "game", "save")
            case _:
                assert_never(effect)

    def write_file(self, name: str, text: str, what: str, purpose: str) -> PlayEvent:
        """Write a file that the person has named; what comes of it."""
        try:
            path = self._write(name, text)
        except StoreError as error:
            other = error.suggestion if isinstance(error, NameTakenError) else name
            return NotWritten(other, str(error), purpose)
        return Notice(f"The {what} is in {shown(path)}.")
