"""Words about games that only plain mode has: on the board they are rows of its menu."""

import datetime
import re
from dataclasses import replace
from typing import TYPE_CHECKING, TypeGuard

from ..activities.activity import Activity, deed
from ..activities.analysis import Analysis
from ..activities.game import Game
from ..activities.keeping import date_tag
from ..activities.lessons import Lessons
from ..activities.mistakes import Mistakes
from ..activities.puzzles import Puzzles
from ..activities.recorded import Recorded
from ..coach.requests import GradeGame, PuzzleOrder
from ..game.clock import TimeControl
from ..game.player import Player
from ..game.presentation import rule_sentences
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import counted, quoted
from ..rules.position import Position
from ..rules.variant import VARIANTS, Colour, get_variant
from ..storage.files import shown
from ..storage.game_files import write_pdn
from ..storage.store import KeptGame
from . import text

if TYPE_CHECKING:
    from ..coach.review import GradedMove, Review
    from .desk import Desk

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
#: How a game in one line of text begins.
_GAME = "minicheckers game"


def is_local(activity: Activity) -> TypeGuard[Game]:
    """Whether it is a game in play, and nobody plays from elsewhere."""
    return isinstance(activity, Game) and activity.session.here is activity.session.person


def introduction(activity: Activity) -> list[str]:
    """What something is, before it begins."""
    session, game = activity.session, text.game_lines(activity.variant)
    if isinstance(activity, Recorded):
        record = text.record_lines(activity.record) if activity.record else []
        return [*record, *game, "Type redo for the next move, undo to go back, or help."]
    if session is None or not is_local(activity):
        return text.wrapped(f"{activity.variant}: {activity.title()}.")
    before = [] if session.timeline.moves else ["A new game."]
    after = [text.clock_line(session)] if session.timeline.ply else []
    if not session.is_watched:
        after.append("Type a move, its number in the list, or help.")
    return [*before, *text.introduction(session), *after]


def _plays(words: "Words") -> bool:
    return is_local(words.desk.activity)


def _steps(words: "Words") -> bool:
    return isinstance(words.desk.activity, Recorded)


def _has_game(words: "Words") -> bool:
    return _plays(words) or _steps(words)


