"""Session: a game being played, by whom, and how far it is; shared by the board and plain mode."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Self

from ..rules.notation import Move
from ..rules.position import Outcome, Position
from ..rules.variant import Colour, Variant
from .clock import Clock, TimeControl
from .player import PERSON, Player
from .timeline import Timeline

if TYPE_CHECKING:  # reading PDN takes a while to load
    from .pdn import PdnGame


@dataclass(frozen=True)
class Session:
    """A game with a player on each side. A value: every change makes a new one.

    ``elapsed`` is the time in seconds that Black and White have used so far. ``resigned`` is who
    has resigned, and ``agreed``: both sides have agreed on a draw. ``helped``: the coach has helped
    the person. With a ``clock`` the sides have only so much time; ``out_of_time`` is who has used
    all of it.
    """

    timeline: Timeline
    black: Player
    white: Player
    seed: int | None = None
    elapsed: tuple[float, float] = (0.0, 0.0)
    resigned: Colour | None = None
    helped: bool = False
    clock: Clock | None = None
    out_of_time: Colour | None = None
    agreed: bool = False

    @classmethod
    def against(
        cls,
        start: Position | Timeline,
        computer: Player,
        *,
        person_first: bool,
        seed: int | None = None,
    ) -> Self:
        """A person against the computer, from a position or the end of a line.

        Who is first has the colour to move, which at the usual start is the variant's first.
        """
        line = start if isinstance(start, Timeline) else Timeline.begin(start)
        person = line.position.turn if person_first else line.position.turn.other
        black, white = (PERSON, computer) if person is Colour.BLACK else (computer, PERSON)
        return cls(line, black, white, seed)

    @property
    def variant(self) -> Variant:
        return self.timeline.start.variant

    @property
    def position(self) -> Position:
        return self.timeline.position

    @property
    def outcome(self) -> Outcome | None:
        """The result if the game is over, by the rules, the clock or the players, else None."""
        if self.out_of_time is not None:
            return Outcome(self.out_of_time.other, f"{self.out_of_time.capitalize()}'s time is up")
        if self.resigned is not None:
            return Outcome(self.resigned.other, f"{self.resigned.capitalize()} has resigned")
        if self.agreed:
            return Outcome(None, "both sides agreed")
        return self.timeline.outcome

    def player(self, colour: Colour) -> Player:
        return self.black if colour is Colour.BLACK else self.white

    def seed_of(self, colour: Colour) -> int | None:
        """The seed of a colour's random choices, so that equal players do not mirror each other."""
        return None if self.seed is None else self.seed + colour.side

    @property
    def to_move(self) -> Player:
        return self.player(self.position.turn)

    @property
    def person(self) -> Colour | None:
        """The colour of the only person, None where two people or two computers play."""
        if self.black.is_person == self.white.is_person:
            return None
        return Colour.BLACK if self.black.is_person else Colour.WHITE

    @property
    def is_watched(self) -> bool:
        return not (self.black.is_person or self.white.is_person)

    @property
    def is_shared(self) -> bool:
        """Whether two people play at one keyboard."""
        return self.black.is_person and self.white.is_person

    def play(self, move: Move | str, seconds: float = 0.0) -> "Session":
        """The session after a move that needed that many seconds; ValueError if it is illegal.

        A move that comes too late is not played: the game is lost on time.
        """
        if self.resigned is not None or self.out_of_time is not None or self.agreed:
            raise ValueError(f"the game is over ({self.outcome})")
        timeline = self.timeline.play(move)
        if self.is_too_late(seconds):
            return self.after_waiting(seconds)
        return replace(self._timed(seconds, moved=True), timeline=timeline)

    def is_too_late(self, seconds: float) -> bool:
        """Whether the side to move has no time left after that many seconds."""
        return self.clock is not None and seconds >= self.clock.of(self.position.turn)

    def after_waiting(self, seconds: float) -> "Session":
        """The session after that many seconds of the side to move; the time may be up then."""
        after = self._timed(seconds, moved=False)
        if self.outcome is None and self.is_too_late(seconds):
            return replace(after, out_of_time=self.position.turn)
        return after

    def _timed(self, seconds: float, *, moved: bool) -> "Session":
        turn, used = self.position.turn, list(self.elapsed)
        used[turn.side] += seconds
        clock = self.clock and self.clock.after(turn, seconds, moved=moved)
        return replace(self, elapsed=(used[0], used[1]), clock=clock)

    def with_clock(self, control: TimeControl | None) -> "Session":
        """The same game with a clock a side that has not run yet, or without one."""
        return replace(self, clock=None if control is None else Clock.begin(control))

    def resign(self, colour: Colour) -> "Session":
        """The game resigned by a colour; ValueError if it is over already."""
        self._check_going_on()
        return replace(self, resigned=colour)

    def agree_on_draw(self) -> "Session":
        """The game drawn by agreement; ValueError if it is over already."""
        self._check_going_on()
        return replace(self, agreed=True)

    def _check_going_on(self) -> None:
        if (outcome := self.outcome) is not None:
            raise ValueError(f"the game is over ({outcome})")

    def restarted(self) -> "Session":
        line = Timeline.begin(self.timeline.start)
        control = self.clock.control if self.clock else None
        return Session(line, self.black, self.white, self.seed).with_clock(control)

    def pdn(self, date: str) -> str:
        """The game so far as PDN, with the names of the players and a date such as 2024.12.31."""
        from .pdn import write_game  # so that the board appears sooner

        tags = {"Date": date, "White": str(self.white), "Black": str(self.black)}
        if self.clock is not None:
            tags["TimeControl"] = self.clock.control.tag
        return write_game(self.record(tags))

    def record(self, tags: Mapping[str, str] | None = None) -> "PdnGame":
        from .pdn import PdnGame, result_of  # so that the board appears sooner

        return PdnGame(self.timeline, tags or {}, result_of(self.outcome))

    def _at(self, ply: int) -> "Session":
        return replace(self, timeline=self.timeline.at(ply), resigned=None, agreed=False)

    def undo_turn(self) -> "Session":
        """Back to the last time a person had a choice; ValueError if there was none.

        Against the computer that is a whole turn, with two people one ply; a forfeited turn is no
        choice. Where two computers play it is always one ply. A resignation and an agreed draw are
        taken back alone; time that is up does not come back.
        """
        self._check_time()
        if self.resigned is not None or self.agreed:
            return replace(self, resigned=None, agreed=False)
        for ply in reversed(range(self.timeline.ply)):
            if self._is_stop(ply):
                return self._at(ply)
        raise ValueError("there is no move to undo")

    def redo_turn(self) -> "Session":
        """Forward again to the next time a person has a choice, or to the end of the line."""
        self._check_time()
        last = len(self.timeline.moves)
        if self.timeline.ply == last:
            raise ValueError("there is no move to redo")
        for ply in range(self.timeline.ply + 1, last):
            if self._is_stop(ply):
                return self._at(ply)
        return self._at(last)

    def _check_time(self) -> None:
        if self.out_of_time is not None:
            raise ValueError(f"{self.out_of_time.capitalize()}'s time is up, so you cannot undo")

    def _is_stop(self, ply: int) -> bool:
        mover = self.player(self.timeline.positions[ply].turn)
        if not mover.is_person:
            return self.person is None
        # A pass is not a choice: stopping there would only ask for the same pass again.
        return not self.timeline.moves[ply].is_pass
