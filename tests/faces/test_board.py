"""The board in a person's hands: the cursor, moving by keys and by typing, hints, values, view."""

import re
from pathlib import Path

import pytest

from minicheckers.activities.activity import Activity, Line
from minicheckers.activities.editor import Editor
from minicheckers.activities.recorded import Recorded
from minicheckers.coach.analysis import Analyst
from minicheckers.engine.decision import Decision
from minicheckers.game.request import Looks
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI, VARIANTS
from minicheckers.tui.boxes import Prompt
from minicheckers.tui.input_decoder import Paste
from minicheckers.tui.picture import Brush, Corner, DrawnSquare, square_picture
from minicheckers.tui.sprites import Art
from testing.at_board import TWO_WAYS, cells, go_to, squares_with, two_people
from testing.board_player import Player
from testing.everywhere import lost
from testing.game_player import against

LETTERS = Looks(theme="mono", animation=False)

# The cursor


def test_the_cursor_of_the_terminal_reads_letters_and_bites_no_disc() -> None:
    for looks, seen in ((Looks(animation=False), " "), (LETTERS, "b")):
        player = two_people("english", looks=looks)
        column, row = player.frame.cursor or (0, 0)
        assert player.frame.characters[row][column] in seen + "▖▘▗▝"


def test_tab_goes_round_the_pieces_and_then_the_targets() -> None:
    player = two_people("english")
    pieces = [player.press("tab").on.focus for _ in range(8)]
    assert set(pieces[:4]) == {9, 10, 11, 12}
    assert pieces[4:] == pieces[:4]
    assert [player.press("shift-tab").on.focus for _ in range(3)] == pieces[:3][::-1]
    go_to(player, 10).press("enter")
    assert {player.press("tab").on.focus for _ in range(2)} == {14, 15}


# Picking up and putting down


@pytest.mark.parametrize("enter", ["enter", "space"])
def test_a_piece_is_picked_up_put_back_and_put_down(enter: str) -> None:
    player = against()
    start = player.on.focus
    assert start in player.on.movable
    assert player.press(enter).on.picked == (start,)
    assert player.press("escape").on.picked == ()
    assert go_to(player.press(enter), start).press(enter).on.picked == ()
    target = player.press(enter, "tab").on.focus
    assert player.press(enter).moves == [f"{start}-{target}"]
    assert player.game.thinking


@pytest.mark.parametrize(
    ("square", "reason"), [(18, "empty"), (22, "White's"), (2, "cannot move"), (9, "")]
)
def test_a_piece_that_cannot_be_picked_up_says_why(square: int, reason: str) -> None:
    player = go_to(two_people("english"), square).press("enter")
    assert reason in player.said
    assert bool(player.on.picked) is (not reason)


def test_a_capture_that_is_forced_is_marked_and_explained() -> None:
    player = two_people("english", TWO_WAYS)
    assert "capture with 15" in player.text
    inks = {style.ink for row in player.frame.styles for style in row}
    assert "must" in inks
    assert "movable" not in inks
    assert "15" in player.click(10).said


def test_no_move_out_of_turn_and_what_was_said_is_gone_after_it() -> None:
    player = against(first=False)
    for key in ("enter", "tab", "9", ":"):
        assert "computer's turn" in player.press(key).said
        assert player.app.overlay is None
    assert "Your turn" in player.answer().text


def test_who_is_to_move_passes_by_enter() -> None:
    player = two_people("mini", "B:W10,18:B16")
    assert "pass" in player.text
    assert player.press("enter").moves == ["pass"]


# Typing


def test_completions_are_shown_and_completed_and_one_is_enough() -> None:
    player = against().press("5")
    assert "5-7 5-8" in player.text
    assert player.press("tab", "8", "enter").moves == ["5-8"]
    assert against().press("4", "enter").moves == ["4-7"]


def test_a_wrong_move_is_explained_and_can_be_corrected() -> None:
    player = against().press(*"1-99", "enter")
    assert "99" in player.said
    assert isinstance(player.app.overlay, Prompt)
    assert player.app.overlay.text == "1-99"
    assert "not legal" in player.press("ctrl-u", *"7-9", "enter").said
    assert "begins like that" in player.press("ctrl-u", *"zz", "tab").said
    assert player.press("escape").app.overlay is None


