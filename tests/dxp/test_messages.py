"""The messages of the Dam Exchange Protocol as bytes and back."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers import Colour, Piece
from minicheckers.dxp.messages import (
    LONGEST,
    Acceptance,
    BackAcc,
    BackAnswer,
    BackReq,
    Chat,
    Deal,
    DrawOffer,
    GameAcc,
    GameEnd,
    GameReq,
    Message,
    MoveMade,
    NotedMove,
    Play,
    Reason,
    chat_lines,
    decode,
    encode,
    split,
)
from minicheckers.game.clock import TimeControl
from minicheckers.rules.notation import Placement
from testing.outside_client import dxp_classes

BLACK, WHITE = Colour.BLACK, Colour.WHITE
START = Placement(BLACK, {1: Piece(BLACK, king=True), 7: Piece(BLACK), 50: Piece(WHITE)})
BOARD = "Zeeeeez" + "e" * 42 + "w"

#: Messages as the protocol's description shows them, and those of other programs.
KNOWN: dict[bytes, Message] = {
    b"R01Tornado voor Windows 4.0        W060065A": GameReq(
        "Tornado voor Windows 4.0", WHITE, 60, 65
    ),
    b"R01DXP Client                      Z000000BZ" + BOARD.encode(): GameReq(
        "DXP Client", BLACK, start=START
    ),
    b"ATornado voor Windows 4.0        0": GameAcc("Tornado voor Windows 4.0", Acceptance.YES),
    b"AMoby Dam                        2": GameAcc("Moby Dam", Acceptance.NOT_THIS_GAME),
    b"M0012061100": MoveMade(12, 6, 11),
    b"M001205250422122320": MoveMade(12, 5, 25, (22, 12, 23, 20)),
    b"E00": GameEnd(),
    b"E21": GameEnd(Reason.DRAW, leaving=True),
    b"CWhat do you think about move 35?": Chat("What do you think about move 35?"),
    b"B005Z": BackReq(5, BLACK),
    b"K2": BackAcc(BackAnswer.NO),
}
OURS = (
    Play("Ann"),
    Play("Ann", "pikachu", 10, "W:W13:B1", BLACK, TimeControl(300, 3)),
    Play("Ünal & Co = ?", token="0af3", line="minicheckers game mini 6-9 check 0", back=0),
    Deal("Ben", WHITE, "minicheckers game mini check 0", "0af3", "2025.11.17"),
    Deal("Ben", BLACK, "x" * 9000, "t", "2025.11.17", TimeControl(60), 12.25, 60.0),
    NotedMove(0, "pass"),
    NotedMove(31, "1x10x19", 1.125),
    DrawOffer(),
    DrawOffer(refused=1),
)


@pytest.mark.parametrize(("raw", "message"), KNOWN.items())
def test_the_messages_of_the_protocol(raw: bytes, message: Message) -> None:
    assert decode(raw) == message
    assert encode(message) == raw + b"\0"


@pytest.mark.parametrize("message", OURS)
def test_our_own_messages_are_read_as_they_were_written(message: Message) -> None:
    raw = encode(message)
    assert raw.startswith(b"X")
    assert decode(raw[:-1]) == message


def test_what_an_outside_program_writes_and_reads() -> None:
    """pydraughts writes a message, and understands ours."""
    outside = dxp_classes.DamExchange()
    assert decode(outside.msg_move([5, 14, 25], [22, 12, 23, 20], 12).encode()) == MoveMade(
        12, 5, 25, (22, 12, 23, 20)
    )
    assert decode(outside.msg_chat("Hello!").encode()) == Chat("Hello!")
    assert decode(outside.msg_backreq(5, dxp_classes.DXP_BLACK).encode()) == BackReq(5, BLACK)
    assert decode(outside.msg_backacc("1").encode()) == BackAcc(BackAnswer.CANNOT)
    assert decode(outside.msg_gameend("3").encode()) == GameEnd(Reason.I_WIN, leaving=True)
    position = dxp_classes.draughts.Board(fen="W:W31,K40:B1,2")
    request = outside.msg_gamereq(dxp_classes.DXP_WHITE, 5, 75, position, dxp_classes.DXP_WHITE)
    assert decode(request.encode()) == GameReq(
        "DXP Client",
        BLACK,
        5,
        75,
        Placement(
            WHITE,
            {1: Piece(BLACK), 2: Piece(BLACK), 31: Piece(WHITE), 40: Piece(WHITE, king=True)},
        ),
    )

    def understood(message: Message) -> dict[str, object]:
        read: dict[str, object] = outside.parse(encode(message)[:-1].decode())
        return read

    answer = understood(GameAcc("minicheckers", Acceptance.YES))
    assert (answer["engineName"], answer["accCode"]) == ("minicheckers", "0")
    move = understood(MoveMade(7, 5, 25, (12, 20, 22)))
    assert (move["from"], move["to"], move["captures"]) == ("05", "25", ["12", "20", "22"])
    asked = understood(GameReq("Ann", WHITE, 5, 0, START))
    assert (asked["fColor"], asked["gameTime"], asked["mColor"]) == ("W", "005", "Z")
    assert asked["pos"] == BOARD


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\xff\xfe",
        b"GET / HTTP/1.1\r\n\r\n",
        b"R",
        b"R01short",
        b"R01" + b"n" * 32 + b"X000000A",
        b"R01" + b"n" * 32 + b"W0a0000A",
        b"R01" + b"n" * 32 + b"W000000BW" + b"e" * 49,
        b"R01" + b"n" * 32 + b"W000000BW" + b"q" * 50,
        b"R01" + b"n" * 32 + b"W000000BW" + b"e" * 51,
        b"A" + b"n" * 32 + b"4",
        b"A0",
        b"M",
        b"M0001",
        b"M00010611",
        b"M0001061101",
        b"M000106110112345",
        b"M000106110212",
        b"M00010611-1",
        "M٠٠٠١٠٦١١٠٠".encode(),
        b"E",
        b"E40",
        b"E02",
        b"B5Z",
        b"B005B",
        b"K",
        b"K3",
        b"X",
        b"X[[[[[[[[",
        b"Xplay",
        b"Xplay?",
        b"Xplay?token=1",
        b"Xplay?name=a&size=8.5",
        b"Xplay?name=a&size=-1",
        b"Xplay?name=a&size=100",
        b"Xplay?name=a&colour=red",
        b"Xplay?name=a&clock=never",
        b"Xplay?name=a&clock=99999999",
        b"Xplay?name=a&secret=1",
        b"Xplay?name=" + b"n" * 33,
        b"Xmove?ply=1",
        b"Xmove?ply=1&move=9-13&seconds=inf",
        b"Xmove?ply=1&move=9-13&seconds=nan",
        b"Xmove?ply=1&move=9-13&seconds=1e9",
        b"Xmove?" + b"&".join(b"ply=1" for _ in range(100)),
        b"Xdraw?refused=2",
        b"Xdeal?name=a",
    ],
)
def test_anything_else_is_refused_with_a_sentence(raw: bytes) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        decode(raw)


@settings(max_examples=50)
@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_value_error(raw: bytes) -> None:
    for candidate in (raw, *(letter + raw for letter in (b"R", b"A", b"M", b"C", b"X", b"Xmove?"))):
        try:
            message = decode(candidate)
        except ValueError:
            continue
        assert type(decode(encode(message)[:-1])) is type(message)


def test_what_is_read_can_do_nothing_to_a_terminal() -> None:
    evil = "\x1b[2J\r\n\x07\u202eevil"
    chat = decode(b"C" + evil.encode())
    assert isinstance(chat, Chat)
    request = decode(b"R01" + evil.encode()[:32].ljust(32) + b"W000000A")
    assert isinstance(request, GameReq)
    play = decode(b"Xplay?name=%1b%5b2J%0d%0a")
    assert isinstance(play, Play)
    for text in (chat.text, request.name, play.name):
        assert text.isprintable()


@pytest.mark.parametrize(
    "message",
    [
        Chat("x" * 127),
        Chat("a\0b"),
        MoveMade(0, 100, 1),
        MoveMade(0, -1, 1),
        GameReq("a", WHITE, minutes=1000),
        GameReq("a", WHITE, start=Placement(WHITE, {51: Piece(WHITE)})),
        BackReq(1000, WHITE),
        Deal("a", WHITE, "x" * LONGEST, "t", "d"),
    ],
)
def test_what_no_message_can_say_is_not_sent(message: Message) -> None:
    with pytest.raises(ValueError, match=r"\w+ \w+"):
        encode(message)


def test_a_long_thought_is_sent_as_the_longest_there_is() -> None:
    assert encode(MoveMade(100_000, 6, 11)) == b"M9999061100\0"


def test_messages_come_in_any_pieces() -> None:
    messages = [*KNOWN.values(), *OURS]
    stream = b"".join(map(encode, messages))
    random = Random(3)
    held = b""
    read: list[Message] = []
    while stream:
        size = random.randint(1, 60)
        whole, held = split(held + stream[:size])
        stream = stream[size:]
        read += map(decode, whole)
    assert held == b""
    assert read == messages


def test_a_message_without_an_end_is_given_up() -> None:
    whole, rest = split(b"C" * LONGEST)
    assert (whole, len(rest)) == ([], LONGEST)
    with pytest.raises(ValueError, match="longer"):
        split(b"C" * (LONGEST + 1))
    with pytest.raises(ValueError, match="longer"):
        split(b"C" * (LONGEST + 1) + b"\0C")


@given(st.text(max_size=400))
def test_talk_of_any_length_arrives_in_pieces(text: str) -> None:
    lines = chat_lines(text)
    sent = [decode(encode(line)[:-1]) for line in lines]
    heard = "".join(line.text for line in sent if isinstance(line, Chat))
    assert heard.replace(" ", "") == "".join(line.text for line in lines).replace(" ", "")
    assert heard.isprintable()
