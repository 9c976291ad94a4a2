"""What is drawn: sprites, marks, colours, places, and the panel."""

from itertools import combinations, product

import pytest

from minicheckers.activities.recorded import Recorded
from minicheckers.activities.review import Reviewed
from minicheckers.engine.score import Score
from minicheckers.game.player import PERSON
from minicheckers.game.request import Looks
from minicheckers.game.session import Session
from minicheckers.game.timeline import replayed
from minicheckers.rules.notation import Piece
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Colour, Variant
from minicheckers.tui.frame import Frame, Style
from minicheckers.tui.input_decoder import Ground
from minicheckers.tui.layout import Layout, layout
from minicheckers.tui.panel import bar_length
from minicheckers.tui.picture import MARKS, Brush, DrawnSquare, marks_of, square_picture
from minicheckers.tui.sprites import Art, piece_sprite, shape
from minicheckers.tui.theme import THEMES, Theme, get_theme, hex_colour
from testing import everywhere
from testing.at_board import two_people
from testing.board_player import Player
from testing.colours import contrast, difference

SCALES = range(1, 7)
PIECES = tuple(Piece(colour, king) for colour, king in product(Colour, (False, True)))
SIZES = ((120, 40), (100, 30), (80, 24), (60, 20), (40, 15), (30, 60), (200, 70), (47, 20))
#: Both sides must stand out so much on every colour that a square has.
CONTRAST = 2.4
COLOURED = [theme for theme in THEMES.values() if not theme.colourless]
SQUARES = ("dark", "alternate", "cursor", "picked", "last", "hint", "warned", "taken")
SMALL_SQUARES = ("small_movable", "small_must")
CHAIN = "B:W6,15,24,14,32:B1,3"


def drawn(art: Art, scale: int, square: DrawnSquare, game: str = "english") -> Frame:
    return square_picture(Brush(art, scale, VARIANTS[game]), square)


# Sprites


@pytest.mark.parametrize("scale", SCALES)
def test_every_sprite_fills_its_square_with_characters_of_one_cell(scale: int) -> None:
    every = [
        piece_sprite(art, scale, piece, emblem, dense, raised)
        for art, piece, emblem, dense, raised in product(
            Art, PIECES, ("crown", "tower", "ears"), (False, True), (False, True)
        )
    ]
    shapes = [shape(scale, name) for name in ("dot", "frame", "underline", "corners")]
    for sprite in [*every, *filter(None, shapes)]:
        assert len(sprite) == scale
        for row in sprite:
            assert {len(part) for part in row} == {2 * scale}
            assert set(row.inks + row.papers) <= set("frgstcuk.")
            assert all(c.isascii() or 0x2580 <= ord(c) < 0x25A0 for c in row.characters)


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

#: Marks that stand on pieces, and on empty squares.
ON_PIECES = ("", "movable", "must", "last_to", "hint_from", "warning", "taken", "picked")
ON_EMPTY = ("", "last_from", "last_via", "hint_to", "target", "via", "end", "warning")
#: Marks that may look the same: landings of one chain, where only shades tell them apart; on the
#: smallest squares what can move; without colours where a move came by, and two kinds of urgency.
SAME = ({"target", "via", "end"},)
#: In one row among few colours; those of one group are never on a board together.
SAME_SMALL = ({"movable", "picked"}, {"must", "warning", "taken"})
SAME_LETTERS = ({"last_from", "last_via"}, {"must", "warning"})
#: Under the cursor, which is stronger than the colour of a square.
SAME_FOCUSED = ({"", "last_to"}, {"last_from", "last_via", ""}, {"must", "warning"})
#: Colours that differ by less are one colour.
LEAST_DIFFERENCE = 9


