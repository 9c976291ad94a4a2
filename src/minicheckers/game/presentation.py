"""How a game is shown to people: a line about it, its group in menus, its king, its rules in words,
and its squares and moves as somebody wants to read them.

None of this is a rule. A game without a row here is shown by what its rules say.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal, NamedTuple

from ..rules.notation import Move, Square, coordinate
from ..rules.variant import VARIANTS, Goal, Landing, LastRow, Priority, Removal, Stuck, Variant
from ..support.text import Phrase, ordinal

#: How a king is drawn.
Emblem = Literal["crown", "tower", "ears"]


class Group(StrEnum):
    """Where a game stands in a menu, in the order of the menu."""

    FRIENDS = "Mini and friends"
    EIGHT = "8x8"
    LARGE = "10x10 and larger"
    STRAIGHT = "straight moves"


@dataclass(frozen=True)
class Presentation:
    """What menus and lists say of a game, and how its kings are drawn."""

    summary: str
    group: Group
    emblem: Emblem = "crown"


_SUMMARIES = {
    Group.FRIENDS: {
        "mini": "Mini-Checkers (6x6). You must capture, one jump per turn. No kings",
        "towers": "Simplified checkers (8x8). Captures are optional. Men become towers",
    },
    Group.EIGHT: {
        "english": "English checkers (8x8). You must capture and keep jumping. Men become kings",
        "russian": "Russian draughts. Kings fly. A man crowned in mid-capture continues as a king",
        "brazilian": "Brazilian draughts. The international rules on 8x8. Take the most pieces",
        "pool": "Pool checkers. Men capture backward, kings fly, any capture will do",
        "italian": "Italian draughts. Men cannot take kings. Take the most and the best pieces",
        "spanish": "Spanish draughts. Men capture forward, kings fly. Take the most pieces",
        "czech": "Czech draughts. Men capture forward, kings fly and capture before men do",
        "thai": "Thai checkers. Two rows of men, kings fly and land directly behind a victim",
    },
    Group.LARGE: {
        "international": "International draughts (10x10). Kings fly. Take the most pieces",
        "frisian": "Frisian draughts (10x10). Pieces also capture straight ahead and sideways",
        "canadian": "Canadian draughts. The international rules on 12x12",
    },
    Group.STRAIGHT: {
        "pikachu": "Straight checkers (7x7 to 16x16). Captures are optional. Pikachus fly",
        "turkish": "Turkish draughts on every square of 8x8. Kings fly. Take the most pieces",
    },
}
_EMBLEMS: dict[str, Emblem] = {"towers": "tower", "pikachu": "ears"}
PRESENTATIONS = {
    name: Presentation(summary, group, _EMBLEMS.get(name, "crown"))
    for group, games in _SUMMARIES.items()
    for name, summary in games.items()
}
_GOALS = {
    Goal.LOSING: "you win by losing all your pieces",
    Goal.BREAKTHROUGH: "the first to reach the last row wins",
}


def presentation(variant: Variant) -> Presentation:
    """How a game is shown; one made from another looks as that one does."""
    if variant.name in PRESENTATIONS:
        return PRESENTATIONS[variant.name]
    family = PRESENTATIONS.get(variant.family)
    emblem: Emblem = family.emblem if family else "crown"
    return Presentation(_summary(variant), _group(variant), emblem)


def _summary(variant: Variant) -> str:
    base = VARIANTS.get(variant.base or "")
    if base is not None and variant.size in base.possible_sizes:
        base = base.of_size(variant.size)
    if base is not None and variant == base.with_goal(variant.goal):
        return f"{variant.base}, but {_GOALS[variant.goal]}"
    captures = "you must capture" if variant.capture_forced else "captures are optional"
    kings = "kings fly" if variant.king_flies else "men become kings"
    return (
        f"{f'house rules for {variant.base}' if variant.base else 'checkers'} "
        f"on {variant.size}x{variant.size}: {captures}, {kings if variant.crowns else 'no kings'}"
    )


def _group(variant: Variant) -> Group:
    if not variant.diagonal:
        return Group.STRAIGHT
    if variant.size < 8:
        return Group.FRIENDS
    return Group.EIGHT if variant.size == 8 else Group.LARGE


def rule_sentences(variant: Variant) -> list[str]:
    """What a newcomer must know, one sentence after the other."""
    return [
        f"{variant.name}: {presentation(variant).summary}.",
        f"{variant.first.capitalize()} moves first. {_steps_sentence(variant)}",
        *_capture_sentences(variant),
        *_king_sentences(variant),
        *draw_sentences(variant),
        *_goal_sentences(variant),
    ]


def _steps_sentence(variant: Variant) -> str:
    sideways = any(down == 0 for down, _ in variant.man_steps)
    how = "diagonally forward" if variant.diagonal else "forward"
    return f"{men(variant).capitalize()} step {how}{', left or right' if sideways else ''}."


_PRIORITIES = {
    Priority.MOST_PIECES: "take as many pieces as possible",
    Priority.MOST_VALUE: "capture the most material, where two men count a little more than a king",
    Priority.BY_KING: "capture with a king rather than with a man",
    Priority.MOST_KINGS: "take the most kings",
    Priority.KINGS_SOONEST: "take kings as early as you can",
}


def _capture_sentences(variant: Variant) -> Iterator[str]:
    if not variant.capture_forced:
        yield "Captures are optional."
    elif not variant.priority:
        yield "You must capture if you can; any capture will do."
    else:
        yield "You must capture if you can."
    if variant.priority:
        first, *others = (_PRIORITIES[priority] for priority in variant.priority)
        then = f"; if that leaves a choice, {', then '.join(others)}" if others else ""
        yield f"Among several captures you must {first}{then}."
    yield (
        "A capturing piece keeps jumping as long as it can."
        if variant.chains
        else "You make only one jump per turn."
    )
    if any(down < 0 for down, _ in variant.man_jumps):
        yield f"{men(variant).capitalize()} also capture backward."
    if variant.diagonal and any(0 in way for way in variant.man_jumps):
        yield "Pieces also capture straight: over the next dark square in their row or column."
    if not variant.men_take_kings:
        yield f"A {variant.man_name} cannot capture a {variant.king_name}."
    if variant.chains and variant.jumped_leave is Removal.AT_END:
        yield (
            "Jumped pieces stay on the board until the move is over. They stand in the way, and "
            "you cannot jump one of them twice."
        )


def _king_sentences(variant: Variant) -> Iterator[str]:
    if not variant.crowns or variant.goal is Goal.BREAKTHROUGH:
        return
    man, king = variant.man_name, variant.king_name
    reach = "slides any distance" if variant.king_flies else "moves and captures"
    where = "both forward and backward" if variant.diagonal else "in all four directions"
    yield f"On the last row a {man} becomes a {king}, which {reach} {where}."
    if variant.king_flies:
        where = (
            "directly behind"
            if variant.king_lands is Landing.BEHIND
            else "on any empty square behind"
        )
        yield f"It captures from any distance and lands {where} its victim."
    if variant.chains:
        if variant.last_row_in_capture is LastRow.GOES_ON_AS_KING:
            yield f"A {man} that reaches the last row in a capture continues as a {king}."
        elif variant.last_row_in_capture is LastRow.GOES_ON_AS_MAN:
            yield f"A {man} that only passes the last row in a capture stays a {man}."
    if variant.same_king_moves:
        yield (
            f"While you have {men(variant)}, the same {king} may step at most "
            f"{variant.same_king_moves} times in a row."
        )


def men(variant: Variant) -> str:
    """The word for several men."""
    return "men" if variant.man_name == "man" else f"{variant.man_name}s"


def _goal_sentences(variant: Variant) -> Iterator[str]:
    lose, win = ("lose", "wins") if variant.goal is not Goal.LOSING else ("win", "loses")
    if variant.goal is Goal.BREAKTHROUGH:
        yield f"The first {variant.man_name} on the last row wins the game."
    if variant.stuck is Stuck.LOSES:
        yield f"You {lose} if you have no legal move or no pieces left."
    else:
        yield (
            "A player who cannot move passes. When neither side can move, the side with more "
            f"pieces {win}; equal numbers are a draw."
        )


def draw_sentences(variant: Variant) -> list[str]:
    """What makes a draw in a game, besides what is on the board."""
    sentences = []
    if variant.repetitions:
        sentences.append(
            f"The game is a draw when a position comes up for the {ordinal(variant.repetitions)} "
            "time with the same side to move."
        )
    if variant.quiet_plies:
        sentences.append(
            f"It is also a draw after {variant.quiet_plies} moves in a row without a capture or a "
            f"{variant.man_name}'s step forward, counting both sides."
        )
    if variant.material_draws:
        sentences.append("Some endings with few pieces are a draw if nobody wins in time.")
    return sentences


class NotationChoice(StrEnum):
    """How a person wants squares to be written."""

    NUMBERS = "numbers"
    LETTERS = "letters"


class Spelling(NamedTuple):
    """Squares and moves as a person wants to read them; files and programs always have numbers."""

    variant: Variant
    letters: bool

    @classmethod
    def of(cls, variant: Variant, wanted: NotationChoice | None = None) -> "Spelling":
        """What is wanted; else letters where a game's players use them, or every square is played.

        On a board where every square is played there are too many numbers to tell apart.
        """
        own = variant.notation.letters or not variant.diagonal
        return cls(variant, own if wanted is None else wanted is NotationChoice.LETTERS)

    def square(self, square: int) -> str:
        return coordinate(self.variant, square) if self.letters else str(square)

    def move(self, move: Move) -> str:
        """A move, with every square that its name has."""
        if not self.letters or move.is_pass:
            return str(move)
        return ("x" if move.captured else "-").join(map(self.square, move.path))

    def text(self, text: str) -> str:
        """A text of ours, its moves and squares as they are wanted."""
        return "".join(map(self._part, text.parts)) if isinstance(text, Phrase) else text

    def _part(self, part: object) -> str:
        if isinstance(part, Move):
            return self.move(part)
        return self.square(part) if isinstance(part, Square) else str(part)
