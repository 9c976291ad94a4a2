"""No text from outside makes the program run a file: only what the person names in this run is run.

Every door that SECURITY.md speaks of is tried from outside, with a strategy that leaves a mark.
"""

import json
import shlex
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from minicheckers.game.player import Player
from minicheckers.opponents.registry import UnconfirmedError, needs_confirmation, strategy_of
from minicheckers.rules.variant import get_variant
from minicheckers.storage.store import Store
from testing.fake_screen import FakeTerminal
from testing.running import Program

SOURCE = """
from pathlib import Path
from minicheckers import Decision
Path(__file__).with_name("it-ran").touch()

class It:
    def __init__(self, options): pass
    def choose(self, position, context): return Decision(position.legal_moves()[0])
"""
#: What every refusal says.
REFUSED = "that you have not named in this run"


class Door:
    """The program, and a strategy in a file that says whether it was run."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.path = program.directory / "it.py"
        self.path.write_text(SOURCE)
        self.level = f"{self.path}:It"

    def run(self, *words: str, stdin: str = "") -> str:
        """Run the program; what it says."""
        self._mark.unlink(missing_ok=True)
        done = self.program.run(*words, stdin=stdin)
        assert "Traceback" not in done.stdout + done.stderr
        return " ".join((done.stdout + done.stderr).split())

    @property
    def was_opened(self) -> bool:
        """Whether the file was run."""
        return self._mark.exists()

    @property
    def _mark(self) -> Path:
        return self.path.with_name("it-ran")


@pytest.fixture
def door(program: Program) -> Door:
    return Door(program)


def test_what_the_person_names_is_run(door: Door) -> None:
    door.run("best", "--level", "it.py:It")
    assert door.was_opened
    door.run("--plain", "--level", "easy", "--first", "you", stdin="level ./it.py:It\n1\nquit\n")
    assert door.was_opened
    door.run("match", "./it.py:It", "easy", "--games", "2", "--jobs", "2")
    assert door.was_opened


def test_a_saved_game(door: Door) -> None:
    door.run("--plain", "--level", "it.py:It", "--first", "you", stdin="1\nquit\n")
    assert door.was_opened
    said = door.run("--plain", "--resume", stdin="1\nlevel easy\n1\nquit\n")
    assert not door.was_opened
    assert REFUSED in said
    assert "The computer plays" in said, "the game goes on with another level"


def test_a_saved_game_on_the_board_asks_first(door: Door) -> None:
    door.run("--plain", "--level", "it.py:It", "--first", "you", stdin="1\nquit\n")
    mark = door.path.with_name("it-ran")
    mark.unlink()
    board = FakeTerminal(("--resume", "--no-animation"), directory=door.program.directory)
    try:
        board.wait_for("Your turn").press("7", "-", "1", "1", "enter")
        board.wait_for("Run this program?").press("y")
        board.settle()
        assert not mark.exists(), "what is typed before the question can be read is no answer"
        board.rest(1)
        board.press("n")
        board.wait_until_gone("Run this program?").wait_for("Enter ask again")
        assert not mark.exists()
        board.press("enter")
        board.wait_for("Run this program?").rest(1)
        board.press("y")
        board.wait_for(mark.exists).wait_for("Your turn")
    finally:
        board.close()


def test_the_preferences(door: Door) -> None:
    with Store(door.program.directory / "state" / "minicheckers") as store:
        store.set_preferences(replace(store.preferences(), level=door.level))
    said = door.run("--plain", "--first", "you", stdin="1\nquit\n")
    assert not door.was_opened
    assert REFUSED in said


def test_the_finished_games(door: Door) -> None:
    words = ("--plain", "--level", "it.py:It", "--first", "you")
    door.run(*words, stdin="1\nresign yes\nquit\n")
    door.run("--plain", "--level", "easy", stdin="games\nreview 1\nmistakes all\nquit\n")
    assert not door.was_opened
    door.run("record")
    assert not door.was_opened


@pytest.mark.sampled(1)
@pytest.mark.parametrize("tag", ["Black", "White", "Event", "Variant", "Level"])
def test_the_tags_of_a_recorded_game(door: Door, tag: str) -> None:
    game = door.program.directory / "game.pdn"
    game.write_text(f'[{tag} "{door.level}"]\n[Variant "mini"]\n\n1. 6-9 *\n')
    for words in (("--plain", "--load", "game.pdn"), ("review", "game.pdn")):
        door.run(*words, stdin="1\n1\nquit\n")
        assert not door.was_opened


def test_a_hub_client(door: Door) -> None:
    talk = f"hub\nset-param name=level value={door.level}\ninit\nlevel depth=1\ngo think\n"
    said = door.run("hub", "--variant", "mini", stdin=talk)
    assert not door.was_opened
    assert "--allow-programs" in said
    door.run("hub", "--variant", "mini", "--allow-programs", stdin=talk)
    assert door.was_opened
    command = shlex.join([sys.executable, str(door.path)])
    talk = f'set-param name=level value="hub:{command}"\ninit\n'
    assert "--allow-programs" in door.run("hub", "--variant", "mini", stdin=talk)
    assert not door.was_opened


def test_a_theme(door: Door) -> None:
    themes = door.program.directory / "config" / "minicheckers" / "themes"
    themes.mkdir(parents=True)
    (themes / "evil.toml").write_text(f"base = {json.dumps(door.level)}\nlevel = '{door.level}'\n")
    door.run("--plain", "--level", "easy", "--theme", "evil", stdin="1\nquit\n")
    assert not door.was_opened


def test_house_rules(door: Door) -> None:
    rules = f"name = 'evil'\nbase = 'english'\nlevel = '{door.level}'\n"
    (door.program.directory / "evil.toml").write_text(rules)
    said = door.run("--plain", "--variant", "./evil.toml", "--first", "you", stdin="1\nquit\n")
    assert not door.was_opened
    assert "there is no rule 'level'" in said


def test_the_engines_file(door: Door) -> None:
    directory = door.program.directory / "config" / "minicheckers"
    directory.mkdir(parents=True)
    command = json.dumps([sys.executable, str(door.path)])
    (directory / "engines.toml").write_text(f"[engines.it]\ncommand = {command}\n")
    assert "the engine" in door.run("levels")
    door.run("--plain", "--level", "easy", "--first", "you", stdin="1\nquit\n")
    door.run("hub", stdin="hub\nset-param name=level value=it\ninit\nquit\n")
    assert not door.was_opened, "that there is such a file starts nothing"
    assert "cannot be used" in door.run("best", "--level", "it")
    assert door.was_opened


def test_a_saved_game_against_an_engine(door: Door) -> None:
    engine = shlex.join([sys.executable, "-m", "minicheckers", "hub", "--level", "easy"])
    words = ("--plain", "--level", f"hub:{engine}", "--first", "you")
    assert "The computer plays" in door.run(*words, stdin="1\nquit\n")
    said = door.run("--plain", "--resume", stdin="1\nlevel easy\n1\nquit\n")
    assert REFUSED in said


def test_a_player_out_of_nowhere(door: Door) -> None:
    assert needs_confirmation(door.level)
    with pytest.raises(UnconfirmedError) as refused:
        strategy_of(Player(door.level), get_variant("mini"))
    assert refused.value.level == door.level
    assert not door.was_opened
