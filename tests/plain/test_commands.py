"""What the commands of plain mode do, and its messages."""

import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.plain import text as plain_text
from minicheckers.plain.activity import ALIASES, Activity
from minicheckers.plain.commands import COMMANDS, Game, Recorded
from minicheckers.plain.studies import Analysis, Lessons, Mistakes, Puzzles
from minicheckers.rules.notation import NotationChoice, coordinate
from minicheckers.rules.position import Position
from minicheckers.rules.variant import COLOURS, VARIANTS, Colour
from minicheckers.storage.store import Preferences, Store
from minicheckers.storage.variants import variants_directory
from testing.lines import EASY, against, play, spoken
from testing.running import ProgramInside
from testing.store_games import VARIANTS as SIZES
from testing.store_games import begun, played


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store(tmp_path / "minicheckers")


def two_people(fen: str = "") -> Session:
    start = Position.from_fen(fen) if fen else Position.start()
    return Session(Timeline.begin(start), PERSON, PERSON)


def said_to(store: Store, *lines: str, session: Session | None = None) -> str:
    """The answers to these lines, without the greeting."""
    code, said = play(session or two_people(), store, *lines)
    assert code == 0
    return said[said.index("Moves: ") :]


@pytest.mark.parametrize("line", ["6-9", " 6-9 ", "6 - 9", "e5-f4", "E5-F4", "5"])
def test_a_move_may_be_written_in_every_way(store: Store, line: str) -> None:
    assert "Black plays 6-9." in said_to(store, line)


