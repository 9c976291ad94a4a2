"""``minicheckers record``: the player's wins, draws, losses and ratings."""

import argparse
from dataclasses import asdict
from typing import Any

from ..coach.player_rating import Rating, rating_in_words
from ..opponents.levels import fitting_strength
from ..rules.variant import get_variant
from ..storage.store import Store
from . import shared
from .output import Column, Output, print_rows


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print the results against every level that has been played."""
    with Store.default() as store:
        stats = store.stats()
    shared.complain(*store.take_notices())
    rows = [
        {"variant": variant, "level": level, **asdict(tally)} | ({"helped": True} if helped else {})
        for helped in (False, True)
        for (variant, level), tally in stats.rows(helped=helped)
    ]
    ratings = dict(sorted(stats.ratings.items()))
    if arguments.json:
        print_rows(arguments, [*rows, *map(_rating, ratings, ratings.values())], ())
        return 0
    told = []
    if rows:
        print_rows(arguments, rows, _COLUMNS)
    else:
        told.append("You have not finished a game against the computer yet.")
    if stats.best_streak > 1:
        streak = f"Winning streak without help: {stats.streak}. Longest: {stats.best_streak}."
        told.append(streak)
    told += (rating_in_words(get_variant(name), rating) for name, rating in ratings.items())
    for text in told:
        print(*Output.standard().wrap(text), sep="\n")
    return 0


_COLUMNS = (
    Column("game", "variant"),
    Column("level"),
    Column("won", "wins", right=True),
    Column("drawn", "draws", right=True),
    Column("lost", "losses", right=True),
    Column("", lambda row: "with help" if "helped" in row else ""),
)


def _rating(variant: str, rating: Rating) -> dict[str, Any]:
    return {
        "variant": variant,
        "rating": round(rating.value),
        "margin": round(rating.margin),
        "games": rating.games,
        "fitting": fitting_strength(get_variant(variant), rating.value),
    }
