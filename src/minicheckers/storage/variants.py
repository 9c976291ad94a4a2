"""Games from outside: house rules that a person names or keeps, and those that packages bring.

A game is data, so nothing of anybody else's is run. What is found joins `VARIANTS` and then goes by
its name like any other.
"""

from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

from ..directories import configuration_directory
from ..messages import quoted
from ..named_files import read_text_file
from ..rules.house_rules import read_house_rules
from ..rules.variant import BUILT_IN, VARIANTS, Goal, Variant, get_variant

#: A package names files of its own as `my_package:file.toml` in this group.
ENTRY_POINT_GROUP = "minicheckers.variants"
#: House rules are a few lines; more is something else.
LONGEST_RULES = 64 * 1024
ENDING = ".toml"
_OTHER_GOALS = (Goal.LOSING, Goal.BREAKTHROUGH)


def find_variant(name: str, size: int | None = None, goal: Goal | None = None) -> Variant:
    """The game that a name or the name of a TOML file means, of that size and with that goal.

    ValueError with a sentence if there is none, or its file is wrong.
    """
    if name.endswith(ENDING):
        game = _added(_read(Path(name)))
    else:
        plain = name.removesuffix(f"-{Goal.LOSING}").removesuffix(f"-{Goal.BREAKTHROUGH}")
        if plain not in VARIANTS:
            path = _kept().get(plain)
            if path is not None:
                _added(_read(path))
        game = get_variant(name)
    game = game.of_size(size)
    return game if goal is None else game.with_goal(goal)


def find_kept_variant(name: str, size: int | None = None) -> Variant:
    """The game of a name that every run knows, whichever files this one was given."""
    plain, _, goal = name.rpartition("-")
    plain, goal = (plain, goal) if goal in _OTHER_GOALS else (name, "")
    path = None if plain in BUILT_IN else _kept().get(plain)
    if plain not in BUILT_IN and path is None:
        raise ValueError(f"there are no house rules called {quoted(plain)}")
    game = (VARIANTS[plain] if path is None else _read(path)).of_size(size)
    return game.with_goal(Goal(goal)) if goal else game


def variants_directory() -> Path | None:
    """Where a person keeps house rules, None: nowhere."""
    directory = configuration_directory()
    return None if directory is None else directory / "variants"


def add_own_variants(*, packages: bool = True) -> list[str]:
    """Add every game from outside to VARIANTS; a sentence for each that is not one.

    Without those of ``packages`` it takes no time to speak of.
    """
    problems = []
    for path in _kept(packages=packages).values():
        try:
            _added(_read(path))
        except ValueError as error:
            problems.append(str(error))
    return problems


def _kept(*, packages: bool = True) -> dict[str, Path]:
    """The files of house rules by the name of the file: the person's own before a package's."""
    found: dict[str, Path] = {}
    directory = variants_directory()
    if directory is not None and directory.is_dir():
        found = {path.stem: path for path in sorted(directory.glob(f"*{ENDING}"))}
    return {path.stem: path for path in _of_packages()} | found if packages else found


def _of_packages() -> Iterator[Path]:
    from importlib.metadata import entry_points

    try:
        named = list(entry_points(group=ENTRY_POINT_GROUP))
    except Exception:  # noqa: BLE001  one broken package's metadata can raise anything
        return
    for entry in named:
        package, _, file = entry.value.partition(":")
        # A package at the top is found without running anything of it.
        try:
            spec = find_spec(package) if "." not in package else None
        except (ImportError, ValueError):
            spec = None
        for folder in (spec and spec.submodule_search_locations) or ():
            path = Path(folder, Path(file.strip()).name)
            if path.suffix == ENDING:
                yield path


def _read(path: Path) -> Variant:
    try:
        return read_house_rules(read_text_file(path, LONGEST_RULES))
    except ValueError as error:
        raise ValueError(f"the house rules in {quoted(str(path), 200)}: {error}") from None


def _added(variant: Variant) -> Variant:
    if variant.name not in BUILT_IN:
        VARIANTS[variant.name] = variant
    return variant
