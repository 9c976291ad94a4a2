"""Settings for all tests: the same examples every time, and no failures on a busy machine."""

import gc
import importlib.metadata
import os
import secrets
import signal
import sys
import tempfile
from functools import cache
from pathlib import Path

import pytest

pytest_plugins = ["testing.program_fixture"]
if sys.platform == "win32":  # no pseudo-terminals there
    collect_ignore = ["terminal"]
else:
    pytest_plugins.append("testing.starting")

# When the tests run in the background, Ctrl-C, quit and hang-up signals may be ignored, and the
# programs that the tests start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
if sys.platform != "win32":
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
    signal.signal(signal.SIGQUIT, signal.SIG_DFL)

# Several hundred programs are started: if Python is told not to save bytecode, every one of them
# would compile the whole package again.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
# What says how Python itself runs is the same for programs with pipes and in terminals, so that
# one server forks both (testing/forked.py).
os.environ.pop("PYTHONUNBUFFERED", None)

# Every start of the program asks for plug-ins, and what is installed stays the same.
importlib.metadata.entry_points = cache(importlib.metadata.entry_points)  # type: ignore[assignment]


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Keep a person's own files out of it, and repeat the same examples.

    Only now is Hypothesis loaded, so that its bytecode is saved. With --hypothesis-profile=random
    other examples are tried every time, those of a seed that is told.
    """
    # Most tests name a directory of their own; what one forgets must not be a person's.
    from testing.running import settings_in, state_in

    nobody = tempfile.TemporaryDirectory(prefix="minicheckers-tests-")
    config.add_cleanup(nobody.cleanup)
    os.environ.update(state_in(Path(nobody.name)) | settings_in(Path(nobody.name)))

    from hypothesis import settings

    settings.register_profile("repeatable", derandomize=True, deadline=None, max_examples=50)
    settings.register_profile(
        "random", derandomize=False, deadline=None, max_examples=50, database=None
    )
    settings.load_profile("repeatable")  # Hypothesis then loads the one that was asked for
    option = config.option
    if option.hypothesis_profile == "random" and option.hypothesis_seed is None:
        option.hypothesis_seed = str(secrets.randbelow(2**32))  # also of all workers


def pytest_report_header(config: pytest.Config) -> str | None:
    """The options that try the same examples again."""
    option = config.option
    if option.hypothesis_profile != "random":
        return None
    return f"--hypothesis-profile=random --hypothesis-seed={option.hypothesis_seed}"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Half as many workers again as cores: many tests wait for other processes."""
    cores = os.cpu_count() or 1
    return cores + cores // 2


@pytest.hookimpl(trylast=True)
def pytest_collection_finish() -> None:
    """Let the garbage collector leave alone what stays to the end: a tenth of the time is its."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000)  # most of what tests make is gone before anybody looks for cycles


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish() -> None:
    """Look for cycles once more; pytest and Python do so six times, and would each time see all."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Keep n evenly spread cases of a ``sampled(n)`` test; mark the others slow."""
    cases: dict[str, list[pytest.Item]] = {}
    for item in items:
        if item.get_closest_marker("sampled") and not item.get_closest_marker("slow"):
            cases.setdefault(item.nodeid.split("[")[0], []).append(item)
    for alike in cases.values():
        marker = alike[0].get_closest_marker("sampled")
        assert marker is not None
        (wanted,) = marker.args
        kept = {round(number * len(alike) / wanted) for number in range(wanted)}
        for number, item in enumerate(alike):
            if number not in kept:
                item.add_marker(pytest.mark.slow)
