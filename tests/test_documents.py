"""What the pages say: links and paths lead somewhere, every key and command line can be typed."""

import ast
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from inventory import keys, owners, words
from minicheckers.cli import COMMANDS, GAME, make_parser
from testing.running import Program
from walks import WALKS, counted

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "minicheckers"
PAGES = sorted(page for top in (".", "docs", "research") for page in (ROOT / top).glob("*.md"))
#: A change that is recorded stays as it was, whatever has moved since.
CURRENT = [page for page in PAGES if page.name != "CHANGELOG.md"]
#: Pages that show files for the reader to write.
WITH_FILES = {"strategies.md", "teaching.md"}


class Code(NamedTuple):
    """Something that a page shows as code, in a line or in a block."""

    page: str
    text: str


def codes() -> list[Code]:
    found = []
    for page in CURRENT:
        text = page.read_text(encoding="utf-8")
        blocks = re.findall(r"^```(?:sh|console)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
        prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
        lines = [line for block in blocks for line in block.splitlines()]
        lines += re.findall(r"`([^`\n]+)`", prose)
        lines += re.findall(r"^ {4}(\S.*)$", prose, re.MULTILINE)
        found += [Code(page.name, line.removeprefix("$ ")) for line in lines if line.strip()]
    return list(dict.fromkeys(found))


def test_every_link_leads_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)[^)]*\)", page.read_text(encoding="utf-8")):
            if "://" not in target:
                assert (page.parent / target).exists(), f"{page.name}: {target}"


def test_every_path_exists() -> None:
    folders = {path.name for path in (*ROOT.iterdir(), *SOURCE.iterdir()) if path.is_dir()}
    names = {path.name for top in ("src", "tests", "tools", "research") for path in files(top)}
    for page, text in codes():
        for word in text.split():
            word = word.rstrip(",;:")
            if re.fullmatch(r"\w+\.py", word) and page not in WITH_FILES:
                assert word in names | {"mine.py", "hatch_build.py"}, f"{page}: {word}"
            first, slash, _ = word.partition("/")
            if slash and first in folders and re.fullmatch(r"[\w./*-]+(\.\w+|/|\*)", word):
                assert any(list(top.glob(word.rstrip("/"))) for top in (ROOT, SOURCE)), (
                    f"{page}: {word}"
                )


def files(top: str) -> list[Path]:
    return list((ROOT / top).rglob("*.py"))


#: Pages on which a single character in code is a key, with the characters that are not.
WITH_KEYS = {"README.md": "", "coach.md": "0", "playing-together.md": "X", "themes.md": ""}


def keys_of_the_program() -> set[str]:
    """Every key that something on the board knows."""
    return {key for kind in owners() for key in keys(kind)}


def test_every_key_exists() -> None:
    known = keys_of_the_program()
    assert {"u", "pagedown"} <= known
    named = 0
    for page in CURRENT:
        text = page.read_text(encoding="utf-8")
        tables = re.findall(r"^\| key \|.*?(?:\n\n|\Z)", text, re.DOTALL | re.MULTILINE)
        cells = [row.split(" | ")[0] for table in tables for row in table.splitlines()]
        if page.name in WITH_KEYS:
            cells.append(re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))
        keys = {key for cell in cells for key in re.findall(r"`([^`\s])`", cell)}
        unknown = keys - known - set(WITH_KEYS.get(page.name, ""))
        assert not unknown, f"{page.name}: {sorted(unknown)}"
        named += len(keys)
    assert named > 40


def messages(room: str, containing: str) -> Iterator[str]:
    """The texts in the code of a room that has a word, docstrings left out."""
    for path in files(f"src/minicheckers/{room}"):
        text = path.read_text(encoding="utf-8")
        if containing not in text.lower():  # parsing takes long
            continue
        tree = ast.parse(text)
        documentation = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and node not in documentation:
                yield str(node.value)


def test_keys_are_named_by_the_board_alone() -> None:
    """What both faces say names no key, for plain mode has none; `Enter` is one, too."""
    for room in ("activities", "coach", "game"):
        for word in ("press", "esc", "enter"):
            for text in messages(room, word):
                assert not re.search(r"\b[Pp]ress \S\b|\bEsc\b|\b[Pp]ress Enter\b", text), text
    named = {key for text in messages("tui", "press") for key in re.findall(r"\bress (\S)\b", text)}
    assert named <= keys_of_the_program()


def test_every_word_that_plain_mode_tells_you_to_type_exists() -> None:
    known = {word for kind in owners() for word in words(kind)}
    named = {
        word for text in messages("plain", "type") for word in re.findall(r"\b[Tt]ype (\w+)", text)
    }
    assert {"hint", "retry"} <= named <= known | {"Y", "a", "another", "it", "one", "the"}


def test_every_room_is_on_the_page_about_them_below_those_it_imports() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    listed = re.findall(r"`(\w+)/`", " ".join(re.findall(r"^\| (.*?) \|", text, re.MULTILINE)))
    rooms = {room.name for room in SOURCE.iterdir() if (room / "__init__.py").exists()}
    assert rooms == set(listed)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers: list[str] = project["tool"]["importlinter"]["contracts"][0]["layers"]
    height = {
        room: number
        for number, layer in enumerate(reversed(layers))
        for room in re.findall(r"minicheckers\.(\w+)", layer)
    }
    assert listed == sorted(listed, key=height.__getitem__)


