"""Boards that people draw or copy: which way up they are, and which game they fit."""

import re
from pathlib import Path

import pytest

from minicheckers import Colour, Position, Variant
from minicheckers.rules.board_files import FORMS, read_board, write_board, write_emoji
from minicheckers.rules.board_files import without_emoji as plain
from testing.positions import GAMES, game_id, sample
from testing.running import ProgramInside

MINI = """\
. b . b . b
b . b . b .
. . . . . .
. . . . . .
. w . w . w
w . w . w .
"""
#: The same, as Black sees it.
FROM_BLACK = MINI[::-1].strip() + "\n"


def flags(variant: Variant) -> list[str]:
    return ["--variant", variant.name, "--size", str(variant.size)]


def printed_board(program: ProgramInside, variant: Variant, board: str, *more: str) -> str:
    """What `board` prints in plain mode, in a game from a board."""
    words = ["--plain", "--level", "easy", "--first", "you", *flags(variant), "--board", board]
    done = program.run(*words, *more, stdin="board\nquit\n")
    assert done.returncode == 0, done.stderr
    lines = [*done.stdout.splitlines(), ""]
    edges = [n for n, line in enumerate(lines) if re.fullmatch(r" +[a-z]( [a-z])+", line)]
    end = edges[-1] + (2 if lines[edges[-1] + 1].endswith(" to move.") else 1)
    return "\n".join(lines[edges[-2] : end]) + "\n"


@pytest.mark.parametrize("count", [4, pytest.param(60, marks=pytest.mark.slow)])
@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_plain_mode_and_board_are_inverse(
    variant: Variant, count: int, program_inside: ProgramInside
) -> None:
    """The person has the side to move, so both sides are at the bottom in turn."""
    bottoms = set()
    for position in (*sample(variant, count, seed=3), Position.start(variant)):
        if any(move.is_pass for move in position.legal_moves()):
            continue  # plain mode passes at once
        # What a finished game shows is a board, but nobody's turn.
        turn = () if position.outcome is None else ("--turn", position.turn)
        shown = printed_board(program_inside, variant, position.fen())
        assert shown.isascii()
        (program_inside.directory / "board.txt").write_text(shown)
        read = program_inside.run("convert", "board.txt", "--to", "fen", *flags(variant), *turn)
        assert (read.stdout, read.stderr) == (position.fen() + "\n", "")
        assert printed_board(program_inside, variant, "board.txt", *turn) == shown
        bottoms.add(position.turn)
    assert bottoms == set(Colour)


@pytest.mark.parametrize(
    ("variant", "board"),
    [
        ("mini", FROM_BLACK),
        ("mini", ". w . . . w\n. . . . . .\n. . . . . .\n. . . . . .\n. . . . . .\nb . . . b ."),
        # Neither side has passed the other, but nobody can move.
        ("mini", ". b . w . w\nw . w . w .\n. . . w . .\n" + ". . . . . .\n" * 3),
        *((name, None) for name in ("english", "towers", "pikachu", "international", "italian")),
    ],
)
def test_a_board_that_may_be_upside_down_is_asked_about(
    variant: str, board: str | None, program_inside: ProgramInside
) -> None:
    if board is None:
        *rows, _ = write_board(Position.start(variant), "diagram").splitlines()
        board = "\n".join(row[::-1] for row in reversed(rows))
    file = program_inside.directory / "board.txt"
    for text in (board, board.rstrip() + "\nblack\n"):
        file.write_text(text)
        for words in (["convert", "board.txt", "--to", "fen"], ["--plain", "--board", "board.txt"]):
            said = program_inside.refusal(*words, "--variant", variant)
            assert "is the board upside down?" in said
            assert "looks like" not in said
    # Its rows numbered, it is what it is.
    count = len(board.splitlines())
    file.write_text(
        "\n".join(f"{count - n} {row}" for n, row in enumerate(board.splitlines())) + "\n"
    )
    done = program_inside.run("convert", "board.txt", "--to", "fen", "--variant", variant)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize("variant", GAMES, ids=game_id)
