"""Mini-Checkers exactly: bounds, proof, the opening table."""

from ...rules.variant import MINI

#: The game that is solved.
SOLVED = MINI
