"""TOML that a person or somebody else has written: themes, house rules, engines."""

from typing import Any

#: The reader of the standard library needs the square of a key's length, in time and in memory,
#: and no number that fits in a line of this length is too long to be shown.
LONGEST_LINE = 1000


def read_toml(text: str) -> dict[str, Any]:
    """The table of a text of some kilobytes; ValueError that says why it has none."""
    import tomllib  # most people have no such files

    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} is longer than {LONGEST_LINE} characters")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"this is not TOML: {error}") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
