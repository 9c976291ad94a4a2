"""Searches to look at: the tree of one, what its evaluation counts, and the original players."""
