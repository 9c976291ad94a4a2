"""Parts of screens: each owns its keys, its state and its picture."""
