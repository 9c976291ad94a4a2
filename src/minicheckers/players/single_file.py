"""A strategy from a single file, without a package around it: ./mine.py:Mine."""

import re
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

from ..messages import quoted
from .strategy import Factory

_FORM = re.compile(r"(?P<path>.+\.py)(?::(?P<name>[^:/\\]*))?", re.DOTALL)


def names_a_file(text: str) -> bool:
    """Whether a text means a strategy of a file rather than the name of one."""
    return _FORM.fullmatch(text.strip()) is not None


def absolute(text: str) -> str:
    """The same strategy whatever the current directory; ValueError if there is no such file."""
    path, name = _parts(text)
    if not name.isidentifier():
        raise ValueError(
            f"{quoted(text, 80)} does not say which strategy; write {path.name}:Name with the name "
            "of a class or function in the file"
        )
    if not path.is_file():
        raise ValueError(f"there is no file {quoted(str(path), 80)}")
    return f"{path.resolve()}:{name}"


def short(text: str) -> str:
    """How a sentence names the strategy of a file: without the folders."""
    path, name = _parts(text)
    return f"{path.name}:{name}"


def load(text: str) -> Factory:
    """Run the file and take the strategy's factory out of it.

    Whatever the file raises goes through; AttributeError if it has no such factory.
    """
    path, name = _parts(text)
    # Not put among the modules that can be imported: two files may have the same name.
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path.name} is not Python")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    if not hasattr(module, name):
        raise AttributeError(f"there is no {name} in {path.name}")
    factory: Factory = getattr(module, name)
    return factory


def _parts(text: str) -> tuple[Path, str]:
    form = _FORM.fullmatch(text.strip())
    if form is None:
        raise ValueError(f"{quoted(text)} is not a file and a name")
    return Path(form["path"]).expanduser(), form["name"] or ""
