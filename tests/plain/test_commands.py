"""What lines mean in plain mode, without any program around it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.plain import text as plain_text
from minicheckers.plain.commands import ALIASES, COMMANDS, Effect, Request, board, respond
from minicheckers.rules.notation import coordinate
from minicheckers.rules.position import Position
from minicheckers.rules.variant import COLOURS, Colour
from testing.store_games import VARIANTS, begun, finished, played

START = begun()
DESK = Request(START)


def test_a_move_may_be_written_in_every_way() -> None:
    wanted = START.play("6-9").timeline
    for text in ("6-9", " 6-9 ", "6 - 9", "e5-f4", "E5-F4", "5"):
        assert respond(DESK, text + "\n").session.timeline == wanted


def test_a_bare_number_is_a_number_in_the_list_and_not_a_square() -> None:
    legal = START.position.legal_moves()
    for number, move in enumerate(legal, start=1):
        assert respond(DESK, str(number)).session.timeline.last_move == move


def test_the_seconds_of_the_person_are_counted() -> None:
    assert respond(Request(START, seconds=2.5), "1").session.elapsed == (2.5, 0.0)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("0", "there are 1 to 5"),
        ("6", "there are 1 to 5"),
        ("9" * 50, "there are 1 to 5"),
        ("１", "not a move"),
        ("6-10", "not legal here"),
        ("pass", "only when you have no legal move"),
        ("frobnicate", "help lists the words"),
        ("\x1b[2J", r"x1b\[2J"),
        ("save", "write save NAME"),
        ("level", "write level NAME"),
        ("undo 2", "undo stands alone"),
        ("undo", "no move to take back"),
        ("redo", "no move to play again"),
        ("retry", "not to move"),
        ("resume", "no other unfinished game"),
    ],
)
def test_what_makes_no_sense_is_a_sentence(line: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint) as caught:
        respond(DESK, line)
    assert str(caught.value).isprintable()


@given(st.text(max_size=60))
def test_any_line_gets_a_reply_or_a_sentence(line: str) -> None:
    try:
        said = respond(DESK, line).lines
    except ValueError as error:
        said = (str(error),)
    assert all(text.isprintable() and len(text) < 300 for text in said)


def test_words_may_be_written_in_upper_case_and_short() -> None:
    for line in ("QUIT", "q", "exit", " Quit "):
        assert respond(DESK, line).effect is Effect.QUIT
    assert respond(DESK, "?").lines == respond(DESK, "help").lines
    assert respond(DESK, "").lines == respond(DESK, "board").lines
    assert set(ALIASES.values()) <= set(COMMANDS)


def test_help_names_every_word() -> None:
    text = "\n".join(respond(DESK, "help").lines)
    for name, word in COMMANDS.items():
        assert f"  {name} {word.argument}".rstrip() in text
        assert word.summary in text


def test_wishes_carry_their_argument() -> None:
    reply = respond(DESK, "save  My Game.pdn ")
    assert (reply.effect, reply.argument) == (Effect.EXPORT, "My Game.pdn")
    reply = respond(DESK, "level hard")
    assert (reply.effect, reply.argument) == (Effect.LEVEL, "hard")
    assert respond(DESK, "hint").effect is Effect.HINT


def test_undo_takes_back_a_whole_turn_and_redo_plays_it_again() -> None:
    session = START.play("6-9").play("13-10")
    back = respond(Request(session), "undo")
    assert back.session.timeline.ply == 0
    assert back.lines == ("Taken back: 6-9, 13-10.",)
    again = respond(Request(back.session), "redo")
    assert again.session == session
    assert again.lines == ("Played again: 6-9, 13-10.",)


def test_two_people_take_back_one_ply_and_never_stop_at_a_forfeited_turn() -> None:
    line = Timeline.begin(Position.from_fen("B:W1,18:B4,15")).play("4-7")
    assert line.position.legal_moves()[0].is_pass is False
    session = Session(line, PERSON, PERSON)
    assert respond(Request(session), "undo").session.timeline.ply == 0
    # White is stuck here, so Black moves twice in a row with a pass in between.
    stuck = Session(Timeline.begin(Position.from_fen("B:W1:B4,5")), PERSON, PERSON)
    stuck = stuck.play("4-7").play("pass")
    assert respond(Request(stuck), "undo").session.timeline.ply == 0


def test_new_begins_again_with_the_same_players() -> None:
    session = respond(Request(played(START, 5)), "new").session
    assert session == START


def test_resume_goes_back_to_the_older_game() -> None:
    older = played(begun("english"), 7)
    assert respond(Request(START, older), "resume").session is older


def test_a_finished_game_takes_no_moves_but_the_other_words() -> None:
    request = Request(finished())
    for line in ("1", "6-9", "hint", "retry"):
        with pytest.raises(ValueError, match=r"over|not to move"):
            respond(request, line)
    assert "The game is over" in respond(request, "moves").lines[0]
    assert respond(request, "undo").session.outcome is None
    assert respond(request, "new").session.outcome is None


def test_a_move_when_the_computer_is_to_move_is_refused() -> None:
    session = START.play("6-9")
    with pytest.raises(ValueError, match="retry"):
        respond(Request(session), "1")
    assert respond(Request(session), "retry").effect is Effect.THINK


@pytest.mark.parametrize(("variant", "size"), VARIANTS)
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


def test_the_persons_side_is_at_the_bottom() -> None:
    black = board(START)
    white = board(Session.against(Position.start(), Player("easy"), person_first=False))
    assert "b" in black[-2]
    assert "w" not in black[-2]
    assert "w" in white[-2]


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


def test_a_move_in_words_says_what_it_takes_and_becomes() -> None:
    position = Position.from_fen("B:W8:B6")
    assert plain_text.described(position, position.find("6x11")) == "6x11 (e5 to c3, captures d4)"
    position = Position.from_fen("B:W6,14,22:B1", "english")
    chain = position.legal_moves()[0]
    assert plain_text.described(position, chain).startswith("1x10x17")
    position = Position.from_fen("B:W1:B25", "towers")
    assert plain_text.described(position, position.legal_moves()[0]).endswith("becomes a tower)")


def test_the_end_is_told_with_its_reason() -> None:
    won = Session(Timeline.begin(Position.from_fen("B:W8:B6")), PERSON, Player("easy")).play("6x11")
    assert plain_text.turn_lines(won) == [
        "The game is over: black wins: white has no pieces left.",
        "You won.",
    ]
    lost = Session(won.timeline, Player("easy"), PERSON)
    assert plain_text.turn_lines(lost)[-1] == "You lost."
    assert len(plain_text.turn_lines(Session(won.timeline, PERSON, PERSON))) == 1


@pytest.mark.parametrize(("variant", "size"), VARIANTS)
def test_no_line_is_wider_than_a_terminal(variant: str, size: int) -> None:
    session = played(begun(variant, size), 9)
    lines = [*plain_text.introduction(session), plain_text.clock_line(session)]
    lines += plain_text.turn_lines(session) + plain_text.piece_lines(session.position)
    lines += respond(Request(session), "help").lines + board(session)
    assert max(map(len, lines)) <= 79
