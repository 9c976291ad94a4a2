"""A game line by line: the words for one in play and for a recorded one, and what they do."""

import re
from dataclasses import replace
from typing import TypeVar

from ..activities.keeping import date_tag
from ..coach.requests import PuzzleOrder
from ..coach.wording import values_sentence
from ..game.clock import TimeControl
from ..game.player import Player
from ..game.presentation import presentation, rule_sentences
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import counted, quoted
from ..play.analysis import Exploring
from ..play.effects import (
    ArchiveRead,
    CoachFailed,
    Effects,
    GameResumed,
    PlayEvent,
    ReadArchive,
    ResumeGame,
    WritePdn,
)
from ..play.game import PlayedGame
from ..play.lesson import Learning
from ..play.puzzle import Puzzling
from ..play.recorded import Replaying
from ..play.retry import Retrying
from ..play.review import Reviewing
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import VARIANTS, Colour, get_variant
from ..storage.store import KeptGame
from . import text
from .activity import ENDING, LOOKING, Activity, Command, Narration, Words
from .studies import Analysis, Lessons, Mistakes, Puzzles

S = TypeVar("S", PlayedGame, Replaying)

#: How a game in one line of text begins.
_GAME = "minicheckers game"


class _AboutAGame(Activity[S]):
    """What can be asked about a game, being played or recorded."""

    #: The game that was reviewed last.
    _reviewed: Reviewing | None = None

    @property
    def session(self) -> Session:
        return self.state.session

    @property
    def bottom(self) -> Colour:
        """The person's colour, else White."""
        return self.session.person or Colour.WHITE

    def _do_moves(self, _: str) -> None:
        if self.session.outcome is not None:
            self.say(*text.turn_lines(self.session))
        else:
            super()._do_moves("")

    def _do_hint(self, _: str) -> None:
        self.take(self.state.ask_hint())

    def _do_analysis(self, _: str) -> None:
        exploring, _effects = Exploring.of(self.timeline, insight=False)
        self.desk.open(Analysis(self.desk, exploring, self.bottom))

    def _do_review(self, number: str) -> None:
        from ..coach.review_text import review_sentences

        games = self._archive().games
        reviewed = self._graded(_numbered(games, number) if number else self._to_review())
        assert reviewed.review is not None
        for words in review_sentences(reviewed.review):
            self.desk.tell(words)
        if reviewed.own_mistakes:
            self.say("Type retry to find better moves yourself.")

    def _do_retry(self, _: str) -> None:
        reviewed = self._reviewed or self._graded(self._to_review())
        self.desk.open(Mistakes(self.desk, (reviewed.retry(), ())))

    def _to_review(self) -> Session:
        return self.session

    def _graded(self, session: Session) -> Reviewing:
        """A game with all its grades; ValueError with a sentence if the coach has none."""
        reviewing, effects = Reviewing.begin(session)
        for event in (event for effect in effects for event in self.desk.perform(effect)):
            match event:
                case CoachFailed(why):
                    raise ValueError(why)
            reviewing, _ = reviewing.hear(event)
        self._reviewed = reviewing
        return reviewing

    def _do_games(self, _: str) -> None:
        games = self._archive().games
        if not games:
            raise ValueError(text.NONE_KEPT)
        self.say(
            "Your finished games, newest first. Type review N to review one.",
            *(f"{number:3} {game.headline}" for number, game in enumerate(games, start=1)),
        )

    def _do_mistakes(self, which: str) -> None:
        if which.casefold() not in ("", "all"):
            raise ValueError(f"unexpected {quoted(which)}; type mistakes or mistakes all")
        archive = self._archive()
        if not archive.games:
            raise ValueError(text.NONE_KEPT)
        step = Retrying.of_kept(archive.games, archive.fixed, repeat=bool(which))
        self.desk.open(Mistakes(self.desk, step))

    def _archive(self) -> ArchiveRead:
        events = self.desk.perform(ReadArchive())
        return next(event for event in events if isinstance(event, ArchiveRead))

    def _do_puzzle(self, which: str) -> None:
        if which.casefold() not in ("", "daily"):
            raise ValueError(f"unexpected {quoted(which)}; type puzzle or puzzle daily")
        seed, day = self.desk.random.getrandbits(32), self.desk.today if which else None
        order = PuzzleOrder(self.session.variant, seed, day, limit=1 if which else None)
        self.desk.open(Puzzles(self.desk, Puzzling.begin(order)))

    def _do_learn(self, _: str) -> None:
        self.desk.open(Lessons(self.desk, Learning.begin(self.session.variant)))

    def _do_save(self, name: str) -> None:
        for _ in self.desk.perform(WritePdn(name, self.session)):
            pass  # what came of it is told

    def _do_pdn(self, _: str) -> None:
        self.say(*self.session.pdn(date_tag()).splitlines())

    def _do_line(self, _: str) -> None:
        from ..game.correspondence import write_letter

        self.say(*write_letter(self.session.record()).splitlines())

    def _do_rules(self, _: str) -> None:
        for rule in rule_sentences(self.session.variant):
            self.say(*text.wrapped(rule))


