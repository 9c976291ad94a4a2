"""Studies on the board: how one is put up, how it is left, and what is shown there by itself."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ...game.player import PERSON
from ...game.session import Session
from ...game.timeline import Timeline
from ...rules.notation import Move
from ...rules.position import Position
from ..events import FindSaved, NewOpponents, Step
from ..questions import Refute
from ..state import AppState, GameScreen
from ..studies import Exploring, Showing, Study
from . import game_flow
from .bindings import Binding, Section
from .clock import note_time
from .game_flow import game_of

if TYPE_CHECKING:
    from ...coach.refutation import Refutation

#: How long to wait before every move that is shown.
PAUSE = 0.7


def two_sided(timeline: Timeline) -> Session:
    """A line whose both sides are the person's."""
    return Session(timeline, PERSON, PERSON)


def enter(state: AppState, session: Session, study: Study, *, flipped: bool = False) -> Step:
    """Put a study on the board; the game that is there waits below it."""
    state = note_time(state)  # used so far; while the study lasts the clock stands still
    from_menu = state.at_menu
    below = state.own_game if from_menu else state.game
    state, effects = game_flow.stop_thinking(state)
    game = GameScreen(
        session,
        study=study,
        below=below,
        from_menu=from_menu,
        flipped=flipped,
        turn_since=state.now,
    )
    game = replace(game, focus=game_flow.first_focus(game))
    state = replace(state, game=game, at_menu=False, overlay=None, message=None)
    return game_flow.then((state, (*effects, NewOpponents())), game_flow.proceed)


def leave(state: AppState) -> Step:
    """Back to what was on the screen before."""
    game = game_of(state)
    state, effects = game_flow.stop_thinking(state)
    if isinstance(game.study, Exploring):
        state = replace(state, insight=game.study.insight_before)
    state = replace(state, game=game.below, overlay=None)
    effects = (*effects, NewOpponents())
    if game.from_menu or game.below is None:
        if not state.saved_is_known:
            effects = (*effects, FindSaved())
        return replace(state, at_menu=True, saved_is_known=True), effects
    return game_flow.then((state.with_game(turn_since=state.now), effects), game_flow.proceed)


def put_up(state: AppState, position: Position, study: Study, *, flipped: bool) -> AppState:
    """Another position on the board of a study."""
    state, _ = game_flow.rewind(state, two_sided(Timeline.begin(position)))
    state = state.with_game(study=study, showing=None, flipped=flipped)
    return state.with_game(focus=game_flow.first_focus(game_of(state)))


def with_study(state: AppState, study: Study) -> AppState:
    """The state with a change to its study."""
    return state.with_game(study=study)


# Showing what is wrong with a move


def answer_wrong(state: AppState, move: Move) -> Step:
    """Play a wrong move and ask what punishes it; the board goes back afterwards."""
    game = game_of(state)
    before, position = game.session, game.position
    state, effects = game_flow.play(state, move)
    waiting = Showing((), 0.0, before, f"{move} is wrong; the coach looks for the answer")
    return state.with_game(refuting=Refute(position, move), showing=waiting), effects


def show_refutation(state: AppState, found: "Refutation") -> Step:
    """Begin to play what punishes a wrong move."""
    from ...coach.refutation import sentence  # loaded by the coach already

    brief = sentence(replace(found, replies=()))
    showing = game_of(state).showing
    if showing is None:
        return state, ()
    shown = Showing(found.replies, state.now + PAUSE, showing.session, sentence(found), brief)
    return state.with_game(showing=shown), ()


def tick(state: AppState) -> Step:
    """The next move that is shown, when its time has come."""
    game = state.board
    if game is None or game.showing is None or not game.showing.moves or game.animation:
        return state, ()
    showing = game.showing
    if state.now < showing.next_at:
        return state, ()
    state, effects = game_flow.play(state, showing.moves[0], animated=True)
    rest = showing._replace(moves=showing.moves[1:], next_at=state.now + PAUSE)
    return state.with_game(showing=rest), effects


def end_showing(state: AppState) -> Step:
    """Back to the position before the wrong move."""
    showing = game_of(state).showing
    if showing is None:
        return state, ()
    state, effects = game_flow.rewind(state, showing.session)
    state = state.with_game(showing=None, animation=None)
    return state.with_game(focus=game_flow.first_focus(game_of(state))), effects


SHOWING = Section(
    "A wrong move",
    (Binding(("enter", " ", "escape"), end_showing, "try again", "Enter, Esc", "try again"),),
)


def leaving(word: str) -> Section:
    """The keys that lead away from a study."""
    return Section(
        "Away",
        (
            Binding(("b",), leave, word, "b", "leave"),
            Binding(("m",), to_menu, "menu", "m", "menu"),
        ),
    )


def to_menu(state: AppState) -> Step:
    """From a study to the menu; the game below waits there to be continued."""
    step = leave(state)
    while not step[0].at_menu and step[0].game is not None and step[0].game.study is not None:
        step = game_flow.then(step, leave)
    state, effects = step
    return game_flow.then(
        (replace(state, at_menu=True, overlay=None), effects), game_flow.stop_thinking
    )


AWAY = leaving("leave this")
