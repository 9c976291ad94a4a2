"""Retrying mistakes: each is put up again, and every move that keeps the value is right."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from ..activities.files import openable
from ..coach.requests import FindMistakes
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.variant import Colour
from .advice import NOTHING_TO_FIND, WrongMove, told_values
from .effects import CoachAnswered, CoachFailed, Consult, Effects, MistakeFixed, PlayEvent, Say

if TYPE_CHECKING:  # the coach takes a while to load
    from ..coach.review import GradedMove
    from ..storage.store import KeptGame

Step = tuple["Retrying", Effects]

NO_MORE = "There are no more mistakes to fix."


@dataclass(frozen=True)
class Retrying:
    """A person's mistakes, one after the other.

    ``found`` are the mistakes so far, ``searched``: there are no more to come. Positions that are
    ``known`` were fixed before; they come again only with ``repeat``. ``tries`` counts the wrong
    moves at the present one, ``fixed``: the right move was found. ``ended``: all are done.
    ``games`` are those that are gone through, and ``headlines`` tell them apart.
    """

    timeline: Timeline
    found: "tuple[GradedMove, ...]" = ()
    searched: bool = True
    known: frozenset[str] = frozenset()
    repeat: bool = False
    index: int = 0
    tries: int = 0
    fixed: bool = False
    wrong: WrongMove | None = None
    ended: bool = False
    games: tuple[Session, ...] = ()
    headlines: tuple[str, ...] = ()

    @classmethod
    def of_review(cls, mistakes: "tuple[GradedMove, ...]") -> "Retrying":
        if not mistakes:
            raise ValueError("there is no mistake to retry")
        return cls(Timeline.begin(mistakes[0].position), mistakes, repeat=True)

    @classmethod
    def of_kept(
        cls, kept: "Iterable[KeptGame]", known: frozenset[str], *, repeat: bool = False
    ) -> Step:
        """Look for mistakes in finished games that are kept, and put them up as they are found.

        A game that cannot be opened is left out.
        """
        games: list[tuple[Session, Colour]] = []
        headlines = []
        for game, session in openable(kept):
            if session.person is not None:
                games.append((session, session.person))
                headlines.append(game.headline)
        if not games:
            raise ValueError("you have not finished a game against the computer yet")
        retrying = cls(
            Timeline.begin(games[0][0].timeline.start),
            searched=False,
            known=known,
            repeat=repeat,
            games=tuple(session for session, _ in games),
            headlines=tuple(headlines),
        )
        request = FindMistakes(tuple((session.timeline, person) for session, person in games))
        return retrying, (Consult(request),)

    @cached_property
    def mistakes(self) -> "tuple[GradedMove, ...]":
        """The mistakes to retry, each position once."""
        from ..coach.puzzles import id_of

        by_name: dict[str, GradedMove] = {}
        for graded in self.found:  # those on the board keep their places when more are found
            by_name.setdefault(id_of(graded.position), graded)
        wanted = (name for name in by_name if self.repeat or name not in self.known)
        return tuple(by_name[name] for name in wanted)

    @property
    def mistake(self) -> "GradedMove | None":
        """The mistake on the board, None while none is found or when all are done."""
        return self.mistakes[self.index] if self.index < len(self.mistakes) else None

    @property
    def takes_moves(self) -> bool:
        return self.mistake is not None and not self.fixed and self.wrong is None

    def heading(self) -> str:
        so_far = "" if self.searched else " so far"
        return f"Mistake {self.index + 1} of {len(self.mistakes)}{so_far}"

    def where(self) -> str:
        """Where the mistake was made: the move, and the game where there are several."""
        if (mistake := self.mistake) is None:
            return ""
        ply = mistake.ply
        for session, headline in zip(self.games, self.headlines, strict=False):
            line = session.timeline
            if (line.positions[ply - 1 : ply], line.moves[ply - 1 : ply]) == (
                (mistake.position,),
                (mistake.move,),
            ):
                return f"{headline}, move {mistake.number}"
        return f"move {mistake.number}"

    def story(self) -> str:
        if (mistake := self.mistake) is None:
            return ""
        from ..coach.wording import others_do, outcome_words

        exact = mistake.analysis.exact
        opinion = "" if exact else " That is the engine's opinion."
        better = others_do(len(mistake.best), mistake.before, exact)
        return (
            f"You played {mistake.move}, which {outcome_words(mistake.after, exact)}. "
            f"{better}.{opinion}"
        )

    def task(self) -> str:
        """What the person is to do now."""
        if self.wrong is not None:
            return self.wrong.sentence
        if self.fixed:
            return "Correct! Press Enter to continue."
        if (mistake := self.mistake) is not None:
            return f"{mistake.colour.capitalize()} played {mistake.move}. Find a better move."
        return NO_MORE if self.searched else "The coach is looking for your mistakes."

    def try_move(self, move: Move) -> Step:
        """Try a move: one that keeps the value is right, any other is refuted."""
        from ..coach.puzzles import id_of
        from ..coach.review import keeps_value

        if self.mistake is None or not self.takes_moves:
            raise ValueError(NOTHING_TO_FIND)
        position = self.mistake.position
        move = position.find(move)
        if keeps_value(self.mistake.analysis, move):
            after = replace(self, timeline=self.timeline.play(move), fixed=True)
            return after, (MistakeFixed(id_of(position)),)
        wrong = WrongMove(position, move)
        return replace(self, tries=self.tries + 1, wrong=wrong), wrong.ask()

    def try_again(self) -> "Retrying":
        """Back to the position before the wrong move."""
        return replace(self, wrong=None)

    def ask_values(self) -> Step:
        if self.mistake is None:
            raise ValueError(NOTHING_TO_FIND)
        return self, told_values(self.mistake.analysis, True)

    def show(self) -> Step:
        """Tell the moves that keep the value."""
        if self.mistake is None:
            raise ValueError(NOTHING_TO_FIND)
        best = " or ".join(map(str, self.mistake.best))
        return self, (Say(f"The best move is {best}."),)

    def next(self) -> Step:
        """The next mistake; after the last one it is over."""
        after = replace(self, index=self.index + 1, tries=0, fixed=False, wrong=None)
        if after.mistake is not None:
            return after._put_up(), ()
        if not self.searched:
            return after, (Say("The coach is looking for more mistakes."),)
        return replace(after, ended=True), (Say(NO_MORE),)

    def repeat_old(self) -> Step:
        """Include the mistakes that were fixed before."""
        if self.repeat:
            raise ValueError("the mistakes you fixed before are already included")
        after = replace(self, repeat=True, index=0, tries=0, fixed=False, wrong=None)
        if after.mistake is None:
            raise ValueError("you have not fixed a mistake before")
        return after._put_up(), (Say("The mistakes you fixed before are included now."),)

    def _put_up(self) -> "Retrying":
        assert self.mistake is not None
        return replace(self, timeline=Timeline.begin(self.mistake.position))

    def hear(self, event: PlayEvent) -> Step:
        match event:
            case CoachAnswered(answer, final) if isinstance(answer, tuple):
                after = replace(self, found=answer, searched=final)
                if self.mistake is None and after.mistake is not None:
                    return after._put_up(), ()
                return after, ()
            case CoachAnswered(answer, _) if self.wrong is not None:
                return replace(self, wrong=self.wrong.heard(answer)), ()
            case CoachFailed(sentence):
                return replace(self, wrong=None, searched=True), (Say(sentence, "warning"),)
            case _:
                return self, ()
