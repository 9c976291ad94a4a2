"""Evaluations of pikachu."""

from .base import Evaluation, count_pieces

#: A pichu counts 1 and a pikachu 2, from the side of the player to move.
SEED = Evaluation("pikachu-seed", count_pieces(100, 200))