class Depth:
    """A theme on a terminal with so many colours."""

    def __init__(self, theme: Theme, colours: int) -> None:
        self.theme, self.colours = theme, colours
        letters = theme.colourless or not colours
        self.arts = (Art.LETTERS,) if letters else (Art.BLOCKS, Art.ASCII)

    def look(self, cell: tuple[str, Style]) -> tuple[str, str]:
        front, back, attributes = self.theme.look(*cell[1], self.colours)
        codes = [hex_colour(colour) if colour >= 0 else "" for colour in (front, back)]
        return ("reverse", "") if "reverse" in attributes else (codes[0], codes[1])

    def apart(self, one: Frame, other: Frame) -> bool:
        """Whether some cell differs in its character or clearly in a colour."""
        return any(
            a != b and (a[0] != b[0] or self._differ(a, b))
            for a, b in zip(in_cells(one), in_cells(other), strict=True)
        )

    def _differ(self, one: tuple[str, Style], other: tuple[str, Style]) -> bool:
        (ink, paper), (other_ink, other_paper) = self.look(one), self.look(other)
        return clearly(paper, other_paper) or (one[0] != " " and clearly(ink, other_ink))


def clearly(one: str, other: str) -> bool:
    if not (one.startswith("#") and other.startswith("#")):
        return one != other
    return difference(one, other) >= LEAST_DIFFERENCE


def in_cells(picture: Frame) -> list[tuple[str, Style]]:
    rows = zip(picture.characters, picture.styles, strict=True)
    return [cell for row in rows for cell in zip(*row, strict=True)]


@pytest.mark.sampled(8)
@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
@pytest.mark.parametrize("colours", [256, 16, 8, 0])
@pytest.mark.parametrize("focused", [False, True])
def test_every_mark_and_every_piece_is_told_apart(
    theme: Theme, colours: int, focused: bool
) -> None:
    shown = Depth(theme, colours)
    for art, scale in product(shown.arts, SCALES[focused:]):
        same = [*SAME, *SAME_SMALL * (scale == 1), *SAME_LETTERS * (art is Art.LETTERS)]
        same += SAME_FOCUSED * focused
        for piece in (None, *PIECES):
            marks = ON_EMPTY if piece is None else ON_PIECES
            for one, other in combinations(marks, 2):
                if not any({one, other} <= group for group in same):
                    pair = [
                        drawn(art, scale, DrawnSquare("dark", piece, m, focused))
                        for m in (one, other)
                    ]
                    assert shown.apart(*pair), (art, scale, piece, one, other)
        for mark in ON_PIECES:
            for one_piece, other_piece in combinations(PIECES, 2):
                pair = [
                    drawn(art, scale, DrawnSquare("dark", p, mark, focused))
                    for p in (one_piece, other_piece)
                ]
                assert mark == "taken" or shown.apart(*pair), (art, scale, mark, one_piece)


@pytest.mark.parametrize("scale", range(2, 7))
def test_every_mark_has_its_characters_without_colours(scale: int) -> None:
    for mark, piece in product(MARKS, (None, *PIECES)):
        text = drawn(Art.LETTERS, scale, DrawnSquare("dark", piece, mark)).to_text()
        assert MARKS[mark].sign in text
    focused = drawn(Art.LETTERS, scale, DrawnSquare("dark", None, "", True)).to_text()
    assert all(row.startswith("[") and row.endswith("]") for row in focused.split("\n"))


def test_the_cursor_keeps_the_shape_of_a_white_man_without_colours() -> None:
    white = drawn(Art.LETTERS, 2, DrawnSquare("dark", Piece(Colour.WHITE), "", True))
    assert white.to_text() == "/ww\\\n\\--/"
    assert white.styles[0][0].paper == "cursor"


def test_only_the_gap_below_a_piece_is_underlined() -> None:
    for scale in range(2, 7):
        row = drawn(Art.BLOCKS, scale, DrawnSquare("dark", Piece(Colour.WHITE), "must")).styles[-1]
        assert [n for n, style in enumerate(row) if style.ink == "must"] == [scale - 1, scale]


# Colours


#: Inks, the papers they stand on, and the least contrast between them.
ON_PAPERS = (
    (("white_face", "black_face"), (*SQUARES, *SMALL_SQUARES), CONTRAST),
    (("number",), ("dark",), 1.5),
    (("typed", "sign"), ("dark", "warned"), 2.4),
    (("dialog_text", "dialog_dim", "dialog_strong"), ("dialog",), 4.5),
    (("chosen_text",), ("chosen",), 4.5),
    (("value",), ("value_good", "value_even", "value_bad"), 4.5),
)


