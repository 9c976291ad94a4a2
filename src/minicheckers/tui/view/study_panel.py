"""What the panel and the status line say about a study: something explored, solved or learned."""

import textwrap
from typing import TYPE_CHECKING

from ...messages import counted
from ...rules.variant import COLOURS
from ..frame import Frame, Rect
from ..state import AppState, GameScreen, Message
from ..studies import (
    Browsing,
    Exploring,
    Learning,
    Puzzling,
    Retrying,
    Reviewing,
    Sparring,
    Study,
)
from .glyphs import ASCII, UNICODE

if TYPE_CHECKING:
    from ...coach.review import GradedMove

#: A text and its ink.
Line = tuple[str, str]

_GRADE_INKS = {"slip": "warning", "blunder": "bad", "best": "good", "forced": "dim", "good": "good"}


def title(study: Study) -> str:
    """What is on the board, in a few words."""
    match study:
        case Exploring():
            return "analysis board"
        case Browsing(games=games):
            return f"finished games: {len(games)}"
        case Reviewing(review=found) if found is not None and not found.exact:
            return "review, as the engine sees it"
        case Reviewing():
            return "review"
        case Retrying():
            return "your mistakes"
        case Puzzling():
            return "puzzle"
        case Learning():
            return "learn"
        case Sparring():
            return "played out against the best answers; nothing of it counts"


def draw_study(
    frame: Frame, area: Rect, state: AppState, game: GameScreen, ascii_only: bool
) -> int:
    """Write what is to be said about a study into an area; the number of lines taken.

    What does not fit is closed up, and scrolled if that is not enough.
    """
    if game.study is None:
        return 0
    lines = study_lines(state, game, game.study, area.width, ascii_only)
    if len(lines) > area.height:
        lines = [line for line in lines if line[0]]
    hidden = max(0, len(lines) - area.height)
    first = min(game.scroll, hidden)
    lines = lines[first : first + area.height]
    for number, (text, ink) in enumerate(lines):
        frame.write(area, number, text, ink)
    up, down = (ASCII if ascii_only else UNICODE).more
    edge = area.left + area.width - 1
    if first > 0:
        frame.put(edge, area.top, up, "strong")
    if first < hidden:
        frame.put(edge, area.top + area.height - 1, down, "strong")
    return len(lines)


def study_lines(
    state: AppState, game: GameScreen, study: Study, width: int, ascii_only: bool
) -> list[Line]:
    """What is to be said about a study, wrapped."""
    match study:
        case Exploring():
            return _exploring(game, study, width)
        case Browsing():
            return _browsing(study, width)
        case Reviewing():
            return _reviewing(game, study, width, ascii_only)
        case Retrying():
            return _retrying(study, width) + _shown(game, width)
        case Puzzling():
            return _puzzling(study, width, ascii_only) + _shown(game, width)
        case Learning():
            return _learning(study, width)
        case Sparring():
            return []


def study_status(state: AppState, game: GameScreen, study: Study) -> Message | None:
    """The sentence for the status line; None: as in any game."""
    if game.showing is not None:
        return Message(game.showing.sentence, "warning", game.showing.brief)
    told = _study_status(game, study)
    return None if told is None else Message(*told)


def _study_status(game: GameScreen, study: Study) -> Line | None:
    match study:
        case Browsing():
            return "Enter reviews the game on the board", "text"
        case Reviewing():
            return _review_status(game, study)
        case Puzzling(solving=None):
            return "looking for a puzzle", "accent"
        case Puzzling(solving=solving) if solving is not None and solving.is_solved:
            return ("solved" if not solving.helped else "that was it") + "; Enter goes on", "good"
        case Puzzling(solving=solving) if solving is not None:
            from ...coach.puzzles import goal_sentence

            return f"{goal_sentence(solving.puzzle)} Find the only move.", "strong"
        case Learning(done=True) as learning:
            return f"Enter goes on. {learning.lesson.learned}", "good"
        case Learning() as learning:
            return learning.lesson.task, "strong"
        case Retrying(mended=True):
            return "that keeps the value; Enter goes on", "good"
        case Retrying(mistake=None, searched=False):
            return "the coach looks for your mistakes", "accent"
        case Retrying(mistake=None, found=found, repeat=repeat):
            old = "; o puts up those that were mended" if found and not repeat else ""
            return f"there are no mistakes to mend{old}", "strong"
        case Retrying(mistake=mistake) if mistake is not None:
            return f"{mistake.colour} played {mistake.move}; find something better", "strong"
    return None


def _wrapped(text: str, width: int, ink: str = "text") -> list[Line]:
    return [(line, ink) for line in textwrap.wrap(text, max(1, width))]


def _exploring(game: GameScreen, study: Exploring, width: int) -> list[Line]:
    lines = _wrapped(game.position.fen(), width, "dim")
    explored = study.exploration
    played = explored.timeline.played
    if played:
        lines += [("", "text"), *_wrapped(" ".join(map(str, played)), width, "strong")]
    if len(explored.siblings) > 1:
        others = [str(move) for move in explored.siblings if move != played[-1]]
        lines += _wrapped(f"or {', '.join(others)}", width, "dim")
    if explored.tried:
        lines += _wrapped(f"then {', '.join(map(str, explored.tried))}", width, "dim")
    return lines


