"""Bytes of a terminal as events, in pieces of any size."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.tui.events import Click, Event, Key, Paste, Release
from minicheckers.tui.input_decoder import InputDecoder

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


@given(st.binary(max_size=200))
def test_no_bytes_break_it(data: bytes) -> None:
    decoder = InputDecoder()
    decoder.feed(data)
    decoder.flush()
    decoder.feed(b"\x1b[201~")
    assert decoder.feed(b"q")[-1:] == [Key("q")]


def test_a_long_paste_is_cut_and_takes_no_longer_for_every_byte() -> None:
    decoder = InputDecoder()
    text = b"a" * 200_000
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
