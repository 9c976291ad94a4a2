"""The example in the help of every command works."""

import shlex

import pytest

from minicheckers.cli import COMMANDS, Command, make_parser
from minicheckers.match.match import Contestant, Match, play_game
from minicheckers.rules.variant import get_variant
from testing.running import Program, ProgramInside

#: What examples call a recorded game.
GAME_FILE = "game.pdn"
#: They compute for a second or more; tests of their own run the same commands by default.
LONG = ("verify",)
#: They need each other, and a port; tests/commands/test_host_and_join.py runs both.
IN_PAIRS = ("host", "join")


@pytest.mark.parametrize("command", COMMANDS.values(), ids=lambda command: command.prog)
def test_the_example_can_be_parsed(command: Command) -> None:
    words = shlex.split(command.example)[len(command.prog.split()) :]
    make_parser(command).parse_all(words)


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(
            command, id=command.prog, marks=[pytest.mark.slow] if command.name in LONG else []
        )
        for command in COMMANDS.values()
        if command.name not in IN_PAIRS
    ],
)
def test_the_example_runs(
    command: Command, program: Program, program_inside: ProgramInside
) -> None:
    if GAME_FILE in command.example:
        level = Contestant("random")
        played = play_game(Match(get_variant("mini"), (level, level), games=1, seed=1).fixture(1))
        (program.directory / GAME_FILE).write_text(played.pdn(), encoding="utf-8")
    if command.name == "games":
        begun = "--plain --level easy --first you --seed 1"
        program_inside.run(*begun.split(), stdin="1\nquit\n")
    words = shlex.split(command.example)[1:]
    if command.name == "hub":  # it reads from the descriptor
        done = program.run(*words, stdin="hub\nquit\n")
    else:
        done = program_inside.run(*words)
    assert done.returncode == 0
    assert done.stdout
    # Nothing but remarks, such as that there is no terminal to draw on.
    assert all(line.startswith("minicheckers: ") for line in done.stderr.splitlines())
