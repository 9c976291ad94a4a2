"""Evaluations of towers."""

from .base import Evaluation, count_pieces

#: b + 3B - w - 3W, a tower being worth three men: it goes both ways and is hard to catch.
SEED = Evaluation("towers-seed", count_pieces(100, 300))
