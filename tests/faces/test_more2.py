from minicheckers.activities.analysis import Analysis
from minicheckers.activities.exploration import Exploration
from minicheckers.activities.game import Game
from minicheckers.activities.mistakes import Mistakes
from minicheckers.activities.recorded import Recorded, Reviewed
from minicheckers.activities.watch import Watch
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.position import Position
from minicheckers.storage.store import Store
from testing.board_player import Player
from testing.desk_runner import run
from testing.game_player import GamePlayer2

GAME = ["6-9", "15-12", "5-8", "12x5"]


def session() -> Session:
    return Session(replayed(Position.start("mini"), GAME), PERSON, GamePlayer("easy"))


def test_both_sides_are_played_back_and_forth_in_branches() -> None:
    player = Player().open(Analysis(Exploration.begin(Position.start("mini"))))
    player.play("6-9").play("14-11")
    assert player.moves == ["6-9", "14-11"]
    player.press("u").play("13-10")
    assert "or 14-11" in player.text
    player.press("o")
    assert player.moves == ["6-9", "14-11"]
    player.press("u", "u", "r")
    assert player.moves == ["6-9"]
    assert "then 14-11, 13-10" in player.text
    assert player.press("u", "u").said == "There is no move to undo."
    player.press("p").write("W:W18:B1,5").press("enter")
    assert player.on.position.fen() == "W:W18:B1,5"
    player.press("p").write("W:W99:B1").press("enter")
    assert player.said
    assert player.on.position.fen() == "W:W18:B1,5"


def test_a_game_is_reviewed() -> None:
    player = Player(size=(120, 40)).open(Reviewed(session()))
    assert player.study.found is not None
    assert "The turning point" in player.panel
    assert "value for black" in player.panel
    player.press("home").press(".")
    assert player.study.at_mistake
    assert player.on.shown_hint()
    mistake = player.study.here
    player.press("c")
    assert isinstance(player.study, Analysis)
    assert player.moves == [str(mistake.move)]
    player.press("b")
    assert isinstance(player.study, Reviewed)
    player.press("y")
    assert isinstance(player.study, Mistakes)
    player.press("b").press("enter")
    assert isinstance(player.study, Game)
    assert not player.study.kept


def test_a_recorded_game_is_stepped_through() -> None:
    player = Player().open(Recorded(session()))
    player.press("home")
    assert player.moves == []
    player.press("right").settled()
    assert player.moves == ["6-9"]
    player.press("end").settled()
    assert player.moves == [str(m) for m in session().timeline.moves]
    assert "end of the game" in player.press("end").said
    player.press("v")
    assert isinstance(player.study, Reviewed)


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


def test_all_of_it_in_plain_mode(store: Store) -> None:
    code, said = run(
        Reviewed(session()),
        store,
        "previous mistake",
        "back",
        "explain",
        "undo",
        "leave",
        "first",
        "play on",
        "leave",
        "retry",
    )
    assert code == 0
    assert "turning point" in said
    code, said = run(
        Recorded(session()), store, "back", "back", "forward", "play on", "play black", "undo"
    )
    assert "Undone" in said
