"""Puzzles on the board: find the one right move; a wrong one is answered by its refutation."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ...rules.notation import Move
from ...rules.position import Position
from ...rules.variant import Colour
from ..events import CountPuzzle, PuzzleCounted, Step
from ..questions import PuzzleOrder
from ..state import AppState
from ..studies import Puzzling
from . import game_flow, study_flow
from .bindings import Binding, Section
from .game_flow import game_of

if TYPE_CHECKING:
    from ...coach.puzzles import Puzzle
    from ...coach.solving import Solving


def open_puzzles(state: AppState, order: PuzzleOrder) -> Step:
    """Begin with the first puzzle of an order, as soon as it is found."""
    session = study_flow.two_sided(game_flow.begin(Position.start(order.variant)))
    return study_flow.enter(state, session, Puzzling(order))


def set_up(state: AppState, puzzle: "Puzzle") -> Step:
    """Put a puzzle on the board, the solver at the bottom."""
    from ...coach.solving import Solving  # loaded by the coach already

    study = replace(_study(state), solving=Solving(puzzle), counted=False)
    flipped = puzzle.position.turn is Colour.BLACK
    return study_flow.put_up(state, puzzle.position, study, flipped=flipped), ()


def play(state: AppState, move: Move) -> Step:
    """Try a move: the right one is answered, a wrong one refuted."""
    study = _study(state)
    if study.solving is None:
        return state, ()
    after = study.solving.attempt(move)
    if after.tries > study.solving.tries:
        counted = _count(state.with_game(study=replace(study, solving=after)), clean=False)
        return game_flow.then(counted, lambda state: study_flow.answer_wrong(state, move))
    return _advance(state, after)


def _advance(state: AppState, after: "Solving") -> Step:
    """Play the moves of the line up to where the solving is now."""
    study = _study(state)
    assert study.solving is not None
    moves = after.puzzle.line[study.solving.ply : after.ply]
    step: Step = (state.with_game(study=replace(study, solving=after)), ())
    for number, move in enumerate(moves):
        state, effects = game_flow.play(step[0], move, animated=number > 0)
        step = state, step[1] + effects
    if after.is_solved:
        return game_flow.then(step, lambda state: _count(state, clean=after.is_clean))
    return step


def hint(state: AppState) -> Step:
    """Tell which piece is to move."""
    study = _study(state)
    if study.solving is None or study.solving.is_solved:
        return state, ()
    helped = replace(study, solving=study.solving.with_hint())
    square = study.solving.wanted.start
    step = _count(state.with_game(study=helped, focus=square, picked=()), clean=False)
    return step[0].saying(f"look at the piece on {square}"), step[1]


def show(state: AppState) -> Step:
    """Play the right move for the person."""
    study = _study(state)
    if study.solving is None or study.solving.is_solved:
        return state, ()
    state, effects = _count(state, clean=False)
    after = study.solving.shown()
    state, more = _advance(state.with_game(picked=()), after)
    if not after.is_solved:
        state = state.saying(f"it is {study.solving.wanted}")
    return state, effects + more


def go_on(state: AppState) -> Step:
    """The next puzzle; one that is left unsolved counts as not solved."""
    study = _study(state)
    state, effects = (state, ()) if study.solving is None else _count(state, clean=False)
    if study.number + 1 == study.order.limit:
        state, more = study_flow.leave(state)
        return state.saying("that was the last puzzle"), effects + more
    study = replace(_study(state), number=study.number + 1, solving=None, counted=False)
    state, _ = game_flow.rewind(state, game_of(state).session)
    return state.with_game(study=study, showing=None), effects


def _count(state: AppState, *, clean: bool) -> Step:
    """Count the puzzle, once: what the first try was worth is known then."""
    study = _study(state)
    if study.counted or study.solving is None:
        return state, ()
    puzzle = study.solving.puzzle
    state = state.with_game(study=replace(study, counted=True))
    return state, (CountPuzzle(puzzle.id, puzzle.difficulty, clean),)


def note_record(state: AppState, event: PuzzleCounted) -> Step:
    """Show the streak and the rating after a puzzle."""
    game = state.game
    if game is None or not isinstance(game.study, Puzzling):
        return state, ()
    return state.with_game(study=replace(game.study, record=event.record)), ()


def _study(state: AppState) -> Puzzling:
    study = game_of(state).study
    if not isinstance(study, Puzzling):
        raise TypeError("there is no puzzle")
    return study


PUZZLING = Section(
    "The puzzle",
    (
        Binding(("c",), hint, "which piece", "c", "hint"),
        Binding(("x",), show, "play the right move", "x", "show"),
        Binding(("n",), go_on, "the next puzzle", "n", "next puzzle"),
    ),
)
