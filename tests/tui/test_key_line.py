"""The bottom lines tell the truth, are there at every size, and cover nothing."""

from dataclasses import replace
from random import Random

import pytest

from minicheckers.coach.requests import PuzzleOrder
from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.variant import get_variant
from minicheckers.tui.events import Click, GameReady, Key, Release, StudyAsked
from minicheckers.tui.layout import least_size
from minicheckers.tui.screens.puzzle import PuzzleScreen
from minicheckers.tui.update import owners, update
from minicheckers.tui.widgets.help import Help
from minicheckers.tui.widgets.keys import key_line
from testing.screen_player import (
    PromptCoach,
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
LONG = "A sentence that is much longer than any line of a small screen, " * 3
#: Black's man on 15 must jump, and continues to 31 either way round.
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
    for text in ("Short", "A sentence of medium length that needs more than one line", LONG[:90]):
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


def test_a_sentence_about_what_was_typed_is_read_to_the_end() -> None:
    for size, told in (
        ((80, 24), "There is no playing square c4; they run from a1 to h8 over the dark squares."),
        ((40, 15), "There is no playing square c4."),
    ):
        player = against("english", size=size).press("3").write("2-28:c4-b5").press("enter")
        assert keys(player).strip() == told


def test_enter_says_what_it_does_now() -> None:
    player = two_people("english", CHAIN)
    assert "Enter pick up" in keys(player)
    player.press("enter")
    assert "Enter jump on" in keys(player)
    assert "Esc put back" in keys(player)
    player.press("enter")
    assert "Enter put down" in keys(player)
    player.press("escape", "escape")
    assert "Esc" not in keys(player)
    moving = against().press("enter")
    start = moving.screen_on.board.picked[0]
    while moving.screen_on.board.focus != start:
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
    assert "←→ step" in keys(player)
    assert "back" not in keys(player)
    assert "new" not in keys(player)
    player.press("end")
    assert "←→" not in keys(player)
    assert "← step back" in keys(player)
    assert "Enter play on" in keys(player)
    assert "undo" not in keys(player)


def test_watching() -> None:
    player = watching()
    assert "Space pause" in keys(player)
    player.press(" ")
    assert "Space continue" in keys(player)
    player.press(*"+" * 9)
    assert "faster" not in keys(player)
    assert "slower" in keys(player)


def test_questions_name_the_answer_and_take_its_letters() -> None:
    player = against().play("6-9").answer().press("n")
    assert "Enter keep playing" in keys(player)
    player.press("right")
    assert "Enter new game" in keys(player)
    won = two_people("mini", "B:W8:B5").play("5x12")
    assert "Enter again" in keys(won)
    won.wait(1).press("n")
    assert won.screen_on.timeline.ply == 0


def test_typing_says_what_enter_does() -> None:
    player = against().press("4")
    assert "Enter play" in keys(player)  # only one move begins like that
    assert "Tab complete" in keys(player)
    assert "Enter" not in keys(player.press("backspace", "6"))  # 6-8 or 6-9
    assert "Enter" not in keys(player.press("-", "1"))
    player.press("ctrl-u")
    assert "Enter" not in keys(player)  # Esc cancels, and says so
    saving = against().press("s")
    assert "Enter save" in keys(saving)
    assert "Tab" not in keys(saving)


def test_while_letters_are_typed_none_is_named_as_a_key() -> None:
    for player in (
        against().press("4"),
        against().press("s"),
        ScreenPlayer(menu_state()).go_to("game").press("enter"),
    ):
        assert "Esc" in keys(player)
        assert "help" not in keys(player)
        assert "quit" not in keys(player)


@pytest.mark.parametrize("size", [(40, 15), (60, 20), (80, 24)])
def test_a_task_is_said_once_and_leaves_the_line_of_keys(size: tuple[int, int]) -> None:
    lesson = begun("lessons", size)
    assert lesson.text.count("You play black.") == 1
    assert "Enter pick up" in keys(lesson)
    puzzle = begun("puzzles", size)
    assert puzzle.text.count("White to move") == 1
    study = puzzle.screen_on
    assert isinstance(study, PuzzleScreen)
    assert study.study.solving is not None
    right = study.study.solving.wanted
    puzzle.play(str(next(move for move in study.legal if move != right))).wait(1)
    assert puzzle.text.count("is wrong") == 1
    # Without a panel the sentence takes the line of keys, and names the key itself.
    assert "Enter try again" in keys(puzzle) or "Enter tries again." in keys(puzzle)


def test_a_piece_is_dragged_to_the_end_of_its_chain() -> None:
    player = two_people("english", "B:W18,26,5:B15,1").click(15)
    column, row = player.places.corner(player.game.variant.geometry.place(31), False)
    player.send(Release(column + 1, row + 1))
    assert [str(move) for move in player.screen_on.timeline.played] == ["15x22x31"]


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


#: What only says something; whatever else is named does something.
TELLING = ("FEN", "show", "hint")
PRESSED = (
    *("enter", "escape", "tab", "left", "right", "up", "down", "home", "end", " ", "a", "b", "c"),
    *("f", "g", "i", "n", "o", "r", "u", "v", "x", "1", "4", "5", "7", "-", "?", "d", "backspace"),
)


def begun(kind: str, size: tuple[int, int] = (100, 30)) -> ScreenPlayer:
    player = ScreenPlayer(menu_state(size=size), coach=PromptCoach)
    line = Timeline.begin(position("mini"))
    match kind:
        case "lessons":
            return player.send(StudyAsked(get_variant("english")))
        case "puzzles":
            return player.send(StudyAsked(PuzzleOrder(get_variant("mini"), 1)))
        case "review":
            for _ in range(8):
                line = line.play(line.position.legal_moves()[-1])
            return player.send(GameReady(Session(line, PERSON, PERSON))).press("v")
        case "recorded":
            line = line.play("6-9").play("14-11").at(1)
            return player.send(GameReady(Session(line, PERSON, PERSON), replaying=True))
        case _:
            return player.send(GameReady(Session(line, PERSON, PERSON)))


@pytest.mark.parametrize("times", [60, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kind", ["game", "recorded", "review", "lessons", "puzzles"])
def test_whatever_the_line_of_keys_names_does_something(kind: str, times: int) -> None:
    random = Random(kind)
    player = begun(kind)
    for _ in range(times):
        player.wait(0.5)
        state = player.state
        for word in key_line(owners(state), state, 200):
            assert word.key, f"no key is shown before {word.word}"
            after, effects = update(state, Key(word.name), state.now + 1)
            same = replace(after, message=None, now=0) == replace(state, message=None, now=0)
            assert effects or not same or word.word in TELLING, (word.key, word.word)
        player.press(random.choice(PRESSED))
        if player.at_menu:
            player = begun(kind)


@pytest.mark.parametrize("kind", ["lessons", "puzzles", "review"])
def test_the_way_back_is_named_where_there_is_one(kind: str) -> None:
    player = begun(kind)
    player.app.state = replace(player.state, size=(80, 24))
    for key in ("enter", "end", "home", "."):
        assert "b back" in keys(player.press("f")), key
        player.press(key)
