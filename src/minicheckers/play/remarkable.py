"""What is remarkable about a finished game: facts from the record, and nothing else."""

from ..game.session import Session
from ..players.levels import LEVELS, PERFECT
from ..storage.stats import Stats

#: This many wins in a row are worth a word.
LEAST_STREAK = 2


def remarkable(session: Session, before: Stats, after: Stats) -> tuple[str, ...]:
    """Sentences about a game, from the record before it counted and after.

    A game with help has none, nor has one that did not count.
    """
    person, outcome = session.person, session.outcome
    if person is None or outcome is None or session.helped or before == after:
        return ()
    game, level = session.variant.name, session.player(person.other).level or ""
    told = []
    if outcome.winner is person:
        if not before.score(game, level).wins:
            told.append(f"Your first win against {level} in {game}!")
        if after.streak >= LEAST_STREAK:
            best = ", your longest streak" if after.best_streak > before.best_streak else ""
            told.append(f"{after.streak} wins in a row{best}.")
    elif outcome.winner is None and _is_perfect(session, level):
        told.append("A draw against perfect play!")
    return tuple(told)


def _is_perfect(session: Session, level: str) -> bool:
    found = LEVELS.get(level)
    return (level if found is None else found.strategy_for(session.variant)) == PERFECT
