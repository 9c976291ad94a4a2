"""A package of another author, as far as minicheckers can tell."""
