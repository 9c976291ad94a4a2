"""The drawing of the new board: sprites, marks, colours, places, and the panel."""

from itertools import combinations, product
from typing import Any

import pytest

from minicheckers.activities.game import Game
from minicheckers.engine.score import Score
from minicheckers.game.clock import TimeControl
from minicheckers.game.player import PERSON
from minicheckers.game.player import Player as GamePlayer
from minicheckers.game.presentation import presentation
from minicheckers.game.request import Looks
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Piece
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Colour, Variant, get_variant
from minicheckers.tui import sprites
from minicheckers.tui.events import Ground
from minicheckers.tui.frame import Frame, Style
from minicheckers.tui.layout import layout, least_size
from minicheckers.tui.panel import bar_length
from minicheckers.tui.picture import MARKS, Brush, Square, square_picture
from minicheckers.tui.sprites import Art, dot, frame, piece_sprite
from minicheckers.tui.theme import THEMES, Theme, get_theme, hex_colour
from testing.board_player import Player

SCALES = range(1, 7)
PIECES = tuple(Piece(colour, king) for colour, king in product(Colour, (False, True)))
SIZES = ((120, 40), (100, 30), (80, 24), (60, 20), (40, 15), (30, 60), (200, 70), (47, 20))
#: Both sides must stand out so much on every colour that a square has.
CONTRAST = 2.4
SQUARES = ("dark", "alternate", "cursor", "picked", "last", "hint", "warned", "taken")
CHAIN = "B:W6,15,24,14,32:B1,3"


def cells(picture: Frame) -> object:
    return picture.characters, picture.styles


def drawn(art: Art, scale: int, square: Square, game: str = "english") -> Frame:
    return square_picture(Brush(art, scale, VARIANTS[game]), square)


def playing(
    fen: str | None = None,
    game: str | Variant = "english",
    moves: str = "",
    size: tuple[int, int] = (80, 24),
    looks: Looks | None = None,
    clock: str | None = None,
) -> Player:
    variant = get_variant(game)
    line = Timeline.begin(Position.from_fen(fen, variant) if fen else Position.start(variant))
    for move in moves.split():
        line = line.play(move)
    session = Session.against(line, GamePlayer("medium"), person_first=True)
    player = Player(size=size, looks=looks)
    return player.open(Game(session.with_clock(TimeControl.parse(clock) if clock else None)))


# Sprites


@pytest.mark.parametrize("scale", SCALES)
def test_every_sprite_fills_its_square_with_characters_of_one_cell(scale: int) -> None:
    every = [
        piece_sprite(art, scale, piece, emblem, dense, raised)
        for art, piece, emblem, dense, raised in product(
            Art, PIECES, ("crown", "tower", "ears"), (False, True), (False, True)
        )
    ]
    for sprite in [*every, dot(scale), frame(scale)]:
        assert len(sprite) == scale
        for row in sprite:
            assert {len(part) for part in row} == {2 * scale}
            assert set(row.inks + row.papers) <= set("frgstc.")
            assert all(c.isascii() or 0x2580 <= ord(c) < 0x25A0 for c in row.characters)


@pytest.mark.parametrize("scale", SCALES)
@pytest.mark.parametrize("art", Art)
def test_sides_and_kings_differ(art: Any, scale: int) -> None:
    for one, other in combinations(PIECES, 2):
        assert cells(drawn(art, scale, Square("dark", one))) != cells(
            drawn(art, scale, Square("dark", other))
        )


@pytest.mark.parametrize("scale", range(3, 7))
def test_each_emblem_is_another_one_from_three_rows_on(scale: int) -> None:
    king = Piece(Colour.BLACK, king=True)
    shapes = {piece_sprite(Art.BLOCKS, scale, king, e) for e in ("crown", "tower", "ears")}
    assert len(shapes) == 3


@pytest.mark.parametrize("scale", SCALES)
def test_men_leave_a_gap_to_the_light_square_on_all_sides(scale: int) -> None:
    for row in piece_sprite(Art.BLOCKS, scale, Piece(Colour.WHITE), "crown"):
        assert all(
            paper == "." or row.characters[at] != " " or 0 < at < 2 * scale - 1
            for at, paper in enumerate(row.papers)
        )


# Marks