def test_a_bare_number_is_a_number_in_the_list_and_not_a_square(store: Store) -> None:
    for number, move in enumerate(Position.start().legal_moves(), start=1):
        assert f"Black plays {move}." in said_to(store, str(number), "new")


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("0", "from 1 to 5"),
        ("6", "from 1 to 5"),
        ("9" * 50, "from 1 to 5"),
        ("１", "not a move"),
        ("6-10", "not legal here"),
        ("pass", "only when you have no legal move"),
        ("frobnicate", "or help"),
        ("save", "save NAME"),
        ("level", "level NAME"),
        ("undo 2", "Unexpected '2'"),
        ("undo", "no move to"),
        ("redo", "no move to"),
        ("again", "not the computer's turn"),
        ("resume", "no other unfinished game"),
        ("level easy", "wo people"),
        ("side black", "wo people"),
        ("review", "not over yet"),
        ("retry", "not over yet"),
        ("review 1", "is not the number of a finished game"),
        ("games", "no finished game yet"),
        ("mistakes", "no finished game yet"),
        ("mistakes please", "nexpected 'please'"),
        ("puzzle please", "nexpected 'please'"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(store: Store, line: str, complaint: str) -> None:
    said = said_to(store, line, "moves")
    assert complaint in spoken(said)
    assert said.endswith("\n".join(plain_text.move_lines(Position.start())) + "\n")


def test_any_line_gets_an_answer_that_can_be_printed(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    store = Store(tmp_path_factory.mktemp("any") / "minicheckers")

    @given(st.text(max_size=60))
    def answered(line: str) -> None:
        _, said = play(two_people(), store, line.encode("utf-8", "replace").replace(b"\n", b" "))
        assert all(text.isprintable() and len(text) < 300 for text in said.splitlines())

    answered()


def test_words_may_be_written_in_upper_case_and_short(store: Store) -> None:
    for line in ("QUIT", "q", "exit", " Quit "):
        assert said_to(store, line, "6-9") == said_to(store)
    assert said_to(store, "?") == said_to(store, "HELP")
    assert said_to(store, "") == said_to(store, "board")
    every_word = {word for activity in ACTIVITIES for word in activity.words}
    assert {meant.split()[0] for meant in ALIASES.values()} <= every_word
    assert not set(ALIASES) & every_word


ACTIVITIES: tuple[type[Activity[Any]], ...] = (
    *(Game, Recorded),
    *(Analysis, Mistakes, Puzzles, Lessons),
)


def test_every_word_can_be_carried_out() -> None:
    for activity in ACTIVITIES:
        for word in activity.words:
            assert callable(getattr(activity, f"_do_{word}"))


def test_help_names_every_word_and_no_line_is_too_wide(store: Store) -> None:
    said = said_to(store, "help")
    for name, word in COMMANDS.items():
        assert f"\n  {name} {word.argument}".rstrip() in said
        assert word.summary in said
    assert max(map(len, said.splitlines())) <= 79


def test_every_game_can_be_chosen_by_its_name(store: Store) -> None:
    said = said_to(store, "game", *(f"game {name}" for name in VARIANTS))
    for name in VARIANTS:
        assert said.count(f"\n{name}: ") == 2


def test_undo_takes_back_a_whole_turn_and_redo_plays_it_again(store: Store) -> None:
    start = Session.against(Position.start(), EASY, person_first=True, seed=1)
    said = said_to(store, "6-9", "undo", "redo", "undo", session=start)
    taken = said.partition("Undone: 6-9, ")[2].partition(".")[0]
    assert said.count(f"Undone: 6-9, {taken}.") == 2
    assert f"Redone: 6-9, {taken}." in said


def test_two_people_undo_one_ply_and_never_stop_at_a_forfeited_turn(store: Store) -> None:
    assert "Undone: 4-7." in said_to(store, "4-7", "undo", session=two_people("B:W1,18:B4,15"))
    # White is stuck here, so Black moves twice in a row with a pass in between.
    said = said_to(store, "4-7", "undo", session=two_people("B:W1:B4,5"))
    assert "Undone: 4-7, pass." in said


def test_a_finished_game_takes_no_moves_but_other_words(store: Store) -> None:
    said = said_to(store, "1", "1", "6-9", "hint", "again", "moves", session=against("B:W8:B6"))
    assert said.count("The game is over; type ") == 2
    assert "The game is over." in said, "no hint"
    assert "It is not the computer's turn." in said
    assert said.count("The game is over. Black wins") == 2


def test_after_the_game_an_unknown_word_is_not_answered_with_a_move(store: Store) -> None:
    said = said_to(store, "resign yes", "nonsense", session=against("B:W8:B6"))
    assert "'nonsense' is not a command; the game is over; type review, retry," in spoken(said)
    assert "a move such as" not in said


def test_a_word_that_means_nothing_here_is_named_as_it_was_typed(store: Store) -> None:
    said = said_to(store, "next", "back")
    assert "'next' is not a command; type a move" in said
    assert "'back' is not a command; type a move" in said


def test_an_offered_draw_is_for_the_other_side_to_answer(store: Store) -> None:
    said = said_to(store, "6-9", "draw", session=two_people("B:W1,18:B6,15"))
    assert said.count("White to move.") == 1
    assert "White offers a draw. Black answers draw yes or draw no." in said


def test_a_resignation_is_asked_about_and_can_be_undone(store: Store) -> None:
    said = said_to(store, "6-9", "resign", "resign yes", "undo", "moves")
    assert "Resign? White will lose." in said
    assert "Black wins: White has resigned" in said
    assert "\n".join(plain_text.move_lines(Position.start().play("6-9"))) in said


def test_a_draw_is_offered_declined_accepted_and_claimed(store: Store) -> None:
    said = said_to(store, "6-9", "draw", "draw no", "draw claim", "draw maybe", "draw", "draw yes")
    assert said.count("White offers a draw. Black answers draw yes or draw no.") == 2
    assert "The draw is declined." in said
    assert "no draws by repetition" in said
    assert "draw to offer a draw" in said
    assert "It is a draw: both sides agreed." in said
    assert "declines the draw." in said_to(store, "draw", session=against("B:W13-18:B1-6"))


@pytest.mark.parametrize(("variant", "size"), SIZES)
def test_the_board_shows_every_piece_where_it_stands(variant: str, size: int) -> None:
    position = played(begun(variant, size), 30).position
    for bottom in COLOURS:
        lines = plain_text.board_lines(position, bottom)
        assert lines[0] == lines[-1]
        assert all(line.isascii() for line in lines)
        columns = lines[0]
        found = {}
        for line in lines[1:-1]:
            row = line[1:3].strip()
            for column, letter in zip(columns, line, strict=False):
                if column != " " and letter in "bwBW":
                    found[f"{column}{row}"] = letter
        expected = {
            coordinate(position.variant, square): (
                piece.colour[0].upper() if piece.king else piece.colour[0]
            )
            for square, piece in position.pieces().items()
        }
        assert found == expected
        nearest = lines[-2][1:3].strip()
        assert nearest == ("1" if bottom is Colour.WHITE else str(size))


@pytest.mark.parametrize(("first", "nearest"), [(True, "b"), (False, "w")])
def test_the_persons_side_is_at_the_bottom(store: Store, first: bool, nearest: str) -> None:
    session = Session.against(Position.start(), EASY, person_first=first, seed=1)
    _, said = play(session, store)
    headings = [n for n, line in enumerate(said.splitlines()) if "a b c" in line or "c b a" in line]
    assert nearest in said.splitlines()[headings[1] - 1]


def test_the_list_of_pieces_in_words() -> None:
    position = Position.from_fen("B:W13,K14:B1", "english")
    assert plain_text.piece_lines(position) == [
        "Black: 1 man on 1 b8.",
        "White: 1 man on 13 a5; 1 king on 14 c5.",
    ]
    position = Position.from_fen("B:W:B1")
    assert plain_text.piece_lines(position)[1] == "White: no pieces."
    position = Position.from_fen("B:W50,51:BK10", "pikachu")
    assert plain_text.piece_lines(position) == [
        "Black: 1 pikachu on 10 b7.",
        "White: 2 pichus on 50 b2, 51 c2.",
    ]


@pytest.mark.parametrize(
    ("fen", "variant", "listed", "told"),
    [
        (
            "B:W8:B6",
            "mini",
            "6x11 (e5 to c3, captures d4)",
            "You capture one man with 6x11; the computer has none left.",
        ),
        ("B:W16:B5", "mini", "5-7 (c5 to b4)", "You play 5-7."),
        (
            "B:W6,14,32:B1",
            "english",
            "1x10x17 (b8 to d6 to b4, captures c7 and c5)",
            "You capture two men with 1x10x17; the computer has one left.",
        ),
        (
            "B:W1:B25",
            "towers",
            "25-29 (b2 to a1, makes a tower)",
            "You play 25-29 and make a tower.",
        ),
        (
            "B:W25:B22",
            "english",
            "22x29 (c3 to a1, captures b2, makes a king)",
            "You capture one man with 22x29 and make a king; the computer has none left.",
        ),
        (
            "B:WK6,14,32:B1",
            "english",
            "1x10x17 (b8 to d6 to b4, captures c7 and c5)",
            "You capture one man and one king with 1x10x17; the computer has one left.",
        ),
        (
            "B:W9,12,K31:BK1",
            "pikachu",
            "1-2 (a8 to b8)",
            "You play 1-2.",
        ),
    ],
)
def test_a_move_in_words_says_what_it_does(fen: str, variant: str, listed: str, told: str) -> None:
    session = Session(Timeline.begin(Position.from_fen(fen, variant)), PERSON, Player("easy"))
    move = session.position.legal_moves()[0]
    assert plain_text.described(session.position, move) == listed
    assert plain_text.played(session.position, move, plain_text.names_in(session)) == told


@pytest.mark.parametrize("word", ["values", "worth"])
def test_values_are_told_wherever_there_is_a_move_to_find(
    word: str, program_inside: ProgramInside
) -> None:
    for words in ("puzzle --seed 3", "learn --variant mini"):
        said = program_inside.run(*words.split(), "--plain", stdin=f"{word}\nquit\n").stdout
        assert re.search(r"(wins?|draws?|loses?)\b.*[;.]", said.partition("Moves: ")[2])
    # A puzzle does not count as solved once its values have been shown.
    puzzle = json.loads(program_inside.run("puzzle", "--seed", "3", "--json").stdout)
    lines = "\n".join([word, *puzzle["line"][::2]])
    said = program_inside.run("puzzle", "--seed", "3", "--plain", stdin=lines).stdout
    assert "completes the puzzle" in said
    assert "streak 0" in said


@pytest.mark.parametrize("study", ["puzzle --seed 3", "learn --variant mini"])
def test_a_word_of_a_game_is_answered_by_the_words_of_the_study(
    study: str, program_inside: ProgramInside
) -> None:
    said = spoken(program_inside.run(*study.split(), "--plain", stdin="new\nlevel easy\n").stdout)
    for word in ("new", "level"):
        told = re.search(rf"'{word}' is not a command here; (.*?)\.", said)
        assert told is not None
        for other in ("move such as", "show", "skip", "leave", "help"):
            assert other in told[1]


def test_the_end_of_puzzles_and_lessons_says_what_can_be_done_next(
    program_inside: ProgramInside,
) -> None:
    for words in ("puzzle --seed 3", "learn --variant mini"):
        said = program_inside.run(*words.split(), "--plain", stdin="skip\n" * 9).stdout
        last = spoken(said[-200:])
        assert re.search(r"'minicheckers( --variant mini)?' for a game", last)
        assert "minicheckers puzzle" in last
    # If there is a game underneath, it continues.
    said = program_inside.run(
        *["--plain", "--level", "easy", "--first", "you"], stdin="learn\n" + "skip\n" * 9
    ).stdout
    assert "for a game" not in said
    assert "Back to the game." in said


@pytest.mark.parametrize(
    ("flags", "named"),
    [
        ("--variant english", "--variant english"),
        ("--variant russian", "--variant russian"),
        ("--variant international --size 6", "--variant international --size 6"),
        ("--variant russian --goal losing", "--variant russian-losing"),
        ("--variant {file}", "--variant FILE"),
        ("--variant kept", "--variant kept"),
    ],
)
def test_after_lessons_only_commands_that_work_are_named(
    flags: str, named: str, tmp_path: Path, program_inside: ProgramInside
) -> None:
    directory = variants_directory()
    assert directory is not None
    directory.mkdir(parents=True)
    for path in (directory / "kept.toml", tmp_path / "file.toml"):
        path.write_text(f'name = "{path.stem}"\nbase = "russian"\n')
    words = flags.format(file=tmp_path / "file.toml").split()
    said = spoken(program_inside.run("learn", *words, "--plain", stdin="skip\n" * 20).stdout)
    assert f"'minicheckers {named}' for a game" in said
    puzzles = f"'minicheckers puzzle {named}' for puzzles"
    assert (puzzles in said) == ("minicheckers puzzle" in said) == ("english" in flags)


def test_a_resumed_game_says_nothing_of_a_preferred_game_that_is_gone(
    tmp_path: Path, program_inside: ProgramInside
) -> None:
    rules = tmp_path / "mine.toml"
    rules.write_text('name = "mine"\nbase = "russian"\n')
    first = ["--variant", str(rules), "--level", "easy", "--first", "you", "--plain"]
    program_inside.run(*first, stdin="1\nquit\n")
    VARIANTS.pop("mine")
    rules.unlink()
    said = program_inside.run("--plain", "--resume", stdin="1\nboard\nquit\n").stdout
    assert "You play" in said
    assert "preferred" not in said


def test_a_capture_that_must_be_made_is_announced(store: Store) -> None:
    assert "You must capture." in play(against("B:W8,18:B6,1"), store)[1]
    assert "You must capture." not in play(against(Position.start().fen()), store)[1]
    optional = against("B:W18,32:B14,1", "towers")
    assert "You must capture." not in play(optional, store)[1]


def test_the_end_is_told_with_its_reason() -> None:
    won = Session(Timeline.begin(Position.from_fen("B:W8:B6")), PERSON, Player("easy")).play("6x11")
    assert plain_text.turn_lines(won) == [
        "The game is over. Black wins: White has no pieces left.",
        "You won!",
    ]
    lost = Session(won.timeline, Player("easy"), PERSON)
    assert plain_text.turn_lines(lost)[-1] == "You lost."
    assert len(plain_text.turn_lines(Session(won.timeline, PERSON, PERSON))) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize(("variant", "size"), SIZES)
def test_no_line_is_wider_than_a_terminal(store: Store, variant: str, size: int) -> None:
    session = played(Session(begun(variant, size).timeline, PERSON, PERSON), 9)
    _, said = play(session, store, "list", "moves", "rules", "clock", "game", "hint")
    assert max(map(len, said.splitlines())) <= 79


def line_of(*moves: str) -> str:
    return write_line(PdnGame(replayed(Position.start(), moves)))


def test_the_game_as_pdn_and_as_a_line(store: Store) -> None:
    said = said_to(store, "6-9", "pdn", "line")
    assert '[Variant "mini"]' in said
    assert "1. 6-9 *" in said
    assert line_of("6-9") in said


def test_a_game_goes_on_with_the_line_of_the_other(store: Store) -> None:
    said = said_to(store, "6-9", line_of("6-9", "14-11"))
    assert "White plays 14-11." in said
    for line, sentence in (
        (line_of("6-9"), "has no new move"),
        (line_of("5-8", "14-11"), "move 1 is 5-8 there and 6-9 here"),
        (line_of("6-9")[:-1] + "?", "checksum"),
    ):
        assert sentence in spoken(said_to(store, "6-9", line))
    said = spoken(said_to(store, line_of("6-9"), session=begun()))
    assert "this is a game against the computer" in said.lower()


@pytest.mark.parametrize(
    ("variant", "wanted", "letters"),
    [
        ("russian", None, True),
        ("russian", NotationChoice.NUMBERS, False),
        ("english", None, False),
        ("english", NotationChoice.LETTERS, True),
    ],
)
def test_moves_are_told_in_the_chosen_notation(
    store: Store, variant: str, wanted: NotationChoice | None, letters: bool
) -> None:
    store.set_preferences(Preferences(notation=wanted))
    line = Timeline.begin(Position.start(variant))
    session = Session.against(line, Player("easy"), person_first=True)
    words = ["moves", "list", "hint", "hint", "9-9", "1", "values", "undo", "redo", "help"]
    study = ["analysis", "1", "1", "undo", "lines", "hint", "values", "leave", "board"]
    said = said_to(store, *words, *study, session=session)
    said = re.sub("'9-9'", "", said)
    assert "Line: " in said
    # Without letters a move's coordinates are told too, but as "c3 to d4".
    wrong = r"\b[0-9]+[-x][0-9]+" if letters else r"\b[a-h][1-8][-x][a-h][1-8]"
    assert re.findall(wrong, said) == []
    assert re.search(r"You play ([a-h][1-8]-[a-h][1-8]|[0-9]+-[0-9]+)\.", said)


def test_words_of_the_board_mean_the_same_here(store: Store) -> None:
    assert "Lesson 1" in said_to(store, "lessons")
    assert "Puzzle mini-" in said_to(store, "daily")
    assert "no other unfinished game" in said_to(store, "continue")
