"""The file that a long work is written to: whole in the end, or as it was before."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ..messages import quoted


@contextmanager
def output_file(name: str | None) -> Iterator[Path | None]:
    """An empty file beside the named one, which takes its place in the end; None for no name.

    It is made at once, so that nothing is worked out in vain, and is gone if anything goes wrong.
    Where a link leads is written, and the link stays. ValueError if the name is that of something
    else than a file, or leads nowhere.
    """
    if name is None:
        yield None
        return
    path = Path(os.path.realpath(name))
    if path.is_dir():
        raise ValueError(f"{quoted(name)} is a directory; --out needs a file")
    if path.exists() and not path.is_file():
        raise ValueError(f"{quoted(name)} is a device or a pipe; --out needs a file")
    if not path.parent.is_dir():
        raise ValueError(f"there is no directory {quoted(str(path.parent))} to write to")
    fresh = path.with_name(f"{path.name}.{os.getpid()}.new")
    fresh.touch(exist_ok=False)
    try:
        yield fresh
        os.replace(fresh, path)
    finally:
        fresh.unlink(missing_ok=True)
