"""A fifth game, with its own king name and numbering, by adding one value."""

import json
import sys

import pytest

from testing.harness import Start
from testing.playing import wait_for_result

#: What the author of a game writes, ahead of the unchanged program.
PROGRAM = """
import sys
from dataclasses import replace
from minicheckers.rules.variant import ENGLISH, VARIANTS, Landing, Notation
VARIANTS["wizards"] = replace(
    ENGLISH,
    name="wizards",
    size=10,
    king_name="wizard",
    king_flies=True,
    king_lands=Landing.BEHIND,
    notation=Notation(),
    sizes=(),
)
from minicheckers.game.presentation import PRESENTATIONS, Group, Presentation
PRESENTATIONS["wizards"] = Presentation("10x10 with wizards that fly", Group.LARGE, "ears")
from minicheckers import cli
sys.exit(cli.main(sys.argv[1:]))
"""
COMMAND = [sys.executable, "-c", PROGRAM]
#: Black's wizard on 1 captures the last man.
ONE_MOVE = "B:W12:BK1,2"


def test_a_new_game_is_chosen_in_the_menu_and_played_on_the_board(start: Start) -> None:
    terminal = start(command=[*COMMAND, "--no-animation", "--level", "easy"]).wait_for("Your turn")
    terminal.press("m")
    terminal.wait_for("Opponent").press("down", "left")
    terminal.wait_for("wizards that fly").press("home", "enter")
    terminal.wait_for("10x10 with wizards").wait_for("Your turn").press("enter", "enter")
    terminal.wait_for("1. ")
    terminal.wait_for("Your turn").press("q")
    assert terminal.wait() == 0


@pytest.mark.slow
def test_its_king_is_drawn_named_and_recorded(start: Start) -> None:
    game = ("--variant", "wizards", "--board", ONE_MOVE, "--level", "medium", "--first", "you")
    terminal = start(command=[*COMMAND, *game, "--no-animation"], size=(120, 40))
    terminal.wait_for("capture with 1").press("enter", "enter")
    wait_for_result(terminal, "You win").press("s")
    terminal.wait_for(": wizards.pdn").press("enter")
    terminal.wait_for("Saved the game as").press("q")
    assert terminal.wait() == 0
    replaying = start(command=[*COMMAND, "--load", "wizards.pdn"]).wait_for("Step through")
    replaying.press("s", "right")
    replaying.wait_for("Move 1 of 1")
    plain = start(command=[*COMMAND, *game, "--plain"])
    plain.wait_for("1: 1x18").press("list\r")
    plain.wait_for("1 wizard on 1").press("1\r")
    plain.wait_for("You won")


@pytest.mark.slow
def test_match_and_analyse_know_it(start: Start) -> None:
    match = [
        "match",
        "medium",
        "easy",
        "--games",
        "2",
        "--variant",
        "wizards",
        "--json",
        "--seed",
        "1",
    ]
    terminal = start(command=[*COMMAND, *match], size=(300, 20))
    assert terminal.wait() == 0
    assert json.loads(terminal.text.strip().splitlines()[-1])["variant"] == "wizards"
    analyse = ["analyse", "--variant", "wizards", "--position", "B:W29:BK1,2", "--time", "0.3"]
    terminal = start(command=[*COMMAND, *analyse, "--json"], size=(900, 20))
    assert terminal.wait() == 0
    assert json.loads(terminal.text.strip().splitlines()[-1])["moves"]
