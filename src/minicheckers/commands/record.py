"""``minicheckers record``: the player's wins, draws, losses and ratings."""

import argparse
from dataclasses import asdict

from ..coach.player_rating import rating_in_words
from ..opponents.levels import fitting_strength
from ..rules.variant import get_variant
from ..storage.store import Store
from . import shared
from .output import Output


def add_arguments(parser: argparse.ArgumentParser) -> None:
    shared.add_flags(parser, "json")


def run(arguments: argparse.Namespace) -> int:
    """Print the results against every level that has been played."""
    with Store.default() as store:
        stats = store.stats()
    shared.complain(*store.take_notices())
    rows = [
        (*key, score, helped)
        for helped, kept in ((False, stats.rows()), (True, stats.helped_rows()))
        for key, score in kept
    ]
    ratings = dict(sorted(stats.ratings.items()))
    if arguments.json:
        for variant, level, score, helped in rows:
            row = {"variant": variant, "level": level, **asdict(score)}
            shared.print_json({**row, "helped": True} if helped else row)
        for variant, rating in ratings.items():
            shared.print_json(
                {
                    "variant": variant,
                    "rating": round(rating.value),
                    "margin": round(rating.margin),
                    "games": rating.games,
                    "fitting": fitting_strength(get_variant(variant), rating.value),
                }
            )
        return 0
    output = Output.standard()
    if not rows:
        print(*output.wrap("You have not finished a game against the computer yet."), sep="\n")
        return 0
    heads = output.heads("game", "level", "won", "drawn", "lost", "")
    table = [
        [variant, level, *map(str, (score.wins, score.draws, score.losses)), "with help" * helped]
        for variant, level, score, helped in rows
    ]
    print(*output.table(table, heads, right={2, 3, 4}), sep="\n")
    if stats.best_streak > 1:
        streak = f"Winning streak without help: {stats.streak}. Longest: {stats.best_streak}."
        print(*output.wrap(streak), sep="\n")
    for variant, rating in ratings.items():
        print(*output.wrap(rating_in_words(get_variant(variant), rating)), sep="\n")
    return 0
