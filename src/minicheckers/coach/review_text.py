"""A review in words and as a graph, the same in every place that tells one."""

from collections.abc import Iterator

from ..messages import counted
from ..players.levels import SOLVED
from ..rules.variant import COLOURS, Colour
from .graph import graph
from .review import DECIDED_WORTH, GradedMove, Review, Summary
from .wording import signed

#: Rows above and below nought in a graph of opinions, each worth so many hundredths of a man.
OPINION_ROWS, OPINION_STEP = 4, 100
_LABEL = 2
GRAPH_WIDTH = 72


def worth(graded: GradedMove) -> str:
    """What a move was worth, and what it made of that if it gave something away."""
    exact = graded.analysis.exact
    if not graded.loss:
        return signed(graded.before, exact)
    return f"{signed(graded.before, exact)} to {signed(graded.after, exact)}"


def curve_rows(found: Review, width: int, *, ascii: bool) -> Iterator[tuple[str, str]]:
    """The value for Black over the game as rows of a graph, each behind its label."""
    values = found.curve
    if found.exact and not any(abs(value) >= DECIDED_WORTH for value in values):
        top = height = max(1, *map(abs, values))
    else:
        height, top = OPINION_ROWS, OPINION_ROWS * OPINION_STEP
        values = tuple(max(-DECIDED_WORTH, min(DECIDED_WORTH, value)) for value in values)
    labels = [f"{row:+d}" if row else "0" for row in range(height, -height - 1, -1)]
    yield from zip(
        labels, graph(values, top=top, height=height, width=width, ascii=ascii), strict=True
    )


def curve_lines(found: Review, width: int, ascii: bool, ply: int) -> list[str]:
    """The graph for a panel of a width, with a mark below the present ply."""
    room = max(1, width - _LABEL - 1)
    lines = [f"{label:>{_LABEL}} {row}" for label, row in curve_rows(found, room, ascii=ascii)]
    group = max(1, -(-len(found.curve) // room))
    return [*lines, " " * (_LABEL + 1 + ply // group) + "^"]


def summary_line(found: Review, colour: Colour) -> str:
    """One side's game in a sentence."""
    summary = found.summary(colour)
    said = [] if (given := _given_away(found, summary)) is None else [given]
    if summary.critical:
        decisions = counted(summary.critical, "critical decision")
        said.append(f"kept {summary.kept} of {decisions}")
    else:
        said.append("had no critical decision")
    return f"{colour.capitalize()} {' and '.join(said)}."


def _given_away(found: Review, summary: Summary) -> str | None:
    """How much was given away; where only results are known there is nothing to be counted."""
    if not found.exact:
        return f"gave away {summary.given_away / 100:.2f} men"
    if found.timeline.start.variant.name in SOLVED:
        return f"gave away {counted(summary.given_away, 'piece')}"
    return None


def turning_line(found: Review) -> str:
    """The turning point in a sentence."""
    if found.turning_ply is None:
        return "No move changed the result."
    graded = found.moves[found.turning_ply - 1]
    return f"The turning point: move {graded.ply}, {graded.colour} {graded.move}."


def review_lines(found: Review) -> Iterator[str]:
    """The whole review as lines: every move, the graph, both sides, the turning point."""
    if found.exact:
        yield "Values are exact: pieces more at the end, for the side that moves."
    else:
        yield "Values are the engine's opinion, in men, for the side that moves."
    yield ""
    yield from _move_lines(found)
    yield ""
    yield "The value for Black before every move, and at the end:"
    for label, row in curve_rows(found, GRAPH_WIDTH, ascii=True):
        yield f"  {label:>3} {row}".rstrip()
    yield ""
    for colour in COLOURS:
        yield summary_line(found, colour)
    yield turning_line(found)


def _move_lines(found: Review) -> Iterator[str]:
    width = max((len(str(graded.move)) for graded in found.moves), default=0)
    for graded in found.moves:
        better = f"  better: {', '.join(map(str, graded.best))}" if graded.loss else ""
        line = (
            f"{graded.ply:4} {graded.colour:5}  {graded.move!s:{width}}"
            f"  {worth(graded):>17}  {graded.grade:7}{better}"
        )
        yield line.rstrip()