def _numbered(games: tuple[KeptGame, ...], word: str) -> Session:
    """The game of a number in the list; ValueError if there is none, or it cannot be opened."""
    if word not in map(str, range(1, len(games) + 1)):
        raise ValueError(
            f"{quoted(word)} is not the number of a finished game; type games to list them"
        )
    return games[int(word) - 1].session()


class Game(_AboutAGame[PlayedGame]):
    """A game in play."""

    def hear(self, event: PlayEvent) -> tuple[PlayedGame, Effects]:
        return self.state.hear(event, self.desk.now)

    def begin(self) -> None:
        """Say what game it is, and play up to the person's first decision."""
        older = None if self.state.is_watched else self.desk.keeper.other_game()
        self.desk.tell_news()
        self._introduce()
        if older is not None:
            self.desk.tell(
                f"You have an unfinished game of {older.variant} "
                f"({counted(older.moves, 'move')}). Type resume to continue it"
            )
        if not self.state.is_watched:
            self.say("Type a move, its number in the list, or help.")
        self._go_on(self.state.begin(self.desk.now))
        if self.state.is_watched:
            self.desk.code = 1 if self.state.failed else 0
            self.desk.quit()

    def put_aside(self) -> None:
        self._check_time()
        self.take(self.state.put_aside(self.desk.now))

    def come_back(self) -> None:
        self.say(text.BACK)
        if self.state.outcome is None:
            self._go_on(self.state.begin(self.desk.now))
        else:
            self._tell_turn()

    def obey(self, line: str) -> None:
        """Do what a line says; it may be too late for it, and it may be a whole game."""
        self._check_time()
        if line.strip().casefold().startswith(_GAME):
            self._follow(line)
        else:
            super().obey(line)

    def _follow(self, line: str) -> None:
        """Play what somebody else has added to the game of two people."""
        from ..game.correspondence import read_line

        theirs = read_line(line).timeline
        other = "to open that one: minicheckers --load -"
        if not self.session.is_shared:
            raise ValueError(f"this is a game against the computer; {other}")
        try:
            step = self.state.follow(theirs, self.desk.now)
        except ValueError as error:
            raise ValueError(f"{error}; {other}") from None
        self._go_on(step)

    def _check_time(self) -> None:
        if (step := self.state.check_time(self.desk.now)) is not None:
            self._go_on(step)

    def _go_on(self, step: tuple[PlayedGame, Effects], *told: str) -> None:
        """Go on to a step and what follows from it, then say whose turn it is."""
        ply, over = self.timeline.ply, self.state.outcome is not None
        self.take(step, told or None)
        if self.timeline.ply != ply:
            self._reviewed = None
        if (warning := self.state.warning) is not None:
            again = f"Type {self.state.warned} again to play it anyway, or choose another move"
            self.desk.tell(f"{warning} {again}")
            self.take(self.state.take_back())
        elif self.state.failed is not None:
            if not self.state.is_watched:
                self.desk.tell("Type again to ask once more, undo, level NAME, new or quit")
        else:
            self._tell_turn(result=over)

    def _tell_turn(self, *, result: bool = True) -> None:
        """Say whose turn it is; if the game is over its ``result``, unless that has been told."""
        session = self.session
        if session.person is not None and self.timeline.ply:
            self.desk.ring()
        if result or session.outcome is None:
            self.say(*text.turn_lines(session, letters=self.spelling.letters))
        if session.outcome is not None:
            if not self.state.is_watched:
                self.desk.tell(text.AFTER_THE_GAME)
        elif self.state.insight and self.state.advice.analysis is not None:
            self.desk.tell(values_sentence(self.state.advice.analysis))

    def narrate(self, before: PlayedGame) -> Narration:
        """The moves that were played since, and the result if that has ended the game.

        Forfeited turns are told by the game itself.
        """
        line, names = self.timeline, text.names_in(self.session)
        moves = [
            text.played(line.positions[ply], line.moves[ply], names)
            for ply in range(before.session.timeline.ply, line.ply)
            if not line.moves[ply].is_pass
        ]
        return moves, text.result_sentences(self.session) if before.outcome is None else ()

    @property
    def instead(self) -> str:
        """As everywhere, until the game is over."""
        return super().instead if self.state.outcome is None else f"{text.OVER}, or"

    def chosen_move(self, line: str) -> Move:
        if self.state.outcome is not None:
            raise ValueError(text.OVER)
        if not self.state.person_to_move:
            raise ValueError(f"{self.state.why_not_turn()}; type again, undo, new or quit")
        return super().chosen_move(line)

    def move(self, move: Move) -> None:
        self._go_on(self.state.try_move(move, self.desk.now))

    def _do_undo(self, _: str) -> None:
        before = self.timeline
        step = self.state.undo(self.desk.now)
        taken = before.played[step[0].session.timeline.ply :]
        self._go_on(step, f"Undone: {_listed(taken)}" if taken else "The game continues")

    def _do_redo(self, _: str) -> None:
        ply = self.timeline.ply
        step = self.state.redo(self.desk.now)
        self._go_on(step, f"Redone: {_listed(step[0].session.timeline.played[ply:])}")

    def _do_again(self, _: str) -> None:
        self._go_on(self.state.retry(self.desk.now))

    def _do_resign(self, answer: str) -> None:
        if answer.casefold() in ("yes", "y"):
            self._go_on(self.state.resign(self.desk.now))
        else:
            loss = self.state.before_resigning()
            self.desk.tell(f"Resign? {loss} Write resign yes to resign, or play on")

    def _do_draw(self, answer: str) -> None:
        match answer.casefold():
            case "claim":
                self._go_on(self.state.claim_draw())
            case "yes" | "y" if self.state.draw_offered is not None:
                self._go_on(self.state.accept_draw(self.desk.now))
            case "no" | "n" if self.state.draw_offered is not None:
                self._go_on(self.state.decline_draw())
            case "":
                step = self.state.offer_draw(self.desk.now)
                if (offered := step[0].draw_offered) is None:
                    self._go_on(step)
                    return
                self.take(step)
                asked = f"{offered.capitalize()} offers a draw. {offered.other.capitalize()}"
                self.desk.tell(f"{asked} answers draw yes or draw no")
            case _:
                raise ValueError(
                    "type draw to offer a draw, or draw claim to claim one by the rules"
                )

    def _do_analysis(self, _: str) -> None:
        self.state = self.state.helped()
        super()._do_analysis("")

    def _to_review(self) -> Session:
        if self.session.outcome is None:
            raise ValueError("the game is not over yet; until then, type hint or analysis")
        return self.session

    def _do_new(self, _: str) -> None:
        self._begin_another(self.session.restarted())

    def _do_resume(self, _: str) -> None:
        older = self.desk.keeper.other_game()
        if older is None:
            raise ValueError("you have no other unfinished game")
        for event in self.desk.perform(ResumeGame(older.id)):
            if isinstance(event, GameResumed):
                self._begin_another(event.session, resumed=True)

    def _begin_another(self, session: Session, *, resumed: bool = False) -> None:
        """Start another game; an unfinished one can be resumed later."""
        self._reviewed = None
        self.state, effects = self.state.another(session, self.desk.now, resumed=resumed)
        self._introduce()
        self._go_on((self.state, effects))

    def _introduce(self) -> None:
        if not self.timeline.moves:
            self.say("A new game.")
        self.say(*text.introduction(self.session))
        if self.timeline.ply:
            self.say(text.clock_line(self.session))
        self.show_board()

    def _do_level(self, name: str) -> None:
        from ..players.registry import chosen_level

        level = chosen_level(name)
        step = self.state.change_level(level, self.desk.now)
        self._go_on(step, f"The computer now plays at level {level}")

    def _do_game(self, words: str) -> None:
        if not words:
            for variant in VARIANTS.values():
                self.say(*text.wrapped(f"{variant}: {presentation(variant).summary}."))
            return
        name, _, size = words.partition(" ")
        if size and re.fullmatch(r"[0-9]{1,2}", size.strip(), re.ASCII) is None:
            raise ValueError(f"{quoted(size)} is not a board size; type the number of rows")
        variant = get_variant(name.casefold(), int(size) if size else None)
        before = self.session
        start = Position.start(variant)
        after = replace(before.restarted(), timeline=Timeline.begin(start))
        # Whoever moved first moves first here too, whichever colour that has.
        changes = before.timeline.start.turn is not start.turn
        self._begin_another(_swapped(after) if changes else after)

    def _do_side(self, word: str) -> None:
        if self.session.person is None:
            raise ValueError("there is no side to change: two people are playing")
        colours = {str(colour): colour for colour in Colour}
        if word.casefold() not in colours:
            raise ValueError(f"{quoted(word)} is not a side; type side black or side white")
        after = self.session.restarted()
        same = self.session.person is colours[word.casefold()]
        self._begin_another(after if same else _swapped(after))

    def _do_clock(self, words: str) -> None:
        if not words:
            session = self.state.charged(self.desk.now).session
            self.say(text.time_left(session), text.clock_line(session))
            return
        control = None if words.casefold() == "off" else TimeControl.parse(words)
        self._begin_another(self.session.restarted().with_clock(control))


