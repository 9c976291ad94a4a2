"""Evaluations of pikachu."""

from .base import Evaluation, count_pieces
from .learned import learned
from .pikachu_weights import WEIGHTS
from .terms import advance

#: A pichu counts 1 and a pikachu 2, from the side of the player to move.
SEED: Evaluation = Evaluation("pikachu-seed", count_pieces(100, 200))

#: A pikachu that flies over the board is worth three pichus; and a search that cannot see the last
#: row from afar needs a reason to go there.
TUNED: Evaluation = Evaluation("pikachu-tuned", advance(man=100, king=300, row=6))

#: What self-play has taught: on which squares men and kings belong, early and late in the game.
LEARNED: Evaluation = Evaluation("pikachu", learned(WEIGHTS))
