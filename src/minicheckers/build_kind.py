"""Which build of the program this is: plain Python, or with its innermost modules compiled.

`hatch_build.py` compiles them if it is asked to; the program does the same either way.
"""

import os
from importlib.machinery import EXTENSION_SUFFIXES

#: A module that the compiled build always has, beside its source.
_MODULE = os.path.join(os.path.dirname(__file__), "rules", "movegen")


def build_kind() -> str:
    """``compiled`` or ``pure Python``, found without loading anything."""
    found = any(os.path.exists(_MODULE + suffix) for suffix in EXTENSION_SUFFIXES)
    return "compiled" if found else "pure Python"