def codes(theme: Theme, ink: str, paper: str, ground: str = "") -> tuple[str, str]:
    front, back, _ = theme.look(ink, paper, 256)
    return hex_colour(front), ground or hex_colour(back)


@pytest.mark.parametrize("theme", COLOURED, ids=lambda theme: theme.name)
@pytest.mark.parametrize("light", [False, True])
def test_every_ink_is_seen_on_its_papers_and_text_on_the_ground(theme: Theme, light: bool) -> None:
    theme = get_theme(theme.name, on_light=light)
    for inks, papers, least in ON_PAPERS:
        for ink, paper in product(inks, papers):
            assert contrast(*codes(theme, ink, paper)) >= least, (ink, paper)
    ground = "#ffffff" if theme.on_light else "#000000"
    for ink in ("dim", "rim", "accent", "warning", "good", "bad"):
        assert contrast(*codes(theme, ink, "ground", ground)) >= 4.0, ink


def test_the_colours_of_all_states_fit_the_terminal_and_are_few_pairs() -> None:
    pictures = [
        drawn(art, scale, DrawnSquare("dark", piece, mark, focused, "22", loud))
        for art, scale, piece, mark, focused, loud in product(
            Art, SCALES, (None, *PIECES), MARKS, (False, True), (False, True)
        )
    ]
    pictures.append(two_people("english", CHAIN).press("enter", "i").frame)
    styles = {style for picture in pictures for row in picture.styles for style in row}
    for theme, (depth, most) in product(COLOURED, ((8, 63), (16, 120), (256, 200))):
        pairs = {theme.look(*style, depth)[:2] for style in styles}
        assert len(pairs) <= most
        assert all(-1 <= colour < depth for pair in pairs for colour in pair)


def test_on_the_console_of_linux_squares_are_brown_and_nothing_vanishes() -> None:
    theme = get_theme("classic", console=True)
    assert theme.look("white_ink", "dark", 8)[1] == 3
    assert theme.look("white_ink", "warned", 8)[1] == 1
    front, back, _ = theme.look("number", "dark", 8)
    assert front != back


def test_a_light_ground_changes_the_light_squares_and_the_text() -> None:
    player = two_people("english")
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


def test_row_numbers_have_room_on_boards_that_fill_a_screen() -> None:
    for game, columns, rows in product(VARIANTS.values(), range(20, 130), (15, 24, 53)):
        if (places := layout(game, (columns, rows), letters=True)) is not None:
            check_places(game, (columns, rows), places)


def check_places(game: Variant, size: tuple[int, int], places: Layout) -> None:
    board = places.board
    assert (board.width, board.height) == (2 * places.scale * game.size, places.scale * game.size)
    assert board.left - places.rim >= 0
    assert board.left + board.width <= size[0]
    assert board.top + board.height <= places.sentence < places.keys < size[1]
    assert places.title is None or 0 <= places.title < board.top
    if places.panel is not None:
        beside = places.panel.left >= board.left + board.width
        assert beside or places.panel.top >= board.top + board.height
        assert places.panel.left + places.panel.width <= size[0]
        assert places.panel.top + places.panel.height <= places.sentence


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(("number", "game"), [*enumerate(VARIANTS)])
def test_every_game_is_drawn_inside_every_screen(
    number: int, game: str, size: tuple[int, int]
) -> None:
    looks = (Looks(), Looks(ascii=True), Looks(colour=False))
    player = two_people(game, size=size, looks=looks[(number + SIZES.index(size)) % 3])
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
    seen = marks_seen(two_people("english", CHAIN).press("enter"))
    assert seen[19][0].ink == "via"
    assert seen[28] == (("target", "end"), ("text", "end"))
    assert seen[17][0] == ("target", "end")
    assert seen[1][1].paper == "picked"


def test_what_a_chain_takes_shrinks_on_the_way() -> None:
    player = two_people("english", CHAIN).press("enter", "enter")
    assert marks_seen(player)[6][1].paper == "taken"
    assert marks_seen(player)[1][0].ink == "imprint"


def test_what_must_capture_is_underlined_and_named() -> None:
    player = two_people("mini", moves="4-7 14-11")
    assert "capture with 7" in player.text
    assert any(style.ink == "must" for row in player.frame.styles for style in row)


