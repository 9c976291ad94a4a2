"""Settings of all tests: the same examples every time, and no failure because a machine is busy."""

from hypothesis import settings

pytest_plugins = ["testing.starting", "testing.program_fixture"]

settings.register_profile("repeatable", derandomize=True, deadline=None)
settings.load_profile("repeatable")
