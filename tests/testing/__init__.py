"""What the tests share: oracles, sample positions, and drivers of the program."""
