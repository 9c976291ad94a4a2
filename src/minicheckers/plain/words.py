"""Words about games that only plain mode has: on the board they are rows of its menu."""

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from ..activities.activity import Activity, deed
from ..activities.background import World
from ..activities.game import CoachedGame, PlayedGame
from ..activities.keeping import date_tag
from ..activities.mistakes import Mistakes
from ..activities.puzzles import Puzzles
from ..activities.recorded import Recorded
from ..activities.review import Reviewed, listed
from ..activities.tasks import Lessons
from ..coach.requests import PuzzleOrder
from ..game.correspondence import OPENING
from ..game.player import TimeControl
from ..game.presentation import rule_sentences
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.position import Position
from ..rules.variant import VARIANTS, Colour, get_variant
from ..storage.disk import shown
from ..storage.own_files import write_pdn
from ..storage.store import KeptGame
from ..support.text import Phrase, quoted, sentence
from . import text

if TYPE_CHECKING:
    from .start import Console

#: Other words for a deed, by the name of which it may be followed.
ALIASES = {
    "": "board",
    "?": "help",
    "back": "leave",
    "continue": "resume",
    "daily": "puzzle daily",
    "exit": "quit",
    "analysis": "analyse",
    "explore": "analyse",
    "lessons": "learn",
    "mend": "retry",
    "pieces": "list",
    "q": "quit",
    "skip": "next",
    "time": "clock",
    "worth": "values",
}
#: What a draw is told by which is not offered.
CLAIM = ("draw", "claim")


def introduction(activity: Activity) -> list[str]:
    """What something is, before it begins."""
    session, title = activity.session, activity.title()
    if session is None:
        return text.wrapped(f"{activity.variant}: {title}.")
    told = [*text.game_lines(activity.variant), *text.wrapped(sentence(title))]
    if isinstance(activity, CoachedGame):
        told.append(text.clock_line(session) if session.timeline.ply else "A new game.")
    return told


def _plays(words: "Words") -> bool:
    return isinstance(words.activity, CoachedGame)


def _has_game(words: "Words") -> bool:
    return _plays(words) or type(words.activity) is Recorded


