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
    )
}