def test_the_walks_of_a_key_are_told_as_they_are_traced() -> None:
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    told = text.partition("## The walk of a key")[2].partition("\n## ")[0]
    for walk in WALKS.values():
        walk()  # what is loaded and remembered at the first time is no part of it
    assert {file for walk in WALKS.values() for file, _ in walk()} == set(
        re.findall(r"`([\w/]+\.py)`", told.partition("**A move**")[2])
    )
    for name, walk in WALKS.items():
        found = re.search(rf"\*\*{name}\*\*: (\d+) hops, (\d+) files, (\d+) turns", told, re.I)
        assert found is not None
        assert [int(figure) for figure in found.groups()] == pytest.approx(counted(walk()), rel=0.1)


#: Flags of other programs and of our own scripts, which pages also name.
OTHERS_FLAGS = {
    "--agreed",
    "--minutes",
    "--no-build-isolation",
    "--out",
    "--prepared",
    "--writable",
}
#: Placeholders in command lines, each with an example.
EXAMPLES = {"N": "8", "J": "2", "S": "0.5", "DEPTH": "3", "FORM": "fen", "SHELL": "bash"}
EXAMPLES |= {"F": "you", "moss": "green", "ID": "1"}
PROGRAM = [code for code in codes() if re.match(r"minicheckers( \D|$)", code.text)]


@pytest.mark.parametrize("code", PROGRAM, ids=lambda code: code.text)
def test_every_call_of_the_program_can_be_typed(code: Code) -> None:
    parts = re.split(r"\[(.*?)\]", code.text.replace("...", ""))  # every second is optional
    for taken in range(0, len(parts), 2):
        chosen = [part for n, part in enumerate(parts) if n % 2 == 0 or n == taken - 1]
        check_call(shlex.split("".join(chosen))[1:])


def check_call(words: list[str]) -> None:
    words = [EXAMPLES.get(word, word) for word in words]
    command = GAME
    if words and not words[0].startswith("-"):
        assert words[0] in COMMANDS
        command = COMMANDS[words.pop(0)]
    if words in (["--version"], ["--help"]):
        return
    needed = {"match": ["easy", "easy"], "review": ["game.pdn"], "replay": ["game.pdn"]}
    if not words:  # only the command is named
        words = needed.get(command.name, [])
    make_parser(command).parse_all(words)


def test_every_flag_exists() -> None:
    """Those that stand alone; whole calls are parsed above."""
    flags = {
        name: action
        for command in COMMANDS.values()
        for action in make_parser(command)._actions
        for name in action.option_strings
    }
    named = [(page, text.split()) for page, text in codes() if text.startswith("--")]
    assert len(named) > 40
    for page, (flag, *values) in named:
        name = flag.partition("=")[0].rstrip(",;:")
        if name in OTHERS_FLAGS:
            continue
        assert name in flags, f"{page}: {flag}"
        choices = flags[name].choices
        if values and choices is not None and not values[0].isupper():
            assert set(values[0].split("|")) <= {*map(str, choices)}, f"{page}: {flag} {values}"


#: These take minutes, or a file that is made by something else, and are run by tests of their own.
NOT_RUN = r"verify \w|hub|match|--theme moss|[A-Z]{2,}|\b[A-Z]\b|\[| -( |$)"


@pytest.mark.slow
@pytest.mark.parametrize(
    "code",
    [code for code in PROGRAM if "--json" in code.text and not re.search(NOT_RUN, code.text)],
    ids=lambda code: code.text,
)
def test_calls_with_an_answer_run(code: Code, program: Program) -> None:
    done = program.run(*shlex.split(code.text)[1:])
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


def can_be_run(code: Code) -> bool:
    """Whether it is whole, ends by itself, and needs nothing that the page does not bring."""
    words = shlex.split(code.text)[1:]
    begun = words[:1] in (["host"], ["hub"], ["match"])
    placeholder = any(re.search(r"^[A-Z]+\b(?!:)|\[|\]|\.\.\.", word) for word in words)
    foreign = any(re.search(r"\.(txt|pdn|py)\b|^(greedy|moss|12)$", word) for word in words)
    return not (begun or placeholder or foreign)


@pytest.mark.slow
def test_every_call_leaves_a_clean_home_healthy(program: Program) -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    (rules,) = re.findall(r'^```toml\n(name = "backyard"\n.*?)^```', text, re.DOTALL | re.MULTILINE)
    (program.directory / "backyard.toml").write_text(rules, encoding="utf-8")
    calls = [code for code in PROGRAM if can_be_run(code)]
    assert len({code.page for code in calls}) > 12
    for code in calls:
        done = program.run(*shlex.split(code.text)[1:], stdin="1\nquit\n")
        assert done.returncode == 0, f"{code.page}: {code.text}: {done.stderr}"
        wrong = [line for line in done.stderr.splitlines() if "line by line" not in line]
        assert not wrong, f"{code.page}: {code.text}"
    (program.directory / "backyard.toml").unlink()
    assert program.run("--plain", stdin="1\nquit\n").stderr == ""
    checked = program.run("doctor", "--json")
    assert checked.returncode == 0, checked.stdout


def test_every_script_and_every_module_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "tests"))
    seen = 0
    for page, text in codes():
        words = text.split()
        if re.fullmatch(r"(\.venv/bin/)?python3?", words[0]) and len(words) > 1:
            if words[1] == "-m" and words[2] != "venv":
                assert find_spec(words[2]), f"{page}: {text}"
            elif words[1].endswith(".py") and page not in WITH_FILES:
                assert (ROOT / words[1]).exists(), f"{page}: {text}"
            seen += 1
        if words[0].startswith(".ci/"):
            assert (ROOT / words[0]).exists(), f"{page}: {text}"
            assert sys.platform == "win32" or (ROOT / words[0]).stat().st_mode & 0o111
    assert seen > 10