def _shown(game: GameScreen, width: int) -> list[Line]:
    """What is wrong with the move that is refuted on the board."""
    if game.showing is None:
        return []
    return [("", "text"), *_wrapped(game.showing.sentence, width, "warning")]


def _browsing(study: Browsing, width: int) -> list[Line]:
    lines: list[Line] = []
    first = max(0, study.index - 5)
    for number, game in enumerate(study.games[first:], start=first):
        here = number == study.index
        mark = ">" if here else " "
        text = f"{mark} {game.headline}"
        if len(text) > width:  # the month and day, and as much of the rest as there is room for
            level = game.black or game.white or "two players"
            text = f"{mark} {game.date[5:]} {level} {len(game.moves)}"
        lines.append((text, "strong" if here else "text"))
    return lines


def _reviewing(game: GameScreen, study: Reviewing, width: int, ascii_only: bool) -> list[Line]:
    from ...coach.review_text import certainty_line, curve_lines, summary_line, turning_line

    lines: list[Line] = []
    ply = game.session.timeline.ply
    graded = study.graded[ply - 1] if 0 < ply <= len(study.graded) else None
    if graded is not None:
        lines += _graded(graded, width)
    elif ply:
        lines.append((f"{ply}. {game.session.timeline.last_move}", "strong"))
    lines.append(("", "text"))
    found = study.review
    if found is None:
        total = len(study.session.timeline.moves)
        lines.append((f"graded {len(study.graded)} of {counted(total, 'move')}", "accent"))
        return lines
    lines += [(line, "text") for line in curve_lines(found, width, ascii_only, ply)]
    lines.append(("", "text"))
    lines += _wrapped(turning_line(found), width, "strong")
    for colour in COLOURS:
        lines += _wrapped(summary_line(found, colour), width)
    if not found.exact:
        lines += _wrapped(certainty_line(found), width, "dim")
    return lines


def _graded(graded: "GradedMove", width: int) -> list[Line]:
    from ...coach.review_text import worth

    text = f"{graded.ply}. {graded.colour} {graded.move}: {graded.grade} ({worth(graded)})"
    lines = _wrapped(text, width, _GRADE_INKS[graded.grade])
    if graded.loss:
        lines += _wrapped(f"better: {', '.join(map(str, graded.best))}", width, "good")
    return lines


def _review_status(game: GameScreen, study: Reviewing) -> Line:
    ply, total = game.session.timeline.ply, len(game.session.timeline.moves)
    graded = study.graded[ply - 1] if 0 < ply <= len(study.graded) else None
    if graded is None:
        return f"move {ply} of {total}", "strong"
    better = f", better {graded.best[0]}" if graded.loss else ""
    return f"move {ply} of {total}: {graded.move}, {graded.grade}{better}", "strong"


def _retrying(study: Retrying, width: int) -> list[Line]:
    mistake = study.mistake
    if mistake is None:
        return [(f"{counted(len(study.mistakes), 'mistake')} so far", "dim")]
    from ...coach.wording import outcome_words

    exact = mistake.analysis.exact
    lines = [(f"mistake {study.index + 1} of {len(study.mistakes)}", "dim")]
    played = f"{mistake.move}, which {outcome_words(mistake.after, exact)}"
    better = f"another move {outcome_words(mistake.before, exact)}"
    opinion = "" if exact else " That is the engine's opinion."
    lines += _wrapped(f"You played {played}; {better}.{opinion}", width)
    if study.tries:
        lines.append((counted(study.tries, "wrong try", "wrong tries"), "warning"))
    if study.mended:
        best = ", ".join(map(str, mistake.best))
        lines += _wrapped(f"Right. All that keep the value: {best}.", width, "good")
    return lines


def _puzzling(study: Puzzling, width: int, ascii_only: bool) -> list[Line]:
    solving = study.solving
    if solving is None:
        return []
    from ...coach.puzzles import goal_sentence
    from ...coach.solving import shared_line, stars

    puzzle = solving.puzzle
    lines: list[Line] = [
        *_wrapped(f"puzzle {puzzle.id}", width, "dim"),
        *_wrapped(f"difficulty {stars(puzzle.difficulty, ascii=ascii_only)}", width, "dim"),
        ("", "text"),
        *_wrapped(goal_sentence(puzzle), width, "strong"),
    ]
    if solving.ply:
        played = " ".join(map(str, puzzle.line[: solving.ply]))
        lines += _wrapped(f"So far: {played}", width)
    if solving.tries:
        lines.append((counted(solving.tries, "wrong try", "wrong tries"), "warning"))
    record = study.record
    if solving.is_solved:
        day = study.order.day.isoformat() if study.order.day else None
        streak = record.streak if record else 0
        shared = shared_line(solving, streak, day, ascii=ascii_only)
        lines += [("", "text"), *_wrapped(shared, width, "good")]
    if record is not None:
        rating = f"rating {record.rating}, streak {record.streak}"
        lines += [("", "text"), *_wrapped(rating, width)]
    return lines


def _learning(study: Learning, width: int) -> list[Line]:
    lesson = study.lesson
    heading = f"lesson {study.index + 1} of {len(study.lessons)}: {lesson.title}"
    told = _wrapped(f"You play {lesson.position.turn}. {lesson.task}", width)
    if study.done:
        told = _wrapped(lesson.learned, width, "good")
    return [*_wrapped(heading, width, "strong"), ("", "text"), *told]
