"""What is on the screen: sizes, marks, lists, themes and glyphs."""

import re
import sys
import unicodedata
from dataclasses import replace
from xml.etree import ElementTree

import pytest

from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Piece
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.tui.blocks import LEFT, LOWER, REVERSED, RIGHT, UPPER, masks
from minicheckers.tui.events import Background, GameReady, Resized
from minicheckers.tui.frame import Frame, Rect, shortened
from minicheckers.tui.glyphs import ASCII, UNICODE, Glyphs
from minicheckers.tui.layout import layout, least_size
from minicheckers.tui.sprites import sprite
from minicheckers.tui.state import Appearance
from minicheckers.tui.svg import to_svg
from minicheckers.tui.theme import MONO, THEMES, Men, get_theme, hex_colour
from minicheckers.tui.update import ALWAYS
from minicheckers.tui.view import draw
from minicheckers.tui.widgets.board import Brush, trail
from minicheckers.tui.widgets.dialog import Dialog
from minicheckers.tui.widgets.help import Help
from testing.every_screen import every_screen
from testing.screen_player import (
    PLAIN_TEXT,
    STILL,
    ScreenPlayer,
    against,
    menu_state,
    replaying,
    square_cells,
    two_people,
    watching,
)

# Sizes


@pytest.mark.parametrize(
    ("variant", "size", "screen", "scale", "panel"),
    [
        ("mini", None, (120, 40), 6, True),
        ("mini", None, (80, 24), 3, True),
        ("mini", None, (50, 18), 2, True),
        ("mini", None, (24, 9), 1, False),
        ("english", None, (120, 40), 4, True),
        ("english", None, (80, 24), 2, True),
        ("english", None, (50, 18), 2, True),
        ("towers", None, (80, 24), 2, True),
        ("pikachu", 8, (120, 40), 4, True),
        ("pikachu", 16, (80, 24), 1, True),
        ("pikachu", 16, (50, 18), 1, True),
        ("pikachu", 16, (36, 18), 1, False),
        ("english", None, (40, 40), 2, True),
        ("mini", None, (76, 40), 6, False),
    ],
)
def test_the_board_gets_the_largest_squares_and_the_panel_what_is_left(
    variant: str, size: int | None, screen: tuple[int, int], scale: int, panel: bool
) -> None:
    places = layout(get_variant(variant, size), screen)
    assert places is not None
    assert places.scale == scale
    assert (places.panel is not None) == panel
    assert places.board.width == places.square_width * places.variant.size


@pytest.mark.parametrize("variant", ["mini", "towers", "english", "pikachu"])
def test_below_the_least_size_a_sentence_and_then_the_game_goes_on(variant: str) -> None:
    columns, rows = least_size(get_variant(variant))
    player = two_people(variant, size=(columns, rows))
    assert "least" not in player.text
    for small in ((columns - 1, rows), (columns, rows - 1), (10, 3), (1, 1)):
        player.send(Resized(*small))
        words = " ".join(player.text.split())
        if small[0] > 20:
            assert f"at least {columns}x{rows}" in words
        player.press("enter", "tab", "enter", "tab", "enter")
        assert player.screen_on.timeline.ply == 0
    assert "least" not in player.send(Resized(80, 24)).text


def test_the_rim_has_letters_and_numbers_and_turns_with_the_board() -> None:
    def rim(player: ScreenPlayer) -> tuple[str, list[str]]:
        places, frame = player.places, player.frame
        below = frame.characters[places.board.top + places.board.height]
        numbers = [row[places.board.left - 2] for row in frame.characters]
        return "".join(below).split("  ")[0] or "".join("".join(below).split()), [
            number for number in numbers if number.isdigit()
        ]

    player = two_people("russian", size=(36, 20))
    assert "".join(rim(player)[0].split()) == "abcdefgh"
    assert rim(player)[1] == list("87654321")
    player.press("f")
    assert "".join(rim(player)[0].split()) == "hgfedcba"
    assert rim(player)[1] == list("12345678")


def test_numbers_are_on_the_empty_squares() -> None:
    for screen in ((120, 40), (80, 24), (24, 9)):
        player = two_people("mini", size=screen)
        for square in (7, 8, 9, 10, 11, 12):
            assert square_cells(player.frame, player.places, square, False)[0].startswith(
                str(square)
            )


