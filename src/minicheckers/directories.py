"""Where the person's own files are."""

import os
import sys
from pathlib import Path


def configuration_directory() -> Path | None:
    """Where a person keeps settings: XDG_CONFIG_HOME or its default, %APPDATA%; None: nowhere."""
    named = os.environ.get("APPDATA" if sys.platform == "win32" else "XDG_CONFIG_HOME", "")
    try:
        # The XDG rules: a relative path is to be ignored.
        base = Path(named) if os.path.isabs(named) else Path.home() / ".config"
    except RuntimeError:  # there is no home
        return None
    return base / "minicheckers"
