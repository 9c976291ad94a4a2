"""Whole games as text, however long."""

import contextlib
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import pytest

from minicheckers import Game, Variant
from minicheckers.game.pdn import COLUMNS, PdnGame, read_games, write_game
from minicheckers.game.timeline import Timeline, TimelineBuilder
from minicheckers.rules.outcome import result_of
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI
from testing.positions import GAMES, game_id
from testing.running import Program

every_game = pytest.mark.parametrize("variant", GAMES, ids=game_id)


def played(text: str) -> list[str]:
    return [str(move) for move in Game.from_pdn(text).moves]


# Writing


def test_our_own_games_tell_their_variant_and_size() -> None:
    assert '[Variant "mini"]\n[Size "6"]\n' in Game("mini").pdn()
    assert '[Variant "pikachu"]\n[Size "12"]\n' in Game("pikachu", size=12).pdn()
    assert "GameType" not in Game("towers").pdn()


@pytest.mark.sampled(12)
@pytest.mark.parametrize("games", [2, pytest.param(4, marks=pytest.mark.slow)])
@every_game
def test_random_games_go_out_and_come_back(variant: Variant, games: int) -> None:
    random = Random(5)
    for _ in range(games):
        game = Game(variant)
        while game.outcome is None and game.ply < 120:
            game.play(random.choice(game.legal_moves()))
        text = game.pdn()
        again = Game.from_pdn(text)
        assert again.timeline == game.timeline
        assert again.pdn() == text
        assert max(map(len, text.splitlines())) <= COLUMNS
        assert ".\n" not in text  # no line ends between a number and its move
        assert f'[Result "{result_of(game.outcome)}"]' in text
        assert text.split()[-1] == result_of(game.outcome)


def test_tags_cannot_break_the_text() -> None:
    game = Game()
    game.tags["Event"] = 'a"]\n[Result "1-0"] 1. 6-9 \x1b[2J \\'
    game.tags["FEN"] = game.tags["Variant"] = game.tags["Result"] = "1-0"
    again = Game.from_pdn(game.pdn())
    assert again.timeline == game.timeline
    assert again.tags["Event"] == 'a"] [Result "1-0"] 1. 6-9  [2J \\'
    game.tags["not a name"] = "x"
    with pytest.raises(ValueError, match="'not a name' cannot be the name of a tag"):
        game.pdn()


# Reading


def test_tags_are_read_without_what_could_do_something_to_a_terminal() -> None:
    assert Game.from_pdn('[White "Ada\x1b[2J\u202e\\\\"] *').tags == {"White": "Ada [2J \\"}


def test_comments_variations_marks_and_numbers_are_skipped() -> None:
    assert played(
        """% a line for other programs: 1. 9-14
        [Event "The (first) {round}; not a comment"]
        ; a comment to the end of the line 9-14 {
        1. 11-15! {a comment with ( and ; and 9-14} 23-19 $14 $3
        (1... 24-20?! {with } 2. 8-11 (2. 9-14 23-18 ; or ) so
        ) 22-18) 2.8-11 (!) 22-17?? 3 . 4-8
        3... 17-13 *
        """
    ) == ["11-15", "23-19", "8-11", "22-17", "4-8", "17-13"]


def test_words_inside_a_variation_do_not_matter() -> None:
    assert played("1. 11-15 (or else [x] 99-1 and so on) 23-19 *") == ["11-15", "23-19"]


def test_several_games_in_a_file() -> None:
    text = (
        '[Event "one"]\n1. 11-15 1-0\n\n'
        '[Event "two"]\n[Variant "mini"]\n1. 6-9 13-10\n\n'  # no result, the next tag ends it
        '[Event "three"]\n*\n'
        "1. 9-14 22-18 0-1 1. 9-13 1/2-1/2"
    )
    records = list(read_games(text))
    assert [record.tags.get("Event") for record in records] == ["one", "two", "three", None, None]
    assert [record.result for record in records] == ["1-0", "*", "*", "0-1", "1/2-1/2"]
    assert [len(record.timeline.played) for record in records] == [1, 2, 0, 2, 1]
    assert [str(move) for move in Game.from_pdn(text, number=4).moves] == ["9-14", "22-18"]
    with pytest.raises(ValueError, match="the PDN has no game number 6"):
        Game.from_pdn(text, number=6)
    with pytest.raises(ValueError, match="the PDN has no game number 0"):
        Game.from_pdn(text, number=0)


