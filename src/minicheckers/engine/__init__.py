"""How a move is found: search, evaluations, the solver of mini."""
