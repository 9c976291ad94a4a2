"""The engine for other programs: the Hub protocol, version 2, as draughts programs speak it."""
