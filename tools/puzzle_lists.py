"""Make the shipped lists of puzzles of english and towers anew.

Usage: python tools/puzzle_lists.py english|towers OUT [--games N] [--seed N]

Games are played by chance. Two kinds of their positions are kept: those with more pieces than the
table of endings holds in which search proves the result of every move, and endings that fool at
least one of the searchers that puzzles are tried on. The same arguments make the same list.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random

from minicheckers.coach.puzzle_source import PuzzleSource
from minicheckers.coach.puzzles import FEWEST_CHOICES, Puzzle
from minicheckers.coach.refutation import refutation
from minicheckers.engine.endings.codes import Result
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.endings.proof import MOST_PIECES, proven_moves
from minicheckers.rules.movegen import State, generator, start_state
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant, get_variant

#: How many games the shipped lists come from: hard endings of towers are rare.
GAMES = {"english": 100_000, "towers": 250_000}

LONGEST_GAME, LONGEST_ENDING = 150, 20
#: So many are kept of each number of pieces and difficulty, fewer of those that merely capture.
MOST_OF_A_KIND, MOST_PLAIN_ONES = 24, 8
#: A first look; what it does not prove is left alone.
QUICK_PROOF = 3


class Finder:
    """Plays games of one variant and finds the puzzles in them."""

    def __init__(self, variant: Variant) -> None:
        endings = shipped_endings(variant)
        if endings is None:
            raise ValueError(f"{variant} has no table of endings")
        self._variant, self._endings = variant, endings
        self._source = PuzzleSource(variant)

    def puzzles(self, games: int, seed: int) -> Iterator[Puzzle]:
        """The puzzles of so many games, none of them twice."""
        seen: set[State] = set()
        for game in range(games):
            for state in self._states(Random(f"{seed} {game}")):
                if state not in seen and self._has_one_right_move(state):
                    seen.add(state)
                    puzzle = self._puzzle(Position(self._variant, state))
                    if puzzle is not None:
                        yield puzzle

    def _states(self, random: Random) -> Iterator[State]:
        """The late states of a game."""
        state, successors, in_table = start_state(self._variant), generator(self._variant), 0
        for _ in range(LONGEST_GAME):
            following = successors(state)
            if not following or in_table == LONGEST_ENDING:
                return
            in_table += state in self._endings
            if len(following) >= FEWEST_CHOICES and count(state) <= MOST_PIECES:
                yield state
            state = following[int(random.random() * len(following))]

    def _has_one_right_move(self, state: State) -> bool:
        if state in self._endings:
            children = generator(self._variant)(state)
            results = [self._endings.ending_of_move(child).result for child in children]
        else:
            results = list((proven_moves(self._endings, state, QUICK_PROOF) or {}).values())
        wins, draws = results.count(Result.WIN), results.count(Result.DRAW)
        return wins == 1 or (not wins and draws == 1)

    def _puzzle(self, position: Position) -> Puzzle | None:
        """The puzzle of a position, None if it is too plain or a wrong move has no exact answer."""
        puzzle = self._source.at(position)
        if position.state in self._endings:
            return puzzle if puzzle.fooled else None
        wrong = (move for move in position.legal_moves() if move != puzzle.solution)
        answers = (refutation(position, move, self._source.truth) for move in wrong)
        return puzzle if all(answer.exact for answer in answers) else None


def count(state: State) -> int:
    """How many pieces are on the board."""
    men, kings, foe_men, foe_kings, _ = state
    return (men | kings | foe_men | foe_kings).bit_count()


def main() -> None:
    """Write the list, and say what is in it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=GAMES)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, help="how many are played")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    variant = get_variant(arguments.variant)
    games = arguments.games or GAMES[arguments.variant]
    kept: Counter[tuple[int, int, bool]] = Counter()
    endings = shipped_endings(variant)
    assert endings is not None
    names = []
    for puzzle in Finder(variant).puzzles(games, arguments.seed):
        pieces = max(count(puzzle.position.state), endings.pieces)
        captures = bool(puzzle.solution.captured)
        kind = (pieces, puzzle.difficulty, captures)
        if kept[kind] < (MOST_PLAIN_ONES if captures else MOST_OF_A_KIND):
            kept[kind] += 1
            names.append(puzzle.id)
    arguments.out.write_text("\n".join(names) + "\n", encoding="ascii")
    for (pieces, difficulty, captures), number in sorted(kept.items()):
        how = ", a capture" if captures else ""
        print(f"{pieces} pieces, difficulty {difficulty}{how}: {number}")


if __name__ == "__main__":
    main()