#: Marks that only stand on pieces, or only on empty squares.
ON_PIECES = ("", "movable", "must", "last_to", "hint_from", "warning", "taken", "picked")
ON_EMPTY = ("", "last_from", "last_via", "hint_to", "target", "via", "end", "warning")

SAME_SQUARE = {"", "last_to"}
SAME_HOLE = [[{"last_from", "last_via"}, {"target", "end"}], []]


@pytest.mark.parametrize("scale", range(2, 7))
@pytest.mark.parametrize("focused", [False, True])
@pytest.mark.parametrize("piece", [None, Piece(Colour.WHITE), Piece(Colour.BLACK, king=True)])
def test_every_mark_looks_different_in_blocks(scale: int, focused: bool, piece: Any) -> None:
    marks = ON_EMPTY if piece is None else ON_PIECES
    for one, other in combinations(marks, 2):
        # The cursor is stronger than the colour of a square, and a small frame than a dot.
        if focused and any({one, other} <= same for same in (SAME_SQUARE, *SAME_HOLE[scale > 2])):
            continue
        assert cells(drawn(Art.BLOCKS, scale, Square("dark", piece, one, focused))) != cells(
            drawn(Art.BLOCKS, scale, Square("dark", piece, other, focused))
        ), (one, other)


@pytest.mark.parametrize("scale", range(2, 7))
def test_every_mark_has_its_characters_without_colours(scale: int) -> None:
    for mark, piece in product(MARKS, (None, *PIECES)):
        text = drawn(Art.LETTERS, scale, Square("dark", piece, mark)).to_text()
        assert MARKS[mark].sign in text
    focused = drawn(Art.LETTERS, scale, Square("dark", None, "", True)).to_text()
    assert all(row.startswith("[") and row.endswith("]") for row in focused.split("\n"))


def test_the_cursor_keeps_the_shape_of_a_white_man_without_colours() -> None:
    white = drawn(Art.LETTERS, 2, Square("dark", Piece(Colour.WHITE), "", True))
    assert white.to_text() == "/ww\\\n\\--/"
    assert white.styles[0][0].paper == "cursor"


def test_only_the_gap_below_a_piece_is_underlined() -> None:
    for scale in range(2, 7):
        row = drawn(Art.BLOCKS, scale, Square("dark", Piece(Colour.WHITE), "must")).styles[-1]
        assert [n for n, style in enumerate(row) if style.ink == "must"] == [scale - 1, scale]


# Colours


