"""Reviewing a game: every move gets a grade, and one steps through them meanwhile."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..activities.exploration import Exploration
from ..coach.requests import GradeGame, Refute
from ..game.player import Player
from ..game.session import Session
from ..game.timeline import Timeline
from .effects import CoachAnswered, CoachFailed, Consult, Effects, PlayEvent, Say
from .retry import Retrying

if TYPE_CHECKING:  # the coach takes a while to load
    from ..coach.refutation import Refutation
    from ..coach.review import GradedMove, Review

Step = tuple["Reviewing", Effects]

#: Who plays on against the person from a reviewed position: the strongest there is.
SPARRING_LEVEL = "expert"


@dataclass(frozen=True)
class Reviewing:
    """A game with the grades of its moves so far; ``timeline`` is where one looks at it.

    ``refuting``: the coach is looking for the refutation of the move before the one on the board,
    and ``refutation`` is what it found.
    """

    session: Session
    timeline: Timeline
    graded: "tuple[GradedMove, ...]" = ()
    review: "Review | None" = None
    refuting: bool = False
    refutation: "Refutation | None" = None

    @classmethod
    def begin(cls, session: Session) -> Step:
        """Ask for the grades of a game; ValueError if there is no move to be graded."""
        if not session.timeline.moves:
            raise ValueError("there is no move to review yet")
        line = session.timeline.at(len(session.timeline.moves))
        whole = replace(session, timeline=line)
        return cls(whole, line), (Consult(GradeGame(line)),)

    @property
    def graded_here(self) -> "GradedMove | None":
        """The grade of the move that led to the position on the board."""
        ply = self.timeline.ply
        return self.graded[ply - 1] if 0 < ply <= len(self.graded) else None

    @property
    def graded_next(self) -> "GradedMove | None":
        ply = self.timeline.ply
        return self.graded[ply] if ply < len(self.graded) else None

    @property
    def is_at_mistake(self) -> bool:
        graded = self.graded_here
        return graded is not None and graded.grade.is_mistake

    @property
    def own_mistakes(self) -> "tuple[GradedMove, ...]":
        """The person's mistakes so far; those of both sides where both are people."""
        person = self.session.person
        return tuple(
            graded
            for graded in self.graded
            if graded.grade.is_mistake and person in (None, graded.colour)
        )

    def walk(self, plies: int) -> "Reviewing":
        """That many plies forward or back, no further than the ends of the game."""
        line = self.timeline
        ply = min(max(line.ply + plies, 0), len(line.moves))
        return replace(self, timeline=line.at(ply), refutation=None)

    def mistakes_ahead(self, step: int) -> list[int]:
        """The plies of the mistakes further on, or with a negative step further back."""
        plies = [graded.ply for graded in self.graded if graded.grade.is_mistake]
        return [ply for ply in plies if (ply - self.timeline.ply) * step > 0]

    def to_mistake(self, step: int) -> "Reviewing":
        """To the next mistake of either side, or to the one before."""
        ahead = self.mistakes_ahead(step)
        if not ahead:
            raise ValueError(f"there is no mistake {'after' if step > 0 else 'before'} this move")
        return self.walk(
            min(ahead, key=lambda ply: abs(ply - self.timeline.ply)) - self.timeline.ply
        )

    def retry(self) -> Retrying:
        return Retrying.of_review(self.own_mistakes)

    @property
    def played_out(self) -> Timeline:
        """What is played on from here: from before the last move if it was a mistake."""
        line = self.timeline.undo() if self.is_at_mistake else self.timeline
        return line.so_far

    def play_out(self, opponent: str = SPARRING_LEVEL) -> Session:
        """A game from here against the strongest level, or the person's own engine.

        That is the one that the person has chosen to play against in this run.
        """
        from ..players.registry import needs_confirmation, runs_a_program

        own = runs_a_program(opponent) and not needs_confirmation(opponent)
        line = self.played_out
        if line.outcome is not None:
            raise ValueError("the game is over here; go back first")
        level = opponent if own else SPARRING_LEVEL
        return Session.against(line, Player(level), person_first=True)

    def ask_refutation(self) -> Step:
        """Ask what punishes the last move, and what was better."""
        graded = self.graded_here
        if graded is None or not self.is_at_mistake:
            raise ValueError("the last move was not a mistake")
        return replace(self, refuting=True), (Consult(Refute(graded.position, graded.move)),)

    def refutation_told(self) -> str:
        """How to look at the refutation, once it is there."""
        found = self.refutation
        assert found is not None
        if not found.replies:
            return f"{found.move} ends the game. Press b to go back to the review."
        return (
            f"The answer to {found.move} is {found.replies[0]}. "
            "Press r to play it, b to go back to the review."
        )

    def lines(self) -> Exploration:
        """The refutation of the last move beside the better moves, as branches to explore."""
        graded, found = self.graded_here, self.refutation
        assert graded is not None
        assert found is not None
        start = explored = Exploration.begin(graded.position)
        for move in graded.best:
            explored = replace(explored, timeline=start.timeline).play(move)
        explored = replace(explored, timeline=start.timeline)
        for move in (found.move, *found.replies):
            explored = explored.play(move)
        return replace(explored, timeline=explored.timeline.at(1))

    def hear(self, event: PlayEvent) -> Step:
        match event:
            case CoachAnswered(answer, _) if isinstance(answer, tuple):
                return replace(self, graded=answer), ()
            case CoachAnswered(answer, _) if self.refuting:
                return replace(self, refuting=False, refutation=answer), ()
            case CoachAnswered(answer, _):
                return replace(self, graded=answer.moves, review=answer), ()
            case CoachFailed(sentence):
                return replace(self, refuting=False), (Say(sentence, "warning"),)
            case _:
                return self, ()