# What happened


def test_the_last_move_is_marked_from_and_to() -> None:
    player = two_people(size=(120, 40)).play("6-9")
    for square, sign in ((6, UNICODE.last_from), (9, UNICODE.last_to)):
        column, row = player.places.corner(player.game.variant.geometry.place(square), False)
        assert player.frame.styles[row][column].paper == "last"
        right = column + 2 * player.places.scale - 1
        assert player.frame.characters[row][right] == sign


def test_movable_pieces_and_targets_are_marked() -> None:
    player = two_people(size=(120, 40))
    marked = {
        square
        for square in range(1, 19)
        if UNICODE.movable in square_cells(player.frame, player.places, square, False)[0]
    }
    assert marked == {4, 5, 6}
    player.click(5)
    frame = player.frame
    papers = {}
    for square in (5, 7, 8, 9):
        column, row = player.places.corner(player.game.variant.geometry.place(square), False)
        papers[square] = frame.styles[row + 1][column + 1].paper
        has_border = frame.styles[row][column + 3].paper == "focus"
        assert has_border == (square == player.screen_on.board.focus)
    assert papers == {5: "picked", 7: "target", 8: "target", 9: "dark"}
    assert "5 to 7, 8" in player.text


def test_captured_pieces_are_counted() -> None:
    player = two_people("mini", "B:W8,18,17:B5,1")
    assert "+1" not in player.text
    assert "● +1" in player.play("5x12").text
    player = two_people("mini", "B:W8,18,17:B5,1", size=(24, 9)).play("5x12")
    assert "●2+1 ●2+0" in player.text


def test_the_move_list_scrolls() -> None:
    player = two_people("english", size=(60, 24))
    while player.screen_on.timeline.ply < 40 and player.game.outcome is None:
        player.play(str(player.screen_on.legal[0]))
    played = [str(move) for move in player.screen_on.timeline.played]
    assert f" 1. {played[0]}" not in player.text
    assert played[-1] in player.text
    player.press(*["pageup"] * 12)
    assert f" 1. {played[0]}" in player.text
    player.press("wheel-down", *["pagedown"] * 12)
    assert f" 1. {played[0]}" not in player.text
    player.press("pageup").play(str(player.screen_on.legal[0]))
    assert player.screen_on.scroll == 0


def test_a_wide_panel_shows_the_moves_in_columns_and_keeps_off_the_edge() -> None:
    player = two_people("english", size=(120, 24))
    while player.screen_on.timeline.ply < 40 and player.game.outcome is None:
        player.play(str(player.screen_on.legal[0]))
    for move in player.screen_on.timeline.played:
        assert str(move) in player.text
    assert all(row[-1] == " " for row in player.frame.characters)


@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
def test_the_result_does_not_cover_the_last_moves(size: tuple[int, int]) -> None:
    player = against("mini", "B:W8:B5,1,2", size=size).play("5x12")
    assert isinstance(player.state.overlay, Dialog)
    assert "1. 5x12" in player.text


def test_without_colours_letters_and_words_tell_the_sides_apart() -> None:
    colourless = Appearance(colour=False, animation=False)
    player = two_people("mini", size=(80, 24), looks=colourless)
    assert "b black" in player.text
    assert "w white" in player.text
    assert "●" not in player.text
    assert "○" not in player.text
    without_panel = two_people("english", size=(50, 26), looks=colourless)
    assert without_panel.places.panel is None
    assert "black 12+0 white 12+0" in without_panel.text
    assert "b12+0 w12+0" in two_people("english", size=(36, 20), looks=colourless).text


def test_a_game_that_the_second_colour_begins_is_numbered_right() -> None:
    player = two_people("mini", "W:W13-18:B1-6").play("13-10").play("4-7")
    assert "1. ...       13-10" in player.text
    assert "2. 4-7" in player.text
    narrow = two_people("mini", "W:W13-18:B1-6", size=(50, 18)).play("13-10")
    assert "1. ..." in narrow.text
    assert "    13-10" in narrow.text


def test_whose_turn_it_is() -> None:
    player = two_people()
    assert "Black's turn" in player.text
    assert "▸ ● black" in player.text
    player.play("6-9")
    assert "White's turn" in player.text
    assert "▸ ● white" in player.text
    assert "Your turn (black)" in against().text


