"""Evaluations of pikachu."""

from dataclasses import replace

from ..pruning import FULL_WIDTH
from .base import DepthSchedule, Evaluation, Tuning
from .learned import learned
from .pikachu_weights import WEIGHTS
from .terms import advance, count_pieces

TUNING = Tuning(
    # A pichu counts 1 and a pikachu 2.
    seed=Evaluation("pikachu-seed", count_pieces(100, 200)),
    # What self-play has taught: on which squares men and kings belong, early and late in the game.
    best=Evaluation("pikachu", learned(WEIGHTS)),
    others=(
        # A pikachu that flies over the board is worth three pichus; and a search that cannot see
        # the last row from afar needs a reason to go there.
        Evaluation("pikachu-tuned", advance(man=100, king=300, row=6)),
    ),
    # Two walls in contact can exchange themselves in a million orders.
    pruning=replace(FULL_WIDTH, delta_margin=60),
    depths=DepthSchedule(5, 12),
    every_size=True,
)
