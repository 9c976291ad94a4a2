"""What can be typed in plain mode, and what is answered."""

import re
from collections.abc import Callable
from io import BytesIO, StringIO
from pathlib import Path

import pytest

from minicheckers.activities.activity import Activity, deeds_of
from minicheckers.activities.analysis import AnalysisBoard
from minicheckers.activities.game import CoachedGame
from minicheckers.activities.recorded import Recorded
from minicheckers.activities.tasks import Lessons
from minicheckers.coach import analysis
from minicheckers.game.correspondence import write_line
from minicheckers.game.pdn import PdnGame, read_games
from minicheckers.game.player import PERSON, Limits, Player
from minicheckers.game.presentation import NotationChoice
from minicheckers.game.request import GameRequest
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.plain import text
from minicheckers.plain.desk import Desk
from minicheckers.plain.start import Console
from minicheckers.rules.notation import coordinate
from minicheckers.rules.position import Position
from minicheckers.rules.variant import COLOURS, VARIANTS, Colour
from minicheckers.storage.store import Preferences, Store
from testing.lines import EASY, against, play, spoken
from testing.running import ProgramInside
from testing.store_games import VARIANTS as SIZES
from testing.store_games import begun, played


@pytest.fixture(autouse=True)
def _prompt_coach(monkeypatch: pytest.MonkeyPatch) -> None:
    """The coach does not think for long: what is tested is what is said, not how good it is."""
    monkeypatch.setattr(analysis, "LOOK", Limits(nodes=2000))


def two_people(fen: str = "") -> Session:
    start = Position.from_fen(fen) if fen else Position.start()
    return Session(Timeline.begin(start), PERSON, PERSON)


