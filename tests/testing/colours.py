"""How well one colour is seen on another."""

import math


def luminance(code: str) -> float:
    """How bright ``#rrggbb`` is, from 0 for black to 1 for white, as WCAG measures it."""
    red, green, blue = (
        part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4
        for part in (part / 255 for part in _parts(code))
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 for equal ones to 21 for black and white."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def difference(one: str, other: str) -> float:
    """How different two colours look, 0 for equal ones; about 2 can just be noticed (CIE 1976)."""
    return math.dist(_lab(one), _lab(other))


def _parts(code: str) -> tuple[int, int, int]:
    return int(code[1:3], 16), int(code[3:5], 16), int(code[5:7], 16)


def _lab(code: str) -> tuple[float, float, float]:
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
        for part in (part / 255 for part in _parts(code))
    )
    across = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    bright = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    deep = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    x, y, z = (
        part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116
        for part in (across, bright, deep)
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)
