"""Quoting text from outside, so that an error message can show it safely."""

LONGEST_QUOTE = 40


def quoted(text: str, longest: int = LONGEST_QUOTE) -> str:
    """The text in quotes on one line: control and other unprintable characters are escaped."""
    shown = text if len(text) <= longest else text[: longest - 3] + "..."
    safe = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in shown)
    return f"'{safe}'"
