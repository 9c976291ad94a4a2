"""What lies over a screen: lists, questions, texts and lines to type in, at every size."""

import pytest

from minicheckers.activities.activity import Question
from minicheckers.tui.boxes import Box, Entry, Prompt
from minicheckers.tui.input_decoder import Click, Paste
from testing.board_player import Player
from testing.everywhere import EVERYWHERE
from testing.game_player import two_people

SIZES = [(120, 40), (100, 30), (80, 24), (60, 20), (50, 18), (40, 15), (24, 9)]


def listed(count: int, size: tuple[int, int] = (80, 24)) -> tuple[Player, list[str]]:
    """Somebody before a list, and what was chosen."""
    player, chosen = two_people(size=size), list[str]()
    names = [f"{number} {'abc'[number % 3]}x" for number in range(count)]
    entries = [
        Entry(name, lambda name=name: chosen.append(name), f"about {name}")  # type: ignore[misc]
        for name in names
    ]
    player.app.overlay = Box(player.app, "Choose", entries=entries)
    return player, chosen


def box(player: Player) -> Box:
    assert isinstance(player.app.overlay, Box)
    return player.app.overlay


# Lists


def test_a_long_list_is_narrowed_down_by_letters() -> None:
    player, chosen = listed(30)
    assert "type to filter" in player.text
    player.press("b")
    assert {entry.label[-2] for entry in box(player).entries} == {"b"}
    player.press("q")  # nothing would be left
    assert box(player).typed == "b"
    player.press("backspace", "1", "2", "enter")
    assert chosen == ["12 ax"]


@pytest.mark.parametrize("size", SIZES)
def test_every_entry_of_a_list_is_reached_and_chosen_by_a_click(size: tuple[int, int]) -> None:
    player, chosen = listed(30, size)
    seen = set()
    for _ in range(30):
        rows = player.text.splitlines()
        for row, number in box(player).places().rows.items():
            assert box(player).entries[number].label in rows[row]
            seen.add(number)
        player.press("down")
    assert seen == set(range(30))
    places = box(player).places()
    player.send(Click(places.area.left + 3, min(places.rows)))
    assert chosen


def test_a_single_step_goes_around_and_a_page_does_not() -> None:
    player, _ = listed(30)
    assert box(player.press("up")).selected == 29
    assert box(player.press("down")).selected == 0
    assert box(player.press("pageup")).selected == 0
    assert box(player.press("pagedown", "pagedown", "pagedown", "pagedown")).selected == 29
    assert box(player.press("wheel-up")).selected == 28


# Questions


def test_a_question_goes_once_it_is_answered_elsewhere() -> None:
    player, stands = two_people(), [True]
    player.app.ask(Question("?", "", {"No": None}, unasked=True, stands=lambda: stands[0]))
    assert player.send().app.overlay is not None
    stands[0] = False
    assert player.send().app.overlay is None


def test_closing_a_question_does_what_it_says() -> None:
    closed: list[int] = []
    for close in ("escape", "click"):
        player = two_people()
        player.app.ask(Question("?", "", {"No": None}, closing=lambda: closed.append(1)))
        player.send(Click(0, 0)) if close == "click" else player.press(close)
        assert player.app.overlay is None
    assert closed == [1, 1]


# Texts


@pytest.mark.parametrize("size", SIZES)
def test_a_long_text_is_scrolled_to_its_end(size: tuple[int, int]) -> None:
    player = two_people(size=size)
    player.app.overlay = Box(player.app, "Text", "\n".join(f"line {n}." for n in range(60)))
    seen = ""
    for _ in range(60):
        seen += player.text
        player.press("down")
    assert all(f"line {n}." in seen for n in range(60))
    before = player.text
    assert player.press("down", "pagedown").text == before
    assert "line 0." in player.press(*["pageup"] * 9).text


# Lines to type in


def test_a_proposed_text_gives_way_to_the_first_letter_or_is_edited() -> None:
    given: list[str] = []
    player = two_people()
    for keys, text in (
        ((), "name.pdn"),
        (("a",), "a"),
        (("right", "x"), "name.pdnx"),
        (("backspace",), "name.pd"),
        (("ctrl-u", "b"), "b"),
    ):
        player.app.overlay = Prompt(player.app, "Name", given.append, "name.pdn")
        player.press(*keys, "enter")
        assert given.pop() == text
    player.app.overlay = Prompt(player.app, "Name", given.append)
    player.send(Paste("a line\nand another")).press("enter")
    assert given == ["a line"]


@pytest.mark.parametrize("size", SIZES)
def test_the_end_of_what_is_typed_is_seen(size: tuple[int, int]) -> None:
    player = two_people(size=size)
    question = "Save as (the ending .svg makes a film)"
    player.app.overlay = Prompt(player.app, question, lambda text: None)
    player.write("abcdefghij" * 12)
    frame = player.frame
    assert frame.cursor is not None
    column, row = frame.cursor
    assert frame.to_text().splitlines()[row][max(0, column - 4) : column].endswith("j")


@pytest.mark.parametrize("name", EVERYWHERE)
def test_a_sentence_covers_no_letters_of_the_board(name: str) -> None:
    player = Player(size=(60, 20)).open(EVERYWHERE[name]()).settled().press("escape")
    places = player.on.layout
    if places is None:
        return
    row = places.board.top + places.board.height - 1
    before = player.text.splitlines()[row][: places.board.width]
    player.app.say("A sentence of medium length that needs more than one line here", "warning")
    assert player.text.splitlines()[row][: places.board.width] == before
    player.press("up")
    assert "sentence of" not in player.text
