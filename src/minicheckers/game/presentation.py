"""How a game is shown to people: a line about it, its group in menus, its king, its rules in words.

None of this is a rule. A game without a row here is shown by what its rules say.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from ..messages import ordinal
from ..rules.variant import Stuck, Variant

#: How a king is drawn.
Emblem = Literal["crown", "tower", "ears"]


class Group(StrEnum):
    """Where a game stands in a menu, in the order of the menu."""

    FRIENDS = "Mini and friends"
    EIGHT = "8x8"
    LARGE = "10x10 and larger"
    STRAIGHT = "straight"


@dataclass(frozen=True)
class Presentation:
    """What menus and lists say of a game, and how its kings are drawn."""

    summary: str
    group: Group
    emblem: Emblem = "crown"


PRESENTATIONS = {
    "mini": Presentation(
        "Mini-Checkers on 6x6: you must capture, one jump a turn, no kings", Group.FRIENDS
    ),
    "towers": Presentation(
        "simplified checkers on 8x8: captures are optional, men become towers",
        Group.FRIENDS,
        "tower",
    ),
    "english": Presentation(
        "English checkers on 8x8: you must capture and jump on, men become kings", Group.EIGHT
    ),
    "pikachu": Presentation(
        "straight checkers on 7x7 to 16x16: captures are optional, pikachus fly",
        Group.STRAIGHT,
        "ears",
    ),
}


def presentation(variant: Variant) -> Presentation:
    """How a game is shown."""
    return PRESENTATIONS.get(variant.name) or Presentation(_summary(variant), _group(variant))


def _summary(variant: Variant) -> str:
    captures = "you must capture" if variant.capture_forced else "captures are optional"
    kings = "kings fly" if variant.king_flies else "men become kings"
    return (
        f"checkers on {variant.size}x{variant.size}: {captures}, "
        f"{kings if variant.crowns else 'no kings'}"
    )


def _group(variant: Variant) -> Group:
    if not variant.diagonal:
        return Group.STRAIGHT
    if variant.size < 8:
        return Group.FRIENDS
    return Group.EIGHT if variant.size == 8 else Group.LARGE


def rule_sentences(variant: Variant) -> list[str]:
    """What a newcomer must know, one sentence after the other."""
    man, king = variant.man_name, variant.king_name
    sentences = [
        f"{variant.name}: {presentation(variant).summary}.",
        f"Black (b) starts on top and moves down, white (w) moves up; {variant.first} is first.",
        "You must capture if you can; any capture will do."
        if variant.capture_forced
        else "Captures are optional.",
        "A capturing piece keeps jumping as long as it can."
        if variant.chains
        else "You make one jump a turn.",
    ]
    if variant.crowns:
        flying = ", which slides any distance" if variant.king_flies else ""
        sentences.append(f"On the last row a {man} becomes a {king}{flying}.")
    sentences += draw_sentences(variant)
    if variant.stuck is Stuck.LOSES:
        sentences.append("You lose if you have no legal move or no pieces left.")
    else:
        sentences.append(
            "A player who cannot move passes. When neither side can move, the side with more "
            "pieces wins; equal numbers are a draw."
        )
    return sentences


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
    return sentences
