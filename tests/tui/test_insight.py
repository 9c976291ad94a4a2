"""The coach on the board: hints in steps, every move's value, a bar; never in the way of keys."""

import re

import pytest

from minicheckers.coach.analysis import Analysis, Analyst
from minicheckers.coach.requests import Analyse
from minicheckers.coach.wording import short
from minicheckers.engine.score import Score
from minicheckers.game.player import Limits
from minicheckers.play.effects import CoachAnswered, Consult, StopConsulting
from minicheckers.rules.variant import MINI
from minicheckers.tui.glyphs import UNICODE
from minicheckers.tui.widgets.move_values import black_share, square_values
from testing.screen_player import PLAIN_TEXT, against, coached, square_cells, two_people

#: 8-12 wins a piece; the other moves do not.
WINNING = "B:W13,14,16,17:B1,4,8"
ENDING = "B:W32:BK1,K2"


def moves(player: object) -> list[str]:
    return [str(move) for move in player.screen_on.timeline.moves]  # type: ignore[attr-defined]


def test_a_hint_comes_in_three_steps() -> None:
    player = coached().press("c")
    assert re.fullmatch(r"Look at the piece on \d+\.", player.said)
    start = int(re.findall(r"\d+", player.said)[0])
    assert player.screen_on.board.focus == start
    assert player.game.advice.hint is not None
    hinted = player.game.advice.hint.move
    assert marked(player) == {start}
    assert "play the hint" not in player.text
    assert player.press("c").said == f"Play {hinted}."
    assert marked(player) == {start, hinted.end}
    player.press("c")
    assert "draw" in player.said
    assert player.press("c").said.startswith((str(hinted), "Every"))
    assert moves(player.press("enter")) == [str(hinted)]


#: The sign of a hint in the corner of a square.
SIGN = UNICODE.hint


def marked(player: object) -> set[int]:
    places, frame = player.places, player.frame  # type: ignore[attr-defined]
    screen = player.screen_on  # type: ignore[attr-defined]
    place, flipped = screen.variant.geometry.place, screen.board.flipped
    squares = range(1, screen.variant.geometry.count + 1)
    corners = {s: places.corner(place(s), flipped) for s in squares}
    last = 2 * places.scale - 1
    return {s for s, (left, top) in corners.items() if frame.characters[top][left + last] == SIGN}


def test_escape_forgets_the_hint_and_a_move_too() -> None:
    player = coached().press("c", "c", "escape")
    assert (player.game.advice.hint, player.game.advice.hint_step) == (None, 0)
    player.press("c").play("6-9")
    assert (player.game.advice.hint, player.game.advice.hint_step) == (None, 0)


def test_help_is_noted_in_the_game_and_survives_the_moves() -> None:
    assert not coached().play("6-9").game.session.helped
    assert coached().press("c").play("6-9").game.session.helped
    assert coached(insight=True).game.session.helped
    assert not two_people().press("c").game.session.helped


def test_insight_lists_every_move_with_its_exact_value() -> None:
    player = coached(looks=PLAIN_TEXT).press("i")
    assert player.said.startswith("Move values are on")
    values = Analyst(MINI).analyse(player.game.position).moves
    assert "values (exact)" in player.text
    for move, value in values.items():
        assert re.search(
            rf"\b{move} {re.escape(f'{value:+d}' if value else '0')}(\s|$)", player.text
        )
    player.press("i")
    assert "values (exact)" not in player.text


def test_every_target_carries_the_value_of_the_best_move_to_it() -> None:
    player = coached(insight=True, looks=PLAIN_TEXT, size=(120, 40))
    analysis = player.analysis
    assert analysis is not None
    seen = square_values(player.screen_on)
    assert set(seen) == {move.end for move in analysis.moves}
    for square, value in seen.items():
        assert value == max(v for m, v in analysis.moves.items() if m.end == square)
        bottom = square_cells(player.frame, player.places, square, player.screen_on.board.flipped)[
            -1
        ]
        assert str(value) in bottom


def test_a_picked_up_piece_shows_the_values_of_its_own_moves() -> None:
    player = coached(insight=True, looks=PLAIN_TEXT)
    analysis = player.analysis
    assert analysis is not None
    player.click(6)
    assert square_values(player.screen_on) == {
        move.end: value for move, value in analysis.moves.items() if move.start == 6
    }


