from minicheckers.activities.watch import Watch
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.position import Position
from testing.game_player import GamePlayer2

GAME = ["6-9", "15-12", "5-8", "12x5"]


def session() -> Session:
    return Session(replayed(Position.start("mini"), GAME), PERSON, GamePlayer("easy"))


def test_watching() -> None:
    player = GamePlayer2(session())
    player.open(
        Watch(
            Session(Timeline.begin(Position.start("mini")), GamePlayer("easy"), GamePlayer("hard"))
        )
    )
    player.wait(5)
    assert player.search.busy
    player.answer()
    assert len(player.moves) == 1
    player.press("p")
    assert "continue" in player.text
    player.settled()
    assert not player.search.busy
    player.press(".")
    assert player.search.busy
