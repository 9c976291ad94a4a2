"""What the tests share: oracles, sample positions, and ways to drive the program."""
