"""A slow and obviously correct solver for mini: try every move, remember every answer."""

from minicheckers.rules.movegen import State, generator
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position
from minicheckers.rules.variant import MINI

successors = generator(MINI)


class NaiveSolver:
    """Values of positions, for the side to move."""

    def __init__(self) -> None:
        self._values: dict[State, int] = {}
        self._answers: dict[tuple[State, int], bool] = {}

    def value(self, state: State) -> int:
        """The final difference in pieces, from the values of all successors."""
        if state not in self._values:
            self._values[state] = max(
                (-self.value(child) for child in successors(state)), default=_difference(state)
            )
        return self._values[state]

    def reaches(self, state: State, goal: int) -> bool:
        """Whether the value is at least `goal`: one good move is enough, and one bad reply."""
        men, _, foes, _, _ = state
        if goal > men.bit_count() or goal <= -foes.bit_count():
            return goal <= 0
        question = (state, goal)
        if question not in self._answers:
            children = successors(state)
            self._answers[question] = (
                any(not self.reaches(child, 1 - goal) for child in children)
                if children
                else _difference(state) >= goal
            )
        return self._answers[question]


def naive_move_values(naive: NaiveSolver, position: Position) -> dict[Move, int]:
    return {move: -naive.value(after.state) for move, after in position.transitions().items()}


def _difference(state: State) -> int:
    men, _, foes, _, _ = state
    return men.bit_count() - foes.bit_count()
