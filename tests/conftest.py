"""Settings of all tests: the same examples every time, and no failure because a machine is busy."""

import os
import signal
import sys

from hypothesis import settings

pytest_plugins = ["testing.program_fixture"]
if sys.platform == "win32":  # no pseudo-terminals there
    collect_ignore = ["terminal", "tui/test_capability.py"]
else:
    pytest_plugins.append("testing.starting")

# Who runs the tests in the background may have Ctrl-C and hang-ups ignored, and so would the
# programs that the tests start.
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Several hundred programs are started: where Python is told to keep no compiled modules, every one
# of them would compile the whole package anew.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
