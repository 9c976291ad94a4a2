"""The analysis board: lines in branches, positions from outside, and a game from one."""

from itertools import groupby
from random import Random
from typing import Any

from minicheckers.activities.analysis import AnalysisBoard
from minicheckers.activities.game import CoachedGame
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI
from minicheckers.tui.input_decoder import Paste
from testing.board_player import Player
from testing.game_player import against


def analysis(variant: str = "mini", fen: str | None = None) -> AnalysisBoard:
    start = Position.start(variant) if fen is None else Position.from_fen(fen, variant)
    return AnalysisBoard(Timeline.begin(start))


def board(**changes: Any) -> Player:
    return Player(**changes).open(analysis())


def fen(player: Player) -> str:
    found: str = player.on.position.fen()
    return found


def test_both_sides_are_played_back_and_forth_in_branches() -> None:
    player = board().play("6-9").play("14-11")
    assert player.moves == ["6-9", "14-11"]
    player.press("u").play("13-10")
    assert "or 14-11" in player.panel
    player.press("o")
    assert player.moves == ["6-9", "14-11"]
    player.press("u", "u", "r")
    assert player.moves == ["6-9"]
    assert "then 14-11, 13-10" in player.panel
    assert "no move to undo" in player.press("u", "u").said
    assert board().click(6).click(9).moves == ["6-9"]


def test_a_position_is_typed_and_pasted() -> None:
    player = board().press("p").write("W:W18:B1,5").press("enter")
    assert fen(player) == "W:W18:B1,5"
    assert fen(player.send(Paste("B:W13:B1"))) == "B:W13:B1"
    assert fen(player.press("p").write("W:W99:B1").press("enter")) == "B:W13:B1"
    assert player.said
    player = Player(size=(120, 40)).open(analysis("canadian"))
    before = fen(player)
    player.send(Paste("W:WK56:B13-17,25-29,37-41,49-53,61-65"))
    assert "too many ways to capture" in player.said
    assert fen(player) == before


def test_it_leaves_the_game_as_it_was_but_counts_as_help() -> None:
    player = against().play("6-9").answer()
    before = player.game.timeline
    player.press("a")
    assert isinstance(player.study, AnalysisBoard)
    player.play(str(player.on.legal[0])).press("a")
    assert player.game.timeline == before
    assert player.session.helped


def test_a_game_is_begun_from_here() -> None:
    player = Player().open(analysis("english", "B:W31:BK14")).press("P", "enter")
    assert isinstance(player.study, CoachedGame)
    assert player.study.timeline.start.fen() == "B:W31:BK14"


def test_where_the_game_is_over_nothing_is_played() -> None:
    player = Player().open(analysis(fen="B:W8:B5")).play("5x12")
    assert "over here" in player.panel
    assert "over" in player.press("P").said or "no pieces" in player.said
    assert player.press("u").on.takes_moves


# The lines themselves


def lines(player: Player) -> list[str]:
    return [" ".join(map(str, line.moves)) for line in player.study.known]


def test_a_game_is_the_first_line_and_branches_are_gone_round() -> None:
    player = Player().open(AnalysisBoard(replayed(Position.start(MINI), ["6-9", "14-11"])))
    assert lines(player.press("u").play("13-10")) == ["6-9 14-11", "6-9 13-10"]
    assert player.press("o").moves == ["6-9", "14-11"]
    assert player.press("o").moves == ["6-9", "13-10"]
    player.press("u", "u").play("5-8").press("u").play("6-9").press("r")
    assert player.moves == ["6-9", "14-11"], "what was tried first is played again"
    player.press("o", "o", "r").play(str(player.on.legal[0]))
    assert len(lines(player)) == 3
    assert lines(player)[2] == "5-8", "lines that begin alike stand together"
    assert "no other move" in board().play("6-9").press("o").said


def test_whatever_is_done_no_line_is_lost() -> None:
    random, player = Random(3), board()
    known = set()
    for _ in range(300):
        match random.choice(["play", "play", "u", "o"]):
            case "play" if player.on.takes_moves:
                player.study.try_move(random.choice(player.on.legal))
            case "u" | "o" as key:
                player.press(key)
        known.add(player.study.timeline.played)
    paths = [line.moves for line in player.study.known]
    assert len(paths) == len({*paths}), "none stands there twice"
    assert all(any(path[: len(part)] == part for path in paths) for part in known)
    before = [path[:2] for path in paths]
    assert len([*groupby(before)]) == len({*before})
