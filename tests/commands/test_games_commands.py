"""Commands that read, show and write games and boards."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from minicheckers import Colour, Game, Position, Variant, cli
from minicheckers.cli import COMMANDS, main, make_parser
from minicheckers.commands import watch
from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame, read_games
from minicheckers.game.player import Limits, Player
from minicheckers.game.request import GameRequest
from minicheckers.rules.board_files import FORMS, read_board, write_board, write_emoji
from minicheckers.rules.board_files import without_emoji as plain
from minicheckers.storage.store import Store
from testing.positions import GAMES, game_id, sample
from testing.running import ProgramInside, set_all, state_in
from testing.store_games import begun, finished, played

OUTPUT = pytest.CaptureFixture[str]


@pytest.fixture
def store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A finished game, and an unfinished one that was saved after it."""
    set_all(monkeypatch, state_in(tmp_path))
    with Store.default() as store:
        store.finish(finished("english"))
        store.begin()
        store.save(played(begun(), 5))
    return store


def test_all_games_are_listed_the_one_saved_last_first(store: Store, capsys: OUTPUT) -> None:
    assert cli.main(["games"]) == 0
    unfinished, over = capsys.readouterr().out.splitlines()
    assert unfinished.split()[2:] == ["mini", "you", "hard", "unfinished", "3"]
    assert "english" in over
    assert "black won" in over


