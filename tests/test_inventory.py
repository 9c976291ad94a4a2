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
    "row Less": "the settings have a screen of their own",
    "row More": "the settings have a screen of their own",
    "row Strength": "strengths are among the opponents",
    "key Think: d": "algorithms are compared by switching their ideas",
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
    return line in GONE or command in GONE or line.startswith("key Comparing:")


def test_nothing_went_without_a_word() -> None:
    path = Path(__file__).parent / "data" / "inventory.txt"
    before = path.read_text(encoding="utf-8").splitlines()
    today = {*inventory(), *(f"row {title}" for title in rows())}
    lost = {line for line in before if not is_there(line, today)}
    assert sorted(line for line in lost if not is_gone(line)) == []
    assert set(GONE) <= lost