def luminance(colour: int) -> float:
    code = hex_colour(colour)
    parts = [int(code[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    parts = [p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: int, other: int) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [theme for theme in THEMES.values() if not theme.colourless])
@pytest.mark.parametrize("paper", SQUARES)
@pytest.mark.parametrize("side", Colour)
def test_both_sides_stand_out_on_every_square(theme: Theme, paper: str, side: str) -> None:
    front, back, _ = theme.look(f"{side}_face", paper, 256)
    assert contrast(front, back) >= CONTRAST


@pytest.mark.parametrize("depth", [8, 16, 256])
@pytest.mark.parametrize("theme", [theme for theme in THEMES.values() if not theme.colourless])
def test_the_colours_fit_the_terminal(theme: Theme, depth: int) -> None:
    player = playing(CHAIN).press("enter")
    styles = {style for row in player.frame.styles for style in row}
    for ink, paper in styles:
        front, back, _ = theme.look(ink, paper, depth)
        assert -1 <= front < depth
        assert -1 <= back < depth


@pytest.mark.parametrize("depth", [8, 16, 256])
def test_all_states_together_need_few_pairs_of_colours(depth: int) -> None:
    pairs = set()
    theme = get_theme("classic")
    pictures = [
        drawn(art, scale, Square("dark", piece, mark, focused, "22", loud))
        for art, scale, piece, mark, focused, loud in product(
            Art, SCALES, (None, *PIECES), MARKS, (False, True), (False, True)
        )
    ]
    for picture in [*pictures, playing(CHAIN, clock="5+3").press("enter", "i").frame]:
        pairs |= {theme.look(*style, depth)[:2] for row in picture.styles for style in row}
    assert len(pairs) <= {8: 63, 16: 120, 256: 200}[depth]


def test_on_the_console_of_linux_squares_are_brown_and_nothing_vanishes() -> None:
    theme = get_theme("classic", console=True)
    assert theme.look("white_ink", "dark", 8)[1] == 3
    assert theme.look("white_ink", "warned", 8)[1] == 1
    front, back, _ = theme.look("number", "dark", 8)
    assert front != back


def test_a_light_ground_changes_the_light_squares_and_the_text() -> None:
    player = playing()
    player.app.handle(Ground(light=True))
    assert player.app.theme.look("text", "light", 256)[1] == 187
    assert player.app.theme.look("accent", "ground", 256)[0] == 130


def test_without_colours_nothing_asks_for_one() -> None:
    for ink, paper in product(("white_ink", "cursor_ink", "dim", "chosen_text"), SQUARES):
        assert get_theme("classic", colour=False).look(ink, paper, 256)[:2] == (-1, -1)


def test_blocks_are_never_bold() -> None:
    for theme, depth in product((Theme("", ""), get_theme("daylight")), (8, 16, 256)):
        for role in ("white_face", "white_rim", "white_gold", "black_gold", "target", "movable"):
            assert "bold" not in theme.look(role, "dark", depth)[2]


# Places


@pytest.mark.parametrize("letters", [False, True])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", VARIANTS.values(), ids=str)
def test_nothing_overlaps_and_squares_are_square(
    game: Variant, size: tuple[int, int], letters: bool
) -> None:
    places = layout(game, size, letters)
    if places is None:
        assert size[0] < least_size(game)[0] or size[1] < least_size(game)[1]
        return
    board = places.board
    assert (board.width, board.height) == (2 * places.scale * game.size, places.scale * game.size)
    assert board.left >= 0
    assert board.left + board.width <= size[0]
    assert board.top + board.height <= places.sentence < places.keys < size[1]
    assert places.title is None or 0 <= places.title < board.top
    if places.panel is not None:
        beside = places.panel.left >= board.left + board.width
        assert beside or places.panel.top >= board.top + board.height
        assert places.panel.left + places.panel.width <= size[0]
        assert places.panel.top + places.panel.height <= places.sentence


def test_the_places_at_the_usual_sizes() -> None:
    english, mini = VARIANTS["english"], VARIANTS["mini"]
    places = layout(english, (80, 24))
    assert places is not None
    assert places.board == (2, 2, 32, 16)
    assert places.panel == (38, 2, 40, 16)
    assert (places.title, places.sentence, places.keys) == (0, 20, 22)
    places = layout(VARIANTS["international"], (80, 24))
    assert places is not None
    assert places.board == (2, 1, 40, 20)
    assert (places.sentence, places.keys) == (22, 23)
    places = layout(mini, (80, 24))
    assert places is not None
    assert places.board == (2, 2, 36, 18)
    places = layout(english, (60, 20))
    assert places is not None
    assert places.panel == (35, 1, 24, 16)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("game", VARIANTS)
@pytest.mark.parametrize("looks", [Looks(), Looks(ascii=True), Looks(colour=False)])
def test_every_game_is_drawn_inside_every_screen(
    game: str, size: tuple[int, int], looks: Looks
) -> None:
    player = playing(game=game, size=size, looks=looks)
    for key in ("enter", "escape", "tab", "f", "i", "1"):
        player.press(key)
        assert player.frame.to_text().strip()


# The board of a game


def marks_seen(player: Player) -> dict[int, tuple[Style, Style]]:
    """The ink and paper of the middle of every square by its number."""
    on, shown = player.on, player.frame
    places = on.layout
    found = {}
    for square in range(1, on.variant.geometry.count + 1):
        column, row = places.corner(on.variant.geometry.place(square), on.flipped)
        found[square] = shown.styles[row][column + places.scale - 1], shown.styles[row][column]
    return found


def test_a_chain_shows_every_landing_and_its_end_strongest() -> None:
    seen = marks_seen(playing(CHAIN).press("enter"))
    assert seen[19][0].ink == "via"
    assert seen[28] == (("target", "end"), ("text", "end"))
    assert seen[17][0] == ("target", "end")
    assert seen[1][1].paper == "picked"


def test_what_a_chain_takes_shrinks_on_the_way() -> None:
    player = playing(CHAIN).press("enter", "enter")
    assert marks_seen(player)[6][1].paper == "taken"
    assert marks_seen(player)[1][0].ink == "imprint"


def test_what_must_capture_is_underlined_and_named() -> None:
    player = playing(game="mini", moves="4-7 14-11")
    assert "capture with 7" in player.text
    assert any(style.ink == "must" for row in player.frame.styles for style in row)


@pytest.mark.parametrize("progress", [0.0, 0.2, 0.5, 0.8, 0.99])
@pytest.mark.parametrize("size", SIZES[:5])
def test_a_moving_piece_is_drawn_over_what_it_passes(
    progress: float, size: tuple[int, int]
) -> None:
    looks = Looks(animation=True)
    player = playing("W:W32,31,K4:B5,6,14,22", "russian", size=size, looks=looks)
    before = player.on.position
    move = before.legal_moves()[0]
    player.on.shown = player.on.shown.play(move)
    player.on._set_off(before, move)
    player.wait(progress * player.on.motion.seconds)
    shown = player.frame
    inks = {style.ink for row in shown.styles for style in row}
    assert {"white_face", "white_gold"} <= inks
    assert (len(player.on.motion.taken) > 0) == (progress >= 0.5)


def test_numbers_are_quiet_and_loud_while_a_move_is_typed() -> None:
    player = playing()
    inks = {style.ink for row in player.frame.styles for style in row}
    assert "number" in inks
    assert "typed" not in inks
    player.press("1")
    assert "typed" in {style.ink for row in player.frame.styles for style in row}


# The panel


def test_the_cards_stand_at_the_players_ends_of_the_board() -> None:
    player = playing(game="mini", moves="4-7 14-11 7x14")
    shown = player.frame.to_text().split("\n")
    panel = player.on.layout.panel
    near = panel.top + panel.height - 2
    ends = [shown[row][panel.left :] for row in (panel.top, near)]
    assert sum("you" in end for end in ends) == 1
    assert "+1" in shown[near + 1] + shown[panel.top + 1]


def test_only_the_side_ahead_shows_its_lead_and_taken_men_lie_on_a_dark_square() -> None:
    shown = playing(game="mini", moves="4-7 14-11 7x14").frame
    assert shown.to_text().count("+1") == 1
    taken = [
        style
        for row in range(shown.height)
        for style, character in zip(shown.styles[row], shown.characters[row], strict=True)
        if character == "●"
    ]
    assert [style.paper for style in taken] == ["dark"]


LONG = "11-16 24-19 16-20 21-17 10-14 17x10 7x14 22-17 14x21 25-22 12-16 19x12 3-7 12x3 9-14"


@pytest.mark.parametrize("size", SIZES)
def test_the_newest_move_is_seen_and_stands_out(size: tuple[int, int]) -> None:
    player = playing(moves=LONG, size=size)
    if player.on.layout.panel is None:
        return
    chosen = [
        "".join(c for c, s in zip(*row, strict=True) if s.paper == "chosen").strip()
        for row in zip(player.frame.characters, player.frame.styles, strict=True)
    ]
    assert [text for text in chosen if text] == ["9-14"]


def test_moves_above_are_counted() -> None:
    more = "3x10x17 6-10 29-25 10-15 17-14 4-8 22-18 15x22x29 23-19 20-24 27x20 29-25"
    assert "↑ 6 more" in playing(moves=f"{LONG} {more}").text


def test_the_lines_of_a_panel_end_with_whole_words() -> None:
    player = playing(game="mini").press("c", "c", "c", "tab")
    text = player.panel
    hint = player.study.found_hint.steps[-1]
    assert hint in text


def test_bars_grow_with_the_value() -> None:
    assert bar_length(Score(0)) < bar_length(Score(150)) < bar_length(Score(450))


def test_the_table_has_no_sprite_twice() -> None:
    heads = [line for line in sprites._TABLE.splitlines() if line and line[0] != "|"]
    names = [tuple(line.split()[:2]) for line in heads]
    assert len(names) == len(set(names))


def test_what_is_called_what() -> None:
    assert presentation(VARIANTS["english"]).summary.startswith("English checkers")
    assert playing().text.lstrip().startswith("English checkers")
    assert PERSON.is_person