def said_to(store: Store, *lines: str, session: Session | None = None) -> str:
    """The answers to these lines, without the greeting."""
    code, said = play(session or two_people(), store, *lines)
    assert code == 0
    return said[said.index("Moves: ") :]


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("0", "from 1 to 5"),
        ("9" * 50, "from 1 to 5"),
        ("１", "not a move"),
        ("6-10", "not legal here"),
        ("pass", "only when you have no legal move"),
        ("frobnicate", "or help"),
        ("next", "'next' is not a command"),
        ("leave", "'leave' is not a command"),
        ("save", "save NAME"),
        ("level", "level NAME"),
        ("undo 2", "nexpected '2'"),
        ("undo", "no move to"),
        ("again", "not the computer's turn"),
        ("continue", "no other unfinished game"),
        ("level easy", "wo people"),
        ("side black", "wo people"),
        ("review", "not over yet"),
        ("mend", "not over yet"),
        ("review 1", "is not the number of a finished game"),
        ("games", "not finished a game"),
        ("mistakes", "not finished a game"),
        ("mistakes please", "nexpected 'please'"),
        ("puzzle please", "nexpected 'please'"),
        ("game chess", "chess"),
        ("game mini x", "'x' is not a board size"),
        ("clock x", "'x' is not a clock"),
        ("draw maybe", "nexpected 'maybe'"),
        ("fen x", "x"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(store: Store, line: str, complaint: str) -> None:
    said = said_to(store, line, "moves")
    assert complaint in spoken(said)
    assert said.endswith("\n".join(text.move_lines(Position.start())) + "\n")


def test_words_may_be_written_in_upper_case_and_short(store: Store) -> None:
    for line in ("QUIT", "q", "exit", " Quit "):
        assert said_to(store, line, "6-9") == said_to(store)
    assert said_to(store, "?") == said_to(store, "HELP")
    assert said_to(store, "") == said_to(store, "board")
    assert "Lesson 1" in said_to(store, "lessons")
    assert "Puzzle mini-" in said_to(store, "daily")


MINI = Position.start("mini")


@pytest.mark.parametrize(
    ("make", "before"),
    [
        (lambda: CoachedGame(Session.against(MINI, EASY, person_first=True, seed=1)), ()),
        (lambda: Recorded(played(begun(), 5)), ()),
        (lambda: AnalysisBoard(Timeline.begin(MINI)), ()),
        (lambda: AnalysisBoard(Timeline.begin(MINI)), ("edit",)),
        (lambda: Lessons(MINI.variant), ()),
    ],
)
def test_every_word_of_the_help_can_be_typed(
    make: Callable[[], Activity], before: tuple[str, ...], store: Store
) -> None:
    def answers(*lines: str) -> str:
        said = StringIO()
        source = BytesIO("".join(f"{line}\n" for line in (*before, *lines)).encode())
        assert Desk(store, Console(source, said), GameRequest()).run(make()) == 0
        return said.getvalue()

    said = answers("help")
    listed = re.findall(r"^  ([a-zA-Z ]+?)(?: [A-Z+]+| \[.*\])?  +\S", said, re.MULTILINE)
    words = {known.name.replace("_", " ") for known in deeds_of(make()) if known.help}
    assert before or words <= {*listed}
    assert max(map(len, said.splitlines())) <= 79
    for word in listed:
        assert "is not a command" not in answers(word)
    assert "help" in spoken(answers("nonsense")).partition("'nonsense' is not a command")[2]


def test_a_draw_is_offered_declined_accepted_and_told_about(store: Store) -> None:
    answers = ("draw yes", "draw no", "draw claim", "draw", "yes", "yes")
    said = spoken(said_to(store, "6-9", *answers))
    assert said.count("White offers black a draw. Type no or yes.") == 2
    assert "The draw is declined." in said
    assert said.count("no draws by repetition") == 2
    assert "The game is over. Draw: Both sides agreed." in said
    assert "declines the draw." in said_to(store, "draw yes", session=against("B:W13-18:B1-6"))


def test_game_side_and_clock_are_changed_without_a_restart(store: Store) -> None:
    lines = ("game", "side black", "side green", "game pikachu 9", "rules", "game english", "rules")
    _, said = play(against(Position.start("mini").fen()), store, *lines, "side white", "clock 5+3")
    assert all(f"\n{name}: " in said for name in VARIANTS)
    assert "Easy (black) against you (white)." in said
    assert "'green' is not a side" in said
    assert "becomes a pikachu" in said, "the rules of the one game"
    assert "becomes a king" in said, "and of the other"
    assert re.search(r"Time left: the computer [45]:\d\d, you [45]:\d\d\.", said)


def test_a_game_in_a_file_as_pdn_and_as_a_line(store: Store, tmp_path: Path) -> None:
    target = tmp_path / "my game.pdn"
    said = said_to(store, "6-9", "pdn", "line", "fen", f"save {target}", f"save {target}")
    assert said.count("1. 6-9 *") == 1
    assert line_of("6-9") in said
    assert "W:W13,14,15,16,17,18:B1,2,3,4,5,9" in said
    assert f"'{target}'." in spoken(said)
    assert "is free." in said
    (record,) = read_games(target.read_text())
    assert [str(move) for move in record.timeline.moves] == ["6-9"]


def line_of(*moves: str) -> str:
    return write_line(PdnGame(replayed(Position.start(), moves)))


def test_a_game_goes_on_with_the_line_of_the_other(store: Store) -> None:
    assert "White plays 14-11." in said_to(store, "6-9", line_of("6-9", "14-11"))
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
    session = Session.against(Position.start(variant), EASY, person_first=True)
    words = ["moves", "list", "hint", "hint", "1", "values", "undo", "redo", "help"]
    study = ["analysis", "1", "1", "undo", "lines", "hint", "values", "leave", "board"]
    said = said_to(store, *words, *study, session=session)
    assert "Line: " in said
    # Without letters a move's coordinates are told too, but as "c3 to d4".
    wrong = r"\b[0-9]+[-x][0-9]+" if letters else r"\b[a-h][1-8][-x][a-h][1-8]"
    assert re.findall(wrong, said) == []


# After the game

#: The one first move that loses, and then whatever stands first in the list, to the end.
LOST = ("6-9", *["1"] * 20)


def told(program: ProgramInside, *lines: str) -> str:
    flags = ("--plain", "--level", "expert", "--first", "you", "--seed", "1")
    done = program.run(*flags, stdin="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_a_finished_game_is_reviewed_and_its_mistakes_are_fixed(
    program_inside: ProgramInside,
) -> None:
    lines = ("review", "retry", "6-9", "4-7", "show", "leave", "moves", "games", "review 1")
    said = spoken(told(program_inside, *LOST, *lines))
    assert "Move 1: Black played 6-9, a blunder: it loses by 1 piece. 4-7" in said
    assert "#" not in said, "told, not drawn"
    assert said.count("The turning point: move 1, Black played 6-9.") == 2
    retry = said[said.index("Mistake 1 of") :]
    assert "You played 6-9, which loses by 1 piece. Four other moves draw." in retry
    assert "6-9 is wrong: after" in retry
    assert retry.index("Correct! 4-7 draws.") < retry.index("Mistake 2 of")
    assert "Back to the game." in retry
    assert re.search(r"1 \d+ \w{3} \d{4} mini expert, \d+ moves", said)
    assert "You played 6-9" not in told(program_inside, "mistakes", *["skip"] * 60)
    assert "You played 6-9" in told(program_inside, "mistakes all", "leave")
    again = ("6-9", "resign yes", "review", "undo", "undo", "4-7", "resign yes", "retry")
    assert "There is no mistake to retry." in spoken(told(program_inside, *again))


def test_puzzles_lessons_and_an_analysis_are_a_word_away(program_inside: ProgramInside) -> None:
    lines = ("puzzle", "skip", "leave", "puzzle daily", "show", "leave", "learn", "skip", "back")
    study = ("explore", "6-9", "undo", "4-7", "branch", "lines", "fen W:W18:B1,5", "fen", "leave")
    said = told(program_inside, *lines, *study, "6-9", "resign yes")
    assert said.count("\nPuzzle mini-") == 3
    assert "The right move is " in said
    assert "Lesson 2 of " in said
    assert "You tried 2 lines" in said
    assert "\nW:W18:B1,5\n" in said
    assert said.count("Back to the game.") == 4
    assert '"helped": true' in program_inside.run("record", "--json").stdout


# Words for a position


@pytest.mark.parametrize(("variant", "size"), SIZES)
def test_the_board_shows_every_piece_where_it_stands(store: Store, variant: str, size: int) -> None:
    session = played(Session(begun(variant, size).timeline, PERSON, PERSON), 30)
    position = session.position
    for bottom in COLOURS:
        lines = text.board_lines(position, bottom)
        assert lines[0] == lines[-1]
        found = {}
        for line in lines[1:-1]:
            row = line[1:3].strip()
            for column, letter in zip(lines[0], line, strict=False):
                if column != " " and letter in "bwBW":
                    found[f"{column}{row}"] = letter
        assert found == {
            coordinate(position.variant, square): (
                piece.colour[0].upper() if piece.king else piece.colour[0]
            )
            for square, piece in position.pieces().items()
        }
        assert lines[-2][1:3].strip() == ("1" if bottom is Colour.WHITE else str(size))
    _, said = play(session, store, "list", "moves", "rules", "clock", "game", "hint")
    assert said.isascii()
    assert max(map(len, said.splitlines())) <= 79


def test_the_list_of_pieces_in_words() -> None:
    position = Position.from_fen("B:W50,51:BK10", "pikachu")
    assert text.piece_lines(position) == [
        "Black: 1 pikachu on 10 b7.",
        "White: 2 pichus on 50 b2, 51 c2.",
    ]
    assert text.piece_lines(Position.from_fen("B:W:B1"))[1] == "White: no pieces."


@pytest.mark.parametrize(
    ("fen", "variant", "listed", "said"),
    [
        (
            "B:W8:B6",
            "mini",
            "6x11 (e5 to c3, captures d4)",
            "You capture one man with 6x11; the computer has none left.",
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
    ],
)
def test_a_move_in_words_says_what_it_does(fen: str, variant: str, listed: str, said: str) -> None:
    session = Session(Timeline.begin(Position.from_fen(fen, variant)), PERSON, Player("easy"))
    move = session.position.legal_moves()[0]
    assert text.described(session.position, move) == listed
    assert text.played(session.position, move, text.names_in(session)) == said