# Help and keys


@pytest.mark.parametrize("situation", ["menu", "board", "replaying", "watching"])
def test_the_help_lists_every_key_that_works(situation: str) -> None:
    size = (80, 40)
    player = {
        "menu": ScreenPlayer(menu_state(size=size)),
        "board": two_people(size=size),
        "replaying": replaying("mini", ["6-9"], size=size),
        "watching": watching(size=size),
    }[situation]
    player.press("?")
    assert isinstance(player.state.overlay, Help)
    text = player.text
    for section in (*player.state.screen.keymap(), ALWAYS):
        assert section.title in text
        for binding in section.bindings:
            assert bool(binding.help) == bool(binding.shown)
            assert binding.shown in text
            assert binding.help in text
    assert player.press("escape").state.overlay is None


def test_no_key_has_two_meanings_on_one_screen() -> None:
    for name, player in every_screen().items():
        sections = player.state.screen.keymap()
        keys = [key for section in sections for b in section.bindings for key in b.keys]
        keys = [key for key in keys if not key.startswith("wheel")]  # a list takes it for itself
        assert len(keys) == len(set(keys)), name
        always = {key for b in ALWAYS.bindings for key in b.keys} - {"q"}  # which may hang up
        assert not always & set(keys), name


#: What a letter means, wherever it means anything.
MEANINGS = {
    "a": {"analysis board", "back"},
    "b": {"back"},
    "c": {"hint", "show a move", "the best move", "the best line", "its refutation"},
    "d": {"details of the search"},
    "e": {"copy the game", "copy the position"},
    "f": {"flip the board"},
    "g": {"move now"},
    "i": {"value of every move"},
    "m": {"menu"},
    "n": {"new game", "another game"},
    "o": {"other", "also fixed ones"},
    "r": {"redo"},
    "s": {"save to a file"},
    "t": {"next theme"},
    "u": {"undo", "ask to undo"},
    "v": {"review"},
    "w": {"back"},
    "x": {"resign"},
    "y": {"retry"},
    "z": {"clear the board"},
    "E": {"edit the position"},
    "F": {"flip after every move"},
    "P": {"play from here"},
    "Z": {"starting position"},
    ".": {"next", "one move"},
    ",": {"previous"},
}


def test_a_letter_means_one_thing_in_the_whole_program() -> None:
    for name, player in every_screen().items():
        for section in player.state.screen.keymap():
            for binding in section.bindings:
                for key in set(binding.keys) & set(MEANINGS):
                    assert binding.help.startswith(tuple(MEANINGS[key])), (name, key, binding.help)


def test_the_keys_that_people_were_promised() -> None:
    keys = {
        key
        for s in (*two_people().state.screen.keymap(), ALWAYS)
        for b in s.bindings
        for key in b.keys
    }
    promised = {*"urcnmftsq?hjkl: ", "f1", "ctrl-l", "pageup", "pagedown", "tab"}
    if sys.platform != "win32":  # where programs are stopped and continued
        promised.add("ctrl-z")
    assert promised | {"shift-tab", "escape", "enter", "up", "down", "left", "right"} <= keys


def test_a_long_help_scrolls_on_a_small_screen() -> None:
    player = two_people(size=(40, 12)).press("?")
    assert "Always" not in player.text
    player.press(*["pagedown"] * 4, "down", "up")
    assert "Always" in player.text
    player.press(*["pageup"] * 5)
    assert "Moving" in player.text


def test_the_bottom_line_names_the_most_important_keys() -> None:
    last = against(size=(80, 24)).text.splitlines()[-1]
    for words in ("Enter pick up", "Tab next", "c hint", "m menu", "? help", "q quit"):
        assert words in last
    assert "undo" not in last  # there is nothing to undo
    player = against(size=(80, 24)).press("enter")
    assert "Enter put down" in player.text
    thinking = player.press("enter").text.splitlines()[-1]
    assert "Enter" not in thinking
    assert "hint" not in thinking
    assert "u undo" in thinking
    last = against("english", size=(40, 20)).text.splitlines()[-1]
    assert "? help" in last
    assert "q quit" in last


# Looks