class Words(World):
    """A face with these words; ``when`` says in which activity there is one."""

    console: "Console"
    #: The activities in progress, the topmost last.
    activities: list[Activity]
    #: The game that was reviewed last, and where that was asked for.
    _reviewed: tuple[Timeline | None, Reviewed | None] = (None, None)

    @property
    def activity(self) -> Activity:
        """The activity on top."""
        return self.activities[-1]

    @property
    def _session(self) -> Session:
        session = self.activity.session
        assert session is not None
        return session

    @property
    def _game(self) -> CoachedGame:
        assert isinstance(self.activity, CoachedGame)
        return self.activity

    # Other games

    @deed(help="continue the unfinished game you left earlier", when=_plays)
    def resume(self) -> None:
        """Continue the unfinished game that was saved last and is open nowhere."""
        if (older := self.other_game()) is None:
            raise ValueError("you have no other unfinished game")
        self._game.put_aside()
        if (session := self.store.resume(older.id)) is not None:
            self.open(self._game.following(session))

    def other_game(self) -> KeptGame | None:
        """The unfinished game saved last that is open nowhere, not here either."""
        own = self.store.open_game
        games = self.store.unfinished()
        return next((g for g in games if g.id != own and not g.open_elsewhere), None)

    @deed(help="change the level of the computer", argument="NAME", when=_plays)
    def level(self, name: str) -> None:
        """Let another level play on in the computer's place."""
        from ..opponents.registry import chosen_level

        session, level = self._session, chosen_level(name)
        if session.is_shared:
            raise ValueError("there is no level to change: two people are playing")
        black, white = (
            player if player.is_person else replace(player, level=level)
            for player in (session.black, session.white)
        )
        self.say(f"The computer now plays at level {level}.")
        self._game.go_on(replace(session, black=black, white=white))

    @deed(
        help="play another kind of checkers; without a name, list them",
        argument="[NAME]",
        when=_plays,
    )
    def game(self, words: str = "") -> None:
        """Begin a game of another kind: whoever moved first does so there too."""
        if not words:
            for variant in VARIANTS.values():
                self.console.say(*text.game_lines(variant))
            return
        name, _, size = words.partition(" ")
        if size and re.fullmatch(r"[0-9]{1,2}", size, re.ASCII) is None:
            raise ValueError(f"{quoted(size)} is not a board size; type the number of rows")
        start = Position.start(get_variant(name.casefold(), int(size) if size else None))
        before = self._session
        after = replace(before.restarted(), timeline=Timeline.begin(start))
        changes = before.timeline.start.turn is not start.turn
        self._game.begin_another(_swapped(after) if changes else after)

    @deed(help="start a new game as black or white", argument="COLOUR", when=_plays)
    def side(self, colour: str) -> None:
        """Begin a game with a colour."""
        person, after = self._session.person, self._session.restarted()
        if person is None:
            raise ValueError("there is no side to change: two people are playing")
        if colour.casefold() not in list(Colour):
            raise ValueError(f"{quoted(colour)} is not a side; type side black or side white")
        self._game.begin_another(after if person == colour.casefold() else _swapped(after))

    @deed(
        help="say the time left; 5+3 starts a timed game, off an untimed",
        argument="[M+S]",
        when=lambda words: isinstance(words.activity, PlayedGame),
    )
    def clock(self, control: str = "") -> None:
        """Say the time of both sides, or begin a game with a clock or without one."""
        activity = self.activity
        if not control:
            session = self._session.after_waiting(activity.running)
            self.console.say(text.time_left(session), text.clock_line(session))
        elif not isinstance(activity, CoachedGame):
            raise ValueError(f"unexpected {quoted(control)}; type clock alone")
        else:
            timed = None if control.casefold() == "off" else TimeControl.parse_both(control)
            self._game.begin_another(self._session.restarted().with_clock(timed))

    def follow(self, line: str) -> bool:
        """Play what somebody else has added to the game of two people; False for another line."""
        from ..game.correspondence import read_line

        game = self.activity
        if not (line.casefold().startswith(OPENING) and isinstance(game, CoachedGame)):
            return False
        theirs = read_line(line).timeline
        other = "to open that one: minicheckers --load -"
        if not game.session.is_shared:
            raise ValueError(f"this is a game against the computer; {other}")
        try:
            game.follow(theirs)
        except ValueError as error:
            raise ValueError(Phrase(str(error), f"; {other}")) from None
        return True

    # The coach

    @deed(help="review this game when it is over, or game number N", argument="[N]", when=_has_game)
    def review(self, number: str = "") -> None:
        """Tell the grade of every move of a game."""
        from ..coach.review_text import review_sentences

        reviewed = self._graded(self._numbered(number) if number else self._over)
        assert reviewed.found is not None
        for words in review_sentences(reviewed.found):
            self.say(words)
        if reviewed.own_mistakes:
            self.say("Type retry to find better moves yourself.")

    @deed(help="when it is over, find better moves for your mistakes", when=_has_game)
    def retry(self) -> None:
        """Put up the mistakes of the game that was reviewed here, or of this one."""
        at, reviewed = self._reviewed
        if reviewed is None or at is not self.activity.timeline:
            reviewed = self._graded(self._over)
        self.open(Mistakes(reviewed.own_mistakes))

    def _graded(self, session: Session) -> Reviewed:
        """A game with a grade for every move."""
        reviewed = Reviewed(session)
        reviewed.world = self
        reviewed.begin()
        self._reviewed = self.activity.timeline, reviewed
        return reviewed

    def _numbered(self, number: str) -> Session:
        games = self.store.finished()
        if number not in map(str, range(1, len(games) + 1)):
            raise ValueError(
                f"{quoted(number)} is not the number of a finished game; type games to list them"
            )
        return games[int(number) - 1].session()

    @property
    def _over(self) -> Session:
        """The game on the board; ValueError while it is played."""
        if _plays(self) and self._session.outcome is None:
            raise ValueError("the game is not over yet; until then, type hint or analyse")
        return self._session

    @deed(help="list the games you have finished", when=_has_game)
    def games(self) -> None:
        """List the finished games."""
        self.show_text("Finished games", listed(self.store.finished()))

    @deed(
        help="retry mistakes from your past games; all: solved ones too",
        argument="[all]",
        when=_has_game,
    )
    def mistakes(self, which: str = "") -> None:
        """Put up the mistakes of all finished games."""
        _check("mistakes", which, "all")
        fixed = frozenset() if which else self.store.fixed_mistakes()
        activity = Mistakes.of_kept(self.store.finished(), fixed)
        self.say("The coach is going through your finished games, newest first.")
        self.open(activity)

    @deed(help="solve puzzles of this game, or today's puzzle", argument="[daily]", when=_has_game)
    def puzzle(self, which: str = "") -> None:
        """Put up puzzles of this game."""
        _check("puzzle", which, "daily")
        order = PuzzleOrder(self._session.variant, self.puzzle_seed)
        if which:
            order = order._replace(day=self.store.daily().day, limit=1)
        self.open(Puzzles(order))

    @deed(help="learn the rules of this game step by step", when=_has_game)
    def learn(self) -> None:
        """Open the lessons of this game."""
        self.open(Lessons(self._session.variant))

    @deed(help="learn to play this game well, lesson by lesson", when=_has_game)
    def course(self) -> None:
        """Open the course of this game."""
        from ..activities.course import Contents  # rarely needed
        from ..coach.course import course_of

        self.open(Contents(course_of(self._session.variant)))

    @deed(help="save the game as a PDN file", argument="NAME", when=_has_game)
    def save(self, name: str) -> None:
        """Write the game to a new file."""
        path = write_pdn(name, self._session.pdn(date_tag()))
        self.say(f"Saved the game as {shown(path)}.")

    @deed(help="explain the rules of this game", when=_has_game)
    def rules(self) -> None:
        """Explain the rules."""
        for rule in rule_sentences(self._session.variant):
            self.say(rule)


def _swapped(session: Session) -> Session:
    clock = session.clock and session.clock.swapped
    return replace(session, black=session.white, white=session.black, clock=clock)


def _check(name: str, word: str, meant: str) -> None:
    """ValueError if a word may be followed by one alone, and is by another."""
    if word.casefold() not in ("", meant):
        raise ValueError(f"unexpected {quoted(word)}; type {name} or {name} {meant}")
