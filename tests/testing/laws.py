"""The first law of deeds: one that is refused has changed nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from minicheckers.activities.activity import Activity, Deed

#: What an object has around it: the face, the disk, the wire; a deed may speak to them.
_AROUND = ("world", "app")
#: Where the objects live that a deed may change.
_OURS = ("minicheckers.activities.", "minicheckers.wire.")


def state_of(value: object, seen: tuple[int, ...] = ()) -> object:
    """What an object holds, as far as a deed could change it: values as they are."""
    match value:
        case _ if id(value) in seen:
            return "itself"
        case list() | tuple():
            return tuple(state_of(item, seen) for item in value)
        case dict():
            return tuple((key, state_of(item, seen)) for key, item in value.items())
        case set():
            return frozenset(value)
    kind = type(value)
    frozen = getattr(getattr(kind, "__dataclass_params__", None), "frozen", False)
    ours = isinstance(value, Activity) or kind.__module__.startswith(_OURS)
    if not ours or frozen or not hasattr(value, "__dict__"):
        return value
    within = (*seen, id(value))
    held = {name: held for name, held in vars(value).items() if name not in _AROUND}
    return kind.__name__, tuple((name, state_of(item, within)) for name, item in held.items())


@contextmanager
def refused_deeds_change_nothing() -> Iterator[None]:
    """Compare every activity before and after a deed or a move of its own that is refused."""
    perform = Deed.perform

    def checked(deed: Deed, owner: object, *argument: str) -> None:
        before = state_of(owner) if isinstance(owner, Activity) else None
        try:
            perform(deed, owner, *argument)
        except ValueError:
            if before is not None:
                after = state_of(owner)
                assert after == before, (deed.name, *differences(before, after))
            raise

    with patch.object(Deed, "perform", checked):
        yield


def differences(before: Any, after: Any) -> Iterator[str]:
    """Which parts of two states differ, to be read by somebody who mends it."""
    if isinstance(before, tuple) and isinstance(after, tuple) and len(before) == len(after):
        for one, other in zip(before, after, strict=True):
            yield from differences(one, other)
    elif before != after:
        yield f"{before!r} -> {after!r}"
