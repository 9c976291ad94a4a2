"""Glyph sets: the characters everything is drawn with, in Unicode and in ASCII."""

from dataclasses import dataclass

from ..rules.notation import Piece
from ..rules.variant import Colour


@dataclass(frozen=True, eq=False)
class Glyphs:
    """One set of characters, each exactly one cell wide.

    ``men`` and ``kings`` are one-cell pieces, Black's and White's; kings by their
    emblem. The corner characters of ``box`` and ``focus`` are in the order top left, top right,
    bottom left, bottom right, and ``edges`` are top, bottom, left, right.
    """

    ascii: bool
    men: str
    kings: dict[str, str]
    shade: str
    box: tuple[str, ...]
    horizontal: str
    vertical: str
    focus: str
    edges: tuple[str, ...]
    movable: str
    capture: str
    taken: str
    target: str
    last_from: str
    last_to: str
    hint: str
    picked: str
    pointer: str
    arrows: tuple[str, ...]
    dot: str
    trail: str
    here: str
    more: tuple[str, ...]
    cursor: str
    round_box: tuple[str, str, str]
    square_box: tuple[str, str, str]

    def small_piece(self, piece: Piece, emblem: str = "crown") -> str:
        pair = self.kings[emblem] if piece.king else self.men
        return pair[0 if piece.colour is Colour.BLACK else 1]


UNICODE = Glyphs(
    ascii=False,
    men="○●",
    kings={"crown": "♕♛", "tower": "♖♜", "ears": "☆★"},
    shade="░",
    box=tuple("╭╮╰╯"),
    horizontal="─",
    vertical="│",
    focus="▛▜▙▟",
    edges=tuple("▀▄▌▐"),
    movable="•",
    capture="!",
    taken="×",
    target="•",
    last_from="◦",
    last_to="‹",
    hint="♦",
    picked="↑",
    pointer="▸",
    arrows=tuple("‹›"),
    dot="·",
    trail="•",
    here="▲",
    more=tuple("↑↓"),
    cursor="◂",
    round_box=("╭╮╰╯", "─", "│"),
    square_box=("┏┓┗┛", "━", "┃"),
)

ASCII = Glyphs(
    ascii=True,
    men="bw",
    kings={"crown": "BW", "tower": "BW", "ears": "BW"},
    shade=":",
    box=tuple("++++"),
    horizontal="-",
    vertical="|",
    focus="++++",
    edges=tuple("--||"),
    movable="'",
    capture="!",
    taken="x",
    target="*",
    last_from="o",
    last_to="~",
    hint="?",
    picked="^",
    pointer=">",
    arrows=tuple("<>"),
    dot=".",
    trail=".",
    here="^",
    more=tuple("^v"),
    cursor="<",
    round_box=("/\\\\/", "-", "|"),
    square_box=("[][]", "=", "|"),
)
