"""Asking the coach: which question is worth an answer now, and what an answer changes."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ..events import CoachAnswered, CoachFailed, Consult, Step, StopConsulting
from ..questions import Analyse, FindMistakes, FindPuzzle, GradeGame, Question, Refute
from ..state import AppState, Asked, GameScreen
from ..studies import Exploring, Puzzling, Retrying, Reviewing, Sparring
from . import game_flow, insight, puzzling, retrying, reviewing, study_flow, tutor
from .game_flow import game_of

if TYPE_CHECKING:
    from ...coach.refutation import Refutation


def attend(state: AppState) -> Step:
    """See to it that the coach is busy with what is wanted now, and with nothing else."""
    wanted, asked = question_wanted(state), state.asked
    if wanted is None:
        if asked is None:
            return state, ()
        return replace(state, asked=None), () if asked.done else (StopConsulting(),)
    if asked is not None and type(asked.question) is type(wanted) and asked.question == wanted:
        return state, ()
    job = state.jobs + 1
    return replace(state, jobs=job, asked=Asked(job, wanted)), (Consult(job, wanted),)


def question_wanted(state: AppState) -> Question | None:
    """What the person would like to know just now, as far as the screen can tell."""
    game = state.board
    if game is None:
        return None
    if game.refuting is not None:
        return game.refuting
    match game.study:
        case Puzzling(solving=None) as puzzles:
            return puzzles.question
        case Reviewing(review=None, session=session):
            return GradeGame(session.timeline)
        case Retrying(searched=False, games=games):
            return FindMistakes(tuple((session.timeline, person) for session, person in games))
    return Analyse(game.session.timeline) if _wants_values(state, game) else None


def _wants_values(state: AppState, game: GameScreen) -> bool:
    if game.outcome is not None or state.thinking is not None or game.animation is not None:
        return False
    if not isinstance(game.study, None | Exploring | Sparring):
        return False
    if game.pending is not None or game.hint_step:
        return True
    if state.insight:
        return game.watch is None or game.watch.paused
    return state.warns and game.person_to_move and game.study is None


def hear_answer(state: AppState, event: CoachAnswered) -> Step:
    """Take an answer in; one to a question of before is dropped."""
    asked = state.asked
    if asked is None or asked.job != event.job or state.game is None:
        return state, ()
    state = replace(state, asked=asked._replace(answer=event.answer, done=event.done))
    match asked.question:
        case Analyse():
            return game_flow.then(insight.take_in(state), insight.tell_hint, tutor.consider)
        case Refute():
            return _hear_refutation(state.with_game(refuting=None), event.answer)
        case GradeGame():
            return reviewing.take_in(state, event.answer)
        case FindPuzzle():
            return puzzling.set_up(state, event.answer)
        case FindMistakes():
            return retrying.take_in(state, event.answer, event.done)


def _hear_refutation(state: AppState, refutation: "Refutation") -> Step:
    game = game_of(state)
    if game.pending is not None:
        return tutor.warn(state, refutation)
    if isinstance(game.study, Reviewing):
        return reviewing.show_lines(state, refutation)
    return study_flow.show_refutation(state, refutation)


def hear_failure(state: AppState, event: CoachFailed) -> Step:
    """Say why there is no answer; a move that was to be looked at is played all the same."""
    asked = state.asked
    if asked is None or asked.job != event.job or state.game is None:
        return state, ()
    state = replace(state, asked=asked._replace(done=True))
    state = state.with_game(refuting=None, hint_step=0)
    study = game_of(state).study
    if isinstance(study, Puzzling) and study.solving is None:
        state, effects = study_flow.leave(state)
        return state.saying(event.sentence, "warning"), effects
    return tutor.give_up(state.saying(event.sentence, "warning"))
