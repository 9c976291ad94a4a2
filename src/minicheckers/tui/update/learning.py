"""Learning on the board: a position, something to do, and what that shows."""

from dataclasses import replace

from ...rules.notation import Move
from ...rules.variant import Colour, Variant
from ..events import Step
from ..state import AppState
from ..studies import Learning
from . import game_flow, study_flow
from .bindings import Binding, Section
from .game_flow import game_of


def open_lessons(state: AppState, variant: Variant) -> Step:
    """Begin with the first lesson of a game."""
    from ...coach.lessons import lessons  # the board is there sooner without it

    try:
        study = Learning(lessons(variant))
    except ValueError as error:
        return state.saying(str(error), "warning"), ()
    return _enter(state, study)


def _enter(state: AppState, study: Learning) -> Step:
    position = study.lesson.position
    session = study_flow.two_sided(game_flow.begin(position))
    return study_flow.enter(state, session, study, flipped=position.turn is Colour.BLACK)


def play(state: AppState, move: Move) -> Step:
    """Do what is asked for, or be told that this was something else."""
    study = _study(state)
    if not study.lesson.accepts(study.lesson.position, move):
        state = state.with_game(picked=())
        sentence = f"{move} is legal, but not what is asked for"
        return state.saying(sentence, "warning"), ()
    state, effects = game_flow.play(state, move)
    return state.with_game(study=replace(study, done=True)), effects


def go_on(state: AppState) -> Step:
    """The next lesson; after the last one the lessons are over."""
    study = _study(state)
    if study.index + 1 == len(study.lessons):
        state, effects = study_flow.leave(state)
        return state.saying("that is all there is to know"), effects
    study = replace(study, index=study.index + 1, done=False)
    position = study.lesson.position
    flipped = position.turn is Colour.BLACK
    return study_flow.put_up(state, position, study, flipped=flipped), ()


def show(state: AppState) -> Step:
    """Tell a move that would do."""
    return state.saying(f"for instance {_study(state).lesson.accepted()[0]}"), ()


def _study(state: AppState) -> Learning:
    study = game_of(state).study
    if not isinstance(study, Learning):
        raise TypeError("nothing is learned")
    return study


LEARNING = Section(
    "Learning",
    (
        Binding(("c",), show, "a move that would do", "c", "show"),
        Binding(("n",), go_on, "skip this lesson", "n", "skip"),
    ),
)
