"""The screens: one file each, holding its state, keys, update function and drawing."""
