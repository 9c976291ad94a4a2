"""Draws that people agree on, and how near the draw rules are. Pure."""

from ..engine.score import Score, is_decided
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import listing
from ..rules.position import Position
from ..rules.variant import COLOURS

#: A game is level if its score is closer to zero than this, in hundredths of a man.
LEVEL = 50
#: The computer accepts a draw in a level game after this many plies, or with half the men gone.
LATE = 40
#: After a refusal you cannot ask the computer again for this many plies.
AGAIN = 10


def accepts_draw(session: Session, opinion: Score | None) -> bool:
    """Whether the computer takes a draw, given what it thinks of its own side, if it thinks at all.

    It does when it stands worse, and in a level game that has run for a while. One that does not
    evaluate goes by the pieces.
    """
    if opinion is None:
        here = session.position
        black, white = ((here.count(colour), here.kings(colour)) for colour in COLOURS)
        return _is_late(session.timeline) and black == white
    certain = opinion.is_exact or is_decided(opinion)
    if opinion < (0 if certain else -LEVEL):
        return True
    return _is_late(session.timeline) and opinion <= (0 if certain else LEVEL)


def _is_late(timeline: Timeline) -> bool:
    """Whether the game has run for a while, or was set up with few pieces."""
    whole = Position.start(timeline.start.variant)
    now, then = (
        sum(position.count(colour) for colour in COLOURS) for position in (timeline.position, whole)
    )
    return timeline.ply >= LATE or 2 * now <= then


def how_near(timeline: Timeline) -> str:
    """What the rules say about a draw now: the program ends a drawn game without being asked."""
    variant, near = timeline.start.variant, []
    if variant.repetitions:
        near.append(
            f"this position has come up {timeline.repetitions} of {variant.repetitions} times"
        )
    if variant.quiet_plies:
        near.append(
            f"{timeline.quiet_plies} of {variant.quiet_plies} moves have gone by without a capture "
            f"or a {variant.man_name}'s step forward"
        )
    if not near:
        return "This game has no draws by repetition"
    return f"No draw by the rules yet: {listing(near)}"
