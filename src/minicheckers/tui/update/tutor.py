"""The tutor: asks once before a person's move that throws the result away."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ...rules.notation import Move
from ..events import Step
from ..questions import Refute
from ..state import AppState, Choice, Dialog, Pending
from . import game_flow
from .game_flow import game_of
from .insight import note_help

if TYPE_CHECKING:
    from ...coach.refutation import Refutation

CHOICES = (Choice("Take back", "n", "take_back"), Choice("Play it", "y", "insist"))


def play(state: AppState, move: Move) -> Step:
    """Play a person's move, after a word about it if it deserves one."""
    game = game_of(state)
    if not state.warns or game.study is not None or move == game.warned:
        return game_flow.play(state, move)
    return consider(state.with_game(pending=Pending(move), picked=(), hint=None))


def consider(state: AppState) -> Step:
    """Play the move that waits if it keeps the result; else ask what punishes it."""
    game, analysis = game_of(state), state.analysis
    if game.pending is None or analysis is None or not state.knows_values:
        return state, ()
    if game.pending.analysis is not None:  # considered already: the person is being asked
        return state, ()
    from ...coach.tutor import throws_result_away  # loaded by the coach already

    move = game.pending.move
    if throws_result_away(move, analysis):
        return state.with_game(
            pending=Pending(move, analysis), refuting=Refute(game.position, move)
        ), ()
    return insist(state)


def warn(state: AppState, refutation: "Refutation") -> Step:
    """Ask whether the move that waits is really meant, and name the reply that punishes it."""
    from ...coach.tutor import warning

    game = game_of(state)
    if game.pending is None or game.pending.analysis is None:
        return state, ()
    reply = next(iter(refutation.replies), None)
    found = warning(game.position, game.pending.move, game.pending.analysis, reply)
    state = note_help(state.with_game(warned=game.pending.move))
    dialog = Dialog("Really?", f"{found.sentence}.", CHOICES)
    ignore_until = state.now + game_flow.IGNORE_KEYS_SECONDS
    return replace(state, overlay=replace(dialog, ignore_keys_until=ignore_until)), ()


def insist(state: AppState) -> Step:
    """Play the move that waits."""
    pending = game_of(state).pending
    if pending is None:
        return state, ()
    return game_flow.play(replace(state, overlay=None), pending.move)


def take_back(state: AppState) -> Step:
    """Leave the move that waits unplayed."""
    return replace(state, overlay=None).with_game(pending=None, refuting=None), ()


def give_up(state: AppState) -> Step:
    """Nobody can say anything about the move that waits, so it is played."""
    message = state.message
    state, effects = insist(state)
    return replace(state, message=message), effects
