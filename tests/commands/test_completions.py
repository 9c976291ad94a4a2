"""Completions and the manual page know everything the parsers know."""

import os
import re
import runpy
import shutil
import subprocess
from pathlib import Path

import pytest

from manpage import manpage
from minicheckers import __version__, cli
from minicheckers.cli import command_models
from minicheckers.commands.command import CommandModel
from minicheckers.commands.completions import SHELLS, completions

ROOT = Path(__file__).parents[2]
EVERYTHING = command_models()


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"there is no {program} here")


def test_the_outline_has_every_command_and_every_flag() -> None:
    assert [model.name for model in EVERYTHING] == ["", *cli.COMMANDS]
    for model in EVERYTHING:
        flags = {name for flag in model.flags for name in flag.names}
        assert flags == set(cli.make_parser(model.command)._option_string_actions)
        assert "--help" in flags


@pytest.mark.parametrize("shell", SHELLS)
def test_the_command_prints_the_script(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["completions", shell]) == 0
    assert capsys.readouterr().out == completions(shell, EVERYTHING)


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_flag_is_in_every_script(shell: str) -> None:
    script = completions(shell, EVERYTHING)
    for model in EVERYTHING:
        assert model.name in script
        for flag in model.flags:
            for name in flag.names:
                written = f"-l {name[2:]}" if shell == "fish" and name[:2] == "--" else name
                assert written in script or f"-s {name[1:]}" in script


def test_other_shells_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["completions", "tcsh"])
    assert "'tcsh'" in capsys.readouterr().err


def completed(script: Path, *words: str) -> list[str]:
    """What bash would suggest for the last word."""
    quoted = " ".join(f"'{word}'" for word in ("minicheckers", *words))
    code = (
        f"source {script}; COMP_WORDS=({quoted}); COMP_CWORD={len(words)}; "
        '_minicheckers; printf "%s\\n" "${COMPREPLY[@]}"'
    )
    done = subprocess.run(
        ["bash", "--norc", "-c", code], capture_output=True, text=True, check=True
    )
    assert done.stderr == ""
    return done.stdout.split()


@pytest.fixture(scope="module")
def bash_script(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bash") / "minicheckers"
    path.write_text(completions("bash", EVERYTHING))
    return path


@needs("bash")
def test_bash_accepts_the_script(bash_script: Path) -> None:
    subprocess.run(["bash", "-n", bash_script], check=True)


@needs("bash")
@pytest.mark.parametrize(
    ("words", "suggested"),
    [
        (["--lev"], ["--level"]),
        (["--level", ""], ["easy", "medium", "hard", "expert"]),
        (["--level", "e"], ["easy", "expert"]),
        (["--level", "=", "me"], ["medium"]),
        (["--level", "="], ["easy", "medium", "hard", "expert"]),
        (["--variant", "p"], ["pikachu"]),
        (["--level", "hard", "--first", ""], ["you", "ai", "random"]),
        (["--plain", "--theme", "m"], ["mono"]),
        (["--turn", ""], ["black", "white"]),
        (["re"], ["regret", "replay", "review", "record"]),
        (["match", "ex"], ["expert"]),
        (["match", "--gam"], ["--games"]),
        (["perft", "--div"], ["--divide"]),
        (["completions", ""], ["bash", "zsh", "fish"]),
        (["convert", "--to", ""], ["fen", "diagram", "ints", "string"]),
    ],
)
def test_bash_completes(bash_script: Path, words: list[str], suggested: list[str]) -> None:
    assert set(suggested) <= set(completed(bash_script, *words))


@needs("bash")
def test_bash_suggests_nothing_where_nothing_fits(bash_script: Path) -> None:
    assert completed(bash_script, "--time", "") == []
    assert completed(bash_script, "perft", "--lev") == []
    assert completed(bash_script, "--plain", "mat") == [], "a command only comes first"
    assert completed(bash_script, "--load", "") == [], "bash itself suggests files"


@needs("bash")
def test_bash_completes_every_flag_of_every_command(bash_script: Path) -> None:
    for model in EVERYTHING:
        words = [model.name] if model.name else []
        flags = {name for flag in model.flags for name in flag.names}
        assert set(completed(bash_script, *words, "-")) == flags


@needs("zsh")
def test_zsh_accepts_the_script(tmp_path: Path) -> None:
    path = tmp_path / "_minicheckers"
    path.write_text(completions("zsh", EVERYTHING))
    subprocess.run(["zsh", "-n", path], check=True)


@needs("fish")
def test_fish_completes(tmp_path: Path) -> None:
    path = tmp_path / "minicheckers.fish"
    path.write_text(completions("fish", EVERYTHING))
    done = subprocess.run(
        ["fish", "--no-config", "-c", f"source {path}; complete -C 'minicheckers --level e'"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert {"easy", "expert"} <= set(done.stdout.split())


def unrolled(page: str) -> str:
    """The text of a manual page without the marks of its language, where no man is at hand."""
    for mark, plain in ((r"\fB", ""), (r"\fI", ""), (r"\fR", ""), (r"\-", "-"), (r"\(aq", "'")):
        page = page.replace(mark, plain)
    return page


def sections(page: str) -> dict[str, str]:
    """The text of every section of the page, by its heading."""
    parts = re.split(r"^\.S[HS] (.*)$", page, flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def section_of(model: CommandModel) -> str:
    return sections(unrolled(manpage(EVERYTHING)))[model.name or "OPTIONS"]


def test_the_page_has_every_flag_value_and_example_of_every_command() -> None:
    for model in EVERYTHING:
        text = section_of(model)
        for flag in model.flags:
            heading = ", ".join(flag.names) + (f" {flag.value}" if flag.value else "")
            assert f"\n{heading}\n" in text
        for value in model.values:
            assert f"\n{value.value}\n" in text
        where = text if model.name else sections(unrolled(manpage(EVERYTHING)))["EXAMPLES"]
        assert model.command.example in where


def test_the_page_says_its_version_and_the_words_of_plain_mode() -> None:
    page = manpage(EVERYTHING)
    assert __version__ in page.splitlines()[0]
    words = sections(unrolled(page))["PLAIN MODE"]
    for name in ("undo", "resign", "level", "quit", "help"):
        assert f"\n{name}" in words


@needs("man")
def test_man_shows_the_page_without_a_complaint(tmp_path: Path) -> None:
    path = tmp_path / "minicheckers.6"
    path.write_text(manpage(EVERYTHING))
    done = subprocess.run(
        ["man", "--warnings", "-l", path],
        env=os.environ
        | {"MANWIDTH": "200", "LC_ALL": "C", "MANPAGER": "cat", "MAN_KEEP_FORMATTING": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stderr == ""
    assert "MINICHECKERS(6)" in done.stdout
    for model in EVERYTHING:
        for flag in model.flags:
            assert all(name in done.stdout for name in flag.names)
    assert "minicheckers --level hard --first you" in done.stdout


def test_the_files_in_the_tree_are_what_the_program_writes() -> None:
    written = runpy.run_path(str(ROOT / "tools" / "share.py"))["shared_files"]()
    for name, text in written.items():
        stored = (ROOT / name).read_text(encoding="utf-8")
        assert stored == text, f"{name} is out of date: run python tools/share.py"
    assert set(written) == {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "share").rglob("*") if path.is_file()
    }
