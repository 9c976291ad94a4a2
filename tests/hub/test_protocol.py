"""The lines of the protocol: read, written, and never too long."""

import io
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from minicheckers.hub.protocol import HubMessage, format_message, lines_of, parse_message
from minicheckers.hub.settings import DEFAULT_SECONDS, HubLimits


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hub", HubMessage("hub")),
        ("  go   think  ", HubMessage("go", {"think": ""})),
        ("level move-time=1.5", HubMessage("level", {"move-time": "1.5"})),
        (
            'pos pos=Wbe moves="11-15 22x18"',
            HubMessage("pos", {"pos": "Wbe", "moves": "11-15 22x18"}),
        ),
        (
            'set-param name = level value=""',
            HubMessage("set-param", {"name": "level", "value": ""}),
        ),
    ],
)
def test_a_line_is_a_command_and_its_arguments(line: str, message: HubMessage) -> None:
    assert parse_message(line) == message


@pytest.mark.parametrize("line", ['"hub"', "=", "pos pos=", 'pos pos="x', "a b=c b=d", "a =b"])
def test_a_broken_line_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"is not name=value|does not begin|twice"):
        parse_message(line)


@given(st.text(max_size=80))
def test_any_line_is_a_message_or_a_value_error(line: str) -> None:
    try:
        message = parse_message(line)
    except ValueError:
        return
    assert message.command


@given(st.dictionaries(st.from_regex(r"[a-z-]{1,8}", fullmatch=True), st.text(max_size=20)))
def test_what_is_written_can_be_read(arguments: dict[str, str]) -> None:
    read = parse_message(format_message("info", **arguments)).arguments
    assert list(read) == list(arguments)


def test_lines_come_whole_and_overlong_ones_are_told_of() -> None:
    source = io.BytesIO(b"ping\r\n\n" + b"x" * 500_000 + b"\nping\n\xff\nlast")
    assert list(lines_of(source, longest=10)) == ["ping", "", None, "ping", "\\xff", "last"]


def test_a_line_without_end_is_told_of_at_once() -> None:
    with open("/dev/zero" if os.name == "posix" else __file__, "rb", buffering=0) as source:
        assert next(lines_of(source, longest=10)) is None


@pytest.mark.parametrize(
    ("line", "seconds"),
    [
        ("level move-time=2", 1.97),
        ("level move-time=0.001", 0.01),
        ("level time=30", 0.97),
        ("level moves=1 time=10", 7.97),
        ("level time=30 inc=1", 1.97),
        ("level time=-0.5 inc=1", 0.77),
        ("level depth=4", None),
        ("level nodes=1000", None),
        ("level infinite", None),
    ],
)
def test_a_level_is_a_time_for_the_move(line: str, seconds: float | None) -> None:
    found = HubLimits.parse(parse_message(line)).seconds()
    assert found == (None if seconds is None else pytest.approx(seconds))


def test_without_a_level_a_move_takes_a_while() -> None:
    assert HubLimits().seconds() == DEFAULT_SECONDS


@pytest.mark.parametrize(
    "line", ["level", "level depth=0", "level depth=x", "level time=nan", "level inc=1"]
)
def test_a_level_that_says_nothing_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"level|depth|time"):
        HubLimits.parse(parse_message(line))
