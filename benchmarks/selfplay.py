"""Play games of the engine against itself, for `fit.py` to learn from.

    python benchmarks/selfplay.py english --games 9000 --nodes 400 --seed 1 > english-1.games

One line a game: the result for Black (1, 0.5 or 0), then every quiet position that the engine had
to think about: Black's men and kings, White's men and kings (as hexadecimal masks), the side to
move, and the score that the search gave it for that side. Games begin with random moves, so that
no two are alike; positions with a capture pending are left out, as the search never judges one.
Where the endings are known, a game ends with the first of them, and has its result.
"""

import argparse
import sys
from collections.abc import Iterator
from random import Random

from minicheckers import Position
from minicheckers.engine.decision import Context
from minicheckers.engine.deepening import SearchSetup, search
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.endings.table import Result
from minicheckers.engine.evaluate import EVALUATIONS, Evaluation, best_evaluation, tuning_of
from minicheckers.engine.table import Table
from minicheckers.game.player import Limits
from minicheckers.rules.movegen import State
from minicheckers.rules.probes import capture_pending, is_reversible
from minicheckers.rules.variant import Variant, get_variant

LEAST_RANDOM_PLIES, MOST_RANDOM_PLIES = 3, 10
#: A longer game is a draw; those that go on for so long nearly always are.
LONGEST_GAME = 160
QUIET_PLIES_TO_DRAW = 30
#: Whose score is so bad resigns.
HOPELESS = 500


def play(
    variant: Variant, evaluation: Evaluation, nodes: int, seed: str
) -> tuple[float, list[str]]:
    """One game: Black's points, and the positions in writing."""
    random = Random(seed)
    setup = SearchSetup(evaluation, tuning_of(variant).pruning)
    limits, table = Limits(nodes=nodes), Table(bits=14)
    pending, endings = capture_pending(variant), shipped_endings(variant)
    position = Position.start(variant)
    history: list[Position] = []
    quiet = 0
    for _ in range(random.randint(LEAST_RANDOM_PLIES, MOST_RANDOM_PLIES)):
        moves = position.legal_moves()
        if not moves:
            break
        history.append(position)
        position = position.play(random.choice(moves))
    written: list[str] = []
    while len(history) < LONGEST_GAME and quiet < QUIET_PLIES_TO_DRAW:
        transitions = position.transitions()
        if not transitions:
            return float(position.turn.side), written
        state = position.state
        ending = None if endings is None else endings.probe(state)
        if ending is not None:
            won = ending.result is Result.WIN
            return 0.5 if ending.result is Result.DRAW else float(won == (state[4] == 0)), written
        if len(transitions) == 1:
            after = next(iter(transitions.values()))
        else:
            context = Context(history=tuple(history[-quiet:]) if quiet else ())
            decision = search(position, setup, limits, table, random, context)
            score = decision.score
            if score is not None and abs(score) >= HOPELESS:
                return float((score > 0) == (state[4] == 0)), written
            if score is not None and not pending(state):
                written.append(position_in_writing(state, score))
            after = transitions[decision.move]
        history.append(position)
        quiet = quiet + 1 if is_reversible(state, after.state) else 0
        position = after
    return 0.5, written


def position_in_writing(state: State, score: int) -> str:
    men, kings, foe_men, foe_kings, side = state
    masks = (foe_men, foe_kings, men, kings) if side else (men, kings, foe_men, foe_kings)
    return ",".join(f"{mask:x}" for mask in masks) + f",{side},{score:d}"


def games(
    variant: Variant, evaluation: Evaluation, count: int, nodes: int, seed: int
) -> Iterator[str]:
    for number in range(count):
        points, written = play(variant, evaluation, nodes, f"{seed} {number}")
        yield f"{points:g};" + ";".join(written)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("variant")
    parser.add_argument("--size", type=int)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--nodes", type=int, default=500, help="of each search")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evaluation", choices=EVALUATIONS, help="the best one, if not given")
    arguments = parser.parse_args()
    variant = get_variant(arguments.variant, arguments.size)
    name = arguments.evaluation
    evaluation = EVALUATIONS[name] if name else best_evaluation(variant)
    for line in games(variant, evaluation, arguments.games, arguments.nodes, arguments.seed):
        print(line)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
