"""A slow and obviously correct solver of finite games: try every move, remember every answer."""

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


class NaiveReferee:
    """Values of the positions of any finite game, by the outcome of the rules alone.

    1, 0 and -1 for the side to move; where more pieces win, the difference in pieces.
    """

    def __init__(self, by_pieces: bool) -> None:
        self._by_pieces = by_pieces
        self._values: dict[Position, int] = {}

    def value(self, position: Position) -> int:
        if position not in self._values:
            replies = position.transitions().values()
            self._values[position] = max(
                (-self.value(after) for after in replies), default=self._end(position)
            )
        return self._values[position]

    def _end(self, position: Position) -> int:
        turn, outcome = position.turn, position.outcome
        if outcome is None:
            return 0  # never asked: there are moves
        if self._by_pieces:
            return position.count(turn) - position.count(turn.other)
        if outcome.winner is None:
            return 0
        return 1 if outcome.winner is turn else -1
