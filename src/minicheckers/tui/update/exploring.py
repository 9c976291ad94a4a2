"""Exploring on the board: both sides are played freely, back and forth, in branches."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ...rules.notation import Move
from ...rules.position import Position
from ..events import Step
from ..state import AppState, Prompt
from ..studies import Exploring
from . import game_flow, study_flow
from .bindings import Binding, Section
from .game_flow import game_of
from .insight import note_help

if TYPE_CHECKING:
    from ...coach.exploring import Exploration


def open_board(state: AppState) -> Step:
    """Explore the position on the board; the game waits."""
    from ...coach.exploring import Exploration  # the board is there sooner without it

    if game_of(state).outcome is None:  # what is seen there helps in the game
        state = note_help(state)
    game = game_of(state)
    exploration = Exploration.of(game.session.timeline)
    return open_exploration(state, exploration, flipped=game.flipped)


def open_exploration(state: AppState, exploration: "Exploration", *, flipped: bool) -> Step:
    """Put lines of play on the board, with insight as long as they are there."""
    study = Exploring(exploration, insight_before=state.insight)
    session = study_flow.two_sided(exploration.timeline)
    state, effects = study_flow.enter(state, session, study, flipped=flipped)
    return replace(state, insight=True), effects


def play(state: AppState, move: Move) -> Step:
    """Go on with a move, of whichever side is to move."""
    explored = _study(state).exploration.play(move)
    state, effects = _look_at(state, explored)
    focus = game_of(state).focus if move.is_pass else move.end
    return state.with_game(focus=focus), effects


def _walk(step: "Callable[[Exploration], Exploration]") -> Callable[[AppState], Step]:
    def walk(state: AppState) -> Step:
        try:
            explored = step(_study(state).exploration)
        except ValueError as error:
            return state.saying(str(error)), ()
        return _look_at(state, explored)

    return walk


def _look_at(state: AppState, explored: "Exploration") -> Step:
    state, effects = game_flow.rewind(state, study_flow.two_sided(explored.timeline))
    study = replace(_study(state), exploration=explored)
    return state.with_game(study=study), effects


def say_fen(state: AppState) -> Step:
    """Tell the position as FEN, to be copied."""
    return state.saying(game_of(state).position.fen()), ()


def ask_for_fen(state: AppState) -> Step:
    """Ask for a position to explore."""
    return replace(state, overlay=Prompt("position")), ()


def read_fen(state: AppState, text: str) -> Step:
    """Explore a position that was typed or pasted; what is wrong with it is said."""
    from ...coach.exploring import Exploration

    try:
        position = Position.from_fen(text, game_of(state).variant)
    except ValueError as error:
        return state.saying(str(error), "warning"), ()
    return _look_at(replace(state, overlay=None), Exploration.begin(position))


def _study(state: AppState) -> Exploring:
    study = game_of(state).study
    if not isinstance(study, Exploring):
        raise TypeError("nothing is explored")
    return study


def _back_label(state: AppState) -> str:
    return "back" if game_of(state).session.timeline.ply else ""


def _forward_label(state: AppState) -> str:
    line = game_of(state).session.timeline
    return "forward" if line.ply < len(line.moves) else ""


def _branch_label(state: AppState) -> str:
    return "other branch" if len(_study(state).exploration.siblings) > 1 else ""


EXPLORING = Section(
    "Exploring",
    (
        Binding(("u", "backspace"), _walk(lambda e: e.back()), "a move back", "u", _back_label),
        Binding(("r",), _walk(lambda e: e.forward()), "a move forward", "r", _forward_label),
        Binding(("o",), _walk(lambda e: e.other_branch()), "another branch", "o", _branch_label),
        Binding(("e",), say_fen, "the position as FEN", "e", "FEN"),
        Binding(("p",), ask_for_fen, "type a FEN", "p"),
        Binding(("a", "b"), study_flow.leave, "leave this", "a, b", "leave"),
        Binding(("m",), study_flow.to_menu, "menu", "m", "menu"),
    ),
)

#: The key that leads here from any game.
EXPLORE = Section(
    "Analysis",
    (Binding(("a",), open_board, "analysis board", "a", "analyse"),),
)
