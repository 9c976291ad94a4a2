"""The review of a game: a grade for every move, step by step; and the games there are to review."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from ..coach.requests import GradeGame, Refute
from ..coach.review_text import (
    certainty_line,
    curve_rows,
    glossary,
    graph_rows,
    opening_lines,
    reason_line,
    review_sentences,
    summary_line,
    turning_line,
    worth,
)
from ..game.player import PERSON, Player
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.variant import COLOURS, Colour
from ..support.text import Phrase, counted, joined
from .activity import Activity, Line, deed
from .background import World
from .files import choose_recorded, openable
from .game import Sparring
from .mistakes import Mistakes
from .recorded import Recorded

if TYPE_CHECKING:
    from ..coach.analysis import Analysis
    from ..coach.refutation import Refutation
    from ..coach.review import GradedMove, Review
    from ..game.pdn import PdnGame
    from ..storage.store import KeptGame

_TONES = {"slip": "warning", "blunder": "bad", "best": "good", "forced": "dim", "good": "good"}
#: Who plays on against the person from a reviewed position: the strongest there is.
SPARRING_LEVEL = "expert"
#: What stands below a mistake in the graph, and below the move on the board, in Unicode and ASCII.
_MISTAKE, _HERE = "?", {False: "▲", True: "^"}
#: The most columns a ply has in the graph.
_WIDEST = 3
#: How many games are told before and after the one on the board.
_AROUND = 4


class Reviewed(Recorded):
    """A game with the grades of its moves so far; ``found`` is there when all are graded.

    ``refuted`` goes on from a mistake with what punishes it, while that is shown.
    """

    shows_players = False
    refuted: Timeline | None = None

    def __init__(self, session: Session) -> None:
        if not session.timeline.moves:
            raise ValueError("there is no move to review yet")
        super().__init__(session)
        self.session = self.at(len(self.timeline.moves))
        self.graded: tuple[GradedMove, ...] = ()
        self.found: Review | None = None

    @property
    def timeline(self) -> Timeline:
        return self.refuted or self.session.timeline

    @property
    def person(self) -> Colour | None:
        """Whose game it was; None where both sides are people, or programs."""
        return self.session.person

    def forget(self) -> None:
        super().forget()
        self.refuted = None

    def begin(self) -> None:
        """Grade the game, unless that is done."""
        super().begin()
        if self.found is None:
            line = self.session.timeline.at(len(self.session.timeline.moves))
            self.world.consult(GradeGame(line), self._heard, self.hear_failure)

    def _heard(self, found: "tuple[GradedMove, ...] | Review", final: bool) -> None:
        if isinstance(found, tuple):
            self.graded = found
        else:
            self.found, self.graded = found, found.moves

    @property
    def here(self) -> "GradedMove | None":
        """The grade of the move that led to the position on the board."""
        ply = self.session.timeline.ply
        return self.graded[ply - 1] if 0 < ply <= len(self.graded) else None

    @property
    def mistake(self) -> "GradedMove | None":
        """The same, if it was a mistake."""
        return self.here if self.here in self.mistakes else None

    @property
    def mistakes(self) -> "list[GradedMove]":
        """The mistakes of both sides so far."""
        return [one for one in self.graded if one.grade.is_mistake]

    @property
    def own_mistakes(self) -> "list[GradedMove]":
        """The person's mistakes so far; those of both sides where both are people."""
        return [one for one in self.mistakes if self.person in (None, one.colour)]

    # Deeds

    def _ahead(self, step: int) -> list[int]:
        """How far the mistakes are that way, the nearest first."""
        away = [one.ply - self.session.timeline.ply for one in self.mistakes]
        return sorted((plies for plies in away if plies * step > 0), key=abs)

    @deed(
        ".",
        "next mistake",
        "next mistake",
        when=lambda r: r._ahead(1),
        name="next_mistake",
        given=(1,),
    )
    @deed(
        ",",
        "previous mistake",
        lambda r: "" if r._ahead(1) else "previous mistake",
        name="previous_mistake",
        given=(-1,),
    )
    def to_mistake(self, step: int) -> None:
        """Go to the next mistake of either side that way."""
        if not (ahead := self._ahead(step)):
            raise ValueError(f"there is no mistake {'after' if step > 0 else 'before'} this move")
        self.walk(ahead[0])

    @deed(
        "c",
        "show what punishes it",
        lambda review: "" if review.refuted else "show why",
        when=lambda review: review.mistake,
        refused="the last move was not a mistake",
    )
    def explain(self) -> None:
        """Play what punishes the last move on the board."""
        assert self.mistake is not None
        self.walking, self.refuted = False, None
        request = Refute(self.mistake.line, self.mistake.move)
        self.world.consult(request, self._refuted, self.hear_failure)

    def _refuted(self, found: "Refutation", _final: bool) -> None:
        from ..coach.refutation import sentence

        line = self.session.timeline
        for reply in found.replies:
            line = line.play(reply)
        self.refuted = line
        mover = found.graded.colour
        self.world.say(sentence(found, "you" if mover is self.person else str(mover)))
        self.begin()

    @property
    def played_out(self) -> Timeline:
        """What is played on from here: from before the last move if it was a mistake."""
        line = self.session.timeline
        return (line.undo() if self.mistake else line).so_far

    @deed(
        "enter",
        "play it out",
        "play it out",
        name="play",
        when=lambda r: r.played_out.outcome is None,
        refused="the game is over here; go back first",
    )
    def play_out(self) -> None:
        """Play on against the strongest level, or one's own engine; it does not count."""
        from ..opponents.registry import needs_confirmation, runs_a_program

        chosen = self.world.store.preferences().level
        is_own = runs_a_program(chosen) and not needs_confirmation(chosen)
        computer = Player(chosen if is_own else SPARRING_LEVEL)
        session = Session.against(self.played_out, computer, person_first=True)
        self.world.open(Sparring(session))
        self.world.say("This game does not count.")

    @deed("y", "retry the mistakes", "retry", when=lambda review: review.own_mistakes)
    def retry(self) -> None:
        """Put the mistakes up again."""
        self.world.open(Mistakes(self.own_mistakes))

    # What is shown

    def look(self) -> None:
        """The grades say what moves are worth."""

    def shown_analysis(self) -> "Analysis | None":
        ply = self.timeline.ply
        shown = self.insight and self.refuted is None and ply < len(self.graded)
        return self.graded[ply].analysis if shown else None

    def shown_hint(self) -> tuple[int, ...]:
        if self.mistake is None or self.refuted is not None:
            return ()
        return self.mistake.best[0].path

    def marks(self) -> dict[int, Line]:
        """The marks of the mistakes."""
        return {one.ply: (one.grade.mark, _TONES[one.grade]) for one in self.mistakes}

    def title(self) -> str:
        opinion = self.found is not None and not self.found.exact
        return "review, in the engine's opinion" if opinion else "review"

    def story(self) -> list[Line]:
        lines = super().story() if self.here is None else self._about(self.here)
        if self.found is None:
            total = counted(len(self.session.timeline.moves), "turn")
            return [*lines, (f"graded {len(self.graded)} of {total}", "accent")]
        if not self.world.sees:
            return [*((words, "text") for words in review_sentences(self.found)), *lines]
        return lines if self.rest else [*lines, ("", "text"), *self._sums(self.found)]

    def _about(self, graded: "GradedMove") -> list[Line]:
        grade = f"{graded.grade} ({worth(graded)} for {graded.colour})"
        rest = f" {graded.grade.mark}".rstrip() + f": {grade}"
        told = Phrase(f"{graded.number}. ", graded.move, rest)
        lines: list[Line] = [(told, _TONES[graded.grade])]
        if self.mistake:
            lines.append((Phrase("better: ", joined(graded.best)), "good"))
        if why := reason_line(graded):
            lines.append((why, "text"))
        return lines

    def chart(self, width: int) -> list[Line]:
        """The value over the game, with a mark below every mistake and below this move."""
        if self.found is None:
            return []
        person, curve = self.person, self.found.curve
        side = person or Colour.BLACK
        margin = max(len(label) for label, *_ in curve_rows(self.found, 1, ascii=True)) + 1
        room = max(1, width - margin)
        rows = graph_rows(self.found, room, ascii=self.world.ascii, colour=side)
        stretch = max(1, min(_WIDEST, room // len(curve)))
        group = max(1, -(-len(curve) // room))
        below, here = [" "] * room, self.session.timeline.ply
        for ply in (*(one.ply for one in self.mistakes), here):
            sign = _HERE[self.world.ascii] if ply == here else _MISTAKE
            below[ply // group * stretch + (stretch - 1) // 2] = sign
        whose = "your" if person else f"{side}'s"
        what = f"value for you ({side})" if person else f"value for {side}"
        what = what if self.found.exact else f"{whose} winning chances"
        drawn = [(what if len(what) <= width else what.partition(" (")[0], "dim")]
        for label, row, tone in rows:
            wide = "".join(cell * stretch for cell in row)
            drawn.append((f"{label:>{margin - 1}} {wide}", tone))
        return [*drawn, (" " * margin + "".join(below), "strong"), ("", "text")]

    def _sums(self, found: "Review") -> list[Line]:
        person = self.person
        lines = [(turning_line(found), "strong")]
        if person is not None and self.session.outcome and not found.mistakes(person):
            lines.insert(0, ("You played without a mistake!", "good"))
        names = {person: "You"}
        lines += [(summary_line(found, side, names.get(side, "")), "text") for side in COLOURS]
        lines += [(opening, "text") for opening in opening_lines(found)]
        lines.append((" ".join(glossary(found)), "dim"))
        return lines if found.exact else [*lines, (certainty_line(found), "dim")]


# The games to review


class Archive(Activity):
    """Finished games, the latest first. The board shows the game with the ``number``, from 0."""

    def __init__(
        self, games: "tuple[KeptGame, ...]", load: Callable[[], None] | None = None
    ) -> None:
        """``load`` opens a game from a file; without it such a game is reviewed at once."""
        self.games, self._load = games, load
        found = next(openable(games), None)
        if found is None:
            games[0].session()  # which says why not
        assert found is not None
        game, self.chosen = found
        self.number = games.index(game)

    @property
    def timeline(self) -> Timeline:
        return self.chosen.timeline

    @property
    def seat(self) -> Colour | None:
        return self.chosen.person

    def why_not_turn(self) -> str:
        return "this game is over; review it, or choose another"

    def _go_through(self, numbers: Iterable[int]) -> None:
        """Put the first of some games on the board that can be opened; say why another cannot."""
        for number in numbers:
            try:
                self.chosen = self.games[number].session()
            except ValueError as error:
                self.world.say(str(error), "warning")
            else:
                self.number = number
                return

    @deed("up k wheel-up", "another game", "game", shown="↑↓")
    def newer(self) -> None:
        """Go to the game after it."""
        self._go_through(range(self.number - 1, -1, -1))

    @deed("down j wheel-down")
    def older(self) -> None:
        """Go to the game before it."""
        self._go_through(range(self.number + 1, len(self.games)))

    @deed("home", "the latest game")
    def latest(self) -> None:
        """Go to the latest game."""
        self._go_through(range(len(self.games)))

    @deed("end", "the first game")
    def earliest(self) -> None:
        """Go to the first game."""
        self._go_through(reversed(range(len(self.games))))

    @deed("enter v", "review it", "review")
    def review(self) -> None:
        """Grade every move of this game."""
        self.world.open(Reviewed(self.chosen))

    @deed("y", "retry all mistakes", "retry mistakes")
    def retry(self) -> None:
        """Put up the mistakes of all games again."""
        self.world.open(Mistakes.of_kept(self.games, self.world.store.fixed_mistakes()))

    @deed("o", "other: from a file", "from a file")
    def from_file(self) -> None:
        """Open a game from a file."""
        if self._load is not None:
            self._load()
        else:
            choose_recorded(self.world, partial(review_record, self.world))

    def as_record(self) -> "PdnGame":
        return self.chosen.record()

    def title(self) -> str:
        return f"finished games: {len(self.games)}"

    def story(self) -> list[Line]:
        """The game on the board, and in fewer words those around it."""
        game, count = self.games[self.number], len(self.games)
        lines = [
            (
                f"Game {self.number + 1} of {count}: {game.headline}, {game.result_in_words}",
                "strong",
            ),
            ("", "text"),
        ]
        first = max(0, min(self.number - _AROUND, count - 2 * _AROUND - 1))
        for number, game in enumerate(self.games[first:][: 2 * _AROUND + 1], start=first):
            tone = "accent" if number == self.number else "dim"
            day = game.day.rpartition(" ")[0]  # in few words: without the year
            brief = f"{day} {game.variant} {game.opponent}, {game.result_in_words}"
            lines.append((brief, tone))
        return lines


def listed(games: "tuple[KeptGame, ...]") -> list[str]:
    """Finished games with their numbers; ValueError if there are none."""
    if not games:
        raise ValueError("you have not finished a game yet")
    return [
        f"{number:3} {game.headline}, {game.result_in_words}"
        for number, game in enumerate(games, start=1)
    ]


def review_record(world: World, record: "PdnGame") -> None:
    """Review a recorded game."""
    world.open(Reviewed(Session(record.timeline, PERSON, PERSON)))
