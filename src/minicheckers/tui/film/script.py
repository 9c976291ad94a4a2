"""A film of a recorded game, and its script: what happens when, in seconds from its beginning."""

from collections.abc import Iterable
from dataclasses import dataclass

from ...game.timeline import Timeline
from ...rules.notation import Move, NotationChoice, Spelling
from ...rules.position import Position
from ...rules.variant import Colour

#: How long things take at the usual speed, in seconds.
OPENING, BEFORE_A_MOVE, A_LEG, AFTER_A_MOVE, A_HINT, THE_END = 1.2, 0.5, 0.35, 0.35, 1.6, 4.0


@dataclass(frozen=True)
class Scene:
    """One ply: the number of its move, the position before it, its move, and when it is shown.

    ``hint_at`` is when the move is shown as a hint beforehand, None where it is not. The piece is
    on its way from ``moves_at`` to ``lands_at``, and the ply is over at ``ends_at``.
    """

    ply: int
    number: int
    before: Position
    move: Move
    hint_at: float | None
    moves_at: float
    lands_at: float
    ends_at: float

    @property
    def colour(self) -> Colour:
        """Who moves."""
        return self.before.turn

    @property
    def legs(self) -> int:
        """How many steps or jumps the move has; none for a forfeited turn."""
        return max(0, len(self.move.path) - 1)

    def leg_at(self, leg: int) -> float:
        """When that many legs are done."""
        return self.moves_at + (self.lands_at - self.moves_at) * leg / max(1, self.legs)


@dataclass(frozen=True)
class Script:
    """A whole film. It ends with a ``last`` position and, if there is one, the result in words.

    ``spelling`` is how its moves are written.
    """

    start: Position
    scenes: tuple[Scene, ...]
    last: Position
    result: str
    seconds: float
    spelling: Spelling


def write_script(
    game: Timeline,
    result: str = "",
    *,
    hints: Iterable[int] = (),
    speed: float = 1.0,
    notation: NotationChoice | None = None,
) -> Script:
    """The film of a game up to its current ply, with a hint before each ply of `hints`.

    Raises ValueError for a hint before a ply that the game does not have.
    """
    wanted = frozenset(hints)
    if strange := [ply for ply in sorted(wanted) if not 1 <= ply <= game.ply]:
        raise ValueError(f"the game has plies 1 to {game.ply}, so there is no hint at {strange[0]}")
    now = OPENING / speed
    scenes = []
    for ply, move in enumerate(game.played, start=1):
        hint_at = None
        if ply in wanted:
            hint_at = now
            now += A_HINT / speed
        moves_at = now + BEFORE_A_MOVE / speed
        lands_at = moves_at + A_LEG * max(0, len(move.path) - 1) / speed
        now = lands_at + AFTER_A_MOVE / speed
        number, before = game.number_of(ply), game.positions[ply - 1]
        scenes.append(Scene(ply, number, before, move, hint_at, moves_at, lands_at, now))
    words = result[:1].upper() + result[1:]
    spelling = Spelling.of(game.start.variant, notation)
    return Script(game.start, tuple(scenes), game.position, words, now + THE_END / speed, spelling)


@dataclass(frozen=True)
class Film:
    """A recorded game and how to show it: who played, its result, hints, speed, view, notation."""

    game: Timeline
    black: str = "black"
    white: str = "white"
    result: str = ""
    hints: tuple[int, ...] = ()
    speed: float = 1.0
    flipped: bool = False
    notation: NotationChoice | None = None

    @property
    def title(self) -> str:
        """Who played whom."""
        return f"{self.black} (black) - {self.white} (white)"

    def script(self) -> Script:
        """What happens when; ValueError for a hint before a ply that the game does not have."""
        return write_script(
            self.game, self.result, hints=self.hints, speed=self.speed, notation=self.notation
        )