def _swapped(session: Session) -> Session:
    return replace(session, black=session.white, white=session.black)


def _listed(moves: tuple[Move, ...]) -> str:
    return ", ".join(map(str, moves))


class Recorded(_AboutAGame[Replaying]):
    """A recorded game to step through."""

    def hear(self, event: PlayEvent) -> tuple[Replaying, Effects]:
        return self.state.hear(event)

    def begin(self) -> None:
        self.say(
            *text.game_lines(self.session.variant),
            "Type redo for the next move, undo to go back, or help.",
        )
        self.show_board()
        self._tell_turn()

    def come_back(self) -> None:
        self.say(text.BACK)
        self._tell_turn()

    def _tell_turn(self) -> None:
        self.say(*text.turn_lines(self.session, letters=self.spelling.letters))

    def move(self, move: Move) -> None:
        raise ValueError(
            "this is a recorded game; type redo for its next move, or play to play from here"
        )

    def _do_undo(self, plies: str) -> None:
        self._walk(-_number(plies))

    def _do_redo(self, plies: str) -> None:
        self._walk(_number(plies))

    def _walk(self, plies: int) -> None:
        before = self.timeline
        step = self.state.walk(plies)
        after = step[0].timeline
        if plies < 0:
            told = [f"Undone: {_listed(before.played[after.ply :])}"]
        else:
            told = [
                text.played(after.positions[ply], after.moves[ply], text.names_in(self.session))
                for ply in range(before.ply, after.ply)
            ]
        self.take(step, told)
        self._tell_turn()

    def _do_play(self, level: str) -> None:
        from ..players.registry import chosen_level

        # A level that was only saved in an earlier run is not run because of that.
        chosen = chosen_level(level) if level else self.desk.store.preferences().level
        session = self.state.play_on(Player(chosen))
        self.desk.open(Game(self.desk, PlayedGame.of(session, confirms_pass=False)))