@pytest.mark.parametrize("text", ["", "  \n", "{only a comment}", "; and this", "\ufeff"])
def test_a_text_without_a_game(text: str) -> None:
    assert list(read_games(text)) == []
    with pytest.raises(ValueError, match="the PDN has no game number 1"):
        Game.from_pdn(text)


def test_windows_lines_and_byte_order_marks_do_not_matter() -> None:
    text = '\ufeff[Event "x"]\r\n\r\n1. 11-15 23-19\r\n; so\r\n2.\u00a08-11 *\r\n'
    assert played(text) == ["11-15", "23-19", "8-11"]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "1. 11-15 hello",
            "line 1, column 10: 'hello' is not a tag, a move, a comment or a result",
        ),
        ("1. 11-15\n  2. 11-15", "line 2, column 6: '11-15' is not legal here; legal moves: "),
        ("1. 99-1", "line 1, column 4: there is no square 99; english has 1 to 32"),
        ("{never closed", "line 1, column 1: this { is never closed"),
        ("1. 11-15 (2. {x} ", r"line 1, column 10: this \( is never closed"),
        ("1. 11-15 (2. (3. ", r"line 1, column 10: this \( is never closed"),
        ("1. 11-15 (2. {x ", "line 1, column 14: this { is never closed"),
        ("1. 11-15 ) *", r"line 1, column 10: this \) closes nothing"),
        ('[Event "x', r"line 1, column 1: this \[ does not begin a tag; one looks like \[Event"),
        ("1. 11-15\n[Event x]", r"line 2, column 1: this \[ does not begin a tag"),
        (
            '[Event "a "b" c"]',
            r'line 1, column 1: this \[ does not begin a tag; .* with \\" for quotes',
        ),
        ('[GameType "28"] *', "line 1, column 1: game type '28' is not supported"),
        ('[GameType "None"] *', "line 1, column 1: game type 'None' is not supported"),
        ('[Variant "chess"] *', "line 1, column 1: there is no variant 'chess'"),
        ('[Variant "pikachu"]\n[Size "99"] *', "line 2, column 1: pikachu is played on 7 to 16"),
        ('[Variant "pikachu"]\n[Size "x"] *', "line 2, column 1: the size must be a number of"),
        ('[FEN "W:W99:B1"] *', "line 1, column 1: there is no square 99"),
        ('[Variant "mini"][FEN "B:W8:B5"] 5x12 1-4', r"line 1, column 38: the game is over \("),
        ("1. 11-15 \x1b[31m", r"line 1, column 10: '\\x1b\[31m' is not"),
        ("1. 11-15 % 23-19", "line 1, column 10: '%' is not"),
        ("1. 11-15 \x85", r"line 1, column 10: '\\x85' is not"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=f"^{sentence}") as caught:
        Game.from_pdn(text)
    assert str(caught.value).isprintable()


@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "piece", ["(", "((1", '[a "', "1", "1 ", "{} ", "\\\\", '[a "\\', "1-", "a1", "$", ". "]
)
def test_long_nonsense_is_refused_at_once(piece: str) -> None:
    started = time.process_time()
    for text in (piece * 60_000, "(" + piece * 60_000, '[a "' + piece * 60_000):
        with contextlib.suppress(ValueError):
            list(read_games(text))
    assert time.process_time() - started < 5


def test_a_record_needs_no_more_than_a_line() -> None:
    record = PdnGame(Timeline.begin(Game(MINI).position))
    assert write_game(record) == Game(MINI).pdn()