def test_a_target_alone_and_the_ends_of_a_chain_are_enough() -> None:
    assert two_people("english").press("1", "3", "enter").moves == ["9-13"]
    player = two_people("english", "B:W18,26,5:B15,1").press(":", *"15x31")
    assert "15x22x31" in player.text
    assert player.press("enter").moves == ["15x22x31"]


def test_completions_of_a_chain_are_in_the_notation_typed() -> None:
    board = two_people("english", TWO_WAYS).on
    assert board.completions("15") == ("15x22x31", "15x24x31")
    assert board.completions("15:22") == ("15x22x31",)
    assert board.completions("e5-") == ("e5xc3xe1", "e5xg3xe1")


def test_a_pasted_line_is_a_move_or_is_refused() -> None:
    player = two_people().send(Paste("hello"))
    assert player.said
    assert player.send(Paste("6-9\nq")).moves == ["6-9"]


class Spot(Activity):
    """A position in which a move is chosen again and again."""

    takes_moves = True

    def __init__(self, line: Timeline) -> None:
        self.line = line
        self.tried: Move | None = None

    timeline = property(lambda self: self.line)

    def try_move(self, move: Move) -> None:
        self.tried = move

    def title(self) -> str:
        return ""

    def story(self) -> list[Line]:
        return []


# What the coach shows


def test_a_hint_leads_the_cursor_is_played_by_enter_and_forgotten_by_escape() -> None:
    player = two_people().press("f")
    go_to(player, 1).press("c")
    hinted = player.study.found_hint.move
    assert player.on.focus == hinted.start
    assert squares_with(player, "hint") <= {hinted.start}
    assert "play the hint" not in player.text
    player.press("c")
    assert hinted.end in squares_with(player, "hint")
    assert "play the hint" in player.text
    assert player.press("escape").study.shown_hint() == ()
    assert player.press("c", "c", "enter").moves == [str(hinted)]


def test_every_target_shows_the_value_of_the_best_move_to_it() -> None:
    player = two_people(looks=LETTERS, size=(120, 40)).press("i")
    values = Analyst(MINI).analyse(player.on.position).moves
    for square in {move.end for move in values}:
        best = max(value for move, value in values.items() if move.end == square)
        assert str(best) in "".join(cells(player, square))
    for move, value in values.items():
        told = re.escape(f"{value:+d}" if value else "0")
        assert re.search(rf"(?m) {told} +(win|draw|lose).* {move}\b", player.text)
    player.click(6)
    own = {move.end for move in values if move.start == 6}
    assert set(player.on.corners()) == own
    assert "exact" not in player.press("escape", "i").panel


def test_values_say_what_they_are() -> None:
    known = two_people("english", "B:W32:BK1,K2").press("i").panel
    assert re.search(r"W\d +win in \d", known)
    assert re.search(r"Winning chances +estimate, depth \d", two_people("english").press("i").panel)


def test_a_value_stands_in_the_corner_nearest_to_its_piece() -> None:
    player = two_people("mini", "B:W18:B8,7").press("i")
    for flips in ((), ("f",)):
        player.press(*flips)
        places = player.on.variant.geometry.place
        for square, corners in player.on.corners().items():
            starts = [move.start for move in player.on.legal if move.end == square]
            assert len(corners) == len(starts)
            sides = {(corner.down, corner.right) for corner in corners}
            turned = -1 if player.on.flipped else 1
            for start in starts:
                away = [b - a for a, b in zip(places(square), places(start), strict=True)]
                assert tuple(turned * (n > 0) - turned * (n < 0) for n in away) in sides


def test_two_values_on_a_low_square_do_not_touch() -> None:
    pair = (Corner("59", "value_even", 1, -1), Corner("40", "value_even", 1, 1))
    square = DrawnSquare("dark", corners=pair)
    rows = square_picture(Brush(Art.BLOCKS, 2, VARIANTS["english"]), square).to_text().split("\n")
    assert rows == ["  40", "59  "]


def test_a_game_says_why_it_is_not_rated() -> None:
    player = against()
    title = player.text.split("\n")[0]
    assert "rated" not in title
    assert "values on, not rated" in player.press("i").text
    assert "with help, not rated" in player.press("i").text


# The view


