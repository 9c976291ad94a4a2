"""The games as an environment to learn in, with the interface of PettingZoo's AEC environments.

`Environment` needs nothing but this package: its observations are plain tuples. Where PettingZoo is
installed, `pettingzoo_env` makes one that is a real `AECEnv` with numpy arrays.

Two agents, ``black_0`` and ``white_0``, move in turn. Both see the board as Black does, White's
turned by 180 degrees, so that one policy can play either side. An action is a pair of squares,
numbered from 0 as the agent sees them: ``start * squares + end``; one more is to pass. A capture of
several jumps takes an action for each, with the same agent selected until it is over. Whoever wins
gets 1, the loser -1, and both 0 for a draw.
"""

from collections.abc import Iterator, Sequence
from importlib import import_module
from random import Random
from typing import Any

from .game.game import Game
from .rules.board_files import write_board
from .rules.notation import Move
from .rules.position import Position
from .rules.variant import COLOURS, DEFAULT, Colour, Variant, get_variant

#: Own men, own kings, the other's men and kings, and the squares of a capture that is under way.
PLANES = 5


class Discrete:
    """The actions 0 to ``n - 1``."""

    def __init__(self, n: int) -> None:
        self.n = n
        self._random = Random()

    def seed(self, seed: int | None = None) -> None:
        """Make `sample` repeatable."""
        self._random.seed(seed)

    def sample(self, mask: Sequence[int] | None = None) -> int:
        """Any action, or any of those that a mask allows; ValueError if it allows none."""
        allowed = range(self.n) if mask is None else [a for a, one in enumerate(mask) if one]
        if not allowed:
            raise ValueError("the mask allows no action")
        return self._random.choice(allowed)

    def contains(self, action: object) -> bool:
        return isinstance(action, int) and 0 <= action < self.n


class Planes:
    """What an agent sees: planes of 0 and 1 of this ``shape``, and a mask of its actions."""

    def __init__(self, shape: tuple[int, int, int], actions: int) -> None:
        self.shape = shape
        self.actions = actions

    def contains(self, seen: object) -> bool:
        """Whether something is such an observation."""
        if not isinstance(seen, dict) or set(seen) != {"observation", "action_mask"}:
            return False
        planes, rows, columns = self.shape
        observation, mask = seen["observation"], seen["action_mask"]
        return (
            len(observation) == planes
            and all(len(plane) == rows for plane in observation)
            and all(len(row) == columns for plane in observation for row in plane)
            and {cell for plane in observation for row in plane for cell in row} <= {0, 1}
            and len(mask) == self.actions
            and set(mask) <= {0, 1}
        )


