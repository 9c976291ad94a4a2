"""The lines at the bottom tell the truth, are there at every size, and cover nothing."""

import pytest

from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.tui.events import Click, GameReady, Release
from minicheckers.tui.layout import least_size
from minicheckers.tui.state import Help
from testing.screen_player import (
    ScreenPlayer,
    against,
    menu_state,
    position,
    replaying,
    two_people,
    watching,
)

SIZES = [(120, 40), (100, 30), (80, 24), (60, 20), (50, 18), (40, 15)]
GAMES = ["mini", "towers", "english", "pikachu"]
LONG = "a sentence that is much longer than any line of a small screen, " * 3
#: Black's man on 15 must jump, and goes on to 31 either way round.
CHAIN = "B:W18,19,26,27,5:B15,10,1"


def keys(player: ScreenPlayer) -> str:
    return player.text.splitlines()[-1]


@pytest.mark.parametrize("variant", GAMES)
def test_the_help_is_named_at_every_size_and_can_be_clicked(variant: str) -> None:
    least = least_size(two_people(variant).game.variant)
    for size in [*SIZES, least, (least[0], least[1] + 1), (40, 18)]:
        player = against(variant, size=size)
        assert "? help" in player.text, size
        rows = player.text.splitlines()
        (row,) = [number for number, line in enumerate(rows) if "? help" in line]
        player.send(Click(rows[row].index("? help"), row))
        assert isinstance(player.state.overlay, Help)


@pytest.mark.parametrize("size", [*SIZES, (24, 9)])
def test_a_sentence_never_covers_the_letters_of_the_board(size: tuple[int, int]) -> None:
    player = against(size=size)
    places = player.places
    row = places.board.top + places.board.height
    letters = player.text.splitlines()[row][: places.board.left + places.board.width]
    for text in ("short", "a sentence of medium length that needs more than one line", LONG[:90]):
        player.app.state = player.state.saying(text, "warning")
        shown = player.text
        if "╭" not in shown:  # a long one has a box of its own
            assert shown.splitlines()[row][: len(letters)] == letters
        words = "".join(c for c in shown if c.isalnum())
        assert text.replace(" ", "").replace(",", "")[:20] in words
    player.press("up")
    assert "sentence" not in player.text


def test_a_sentence_while_typing_covers_no_letters() -> None:
    player = against()
    row = player.places.board.top + player.places.board.height
    letters = player.text.splitlines()[row]
    player.press("1").write("-99").press("enter")
    assert "no square 99" in player.text
    assert player.text.splitlines()[row] == letters


def test_enter_says_what_it_does_now() -> None:
    player = two_people("english", CHAIN)
    assert "Enter pick up" in keys(player)
    player.press("enter")
    assert "Enter jump on" in keys(player)
    assert "Esc back" in keys(player)
    player.press("enter")
    assert "Enter put down" in keys(player)
    player.press("escape", "escape")
    assert "Esc" not in keys(player)
    moving = against().press("enter")
    start = moving.game.picked[0]
    while moving.game.focus != start:
        moving.press("down")
    assert "Enter put back" in keys(moving)


def test_nothing_is_named_that_does_not_apply() -> None:
    player = against()
    assert "undo" not in keys(player)
    assert "move now" not in keys(player)
    player.play("6-9")
    for word in ("Enter", "Tab", "hint"):
        assert word not in keys(player)
    assert "g move now" in keys(player)
    assert "u undo" in keys(player)
    stuck = two_people("mini", "B:W10,18:B16")
    assert "Enter pass" in keys(stuck)


def test_stepping_through_a_game() -> None:
    player = replaying("mini", ["6-9", "14-11"])
    assert "→ forward" in keys(player)
    assert "back" not in keys(player)
    assert "new" not in keys(player)
    player.press("end")
    assert "forward" not in keys(player)
    assert "← back" in keys(player)
    assert "Enter play on" in keys(player)
    assert "undo" not in keys(player)


def test_watching() -> None:
    player = watching()
    assert "Space pause" in keys(player)
    player.press(" ")
    assert "Space go on" in keys(player)
    player.press(*"+" * 9)
    assert "faster" not in keys(player)
    assert "slower" in keys(player)


def test_questions_name_the_answer_and_take_its_letters() -> None:
    player = against().play("6-9").answer().press("n")
    assert "Enter go on" in keys(player)
    player.press("right")
    assert "Enter new game" in keys(player)
    won = two_people("mini", "B:W8:B5").play("5x12")
    assert "Enter again" in keys(won)
    won.wait(1).press("n")
    assert won.game.session.timeline.ply == 0


def test_typing_says_what_enter_does() -> None:
    player = against().press("1")
    assert "Enter play" in keys(player)
    assert "Tab complete" in keys(player)
    player.press("backspace")
    assert "Enter cancel" in keys(player)
    saving = against().press("s")
    assert "Enter save" in keys(saving)
    assert "Tab" not in keys(saving)


def test_a_piece_is_dragged_to_the_end_of_its_chain() -> None:
    player = two_people("english", "B:W18,26,5:B15,1").click(15)
    column, row = player.places.corner(player.game.variant.geometry.place(31), False)
    player.send(Release(column + 1, row + 1))
    assert [str(move) for move in player.game.session.timeline.played] == ["15x22x31"]


def test_the_wheel_scrolls_the_moves() -> None:
    line = Timeline.begin(position("english"))
    while line.ply < 40:
        line = line.play(line.position.legal_moves()[0])
    session = Session(line, PERSON, PERSON)
    player = ScreenPlayer(menu_state(size=(60, 20))).send(GameReady(session))
    before = player.text
    player.press("wheel-up", "wheel-up", "wheel-up")
    assert player.text != before
    assert player.press("wheel-down", "wheel-down", "wheel-down").text == before