def test_the_moves_are_scrolled_and_a_move_ends_that() -> None:
    player = two_people("english", size=(60, 20))
    while len(player.moves) < 40 and player.on.legal:
        player.play(str(player.on.legal[0]))
    first = f"1. {player.moves[0]}"
    assert first not in player.panel
    assert first in player.press(*["pageup"] * 20).panel
    assert first not in player.press("wheel-down", *["pagedown"] * 20).panel
    player.press("pageup").play(str(player.on.legal[0]))
    assert player.on.scroll == 0


@pytest.mark.parametrize(("name", "begins"), [("a", "[Event"), ("a.fen", "W:W"), ("a.svg", "<svg")])
def test_a_game_is_saved_in_the_form_that_its_name_asks_for(
    name: str, begins: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    player = two_people("english", moves="11-15").press("s")
    assert "english.pdn" in player.text
    player.write(name).press("enter")
    (path,) = tmp_path.iterdir()
    assert path.name in player.said
    assert path.read_text(encoding="utf-8").startswith(begins)
    player.press("s").write(name).press("enter")  # it is there: another name is proposed
    assert f"{path.stem}-2" in player.text
    player.press("enter")
    assert len([*tmp_path.iterdir()]) == 2


def test_a_game_that_is_looked_at_has_no_cursor_and_is_saved_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    player = Player().open(Recorded(lost()))
    player.press("home")
    assert player.frame.cursor is None
    player.press("up")
    assert player.said
    player.press("s", "enter")
    text = next(tmp_path.iterdir()).read_text(encoding="utf-8")
    assert all(str(move) in text for move in lost().timeline.moves)


def test_steps_of_a_game_that_is_looked_at_are_shown_at_once_and_keys_are_not_lost() -> None:
    player = Player(looks=Looks()).open(Recorded(lost())).press("home")
    player.press("space")
    assert player.on.motion is not None
    player.press("space", "space")
    player.press("end")
    assert player.moves == [str(move) for move in lost().timeline.moves]


def test_a_key_ends_a_motion_and_the_clock_starts_then() -> None:
    player = against(clock="5+0", first=False)
    player.app.looks = Looks()
    player.search.heard(Decision(player.on.position.legal_moves()[0]), True)
    player.send()
    assert player.on.motion is not None
    player.screen.now += 0.1
    player.press("enter")
    assert player.on.motion is None
    assert player.on.picked == ()
    assert player.study.running == 0.0


# Editing


def test_pieces_to_put_down_are_shown_and_chosen_by_click() -> None:
    player = Player().open(Editor(Position.start("english"))).press("z")
    panel = player.on.layout.panel
    assert "▸ 1" in player.panel
    player.click_at(panel.left + 8, panel.top + 3)
    player.click(14).click(15).click(14)
    assert player.on.position.fen() == "B:WK15:B"
    assert "▸ 4" in player.panel
    assert "dark" in player.click_at(player.on.layout.board.left, panel.top).said
    assert not re.search(r"(^|\s),", player.press("Z").panel)  # a FEN is broken after commas


# Small screens


@pytest.mark.parametrize("size", [(24, 9), (30, 12), (40, 15), (60, 20)])
def test_a_sentence_never_covers_the_board(size: tuple[int, int]) -> None:
    player = Player(size=size).open(Spot(Timeline.begin(Position.start("mini"))))
    player.study.story = lambda: [("words " * 40, "strong")]
    board = player.on.layout.board
    below = player.frame.styles[board.top + board.height - 1]
    assert {style.ink for style in below[board.left : board.left + board.width]} & {
        "text",
        "black_face",
        "white_face",
    }
    assert "words" in player.text


def test_the_opening_stands_in_the_title_while_it_lasts() -> None:
    assert "Double Corner" not in two_people("english").text
    player = two_people("english", moves="9-14 23-18 14x23")
    assert "Double Cross, ballot 46" in player.text
    assert "Double Cross" not in player.press("u").text
    line = replayed(Position.start("english"), ["9-14", "23-18", "14x23"])
    while line.ply < 21:
        assert line.ply < 4 or "Double Cross" in two_people("english", moves=words(line)).text
        line = line.play(line.position.legal_moves()[0])
    assert "Double Cross" not in two_people("english", moves=words(line)).text


def words(line: Timeline) -> str:
    return " ".join(map(str, line.played))


def test_the_window_is_named_after_the_game() -> None:
    assert two_people("english").frame.title == "minicheckers: english"
