"""Reviewing on the board: a finished game with a grade for every move."""

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from ...game.player import Player
from ...game.session import Session
from ...rules.variant import Colour
from ..events import ReadArchive, Step
from ..questions import Refute
from ..state import AppState
from ..studies import Browsing, Reviewing, Sparring
from . import exploring, game_flow, loading, retrying, study_flow
from .bindings import Action, Binding, Section, also
from .game_flow import game_of

if TYPE_CHECKING:
    from ...coach.review import GradedMove, Review
    from ...storage.archive import Archive

#: Who plays on against the person from a reviewed position: the strongest there is.
SPARRING_LEVEL = "expert"


# Which game


def ask_for_archive(state: AppState) -> Step:
    """Read the finished games, which come back as ArchiveRead."""
    return state, (ReadArchive(),)


def browse(state: AppState, archive: "Archive") -> Step:
    """List the finished games, the last one on the board; without any, ask for a file."""
    if not archive.games:
        state, effects = loading.ask_what_to_review(state)
        return state.saying("no finished game is kept yet; choose a file"), effects
    study = Browsing(archive.games[::-1], archive.mended)
    session = _opened(study)
    if isinstance(session, str):
        return state.saying(session, "warning"), ()
    return study_flow.enter(state, session, study, flipped=session.person is Colour.BLACK)


def _opened(study: Browsing) -> Session | str:
    """The game that is chosen, or why it cannot be opened."""
    try:
        return study.games[study.index].session()
    except ValueError as error:
        return f"that game cannot be opened: {error}"


def chooser(step: int) -> Action:
    """The action that goes to the next or previous game of the list."""

    def choose(state: AppState) -> Step:
        study = _browsing(state)
        index = min(max(study.index + step, 0), len(study.games) - 1)
        study = replace(study, index=index)
        session = _opened(study)
        if isinstance(session, str):
            return state.with_game(study=study).saying(session, "warning"), ()
        state, effects = game_flow.rewind(state, session)
        flipped = session.person is Colour.BLACK
        return state.with_game(study=study, flipped=flipped), effects

    return choose


def review_chosen(state: AppState) -> Step:
    """Review the game of the list that is on the board."""
    return open_review(state, game_of(state).session)


def retry_all(state: AppState) -> Step:
    """Put up the mistakes of all the games of the list."""
    study = _browsing(state)
    games = []
    for game in study.games:
        try:
            session = game.session()
        except ValueError:  # said when it is chosen
            continue
        if session.person is not None:
            games.append((session, session.person))
    return retrying.open_all(state, tuple(games), study.mended)


def review_file(state: AppState) -> Step:
    """Choose a file with recorded games instead."""
    return loading.ask_what_to_review(state)


def _browsing(state: AppState) -> Browsing:
    study = game_of(state).study
    if not isinstance(study, Browsing):
        raise TypeError("no games are listed")
    return study


BROWSING = Section(
    "Finished games",
    (
        Binding(("up", "k"), chooser(-1), "another game", "↑↓", "game"),
        *(also(key, chooser(1)) for key in ("down", "j")),
        also("home", chooser(-(10**6))),
        also("end", chooser(10**6)),
        Binding(("enter",), review_chosen, "review it", "Enter", "review"),
        Binding(("g",), retry_all, "retry all mistakes", "g", "retry mistakes"),
        Binding(("l",), review_file, "a file instead", "l", "file"),
    ),
)


# The review


def open_current(state: AppState) -> Step:
    """Review the game on the board."""
    game = game_of(state)
    if not game.session.timeline.moves:
        return state.saying("there is no move to be graded yet"), ()
    return open_review(state, game.session, flipped=game.flipped)


def open_review(state: AppState, session: Session, *, flipped: bool | None = None) -> Step:
    """Grade a game, and step through it meanwhile."""
    line = session.timeline
    whole = replace(session, timeline=line.at(len(line.moves)))
    turned = whole.person is Colour.BLACK if flipped is None else flipped
    return study_flow.enter(state, whole, Reviewing(whole), flipped=turned)


def take_in(state: AppState, answer: "tuple[GradedMove, ...] | Review") -> Step:
    """Some moves more are graded, or all of them."""
    study = _study(state)
    if isinstance(answer, tuple):
        return state.with_game(study=replace(study, graded=answer)), ()
    return state.with_game(study=replace(study, graded=answer.moves, review=answer)), ()


