"""Finite games exactly, Mini-Checkers before all: bounds, proof, the opening table."""

from ...rules.variant import MINI, Goal, Stuck, Variant

#: The game that is solved for ever: with stored openings, proofs and puzzles.
SOLVED = MINI
#: Larger boards have more positions than anyone would wait for.
MOST_SQUARES = 18


def is_solvable(variant: Variant) -> bool:
    """Whether a search to the end tells the truth about the game, and soon enough."""
    return variant.is_finite and variant.geometry.count <= MOST_SQUARES


def counts_pieces(variant: Variant) -> bool:
    """Whether the exact values of a game are final leads in pieces, and not only results."""
    return is_solvable(variant) and variant.stuck is Stuck.PASSES and variant.goal is Goal.NORMAL
