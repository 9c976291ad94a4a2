"""A module that needs something that is not there."""

import a_module_that_nobody_has  # type: ignore[import-not-found]  # noqa: F401


class Anything:
    pass
