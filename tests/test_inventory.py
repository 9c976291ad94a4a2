"""All that the program offered before its faces were built again is there, or was named as gone."""

from pathlib import Path
from typing import Any

from inventory import inventory
from testing.board_player import Player

#: What went, by name, and why.
GONE = {
    "command bench": "measures the machine: research/bench.py",
    "command endings": "makes shipped data: research/endings.py",
    "command manpage": "makes a shipped file: tools/manpage.py",
    "command solve": "makes shipped data: research/solve.py",
    "flag match: --log": "a match is begun again",
    "flag match: --resume": "a match is begun again",
    "flag replay: --cast": "a film is an SVG",
    "flag think: --compare": "algorithms are compared by switching their ideas",
    "flag think: --dot": "a tree is text, JSON or an SVG",
    "flag think: --horizon": "it was a lesson in a flag",
    "key Box: d": "what a key opened is closed as everything is",
    "row Daily": "it is called Daily puzzle",
    "row First move": "it is called Side",
    "row Flip board": "it is called Flip",
    "row Load": "games in files are among those to review",
    "row Notation": "it is called Squares",
    "row Review": "it is called Review games",
    "row Thinking": "it is called Thinking time",
    "row Watch": "it is a value of Side",
    "row Less": "the settings have a screen of their own",
    "row More": "the settings have a screen of their own",
    "row Strength": "strengths are among the opponents",
    "key Think: d": "algorithms are compared by switching their ideas",
}
#: Flags that went from commands that keep the others, and why.
GONE_FLAGS = {
    "--version": "the program has one: minicheckers --version",
    "--no-color": "the game keeps it; NO_COLOR does the same everywhere",
    "--ascii": "the game keeps it; the locale does the same, and convert has --to text",
    "--theme": "the game keeps it; the others use the theme chosen last",
    "--no-animation": "the game keeps it",
    "--strength": "the game keeps it; --level strength-7 does the same",
    "--a-time": "timed@time=0.2",
    "--a-depth": "hard@depth=6",
    "--b-time": "timed@time=0.2",
    "--b-depth": "hard@depth=6",
    "--black-time": "--black timed@time=0.2",
    "--black-depth": "--black hard@depth=6",
    "--white-time": "--white timed@time=0.2",
    "--white-depth": "--white hard@depth=6",
    "--level": "watch: --black and --white say it",
    "--swap": "match() in Python",
    "--no-swap": "match() in Python",
    "--opening": "match() in Python",
    "--until": "a sequential test decides with fewer games",
    "--alpha": "the errors of a test are 0.05",
    "--beta": "the errors of a test are 0.05",
    "--picture": "a drawing scales",
    "--prove": "Enter on the screen of the tree",
    "--steps": "Space on the screen of the tree",
    "--force": "what is there stays; remove it first",
    "--hint": "makes the pictures of the docs: tools/pictures.py",
    "--flip": "f on the board, and the film that is saved there",
    "--worst": "the five worst moves are shown",
    "--json": "convert: a board is the output",
    "--variant": "record: there is a line for each game",
    "--board": "join: the host says how a game begins",
    "--turn": "join: the host says how a game begins",
    "--clock": "join: the host says how a game begins",
}
#: What else has keys or words when one of these is shown; else a board, the program and the desk.
BESIDE = {
    "Menu": ("Rows", "App"),
    "Help": ("Page", "Box", "App"),
    "Box": ("Page", "App"),
    "Prompt": ("App",),
    "Reviewed": ("Archive", "BoardScreen", "App"),
    "Think": ("TreeScreen", "App"),
}
EVERYWHERE = ("BoardScreen", "App", "Desk", "Words")


def rows() -> set[str]:
    """The titles of the rows of the menu and of its settings."""
    player = Player()
    menu: Any = player.app.screen
    player.app.show(menu.settings)
    return {row.title for screen in (menu, menu.settings) for row in screen.rows() if row}


def is_there(line: str, today: set[str]) -> bool:
    """Whether something that was offered is still."""
    room, _, what = line.partition(": ")
    kind, _, name = room.partition(" ")
    beside = BESIDE.get(name, EVERYWHERE) if kind in ("key", "word") else ()
    names = (" ", what) if what == "space" else (what,)
    return line in today or any(
        f"{kind} {one}: {what}" in today for one in (name, *beside) for what in names
    )


def is_gone(line: str) -> bool:
    """Whether something went by name."""
    command = line.split(":")[0].replace("flag ", "command ")
    flag = line.rpartition(": ")[2] if line.startswith("flag ") else ""
    return (
        line in GONE or command in GONE or flag in GONE_FLAGS or line.startswith("key Comparing:")
    )


def test_nothing_went_without_a_word() -> None:
    path = Path(__file__).parent / "data" / "inventory.txt"
    before = path.read_text(encoding="utf-8").splitlines()
    today = {*inventory(), *(f"row {title}" for title in rows())}
    lost = {line for line in before if not is_there(line, today)}
    assert sorted(line for line in lost if not is_gone(line)) == []
    assert set(GONE) <= lost
    assert set(GONE_FLAGS) <= {line.rpartition(": ")[2] for line in lost}


def test_the_command_line_stays_small() -> None:
    """At most 200 flags, 60 of them distinct, with --help."""
    flags = [line.rpartition(": ")[2] for line in inventory() if line.startswith("flag ")]
    assert len(flags) <= 200
    assert len(set(flags)) <= 60
