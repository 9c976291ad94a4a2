"""The sheet of all results against the computer."""

import textwrap
from dataclasses import replace

from ...coach.player_rating import rating_in_words
from ..state import AppState, Step
from ..widgets.sheet import Sheet


def show_record(app: AppState) -> Step:
    """Show all results so far on a sheet over the screen."""
    return replace(app, overlay=Sheet("Record", record_lines)), ()


def record_lines(app: AppState, width: int) -> tuple[str, ...]:
    """All results against the computer, abbreviated if there is no room for words."""
    kept = ((app.record.rows(), "", ""), (app.record.helped_rows(), " (with help)", " helped"))
    found = [
        (variant, level, score, remark, short)
        for scores, remark, short in kept
        for (variant, level), score in scores
    ]
    rows = [f"{v:8}  {level:10}  {score}{remark}" for v, level, score, remark, _ in found]
    if max(map(len, rows), default=0) > width:
        rows = [
            f"{v:7} {level:8} +{score.wins} ={score.draws} -{score.losses}{short}"
            for v, level, score, _, short in found
        ]
    rows += [
        line
        for game, rating in sorted(app.record.ratings.items())
        for line in textwrap.wrap(rating_in_words(game, rating), width)
    ]
    return tuple(rows) or ("You have not finished a game against the computer yet.",)