def test_review_without_a_file_is_about_ones_own_games(store: Store, capsys: OUTPUT) -> None:
    assert cli.main(["games"]) == 0
    listed = capsys.readouterr().out
    assert cli.main(["review"]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(listed)
    assert "minicheckers review --game 2" in shown
    assert cli.main(["review", "--game", "2", "--json"]) == 0
    review = json.loads(capsys.readouterr().out)
    assert (review["game"], review["variant"], review["white"]) == (2, "mini", "hard")
    assert len(review["moves"]) == played(begun(), 5).timeline.ply
    assert cli.main(["review", "--game", "99"]) == 2
    assert "99" in capsys.readouterr().err


def test_json_has_the_fields_of_the_contract(store: Store, capsys: OUTPUT) -> None:
    assert cli.main(["games", "--json"]) == 0
    unfinished, over = map(json.loads, capsys.readouterr().out.splitlines())
    assert list(unfinished) == [
        *("id", "variant", "black", "white", "result"),
        *("plies", "started", "updated", "helped"),
    ]
    assert (unfinished["black"], unfinished["white"], unfinished["result"]) == ("you", "hard", "*")
    assert (over["id"], over["result"], over["helped"]) == (1, store.finished()[0].result, False)
    assert cli.main(["games", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == over


def test_the_list_says_which_opening_was_played(store: Store, capsys: OUTPUT) -> None:
    store.begin()
    game = begun("english")
    for move in ("9-14", "23-18", "14x23"):
        game = game.play(move)
    store.save(game)
    assert cli.main(["games"]) == 0
    assert "Double Cross" in capsys.readouterr().out.splitlines()[0]
    assert cli.main(["games", "3"]) == 0
    assert '[Opening "Double Cross' in capsys.readouterr().out


def test_one_game_is_shown_with_its_board_and_moves(store: Store, capsys: OUTPUT) -> None:
    assert cli.main(["games", "2"]) == 0
    shown = capsys.readouterr().out
    assert str(played(begun(), 5).timeline.moves[0]) in shown
    assert '[Variant "mini"]' in shown
    assert cli.main(["games", "99"]) == 2
    assert "99" in capsys.readouterr().err


def test_games_are_exported_to_a_new_file(store: Store, capsys: OUTPUT, tmp_path: Path) -> None:
    target = tmp_path / "mine.pdn"
    assert cli.main(["games", "--pdn", str(target)]) == 0
    assert "2 games" in capsys.readouterr().out
    over, unfinished = read_games(target.read_text())
    assert over.timeline == finished("english").timeline
    assert unfinished.timeline == played(begun(), 5).timeline
    assert (over.is_finished, unfinished.is_finished) == (True, False)
    assert cli.main(["games", "2", "--pdn", str(target)]) == 1
    assert "already exists" in capsys.readouterr().err
    assert len(list(read_games(target.read_text()))) == 2
    assert cli.main(["games", "--json", "--pdn", str(tmp_path / "again.pdn")]) == 0
    assert [json.loads(line)["id"] for line in capsys.readouterr().out.splitlines()] == [2, 1]


def test_without_games_there_is_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: OUTPUT
) -> None:
    set_all(monkeypatch, state_in(tmp_path))
    assert cli.main(["games"]) == 0
    assert "not played a game" in capsys.readouterr().out
    assert cli.main(["games", "--json"]) == 0
    assert capsys.readouterr().out == ""
    assert list(tmp_path.iterdir()) == []


# Recorded games without a tag for the game: the flags say which it is, in every command.

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


LOST_AT_ONCE = "6-9"
PUNISHED = "14-11"


def written(directory: Path, *games: Game) -> str:
    path = directory / "game.pdn"
    path.write_text("\n".join(game.pdn() for game in games), encoding="utf-8")
    return str(path)


def game_of(variant: str, *moves: str, **tags: str) -> Game:
    game = Game(variant)
    game.tags |= tags
    for move in moves:
        game.play(move)
    return game


def records(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    assert main(["review", *words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_the_json_is_as_promised(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, game_of("mini", LOST_AT_ONCE, PUNISHED, Black="Ann", White="Ben"))
    (record,) = records([path], capsys)
    assert list(record) == [
        "variant",
        "game",
        "black",
        "white",
        "exact",
        "start",
        "final",
        "moves",
        "black_summary",
        "white_summary",
        "turning_ply",
    ]
    assert (record["variant"], record["game"], record["exact"]) == ("mini", 1, True)
    assert (record["black"], record["white"]) == ("Ann", "Ben")
    assert (record["start"], record["final"], record["turning_ply"]) == (0, None, 1)
    assert record["moves"][0] == {
        "ply": 1,
        "colour": "black",
        "move": LOST_AT_ONCE,
        "before": 0,
        "after": -1,
        "loss": 1,
        "grade": "blunder",
        "best": ["4-7", "5-7", "5-8", "6-8"],
        "choices": 5,
    }
    assert record["moves"][1]["colour"] == "white"
    assert record["black_summary"] == {"given_away": 1, "critical": 1, "kept": 0, "accuracy": 0.0}


def test_every_game_of_a_file_is_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, game_of("mini", "4-7"), game_of("english", "11-15"), game_of("mini"))
    found = records([path, "--depth", "2"], capsys)
    assert [(record["game"], record["variant"]) for record in found] == [
        (1, "mini"),
        (2, "english"),
        (3, "mini"),
    ]
    assert [record["exact"] for record in found] == [True, False, True]
    (only,) = records([path, "--game", "2", "--time", "0.01"], capsys)
    assert only["variant"] == "english"


@pytest.mark.parametrize(
    ("text", "words", "complaint"),
    [
        ("", [], "there is no game"),
        ('[Variant "mini"] 1. 4-7 *', ["--game", "2"], "has 1 game"),
        ('[Variant "mini"] 1. 4-9 *', [], "4-9"),
        (None, [], "there is no file"),
    ],
)
def test_bad_files_get_a_sentence(
    text: str | None,
    words: list[str],
    complaint: str,
    tmp_path: Path,
    program_inside: ProgramInside,
) -> None:
    path = tmp_path / "game.pdn"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    assert complaint in program_inside.refusal("review", str(path), *words)


# ``minicheckers convert``: every form into every other, from a file or a FEN.


@pytest.mark.parametrize(
    ("content", "arguments", "sentence"),
    [
        (b"", [], "line 1, column 1: found 0 rows where a diagram of mini has 6"),
        (b"\xff\xfe\x00", [], "is not a text file in UTF-8"),
        (b"w" * 200_000, [], "is longer than 100000 bytes"),
        (b"B:W13,99:B1", [], "line 1, column 7: there is no square 99; mini has 1 to 18"),
        (b"0 0 0 7", ["--variant", "english"], "line 1, column 7: '7' is not one of 0 1 2 3 and 4"),
        (b"B:W13:B1", ["--turn", "white"], "the board says black is to move"),
        (b"B:W13:B1", ["--turn", "green"], "--turn"),
        (b"B:W13:B1", ["--variant", "chess"], "chess"),
        (b"B:W13:B1", ["--size", "9"], "mini is played on 6 rows"),
        (
            b"B:W13:B1",
            ["--to", "ints"],
            "this format is for boards of 8x8 squares with kings",
        ),
        (b"B:W13:B1", ["--to", "song"], "song"),
    ],
)
def test_a_bad_board_gets_one_sentence(
    content: bytes,
    arguments: list[str],
    sentence: str,
    tmp_path: Path,
    program_inside: ProgramInside,
) -> None:
    file = tmp_path / "board"
    file.write_bytes(content)
    assert (
        program_inside.refusal("convert", str(file), "--to", "fen", *arguments).count(sentence) == 1
    )


def test_a_file_that_cannot_be_read(tmp_path: Path, program_inside: ProgramInside) -> None:
    assert "there is no file 'nowhere.txt'" in program_inside.refusal(
        "convert", "nowhere.txt", "--to", "fen"
    )
    assert "is a directory" in program_inside.refusal("convert", str(tmp_path), "--to", "fen")
    assert "there is no file" in program_inside.refusal("convert", "", "--to", "fen")
    assert "nor the name of a file" in program_inside.refusal("convert", "hello", "--to", "fen")
    too_long = "there is no file" if sys.platform == "win32" else "cannot read"
    assert too_long in program_inside.refusal("convert", "x" * 5000 + ".txt", "--to", "fen")
    assert "line 1, column 7" in program_inside.refusal("convert", "B:W13,99:B1", "--to", "fen")
    assert "line 1, column 3" in program_inside.refusal("convert", "B:13:B1", "--to", "fen")


# ``minicheckers watch``: who plays, how long, from which board.


def request(*words: str) -> GameRequest:
    return watch.make_request(make_parser(COMMANDS["watch"]).parse_args(words))


def players(*words: str) -> tuple[Player, Player]:
    session = request(*words).session
    assert session is not None
    return session.black, session.white


def test_limits_of_both_and_of_one_side() -> None:
    assert players("--time", "2", "--black", "hard@depth=3", "--white", "hard@time=0.5") == (
        Player("hard", Limits(2.0, 3)),
        Player("hard", Limits(0.5)),
    )


def test_a_watched_game_begins_with_a_ballot() -> None:
    session = request("--variant", "russian", "--ballot", "1-i").session
    assert session is not None
    assert (session.timeline.ply, session.given) == (3, 3)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--ballot", "draw"), "mini has no ballots"),
        (("--variant", "english", "--ballot", "1", "--board", "B:W21:B1"), "--board"),
        (("--black", "hard@speed=1"), "not time=S or depth=N"),
        (("--black", "nobody"), "no level or strategy 'nobody'"),
        (("--variant", "english", "--white", "solver"), "only mini and its family"),
        (("--turn", "white"), "--turn needs --board"),
        (("--variant", "chess"), "no variant 'chess'"),
    ],
)
def test_what_cannot_be_is_one_sentence(words: tuple[str, ...], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        request(*words)


# Boards that people draw or copy: which way up they are, and which game they fit.

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
