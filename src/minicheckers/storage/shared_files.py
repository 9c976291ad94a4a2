"""Files that several programs may read and change: broken ones are set aside, never lost."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

from . import files
from .fields import BrokenError, NewerError, guarded
from .files import backup_of, shown

T = TypeVar("T")


class StoreError(OSError):
    """Something could not be kept; the text is a sentence for the user."""


class NameTakenError(StoreError):
    """A file of that name is already there; ``suggestion`` is a name that is free."""

    def __init__(self, sentence: str, suggestion: str) -> None:
        super().__init__(sentence)
        self.suggestion = suggestion


class UntouchableError(Exception):
    """A file is there that we can neither use nor may replace; the text is a sentence."""


class SharedFiles:
    """A directory of such files, and what there is to say about them.

    Reading never fails: what cannot be read counts as missing, stays on the disk, and leaves a
    sentence for `take_notices`.
    """

    def __init__(self, directory: Path) -> None:
        self.directory = directory
        self._notices: list[str] = []
        self._told: set[str] = set()

    def take_notices(self) -> list[str]:
        """The sentences for the user that have come up since the last call, each only once."""
        notices, self._notices = self._notices, []
        return notices

    def _notice(self, sentence: str) -> None:
        if sentence not in self._told:
            self._told.add(sentence)
            self._notices.append(sentence)

    def _kept(self, path: Path, read: Callable[[bytes], T], what: str) -> T | None:
        """The content of a file that programs share, or None."""
        try:
            return guarded(read, files.read_bytes(path))
        except FileNotFoundError:
            if not os.path.exists(backup_of(path)):
                return None
        except OSError as error:
            self._notice(unreadable(what, path, error))
            return None
        except (BrokenError, NewerError):
            pass  # dealt with below, where no other program can do so at the same time
        try:
            with self._updating(what, "read", files.SHORT_PATIENCE):
                return self._read(path, read, what)
        except StoreError as error:
            self._notice(str(error))
            return None

    @contextmanager
    def _updating(
        self, what: str, verb: str = "saved", patience: float | None = None
    ) -> Iterator[None]:
        """Read and write a shared file while other programs wait; StoreError if that fails."""
        try:
            with (
                failing(what, self.directory, verb),
                files.locked(self.directory / "store.lock", patience),
            ):
                yield
        except UntouchableError as error:
            raise StoreError(str(error)) from error

    def _read(self, path: Path, read: Callable[[bytes], T], what: str) -> T | None:
        """The content of a file, else that of its backup, else None; broken files move aside.

        UntouchableError if a file is there but not for us to read or replace.
        """
        content: T | None = None
        broken: list[str] = []
        for candidate in (path, backup_of(path)):
            try:
                content = guarded(read, files.read_bytes(candidate))
                break
            except FileNotFoundError:
                continue
            except BrokenError as error:
                kept = self._set_aside(candidate, what)
                broken.append(f"{what} was broken ({error}) and is kept as {kept}")
            except NewerError as error:
                raise UntouchableError(
                    f"{what} in {shown(candidate)} was written by a newer minicheckers "
                    f"({error}); it is left as it is"
                ) from error
            except OSError as error:
                raise UntouchableError(unreadable(what, candidate, error)) from error
        instead = "" if content is None else "; the version before it is used instead"
        for sentence in broken:
            self._notice(sentence + instead)
        return content

    def _set_aside(self, path: Path, what: str) -> str:
        try:
            return shown(files.move_aside(path))
        except OSError as error:
            raise UntouchableError(
                f"{what} in {shown(path)} is broken and cannot be moved ({error.strerror}); "
                "it is left as it is"
            ) from error


def unreadable(what: str, path: Path, error: OSError) -> str:
    """A sentence for a file that may not be read."""
    return f"{what} in {shown(path)} cannot be read ({error.strerror}); it is left as it is"


@contextmanager
def failing(what: str, directory: Path, verb: str = "saved") -> Iterator[None]:
    """Turn a failure of the system into a sentence."""
    try:
        yield
    except OSError as error:
        raise StoreError(
            f"{what} could not be {verb} in {shown(directory)}: {error.strerror or error}"
        ) from error