def test_every_role_has_a_look_in_every_theme() -> None:
    inks = {role for theme in THEMES.values() for role in theme.inks}
    papers = {role for theme in THEMES.values() for role in theme.papers}
    for theme in THEMES.values():
        assert set(theme.inks) == inks, theme.name
        assert set(theme.papers) == papers, theme.name
        assert theme.papers["ground"].colour == -1


def test_there_are_themes_for_everybody() -> None:
    assert {"classic", "contrast", "colourblind", "mono"} <= set(THEMES)
    assert get_theme("classic", colour=False) is MONO
    assert get_theme("unknown").name == "classic"


def test_mono_uses_no_colour_at_all() -> None:
    for look in MONO.papers.values():
        assert look.colour == look.basic == -1
    for role, look in MONO.inks.items():
        assert look.colour == look.basic == -1, role


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_every_glyph_is_one_cell_wide(glyphs: object) -> None:
    for name, value in vars(glyphs).items():
        texts = value.values() if isinstance(value, dict) else [value]
        for text in texts:
            for character in "".join(text) if not isinstance(text, bool) else "":
                assert unicodedata.east_asian_width(character) not in "WF", name
                assert not unicodedata.combining(character)


@pytest.mark.sampled(40)
@pytest.mark.parametrize("scale", [1, 2, 3, 4, 5, 6, 7, 8, 10, 12])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("men", Men)
@pytest.mark.parametrize("variant", ["towers", "english", "pikachu"])
@pytest.mark.parametrize("signed", [False, True])
def test_men_and_kings_differ_in_shape(
    scale: int, glyphs: Glyphs, men: Men, variant: str, signed: bool
) -> None:
    def shape(piece: Piece) -> tuple[str, frozenset[tuple[int, int]]]:
        frame = Frame(2 * scale, scale)
        emblem = set()
        for dab in sprite(piece, get_variant(variant), scale, glyphs, men, signed):
            frame.put(dab.column, dab.row, dab.text, dab.ink, dab.paper)
            if dab.ink.endswith("_emblem"):
                emblem.add((dab.column, dab.row))
        assert not frame.spilled
        return frame.to_text(), frozenset(emblem)

    shapes = [shape(Piece(colour, king)) for colour in Colour for king in (False, True)]
    assert shapes[0] != shapes[1]
    assert shapes[2] != shapes[3]
    if men is not Men.SOLID:
        assert len(set(shapes)) == 4


def test_in_a_disc_the_left_and_right_and_top_and_bottom_are_alike() -> None:
    sideways = str.maketrans("▘▝▖▗▌▐▛▜▙▟▞▚" + LEFT + RIGHT, "▝▘▗▖▐▌▜▛▟▙▚▞" + RIGHT + LEFT)
    upside_down = str.maketrans("▘▝▖▗▀▄▛▜▙▟▞▚" + UPPER + LOWER, "▖▗▘▝▄▀▙▟▛▜▚▞" + LOWER + UPPER)
    for scale in range(2, 12):
        frame = Frame(2 * scale, scale)
        for dab in sprite(Piece(Colour.WHITE), get_variant("mini"), scale, UNICODE, Men.SOLID):
            frame.put(dab.column, dab.row, dab.text, dab.ink, dab.paper)
        rows = frame.to_text().split("\n")
        assert [row[::-1].translate(sideways) for row in rows] == rows
        assert [row.translate(upside_down) for row in rows[::-1]] == rows


@pytest.mark.parametrize("scale", range(3, 13))
@pytest.mark.parametrize("variant", ["towers", "english", "pikachu"])
def test_pieces_leave_the_corners_of_their_square_free(scale: int, variant: str) -> None:
    for king in (False, True):
        frame = Frame(2 * scale, scale)
        for dab in sprite(
            Piece(Colour.BLACK, king), get_variant(variant), scale, UNICODE, Men.SOLID
        ):
            frame.put(dab.column, dab.row, dab.text, dab.ink, dab.paper)
        rows = frame.characters
        assert (rows[0][0], rows[0][-1], rows[-1][0], rows[-1][-1]) == (" ",) * 4


