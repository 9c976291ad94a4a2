"""Whatever is pressed, clicked, resized or answered: nothing raises, and what is drawn is true."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from minicheckers.engine.decision import Decision, Progress
from minicheckers.engine.score import Score
from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.play.effects import Notice, NotWritten, SearchDone, SearchFailed, SearchProgress
from minicheckers.tui.events import Click, Event, GameReady, Key, Resized, Slow, Tick
from minicheckers.tui.screens import (
    analysis,
    board,
    board_editor,
    lesson,
    menu,
    playing,
    puzzle,
    replay,
    retry,
    review,
    solving,
)
from minicheckers.tui.screens import watching as watch
from minicheckers.tui.screens.board import BoardScreen
from minicheckers.tui.screens.playing import GameScreen
from minicheckers.tui.state import Appearance
from minicheckers.tui.theme import THEMES
from minicheckers.tui.update import ALWAYS
from minicheckers.tui.view import draw
from minicheckers.tui.widgets import dialog, picker, prompt, sheet
from minicheckers.tui.widgets import help as help_widget
from minicheckers.tui.widgets.board import MOVING, shown_pieces
from minicheckers.tui.widgets.keys import Section
from minicheckers.tui.widgets.message import placed_message
from testing.screen_player import (
    PLAIN_TEXT,
    ScreenPlayer,
    against,
    menu_state,
    position,
    read_coloured_board,
    read_plain_board,
    replaying,
    two_people,
    watching,
)

KEYS = sorted(
    {
        key
        for module in (
            analysis,
            board,
            board_editor,
            solving,
            lesson,
            menu,
            playing,
            puzzle,
            replay,
            retry,
            review,
            watch,
            dialog,
            help_widget,
            picker,
            prompt,
            sheet,
        )
        for section in (*vars(module).values(), MOVING, ALWAYS)
        if isinstance(section, Section)
        for b in section.bindings
        for key in b.keys
    }
    | {"backspace", "ctrl-u", "x", "a", "d", "é"}
)
VARIANTS = (("mini", None), ("towers", None), ("english", None), ("pikachu", 7), ("pikachu", 16))
GOOD_KEYS = ("enter", "tab", "enter", "tab", "down", "up")

sizes = st.tuples(st.integers(1, 200), st.integers(1, 70))
looks = st.builds(
    Appearance,
    theme=st.sampled_from(sorted(THEMES)),
    ascii=st.booleans(),
    colour=st.booleans(),
    animation=st.booleans(),
)
#: What comes from outside: an event, seconds to wait, or a word for the player to make one of.
happenings = st.one_of(
    st.sampled_from(KEYS).map(Key),
    st.sampled_from(GOOD_KEYS).map(Key),
    st.builds(Click, st.integers(0, 130), st.integers(0, 50)),
    st.builds(Resized, st.integers(1, 160), st.integers(1, 60)),
    st.just("answer"),
    st.just("news"),
    st.just("fail"),
    st.floats(0.0, 3.0),
    st.sampled_from([Notice("a word"), NotWritten("x", "no room"), Slow(), SearchFailed("old")]),
)


def happen(player: ScreenPlayer, what: object) -> None:
    screen = player.state.screen
    thinking = screen.game.thinking if isinstance(screen, GameScreen) else None
    if isinstance(what, float):
        player.wait(what)
    elif not isinstance(what, str):
        player.send(what)  # type: ignore[arg-type]
    elif thinking is not None:
        legal = player.game.position.legal_moves()
        events: dict[str, Event] = {
            "answer": SearchDone(Decision(legal[len(player.jobs) % len(legal)])),
            "news": SearchProgress(Progress(3, Score(25), legal[:1], 10_000, 0.5, 7, 8)),
            "fail": SearchFailed("it broke"),
        }
        player.send(events[what])


def check(player: ScreenPlayer) -> None:
    frame = draw(player.state)
    assert not frame.spilled
    assert (frame.width, frame.height) == player.state.size
    assert all(len(row) == frame.width for row in frame.characters)
    if frame.cursor is not None:
        assert 0 <= frame.cursor[0] < frame.width
        assert 0 <= frame.cursor[1] < frame.height
    if player.state.looks.ascii:
        assert frame.to_text().replace("é", "e").isascii()
    screen = player.state.screen
    if isinstance(screen, BoardScreen):
        assert screen.board.focus in range(1, screen.variant.geometry.count + 1)
        assert not screen.board.picked or screen.board.entered(screen.position).moves


def opened(kind: int, variant: tuple[str, int | None], look: Appearance) -> ScreenPlayer:
    name, size = variant
    session = Session(Timeline.begin(position(name, None, size)), PERSON, PERSON)
    if kind == 0:
        return ScreenPlayer(
            menu_state(looks=look, saved=session.play(session.position.legal_moves()[0]))
        )
    if kind in (1, 2):
        return against(name, board=size, first=kind == 1, looks=look)
    if kind == 3:
        return (
            two_people(name, looks=look)
            if size is None
            else ScreenPlayer(menu_state(looks=look)).send(GameReady(session))
        )
    if kind == 6:
        return two_people(name, looks=look).press("a", "E")
    if kind == 4:
        return watching(name, looks=look)
    return replaying("mini", ["6-9", "14-11", "9-12"], looks=look)


def check_nothing_breaks_the_screen(
    kind: int,
    variant: tuple[str, int | None],
    look: Appearance,
    size: tuple[int, int],
    events: list[object],
) -> None:
    player = opened(kind, variant, look).send(Resized(*size))
    check(player)
    for event in events:
        happen(player, event)
        check(player)


@pytest.mark.parametrize("examples", [10, pytest.param(100, marks=pytest.mark.slow)])
def test_nothing_breaks_the_screen(examples: int) -> None:
    settings(max_examples=examples)(
        given(
            st.integers(0, 6),
            st.sampled_from(VARIANTS),
            looks,
            sizes,
            st.lists(happenings, min_size=5, max_size=50),
        )(check_nothing_breaks_the_screen)
    )()


def check_the_board_on_the_screen_is_the_position(
    variant: tuple[str, int | None],
    first: bool,
    size: tuple[int, int],
    theme: str,
    keys: list[str],
) -> None:
    for look in (PLAIN_TEXT, Appearance(theme=theme, animation=False)):
        player = against(variant[0], board=variant[1], first=first, looks=look, size=size)
        for key in keys:
            if isinstance(player.state.screen, GameScreen) and player.game.thinking is not None:
                player.answer()
            player.press(key)
            if player.state.overlay is not None:
                player.press("escape")
            if player.at_menu:
                player.press("enter", "y")
            if not isinstance(player.state.screen, BoardScreen):
                continue
            screen = player.screen_on
            if screen.animation is None and len(screen.board.picked) < 2:
                assert shown_pieces(screen) == screen.position.pieces()
            if player.state.layout is None:
                continue
            if (said := placed_message(player.state)) is not None and said.box:
                continue  # a long sentence has a box of its own
            wordless = look.ascii and player.state.looks.theme == "mono"
            read = read_plain_board if wordless else read_coloured_board
            shown = read(player.frame, player.places, screen.board.flipped)
            assert shown == shown_pieces(screen)


@pytest.mark.parametrize("examples", [8, pytest.param(60, marks=pytest.mark.slow)])
def test_the_board_on_the_screen_is_the_position(examples: int) -> None:
    settings(max_examples=examples)(
        given(
            st.sampled_from(VARIANTS),
            st.booleans(),
            st.tuples(st.integers(40, 180), st.integers(18, 70)),
            st.sampled_from([*sorted(THEMES)]),
            st.lists(
                st.one_of(st.sampled_from(GOOD_KEYS), st.sampled_from(KEYS)),
                min_size=5,
                max_size=80,
            ),
        )(check_the_board_on_the_screen_is_the_position)
    )()


def test_time_alone_changes_nothing() -> None:
    player = against()
    before = player.state
    player.send(Tick())
    assert player.state is before