def test_values_are_coloured_and_signed() -> None:
    player = coached(fen="W:W18,16:B8,9,2", insight=True)
    inks = {style.ink for row in player.frame.styles for style in row}
    papers = {style.paper for row in player.frame.styles for style in row}
    analysis = player.analysis
    assert analysis is not None
    roles = {"good" if v > 0 else "bad" if v < 0 else "even" for v in analysis.moves.values()}
    assert roles <= papers
    assert {f"value_{role}" for role in roles} <= inks


def test_exact_endings_say_in_how_many_plies() -> None:
    player = coached("english", ENDING, insight=True, size=(120, 40))
    assert "values (exact)" in player.text
    assert re.search(r"won in \d+", player.text)


def test_opinions_say_how_deep_they_are() -> None:
    player = coached("english", insight=True, size=(120, 40))
    assert re.search(r"values \(opinion, depth \d+\)", player.text)
    assert re.search(r"[+-]\d\.\d\d", player.text)


def test_a_bar_beside_the_board_tells_who_stands_better() -> None:
    player = coached(fen="B:W18:B1,2,3,4,5", insight=True)
    places = player.places
    column = places.board.left + places.board.width
    rows = range(places.board.top, places.board.top + places.board.height)
    papers = [player.frame.styles[row][column].paper for row in rows]
    assert papers.count("black") > papers.count("white")
    assert player.press("f").frame.styles[rows[0]][column].paper == "black"


@pytest.mark.parametrize(
    ("value", "share"),
    [(Score.pieces(0), 0.5), (Score.pieces(6), 1.0), (Score(0), 0.5), (Score.lost(3), 0.0)],
)
def test_the_share_of_the_bar(value: Score, share: float) -> None:
    assert black_share(value) == share


def test_the_question_follows_the_board() -> None:
    player = against(fen=None).press("i")
    (first,) = player.of_kind(Consult)
    assert first.request == Analyse(player.screen_on.timeline)
    player.play("6-9")
    assert player.of_kind(StopConsulting)
    player.answer()
    assert len(player.of_kind(Consult)) == 2


def test_values_that_get_better_are_shown_as_they_come() -> None:
    player = against("english").press("i")
    assert player.of_kind(Consult)
    seen: list[Analysis] = []
    four = Limits(depth=4)
    Analyst(player.game.variant, four).analyse(player.game.position, on_depth=seen.append)
    assert len(seen) == 3
    for depth, analysis in enumerate(seen, start=1):
        player.send(CoachAnswered(analysis, False))
        assert f"values (opinion, depth {depth})" in player.text


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (50, 18), (40, 14), (24, 10)])
@pytest.mark.parametrize("variant", ["mini", "english"])
def test_nothing_is_drawn_outside_whatever_the_size(variant: str, size: tuple[int, int]) -> None:
    player = coached(variant, insight=True, size=size)
    assert player.text
    player.press("tab", "enter", "c", "c", "c")
    assert player.text


@pytest.mark.parametrize("size", [(60, 20), (40, 15)])
@pytest.mark.parametrize("variant", ["english", "international"])
def test_a_value_takes_the_place_of_the_number(variant: str, size: tuple[int, int]) -> None:
    player = coached(variant, size=size).press("i")
    places, values = player.places, square_values(player.screen_on)
    assert values
    for square, value in values.items():
        place = places.variant.geometry.place(square)
        column, row = places.corner(place, player.screen_on.board.flipped)
        row += places.scale - 1
        cells = "".join(player.frame.characters[row][column : column + places.square_width])
        assert cells.strip() == short(value, value.is_exact, places.square_width)


def test_values_of_squares_side_by_side_stay_apart() -> None:
    ahead = "W:Wa3,b3,c3,d3,e3,f3,g3,h3,a2,b2:Ba7,c7,e7"
    player = coached("turkish", ahead, size=(60, 20)).press("i")
    assert square_values(player.screen_on)
    for line in player.text.splitlines():
        assert not re.search(r"[+-]\d\.\d+[+-]?\d\.", line)
