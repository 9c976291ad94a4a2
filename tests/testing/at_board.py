"""Games on the board of a test: who sits there, and what is to be seen on a square."""

from typing import Any

from minicheckers.activities.game import CoachedGame
from minicheckers.game.player import PERSON
from minicheckers.game.session import Session
from minicheckers.game.timeline import replayed
from minicheckers.rules.position import Position
from minicheckers.rules.variant import get_variant
from testing.board_player import Player

#: Black's man on 15 must jump, and continues to 31 either way round.
TWO_WAYS = "B:W18,19,26,27,5:B15,10,1"


def two_people(game: str = "mini", fen: str | None = None, moves: str = "", **looks: Any) -> Player:
    """Two people at a board, with some moves played."""
    variant = get_variant(game)
    start = Position.from_fen(fen, variant) if fen else Position.start(variant)
    return Player(**looks).open(
        CoachedGame(Session(replayed(start, moves.split()), PERSON, PERSON))
    )


def cells(player: Player, square: int) -> list[str]:
    """The characters of a square, row by row."""
    on, frame = player.on, player.frame
    left, top = on.layout.corner(on.variant.geometry.place(square), on.flipped)
    scale = on.layout.scale
    return ["".join(row[left : left + 2 * scale]) for row in frame.characters[top : top + scale]]


def papers(player: Player, square: int) -> set[str]:
    """The papers of a square."""
    on, frame = player.on, player.frame
    left, top = on.layout.corner(on.variant.geometry.place(square), on.flipped)
    scale = on.layout.scale
    rows = frame.styles[top : top + scale]
    return {style.paper for row in rows for style in row[left : left + 2 * scale]}


def squares_with(player: Player, paper: str) -> set[int]:
    """The squares that have a paper."""
    squares = range(1, player.on.variant.geometry.count + 1)
    return {square for square in squares if paper in papers(player, square)}


def go_to(player: Player, square: int) -> Player:
    """Bring the cursor to a square by arrows."""
    place = player.on.variant.geometry.place
    for _ in range(60):
        (row, column), (to_row, to_column) = place(player.on.focus), place(square)
        turned = player.on.flipped
        if row != to_row:
            player.press("down" if (to_row > row) != turned else "up")
        elif column != to_column:
            player.press("right" if (to_column > column) != turned else "left")
    assert player.on.focus == square
    return player
