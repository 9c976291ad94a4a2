"""What SECURITY.md says about the current directory and about displayed text."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from minicheckers.cli import main
from testing.running import Program, set_all, settings_in, state_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="such names cannot be there")

#: Modules that the program or Python itself may import; a file of that name must be ignored.
WANTED = (
    *("argparse", "curses", "json", "random", "re", "signal", "tempfile", "typing", "queue"),
    *("multiprocessing", "subprocess", "pickle", "sqlite3", "locale", "minicheckers", "_curses"),
    *("sitecustomize", "usercustomize", "readline", "threading", "importlib", "fcntl"),
)
SCRIPT = "import sys\nfrom minicheckers.__main__ import main\nsys.exit(main())\n"


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    "words",
    [
        ("--plain", "--level", "easy", "--first", "you"),
        ("best", "--level", "expert", "--time", "0.1"),
        ("match", "easy", "easy", "--games", "4", "--jobs", "2"),
        ("levels",),
        ("record",),
    ],
    ids=lambda words: words[0],
)
def test_nothing_in_the_current_directory_is_loaded(
    program: Program, words: tuple[str, ...]
) -> None:
    here = program.directory / "here"
    here.mkdir()
    for name in WANTED:
        (here / f"{name}.py").write_text("open(__file__ + '.ran', 'w')\n")
    (here / "minicheckers.toml").write_text("= broken")
    # Like the installed script: its own folder is searched for modules, not the current one.
    script = program.directory / "bin" / "minicheckers"
    script.parent.mkdir()
    script.write_text(SCRIPT)
    before = set(here.iterdir())
    run = subprocess.run(
        [sys.executable, script, *words],
        cwd=here,
        env=program.environment,
        input=b"1\nquit\n",
        capture_output=True,
        timeout=60,
    )
    assert run.returncode == 0, run.stderr
    assert set(here.iterdir()) == before


EVIL = "\x1b[2J\x1b]0;owned\x07\x9b31m\u202e\r"
FILES = {
    "board": f"B:W1:B{EVIL}",
    "diagram": f"{EVIL}\nblack\n",
    "unknown.pdn": f'[Event "{EVIL}"]\n[Variant "{EVIL}"]\n1. 1-5 *\n',
    "strange.pdn": f'[GameType "{EVIL}"]\n1. {EVIL} *\n',
    "names.pdn": f'[Event "{EVIL}"]\n[White "{EVIL}"]\n[Black "{EVIL}"]\n1. 11-15 22-18 *\n',
    "comment.pdn": "1. 11-15 {" + EVIL,
    f"{EVIL}.pdn": "1. 11-16 *\n",
    f"{EVIL}2.pdn": '1. 11-16 *\n\n[Event "second"]\n1. 11-15 *\n',
    "tree": json.dumps(
        {"variant": "mini", "position": "B:W18:B1", "depth": 1, "algorithm": EVIL, "nodes": 1}
        | {"tree": {"move": None, "alpha": 0, "beta": EVIL, "children": [], "kind": "leaf"}}
    ),
}
ATTEMPTS = [
    (EVIL,),
    (f"--{EVIL}",),
    ("best", "--level", EVIL),
    ("best", "--variant", EVIL),
    ("best", "--position", EVIL),
    ("best", "--time", EVIL),
    ("best", "--seed", EVIL),
    ("best", "--level", "./mine.py:It"),
    ("best", "--level", f"./{EVIL}.py:It"),
    ("best", "--level", f"./mine.py:{EVIL}"),
    ("--plain", "--theme", EVIL),
    ("--plain", "--board", EVIL),
    ("--plain", "--board", "board"),
    ("--plain", "--load", EVIL),
    ("--plain", "--load", "names.pdn"),
    ("--plain", "--load", "unknown.pdn"),
    ("convert", EVIL, "--to", "fen"),
    ("convert", "board", "--to", "fen"),
    ("convert", "diagram", "--to", "fen"),
    ("convert", "board", "--to", EVIL),
    ("review", EVIL),
    ("review", "unknown.pdn"),
    ("review", "strange.pdn"),
    ("review", "names.pdn", "--time", "0.01"),
    ("review", "comment.pdn"),
    ("review", f"{EVIL}.pdn", "--time", "0.01"),
    ("replay", "unknown.pdn"),
    ("replay", "names.pdn", "--svg", "film.svg"),
    ("replay", "names.pdn", "--svg", f"{EVIL}.svg"),
    ("match", EVIL, "easy"),
    ("match", f"easy@{EVIL}", "easy"),
    ("puzzle", "--daily", EVIL, "--json"),
    ("games", "--pdn", EVIL),
    ("--plain", "--load", f"{EVIL}2.pdn"),
    ("think", "--from", "tree"),
    ("think", "--depth", "1", "--svg", EVIL),
    ("join", EVIL),
    ("host", "--listen", EVIL),
    ("host", "--code", EVIL),
    ("match", "easy", "easy", "--cluster", EVIL),
    ("verify", EVIL),
    ("perft", EVIL),
    ("perft", "1", "--position", EVIL),
]


@pytest.mark.parametrize(
    "words",
    ATTEMPTS,
    ids=lambda words: " ".join(words).encode("ascii", "backslashreplace").decode(),
)
def test_no_escape_sequence_gets_through(
    words: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    set_all(monkeypatch, state_in(tmp_path / "state") | settings_in(tmp_path / EVIL))
    try:
        code = main(list(words))
    except SystemExit as leaving:
        code = leaving.code  # type: ignore[assignment]
    shown = capfd.readouterr()
    assert code in (0, 1, 2)
    for character in (shown.out + shown.err).replace("\n", ""):
        assert character.isprintable(), repr(character)
    assert "Traceback" not in shown.err