@pytest.mark.parametrize("progress", [0.0, 0.2, 0.5, 0.8, 0.99])
@pytest.mark.parametrize("size", SIZES[:5])
def test_a_moving_piece_is_drawn_over_what_it_passes(
    progress: float, size: tuple[int, int]
) -> None:
    start = Position.from_fen("W:W32,31,K4:B5,6,14,22", "russian")
    line = replayed(start, [str(start.legal_moves()[0])])
    player = Player(size=size, looks=Looks()).open(Recorded(Session(line, PERSON, PERSON)))
    player.press("home", "right").wait(progress * player.on.motion.seconds)
    inks = {style.ink for row in player.frame.styles for style in row}
    assert {"white_face", "white_gold"} <= inks
    assert (len(player.on.motion.taken) > 0) == (progress >= 0.5)
    assert player.wait(1).on.motion is None


def test_numbers_are_quiet_and_loud_while_a_move_is_typed() -> None:
    player = two_people("english")
    inks = {style.ink for row in player.frame.styles for style in row}
    assert "number" in inks
    assert "typed" not in inks
    player.press("1")
    assert "typed" in {style.ink for row in player.frame.styles for style in row}


# The panel


def test_the_cards_stand_at_the_players_ends_of_the_board() -> None:
    player = two_people("mini", moves="4-7 14-11 7x14")
    shown = player.frame.to_text().split("\n")
    panel = player.on.layout.panel
    near = panel.top + panel.height - 2
    ends = [shown[row][panel.left :] for row in (panel.top, near)]
    assert ["white" in end or "black" in end for end in ends] == [True, True]
    assert "+1" in shown[near + 1] + shown[panel.top + 1]


def test_only_the_side_ahead_shows_its_lead_and_taken_men_lie_on_a_dark_square() -> None:
    shown = two_people("mini", moves="4-7 14-11 7x14").frame
    assert shown.to_text().count("+1") == 1
    taken = [
        style
        for row in range(shown.height)
        for style, character in zip(shown.styles[row], shown.characters[row], strict=True)
        if character == "●"
    ]
    assert [style.paper for style in taken] == ["dark"]


LONG = "11-16 24-19 16-20 21-17 10-14 17x10 7x14 22-17 14x21 25-22 12-16 19x12 3-7 12x3 9-14"


def test_moves_above_are_counted() -> None:
    more = "3x10x17 6-10 29-25 10-15 17-14 4-8 22-18 15x22x29 23-19 20-24 27x20 29-25"
    assert "↑ 6 more" in two_people("english", moves=f"{LONG} {more}").text


def test_bars_grow_with_the_value() -> None:
    assert bar_length(Score(-900), 20) == 1
    lengths = [bar_length(Score(value), 20) for value in (-900, 0, 150, 450)]
    assert lengths == sorted(set(lengths))


def test_the_third_step_of_a_hint_numbers_the_moves_that_follow() -> None:
    player = two_people("english", "B:W18,22,25,30:B1,3,8,11").press("c", "c")
    assert player.study.shown_line() == ()
    line = player.press("c").study.shown_line()
    assert len(line) > 1
    corners = player.on.corners()
    assert {corners[move.end][0].text for move in line} <= {"1", "2", "3"}
    assert all(str(move) in player.panel for move in line)
    assert not {"movable", "must"} & set(marks_of(player.on).values())


def test_a_game_that_the_second_colour_begins_is_numbered_right() -> None:
    player = two_people("mini", "W:W13-18:B1-6", "13-10 4-7")
    rows = [row.split() for row in player.text.split("\n")]
    assert any(row[-3:] == ["1.", "...", "13-10"] for row in rows)
    assert any(row[-2:] == ["2.", "4-7"] for row in rows)


def test_the_key_line_says_how_to_read_on_where_the_panel_has_more_words() -> None:
    player = Player(size=(60, 20)).open(Reviewed(everywhere.lost().resign(Colour.BLACK)))
    seen: set[str] = set()
    while "PgDn more" in player.text and len(seen) < 20:
        before = player.panel
        assert player.press("pagedown").panel != before
        seen.add(before)
    assert seen
    assert "PgDn more" in player.press("pageup").text
