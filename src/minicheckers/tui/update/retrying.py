"""Retrying mistakes: each is put up again, and every move that keeps the value is right."""

from dataclasses import replace
from typing import TYPE_CHECKING

from ...game.session import Session
from ...rules.notation import Move
from ...rules.position import Position
from ...rules.variant import Colour
from ..events import Mended, Step
from ..state import AppState
from ..studies import Retrying
from . import game_flow, study_flow
from .bindings import Binding, Section
from .game_flow import game_of

if TYPE_CHECKING:
    from ...coach.review import GradedMove


def open_mistakes(state: AppState, mistakes: "tuple[GradedMove, ...]") -> Step:
    """Put up the mistakes of one game."""
    return _enter(state, Retrying(found=mistakes, repeat=True))


def open_all(
    state: AppState, games: tuple[tuple[Session, Colour], ...], mended: tuple[str, ...]
) -> Step:
    """Look for mistakes in all of the games, and put them up as they are found."""
    if not games:
        return state.saying("there is no game of yours against the computer"), ()
    return _enter(state, Retrying(games=games, searched=False, known=frozenset(mended)))


def _enter(state: AppState, study: Retrying) -> Step:
    position = study.mistake.position if study.mistake else _first_position(study)
    session = study_flow.two_sided(game_flow.begin(position))
    return study_flow.enter(state, session, study, flipped=position.turn is Colour.BLACK)


def _first_position(study: Retrying) -> Position:
    return study.games[0][0].timeline.start


def take_in(state: AppState, found: "tuple[GradedMove, ...]", done: bool) -> Step:
    """More mistakes are found; the first of them is put up if there was none so far."""
    before = _study(state)
    study = replace(before, found=found, searched=done)
    if before.mistake is None and study.mistake is not None:
        return _put_up(state, study), ()
    return state.with_game(study=study), ()


def _put_up(state: AppState, study: Retrying) -> AppState:
    assert study.mistake is not None
    position = study.mistake.position
    flipped = position.turn is Colour.BLACK
    return study_flow.put_up(state, position, study, flipped=flipped)


def play(state: AppState, move: Move) -> Step:
    """Try a move: one that keeps the value is right, any other is refuted."""
    from ...coach.puzzle_ids import id_of  # loaded by the coach already
    from ...coach.review import keeps_value

    study = _study(state)
    if study.mistake is None:
        return state, ()
    if not keeps_value(study.mistake.analysis, move):
        state = state.with_game(study=replace(study, tries=study.tries + 1))
        return study_flow.answer_wrong(state, move)
    state, effects = game_flow.play(state, move)
    state = state.with_game(study=replace(study, mended=True))
    return state, (*effects, Mended(id_of(study.mistake.position)))


def go_on(state: AppState) -> Step:
    """The next mistake; after the last one it is over."""
    study = _study(state)
    study = replace(study, index=study.index + 1, tries=0, mended=False)
    if study.mistake is not None:
        return _put_up(state, study), ()
    if not study.searched:
        return state.with_game(study=study).saying("the games are searched for more"), ()
    state, effects = study_flow.leave(state)
    return state.saying("there are no more mistakes to mend"), effects


def show(state: AppState) -> Step:
    """Tell what keeps the value."""
    study = _study(state)
    if study.mistake is None:
        return state, ()
    best = " or ".join(map(str, study.mistake.best))
    return state.saying(f"{best} keeps the value"), ()


def repeat_old(state: AppState) -> Step:
    """Put up those mistakes as well that were mended at another time."""
    study = _study(state)
    if study.repeat:
        return state.saying("old mistakes are put up already"), ()
    study = replace(study, repeat=True, index=0, tries=0, mended=False)
    if study.mistake is None:
        return state.with_game(study=study).saying("there are no old mistakes"), ()
    return _put_up(state, study).saying("old mistakes are put up again too"), ()


def _study(state: AppState) -> Retrying:
    study = game_of(state).study
    if not isinstance(study, Retrying):
        raise TypeError("no mistakes are retried")
    return study


def _old_label(state: AppState) -> str:
    study = _study(state)
    return "" if study.repeat else "old ones too"


RETRYING = Section(
    "Your mistakes",
    (
        Binding(("c",), show, "what was better", "c", "show"),
        Binding(("n",), go_on, "the next one", "n", "next"),
    ),
)
#: Also there when nothing is left to mend: that is when one may want the old ones.
OLD_MISTAKES = Section(
    "Old mistakes", (Binding(("o",), repeat_old, "mended ones too", "o", _old_label),)
)
