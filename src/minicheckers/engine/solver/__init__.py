"""Mini-Checkers exactly: bounds, proof, the opening table."""
