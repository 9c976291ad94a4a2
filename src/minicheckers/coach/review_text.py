"""A review in words and as a graph, the same wherever it appears."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from ..engine.score import is_decided
from ..engine.solver import counts_pieces
from ..game.openings import opening_of
from ..rules.variant import COLOURS, Colour
from ..support.text import Phrase, counted, listing
from .chances import BLUNDER, SLIP, chances
from .reasons import reason_words
from .review import Grade, GradedMove, Review
from .wording import outcome_of, outcome_words, signed

#: Rows above and below even chances in a graph of opinions.
OPINION_ROWS = 4
GRAPH_WIDTH = 72
#: What stands for a value, and for the line at nought, with Unicode and without.
GRAPH_MARKS = {False: ("\N{FULL BLOCK}", "\N{MIDDLE DOT}"), True: ("#", ".")}
GRAPH_HEADING = (
    "The value from the first position to the last: up is good for Black, down is good for White."
)
POINT = "A point is one piece more or less at the end of the game."
GRADES = "A blunder changes the result; a slip costs something, but not the result."
OPINION_GRADES = (
    f"A slip costs at least {SLIP} % of the winning chances, a blunder at least {BLUNDER} %."
)
CRITICAL = "A decision is critical if some move would have been a blunder."


def worth(graded: GradedMove) -> str:
    """The value of the position before a move, and the one after it if that was less."""
    exact = graded.analysis.exact
    if not graded.loss:
        return signed(graded.before, exact)
    return f"{signed(graded.before, exact)} -> {signed(graded.after, exact)}"


def curve_rows(
    found: Review, width: int, *, ascii: bool, colour: Colour = Colour.BLACK
) -> Iterator[tuple[str, str, str]]:
    """The value for a colour over the game as rows of a graph: label, row, tone.

    Exact pieces have a row each, decided games the outermost. Opinions are winning chances, above
    and below even.
    """
    values = [value if colour is Colour.BLACK else -value for value in found.curve]
    if found.exact:
        most = max((abs(value) for value in values if not is_decided(value)), default=0)
        some_decided = any(map(is_decided, values))
        inside = most or (0 if some_decided else 1)
        levels = [max(-inside - 1, min(inside + 1, value)) for value in values]
        pieces = [f"{row:+}" if row else "0" for row in range(inside, -inside - 1, -1)]
        labels = ["won", *pieces, "lost"] if some_decided else pieces
    else:
        share = 50 / OPINION_ROWS
        levels = [round((chances(value) - 50) / share) for value in values]
        rows = range(OPINION_ROWS, -OPINION_ROWS - 1, -1)
        labels = [f"{50 + share * row:.0f} %" for row in rows]
    height = len(labels) // 2
    tones = ["good"] * height + ["dim"] + ["bad"] * height
    drawn = graph(levels, height=height, width=width, ascii=ascii)
    yield from zip(labels, drawn, tones, strict=True)


def graph_rows(
    found: Review, width: int, *, ascii: bool, colour: Colour = Colour.BLACK
) -> Iterator[tuple[str, str, str]]:
    """The rows of the graph that have something in them."""
    rows = curve_rows(found, width, ascii=ascii, colour=colour)
    return (row for row in rows if row[1])


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


def summary_line(found: Review, colour: Colour, who: str = "") -> str:
    """One side's game in a sentence; who it was, if not the colour."""
    summary = found.summary(colour)
    said = [_cost(found, colour)]
    if summary.critical:
        decisions = counted(summary.critical, "critical decision")
        said.append(f"got {summary.kept} of {decisions} right")
    else:
        said.append("had no critical decisions")
    return f"{who or colour.capitalize()} {', and '.join(said)}."


def _cost(found: Review, colour: Colour) -> str:
    """What a side has lost by its mistakes: pieces in mini, elsewhere how many there were."""
    mistakes = found.mistakes(colour)
    if not mistakes:
        return "made no mistakes"
    if found.exact and counts_pieces(found.timeline.start.variant):
        return f"lost {counted(found.summary(colour).given_away, 'point')} through mistakes"
    grades = [graded.grade for graded in mistakes]
    made = [(grades.count(grade), grade.value) for grade in (Grade.BLUNDER, Grade.SLIP)]
    return f"made {listing([counted(number, name) for number, name in made if number])}"


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
    if found.exact and counts_pieces(found.timeline.start.variant):
        return (
            "Values are exact: how many pieces ahead the side to move will be at the end if both "
            "sides play their best."
        )
    if found.exact:
        return "Values are exact: 0 is a draw, and 'won in 3' means in three moves of the winner."
    exact = (graded.number for graded in found.moves if graded.analysis.exact)
    later = f" They are exact from move {number} on." if (number := next(exact, None)) else ""
    opinion = "Values are the engine's opinion: the winning chances of the side to move."
    return f"{opinion}{later}"


def review_lines(found: Review) -> Iterator[str]:
    """The whole review as lines: every move, the graph, both sides, the turning point."""
    yield certainty_line(found)
    yield ""
    yield from _move_lines(found)
    yield ""
    yield GRAPH_HEADING
    for label, row, _ in graph_rows(found, GRAPH_WIDTH, ascii=True):
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
    yield from opening_lines(found)


def opening_lines(found: Review) -> Iterator[str]:
    """What the opening was called, if it has a name."""
    if opening := opening_of(found.timeline):
        yield f"The opening: {opening}."


def glossary(found: Review) -> Iterator[str]:
    """What the words mean that the summaries of a review use."""
    if (
        found.exact
        and counts_pieces(found.timeline.start.variant)
        and any(graded.loss for graded in found.moves)
    ):
        yield POINT
    if any(graded.grade.is_mistake for graded in found.moves):
        yield GRADES if found.exact else OPINION_GRADES
    if any(found.summary(colour).critical for colour in COLOURS):
        yield CRITICAL


def _whose(graded: GradedMove) -> str:
    return f"{graded.colour.capitalize()}'s move {graded.number}"


def _mistake_sentence(graded: GradedMove) -> str:
    exact = graded.analysis.exact
    drawn = exact and graded.after == 0
    mover = graded.colour.capitalize()
    value = "only draws" if drawn else outcome_words(graded.after, exact)
    told = reason_line(graded)
    return Phrase(
        f"Move {graded.number}: {mover} played ",
        graded.move,
        f", a {graded.grade}: it {value}. ",
        listing(graded.best, "or"),
        f" {outcome_of(len(graded.best), graded.before, exact)}.",
        " " if told else "",
        told,
    )


def reason_line(graded: GradedMove) -> str:
    """Why a move was a mistake, or that the coach cannot tell whether it was one, in a sentence."""
    if graded.is_doubtful:
        return "The coach cannot tell whether this is a mistake."
    if graded.why is None:
        return ""
    return Phrase(graded.move, " ", reason_words(graded.why, graded.position), ".")


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
