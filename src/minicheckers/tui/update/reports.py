"""Reports: what the computer, the coach and the disk have to say, and what that changes."""

from dataclasses import replace
from typing import assert_never

from ..events import (
    ArchiveRead,
    BoardRead,
    CoachAnswered,
    CoachFailed,
    GameReady,
    GameSaved,
    Notice,
    NotRead,
    NotWritten,
    PuzzleCounted,
    RecordChanged,
    Recordings,
    Report,
    ReviewReady,
    SearchDone,
    SearchFailed,
    SearchProgress,
    Step,
    StudyAsked,
)
from ..questions import PuzzleOrder
from ..state import AppState, Prompt
from . import consulting, game_flow, learning, loading, puzzling, reviewing


def hear(state: AppState, report: Report) -> Step:
    """What a report changes."""
    match report:
        case GameReady():
            return game_flow.open_game(state, report)
        case SearchProgress():
            return game_flow.hear_progress(state, report)
        case SearchDone():
            return game_flow.hear_decision(state, report)
        case SearchFailed():
            return game_flow.hear_failure(state, report)
        case CoachAnswered():
            return consulting.hear_answer(state, report)
        case CoachFailed():
            return consulting.hear_failure(state, report)
        case StudyAsked(study):
            if isinstance(study, PuzzleOrder):
                return puzzling.open_puzzles(state, study)
            return learning.open_lessons(state, study)
        case PuzzleCounted():
            return puzzling.note_record(state, report)
        case ArchiveRead(archive):
            return reviewing.browse(state, archive)
        case ReviewReady(session):
            return reviewing.open_review(state, session)
        case Recordings():
            return loading.offer(state, report)
        case BoardRead():
            return loading.take_board(state, report)
        case NotRead():
            return loading.refuse(state, report)
        case Notice():
            return _notice(state, report), ()
        case NotWritten():
            return _not_written(state, report), ()
        case GameSaved(session, done):
            saved = session if done else state.saved
            return replace(state, saved=saved, keeping_failed=not done), ()
        case RecordChanged():
            return _record_changed(state, report), ()
        case _:
            assert_never(report)


def _notice(state: AppState, event: Notice) -> AppState:
    ink = "warning" if event.bad else "strong"
    unread = state.message
    if unread is not None and unread.ink == ink == "warning" and event.text != unread.text:
        return state.saying(f"{unread.text}; {event.text}", ink)
    return state.saying(event.text, ink)


def _not_written(state: AppState, event: NotWritten) -> AppState:
    if state.game is not None:  # else it was left meanwhile: there is nothing to write again
        state = replace(state, overlay=Prompt(event.purpose, event.name))
    return state.saying(event.sentence, "warning")


def _record_changed(state: AppState, event: RecordChanged) -> AppState:
    state = replace(state, record=event.record)
    if state.game is not None and state.game.session is event.session:
        state = state.with_game(session=replace(event.session, counted=True))
    return state