@pytest.mark.parametrize("variant", ["towers", "english", "pikachu"])
def test_a_piece_on_a_small_square_leaves_a_column_to_a_sign_or_carries_it(variant: str) -> None:
    for men in Men:
        for glyphs in (UNICODE, ASCII):
            for king in (False, True):
                piece = Piece(Colour.BLACK, king)
                theme = replace(THEMES["classic"], men=men)
                if Brush(glyphs, theme, 2, get_variant(variant)).carries_signs(piece):
                    continue
                for dab in sprite(piece, get_variant(variant), 2, glyphs, men, signed=True):
                    assert dab.column + len(dab.text) < 4


def test_characters_that_fonts_lack_are_shown_as_others_in_reverse() -> None:
    full = masks()["█"]
    for young, old in REVERSED.items():
        assert masks()[young] == full - masks()[old]
    assert not set(REVERSED) & set(REVERSED.values())


def test_a_board_in_ascii_without_colour() -> None:
    player = two_people("mini", size=(50, 18), looks=PLAIN_TEXT)
    assert "[b]" in player.text
    assert "/w\\" in player.text
    assert player.text.isascii()


def test_the_svg_of_a_frame_is_well_formed_and_shows_the_text() -> None:
    for theme in THEMES:
        player = two_people(looks=Appearance(theme=theme), size=(60, 20))
        root = ElementTree.fromstring(to_svg(player.frame, get_theme(theme)))
        texts = "".join(root.itertext())
        assert "Black's turn" in texts.replace("\n", "")
    assert hex_colour(16) == "#000000"
    assert hex_colour(231) == "#ffffff"
    assert hex_colour(255) == "#eeeeee"


def test_text_from_outside_cannot_upset_the_frame() -> None:
    frame = Frame(10, 2)
    frame.put(0, 0, "a\x1b[2Jé漢\u0301")
    assert frame.characters[0][:8] == ["a", "?", "[", "2", "J", "é", "?", "?"]
    frame.write(Rect(0, 1, 6, 1), 0, "abcdefgh")
    assert "".join(frame.characters[1]).rstrip() == "abcd.."
    assert not frame.spilled
    frame.put(8, 1, "xyz")
    frame.put(-1, 1, "xyz")
    frame.put(0, 5, "x")
    assert frame.spilled
    assert "".join(frame.characters[1]) == "yzcd..  xy"
    assert shortened("abc", 2) == "ab"


def test_nobody_sits_at_a_board_that_is_only_shown() -> None:
    session = Session(Timeline.begin(Position.start("mini")), PERSON, PERSON)
    player = ScreenPlayer(menu_state(looks=STILL)).send(GameReady(session, replaying=True))
    assert draw(player.state).cursor is None


@pytest.mark.parametrize("size", [(120, 40), (80, 24), (60, 20)])
@pytest.mark.parametrize(("variant", "move"), [("english", "11-15"), ("pikachu", "41-33")])
def test_the_last_move_leaves_a_trail_where_it_began(
    variant: str, move: str, size: tuple[int, int]
) -> None:
    player = two_people(variant, size=size).play(move)
    places, start = player.places, int(move.partition("-")[0])
    assert "·" in "".join(square_cells(player.frame, places, start, False))
    ways = list(trail(places, player.screen_on.timeline.moves[-1].path, False))
    assert len(set(ways)) == len(ways)
    squares = {places.place(column, row, False) for column, row in ways}
    end = player.screen_on.timeline.moves[-1].end
    assert {places.variant.geometry.place(start), places.variant.geometry.place(end)} <= squares


@pytest.mark.parametrize("size", [(120, 40), (100, 30), (80, 24), (60, 20), (40, 15)])
def test_a_trail_touches_no_number(size: tuple[int, int]) -> None:
    player = two_people("english", "B:W10,24:B7,1,2,8", size=size).play("7x14")
    assert not re.search(r"\d·|·\d", player.text)


# The terminal's background


def test_a_light_background_brings_the_light_theme_unless_one_was_chosen() -> None:
    player = two_people().send(Background(light=True))
    assert player.state.theme.name == "daylight"
    assert player.state.preferences.theme is None  # the next terminal may be a dark one
    assert two_people().send(Background(light=False)).state.theme.name == "classic"
    chosen = two_people().press("t")
    assert chosen.send(Background(light=True)).state.theme.name != "daylight"


def test_the_window_is_named_after_the_game() -> None:
    assert ScreenPlayer(menu_state()).frame.title == "minicheckers"
    assert two_people("english").frame.title == "minicheckers: english"
