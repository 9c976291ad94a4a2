"""Decisions by the table of endings, for any strategy that wants to play them perfectly."""

from random import Random

from ..engine.decision import Context, Decision, Progress
from ..engine.deepening import Stopped
from ..engine.endings.files import shipped_endings
from ..engine.endings.play import best_line, ending_moves
from ..engine.repetition import states_that_may_return
from ..game.player import Limits
from ..rules.movegen import State
from ..rules.notation import Move
from ..rules.position import Position


def ending_decision(
    position: Position, limits: Limits, context: Context, random: Random
) -> Decision | None:
    """The best move where the table of endings knows it, None where it does not.

    The shortest win, the longest defence; of draws, the one that the opponent can most easily get
    wrong. Among equals chance decides. ValueError if the game is over. What the draw rules make of
    a game without progress can take a second to find out: where the time is too short for that, or
    somebody asks for an answer, the table's own word is taken.
    """
    endings = shipped_endings(position.variant)
    if endings is None or position.state not in endings:
        return None
    started = context.clock()
    deadline = None if limits.time is None else started + limits.time

    def poll() -> None:
        if context.stopped() or (deadline is not None and context.clock() >= deadline):
            raise Stopped

    earlier = [before.state for before in context.history]
    game = states_that_may_return([*earlier, position.state])
    try:
        moves = ending_moves(endings, game, poll)
    except Stopped:
        moves = ending_moves(endings, game[-1:])
    if not moves:
        raise ValueError("the game is over")
    chosen = random.choice([move for move in moves if move.rank == moves[0].rank])
    line = [chosen.state]
    if chosen.ending.plies is not None:
        line += best_line(endings, chosen.state)
    pv = _moves(position, line)
    score = chosen.ending.score
    context.report(Progress(len(pv), score, pv, len(moves), context.clock() - started))
    return Decision(pv[0], score, len(pv), len(moves), pv)


def _moves(position: Position, states: list[State]) -> tuple[Move, ...]:
    """The moves that lead through these states, one after the other."""
    moves = []
    for state in states:
        move, position = next(
            item for item in position.transitions().items() if item[1].state == state
        )
        moves.append(move)
    return tuple(moves)
