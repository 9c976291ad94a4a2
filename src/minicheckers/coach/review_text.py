"""A review in words and as a graph, the same wherever it appears."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..engine.score import is_decided
from ..engine.solver import SOLVED
from ..rules.variant import COLOURS, Colour
from ..support.text import Phrase, counted, listing
from .review import GradedMove, Review
from .wording import outcome_words, signed

#: Rows above and below nought in a graph of opinions, and what a row may be worth in it, in
#: hundredths of a man: the least that lets all opinions in.
OPINION_ROWS, OPINION_STEPS = 3, (10, 25, 50, 100, 200, 500)
GRAPH_WIDTH = 72
#: What stands for a value, and for the line at nought, with Unicode and without.
GRAPH_MARKS = {False: ("\N{FULL BLOCK}", "\N{MIDDLE DOT}"), True: ("#", ".")}
GRAPH_HEADING = (
    "The value from the first position to the last: up is good for Black, down is good for White."
)
POINT = "A point is one piece more or less at the end of the game."
GRADES = "A blunder changes the result; a slip costs something, but not the result."
CRITICAL = "A decision is critical if some move would have changed the result."


def worth(graded: GradedMove) -> str:
    """The value of the position before a move, and the one after it if that was less."""
    exact = graded.analysis.exact
    if not graded.loss:
        return signed(graded.before, exact)
    return f"{signed(graded.before, exact)} -> {signed(graded.after, exact)}"


def curve_rows(
    found: Review, width: int, *, ascii: bool, colour: Colour = Colour.BLACK
) -> Iterator[tuple[str, str]]:
    """The value for a colour over the game as rows of a graph, each behind its label.

    Exact pieces have a row each. Opinions are rounded to the rows, so that next to nothing looks
    like nothing; what is decided has the outermost rows for itself.
    """
    values = [value if colour is Colour.BLACK else -value for value in found.curve]
    undecided = [abs(value) for value in values if not is_decided(value)]
    some_decided = len(undecided) < len(values)
    most = max(undecided, default=0)
    if found.exact:
        step, inside = 1, most or (0 if some_decided else 1)
        heights = [f"+{row}" for row in range(1, inside + 1)]
    else:
        fits = (step for step in OPINION_STEPS if step * OPINION_ROWS >= most)
        step, inside = next(fits, OPINION_STEPS[-1]), OPINION_ROWS
        heights = [f"+{row * step / 100:.2f}" for row in range(1, inside + 1)]
    depths = [height.replace("+", "-") for height in heights]
    if some_decided:
        heights, depths = [*heights, "won"], [*depths, "lost"]
    levels = [_level(value, step, inside) for value in values]
    rows = graph(levels, height=len(heights), width=width, ascii=ascii)
    yield from zip([*reversed(heights), "0", *depths], rows, strict=True)


def graph_rows(
    found: Review, width: int, *, ascii: bool, colour: Colour = Colour.BLACK
) -> Iterator[tuple[str, str]]:
    """The rows of the graph that have something in them."""
    rows = curve_rows(found, width, ascii=ascii, colour=colour)
    return ((label, row) for label, row in rows if row)


def _level(value: int, step: int, inside: int) -> int:
    """The row of a value; decided games get the outermost rows."""
    sign = 1 if value > 0 else -1
    if is_decided(value):
        return sign * (inside + 1)
    return sign * min(inside, (abs(value) + step // 2) // step)


def graph(levels: Sequence[int], *, height: int, width: int, ascii: bool) -> list[str]:
    """Levels as columns of a text, positive ones up: `height` rows above nought and as many below.

    Every column is one level; if there are more than `width`, each column shows the level of the
    group of neighbours it stands for that is furthest from nought. What is beyond the height ends
    there.
    """
    mark, axis = GRAPH_MARKS[ascii]
    group = max(1, -(-len(levels) // width))
    furthest = (max(levels[n : n + group], key=abs) for n in range(0, len(levels), group))
    columns = [max(-height, min(height, level)) for level in furthest]
    return [
        "".join(_cell(row, level, mark, axis) for level in columns).rstrip()
        for row in range(height, -height - 1, -1)
    ]


def _cell(row: int, level: int, mark: str, axis: str) -> str:
    if row == 0:
        return mark if level == 0 else axis
    return mark if (0 < row <= level or level <= row < 0) else " "


def summary_line(found: Review, colour: Colour) -> str:
    """One side's game in a sentence."""
    summary = found.summary(colour)
    said = [] if (cost := _cost(found, colour)) is None else [cost]
    if summary.critical:
        decisions = counted(summary.critical, "critical decision")
        said.append(f"got {summary.kept} of {decisions} right")
    else:
        said.append("had no critical decisions")
    return f"{colour.capitalize()} {', and '.join(said)}."


