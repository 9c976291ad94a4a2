"""The clock on the board, the bell, and the ways to end a game or a wait early."""

from dataclasses import replace

from ..events import HurryUp, Ring, Step
from ..state import AppState, Choice, Dialog
from . import game_flow
from .game_flow import FORGOTTEN, game_of


def charge(state: AppState) -> AppState:
    """Take the time used so far off the clock of whoever is to move, as when the game is left.

    A game without a clock is left as it is.
    """
    game = state.game
    return state if game is None or game.session.clock is None else note_time(state)


def note_time(state: AppState) -> AppState:
    """Add the time used so far to that of whoever is to move, before the game has to wait."""
    game = state.game
    if game is None or state.at_menu:
        return state
    session = game.session.after_waiting(game.seconds_used(state.now))
    return state.with_game(session=session, turn_since=state.now)


def check_time(state: AppState) -> Step | None:
    """The end of the game if somebody's time is up, else None."""
    game = state.board
    if game is None or not game.session.is_too_late(game.seconds_used(state.now)):
        return None
    if game.outcome is not None or (game.watch is not None and state.thinking is None):
        return None
    state = replace(charge(state), overlay=None, message=None)
    state = state.with_game(picked=(), **FORGOTTEN)
    return game_flow.then(game_flow.stop_thinking(state), game_flow.keep, game_flow.proceed)


def rings(before: AppState, after: AppState) -> tuple[Ring, ...]:
    """The bell, if it has just become a person's turn because the computer has moved."""
    was, now = before.board, after.board
    if not after.bell or was is None or now is None or now.session.person is None:
        return ()
    asked = now.person_to_move or (now.must_pass and now.session.to_move.is_person)
    over = now.outcome is not None and was.outcome is None
    waited = not was.session.to_move.is_person
    moved = now.session.timeline.ply > was.session.timeline.ply
    return (Ring(),) if waited and moved and (asked or over) else ()


# Resigning


def resign(state: AppState) -> Step:
    """Ask whether the game is to be resigned."""
    game = game_of(state)
    if game.outcome is not None or game.replaying or game.watch is not None:
        return state.saying("there is no game of yours to resign"), ()
    who = game.session.person or game.position.turn
    question = "It counts as lost." if game.session.person else f"{who.capitalize()} would lose."
    choices = (Choice("Resign", "y", "resign"), Choice("Play on", "n", "close"))
    return replace(state, overlay=Dialog("Resign?", question, choices, selected=1)), ()


def resigned(state: AppState) -> Step:
    """The person gives the game to the other side."""
    game = game_of(state)
    if game.outcome is not None:
        return state, ()
    state = charge(state)
    game = game_of(state)
    session = game.session.resign(game.session.person or game.position.turn)
    state, effects = game_flow.stop_thinking(state)
    state = state.with_game(session=session, picked=(), **FORGOTTEN)
    return game_flow.then((state, effects), game_flow.keep, game_flow.proceed)


# Moving now


def move_now(state: AppState) -> Step:
    """Let the computer play the best move it has found so far."""
    thinking = state.thinking
    if thinking is None:
        return state.saying("nobody is thinking"), ()
    return replace(state, thinking=replace(thinking, hurried=True)), (HurryUp(),)


def move_now_label(state: AppState) -> str:
    """The word for that, while somebody thinks."""
    thinking = state.thinking
    return "move now" if thinking and not thinking.hurried else ""
