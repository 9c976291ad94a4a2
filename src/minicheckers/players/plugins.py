"""Plug-ins: strategies of other packages, found through their entry points.

The name of an entry point is the strategy's name, its object a factory, the first line of whose
docstring is shown to people. A plug-in is imported only when it is asked for, and not here: in a
process of its own.
"""

from typing import TYPE_CHECKING

from ..messages import quoted
from .foreign import ForeignCode
from .sandbox import reason

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

ENTRY_POINT_GROUP = "minicheckers.strategies"


def installed() -> "tuple[list[EntryPoint], list[str]]":
    """The plug-ins that are installed, and a sentence if they cannot be listed."""
    from importlib.metadata import entry_points

    try:
        return list(entry_points(group=ENTRY_POINT_GROUP)), []
    except Exception as error:  # noqa: BLE001  one broken package's metadata can raise anything
        return [], [f"the plug-ins cannot be listed: {reason(error)}"]


def code_of(plug: "EntryPoint") -> ForeignCode:
    """Where the code of a plug-in is."""
    return ForeignCode(plug.name, described(plug), ENTRY_POINT_GROUP, plug.value)


def described(plug: "EntryPoint") -> str:
    """A plug-in in words."""
    return f"the strategy {quoted(plug.name)} of the package {quoted(package_of(plug))}"


def package_of(plug: "EntryPoint") -> str:
    """The name of the package a plug-in comes from."""
    return (plug.dist and plug.dist.name) or plug.value.partition(":")[0]