def test_a_board_that_would_be_asked_about_is_written_with_an_edge(variant: Variant) -> None:
    for position in sample(variant, 40, seed=5):
        turned = write_board(position, "diagram")
        emoji = write_emoji(position)
        assert read_board(turned, variant) == position
        assert read_board(plain(emoji), variant) == position
        assert turned[0].isspace() or turned[0].isdigit() == emoji[0].isdigit()


@pytest.mark.parametrize(
    "text",
    [
        "6 .b.b.b\n5 b.b.b.\n4 ......\n2 ......\n3 .w.w.w\n1 w.w.w.",  # two rows changed places
        "6 .b.b.b 5\n5 b.b.b.\n4 ......\n3 ......\n2 .w.w.w\n1 w.w.w.",
        ".b.b.b\nb.b.b.\n4 ......\n3 ......\n2 .w.w.w\n1 w.w.w.",
        "fedcba\n" + "\n".join(f"{6 - n} {row}" for n, row in enumerate(MINI.splitlines())),
        "a b c d e f\n" + MINI + "f e d c b a",
        "6 .b.b.b\n5 b.b.b.\n4 ......\n3 ......\n2 .w.w.w\n1 w.w1w.",
        "abcdefgh\n" + MINI,
        "abc\n" + MINI.replace(" ", ""),
        "7.\n6\n5\n4\n3\n2\n1",
        "9" * 5000 + "b",
    ],
)
def test_a_wrong_edge_is_refused_with_a_place(text: str) -> None:
    with pytest.raises(ValueError, match=r"^line \d+, column \d+: ") as caught:
        read_board(text, "mini")
    assert len(str(caught.value)) < 200


def test_a_long_line_takes_no_long_time() -> None:
    for line in ("1" + " " * 99_000 + "b1", "b " * 40_000 + "1 to x", "1 " * 49_000 + "b"):
        with pytest.raises(ValueError, match="found 1 row"):
            read_board(line, "mini")


def test_the_page_shows_every_form() -> None:
    """That its examples are right is tested with those of the other pages."""
    page = (Path(__file__).parents[2] / "docs" / "boards.md").read_text(encoding="utf-8")
    assert {*FORMS, "emoji"} == set(re.findall(r"^`--to (\w+)`", page, re.MULTILINE))


# Boards of another game


@pytest.mark.parametrize(
    ("board", "chosen", "named", "not_named"),
    [
        ("W:W31-50:B1-20", "mini", "international", "english"),
        ("B:W21-32:B1-12", "mini", "english", "international"),
        ("B:W13-18:BK1", "mini", "english", "mini or"),
        (MINI, "english", "mini", "pikachu"),
        ("." * 56 + "w" * 8, "mini", "pikachu", "english"),
        (("." * 9 + "\n") * 8 + "w" * 9, "mini", "pikachu", "turkish"),
        ("1 " * 32, "mini", "english", "pikachu"),
    ],
)
def test_a_board_of_another_game_says_which(
    board: str, chosen: str, named: str, not_named: str, program_inside: ProgramInside
) -> None:
    (program_inside.directory / "board.txt").write_text(board)
    words = ["--board", "board.txt", "--plain"]
    said = program_inside.refusal(*words, "--variant", chosen)
    _, looks, games = said.partition("looks like ")
    assert looks
    assert named in games
    assert not_named not in games
    fitting = re.findall(r"\w+", games.partition("(")[0].replace(" or ", " "))
    for game in fitting:
        convert = ["convert", "board.txt", "--to", "fen", "--variant", game]
        assert program_inside.run(*convert).returncode == 0


def test_a_printed_board_with_squares_of_the_other_colour_does_not_fit(
    program_inside: ProgramInside,
) -> None:
    english = Position.start("english").variant
    shown = printed_board(program_inside, english, "B:W21-32:B1-12")
    (program_inside.directory / "board.txt").write_text(shown)
    said = program_inside.refusal("--board", "board.txt", "--plain", "--variant", "italian")
    assert "english" in said.partition("looks like")[2]
