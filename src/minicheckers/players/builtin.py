"""The built-in strategies: a table, so that their names cost nothing until one is to play."""

from .registration import Registration
from .strategy import Options, Strategy


def _random(options: Options) -> Strategy:
    from .searchers import RandomStrategy

    return RandomStrategy(options)


def _alphabeta(options: Options) -> Strategy:
    from .searchers import AlphaBetaStrategy

    return AlphaBetaStrategy(options)


def _dynamic(options: Options) -> Strategy:
    from .searchers import DynamicStrategy

    return DynamicStrategy(options)


def _timed(options: Options) -> Strategy:
    from .searchers import TimedStrategy

    return TimedStrategy(options)


def _solver(options: Options) -> Strategy:
    from .perfect import SolverStrategy

    return SolverStrategy(options)


def _novice(options: Options) -> Strategy:
    from .novice import NoviceStrategy

    return NoviceStrategy(options)


def _adaptive(options: Options) -> Strategy:
    from .adaptive import AdaptiveStrategy

    return AdaptiveStrategy(options)


def _seed(name: str, summary: str) -> Registration:
    """A player of the games' first descriptions, see thinking/seeds.py."""

    def make(options: Options) -> Strategy:
        from .seeds import SeedStrategy

        return SeedStrategy(name, options)

    return Registration(name, summary, make, ours=True)


BUILT_IN = {
    entry.name: entry
    for entry in (
        Registration("random", "any legal move", _random, ours=True),
        Registration(
            "alphabeta",
            "alpha-beta to a fixed depth, 5 plies if none is given",
            _alphabeta,
            ours=True,
        ),
        Registration(
            "dynamic", "alpha-beta, deeper as pieces leave the board", _dynamic, ours=True
        ),
        Registration(
            "timed",
            "as deep as the time allows, 3 seconds if none is given",
            _timed,
            ours=True,
        ),
        Registration("solver", "perfect play, for mini only", _solver, ours=True),
        Registration(
            "novice",
            "sees what hangs at once, and overlooks things as a beginner does",
            _novice,
            ours=True,
        ),
        Registration(
            "adaptive", "keeps the game close: as strong as it has to be", _adaptive, ours=True
        ),
        _seed("seed-000-medium", "mini as first described: alpha-beta, five plies deep"),
        _seed("seed-000-hard", "mini as first described: alpha-beta, 14 to 20 plies deep"),
        _seed("seed-001", "towers as first described: minimax, five plies deep"),
        _seed("seed-002", "english as first described: two-stage evaluation, captures played on"),
        _seed("seed-003", "pikachu as first described: alpha-beta as deep as time allows"),
        _seed("seed-004", "english as first described: alpha-beta from depth 4 on, 30 seconds"),
    )
}
