"""What is legal: pure, immutable, without I/O, randomness or a clock."""
