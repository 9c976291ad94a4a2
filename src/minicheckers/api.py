"""What other programs ask for in one call: the value of a position, and a match."""

import secrets
from collections.abc import Callable

from .coach.analysis import Analysis, Analyst
from .game.player import NO_LIMITS, Limits
from .match.match import Contestant, Match, Played, Standing, make_strategy, run_match
from .match.strength import EloDifference, elo_difference
from .opponents.registry import chosen_level
from .opponents.strategy import Factory, Strategy
from .rules.position import Position
from .rules.variant import DEFAULT, Variant, get_variant

#: A level or strategy by name, a class or function that makes one from Options, or one itself.
Entrant = str | Factory | Strategy


def analyse(
    position: Position | str, limits: Limits = NO_LIMITS, variant: str | Variant = DEFAULT
) -> Analysis:
    """The value of a position and of each of its legal moves, for the side to move.

    In `mini` it is exact, whatever the limits; elsewhere a search of at most so much time and
    depth; if neither is given, the look that the coach takes on the board. A position may be a FEN
    of the variant. Raises ValueError for a bad one.
    """
    if isinstance(position, str):
        position = Position.from_fen(position, variant)
    analyst = Analyst(position.variant, limits)
    return analyst.analyse(position)


class MatchResult(Standing):
    """The games of a match, counted for A, with what they say about the difference in strength."""

    @property
    def elo(self) -> EloDifference:
        """A's strength less B's in Elo points, with its 95 % interval."""
        return elo_difference(self.score, self.games)


def play_match(
    a: Entrant,
    b: Entrant,
    variant: str | Variant = DEFAULT,
    *,
    size: int | None = None,
    games: int = 20,
    seed: int | None = None,
    time: float | None = None,
    depth: int | None = None,
    swap: bool = True,
    opening_plies: int | None = None,
    jobs: int = 1,
    on_game: Callable[[Played], None] | None = None,
) -> MatchResult:
    """Play games between A and B with colours swapped and short random openings, and count.

    The same seed gives the same games. A strategy that fails or plays an illegal move has lost that
    game. `on_game` hears of each game as it ends; games are not kept. With more than one job only
    names can play. Raises ValueError for what cannot be played.
    """
    limits = Limits(time, depth)
    match = Match(
        variant=get_variant(variant, size),
        contestants=(_contestant(a, limits), _contestant(b, limits)),
        games=games,
        seed=secrets.randbits(32) if seed is None else seed,
        swap=swap,
        opening_plies=opening_plies,
    )
    if games < 1 or jobs < 1:
        raise ValueError("a match needs at least one game and one job")
    if jobs > 1 and any(one.factory for one in match.contestants):
        raise ValueError(
            "with more than one job both players must be names of levels or strategies"
        )
    for one in match.contestants:
        if one.factory is None:
            make_strategy(one, match.variant)

    def tell(played: Played, _state: object) -> None:
        if on_game is not None:
            on_game(played)

    (result,) = run_match(match, jobs=jobs, on_game=tell).results
    return MatchResult(result.a_wins, result.draws, result.b_wins, result.illegal, result.failures)


def _contestant(player: Entrant, limits: Limits) -> Contestant:
    if isinstance(player, str):
        return Contestant(chosen_level(player), limits)
    if not isinstance(player, type) and hasattr(player, "choose"):
        chosen: Strategy = player
        return Contestant(type(player).__name__, limits, lambda _options: chosen)
    if not callable(player):
        raise TypeError(f"{type(player).__name__} is neither a name nor a strategy")
    return Contestant(getattr(player, "__name__", "strategy"), limits, player)
