"""Completions and the manual page know everything the parsers know."""

import os
import re
import runpy
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from manpage import CommandModel, command_models, manpage
from minicheckers import __version__, cli
from minicheckers.commands.completions import SHELLS

ROOT = Path(__file__).parents[2]
EVERYTHING = command_models()


def needs(program: str) -> pytest.MarkDecorator:
    return pytest.mark.skipif(shutil.which(program) is None, reason=f"there is no {program} here")


def suggested(
    capsys: pytest.CaptureFixture[str], *words: str, shell: str = "bash"
) -> tuple[list[str], bool]:
    """What the program suggests for the last word, and whether it may be a file's name."""
    code = cli.main(["completions", shell, *words])
    return capsys.readouterr().out.splitlines(), code == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["--lev"], ["--level"]),
        (["--level", ""], ["easy", "medium", "hard", "expert"]),
        (["--level", "e"], ["easy", "expert"]),
        (["--level", "=", "me"], ["medium"]),
        (["--level", "="], ["easy", "medium", "hard", "expert"]),
        (["--variant", "p"], ["pikachu"]),
        (["--level", "hard", "--first", ""], ["you", "computer", "random"]),
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
def test_what_may_follow_is_suggested(
    words: list[str], expected: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    found, _ = suggested(capsys, *words)
    assert set(expected) <= set(found)
    assert all(word.startswith(words[-1].strip("=")) for word in found)


def test_every_flag_of_every_command_is_suggested(capsys: pytest.CaptureFixture[str]) -> None:
    for model in EVERYTHING:
        words = [model.name] if model.name else []
        flags = {name for flag in model.flags for name in flag.names}
        assert set(suggested(capsys, *words, "-")[0]) == flags


def test_what_a_word_means_is_told_to_shells_that_show_it(
    capsys: pytest.CaptureFixture[str],
) -> None:
    match = cli.COMMANDS["match"].summary
    assert suggested(capsys, "mat", shell="fish")[0] == [f"match\t{match}"]
    assert suggested(capsys, "mat", shell="zsh")[0] == [f"match:{match}"]
    assert suggested(capsys, "--level=medi", shell="zsh")[0] == ["--level=medium:"]


def test_the_games_of_a_person_are_suggested(tmp_path: Path) -> None:
    folder = tmp_path / "minicheckers" / "variants"
    folder.mkdir(parents=True)
    (folder / "tiny.toml").write_text('name = "tiny"\nbase = "english"\nsize = 6\n')
    done = subprocess.run(
        [sys.executable, "-m", "minicheckers", "completions", "bash", "--variant", "ti"],
        env=os.environ | {"XDG_CONFIG_HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "tiny\n"


#: Says what a shell would suggest after the words $@, once the script is read.
ASK = {
    "bash": """
        source {script}; COMP_WORDS=(minicheckers "$@"); COMP_CWORD=$#
        compopt() {{ echo FILES; }}
        _minicheckers; printf '%s\n' "${{COMPREPLY[@]}}"
    """,
    "zsh": """
        words=(minicheckers "$@"); CURRENT=$#words
        _describe() {{ print -rl -- "${{(@)${{(@P)2}}%%:*}}" }}; _files() {{ print FILES }}
        source {script}
    """,
    "fish": """
        source {script}
        complete -C "minicheckers $WORDS"
    """,
}


@pytest.mark.parametrize("shell", SHELLS)
def test_a_shell_asks_the_program(shell: str, tmp_path: Path) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"there is no {shell} here")
    script = tmp_path / "file.pdn"
    script.write_text(SHELLS[shell][0])
    environment = os.environ | {
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    }

    def ask(*words: str) -> set[str]:
        start = {"bash": ["--norc"], "zsh": ["-f"], "fish": ["--no-config"]}[shell]
        code = ASK[shell].format(script=script)
        done = subprocess.run(
            [shell, *start, "-c", code, *([] if shell == "fish" else [shell, *words])],
            capture_output=True,
            text=True,
            check=True,
            env=environment | {"WORDS": " ".join(words)},
            cwd=tmp_path,
        )
        assert done.stderr == ""
        return {line.partition("\t")[0] for line in done.stdout.split("\n")} - {""}

    assert ask("--level", "e") >= {"easy", "expert"}
    assert ask("re") == {"regret", "replay", "review", "record"}
    assert ask("--time", "") == set()
    assert ask("--load", "fi") == {"file.pdn" if shell == "fish" else "FILES"}


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
    name = "OPTIONS" if model.command is cli.GAME else model.name
    return sections(unrolled(manpage(EVERYTHING)))[name]


def test_the_page_has_every_flag_value_and_example_of_every_command() -> None:
    for model in EVERYTHING:
        text = section_of(model)
        for flag in model.flags:
            heading = ", ".join(flag.names) + (f" {flag.value}" if flag.value else "")
            assert f"\n{heading}\n" in text
        for value in model.values:
            assert f"\n{value.value}\n" in text
        whole = sections(unrolled(manpage(EVERYTHING)))
        assert model.command.example in (whole["EXAMPLES"] if model.command is cli.GAME else text)


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
