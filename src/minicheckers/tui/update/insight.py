"""What the coach knows about the position on the board: every move's worth, and hints."""

from dataclasses import replace

from ...rules.variant import Colour
from ..events import Step
from ..state import AppState
from .bindings import Binding, Section
from .game_flow import game_of

HINT_STEPS = 3


def toggle(state: AppState) -> Step:
    """Show what every move is worth, or no longer."""
    state = replace(state, insight=not state.insight)
    if not state.insight:
        return state.with_game(balance=None).saying("insight is off"), ()
    return take_in(state.saying("insight is on: what every move is worth"))


def take_in(state: AppState) -> Step:
    """Note what is known now: how the game stands, and that the person was told."""
    game, analysis = game_of(state), state.analysis
    if analysis is None or not state.insight:
        return state, ()
    value = analysis.value if game.position.turn is Colour.BLACK else -analysis.value
    return note_help(state.with_game(balance=value)), ()


def note_help(state: AppState) -> AppState:
    """The state whose game knows that the person was helped; it no longer counts as unaided."""
    game = game_of(state)
    if game.study is not None or game.replaying or game.session.helped:
        return state
    if game.session.person is None:
        return state
    return state.with_game(session=replace(game.session, helped=True))


def ask_hint(state: AppState) -> Step:
    """Tell a step more of the hint: the piece, the target, the reason."""
    game = game_of(state)
    if not game.can_be_advised:
        return state.saying("there are hints when it is your turn"), ()
    step = min(game.hint_step + 1, HINT_STEPS)
    state = state.with_game(hint_step=step, picked=())
    told, effects = tell_hint(state)
    return told if told.message else told.saying("the coach is looking at the position"), effects


def tell_hint(state: AppState) -> Step:
    """Say as much of the hint as was asked for, once the values are known."""
    game, analysis = game_of(state), state.analysis
    if not game.hint_step or analysis is None or not state.knows_values:
        return state, ()
    from ...coach.explain import hint  # loaded by the coach already

    found = hint(game.position, analysis)
    state = state.with_game(hint=found.move, focus=found.move.start)
    return note_help(state).saying(found.steps[game.hint_step - 1]), ()


def _on_turn(state: AppState) -> str:
    return "hint" if game_of(state).can_be_advised else ""


_INSIGHT = Binding(("i",), toggle, "worth of every move", "i", "insight")
HINTS = Section(
    "The coach", (Binding(("c",), ask_hint, "a hint, then more", "c", _on_turn), _INSIGHT)
)
INSIGHT = Section("The coach", (_INSIGHT,))
