"""What is wrong with a move, shown by play: the best answer to it, and what comes of that."""

from collections.abc import Callable
from dataclasses import dataclass

from ..engine.decision import Context
from ..engine.deepening import moves_through
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..support.text import Phrase, joined
from .analysis import Analyst, proven_analysis, proven_answer
from .chances import percent
from .reasons import reason_words
from .review import Grade, GradedMove, grade, judge
from .wording import others_do, outcome_of, outcome_words

#: Show at most this many plies after the move, and of an opinion so many.
LONGEST, LONGEST_OPINION = 12, 4


@dataclass(frozen=True)
class Refutation:
    """A move with its grade, and good play by both sides after it."""

    graded: GradedMove
    replies: tuple[Move, ...]


def sentence(found: Refutation, mover: str = "you") -> Phrase:
    """What is wrong with a move, in words; `mover` is who made it."""
    graded, exact = found.graded, found.graded.analysis.exact
    if graded.why is not None and not exact:
        return Phrase(graded.move, " ", reason_words(graded.why, graded.position), ".")
    after = Phrase(" after ", joined(found.replies), ",") if found.replies else ""
    if not exact or graded.grade is Grade.BLUNDER:
        verdict = "is wrong" if graded.grade is Grade.BLUNDER else "is not the best"
        return Phrase(graded.move, f" {verdict}:", after, f" {_verdict(graded, mover)}.")
    does, better = (outcome_of(1, value, exact) for value in (graded.after, graded.before))
    return Phrase(graded.move, f" {does}, but ", graded.best[0], f" {better}.")


def _verdict(graded: GradedMove, mover: str) -> str:
    if graded.analysis.exact and graded.after == 0:
        return "it is only a draw"
    number = 2 if mover == "you" else 1
    if graded.analysis.exact or percent(graded.after) in (0, 100):
        return f"{mover} {outcome_of(number, graded.after, graded.analysis.exact)}"
    whose = "your" if mover == "you" else f"{mover}'s"
    return f"{whose} winning chances are {percent(graded.after)} %, not {percent(graded.before)} %"


def warning(found: Refutation) -> Phrase:
    """The warning before a blunder, which does not tell the better move."""
    graded = found.graded
    if graded.analysis.exact:
        worth = outcome_words(graded.after, exact=True)
        punished = Phrase(" after ", found.replies[0]) if found.replies else ""
        better = others_do(len(graded.best), graded.before, exact=True)
        return Phrase(graded.move, f" {worth}", punished, f". {better}.")
    before, after = percent(graded.before), percent(graded.after)
    fall = f". Your winning chances fall from {before} % to {after} %."
    if graded.why is None or graded.why.claim.is_missed:
        return Phrase(graded.move, " looks bad", fall)
    return Phrase(graded.move, " ", reason_words(graded.why, graded.position), fall)


def refutation(
    line: Timeline, move: Move, analyst: Analyst, stopped: Callable[[], bool]
) -> Refutation:
    """Judge a move at the end of a line, and play it out."""
    # A proof, as in a puzzle, needs no look: it would have the last word.
    proof = proven_analysis(line.position)
    graded = judge(line, move, analyst, stopped) if proof is None else grade(line, move, proof)
    if graded.analysis.exact:
        return Refutation(graded, _best_play(graded, analyst, stopped))
    if graded.why is not None and not graded.why.claim.is_missed:
        return Refutation(graded, graded.why.line)
    after = line.position.play(move)
    expected = moves_through(after, graded.analysis.lines[move])
    return Refutation(graded, tuple(expected)[:LONGEST_OPINION])


def _best_play(
    graded: GradedMove, analyst: Analyst, stopped: Callable[[], bool]
) -> tuple[Move, ...]:
    """Best play until the pieces on the board tell what a move is worth, or for LONGEST plies."""
    mover, line = graded.colour, graded.line.play(graded.move)
    replies: list[Move] = []
    while line.outcome is None and len(replies) < LONGEST:
        reply = proven_answer(line.position)
        if reply is None:
            context = Context(history=line.history, stopped=stopped)
            analysis = analyst.analyse(line.position, context)
            if not analysis.exact:
                break
            reply = analysis.best[0]
        replies.append(reply)
        line = line.play(reply)
        difference = line.position.count(mover) - line.position.count(mover.other)
        if difference == graded.after and line.position.turn is mover:
            break
    return tuple(replies)
