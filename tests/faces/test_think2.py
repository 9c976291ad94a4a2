from minicheckers.activities.think import Think
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store
from testing.board_player import Player
from testing.desk_runner import run


def test_a_search_is_looked_at() -> None:
    player = Player(size=(120, 40)).open(Think(Position.start("mini")))
    think = player.study
    assert think.view is not None
    for key in (
        "down",
        "enter",
        "right",
        ".",
        ",",
        "c",
        "home",
        "end",
        " ",
        "backspace",
        "p",
        "+",
        "-",
        "escape",
        "<",
        ">",
        "o",
        "escape",
        "1",
        "escape",
        "a",
    ):
        player.press(key)
        player.wait(1)
        assert player.text
    assert player.study is not think


def test_it_can_be_looked_at_in_plain_mode(store: Store) -> None:
    code, said = run(
        Think(Position.start("mini")),
        store,
        "down",
        "open",
        "best",
        "step",
        "to root",
        "analyse",
        "leave",
        "deeper",
    )
    assert code == 0
    assert "to move (max)" in said
