"""Plain mode: the game line by line, for screen readers, pipes and scripts.

What a line means is decided in `commands` and what is said in `text`; this is the shell around
them, with the clock, the computer's thinking and the disk.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace

from ..coach.analysis import COACHING_TIME, Analysis, Analyst
from ..coach.explain import Hint, hint
from ..coach.tutor import Coaching, throws_result_away, warning, worth_sentence
from ..engine.decision import Context, Decision
from ..game.player import Limits, Player
from ..game.request import GameRequest, read_first
from ..game.session import Session
from ..game.timeline import Timeline
from ..players.guard import StrategyError, answer
from ..players.registry import chosen_level, strategy_of
from ..players.strategy import Strategy
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour, Variant, get_variant
from ..storage.files import shown
from ..storage.store import Store, StoreError
from . import commands, text
from .autosave import Autosave
from .commands import Effect, Reply, Request
from .console import Console, EndOfInputError
from .explore import explore
from .looking_back import LookingBack
from .recorded import choose_recorded

FIRST_QUESTION = "Do you want to go first? (Y/N)"
LEVEL_QUESTION = "What level of difficulty? (1 Easy, 2 Medium, 3 Hard, 4 Expert)"


def run(
    request: GameRequest,
    store: Store,
    console: Console | None = None,
    clock: Callable[[], float] = time.monotonic,
) -> int:
    """Play the game that was asked for until it is left, and return the exit code.

    An unfinished game is in the store after every move, and so at every way out.
    """
    console = console or Console.standard()
    try:
        if request.load is not None:
            request = choose_recorded(request, request.load, store, console)
        session = request.session or _chosen(request, store, console)
    except EndOfInputError:
        return 0
    if request.record is not None:
        console.say(*text.record_lines(request.record))
    coaching = Coaching(request.coach)
    game = _Game(session, request.replaying, store, console, clock, coaching, request.bell)
    try:
        return game.play()
    except (KeyboardInterrupt, SystemExit) as end:
        with suppress(OSError):  # the terminal may have gone for good
            console.say("")
            game.leave()
        if isinstance(end, SystemExit):
            raise
        return 130


def _chosen(request: GameRequest, store: Store, console: Console) -> Session:
    """A new game, after asking for what the flags left out; the last choices fill the gaps."""
    last = store.preferences()
    variant = request.variant or get_variant(last.variant, last.size)
    first, level = request.first, request.level
    if console.interactive:
        first = first or console.ask(FIRST_QUESTION, read_first)
        level = level or console.ask(LEVEL_QUESTION, chosen_level)
    first, level = first or last.first, level or last.level
    try:
        store.remember(variant, level, first)
    except StoreError as error:
        console.complain(error)
    return request.new_session(variant, level, first)


class _Game:
    """A game under way: the session as it changes, and everything around it."""

    def __init__(
        self,
        session: Session,
        replaying: bool,
        store: Store,
        console: Console,
        clock: Callable[[], float],
        coaching: Coaching = Coaching.OFF,
        bell: bool = False,
    ) -> None:
        self._session = session
        self._bell = bell
        self._coaching = coaching
        self._replaying = replaying
        self._watching = not (session.black.is_person or session.white.is_person)
        self._store = store
        self._console = console
        self._clock = clock
        self._turn_began = clock()
        #: Who has been asked for a move so far.
        self._strategies: dict[tuple[Colour, Player, Variant, int], Strategy] = {}
        #: The last hint, and the step of it that comes next.
        self._hinted: tuple[Hint | None, int] = (None, 0)
        self._analysts: dict[Variant, Analyst] = {}
        self._looking_back = LookingBack(store, console, self._analyst)
        #: The last move that was warned of, and where.
        self._warned: tuple[Position, Move] | None = None
        self._computer_failed = False
        own_game = not (replaying or self._watching)
        self._autosave = Autosave(session, store, console.complain, keeps=own_game)

    def play(self) -> int:
        """Go on until the input ends or the person quits; a game of two computers to its end."""
        self._greet()
        self._go_on()
        if self._watching:
            return 1 if self._computer_failed else 0
        while True:
            try:
                line = self._console.read()
                if line is None:
                    return self.leave()
                self._stop_clock()
                request = Request(
                    self._session, self._autosave.older, self._clock() - self._turn_began
                )
                reply = commands.respond(request, line)
            except ValueError as error:
                self._console.complain(error)
                continue
            if reply.effect is Effect.QUIT:
                return self.leave()
            if self._objects(reply):
                continue
            self._obey(reply)

    def _stop_clock(self) -> None:
        """Take the time since the clock was last looked at off it; it may be all there was."""
        session, now = self._session, self._clock()
        if session.clock is None or session.outcome is not None or self._replaying:
            return
        self._session = session.after_waiting(now - self._turn_began)
        self._turn_began = now
        if self._session.outcome is not None:
            self._take(self._session)
            self._console.say(*text.turn_lines(self._session))

    def leave(self) -> int:
        """Say where the game is now; 1 if it could not be saved, else 0."""
        self._stop_clock()
        if self._session.clock is not None and self._autosave.holds_game:
            self._autosave.put(self._session)
        self._autosave.try_again()
        if self._autosave.holds_game:
            self._console.say("The game is saved; minicheckers --resume goes on with it.")
        return 1 if self._autosave.is_behind else 0

    def _greet(self) -> None:
        self._autosave.tell_notices()
        self._console.say(*text.introduction(self._session))
        if self._session.timeline.ply:
            self._console.say(text.clock_line(self._session))
        if (older := self._autosave.older) is not None:
            self._console.say(
                f"There is an unfinished game of {older.variant} after "
                f"{text.plies(older.timeline)}; write resume to go on with it."
            )
        if self._replaying:
            self._console.say("Write redo for the next move and undo to go back.")
        elif not self._watching:
            self._console.say("Write a move, its number in the list, or help.")
        self._console.say(*commands.board(self._session))

    def _obey(self, reply: Reply) -> None:
        """Go on from the session that a reply leads to, or do what it asks for."""
        before, after = self._session, reply.session
        if after is not before:
            if after is self._autosave.older or not (after.timeline.moves or after.resigned):
                self._autosave.change_game(before, after)
            self._take(after)
        self._console.say(*reply.lines)
        if reply.effect is not None:
            _HANDLERS[reply.effect](self, reply.argument)
        elif after is not before:
            self._go_on()

    def _take(self, session: Session) -> None:
        """Make this the session; by the time it is seen it is on the disk."""
        self._session = self._autosave.put(session)
        self._computer_failed = False

    def _go_on(self) -> None:
        """Play everything that needs no person, then say whose turn it is."""
        while self._session.outcome is None and not (self._replaying or self._computer_failed):
            first = self._session.position.legal_moves()[0]
            if first.is_pass:
                self._play(first, 0.0)
            elif self._session.to_move.is_person:
                break
            else:
                self._let_computer_play()
        if not self._computer_failed:
            self._ring()
            self._console.say(*text.turn_lines(self._session))
            self._tell_worth()
        self._turn_began = self._clock()

    def _ring(self) -> None:
        """Ring when the computer has moved and the person is asked again."""
        if self._bell and self._session.person is not None and self._session.timeline.ply:
            self._console.ring()

    def _play(self, move: Move, seconds: float) -> None:
        sentence = text.played(self._session, move)
        after = self._session.play(move, seconds)
        self._take(after)
        if after.out_of_time is None:
            self._console.say(sentence)

    def _let_computer_play(self) -> None:
        began = self._clock()
        try:
            move = self._ask(self._session.position.turn).move
        except (StrategyError, ValueError) as error:
            self._computer_failed = True
            way_out = "" if self._watching else "; write retry, undo, level NAME, new or quit"
            self._console.complain(f"{error}{way_out}")
        else:
            self._play(move, self._clock() - began)

    def _ask(self, colour: Colour) -> Decision:
        """What the player of a colour would play.

        Raises StrategyError or ValueError with a sentence.
        """
        session = self._session
        player = session.player(colour)
        learns = player.name == "adaptive"
        lead = self._store.record().lead(session.variant.name, player.name) if learns else 0
        key = (colour, player, session.variant, lead)
        if key not in self._strategies:
            self._strategies[key] = strategy_of(
                player, session.variant, session.seed_of(colour), net_wins=lead
            )
        context = Context(session.timeline.history, stopped=self._deadline(session))
        return answer(self._strategies[key], str(player), session.position, context)

    def _deadline(self, session: Session) -> Callable[[], bool]:
        """When whoever is to move has thought for as long as the clock allows."""
        if session.clock is None:
            return lambda: False
        latest = time.monotonic() + session.clock.budget(session.position.turn)
        return lambda: time.monotonic() >= latest

    def _hint(self, _: str) -> None:
        """Tell a step more about the best move here: the piece, the target, the reason."""
        told, step = self._hinted
        position = self._session.position
        if told is None or told.position != position:
            told, step = self._new_hint(), 0
        self._note_help()
        self._console.say(*text.wrapped(f"Hint: {told.steps[step]}"))
        self._hinted = (told, min(step + 1, len(told.steps) - 1))

    def _new_hint(self) -> Hint:
        return hint(self._session.position, self._analyse(self._session.timeline))

    def _analyse(self, timeline: Timeline) -> Analysis:
        """What the moves at the end of a line are worth."""
        analyst = self._analyst(timeline.start.variant)
        return analyst.analyse(timeline.position, Context(timeline.history))

    def _analyst(self, variant: Variant) -> Analyst:
        if variant not in self._analysts:
            self._analysts[variant] = Analyst(variant, Limits(time=COACHING_TIME))
        return self._analysts[variant]

    def _objects(self, reply: Reply) -> bool:
        """Warn, once, before a person's move that throws the result away."""
        line, after = self._session.timeline, reply.session.timeline
        if self._coaching is not Coaching.WARN or after.ply != line.ply + 1:
            return False
        if after.last_move is None or after.played[:-1] != line.played:
            return False
        asked = (line.position, after.last_move)
        if asked == self._warned or after.last_move in line.moves[line.ply : line.ply + 1]:
            return False
        here = self._analyse(line)
        if not throws_result_away(after.last_move, here):
            return False
        punishment = next(iter(self._analyse(after).best), None)
        found = warning(line.position, after.last_move, here, punishment)
        self._warned = asked
        self._note_help()
        again = "write it again to play it, or another move"
        self._console.say(*text.wrapped(f"{found.sentence}; {again}."))
        return True

    def _tell_worth(self) -> None:
        """Tell what the moves are worth to a person who wants to be shown that."""
        session = self._session
        if self._coaching is not Coaching.SHOW or session.outcome is not None:
            return
        if session.to_move.is_person and not self._replaying:
            self._note_help()
            self._console.say(*text.wrapped(worth_sentence(self._analyse(session.timeline))))

    def _note_help(self) -> None:
        """The game no longer counts as unaided."""
        session = self._session
        if session.person is not None and not (session.helped or self._replaying):
            self._session = replace(session, helped=True)

    def _review(self, number: str) -> None:
        self._looking_back.review(self._session, number)

    def _mend(self, _: str) -> None:
        self._looking_back.mend(self._session)

    def _list_games(self, _: str) -> None:
        self._looking_back.list_games()

    def _mend_all(self, which: str) -> None:
        self._looking_back.mend_all(old_too=which == "all")

    def _explore(self, _: str) -> None:
        """Let the person play both sides from here; the game stays as it is."""
        timeline, bottom = self._session.timeline, commands.bottom(self._session)
        if self._session.outcome is None:
            self._note_help()
        explore(timeline, bottom, self._analyse, self._console)

    def _export(self, name: str) -> None:
        try:
            path = self._store.write_pdn(name, self._session.pdn(time.strftime("%Y.%m.%d")))
        except StoreError as error:
            self._console.complain(error)
        else:
            self._console.say(f"The game is written to {shown(path)}.")

    def _retry(self, _: str) -> None:
        self._computer_failed = False
        self._go_on()

    def _change_level(self, name: str) -> None:
        try:
            level = chosen_level(name)
        except ValueError as error:
            self._console.complain(error)
        else:
            self._take(commands.with_level(self._session, level))
            self._console.say(f"The computer now plays {level}.")
            self._go_on()


_HANDLERS: dict[Effect, Callable[[_Game, str], None]] = {
    Effect.HINT: _Game._hint,
    Effect.EXPLORE: _Game._explore,
    Effect.REVIEW: _Game._review,
    Effect.MEND: _Game._mend,
    Effect.GAMES: _Game._list_games,
    Effect.MISTAKES: _Game._mend_all,
    Effect.EXPORT: _Game._export,
    Effect.THINK: _Game._retry,
    Effect.LEVEL: _Game._change_level,
}