class Environment:
    """A game that two agents play by actions, one after the other.

    The attributes and methods are those of `pettingzoo.AECEnv`. `position`, `game` and `play` are
    for strategies of ours, so that a learner can be trained against them. A game that has not ended
    after `max_plies` is truncated.
    """

    def __init__(
        self,
        variant: str | Variant = DEFAULT,
        *,
        size: int | None = None,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, "ansi"):
            raise ValueError(f"the only render mode is ansi, not {render_mode}")
        self.variant = get_variant(variant, size)
        self.render_mode = render_mode
        self.metadata = {
            "name": f"minicheckers_{self.variant.name}_v0",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
        }
        first = self.variant.first
        self.possible_agents = [agent_of(first), agent_of(first.other)]
        self.agents: list[str] = []
        self._max_plies = max_plies
        self._squares = self.variant.geometry.count
        self._spaces = self._make_spaces()
        self.reset()

    # The interface of AEC environments.

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: from the start, or from the FEN that the options have as ``position``.

        There is no chance in these games, so the seed changes nothing.
        """
        start = (options or {}).get("position")
        self.game = Game(self.variant, start=start)
        self._path: tuple[int, ...] = ()
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = agent_of(self.position.turn)
        self._see_whether_it_is_over()

    def step(self, action: int | None) -> None:
        """Do an action of the selected agent; ValueError if it is not legal.

        An agent whose game is over leaves with the action None.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            if action is not None:
                raise ValueError("the game is over, so the only action is None")
            self._leave(agent)
            return
        legal = self._legal()
        if action is None or int(action) not in legal:
            shown = ", ".join(map(str, sorted(legal)))
            raise ValueError(f"{action} is not a legal action here; legal: {shown}")
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._path, done = legal[int(action)]
        if done is not None:
            self.game.play(done)
            self._path = ()
            self.agent_selection = agent_of(self.position.turn)
            self._see_whether_it_is_over()
        for one, reward in self.rewards.items():
            self._cumulative_rewards[one] += reward

    def observe(self, agent: str) -> Any:
        """The board as an agent sees it, and which of its actions are legal.

        Both as ``observation``, planes of rows of 0 and 1 (see PLANES), and ``action_mask``.
        """
        mask = [0] * (self._squares**2 + 1)
        if agent == self.agent_selection and not self._is_over():
            for action in self._legal():
                mask[action] = 1
        return {"observation": self._planes(colour_of(agent)), "action_mask": tuple(mask)}

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Observation, reward since its last action, termination, truncation and info."""
        agent = self.agent_selection
        return (
            self.observe(agent) if observe else None,
            self._cumulative_rewards[agent],
            self.terminations[agent],
            self.truncations[agent],
            self.infos[agent],
        )

    def agent_iter(self, max_iter: int = 2**63) -> Iterator[str]:
        """The selected agent, again and again until all have left; `step` after each."""
        while self.agents and max_iter > 0:
            max_iter -= 1
            yield self.agent_selection

    def observation_space(self, agent: str) -> Any:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Any:
        return self._spaces[agent][1]

    @property
    def num_agents(self) -> int:
        """How many agents have not left."""
        return len(self.agents)

    @property
    def max_num_agents(self) -> int:
        """How many agents there are at the start."""
        return len(self.possible_agents)

    @property
    def unwrapped(self) -> "Environment":
        """The environment itself: there is nothing around it."""
        return self

    def state(self) -> Any:
        """The whole board, as Black sees it."""
        return self._planes(Colour.BLACK)

    def render(self) -> str | None:
        """The board as text in the mode ``ansi``, else nothing."""
        return write_board(self.position, "diagram") if self.render_mode else None

    def close(self) -> None:
        """Nothing has to be closed."""

    def __str__(self) -> str:
        return str(self.metadata["name"])

    # For strategies of ours.

    @property
    def position(self) -> Position:
        """The position, in the middle of a capture the one before it."""
        return self.game.position

    def actions(self, move: Move) -> list[int]:
        """The actions that make up a move of the selected agent."""
        if move.is_pass:
            return [self._squares**2]
        steps = [self._action(a, b) for a, b in zip(move.path, move.path[1:], strict=False)]
        longer = [other for other in self.position.legal_moves() if _goes_on(other, move.path)]
        return [*steps, self._action(move.end, move.end)] if longer else steps

    def play(self, move: Move | str) -> None:
        """Do all actions of a legal move, such as a strategy has chosen; ValueError if illegal."""
        if self._path:
            raise ValueError("a capture is under way; finish it by actions")
        for action in self.actions(self.position.find(move)):
            self.step(action)

    # Inside.

    def _make_spaces(self) -> dict[str, tuple[Any, Any]]:
        size, actions = self.variant.size, self._squares**2 + 1
        return {
            agent: (Planes((PLANES, size, size), actions), Discrete(actions))
            for agent in self.possible_agents
        }

    def _is_over(self) -> bool:
        return any(self.terminations.values()) or any(self.truncations.values())

    def _see_whether_it_is_over(self) -> None:
        outcome = self.game.outcome
        if outcome is not None:
            self.terminations = dict.fromkeys(self.agents, True)
            if outcome.winner is not None:
                self.rewards[agent_of(outcome.winner)] = 1.0
                self.rewards[agent_of(outcome.winner.other)] = -1.0
        elif self._max_plies is not None and self.game.ply >= self._max_plies:
            self.truncations = dict.fromkeys(self.agents, True)

    def _leave(self, agent: str) -> None:
        for told in (self.terminations, self.truncations, self.rewards, self.infos):
            del told[agent]
        del self._cumulative_rewards[agent]
        self.agents.remove(agent)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        if self.agents:
            self.agent_selection = self.agents[0]

    def _legal(self) -> dict[int, tuple[tuple[int, ...], Move | None]]:
        """Every legal action: the path of the capture after it, and the move if that is done."""
        path = self._path
        found: dict[int, tuple[tuple[int, ...], Move | None]] = {}
        for move in self.game.legal_moves():
            if move.is_pass:
                found[self._squares**2] = ((), move)
            elif _goes_on(move, path) or not path:
                longer = move.path[: max(2, len(path) + 1)]
                done = move if longer == move.path else None
                action = self._action(longer[-2], longer[-1])
                # A move that ends where another one jumps on is done by an action of its own.
                if action not in found or done is None:
                    found[action] = (longer, done)
            elif move.path == path:
                found[self._action(path[-1], path[-1])] = (path, move)
        return found

    def _seen(self, square: int) -> int:
        """A square, from 0, as the agent to move sees it."""
        return square - 1 if self.position.turn is Colour.BLACK else self._squares - square

    def _action(self, start: int, end: int) -> int:
        return self._seen(start) * self._squares + self._seen(end)

    def _planes(self, colour: Colour) -> tuple[tuple[tuple[int, ...], ...], ...]:
        size, place = self.variant.size, self.variant.geometry.place
        planes = [[[0] * size for _ in range(size)] for _ in range(PLANES)]

        def put(plane: int, square: int) -> None:
            row, column = place(square)
            if colour is Colour.WHITE:
                row, column = size - 1 - row, size - 1 - column
            planes[plane][row][column] = 1

        for square, piece in self.position.pieces().items():
            put(2 * (piece.colour is not colour) + piece.king, square)
        for square in self._path:
            put(PLANES - 1, square)
        return tuple(tuple(map(tuple, plane)) for plane in planes)


def agent_of(colour: Colour) -> str:
    """The name of the agent that plays a colour."""
    return f"{colour}_0"


def colour_of(agent: str) -> Colour:
    """The colour that an agent plays."""
    return next(colour for colour in COLOURS if agent == agent_of(colour))


def _goes_on(move: Move, path: tuple[int, ...]) -> bool:
    """Whether a move begins with a path and goes on after it."""
    return len(move.path) > len(path) and move.path[: len(path)] == path


class _NumpyEnvironment(Environment):
    """The same with observations as numpy arrays, and with the spaces of gymnasium."""

    def observe(self, agent: str) -> Any:
        """The board as an agent sees it, and which of its actions are legal."""
        seen = super().observe(agent)
        return {name: _array(value) for name, value in seen.items()}

    def state(self) -> Any:
        """The whole board, as Black sees it."""
        return _array(super().state())

    def _make_spaces(self) -> dict[str, tuple[Any, Any]]:
        spaces, int8 = import_module("gymnasium.spaces"), import_module("numpy").int8
        size, actions = self.variant.size, self._squares**2 + 1
        return {
            agent: (
                spaces.Dict(
                    {
                        "observation": spaces.Box(0, 1, (PLANES, size, size), int8),
                        "action_mask": spaces.Box(0, 1, (actions,), int8),
                    }
                ),
                spaces.Discrete(actions),
            )
            for agent in self.possible_agents
        }


def _array(value: Any) -> Any:
    numpy = import_module("numpy")
    return numpy.array(value, dtype=numpy.int8)


def pettingzoo_env(variant: str | Variant = DEFAULT, **options: Any) -> Any:
    """The environment as a real `pettingzoo.AECEnv`; ImportError with a sentence without it.

    The options are those of `Environment`.
    """
    try:
        base = import_module("pettingzoo").AECEnv
    except ImportError:
        raise ImportError(
            "PettingZoo is not installed (pip install pettingzoo); Environment works without it"
        ) from None
    return type("CheckersEnv", (_NumpyEnvironment, base), {})(variant, **options)
