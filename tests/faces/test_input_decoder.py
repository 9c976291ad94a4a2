"""Bytes from a terminal as events, in pieces of any size."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.tui.input_decoder import (
    Click,
    Event,
    Ground,
    InputDecoder,
    Key,
    Paste,
    Release,
)

CASES: list[tuple[bytes, list[Event]]] = [
    (b"a\r\x7f", [Key("a"), Key("enter"), Key("backspace")]),
    ("é→".encode(), [Key("é"), Key("→")]),
    (b"\x1bOA\x1b[A\x1b[1;5A", [Key("up")] * 3),
    (
        b"\x1b[5~\x1b[6~\x1b[Z\x1bOP\x1b[[A",
        [Key(n) for n in ["pageup", "pagedown", "shift-tab", "f1", "f1"]],
    ),
    (b"\x1b[<0;3;4M\x1b[<0;5;4m", [Click(2, 3), Release(4, 3)]),
    (b"\x1b[<64;3;4M\x1b[<65;3;4M\x1b[<2;3;4M", [Key("wheel-up"), Key("wheel-down")]),
    (b"\x1b[M #$\x1b[M##$", [Click(2, 3), Release(2, 3)]),
    (b"\x1b[200~q\x1b[Aq\n9-13\x1b[201~x", [Paste("q\x1b[Aq\n9-13"), Key("x")]),
    (b"\x1bq", [Key("escape"), Key("q")]),
    (b"\x1b\x1b[B", [Key("escape"), Key("down")]),
    (b"\xf4\x90\x80\x80a\xf7\xbf\xbf\xbfb\xffc\xc3(", [Key("a"), Key("b"), Key("c"), Key("(")]),
    (b"\x1b[99~\x1b[?1;2cz", [Key("z")]),
    (b"\x1b[?2026;2$y\x1b[?2026;0$y", []),
    (b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\q", [Ground(True), Key("q")]),
    (b"\x1b]11;rgb:1e/1E/2e\x07q", [Ground(False), Key("q")]),
    (b"\x1b]11;rgba:fd/f6/e3/ff\x07", [Ground(True)]),
    (b"\x1b]10;rgb:00/00/00\x07\x1b]11;what\x07\x1b]0;title\x1b\\q", [Key("q")]),
    (b"\x1b]11;rgb:ff\x1b[A", [Key("up")]),  # cut off
    (b"\x1b[?20\x1b[A", [Key("up")]),
    (b"\x1b]1" + b"1" * 61 + b"q", [Key("q")]),  # no answer is this long
]


@pytest.mark.parametrize(("data", "events"), CASES)
def test_bytes_and_their_events(data: bytes, events: list[Event]) -> None:
    assert InputDecoder().feed(data) == events
    slow = InputDecoder()
    assert [event for byte in data for event in slow.feed(bytes([byte]))] == events
    assert not slow.pending


def test_esc_alone_is_a_key_once_nothing_follows() -> None:
    decoder = InputDecoder()
    assert decoder.feed(b"\x1b") == []
    assert decoder.pending
    assert decoder.flush() == [Key("escape")]
    assert not decoder.pending
    decoder.feed(b"\x1b[1;")
    assert decoder.flush() == [Key("escape"), *map(Key, "[1;")]
    decoder.feed(b"\xe2\x86")
    assert decoder.flush() == []


ANSWER = b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\\x1b[?2026;1$y\x1b[?64;1;2c"


@given(st.lists(st.integers(1, len(ANSWER) - 1), max_size=6), st.integers(0, 3))
def test_an_answer_that_comes_late_and_in_pieces_is_never_taken_for_keys(
    cuts: list[int], pauses: int
) -> None:
    decoder = InputDecoder()
    decoder.expects_answers = True
    ends = sorted({0, *cuts, len(ANSWER)})
    events: list[Event] = []
    for start, end in pairwise(ends):
        events += decoder.feed(ANSWER[start:end])
        for _ in range(pauses):
            events += decoder.flush()
    assert events == [Ground(True)]
    assert decoder.synchronizes
    assert not decoder.expects_answers
    assert decoder.feed(b"\x1b") == []
    assert decoder.flush() == [Key("escape")]  # at once again


@pytest.mark.parametrize(("state", "known"), [(0, False), (1, True), (2, True), (4, False)])
def test_a_terminal_tells_whether_it_shows_whole_frames(state: int, known: bool) -> None:
    decoder = InputDecoder()
    assert decoder.feed(b"\x1b[?2004;1$y\x1b[?2026;%d$y" % state) == []
    assert decoder.synchronizes is known


def test_esc_is_a_key_where_no_answer_comes() -> None:
    decoder = InputDecoder()
    decoder.expects_answers = True
    decoder.feed(b"\x1b")
    told = [event for _ in range(9) for event in decoder.flush()]
    assert told == [Key("escape")]
    decoder.feed(b"\x1b")
    assert decoder.flush() == [Key("escape")]
    decoder.feed(b"\x1b]")
    assert decoder.flush() == [Key("escape"), Key("]")]
    decoder.feed(b"\x1b]11;rgb:ff")
    assert [event for _ in range(9) for event in decoder.flush()] == []
    assert not decoder.pending
    assert decoder.feed(b"q") == [Key("q")]


@given(st.binary(max_size=200))
def test_no_bytes_break_it(data: bytes) -> None:
    decoder = InputDecoder()
    decoder.feed(data)
    decoder.flush()
    decoder.feed(b"\x1b[201~")
    assert decoder.feed(b"q")[-1:] == [Key("q")]


def test_a_long_paste_is_cut_and_takes_no_longer_for_every_byte() -> None:
    decoder = InputDecoder()
    text = b"a" * 60_000
    events = [event for byte in b"\x1b[200~" + text for event in decoder.feed(bytes([byte]))]
    assert events == []
    assert decoder.feed(b"\x1b[201~q") == [Paste("a" * 10_000), Key("q")]
    assert not decoder.pending


def test_a_paste_without_an_end_does_not_swallow_all_keys() -> None:
    decoder = InputDecoder()
    assert decoder.feed(b"\x1b[200~6-9\x1b[20") == []
    for _ in range(4):
        assert decoder.flush() == []
    assert decoder.feed(b"1") == [], "a pause is not the end"
    for _ in range(4):
        assert decoder.flush() == []
    assert decoder.flush() == [Paste("6-9\x1b[201")]
    assert decoder.feed(b"q") == [Key("q")]
