"""Whether the program on the disk is still the one that runs.

Much of it is loaded only when it is needed. Where a single file is replaced or the package
installed anew meanwhile, that fails, or loads what does not fit; then a sentence says why.
"""

import os

UPGRADED = "the program was upgraded while it was running; your games are saved, so start it again"


def _stamp() -> tuple[int, int, int] | None:
    """Which file the program is in, None if it is gone."""
    try:
        found = os.stat(_FILE)
    except OSError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


#: The single file; else this module, which is written whenever the package is.
_FILE = os.path.abspath(getattr(__spec__ and __spec__.loader, "archive", __file__))
_AT_THE_START = _stamp()


def is_upgraded() -> bool:
    """Whether the program was replaced or removed since it was started."""
    return _stamp() != _AT_THE_START
