"""Keeper: carries out the effects that last, and says what came of them."""

import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import assert_never

from ..activities.files import kept_remote
from ..activities.keeping import date_tag
from ..storage.files import shown
from ..storage.game_files import NameTakenError, write_pdn
from ..storage.store import KeptGame, LateError, Store, StoreError
from .effects import (
    ArchiveRead,
    ContinueRemote,
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

#: Mention a slow disk after this many seconds.
WORTH_TELLING = 0.5


class Keeper:
    """The store, asked by effects; whatever fails becomes a sentence for the person.

    What only takes long is waited for: `news` tells what came of it in the end.
    """

    def __init__(
        self,
        store: Store,
        write: Callable[[str, str], Path] = write_pdn,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`write` makes a new file of a name with a text."""
        self._store = store
        self._write = write
        self._clock = clock
        #: What was asked of the game last, until it is known to be done.
        self._awaited: Save | Finish | None = None
        #: What was asked of the store and not answered in time.
        self._late: list[KeptEffect] = []
        #: What was said of the disk since it last took a game: the same again is not.
        self._told: set[str] = set()
        #: When to say that something takes long, and what to say.
        self._patience: tuple[float, str] | None = None

    def perform(self, effect: KeptEffect) -> Iterator[PlayEvent]:
        try:
            yield from self._do(effect)
        except LateError as error:
            self._late.append(effect)
            self._patience = self._patience or (self._clock() + WORTH_TELLING, str(error))
        except StoreError as error:
            if isinstance(effect, Save):
                yield GameSaved(effect.session, False)
            yield from self._told_once(str(error))
        yield from self.news()

    def news(self) -> Iterator[PlayEvent]:
        """What the store has noticed about its files, and that it has done what took long."""
        for sentence in self._store.take_notices():
            yield from self._told_once(sentence)
        if self._late and self._store.is_idle:
            late, self._late, self._patience = self._late, [], None
            for effect in late:
                try:
                    yield from self._answered(effect)
                except LateError:
                    self._late.append(effect)
        elif self._patience is not None and self._clock() >= self._patience[0]:
            yield Notice(self._patience[1], bad=True, about_delay=True)
            self._patience = None
        if self._awaited is not None and self._store.is_saved:
            done, self._awaited = self._awaited, None
            self._told.clear()
            if isinstance(done, Save):
                yield GameSaved(done.session, True)
                return
            with suppress(LateError):
                yield RecordChanged(self._store.stats(), done.session, self._store.is_rated)

    def _told_once(self, sentence: str) -> Iterator[PlayEvent]:
        if sentence not in self._told:
            self._told.add(sentence)
            yield Notice(sentence, bad=True)

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

    def _answered(self, effect: KeptEffect) -> Iterator[PlayEvent]:
        """What comes of an effect that took long: what was written is written, and can be read."""
        match effect:
            case CountPuzzle():
                yield PuzzleCounted(self._store.puzzles())
            case ResumeGame() | ListUnfinished() | ReadArchive() | ReadDaily():
                yield from self.perform(effect)

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
            case ContinueRemote(session):
                self._store.begin()
                if (copy := kept_remote(session, self._store.unfinished())) is not None:
                    self._store.resume(copy.id)
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
                yield self.write_file(name, session.pdn(date_tag()), "game")
            case _:
                assert_never(effect)

    def write_file(self, name: str, text: str, what: str) -> PlayEvent:
        """Write a file that the person has named; what comes of it."""
        try:
            path = self._write(name, text)
        except StoreError as error:
            other = error.suggestion if isinstance(error, NameTakenError) else name
            return NotWritten(other, str(error))
        return Notice(f"Saved the {what} as {shown(path)}.")
