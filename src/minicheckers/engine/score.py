"""What a score means: bands of numbers, so that a decided game never looks like a good position.

Scores are whole numbers for the side to move, about 100 a man. A game won in *n* plies scores
``WIN - n`` (more where a game is won by a margin), lost in *n* plies ``n - WIN``: sooner wins and
later losses are worth more. No evaluation of an undecided position comes near ``DECIDED``.
"""

#: A game won here and now.
WIN = 1_000_000
DRAW = 0

#: No search line is longer than this, and no bonus for the distance is larger.
MAX_PLY = 1_000

#: Scores beyond this, either way, belong to decided games.
DECIDED = WIN - MAX_PLY

#: Beyond every score there is.
INFINITY = 10 * WIN

#: Margins of a win come in such steps, so that the number of plies is left in what remains.
MARGIN = 1_000


def is_decided(score: int) -> bool:
    """Whether a score means a won or a lost game."""
    return abs(score) > DECIDED


def plies_to_end(score: int) -> int | None:
    """In how many plies the game is won or lost, None for a score of an undecided game."""
    return -abs(score) % MARGIN if is_decided(score) else None


def seen_from_root(score: int, ply: int) -> int:
    """A score of a node `ply` plies down, as the root sees it: a decision is so much further."""
    if score > DECIDED:
        return score - ply
    if score < -DECIDED:
        return score + ply
    return score


def seen_from_node(score: int, ply: int) -> int:
    """The reverse of `seen_from_root`: what a table that is shared by all paths remembers."""
    return seen_from_root(score, -ply)
