"""Games that were finished and games in files: listed, opened, reviewed, or refused."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from minicheckers.activities.mistakes import Mistakes
from minicheckers.activities.recorded import Recorded
from minicheckers.activities.review import Archive, Reviewed
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as Opponent
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from testing import everywhere
from testing.board_player import Player, Silent

ANN = '[White "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[Variant "mini"]\n\n1. 6-9 14-11 1-0\n'
CARL = '[White "Carl"]\n[Black "Dora"]\n[Variant "mini"]\n\n1. 4-7 13-10 *\n'
DRAWN = '[White "Eve"]\n[Result "1/2-1/2"]\n[Variant "mini"]\n\n1. 5-8 1/2-1/2\n'


def lost() -> Session:
    """A game with mistakes that the person has given up."""
    return everywhere.lost().resign(Colour.BLACK)


def on(title: str, *sessions: Session, **changes: Any) -> Player:
    """Somebody who has opened a row of the menu."""
    player = Player(**changes)
    for session in sessions:
        player.store.keep(session)
    player.on.begin()
    player.on.go_to(title)
    return player.press("enter")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


# Finished games


def test_finished_games_are_looked_through_and_reviewed() -> None:
    start = Timeline.begin(Position.start("english")).play("11-15")
    older = Session(start, PERSON, Opponent("easy")).resign(Colour.WHITE)
    player = on("Review games", older, lost())
    assert isinstance(player.study, Archive)
    assert "finished games: 2" in player.text
    assert "31 Dec mini easy, lost" in player.text
    assert len(player.study.timeline.moves) == 4
    assert player.press("down").study.variant.name == "english"
    assert player.press("down").study.number == 1
    player.press("home", "v")
    assert isinstance(player.study, Reviewed)
    player.press("b")
    assert isinstance(player.study, Archive)
    assert player.press("b").at_menu


def test_a_long_list_shows_the_games_around_the_chosen_one() -> None:
    player = on("Review games", *[lost()] * 40)
    assert "Game 1 of 40" in player.text
    player.press("end", "up")
    assert "Game 39 of 40" in player.text
    assert player.panel.count("31 Dec") > 5


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20), (40, 15)])
def test_the_archive_is_drawn_at_every_size(size: tuple[int, int]) -> None:
    player = on("Review games", *[lost()] * 3, size=size)
    assert "31 Dec mini easy, lost" in player.press("down").text


def test_mistakes_of_all_games_are_put_up_again() -> None:
    player = on("Review games", lost(), lost()).press("y")
    mistakes = player.study
    assert isinstance(mistakes, Mistakes)
    assert len({graded.position for graded in mistakes.mistakes}) == len(mistakes.mistakes) > 0


def test_a_broken_game_is_said_to_be_and_passed_over() -> None:
    player = Player()
    player.store.keep(lost(), moves="1-18")
    player.on.go_to("Review games")
    assert "cannot be read" in player.press("enter").said
    assert player.at_menu
    player.store.keep(lost())
    player.store.keep(lost(), moves="1-18")
    player.store.keep(lost())
    assert player.press("enter", "down").study.number == 2
    assert "cannot be read" in player.said
    assert player.press("home", "end").study.number == 2


def test_without_finished_games_a_file_is_chosen(here: Path) -> None:
    (here / "one.pdn").write_text(ANN)
    player = on("Review games")
    assert "not finished a game" in player.said
    assert isinstance(player.press("enter", "r").study, Reviewed)
    player = on("Review games", lost()).press("o", "enter", "r")
    assert isinstance(player.study, Reviewed)


# Games in files


def test_a_file_and_a_game_of_it_are_chosen(here: Path) -> None:
    (here / "many.pdn").write_text(f"{ANN}\n{CARL}\n{DRAWN}")
    (here / "notes.txt").write_text("nothing")
    player = on("Review games", size=(120, 40))
    assert "many.pdn" in player.text
    assert "notes.txt" not in player.text
    player.press("enter")
    assert "1. Ben - Ann, 1-0, 1 move" in player.text
    player.press("up", "enter")
    assert isinstance(player.study, Recorded)
    assert "Eve" in player.text


def test_an_unfinished_game_is_gone_on_with(here: Path) -> None:
    (here / "one.pdn").write_text(CARL.replace("Carl", "hard"))
    player = on("Review games", work=Silent).press("enter")
    assert not player.store.games_saved
    player.press("enter")
    session = player.study.session
    assert session.timeline.ply == 2
    assert (session.person, session.white) == (Colour.BLACK, Opponent("hard"))
    assert player.study.is_kept


@pytest.mark.parametrize(("black", "person"), [("Dora", None), ("you", Colour.BLACK)])
def test_a_recorded_game_is_the_persons_only_if_it_says_so(
    here: Path, black: str, person: Colour | None
) -> None:
    (here / "one.pdn").write_text(CARL.replace("Carl", "hard").replace("Dora", black))
    player = on("Review games").press("enter", "s")
    assert player.study.timeline.ply == 0
    assert player.study.session.person is person


def test_a_name_is_typed_and_what_is_wrong_is_said(here: Path) -> None:
    player = on("Review games")
    assert "Type the name" in player.said
    wrong: dict[str, Callable[[str], bool]] = {
        "none.pdn": lambda said: "no file" in said,
        "bad.pdn": lambda said: "ine 1" in said,
        "empty.pdn": lambda said: "There is no game in" in said,
    }
    (here / "bad.pdn").write_text("1. 6-9 6-9 *")
    (here / "empty.pdn").write_text("")
    for name, is_told in wrong.items():
        player.press("ctrl-u").write(name).press("enter")
        assert is_told(player.said), player.said
        assert name in player.text
    player.press("escape")
    assert player.app.overlay is None
    (here / "one.pdn").write_text(ANN)
    player.press("enter", "up", "enter").write("one.pdn").press("enter")
    assert isinstance(player.study, Recorded)


@pytest.mark.parametrize("size", [(80, 24), (40, 15), (38, 9)])
def test_a_long_list_of_games_scrolls(here: Path, size: tuple[int, int]) -> None:
    (here / "many.pdn").write_text("\n".join([ANN] * 40))
    player = on("Review games", size=size).press("enter", "end")
    assert "40. Ben" in player.text
    player.press("pageup", "down", "home", "wheel-down", "enter")
    assert player.app.overlay is not None
    assert isinstance(player.app.screens[-1].activity, Recorded)
