"""Exact endings: how every position of few pieces ends, and how soon, if both play their best."""
