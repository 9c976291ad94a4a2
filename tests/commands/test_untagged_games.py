"""Recorded games without a tag for the game: the flags say which it is, in every command."""

import pytest

from minicheckers import Game
from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame
from testing.running import ProgramInside

INTERNATIONAL = "1. 32-28 19-23 2. 28x19 14x23 *\n"
#: What reads one, with words that make it quick.
READERS = (["review", "--time", "0.01"], ["replay", "--plain"], ["--plain", "--load"])


@pytest.mark.parametrize("words", READERS, ids=lambda words: words[0])
@pytest.mark.parametrize(("games", "number"), [(1, []), (2, ["--game", "2"]), (2, [])])
def test_a_pdn_without_a_game_tag_is_read_by_the_flag(
    words: list[str], games: int, number: list[str], program_inside: ProgramInside
) -> None:
    (program_inside.directory / "game.pdn").write_text(INTERNATIONAL * games)
    call = [*words, "game.pdn", *number]
    said = program_inside.refusal(*call)
    assert "international" in said.partition("looks like")[2]
    done = program_inside.run(*call, "--variant", "international")
    assert (done.returncode, done.stderr) == (0, "")
    assert "international" in done.stdout or "a b c d e f g h i j\n" in done.stdout


def test_a_flag_changes_nothing_about_a_game_that_tells_its_own(
    program_inside: ProgramInside,
) -> None:
    file = program_inside.directory / "game.pdn"
    file.write_text('[GameType "20"]\n' + INTERNATIONAL)
    for words in READERS:
        call = [*words, "game.pdn"]
        assert program_inside.run(*call, "--variant", "international").returncode == 0
        for wrong in ("--variant russian", "--size 8", "--variant international --size 8"):
            said = program_inside.refusal(*call, *wrong.split())
            assert "international on 10 rows, not " in said


def test_a_goal_and_a_size_are_read_by_the_flags_too(program_inside: ProgramInside) -> None:
    file = program_inside.directory / "game.pdn"
    file.write_text("1. 11-15 *\n")
    done = program_inside.run("review", "game.pdn", "--time", "0.01", "--goal", "losing")
    assert "english-losing" in done.stdout
    game = Game("pikachu", size=10)
    move = game.position.legal_moves()[0]
    file.write_text(f"1. {move} *\n")
    words = ["--variant", "pikachu", "--size", "10"]
    assert program_inside.run("replay", "game.pdn", "--plain", *words).returncode == 0


def test_a_line_of_text_tells_its_game_too(program_inside: ProgramInside) -> None:
    line = write_line(PdnGame(Game("mini").timeline))
    (program_inside.directory / "game.txt").write_text(line)
    said = program_inside.refusal("--plain", "--load", "game.txt", "--variant", "english")
    assert "mini on 6 rows, not english on 8" in said
    assert program_inside.run("--plain", "--load", "game.txt", "--size", "8").returncode == 2
    done = program_inside.run("--plain", "--load", "game.txt", "--variant", "mini")
    assert (done.returncode, done.stderr) == (0, "")
