"""What a move is worth, and how to say it."""
