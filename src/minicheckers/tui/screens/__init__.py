"""The screens: one file each, with its state, its keys, its update and its picture."""
