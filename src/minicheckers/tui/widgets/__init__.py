"""Parts of screens: each has its own keys, state and drawing."""
