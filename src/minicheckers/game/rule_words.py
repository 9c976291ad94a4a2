"""The rules of a game in a few sentences, made from what the variant says."""

from ..rules.variant import Stuck, Variant
from .timeline import QUIET_PLIES_TO_DRAW


def rule_sentences(variant: Variant) -> list[str]:
    """What a newcomer must know, one sentence after the other."""
    man, king = variant.man_name, variant.king_name
    sentences = [
        f"{variant.name}: {variant.summary}.",
        f"Black (b) starts on top and moves down, white (w) moves up; {variant.first} is first.",
        "A capture is forced, any of them."
        if variant.capture_forced
        else "A capture is never forced.",
        "A capturing piece goes on jumping as long as it can."
        if variant.chains
        else "One jump a turn.",
    ]
    if variant.crowns:
        flying = ", which slides any distance" if variant.king_flies else ""
        sentences.append(f"On the last row a {man} becomes a {king}{flying}.")
        sentences.append(
            f"The third time the same position, or {QUIET_PLIES_TO_DRAW} moves without a capture "
            f"or a {man}'s step forward, is a draw."
        )
    if variant.stuck is Stuck.LOSES:
        sentences.append("Who has no piece or no legal move loses.")
    else:
        sentences.append(
            "Who has no legal move forfeits the turn; when neither side can move, the side with "
            "more pieces wins."
        )
    return sentences
