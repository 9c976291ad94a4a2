"""Files that somebody outside the program has named, and where the person's own ones are.

`open_file` is the only way in and out: a name may stand for a pipe, a device, a directory or a ring
of links, and opening or reading one of those could block for ever or never end.
"""

import errno
import os
import stat
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import IO

from .text import quoted

_KINDS: dict[Callable[[int], bool], str] = {
    stat.S_ISDIR: "a directory",
    stat.S_ISFIFO: "a pipe",
    stat.S_ISSOCK: "a socket",
    stat.S_ISCHR: "a device",
    stat.S_ISBLK: "a device",
}


def open_file(name: str | os.PathLike[str], mode: str = "rb", buffering: int = -1) -> IO[bytes]:
    """Open a regular file as the built-in `open` does in a binary mode.

    OSError at once for anything else, with a `strerror` that says what it is.
    """
    return open(name, mode, buffering, opener=_open_regular)


def _open_regular(name: str, flags: int) -> int:
    with suppress(FileNotFoundError):  # opening a device may already make it act
        _check_regular(name, os.stat(name).st_mode)
    flags |= getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
    descriptor = os.open(name, flags, 0o666)
    try:
        _check_regular(name, os.fstat(descriptor).st_mode)  # it may be another one by now
    except OSError:
        os.close(descriptor)
        raise
    return descriptor


def _check_regular(name: str, mode: int) -> None:
    if not stat.S_ISREG(mode):
        kind = next((kind for is_kind, kind in _KINDS.items() if is_kind(mode)), "something else")
        number = errno.EISDIR if stat.S_ISDIR(mode) else errno.EINVAL
        raise OSError(number, f"it is {kind}, not a file", name)


def read_file(name: str | os.PathLike[str], longest: int) -> bytes:
    """The content of a file of at most that many bytes; ValueError with a sentence if not."""
    shown = quoted(os.fspath(name), 200)
    try:
        with open_file(name) as file:
            content = file.read(longest + 1)
            if content is None:  # files of the kernel may have nothing to say yet
                raise OSError(errno.EAGAIN, "it has no content yet")
    except FileNotFoundError:
        raise ValueError(f"there is no file {shown}") from None
    except OSError as error:
        raise ValueError(f"cannot read {shown}: {error.strerror}") from None
    if len(content) > longest:
        raise ValueError(f"{shown} is longer than {longest} bytes")
    return content


def read_text_file(name: str | os.PathLike[str], longest: int) -> str:
    """The same as text in UTF-8."""
    content = read_file(name, longest)
    try:
        return content.decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    except UnicodeDecodeError:
        raise ValueError(f"{quoted(os.fspath(name), 200)} is not a text file in UTF-8") from None


def write_new(name: str | os.PathLike[str], content: bytes) -> None:
    """Write a file that is not there yet, whole or not at all; FileExistsError if it is there."""
    file = open_file(name, "xb")
    try:
        with file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:  # Ctrl-C as well
        os.unlink(name)
        raise


def write_file(name: str, content: bytes) -> None:
    """Write a new file, whole or not at all; ValueError or OSError if that cannot be."""
    try:
        write_new(name, content)
    except FileExistsError:
        raise ValueError(
            f"{quoted(name, 200)} already exists; remove it or name another file"
        ) from None
    except OSError as error:
        raise OSError(error.errno, f"cannot write {quoted(name, 200)}: {error.strerror}") from None


# Where the person's own files are, by the XDG rules or by those of Windows

_WINDOWS = sys.platform == "win32"
#: What a person sets to have games kept elsewhere.
STATE_VARIABLE = "LOCALAPPDATA" if _WINDOWS else "XDG_STATE_HOME"


def configuration_directory() -> Path | None:
    """Where a person keeps settings: XDG_CONFIG_HOME or its default, %APPDATA%; None: nowhere."""
    return _named("APPDATA" if _WINDOWS else "XDG_CONFIG_HOME", ".config")


def state_directory() -> Path | None:
    """Where the program keeps games: XDG_STATE_HOME or its default, %LOCALAPPDATA%."""
    return _named(STATE_VARIABLE, "AppData/Local" if _WINDOWS else ".local/state")


def _named(variable: str, default: str) -> Path | None:
    """Our directory in the one that the environment names, or in a default below the home."""
    named = os.environ.get(variable, "")
    try:
        # The XDG rules: a relative path is to be ignored.
        base = Path(named) if os.path.isabs(named) else Path.home() / default
    except RuntimeError:  # there is no home
        return None
    return base / "minicheckers"
