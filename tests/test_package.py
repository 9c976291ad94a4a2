"""The package and its README keep their word."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
from pathlib import Path
from typing import Any

import minicheckers
from minicheckers.cli import COMMANDS

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONFIGURATION: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
PROJECT: dict[str, Any] = CONFIGURATION["project"]
RUN = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/minicheckers"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest"


def test_nothing_is_needed_at_run_time_but_curses_on_windows() -> None:
    (requirement,) = PROJECT["dependencies"]
    assert requirement.startswith("windows-curses")
    assert "; sys_platform == 'win32'" in requirement
    assert PROJECT["requires-python"] == ">=3.11"
    assert PROJECT["scripts"] == {"minicheckers": "minicheckers.__main__:main"}
    assert {"test", "dev"} <= set(PROJECT["optional-dependencies"])
    assert any("Python :: 3.11" in classifier for classifier in PROJECT["classifiers"])


def test_the_package_says_that_it_is_typed_and_licensed() -> None:
    assert (Path(minicheckers.__file__).parent / "py.typed").exists()
    assert "MIT License" in (ROOT / "LICENSE").read_text(encoding="utf-8")


def test_readme_has_the_two_commands_and_ci_runs_the_second() -> None:
    assert RUN in README
    assert TEST in README
    assert TEST in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


def test_the_groups_say_what_the_extras_say() -> None:
    extras = PROJECT["optional-dependencies"]
    for name, group in CONFIGURATION["dependency-groups"].items():
        assert group == [word for word in extras[name] if not word.startswith("minicheckers")]


def test_the_changelog_has_a_release_and_a_place_for_what_comes() -> None:
    titles = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert titles[0] == "[Unreleased]"
    assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}", titles[1])


#: Ask for the metadata, pack the source, and print which of our modules that has imported.
BUILD = """
import sys
from setuptools import build_meta
build_meta.prepare_metadata_for_build_wheel("../metadata")
build_meta.build_sdist("../archives")
print("imported:", *(name for name in sys.modules if name.startswith("minicheckers")))
"""
FILES = ("pyproject.toml", "setup.py", "MANIFEST.in", "README.md", "LICENSE", "CHANGELOG.md")


def files_below(directory: Path) -> set[str]:
    paths = (path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory).as_posix() for path in paths}


def test_building_imports_nothing_leaves_nothing_and_packs_tests_and_documents(
    tmp_path: Path,
) -> None:
    source = tmp_path / "source"
    for name in ("src", "tests", "docs"):
        ignored = shutil.ignore_patterns("__pycache__", "*.egg-info")
        shutil.copytree(ROOT / name, source / name, ignore=ignored)
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    before = files_below(source)
    (tmp_path / "metadata").mkdir()
    built = subprocess.run(
        [sys.executable, "-c", BUILD], cwd=source, capture_output=True, text=True, check=False
    )
    assert built.returncode == 0, built.stderr
    assert built.stdout.splitlines()[-1].split() == ["imported:"]
    left = files_below(source) - before
    assert not {name for name in left if not name.startswith("src/minicheckers.egg-info/")}
    (archive,) = (tmp_path / "archives").iterdir()
    with tarfile.open(archive) as packed:
        assert before <= {name.partition("/")[2] for name in packed.getnames()}


#: What a build asks pip for, and what it says if it does not get it.
COMPILE = """
import sys
from setuptools import build_meta
print("asks for:", *build_meta.get_requires_for_build_wheel())
sys.modules["mypyc"] = None
build_meta.build_wheel("../wheels")
"""


def test_a_compiled_build_asks_for_its_compiler_and_misses_it_with_a_sentence(
    tmp_path: Path,
) -> None:
    source = tmp_path / "source"
    (source / "src" / "minicheckers").mkdir(parents=True)
    (source / "src" / "minicheckers" / "__init__.py").write_text('__version__ = "1"')
    for name in FILES:
        shutil.copy(ROOT / name, source / name)
    asked = subprocess.run(
        [sys.executable, "-c", COMPILE],
        cwd=source,
        env=os.environ | {"MINICHECKERS_COMPILE": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "asks for: mypy" in asked.stdout
    assert asked.returncode == 1
    assert asked.stderr.splitlines()[-1].startswith("MINICHECKERS_COMPILE needs mypyc: install")


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