class Words:
    """The words; ``when`` says in which activity there is one."""

    def __init__(self, desk: "Desk") -> None:
        self.desk = desk
        #: The mistakes in the game that was reviewed last, and where that was asked for.
        self._reviewed: tuple[Timeline | None, tuple[GradedMove, ...]] = (None, ())

    @property
    def _session(self) -> Session:
        session = self.desk.activity.session
        assert session is not None
        return session

    @property
    def _game(self) -> Game:
        assert isinstance(self.desk.activity, Game)
        return self.desk.activity

    # Other games

    def _begin(self, session: Session, *, resumed: bool = False) -> None:
        """Begin another game with the same help; an unfinished one can be resumed later."""
        desk, before = self.desk, self._game
        if not resumed:
            before.put_aside()
            desk.store.begin()
        desk.drop_work()
        desk.activities.pop()
        desk.open(before.following(session))

    @deed(help="start a new game with the same players", when=_plays)
    def new(self) -> None:
        """Begin another game."""
        self._begin(self._session.restarted())

    @deed(help="continue the unfinished game you left earlier", when=_plays)
    def resume(self) -> None:
        """Continue the unfinished game that was saved last and is open nowhere."""
        if (older := self.other_game()) is None:
            raise ValueError("you have no other unfinished game")
        self._game.put_aside()
        if (session := self.desk.store.resume(older.id)) is not None:
            self._begin(session, resumed=True)

    def other_game(self) -> KeptGame | None:
        """The unfinished game saved last that is open nowhere, not here either."""
        own = self.desk.store.open_game
        games = self.desk.store.unfinished()
        return next((g for g in games if g.id != own and not g.open_elsewhere), None)

    @deed(help="change the level of the computer", argument="NAME", when=_plays)
    def level(self, name: str) -> None:
        """Let another level play on in the computer's place."""
        from ..players.registry import chosen_level

        session, level = self._session, chosen_level(name)
        if session.is_shared:
            raise ValueError("there is no level to change: two people are playing")
        black, white = (
            player if player.is_person else replace(player, level=level)
            for player in (session.black, session.white)
        )
        self.desk.say(f"The computer now plays at level {level}.")
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
                self.desk.console.say(*text.game_lines(variant))
            return
        name, _, size = words.partition(" ")
        if size and re.fullmatch(r"[0-9]{1,2}", size, re.ASCII) is None:
            raise ValueError(f"{quoted(size)} is not a board size; type the number of rows")
        start = Position.start(get_variant(name.casefold(), int(size) if size else None))
        before = self._session
        after = replace(before.restarted(), timeline=Timeline.begin(start))
        changes = before.timeline.start.turn is not start.turn
        self._begin(_swapped(after) if changes else after)

    @deed(help="start a new game as black or white", argument="COLOUR", when=_plays)
    def side(self, colour: str) -> None:
        """Begin a game with a colour."""
        person, after = self._session.person, self._session.restarted()
        if person is None:
            raise ValueError("there is no side to change: two people are playing")
        if colour.casefold() not in list(Colour):
            raise ValueError(f"{quoted(colour)} is not a side; type side black or side white")
        self._begin(after if person == colour.casefold() else _swapped(after))

    @deed(
        help="say the time left; 5+3 starts a timed game, off an untimed",
        argument="[M+S]",
        when=lambda words: words.desk.activity.session is not None and not _steps(words),
    )
    def clock(self, control: str = "") -> None:
        """Say the time of both sides, or begin a game with a clock or without one."""
        activity = self.desk.activity
        if not control:
            session = self._session.after_waiting(activity.running)
            self.desk.console.say(text.time_left(session), text.clock_line(session))
        elif not is_local(activity):
            raise ValueError(f"unexpected {quoted(control)}; type clock alone")
        else:
            timed = None if control.casefold() == "off" else TimeControl.parse(control)
            self._begin(self._session.restarted().with_clock(timed))

    def follow(self, line: str) -> bool:
        """Play what somebody else has added to the game of two people; False for another line."""
        from ..game.correspondence import added_moves, read_line

        game = self.desk.activity
        if not (line.casefold().startswith(_GAME) and is_local(game)):
            return False
        theirs = read_line(line).timeline
        other = "to open that one: minicheckers --load -"
        if not game.session.is_shared:
            raise ValueError(f"this is a game against the computer; {other}")
        try:
            added = added_moves(game.timeline, theirs)
        except ValueError as error:
            raise ValueError(f"{error}; {other}") from None
        game.session.check_going_on()
        ours = game.timeline
        for move in added:
            ours = ours.play(move)
        game.go_on(replace(game.charged, timeline=ours))
        return True

    # Recorded games

    @deed(help="play the next move, or the next N", argument="[N]", when=_steps)
    def redo(self, moves: str = "1") -> None:
        """Go on in a recorded game."""
        self._walk(moves, 1)

    @deed(help="go back a move, or N moves", argument="[N]", when=_steps)
    def undo(self, moves: str = "1") -> None:
        """Go back in a recorded game."""
        self._walk(moves, -1)

    def _walk(self, moves: str, step: int) -> None:
        if re.fullmatch(r"[0-9]{1,4}", moves, re.ASCII) is None or not int(moves):
            raise ValueError(f"{quoted(moves)} is not a number of moves; type one from 1 to 9999")
        assert isinstance(self.desk.activity, Recorded)
        self.desk.activity.walk(step * int(moves))

    @deed(help="play from here as the side to move", argument="[LEVEL]", when=_steps)
    def play(self, level: str = "") -> None:
        """Play on from here against the computer."""
        from ..players.registry import chosen_level

        line = self.desk.activity.timeline
        if line.outcome is not None:
            raise ValueError("the game is over here; go back to play on from an earlier move")
        # A level that was only saved in an earlier run is not run because of that.
        name = chosen_level(level) if level else self.desk.store.preferences().level
        self.desk.open(Game(Session.against(line.so_far, Player(name), person_first=True)))

    # The coach

    @deed(
        help="list every line you tried",
        when=lambda words: isinstance(words.desk.activity, Analysis),
    )
    def lines(self) -> None:
        """List the lines of an analysis."""
        assert isinstance(self.desk.activity, Analysis)
        lines = [*self.desk.activity.exploration.lines()]
        self.desk.say(f"You tried {counted(len(lines), 'line')}:")
        for line in lines:
            self.desk.say(" ".join(map(str, line)))

    @deed(help="review this game when it is over, or game number N", argument="[N]", when=_has_game)
    def review(self, number: str = "") -> None:
        """Tell the grade of every move of a game."""
        from ..coach.review_text import review_sentences

        session = self._numbered(number).session() if number else self._finished
        found, mistakes = self._graded(session)
        for words in review_sentences(found):
            self.desk.say(words)
        if mistakes:
            self.desk.say("Type retry to find better moves yourself.")

    @deed(help="when it is over, find better moves for your mistakes", when=_has_game)
    def retry(self) -> None:
        """Put up the mistakes of the game that was reviewed, or of this one."""
        at, mistakes = self._reviewed
        if at is not self.desk.activity.timeline:
            _, mistakes = self._graded(self._finished)
        self.desk.open(Mistakes(mistakes))

    @property
    def _finished(self) -> Session:
        """The game on the board; ValueError while it is played."""
        if _plays(self) and self._session.outcome is None:
            raise ValueError("the game is not over yet; until then, type hint or analysis")
        return self._session

    def _graded(self, session: Session) -> "tuple[Review, tuple[GradedMove, ...]]":
        """The review of a game, and the person's mistakes in it."""
        if not session.timeline.moves:
            raise ValueError("there is no move to review yet")
        line = session.timeline.at(len(session.timeline.moves))
        found: Review = self.desk.coach.answer(GradeGame(line))
        mistakes = found.mistakes(session.person)
        self._reviewed = self.desk.activity.timeline, mistakes
        return found, mistakes

    @deed(help="list the games you have finished", when=_has_game)
    def games(self) -> None:
        """List the finished games."""
        self.desk.say("Your finished games, newest first. Type review N to review one.")
        for number, game in enumerate(self._games, start=1):
            self.desk.console.say(f"{number:3} {game.headline}")

    @property
    def _games(self) -> tuple[KeptGame, ...]:
        if not (games := self.desk.store.finished()):
            raise ValueError("you have no finished game yet")
        return games

    def _numbered(self, number: str) -> KeptGame:
        games = self.desk.store.finished()
        if number not in map(str, range(1, len(games) + 1)):
            raise ValueError(
                f"{quoted(number)} is not the number of a finished game; type games to list them"
            )
        return games[int(number) - 1]

    @deed(
        help="retry mistakes from your past games; all: solved ones too",
        argument="[all]",
        when=_has_game,
    )
    def mistakes(self, which: str = "") -> None:
        """Put up the mistakes of all finished games."""
        _check("mistakes", which, "all")
        fixed = frozenset() if which else self.desk.store.fixed_mistakes()
        activity = Mistakes.of_kept(self._games, fixed)
        self.desk.say("The coach is going through your finished games, newest first.")
        self.desk.open(activity)

    @deed(help="solve puzzles of this game, or today's puzzle", argument="[daily]", when=_has_game)
    def puzzle(self, which: str = "") -> None:
        """Put up puzzles of this game."""
        _check("puzzle", which, "daily")
        today = datetime.datetime.now(datetime.UTC).date()  # it begins for everybody at once
        order = PuzzleOrder(self._session.variant, self.desk.puzzle_seed)
        self.desk.open(Puzzles(order._replace(day=today, limit=1) if which else order))

    @deed(help="learn the rules of this game step by step", when=_has_game)
    def learn(self) -> None:
        """Open the lessons of this game."""
        self.desk.open(Lessons(self._session.variant))

    @deed(help="save the game as a PDN file", argument="NAME", when=_has_game)
    def save(self, name: str) -> None:
        """Write the game to a new file."""
        path = write_pdn(name, self._session.pdn(date_tag()))
        self.desk.say(f"Saved the game as {shown(path)}.")

    @deed(help="explain the rules of this game", when=_has_game)
    def rules(self) -> None:
        """Explain the rules."""
        for rule in rule_sentences(self._session.variant):
            self.desk.say(rule)


def _swapped(session: Session) -> Session:
    return replace(session, black=session.white, white=session.black)


def _check(name: str, word: str, meant: str) -> None:
    """ValueError if a word may be followed by one alone, and is by another."""
    if word.casefold() not in ("", meant):
        raise ValueError(f"unexpected {quoted(word)}; type {name} or {name} {meant}")