def _number(word: str) -> int:
    if not word:
        return 1
    if re.fullmatch(r"[0-9]{1,4}", word, re.ASCII) is None or not int(word):
        raise ValueError(f"{quoted(word)} is not a number of moves; type one from 1 to 9999")
    return int(word)


_COACH = {
    "hint": Command("", "get a hint, step by step"),
    "values": Command("", "say the value of every move"),
    "analysis": Command("", "open the analysis board, where you play both sides"),
    "review": Command("[N]", "review this game when it is over, or game number N"),
    "retry": Command("", "when it is over, find better moves for your mistakes"),
    "games": Command("", "list the games you have finished"),
    "mistakes": Command("[all]", "retry mistakes from your past games; all: solved ones too"),
    "puzzle": Command("[daily]", "solve puzzles of this game, or today's puzzle"),
    "learn": Command("", "learn the rules of this game step by step"),
}
_FILE = {
    "save": Command("NAME", "save the game as a PDN file"),
    "pdn": Command("", "show the game as PDN"),
    "line": Command("", "show the game as one line; paste the line you get back"),
    "rules": Command("", "explain the rules of this game"),
}
#: The words of a game in play, in the order of the help.
COMMANDS: Words = {
    **LOOKING,
    "undo": Command("", "undo your last move and the reply to it"),
    "redo": Command("", "redo what you undid"),
    **_COACH,
    "draw": Command("[claim]", "offer a draw, or claim one by the rules"),
    "resign": Command("[yes]", "resign and lose the game; yes: without asking"),
    "new": Command("", "start a new game with the same players"),
    "resume": Command("", "continue the unfinished game you left earlier"),
    "level": Command("NAME", "change the level of the computer"),
    "game": Command("[NAME]", "play another kind of checkers; without a name, list them"),
    "side": Command("COLOUR", "start a new game as black or white"),
    "clock": Command("[M+S]", "say the time left; 5+3 starts a timed game, off an untimed"),
    **_FILE,
    "again": Command("", "ask the computer for its move again after an error"),
    **ENDING,
}
Game.words = COMMANDS
Recorded.words = {
    **LOOKING,
    "redo": Command("[N]", "play the next move, or the next N"),
    "undo": Command("[N]", "go back a move, or N moves"),
    "play": Command("[LEVEL]", "play from here as the side to move"),
    **_COACH,
    **_FILE,
    **ENDING,
}
