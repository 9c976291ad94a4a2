"""Computer against computer: games, workers, what a score says about strength."""
