"""Rebuild the shipped puzzle lists of english and towers.

Usage: python research/puzzle_lists.py english|towers OUT [--games N] [--seed N]

Random games are played, and two kinds of positions are kept: endings that fool at least one of the
searchers that puzzles are tried on, and positions with too many pieces for the endgame table where
search proves the result of every move. The same arguments make the same list.
"""

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

from minicheckers.coach.puzzle_source import PuzzleSource
from minicheckers.coach.puzzles import FEWEST_CHOICES, Puzzle
from minicheckers.engine.endings.files import shipped_endings
from minicheckers.engine.endings.proof import MOST_PIECES, proven_moves
from minicheckers.engine.endings.table import Result
from minicheckers.rules.movegen import State, generator, start_state
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Variant, get_variant

#: Games to search for hard endings, which are rare in towers, and for proven positions.
GAMES = {"english": (100_000, 100_000), "towers": (250_000, 20_000)}

LONGEST_GAME, LONGEST_ENDING = 150, 20
#: How many to keep of each kind; fewer of those that are just captures.
MOST_OF_A_KIND, MOST_PLAIN_ONES = 24, 8
#: How deep proofs may be: deeper ones are too rare to wait for.
QUICK_PROOF = 3


class Finder:
    """Plays games of one variant and finds the puzzles in them."""

    def __init__(self, variant: Variant, seed: int) -> None:
        endings = shipped_endings(variant)
        if endings is None:
            raise ValueError(f"{variant} has no table of endings")
        self._variant, self._endings, self._seed = variant, endings, seed
        self._source = PuzzleSource(variant)

    def hard_endings(self, games: int) -> Iterator[Puzzle]:
        """Endings that some searcher gets wrong."""
        endings, successors = self._endings, generator(self._variant)

        def results(state: State) -> list[Result]:
            return [endings.ending_of_move(child).result for child in successors(state)]

        for puzzle in self._puzzles(games, lambda state: state in endings, results):
            if puzzle.fooled:
                yield puzzle

    def proven(self, games: int) -> Iterator[Puzzle]:
        """Positions outside the endgame table."""
        endings = self._endings

        def results(state: State) -> list[Result]:
            return list((proven_moves(endings, state, QUICK_PROOF) or {}).values())

        yield from self._puzzles(games, lambda state: state not in endings, results)

    def _puzzles(
        self,
        games: int,
        wanted: Callable[[State], bool],
        results: Callable[[State], list[Result]],
    ) -> Iterator[Puzzle]:
        """The puzzles among the wanted states of this many games, without duplicates."""
        seen: set[State] = set()
        for game in range(games):
            for state in self._late_states(Random(f"{self._seed} {game}")):
                if wanted(state) and state not in seen and has_one_right_move(results(state)):
                    seen.add(state)
                    yield self._source.at(Position(self._variant, state))

    def _late_states(self, random: Random) -> Iterator[State]:
        """The states of a game with few pieces left and more than one legal move."""
        state, successors, in_table = start_state(self._variant), generator(self._variant), 0
        for _ in range(LONGEST_GAME):
            following = successors(state)
            if not following or in_table == LONGEST_ENDING:
                return
            in_table += state in self._endings
            if len(following) >= FEWEST_CHOICES and count(state) <= MOST_PIECES:
                yield state
            state = following[int(random.random() * len(following))]


def has_one_right_move(results: list[Result]) -> bool:
    """Whether exactly one move keeps the best result, and that result is not a loss."""
    wins, draws = results.count(Result.WIN), results.count(Result.DRAW)
    return wins == 1 or (not wins and draws == 1)


def count(state: State) -> int:
    """How many pieces are on the board."""
    men, kings, foe_men, foe_kings, _ = state
    return (men | kings | foe_men | foe_kings).bit_count()


def some_of_each(
    puzzles: Iterator[Puzzle], kind: Callable[[Puzzle], tuple[object, ...]]
) -> Iterator[str]:
    """The names of the first puzzles of each kind; prints what was found."""
    kept: Counter[tuple[object, ...]] = Counter()
    for puzzle in puzzles:
        captures = bool(puzzle.solution.captured)
        of_kind = (*kind(puzzle), "a capture" if captures else "no capture")
        if kept[of_kind] < (MOST_PLAIN_ONES if captures else MOST_OF_A_KIND):
            kept[of_kind] += 1
            yield puzzle.id
    for of_kind, number in sorted(kept.items(), key=str):
        print(*of_kind, sep=", ", end=f": {number}\n", flush=True)


def main() -> None:
    """Write the list and print a summary."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("variant", choices=GAMES)
    parser.add_argument("out", type=Path)
    parser.add_argument("--games", type=int, help="how many are played")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    finder = Finder(get_variant(arguments.variant), arguments.seed)
    for_endings, for_proofs = GAMES[arguments.variant]
    hard = finder.hard_endings(arguments.games or for_endings)
    proven = finder.proven(arguments.games or for_proofs)
    names = [
        *some_of_each(hard, lambda puzzle: ("ending", puzzle.difficulty)),
        *some_of_each(
            proven,
            lambda puzzle: (
                f"{count(puzzle.position.state)} pieces",
                puzzle.difficulty,
                puzzle.goal,
            ),
        ),
    ]
    arguments.out.write_text("\n".join(names) + "\n", encoding="ascii")


if __name__ == "__main__":
    main()
