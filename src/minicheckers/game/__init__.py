"""A game over time: the moves, the players, PDN."""
