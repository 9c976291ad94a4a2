"""House rules: a game made from another by changing a few of its fields, as plain data.

The same data is what a person writes in TOML and what a saved or recorded game carries with it, so
that it opens when the file has changed or gone. What cannot be is told in one sentence.

To name a field also sets what follows from it: a larger board has more rows of men.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, is_dataclass, replace
from enum import StrEnum
from types import NoneType, UnionType
from typing import Any, get_args, get_origin, get_type_hints

from ..support.text import did_you_mean, quoted, read_toml
from .geometry import Direction
from .variant import BUILT_IN, ENGLISH, VARIANTS, Goal, Priority, Removal, Variant, get_variant

SMALLEST, LARGEST = 4, 16
LARGEST_NUMBER = 999
LONGEST_TEXT = 20

#: A name of house rules; with another goal the game has a longer one.
_NAME = re.compile(rf"[a-z][a-z0-9-]{{0,29}}(-{Goal.LOSING}|-{Goal.BREAKTHROUGH})?", re.ASCII)

#: Directions in words, for Black. On a diagonal board a straight one goes two rows or columns on.
WAYS: dict[str, tuple[Direction, ...]] = {
    "diagonally forward": ((1, -1), (1, 1)),
    "diagonally backward": ((-1, -1), (-1, 1)),
    "forward": ((1, 0),),
    "sideways": ((0, -1), (0, 1)),
    "backward": ((-1, 0),),
}


def read_house_rules(text: str) -> Variant:
    """The game that a TOML text describes; ValueError with a sentence for what is wrong in it."""
    return from_data(read_toml(text))


def to_data(variant: Variant) -> dict[str, Any]:
    """A game as plain data for `from_data`: its name, and what distinguishes it from its base.

    Nothing but strings, numbers, true and false, and lists and dictionaries of them. A game that is
    made from none of ours, which may have changed by the time the data is read, is told in full.
    """
    known = _known(variant.name)
    if known is not None and variant == known:
        return {"name": variant.name}
    if known is not None and variant.size in known.sizes and variant == known.of_size(variant.size):
        return {"name": variant.name, "size": variant.size}
    told = asdict(
        variant, dict_factory=lambda pairs: {key: each for key, each in pairs if each is not None}
    )
    told |= {name: [*map(_unit, told[name])] for name in _DIRECTIONS}
    return {
        name: told[name] for name in ("name", "base", *_fields_to_tell(variant)) if name in told
    }


def _fields_to_tell(variant: Variant) -> list[str]:
    if variant.base not in BUILT_IN:
        return list(_FIELDS)
    base = VARIANTS[variant.base]
    values = {name: getattr(variant, name) for name in _FIELDS}
    changes = {name: values[name] for name in values if values[name] != getattr(base, name)}
    units = {name: tuple(map(_unit, changes[name])) for name in _DIRECTIONS if name in changes}
    # What is told may change other fields, which are to be told then, too.
    read = replace(base, **_with_consequences(base, changes | units))
    return [name for name in values if name in changes or values[name] != getattr(read, name)]


def to_text(variant: Variant) -> str | None:
    """The rules of a game for a record to carry, None where its name and size say it all."""
    data = to_data(variant)
    return None if set(data) <= {"name", "size"} else json.dumps(data)


def from_text(text: str) -> Variant:
    """The game that `to_text` has written; ValueError with a sentence if it is not one."""
    try:
        data = dict(json.loads(text).items())
    except (AttributeError, RecursionError, ValueError):
        raise ValueError(f"{quoted(text)} is not a JSON table of rules") from None
    return from_data(data)


def from_data(data: Mapping[str, Any]) -> Variant:
    """The game that a person describes so; ValueError with a sentence if it is not one."""
    name = data.get("name")
    if not isinstance(name, str) or _NAME.fullmatch(name) is None:
        raise ValueError(
            'a game needs a line such as name = "mine": up to 30 small letters, digits and dashes'
        )
    known = _known(name)
    if known is not None and "base" not in data:
        _refuse_others(data, ("name", "size"))
        return known.of_size(_read(int, data["size"], "size") if "size" in data else None)
    if known is not None:
        raise ValueError(f"name: {name} is a game already; give your rules another name")
    _refuse_others(data, ("name", "base", *_FIELDS))
    changes = {
        key: _read(_FIELDS[key], value, key) for key, value in data.items() if key in _FIELDS
    }
    base = VARIANTS.get(str(data.get("base")))
    told_in_full = set(_FIELDS) <= set(data)  # as a game is written that was made from none of ours
    if base is None and not told_in_full:
        if "base" not in data:
            raise ValueError(
                'house rules need a line such as base = "english", the game they change'
            )
        games = ", ".join(VARIANTS)
        raise ValueError(f"base: {quoted(str(data['base']))} is not a game; choose from {games}")
    family = base.family if base else data.get("base")
    if family is not None and (not isinstance(family, str) or _NAME.fullmatch(family) is None):
        raise ValueError(f"base: {_told(family)} is not the name of a game")
    changed = _with_consequences(base or ENGLISH, changes)
    variant = replace(base or ENGLISH, name=name, base=family, **changed)
    check(variant)
    return variant


def _known(name: str) -> Variant | None:
    """The game of ours that has this name; those from outside may have changed since."""
    game = name.removesuffix(f"-{Goal.LOSING}").removesuffix(f"-{Goal.BREAKTHROUGH}")
    return get_variant(name) if game in BUILT_IN else None


def _with_consequences(base: Variant, changes: dict[str, Any]) -> dict[str, Any]:
    """The changes, and what else they change unless it is named too."""
    diagonal = changes.get("diagonal", base.diagonal)
    directions = {name: tuple(map(_unit, getattr(base, name))) for name in _DIRECTIONS}
    found = _scaled(diagonal, directions | changes) | {
        # It is not the game any more that other programs know by a number or a name.
        "notation": changes.get("notation", replace(base.notation, game_type=None, hub=None)),
        "sizes": changes.get("sizes", ()),
    }
    if "jumped_leave" in changes:
        found.setdefault("unique_captures", changes["jumped_leave"] is Removal.AT_END)
    if "size" in changes and diagonal and base.diagonal:
        found.setdefault("rows_of_men", base.rows_of_men + (changes["size"] - base.size) // 2)
    if changes.get("goal") is Goal.BREAKTHROUGH:
        found["crowns"] = True
    return found


def check(variant: Variant) -> None:
    """Raise ValueError with a sentence if a game cannot be played."""
    size, diagonal = variant.size, variant.diagonal
    returns = variant.crowns and variant.goal is not Goal.BREAKTHROUGH
    wanders = returns or any(not down for down, _ in variant.man_steps)
    ways = [way for name in _DIRECTIONS for way in getattr(variant, name)]
    boards = range(SMALLEST, LARGEST + 1, 2 if diagonal else 1)
    even = "even sizes " if diagonal else ""
    problems = {
        f"size: a board has {even}from {SMALLEST} to {LARGEST} rows, not {size}": (
            size not in boards
        ),
        "sizes: the usual size must be among them, and all must fit the board": (
            variant.sizes and not {size} <= set(variant.sizes) <= set(boards)
        ),
        "mirrored: a board with all its squares cannot be mirrored": (
            variant.mirrored and not diagonal
        ),
        "rows_of_men: each side needs a row of men": variant.rows_of_men < 1,
        f"rows_of_men: {size} rows leave no empty row between the two sides": (
            2 * (variant.rows_of_men + variant.empty_rows_behind) >= size
        ),
        "directions: one of them leads to a square that is not used, or is not a direction": (
            any(way not in map(_fitting(diagonal), _UNITS) for way in ways)
        ),
        "man_steps: a man needs a direction to step in": not variant.man_steps,
        "man_steps: a man cannot step backward, but it may capture backward (man_jumps)": (
            any(down < 0 for down, _ in variant.man_steps)
        ),
        "king_steps: a king needs a direction to step in; crowns = false means no kings": (
            returns and not variant.king_steps
        ),
        'priority: "kings soonest" needs "most pieces" before it': (
            Priority.KINGS_SOONEST in variant.priority
            and Priority.MOST_PIECES
            not in variant.priority[: variant.priority.index(Priority.KINGS_SOONEST)]
        ),
        "priority: a criterion is named twice": (
            len(set(variant.priority)) < len(variant.priority)
        ),
        "repetitions: 1 would be a draw at once; write 0 for no such rule": (
            variant.repetitions == 1
        ),
        "quiet_plies: where pieces can go back, 10 to 500 plies must make a draw": (
            wanders and not 10 <= variant.quiet_plies <= 500
        ),
        "material_draws: pieces is the fewest and the most, such as [2, 3]": (
            any(rule.pieces[0] > rule.pieces[1] for rule in variant.material_draws)
        ),
        "notation: squares is A or N and a corner, such as N2; capture is x, : or -": (
            re.fullmatch("[AN][0-3]", variant.notation.squares or "N2") is None
            or variant.notation.capture not in ("x", ":", "-")
        ),
    }
    for sentence, is_wrong in problems.items():
        if is_wrong:
            raise ValueError(sentence)


def _refuse_others(data: Mapping[str, Any], known: tuple[str, ...]) -> None:
    for key in data:
        if key not in known:
            advice = did_you_mean(key, known, f"choose from {', '.join(known)}")
            raise ValueError(f"there is no rule {quoted(key)}{advice}")


# Values of fields, by the types that the fields have


def _read(kind: Any, value: Any, name: str) -> Any:
    """The value of a field of that type; ValueError with a sentence that begins with its name."""
    if isinstance(kind, UnionType):
        kind = next(each for each in get_args(kind) if each is not NoneType)
    if kind == tuple[Direction, ...]:
        words = [value] if isinstance(value, str) else value
        if isinstance(words, list) and all(word in tuple(WAYS) for word in words):
            return tuple(dict.fromkeys(way for word in words for way in WAYS[word]))
        if isinstance(words, list) and all(word in map(list, _UNITS) for word in words):
            return tuple(map(tuple, words))
        raise ValueError(f"{name}: {_told(value)} is not a list of directions; {_choices(WAYS)}")
    if get_origin(kind) is tuple:
        inner, *rest = get_args(kind)
        wanted = "a list" if rest == [...] else "a pair of numbers such as [2, 3]"
        if not isinstance(value, list) or len(value) > 20 or (rest != [...] and len(value) != 2):
            raise ValueError(f"{name}: {_told(value)} is not {wanted}")
        return tuple(_read(inner, each, name) for each in value)
    if is_dataclass(kind):
        types = get_type_hints(kind)
        needed = {field.name for field in fields(kind) if field.name in ("plies", "pieces")}
        if not isinstance(value, dict) or not needed <= set(value) <= set(types):
            raise ValueError(f"{name}: {_told(value)} is not a table of {', '.join(types)}")
        made: Any = kind
        return made(**{key: _read(types[key], each, key) for key, each in value.items()})
    if issubclass(kind, StrEnum):
        if isinstance(value, str) and value in tuple(kind):
            return kind(value)
        raise ValueError(f"{name}: {_told(value)} is unknown; {_choices(kind)}")
    if kind is bool and isinstance(value, bool):
        return value
    if kind is int and type(value) is int and 0 <= value <= LARGEST_NUMBER:
        return value
    if kind is str and isinstance(value, str) and value.isprintable() and value.strip():
        # Single spaces: a line that is wrapped on its way has no others.
        return " ".join(value.split())[:LONGEST_TEXT].rstrip()
    wanted = {
        bool: "true or false",
        int: f"a whole number from 0 to {LARGEST_NUMBER}",
        str: "a text",
    }[kind]
    raise ValueError(f"{name}: {_told(value)} is not {wanted}")


def _unit(way: Direction) -> Direction:
    down, right = way
    return (down > 0) - (down < 0), (right > 0) - (right < 0)


def _scaled(diagonal: bool, changes: dict[str, Any]) -> dict[str, Any]:
    """The changes with directions that fit the board."""
    return {
        name: tuple(map(_fitting(diagonal), value)) if name in _DIRECTIONS else value
        for name, value in changes.items()
    }


def _fitting(diagonal: bool) -> Callable[[Direction], Direction]:
    return lambda way: (2 * way[0], 2 * way[1]) if diagonal and 0 in way else way


def _told(value: Any) -> str:
    return quoted(value if isinstance(value, str) else str(value).lower())


def _choices(words: Any) -> str:
    return "choose from " + ", ".join(f'"{word}"' for word in words)


_UNITS = [way for ways in WAYS.values() for way in ways]
_DIRECTIONS = ("man_steps", "man_jumps", "king_steps", "king_jumps")
#: Every field that can be changed, with its type.
_FIELDS = {
    name: kind for name, kind in get_type_hints(Variant).items() if name not in ("name", "base")
}
