"""Evaluations of towers."""

from .base import DepthSchedule, Evaluation, Tuning
from .learned import learned
from .terms import Weights, count_pieces, guard_and_freedom
from .towers_weights import WEIGHTS

TUNING = Tuning(
    # b + 3B - w - 3W: a tower goes both ways and is hard to catch, so it counts for three men.
    seed=Evaluation("towers-seed", count_pieces(100, 300)),
    # What self-play has taught: on which squares men and kings belong, early and late in the game.
    best=Evaluation("towers", learned(WEIGHTS)),
    others=(
        # With optional captures, men at home and room to move decide more than one tower.
        Evaluation("towers-tuned", guard_and_freedom(Weights(king=200, home=20, freedom=8))),
    ),
    depths=DepthSchedule(7, 8),
)
