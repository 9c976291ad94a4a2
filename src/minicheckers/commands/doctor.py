"""``minicheckers doctor``: check whatever can be wrong outside the program, and say what to do."""

import argparse
from collections.abc import Iterable, Iterator
from itertools import chain

from ..opponents.registry import engines, plug_ins
from ..rules.variant import VARIANTS
from ..storage.health import Finding
from ..storage.own_files import add_own_variants
from ..storage.preferences import read_choices
from ..storage.store import Store, StoreError
from ..support.named_files import configuration_directory
from ..support.text import listing, printable, sentence, why
from ..tui import capability
from ..tui.keys import read_keys
from ..tui.theme import THEMES, add_own_themes, themes_directory
from . import shared
from .output import Column, print_rows

#: How many seconds checking every game may take.
PATIENCE = 600.0
#: The least size of a terminal that shows every board with its panel.
COMFORTABLE = (80, 24)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--repair",
        action="store_true",
        help="repair what is safe to repair; a damaged database is kept aside and replaced by its "
        "newest good backup",
    )
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print what every check has found; 1 if something is wrong."""
    code = 0
    for finding in chain(_kept(repair=arguments.repair), _terminal(), _brought_along()):
        code = code if finding.ok else 1
        print_rows(arguments, [finding], _COLUMNS, as_json=Finding._asdict)
    return code


_COLUMNS = (
    Column(
        "",
        lambda finding: "ok   " if finding.ok else "WRONG",
        lambda finding: "good" if finding.ok else "bad",
    ),
    Column("", lambda finding: f"{finding.check:11}", "strong"),
    Column("", "sentence"),
)


def _kept(*, repair: bool) -> Iterator[Finding]:
    """Games, results and preferences."""
    try:
        with Store.default() as store:
            store.patience = PATIENCE
            if repair:
                yield from (Finding("repair", True, words) for words in store.repair())
            yield from store.examine()
    except StoreError as error:
        yield Finding("database", False, str(error))


def _terminal() -> Iterator[Finding]:
    """What the board needs of the terminal, and what it would like to have."""
    if (reason := capability.why_no_terminal()) is not None:
        piped = "not a terminal" in reason
        words = f"{sentence(reason)} Here you play line by line."
        yield Finding(
            "terminal", piped, words if piped else f"{words} Set TERM to your terminal's type."
        )
        return
    found = capability.abilities()
    columns, rows = found.size
    yield Finding("terminal", True, "The board can be drawn on this terminal.")
    roomy = columns >= COMFORTABLE[0] and rows >= COMFORTABLE[1]
    advice = "" if roomy else " Make it at least {}x{} to see all of it.".format(*COMFORTABLE)
    if 0 in found.size:
        yield Finding("size", True, "The terminal does not say how large it is.")
    else:
        yield Finding("size", roomy, f"The terminal is {columns}x{rows}.{advice}")
    yield _either(
        "colours",
        found.colours >= 8,
        f"There are {found.colours} colours.",
        "There is no colour, so pieces differ by shape. If the terminal has colours, set TERM to "
        "xterm-256color.",
    )
    yield _either(
        "unicode",
        capability.speaks_unicode(),
        "The terminal shows Unicode.",
        "The locale is not UTF-8, so the board is drawn in ASCII. Set LANG=C.UTF-8.",
    )
    yield _either(
        "mouse",
        found.mouse,
        "The mouse works.",
        "This terminal reports no mouse events. Use the keys.",
    )


def _either(check: str, ok: bool, good: str, bad: str) -> Finding:
    return Finding(check, ok, good if ok else bad)


def _brought_along() -> Iterator[Finding]:
    """What the person or a package has added to the program."""
    entries, problems = plug_ins()
    yield _added("plug-ins", [entry.name for entry in entries], problems)
    found, problems = engines()
    for engine in found.values():
        try:
            engine.program()
        except (OSError, ValueError) as error:
            problems.append(f"{engine.trouble}: {why(error)}")
    yield _added("engines", list(found), problems)
    before = set(THEMES)
    problems = add_own_themes(themes_directory())
    yield _added("themes", sorted(THEMES.keys() - before), problems)
    before = set(VARIANTS)
    problems = add_own_variants()
    yield _added("variants", sorted(VARIANTS.keys() - before), problems)
    folder = configuration_directory()
    keys, problems = ({}, []) if folder is None else read_keys(folder / "config.toml")
    yield _added("keys", sorted(keys), problems)
    chosen, problems = ({}, []) if folder is None else read_choices(folder / "config.toml")
    yield _added("choices", sorted(chosen), problems)


def _added(check: str, names: Iterable[str], problems: list[str]) -> Finding:
    """What has been added of one kind, and what is wrong with it."""
    if problems:
        told = " ".join(sentence(printable(problem)) for problem in problems)
        return Finding(check, False, f"{told} Correct or remove it.")
    named = [printable(name) for name in names]
    if not named:
        return Finding(check, True, f"You have added no {check}.")
    return Finding(check, True, f"Your {check} can be used: {listing(named)}.")
