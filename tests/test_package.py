"""The package and its README keep their word."""

import doctest
import re
import tomllib
from pathlib import Path
from typing import Any

import minicheckers
from minicheckers.cli import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
RUN = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/minicheckers"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest"


def test_nothing_is_needed_at_run_time_but_curses_on_windows() -> None:
    (requirement,) = PROJECT["dependencies"]
    assert requirement.startswith("windows-curses")
    assert requirement.endswith("; sys_platform == 'win32'")
    assert PROJECT["requires-python"] == ">=3.11"
    assert PROJECT["scripts"] == {"minicheckers": "minicheckers.cli:main"}
    assert {"test", "dev"} <= set(PROJECT["optional-dependencies"])
    assert any("Python :: 3.11" in classifier for classifier in PROJECT["classifiers"])


def test_the_package_says_that_it_is_typed_and_licensed() -> None:
    assert (Path(minicheckers.__file__).parent / "py.typed").exists()
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_readme_has_the_two_commands_and_ci_runs_the_second() -> None:
    assert RUN in README
    assert TEST in README
    assert TEST in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_readme_examples_work() -> None:
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False, verbose=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_readme_names_every_command() -> None:
    for name in COMMANDS:
        assert f"`minicheckers {name}" in README, name


def test_every_link_leads_somewhere() -> None:
    for page in (ROOT / "README.md", *(ROOT / "docs").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", text):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_no_source_file_is_too_long_to_be_one_idea() -> None:
    for path in (ROOT / "src").rglob("*.py"):
        assert len(path.read_text(encoding="utf-8").splitlines()) <= 400, path.name
