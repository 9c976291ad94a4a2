"""A person's own themes: small TOML files in the configuration directory, read and checked."""

import os
import re
from pathlib import Path

from ..support.directories import configuration_directory
from ..support.named_files import read_text_file
from ..support.text import quoted, read_toml
from .theme import DEFAULT, THEMES, Theme, nearest, role_names

#: A theme is a few lines; more is something else.
LARGEST_THEME = 64 * 1024
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,19}")
_CODE = re.compile(r"#[0-9a-fA-F]{6}")
_BASIC = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
_KEYS = ("base", "summary", "roles", "papers", "inks")
#: The ground is the terminal's own.
_FIXED = ("ground",)
#: What the tables [papers] and [inks] call roles otherwise.
_PAPERS = {
    "black": "black_face",
    "white": "white_face",
    "capture": "must",
    "focus": "cursor",
    "good": "value_good",
    "even": "value_even",
    "bad": "value_bad",
}
_INKS = {
    "black": "black_ink",
    "white": "white_ink",
    "black_emblem": "black_gold",
    "white_emblem": "white_gold",
    "chosen": "chosen_text",
    "dialog": "dialog_text",
    "focus": "cursor_ink",
    "focus_white": "cursor_ink",
    "label": "typed",
    "mark": "sign",
    "value_good": "value",
    "value_even": "value",
    "value_bad": "value",
}


def themes_directory() -> Path | None:
    """Where a person keeps themes; None: nowhere."""
    directory = configuration_directory()
    return directory and directory / "themes"


def add_own_themes(directory: Path | None) -> list[str]:
    """Add every theme of a directory to THEMES; a sentence for each that is not one."""
    problems = []
    try:
        paths = sorted(directory.glob("*.toml")) if directory is not None else []
    except OSError as error:
        return [f"the themes in {quoted(str(directory))} cannot be listed: {error.strerror}"]
    for path in paths:
        try:
            _add(path)
        except ValueError as error:
            problems.append(str(error))
    return problems


def find_theme(name: str, directory: Path | None) -> str:
    """The name of a theme, which is added if it is one of the person's; ValueError if none."""
    if name in THEMES:
        return name
    path = directory / f"{name}.toml" if directory is not None and _NAME.fullmatch(name) else None
    if path is None or not os.path.lexists(path):
        known = ", ".join(THEMES)
        where = f", or a file in {quoted(str(directory), 200)}" if directory is not None else ""
        raise ValueError(f"there is no theme {quoted(name)}; choose from {known}{where}")
    return _add(path)


def _add(path: Path) -> str:
    theme = read_theme(path)
    if theme.name in THEMES and THEMES[theme.name] != theme:
        raise ValueError(f"the theme {_shown(path)} has the name of a built-in one")
    THEMES[theme.name] = theme
    return theme.name


def read_theme(path: Path) -> Theme:
    """The theme of a file; ValueError with a sentence that says what is wrong with it."""
    if not _NAME.fullmatch(path.stem):
        raise ValueError(f"the theme {_shown(path)} needs a name of small letters, digits, - and _")
    try:
        table = read_toml(read_text_file(path, LARGEST_THEME))
    except ValueError as error:
        raise ValueError(f"the theme {_shown(path)} cannot be used: {error}") from None
    try:
        return _theme(path.stem, table)
    except ValueError as error:
        raise ValueError(f"the theme {_shown(path)} {error}") from None


def _theme(name: str, table: dict[str, object]) -> Theme:
    """A theme from what its file says; the ValueError goes on after its name."""
    for key in table:
        if key not in _KEYS:
            raise ValueError(f"has an unknown key {quoted(key)}; choose from {', '.join(_KEYS)}")
    base = table.get("base", next(iter(THEMES)))
    if not isinstance(base, str) or base not in THEMES:
        raise ValueError(f"has an unknown base; choose from {', '.join(THEMES)}")
    summary = table.get("summary", "your own")
    if not isinstance(summary, str) or not summary.isprintable() or len(summary) > 60:
        raise ValueError("needs a summary of at most 60 printable characters")
    under = THEMES[base]
    if under.colourless:
        raise ValueError(f"cannot be based on {base}, which has no colours")
    own, basic = dict(under.own), dict(under.basic)
    for kind, names in (("papers", _PAPERS), ("inks", _INKS), ("roles", {})):
        known = [*dict.fromkeys((*names, *role_names()))]
        for role, value in _table(kind, table.get(kind, {})).items():
            if role not in known or role in _FIXED:
                choices = ", ".join(name for name in known if name not in _FIXED)
                raise ValueError(f"has unknown {kind} {quoted(role)}; choose from {choices}")
            _change(own, basic, names.get(role, role), f"{kind}.{role}", value)
    return Theme(name, summary, own, basic, on_light=under.on_light)


def _table(kind: str, table: object) -> dict[str, object]:
    if not isinstance(table, dict):
        raise ValueError(f"needs a table [{kind}]")  # noqa: TRY004  a mistake in a file
    return table


def _change(
    own: dict[str, int], basic: dict[str, int], role: str, where: str, value: object
) -> None:
    """Give a role a colour, or a colour and the one among 8."""
    pair = value if isinstance(value, list) and len(value) == 2 else [value]
    own[role] = _colour(where, pair[0])
    if 0 <= own[role] < len(_BASIC):
        basic[role] = own[role]
    if len(pair) == 2:
        basic[role] = _colour(where, pair[1])
        if basic[role] >= len(_BASIC):
            raise ValueError(f"has a second colour in {where} that is not one of the first 8")


def _colour(where: str, value: object) -> int:
    """The number of a colour: a number, a name, #rrggbb or default."""
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 256:
        return value
    if isinstance(value, str):
        if value == "default":
            return DEFAULT
        if value in _BASIC:
            return _BASIC.index(value)
        if _CODE.fullmatch(value):
            return nearest(value)
    raise ValueError(
        f"has a bad colour in {where}: {quoted(str(value))} is neither a number from 0 to 255, "
        f"#rrggbb, default, nor one of {', '.join(_BASIC)}"
    )


def _shown(path: Path) -> str:
    return quoted(path.name)
