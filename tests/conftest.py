"""Settings of all tests: the same examples every time, and no failure because a machine is busy."""

import sys

from hypothesis import settings

pytest_plugins = ["testing.program_fixture"]
if sys.platform == "win32":  # no pseudo-terminals there
    collect_ignore = ["terminal", "tui/test_capability.py"]
else:
    pytest_plugins.append("testing.starting")

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
