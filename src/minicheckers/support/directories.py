"""Where the person's own files are, by the XDG rules or by those of Windows."""

import os
import sys
from pathlib import Path

_WINDOWS = sys.platform == "win32"
#: What a person sets to have games kept elsewhere.
STATE_VARIABLE = "LOCALAPPDATA" if _WINDOWS else "XDG_STATE_HOME"


def configuration_directory() -> Path | None:
    """Where a person keeps settings: XDG_CONFIG_HOME or its default, %APPDATA%; None: nowhere."""
    return _named("APPDATA" if _WINDOWS else "XDG_CONFIG_HOME", ".config")


def state_directory() -> Path | None:
    """Where the program keeps games: XDG_STATE_HOME or its default, %LOCALAPPDATA%."""
    return _named(STATE_VARIABLE, "AppData/Local" if _WINDOWS else ".local/state")


def _named(variable: str, default: str) -> Path | None:
    """Our directory in the one that the environment names, or in a default below the home."""
    named = os.environ.get(variable, "")
    try:
        # The XDG rules: a relative path is to be ignored.
        base = Path(named) if os.path.isabs(named) else Path.home() / default
    except RuntimeError:  # there is no home
        return None
    return base / "minicheckers"