def _cost(found: Review, colour: Colour) -> str | None:
    """What a side has lost by its mistakes; None where only results are known.

    Nor is there where an opinion is that the game is won or lost: that is more than any men.
    """
    if not found.exact:
        in_men = sum(
            graded.loss
            for graded in found.moves
            if graded.colour is colour
            and not is_decided(graded.before)
            and not is_decided(graded.after)
        )
        return f"lost {in_men / 100:.2f} men through mistakes"
    if found.timeline.start.variant == SOLVED:
        pieces = found.summary(colour).given_away
        if not pieces:
            return "made no mistakes"
        return f"lost {counted(pieces, 'point')} through mistakes"
    return None


def turning_line(found: Review) -> str:
    """The turning point in a sentence."""
    if found.turning_ply is None:
        return "No move changed the result."
    graded = found.moves[found.turning_ply - 1]
    mover = graded.colour.capitalize()
    turn = f"The turning point: move {graded.number}, {mover} played "
    return Phrase(turn, graded.move, ".")


def certainty_line(found: Review) -> str:
    """What the values count, and how certain they are."""
    if found.exact and found.timeline.start.variant == SOLVED:
        return (
            "Values are exact: how many pieces ahead the side to move will be at the end if both "
            "sides play their best."
        )
    if found.exact:
        return "Values are exact: 0 is a draw, and 'won in 3' means in three moves of the winner."
    exact = (graded.number for graded in found.moves if graded.analysis.exact)
    later = f" They are exact from move {number} on." if (number := next(exact, None)) else ""
    return f"Values are the engine's opinion, in men, for the side to move.{later}"


def review_lines(found: Review) -> Iterator[str]:
    """The whole review as lines: every move, the graph, both sides, the turning point."""
    yield certainty_line(found)
    yield ""
    yield from _move_lines(found)
    yield ""
    yield GRAPH_HEADING
    for label, row in graph_rows(found, GRAPH_WIDTH, ascii=True):
        yield f"  {label:>5} {row}"
    yield ""
    yield from closing_lines(found)


def review_sentences(found: Review) -> Iterator[str]:
    """The review for a listener: the mistakes one by one, and a summary."""
    yield certainty_line(found)
    for is_mistake, group in groupby(found.moves, lambda graded: graded.grade.is_mistake):
        moves = list(group)
        if is_mistake:
            yield from map(_mistake_sentence, moves)
        elif len(moves) == 1:
            yield f"{_whose(moves[0])} was no mistake."
        else:
            yield f"From {_whose(moves[0])} to {_whose(moves[-1])} there were no mistakes."
    yield from closing_lines(found)


def closing_lines(found: Review) -> Iterator[str]:
    """Both sides in a sentence each, what the words in them mean, and the turning point."""
    yield from (summary_line(found, colour) for colour in COLOURS)
    yield from glossary(found)
    yield turning_line(found)


def glossary(found: Review) -> Iterator[str]:
    """What the words mean that the summaries of a review use."""
    if found.timeline.start.variant == SOLVED and any(graded.loss for graded in found.moves):
        yield POINT
    if any(graded.grade.is_mistake for graded in found.moves):
        yield GRADES
    if any(found.summary(colour).critical for colour in COLOURS):
        yield CRITICAL


def _whose(graded: GradedMove) -> str:
    return f"{graded.colour.capitalize()}'s move {graded.number}"


def _mistake_sentence(graded: GradedMove) -> str:
    exact = graded.analysis.exact
    drawn = exact and graded.after == 0
    mover = graded.colour.capitalize()
    value = "only draws" if drawn else outcome_words(graded.after, exact)
    return Phrase(
        f"Move {graded.number}: {mover} played ",
        graded.move,
        f", a {graded.grade}: it {value}. ",
        listing(graded.best, "or"),
        f" {outcome_words(graded.before, exact)}.",
    )


def _move_lines(found: Review) -> Iterator[str]:
    width = max((len(str(graded.move)) for graded in found.moves), default=0)
    width = max(width, len("move"))
    yield f"{'':4} {'':5}  {'move':{width}}  {'value':>17}  grade"
    for graded in found.moves:
        better = f"  better: {', '.join(map(str, graded.best))}" if graded.loss else ""
        line = (
            f"{graded.number:4} {graded.colour:5}  {graded.move!s:{width}}"
            f"  {worth(graded):>17}  {graded.grade:7}{better}"
        )
        yield line.rstrip()