def walker(plies: int) -> Action:
    """The action that goes so many plies forward or back."""

    def walk(state: AppState) -> Step:
        line = game_of(state).session.timeline
        return _go_to(state, min(max(line.ply + plies, 0), len(line.moves)))

    return walk


def _go_to(state: AppState, ply: int) -> Step:
    session = game_of(state).session
    return game_flow.rewind(state, replace(session, timeline=session.timeline.at(ply)))


def mistake_finder(step: int) -> Action:
    """The action that goes to the next or previous mistake of either side."""

    def find(state: AppState) -> Step:
        here = game_of(state).session.timeline.ply
        plies = [graded.ply for graded in _study(state).graded if graded.grade.is_mistake]
        ahead = [ply for ply in plies if (ply - here) * step > 0]
        if not ahead:
            return state.saying("there is no mistake further on"), ()
        return _go_to(state, min(ahead, key=lambda ply: abs(ply - here)))

    return find


def graded_here(state: AppState) -> "GradedMove | None":
    """The grade of the move that led to the position on the board."""
    ply = game_of(state).session.timeline.ply
    graded = _study(state).graded
    return graded[ply - 1] if 0 < ply <= len(graded) else None


def play_out(state: AppState) -> Step:
    """Play on from here against the strongest: from before the last move if it was a mistake."""
    line, graded = game_of(state).session.timeline, graded_here(state)
    if graded is not None and graded.grade.is_mistake:
        line = line.undo()
    line = type(line)(line.positions[: line.ply + 1], line.played, line.ply)
    if line.outcome is not None:
        return state.saying("the game is over here; go back first"), ()
    session = Session.against(line, Player(SPARRING_LEVEL), person_first=True)
    flipped = session.person is Colour.BLACK
    return study_flow.enter(state, session, Sparring(), flipped=flipped)


def explore_refutation(state: AppState) -> Step:
    """Look at what punishes the last move, and at what was better, as branches."""
    graded = graded_here(state)
    if graded is None or not graded.grade.is_mistake:
        return state.saying("the last move was no mistake"), ()
    return state.with_game(refuting=Refute(graded.position, graded.move)), ()


def show_lines(state: AppState, refutation: object) -> Step:
    """Put the refutation of the last move on the analysis board, beside the better moves."""
    from ...coach.exploring import Exploration
    from ...coach.refutation import Refutation

    graded = graded_here(state)
    if graded is None or not isinstance(refutation, Refutation):
        return state, ()
    start = Exploration.begin(graded.position)
    explored = start
    for move in graded.best:
        explored = replace(explored, timeline=start.timeline).play(move)
    explored = replace(explored, timeline=start.timeline)
    for move in (refutation.move, *refutation.replies):
        explored = explored.play(move)
    explored = replace(explored, timeline=explored.timeline.at(1))
    return exploring.open_exploration(state, explored, flipped=game_of(state).flipped)


def retry(state: AppState) -> Step:
    """Put up the person's mistakes of this game again; of both sides where both are people."""
    study = _study(state)
    person = study.session.person
    mistakes = tuple(
        graded
        for graded in study.graded
        if graded.grade.is_mistake and person in (None, graded.colour)
    )
    if not mistakes:
        return state.saying("there is no mistake to be mended"), ()
    return retrying.open_mistakes(state, mistakes)


def _study(state: AppState) -> Reviewing:
    study = game_of(state).study
    if not isinstance(study, Reviewing):
        raise TypeError("nothing is reviewed")
    return study


def _when_mistake(word: str) -> Callable[[AppState], str]:
    def label(state: AppState) -> str:
        graded = graded_here(state)
        return word if graded is not None and graded.grade.is_mistake else ""

    return label


REVIEWING = Section(
    "Review",
    (
        Binding(("right", " "), walker(1), "one move forward", "→, Space", "forward"),
        Binding(("left", "h", "backspace"), walker(-1), "one move back", "←", "backward"),
        Binding(("home",), walker(-(10**6)), "to the beginning", "Home"),
        Binding(("end",), walker(10**6), "to the end", "End"),
        Binding(("n",), mistake_finder(1), "next mistake", "n", "next mistake"),
        Binding(("p",), mistake_finder(-1), "the mistake before", "p"),
        Binding(("x",), explore_refutation, "its refutation", "x", _when_mistake("refutation")),
        Binding(("enter",), play_out, "play it out", "Enter", "play it out"),
        Binding(("g",), retry, "retry the mistakes", "g", "retry"),
    ),
)
REVIEW = Section("Looking back", (Binding(("v",), open_current, "review this game", "v", ""),))
