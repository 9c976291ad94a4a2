"""Something new to do is one class: board, plain mode, help and keys of ones own know it."""

from pathlib import Path

from minicheckers.activities.activity import Activity, Line, deed
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store
from minicheckers.tui.keys import read_keys
from testing.board_player import Player
from testing.desk_runner import run


class Counting(Activity):
    """Move pieces of both sides, and count how often something was praised."""

    def __init__(self) -> None:
        self.line = Timeline.begin(Position.start("mini"))
        self.praised = 0

    @property
    def timeline(self) -> Timeline:
        return self.line

    @property
    def takes_moves(self) -> bool:
        return True

    def try_move(self, move: Move) -> None:
        self.line = self.line.play(move)

    @deed("K", "praise the last move", "praise", when=lambda counting: counting.line.ply)
    def praise(self) -> None:
        """Count a praise."""
        if not self.line.ply:
            raise ValueError("there is no move to praise")
        self.praised += 1
        self.world.say("Well played.")

    @deed("J", "go back to the start")
    def start_over(self) -> None:
        """Begin anew."""
        self.line = self.line.at(0)

    def title(self) -> str:
        return "counting"

    def story(self) -> list[Line]:
        return [(f"Praised: {self.praised}", "text")]


def test_on_the_board() -> None:
    player = Player().open(Counting())
    assert "no move to praise" in player.press("K").said
    player.play("6-9").press("K")
    assert player.study.praised == 1
    assert "Praised: 1" in player.panel
    assert "K praise" in player.text
    assert player.press("J").study.timeline.ply == 0
    assert "praise the last move" in player.press("?").text


def test_in_plain_mode(tmp_path: Path) -> None:
    with Store(tmp_path) as store:
        code, said = run(counting := Counting(), store, "praise", "6-9", "praise", "start over")
    assert code == 0
    assert "no move to praise" in said.casefold()
    assert "Well played." in said
    assert (counting.praised, counting.line.ply) == (1, 0)


def test_with_a_key_of_ones_own(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text('[keys]\npraise = "Q"\nstart_over = "t"', encoding="utf-8")
    keys, problems = read_keys(path)
    assert keys == {"praise": ("Q",)}
    assert "next_theme" in problems[0]
    player = Player()
    player.app.keys = keys
    assert player.open(Counting()).play("6-9").press("K", "Q").study.praised == 1
