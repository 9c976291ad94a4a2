"""Rules that someone might think of: every field of a game with any value that it may have."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import strategies as st

from minicheckers import Variant
from minicheckers.rules.geometry import Direction
from minicheckers.rules.house_rules import LARGEST, SMALLEST, WAYS, check
from minicheckers.rules.variant import (
    BUILT_IN,
    VARIANTS,
    Colour,
    Goal,
    Landing,
    LastRow,
    MaterialDraw,
    Notation,
    Priority,
    Removal,
    Since,
    Stuck,
)

Draw = Callable[[Random], Any]

_UNITS = [way for ways in WAYS.values() for way in ways]
_FORWARD = [way for way in _UNITS if way[0] >= 0]
_DIRECTIONS = ("man_steps", "man_jumps", "king_steps", "king_jumps")
_LETTERS = "ab \u00e9\u65e5\\\"'{}:,>-\u2013x"
#: What these games were made from: one of ours, none, or one that is gone by now.
_BASES = [*sorted(BUILT_IN), None, "gone"]


def _one_of(values: Sequence[Any]) -> Draw:
    return lambda random: random.choice(values)


def _number(least: int, most: int) -> Draw:
    return lambda random: random.randint(least, most)


def _some(values: Sequence[Any], least: int = 0) -> Draw:
    """Some of the values, each once, in any order."""
    return lambda random: tuple(random.sample(values, random.randint(least, len(values))))


def _text(random: Random) -> str:
    letters = "".join(random.choices(_LETTERS, k=random.randint(1, 20)))
    return " ".join(letters.split()) or "x"


def _material_draw(random: Random) -> MaterialDraw:
    flags = [random.random() < 0.5 for _ in range(4)]
    pieces = (random.randint(0, 99), random.randint(99, 999))
    return MaterialDraw(random.randint(0, 999), pieces, random.choice(list(Since)), *flags)


def _notation(random: Random) -> Notation:
    return Notation(
        random.choice([None, random.randint(0, 999)]),
        random.choice([None, *(f"{kind}{corner}" for kind in "AN" for corner in range(4))]),
        random.choice([None, _text(random)]),
        random.choice("x:-"),
    )


_YES_OR_NO = _one_of([False, True])
#: Directions are one step long here, whatever the board.
_FIELDS: dict[str, Draw] = {
    "first": _one_of(list(Colour)),
    "mirrored": _YES_OR_NO,
    "rows_of_men": _number(1, 6),
    "empty_rows_behind": _number(0, 2),
    "man_steps": _some(_FORWARD, 1),
    "man_jumps": _some(_UNITS),
    "king_steps": _some(_UNITS, 1),
    "king_jumps": _some(_UNITS),
    "crowns": _YES_OR_NO,
    "king_flies": _YES_OR_NO,
    "king_lands": _one_of(list(Landing)),
    "capture_forced": _YES_OR_NO,
    "chains": _YES_OR_NO,
    "priority": _some(list(Priority)),
    "men_take_kings": _YES_OR_NO,
    "jumped_leave": _one_of(list(Removal)),
    "unique_captures": _YES_OR_NO,
    "turns_back": _YES_OR_NO,
    "last_row_in_capture": _one_of(list(LastRow)),
    "same_king_moves": _number(0, 999),
    "stuck": _one_of(list(Stuck)),
    "goal": _one_of(list(Goal)),
    "repetitions": _one_of([0, 2, 3, 999]),
    "quiet_plies": _number(10, 500),
    "material_draws": lambda random: tuple(
        _material_draw(random) for _ in range(random.choice([0, 2, 20]))
    ),
    "man_name": _text,
    "king_name": _text,
    "notation": _notation,
}


def random_rules(random: Random) -> Variant:
    """A valid game of any rules, by a name that is none of ours."""
    while True:
        variant = _random_fields(random)
        try:
            check(variant)
        except ValueError:
            continue
        return variant


def _random_fields(random: Random) -> Variant:
    base = random.choice(_BASES)
    game = VARIANTS.get(base or "", VARIANTS["english"])
    changed = random.sample(
        [*_FIELDS, "diagonal", "size", "sizes"], random.choice([0, 1, 2, 3, 8, 30])
    )
    fields = {name: _FIELDS[name](random) for name in changed if name in _FIELDS}
    diagonal = random.random() < 0.5 if "diagonal" in changed else game.diagonal
    boards = range(SMALLEST, LARGEST + 1, 2 if diagonal else 1)
    size = random.choice(boards) if "size" in changed else game.size
    sizes = game.sizes
    if "sizes" in changed:
        sizes = _some(boards)(random)
        sizes = (*sizes, size) if sizes and size not in sizes else sizes
    for name in _DIRECTIONS:
        units = fields.get(name, tuple(map(_unit, getattr(game, name))))
        fields[name] = tuple(_fitting(way, diagonal) for way in units)
    if fields.get("goal", game.goal) is Goal.BREAKTHROUGH:
        fields["crowns"] = True
    fields |= {"diagonal": diagonal, "size": size, "sizes": sizes, "base": base}
    name = "z" + "".join(random.choices("ab9-", k=random.randint(0, 29)))
    return replace(game, name=name + random.choice(["", "-losing", "-breakthrough"]), **fields)


def _unit(way: Direction) -> Direction:
    down, right = way
    return (down > 0) - (down < 0), (right > 0) - (right < 0)


def _fitting(way: Direction, diagonal: bool) -> Direction:
    return (2 * way[0], 2 * way[1]) if diagonal and 0 in way else way


#: Any valid rules, for a property of them.
any_rules = st.randoms(use_true_random=False).map(random_rules)
