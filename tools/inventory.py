"""Everything that the program offers, a line each: python tools/inventory.py

Every key on every screen, every word of plain mode, every command and flag. A test compares it, and
the rows of the menu, with tests/data/inventory.txt, so that nothing goes without a word.
"""

import argparse
import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

from minicheckers import activities, plain, tui
from minicheckers.activities.activity import Activity, deeds_of_class
from minicheckers.cli import COMMANDS, make_parser
from minicheckers.plain.words import ALIASES


def owners() -> list[type]:
    """Every class that has deeds."""
    found = set()
    for room in (activities, tui, plain):
        for module in pkgutil.iter_modules(room.__path__, f"{room.__name__}."):
            for value in vars(import_module(module.name)).values():
                if isinstance(value, type) and value.__module__ == module.name:
                    found.add(value)
    with_deeds = (kind for kind in found if not inspect.isabstract(kind) and deeds_of_class(kind))
    return sorted(with_deeds, key=lambda kind: kind.__name__)


def keys(kind: type) -> set[str]:
    """The keys of a class."""
    return {key for known in deeds_of_class(kind) for key in known.keys}


def words(kind: type) -> set[str]:
    """The words of an activity in plain mode."""
    return {known.name.replace("_", " ") for known in deeds_of_class(kind)}


def inventory() -> Iterator[str]:
    """The lines, in no order."""
    for kind in owners():
        by_lines = kind.__module__.startswith(plain.__name__)
        yield from (f"key {kind.__name__}: {key}" for key in keys(kind) if not by_lines)
        if by_lines or issubclass(kind, Activity):
            yield from (f"word {kind.__name__}: {word}" for word in words(kind))
    yield from (f"word Desk: {word}" for word in ALIASES)
    for command in COMMANDS.values():
        name = command.prog.split()[-1]
        yield f"command {name}"
        for action in make_parser(command)._actions:
            yield from (f"flag {name}: {f}" for f in action.option_strings if f[:2] == "--")


def main() -> None:
    """Print it."""
    argparse.ArgumentParser(description=__doc__, prog="inventory.py").parse_args()
    print("\n".join(sorted(inventory())))


if __name__ == "__main__":
    main()
