"""Quoting text from outside, so that an error message can show it safely."""

LONGEST_QUOTE = 40


def quoted(text: str) -> str:
    """The text in quotes on one line: control and other unprintable characters are escaped."""
    shown = text if len(text) <= LONGEST_QUOTE else text[: LONGEST_QUOTE - 3] + "..."
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)
    return f"'{safe}'"
