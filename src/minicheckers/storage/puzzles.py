"""The person's puzzles: which are solved, the streak and the rating, kept between runs."""

from dataclasses import dataclass, replace

from .fields import read_fields, write_fields

FIRST_RATING = 1200


@dataclass(frozen=True)
class PuzzleRecord:
    """The puzzles that were solved, by name; how many in a row at the first try; the rating."""

    solved: tuple[str, ...] = ()
    streak: int = 0
    best_streak: int = 0
    rating: int = FIRST_RATING

    def plus(self, name: str, clean: bool, rating: int) -> "PuzzleRecord":
        """The record after a puzzle; ``clean``: solved at once and without help.

        A puzzle that was solved before changes nothing.
        """
        if name in self.solved:
            return self
        streak = self.streak + 1 if clean else 0
        return replace(
            self,
            solved=(*self.solved, name) if clean else self.solved,
            streak=streak,
            best_streak=max(self.best_streak, streak),
            rating=rating,
        )


def write_puzzles(record: PuzzleRecord) -> str:
    """The puzzle record as text."""
    return write_fields(
        "puzzles",
        {
            "solved": list(record.solved),
            "streak": record.streak,
            "best_streak": record.best_streak,
            "rating": record.rating,
        },
    )


def read_puzzles(data: bytes) -> PuzzleRecord:
    """The puzzle record of a text."""
    fields = read_fields("puzzles", data)
    numbers = [fields.number(name) for name in ("streak", "best_streak", "rating")]
    if min(numbers) < 0:
        raise ValueError("a number is negative")
    return PuzzleRecord(tuple(fields.list_of_texts("solved")), *numbers)
