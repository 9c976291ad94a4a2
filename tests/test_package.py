"""The package and its README keep their promises."""

import doctest
import os
import re
import runpy
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

import minicheckers
from minicheckers.cli import COMMANDS
from minicheckers.rules.variant import BUILT_IN
from testing.running import Program

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]
RUN = "python3 -m venv .venv && .venv/bin/pip install . && .venv/bin/minicheckers"
LOCK = ROOT / ".ci" / "lock.txt"
TEST = "python3 -m venv .venv && .venv/bin/pip install -e '.[test]' && .venv/bin/pytest"


def test_nothing_is_needed_at_run_time_but_curses_on_windows() -> None:
    (requirement,) = PROJECT["dependencies"]
    assert requirement.startswith("windows-curses")
    assert requirement.endswith("; sys_platform == 'win32'")  # with every Python
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


def test_no_file_sends_anybody_to_an_index_or_a_site_that_does_not_have_the_program() -> None:
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob("share/man/*/*")]
    modules = (ROOT / "src").rglob("*.py")
    for path in (*pages, *modules, ROOT / "pyproject.toml", ROOT / "CITATION.cff"):
        if path.name != "CHANGELOG.md":
            text = path.read_text(encoding="utf-8")
            # What is installed is a folder or an archive: ".", "./rivals", "$wheel".
            assert not re.search(
                r"(pip install|pipx install|pipx run|uvx) (-\S+ )*['\"]?minicheckers\b", text
            ), path
            assert not re.search(r"(pypi\.org|github\.com)/\S*minicheckers", text), path
    assert "urls" not in PROJECT


def test_generated_tests_can_try_other_examples_and_say_which() -> None:
    def told(*words: str) -> str:
        command = [sys.executable, "-m", "pytest", "-n", "0", "--collect-only", __file__]
        words = ("--hypothesis-profile=random", *words)
        run = subprocess.run([*command, *words], cwd=ROOT, capture_output=True, text=True)
        found = re.search(r"--hypothesis-seed=(\d+)", run.stdout)
        assert found is not None, run.stdout + run.stderr
        return found[1]

    assert told() != told()
    assert told("--hypothesis-seed=7") == "7"


def test_the_lock_has_everything_that_the_extras_name() -> None:
    extras = PROJECT["optional-dependencies"]
    named = {re.split(r"[<>=\[]", word)[0] for word in (*extras["test"], *extras["dev"])}
    locked = {line.partition("==")[0].lower() for line in LOCK.read_text().splitlines()}
    assert named - {"minicheckers"} <= locked, "run .ci/lock"


def test_the_changelog_has_a_release_and_a_place_for_what_comes() -> None:
    titles = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.M)
    assert titles[0] == "[Unreleased]"
    assert re.fullmatch(r"\[\d+\.\d+\.\d+\] - \d{4}-\d{2}-\d{2}", titles[1])


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Both archives of this source, and the single file made of one."""
    made = tmp_path_factory.mktemp("dist")
    code = "import sys; from hatchling import build; "
    code += "build.build_sdist(sys.argv[1]); build.build_wheel(sys.argv[1])"
    subprocess.run([sys.executable, "-c", code, made], cwd=ROOT, check=True)
    (wheel,) = made.glob("*.whl")
    runpy.run_path(str(ROOT / "tools" / "single_file.py"))["make"](wheel, made / "minicheckers.pyz")
    return made


def test_the_source_archive_has_what_tests_and_documents_it(dist: Path) -> None:
    (archive,) = dist.glob("*.tar.gz")
    with tarfile.open(archive) as packed:
        names = {name.partition("/")[2] for name in packed.getnames()}
    here = Path(__file__).relative_to(ROOT).as_posix()
    assert {here, "README.md", "docs/rules.md", ".ci/run", "tools/share.py"} <= names
    assert not [name for name in names if "__pycache__" in name or ".venv" in name]


def test_the_wheel_has_the_package_its_data_and_what_the_platform_shares(dist: Path) -> None:
    (wheel,) = dist.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = set(archive.namelist())
    package = {
        path.relative_to(ROOT / "src").as_posix()
        for path in (ROOT / "src" / "minicheckers").rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert package <= names
    shared = {name.partition(".data/data/")[2] for name in names if ".data/data/" in name}
    assert shared == {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "share").rglob("*") if path.is_file()
    }


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("words", "typed", "said"),
    [
        (["perft", "5"], "", "1271 nodes"),
        (["best", "--level", "expert", "--json"], "", '"level": "expert"'),
        (["--plain", "--level", "medium", "--first", "you"], "1\nquit\n", "--resume"),
        (["analyse", "--variant", "english", "--position", "B:WK1:BK30,K32"], "", "won in 17"),
        (["puzzle", "--variant", "towers", "--json"], "", '"solution"'),
        (["match", "easy", "easy", "--games", "2", "--jobs", "2", "--json"], "", '"games": 2'),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else "",
)
def test_the_single_file_runs_with_python_alone(
    dist: Path, program: Program, words: list[str], typed: str, said: str
) -> None:
    run = subprocess.run(
        [sys.executable, "-I", "-S", dist / "minicheckers.pyz", *words],
        cwd=program.directory,
        env=program.environment,
        input=typed,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert run.returncode == 0, run.stderr
    assert said in run.stdout


@pytest.mark.parametrize("compiled", [False, True])
def test_only_a_compiled_build_asks_for_a_compiler(compiled: bool) -> None:
    code = "from hatchling import build; print(*build.get_requires_for_build_wheel())"
    asked = subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=os.environ | {"MINICHECKERS_COMPILE": str(int(compiled))},
        capture_output=True,
        text=True,
        check=True,
    )
    assert ("mypy" in asked.stdout) == compiled
    hook = runpy.run_path(str(ROOT / "hatch_build.py"))
    for name in hook["COMPILED"]:
        assert (ROOT / "src" / "minicheckers" / f"{name}.py").exists(), name


def test_examples_in_python_work() -> None:
    page = ROOT / "docs" / "commands.md"
    result = doctest.testfile(str(page), module_relative=False, verbose=False)
    assert result.attempted > 3
    assert result.failed == 0


def test_a_page_names_every_command_and_the_readme_every_game() -> None:
    page = (ROOT / "docs" / "commands.md").read_text(encoding="utf-8")
    for name in COMMANDS:
        assert f"`minicheckers {name}" in page, name
    for name in BUILT_IN:
        assert f"`{name}`" in README, name