# Long texts: read in time and memory that grow with their length and no faster.


def long_game(plies: int) -> str:
    """A legal game of this many plies: men wander for as long as they may, then one advances."""
    random, position = Random(1), Position.start("pikachu", size=16)
    places = position.variant.geometry.places
    builder, quiet, seen = TimelineBuilder(position), 0, {position.state}
    for _ in range(plies):
        moves = position.legal_moves()
        sideways = [m for m in moves if places[m.start - 1][0] == places[m.end - 1][0]]
        sideways = [m for m in sideways if not m.captured]
        fresh = [m for m in sideways if position.play(m).state not in seen]
        if fresh and quiet < 78:
            quiet += 1
            move = random.choice(fresh)
        else:
            quiet = 0
            onwards = [m for m in moves if m not in sideways]
            move = random.choice([m for m in onwards if not m.captured] or onwards)
            seen.clear()
        builder.play(str(move))
        position = position.play(move)
        seen.add(position.state)
    return write_game(PdnGame(builder.timeline()))


def collection(characters: int) -> str:
    """Random games of english, played to their end, of this many characters or a few more."""
    random, games, written = Random(5), [], 0
    while written < characters:
        position = Position.start("english")
        builder = TimelineBuilder(position)
        while builder.timeline().outcome is None:
            move = random.choice(position.legal_moves())
            builder.play(str(move))
            position = position.play(move)
        games.append(write_game(PdnGame(builder.timeline())))
        written += len(games[-1]) + 1
    return "\n".join(games)


def seconds_to_read(text: str) -> float:
    """Processor time, the least of three: other programs can only add to it."""
    taken = []
    for _ in range(3):
        began = time.process_time()
        assert sum(1 for _ in read_games(text))
        taken.append(time.process_time() - began)
    return min(taken)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("short", "long"), [(400, 1600), pytest.param(3555, 14221, marks=pytest.mark.slow)]
)
def test_a_game_four_times_as_long_takes_four_times_as_long(short: int, long: int) -> None:
    ratio = seconds_to_read(long_game(long)) / seconds_to_read(long_game(short))
    assert ratio < 9, "it would be 16 if every move looked at all before it"


def test_twice_the_games_take_twice_as_long() -> None:
    text = collection(10_000)
    assert seconds_to_read(text * 4) < 9 * seconds_to_read(text)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.slow
def test_a_million_characters_take_two_seconds_and_a_hundred_megabytes() -> None:
    text = collection(1_000_000)
    assert seconds_to_read(text) < 2.0
    code = (
        "import sys\n"
        "from minicheckers.game.pdn import read_games\n"
        "games = sum(1 for _ in read_games(sys.stdin.read()))\n"
        "print(games, *(line for line in open('/proc/self/status') if 'VmHWM' in line))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], input=text, capture_output=True, text=True, check=True
    )
    games, _, kilobytes, _ = run.stdout.split()
    assert int(games) > 1000
    assert int(kilobytes) < 100_000


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs /proc")
@pytest.mark.parametrize(
    "words",
    [("best", "--level", "easy", "--position", "-"), ("hub",), ("--plain", "--level", "easy")],
    ids=" ".join,
)
@pytest.mark.parametrize("megabytes", [10, pytest.param(800, marks=pytest.mark.slow)])
def test_a_line_without_an_end_fills_no_memory(
    program: Program, words: tuple[str, ...], megabytes: int
) -> None:
    process = program.start(*words, stderr=subprocess.STDOUT)
    assert process.stdin is not None
    for _ in range(megabytes):
        process.stdin.write(b"9" * 1_000_000)
    status = Path(f"/proc/{process.pid}/status").read_text()
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    said, _ = process.communicate(timeout=60)
    assert process.returncode in (0, 1)
    assert b"Traceback" not in said
    assert len(said) < 10_000
    assert int(peak.split()[1]) < 70_000, "kilobytes"
