"""Text of ours, made of parts; text from outside: made safe to show, and what is wrong in it."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import date

LONGEST_QUOTE = 40


def printable(text: str) -> str:
    """The text on one line: control and other unprintable characters are escaped."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def quoted(text: str, longest: int = LONGEST_QUOTE) -> str:
    """The text in quotes on one line, printable, and cut where it gets long."""
    shown = text if len(text) <= longest else text[: longest - 3] + "..."
    return f"'{printable(shown)}'"


def why(error: Exception) -> str:
    """Why the system did not do something, or whatever else an exception says."""
    return getattr(error, "strerror", None) or str(error)


def counted(number: int, noun: str, plural: str | None = None) -> str:
    """A number of things in words: 1 piece, 2 pieces."""
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def number_word(number: int) -> str:
    """A number, small ones in words: no, one, two, 11."""
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
    return words[number] if number < len(words) else str(number)


def ordinal(number: int) -> str:
    """A number in order, small ones in words: third, fourth, 11th."""
    words = ("first", "second", "third", "fourth", "fifth")
    return words[number - 1] if number <= len(words) else f"{number}th"


def day_in_words(day: "date") -> str:
    """A day that does not look like a move: 31 Dec 2026."""
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    return f"{day.day} {months[day.month - 1]} {day.year}"


def did_you_mean(word: str, known: Iterable[str], otherwise: str = "") -> str:
    """The end of a complaint about a word: the known one most like it, else what to do."""
    from difflib import get_close_matches  # takes a while to load

    close = get_close_matches(word, known, n=1)
    advice = f"did you mean {close[0]}?" if close else otherwise
    return f"; {advice}" if advice else ""


class Phrase(str):
    """A text of ours that remembers its parts: words, and moves and squares for people to read.

    Files and programs read the string, which has moves as they are written there. Whoever shows a
    phrase to a person spells its parts; an f-string around it forgets them.
    """

    parts: tuple[object, ...]

    def __new__(cls, *parts: object) -> "Phrase":
        text = super().__new__(cls, "".join(map(str, parts)))
        inner = (part.parts if isinstance(part, Phrase) else (part,) for part in parts)
        text.parts = tuple(part for some in inner for part in some if part != "")
        return text

    def __str__(self) -> "Phrase":
        """The phrase itself, so that the str of an error that holds one still has its parts."""
        return self


def joined(items: Iterable[object], between: str = ", ") -> Phrase:
    """The items with something between them."""
    return Phrase(*[part for item in items for part in (between, item)][1:])


def listing(items: Iterable[object], joint: str = "and") -> Phrase:
    """The items as in speech: 'a', 'a and b', 'a, b and c'."""
    *others, last = items
    return Phrase(joined(others), f" {joint} ", last) if others else Phrase(last)


class MisplacedError(ValueError):
    """Something is wrong at a certain place of a text; the message alone does not say where."""

    def __init__(self, sentence: str, offset: int) -> None:
        super().__init__(sentence)
        self.offset = offset


def located(text: str, offset: int, sentence: str) -> str:
    """The sentence after the line and column (from 1) of an offset in a text."""
    line = text.count("\n", 0, offset) + 1
    column = offset - text.rfind("\n", 0, offset)
    return f"line {line}, column {column}: {sentence}"


@contextmanager
def about(name: str) -> Iterator[None]:
    """Let every ValueError in here begin with the name of the file that it is about."""
    try:
        yield
    except ValueError as error:
        raise ValueError(f"{printable(name)}: {error}") from None


def sentence(text: str) -> Phrase:
    """The text with a capital letter at its start, unless that is a move, and a full stop."""
    text = text if isinstance(text, Phrase) else Phrase(text.strip())
    first, *rest = text.parts or ("",)
    if isinstance(first, str):
        first = first[:1].upper() + first[1:]
    ended = text.endswith((".", "!", "?", ":"))
    return Phrase(first, *rest, "" if ended or not text else ".")


#: The reader of the standard library needs the square of a key's length, in time and in memory,
#: and no number that fits in a line of this length is too long to be shown.
LONGEST_LINE = 1000


def read_toml(text: str) -> dict[str, Any]:
    """The table of a text of some kilobytes; ValueError that says why it has none."""
    import tomllib  # takes a while to load

    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST_LINE:
            raise ValueError(f"line {number} is longer than {LONGEST_LINE} characters")
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"this is not TOML: {error}") from None
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
