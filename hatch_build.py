"""The compiled build: with MINICHECKERS_COMPILE=1 mypyc translates the innermost modules to C.

That needs a C compiler; pip fetches mypyc (a part of mypy) for the time of the build. Without the
variable nothing here does anything.
"""

import os
from pathlib import Path
from sysconfig import get_config_var
from tempfile import TemporaryDirectory
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

COMPILE = os.environ.get("MINICHECKERS_COMPILE", "0") not in ("", "0")
#: What is worth compiling: every node of a search passes through these.
COMPILED = (
    "rules/movegen",
    "rules/predicates",
    "engine/quiescence",
    "engine/alphabeta",
    "engine/repetition",
    "engine/table",
    "engine/evaluate/base",
    "engine/evaluate/learned",
    "engine/evaluate/mini",
    "engine/evaluate/network",
    "engine/evaluate/terms",
    "engine/endings/placements",
    "engine/endings/table",
)


class Compile(BuildHookInterface[Any]):
    """Adds the compiled modules to a wheel."""

    def dependencies(self) -> list[str]:
        """What pip is to fetch for the build."""
        return ["mypy>=1.13", "setuptools>=77"] if COMPILE else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile, and say where in the wheel the results go."""
        if not COMPILE or version == "editable":
            return
        from mypyc.build import mypycify
        from setuptools import Distribution

        self._scratch = TemporaryDirectory(prefix="minicheckers-c-")
        sources = [f"src/minicheckers/{name}.py" for name in COMPILED]
        modules = mypycify(
            sources, opt_level="3", target_dir=self._scratch.name, group_name="minicheckers"
        )
        command = Distribution({"ext_modules": modules}).get_command_obj("build_ext")
        command.build_lib = command.build_temp = self._scratch.name
        command.ensure_finalized()
        command.run()
        built = Path(self._scratch.name)
        for path in built.rglob(f"*{get_config_var('EXT_SUFFIX')}"):
            build_data["force_include"][str(path)] = path.relative_to(built).as_posix()
        build_data |= {"pure_python": False, "infer_tag": True}

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Remove what was only on the way."""
        if COMPILE and version != "editable":
            self._scratch.cleanup()
