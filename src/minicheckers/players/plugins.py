"""Plug-ins: strategies of other packages, found through their entry points.

The name of an entry point is the strategy's name, its object a factory, the first line of whose
docstring is shown to people. A plug-in is imported only when it is asked for.
"""

from typing import TYPE_CHECKING

from ..messages import quoted
from .registration import Registration, one_line, run_foreign
from .sandbox import reason

if TYPE_CHECKING:
    from collections.abc import Callable
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "minicheckers.strategies"


def installed() -> "tuple[list[EntryPoint], list[str]]":
    """The plug-ins that are installed, and a sentence if they cannot be listed."""
    from importlib.metadata import entry_points

    try:
        return list(entry_points(group=ENTRY_POINT_GROUP)), []
    except Exception as error:  # noqa: BLE001  one broken package's metadata can raise anything
        return [], [f"the plug-ins cannot be listed: {reason(error)}"]


def load(
    plug: "EntryPoint", registered_itself: "Callable[[str], Registration | None]"
) -> Registration:
    """Import a plug-in; ValueError with a sentence if that fails.

    It may register itself while it is imported: `registered_itself` tells as what.
    """

    def work() -> Registration:
        factory = plug.load()
        if not callable(factory):
            raise TypeError(f"{plug.value} is neither a class nor a function")
        known = registered_itself(plug.name)
        summary = known.summary if known else one_line(factory.__doc__)
        return Registration(plug.name, summary, factory, package_of(plug))

    return run_foreign(work, f"{described(plug)} cannot be used")


def described(plug: "EntryPoint") -> str:
    """A plug-in in words."""
    return f"the strategy {quoted(plug.name)} of the package {quoted(package_of(plug))}"


def package_of(plug: "EntryPoint") -> str:
    """The name of the package a plug-in comes from."""
    return (plug.dist and plug.dist.name) or plug.value.partition(":")[0]
