"""Exact endings: how every position of few pieces ends, and how soon, if both play their best."""

from ...rules.variant import BRAZILIAN, ENGLISH, RUSSIAN, TOWERS

#: The games whose endings come with the package.
SHIPPED = (ENGLISH, TOWERS, RUSSIAN, BRAZILIAN)
