"""Evaluations of towers."""

from .base import Evaluation, count_pieces
from .learned import learned
from .terms import Weights, guard_and_freedom
from .towers_weights import WEIGHTS

#: b + 3B - w - 3W: a tower goes both ways and is hard to catch, so it counts for three men.
SEED: Evaluation = Evaluation("towers-seed", count_pieces(100, 300))

#: Where no capture is forced, men at home and room to move decide more than one tower.
TUNED: Evaluation = Evaluation(
    "towers-tuned", guard_and_freedom(Weights(king=200, home=20, freedom=8))
)

#: What self-play has taught: on which squares men and kings belong, early and late in the game.
LEARNED: Evaluation = Evaluation("towers", learned(WEIGHTS))
