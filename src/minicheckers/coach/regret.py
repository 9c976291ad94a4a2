"""Regret: what somebody gives away in mini, measured against what every move is truly worth."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random

from ..engine.solver import SOLVED
from ..rules.notation import Move
from ..rules.position import Position
from .analysis import Analyst
from .review import Grade, GradedMove, grade


@dataclass(frozen=True)
class Regret:
    """The choices of somebody in positions that leave a choice, each graded."""

    choices: tuple[GradedMove, ...]

    @property
    def given_away(self) -> int:
        """How many pieces were given away in all."""
        return sum(choice.loss for choice in self.choices)

    @property
    def critical(self) -> int:
        """In how many positions some move would have changed the result."""
        return sum(choice.critical for choice in self.choices)

    @property
    def blunders(self) -> int:
        """In how many of the critical positions the result was changed."""
        return sum(choice.grade is Grade.BLUNDER for choice in self.choices)

    def worst(self, count: int) -> list[GradedMove]:
        """The choices that cost most, results before pieces; none that cost nothing."""
        costly = [choice for choice in self.choices if choice.loss]
        costly.sort(key=lambda choice: (choice.grade is not Grade.BLUNDER, -choice.loss))
        return costly[:count]


def exact_positions(count: int, random: Random) -> Iterator[Position]:
    """That many different positions of the solved game from random games, all with a choice."""
    seen: set[Position] = set()
    while len(seen) < count:
        position = Position.start(SOLVED)
        game = []
        while moves := list(position.transitions().values()):
            if len(moves) > 1:
                game.append(position)
            position = random.choice(moves)
        # One of each game: neighbours have too much in common.
        chosen = random.choice(game)
        if chosen not in seen:
            seen.add(chosen)
            yield chosen


def regret(
    choose: Callable[[Position], Move],
    positions: Iterator[Position],
    on_choice: Callable[[GradedMove], None] = lambda choice: None,
) -> Regret:
    """Let somebody choose in every position, and grade the choices by exact values."""
    analyst = Analyst(SOLVED)
    choices = []
    for position in positions:
        choice = grade(1, position, choose(position), analyst.analyse(position))
        choices.append(choice)
        on_choice(choice)
    return Regret(tuple(choices))
