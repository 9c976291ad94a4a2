"""What a person can do with a game, decided once for the board and for plain mode."""
