"""A game over the network: waiting for the opponent, playing, and chatting."""

import math
from dataclasses import dataclass, replace
from typing import ClassVar, Self

from ...dxp.handshake import Dial, HangUp, Host, SendTo
from ...dxp.link import Link, Played
from ...game.clock import minutes
from ...game.timeline import Timeline
from ...messages import sentence
from ...play.effects import ContinueRemote, Finish, PlayEvent, Save, Say, SetAside
from ...play.remote import End, RemoteGame, YourTurn
from ...play.remote import Step as RemoteStep
from ...rules.notation import Move
from ...rules.position import Position
from ...rules.variant import COLOURS, DEFAULT, Colour
from ..events import Copy, Effect, Fail, Quit, RemoteReady, Ring, WireEffect, WireEvent, WriteText
from ..frame import Frame, Rect
from ..state import AppState, Step, replace_screen
from ..widgets.board import MOVING, first_board
from ..widgets.dialog import Choice, Dialog, ResultDialog, ask, interrupt, quit_program, stay
from ..widgets.keys import Keymap, Section, bind
from ..widgets.panel import LEAST_MOVE_LINES, SHORT_OF_TIME, Side, draw_moves, draw_sides
from ..widgets.prompt import Prompt
from .board import LOOKING, SAVE, BoardScreen, Line, wrapped

#: How many chat messages are kept, and how many lines of them are shown below the moves.
MOST_TALK, TALK_LINES = 20, 6


@dataclass(frozen=True, kw_only=True)
class RemoteScreen(BoardScreen):
    """A game over the network.

    ``invitation`` says how the opponent can join. ``talk`` holds the latest chat messages, and
    ``result_shown`` means the result of the game has been shown.
    """

    remote: RemoteGame
    invitation: tuple[str, ...] = ()
    talk: tuple[str, ...] = ()
    result_shown: bool = False

    lists_moves: ClassVar[bool] = True

    @property
    def link(self) -> Link | None:
        return self.remote.link

    @property
    def timeline(self) -> Timeline:
        """The moves so far; before the game starts, those it will start with."""
        if self.link is not None:
            return self.link.timeline
        party = self.remote.party
        if isinstance(party, Host) and party.kept is not None:
            return party.kept[0]
        terms = party.terms
        return Timeline.begin(terms.start or Position.start(terms.variant or DEFAULT))

    @property
    def legal(self) -> tuple[Move, ...]:
        playing = self.link is not None and self.link.ending is None
        return self.position.legal_moves() if playing else ()

    @property
    def takes_moves(self) -> bool:
        return self.link is not None and self.link.my_turn and not self.link.is_cut

    @property
    def has_cursor(self) -> bool:
        return self.link is not None and self.link.ending is None

    def why_not_turn(self) -> str:
        if self.link is None:
            return "nobody has joined yet"
        if self.link.ending is not None:
            return "the game is over"
        if self.link.is_cut:
            return f"the connection to {self.link.opponent} is lost; wait until it is back"
        return f"it is {self.link.opponent}'s turn"

    @property
    def has_clock(self) -> bool:
        return self.link is not None and self.link.clock is not None

    def sides(self, app: AppState) -> tuple[Side, ...]:
        link = self.link
        if link is None:
            return super().sides(app)
        turn = self.position.turn if link.ending is None else None
        sides = []
        for colour in COLOURS:
            left = link.left(colour, app.now)
            time = "" if left is None else minutes(math.ceil(left))
            hurried = left is not None and left < SHORT_OF_TIME
            name = "you" if colour is link.colour else link.opponent
            sides.append(Side(colour, name, time, colour is turn, hurried))
        return tuple(sides)

    def writing(self, name: str) -> Effect:
        """The effect that writes the game to a file, identical at both ends."""
        if self.link is None:
            raise ValueError("there is no game yet")
        return WriteText(name, self.link.pdn())

    def copied(self, form: str) -> Copy:
        if self.link is None:
            raise ValueError("there is no game yet")
        return super().copied(form)._replace(record=self.link.record())

    # Updates to the game

    def after(self, app: AppState, step: RemoteStep) -> Step:
        """The state after an update: show what was said and animate the moves."""
        remote, happened = step
        screen, effects = replace(self, remote=remote), tuple[Effect, ...]()
        if screen.link is not None and screen.timeline is not self.timeline:
            screen = screen._with_new_line(self.link)
        for event in happened:
            match event:
                case SendTo() | HangUp() | Dial():
                    effects += (WireEffect(event),)
                case Say(text):
                    screen = screen.hearing(text)
                    if app.layout is None or app.layout.panel is None:
                        app = app.saying(text)
                case Played(move, before):
                    app, screen = replace(app, message=None), screen._played(app, before, move)
                case YourTurn():
                    app = replace(app, message=None)
                    effects += (Ring(),) if app.bell else ()
                case SetAside() | ContinueRemote() | Save() | Finish():
                    effects += (event,)
                case End(failed=True):
                    effects += (Fail(screen.talk[-1] if screen.talk else "the game has ended"),)
        return screen._asking(app.with_screen(screen)), effects

    def hearing(self, sentence: str) -> Self:
        """The screen with one more chat message below the moves."""
        return replace(self, talk=(*self.talk, sentence)[-MOST_TALK:])

    def _with_new_line(self, before: Link | None) -> Self:
        """The screen with other moves on the board; a new game turns the board to the person."""
        link, board = self.link, replace(self.board, picked=())
        assert link is not None
        is_new = before is None or (before.ending is not None and link.ending is None)
        if is_new:
            board = first_board(
                self.position, flipped=link.colour is Colour.BLACK, moving=link.my_turn
            )
        shown = self.result_shown and not is_new
        return replace(self, board=board, scroll=0, animation=None, result_shown=shown)

    def _played(self, app: AppState, before: Position, move: Move) -> Self:
        """The screen after a move: move the cursor along, or animate the piece."""
        if self.link is not None and before.turn is not self.link.colour:
            return self.moved(app, before, move)
        focus = self.board.focus if move.is_pass else move.end
        return replace(self, board=replace(self.board, focus=focus))

    def _asking(self, app: AppState) -> AppState:
        """The state showing the opponent's request or the result, if there is one to show."""
        link = self.link
        asks = link is not None and (link.back_wanted is not None or link.draw_wanted)
        if isinstance(app.overlay, OpponentAsks) and not asks:
            app = replace(app, overlay=None)
        if link is None or app.overlay is not None or self.animation is not None:
            return app
        if link.back_wanted is not None:
            plies = link.timeline.ply - link.back_wanted
            what = "your last move" if plies == 1 else f"the last {plies} moves"
            if plies == 1 and link.my_turn:
                what = "their last move"
            return interrupt(app, _question("Undo?", f"undo {what}", link))
        if link.draw_wanted:
            return interrupt(app, _question("Draw?", "agree on a draw", link))
        if link.ending is not None and not self.result_shown:
            shown = app.with_screen(replace(self, result_shown=True))
            return interrupt(shown, _result(link, self.remote.is_guest))
        return app

    def hear(self, app: AppState, event: PlayEvent | WireEvent) -> Step:
        if not isinstance(event, WireEvent):
            return app, ()
        return self.after(app, self.remote.hear(event.event, app.now))

    def tick(self, app: AppState) -> Step:
        if self.animation is not None:
            return super().tick(app)
        remote, effects = self.remote.tick(app.now)
        if remote is self.remote and not effects:
            return self._asking(app), ()
        return self.after(app, (remote, effects))

    def landed(self, app: AppState) -> Step:
        return self._asking(app), ()

    def farewell(self, now: float) -> tuple[Effect, ...]:
        _, effects = self.remote.leave()
        return tuple(
            WireEffect(effect) if isinstance(effect, SendTo | HangUp | Dial) else effect
            for effect in effects
            if isinstance(effect, SendTo | HangUp | Dial | Finish)
        )

    # Actions

    def play(self, app: AppState, move: Move) -> Step:
        if not self.takes_moves:
            raise ValueError(self.why_not_turn())
        return self.after(app, self.remote.play(move, app.now))

    def undo(self, app: AppState) -> Step:
        return self.after(app, self.remote.undo(app.now))

    def offer_draw(self, app: AppState) -> Step:
        return self.after(app, self.remote.draw(app.now))

    def ask_resign(self, app: AppState) -> Step:
        if self.link is None or self.link.ending is not None:
            raise ValueError("there is no game to resign")
        question = f"{self.link.opponent} will win."
        return ask(app, "Resign?", question, "Resign", RemoteScreen.resign)

    def resign(self, app: AppState) -> Step:
        return self.after(app, self.remote.resign(app.now))

    def accept(self, app: AppState) -> Step:
        return self.after(app, self.remote.accept(app.now))

    def decline(self, app: AppState) -> Step:
        return self.after(app, self.remote.decline(app.now))

    def say(self, app: AppState, text: str) -> Step:
        app, effects = self.after(app, self.remote.say(text, app.now))
        return app.with_screen(self.on(app).hearing(f"You say: {text}")), effects

    def talk_to(self, app: AppState) -> Step:
        if self.link is None:
            raise ValueError("nobody has joined yet")
        return replace(
            app, overlay=Prompt(f"Say to {self.link.opponent}", "say", RemoteScreen.say)
        ), ()

    def again(self, app: AppState) -> Step:
        return self.after(replace(app, overlay=None), self.remote.again(app.now))

    def save_as(self, app: AppState) -> Step:
        if self.link is None:
            raise ValueError("there is no game yet")
        return super().save_as(app)

    def leave(self, app: AppState) -> Step:
        """Leave; ask first if a game is in progress."""
        if self.link is None or self.link.ending is not None:
            return app, (Quit(),)
        question = "The game ends without a result."
        return ask(app, "Leave the game?", question, "Leave", quit_program)

    def again_label(self, app: AppState) -> str:
        link = self.link
        if link is None:
            return ""
        over = link.ending is not None and self.remote.party.connection is not None
        return "new" if (over if self.remote.is_guest else link.is_cut) else ""

    @property
    def takes_requests(self) -> bool:
        return self.link is not None and self.link.ending is None and not self.link.is_cut

    def keymap(self) -> Keymap:
        return (MOVING, REMOTE, LOOKING)

    # Drawing

    def title(self) -> str:
        if self.link is None:
            return "waiting for an opponent" if not self.remote.is_guest else "looking for the host"
        colour, opponent = self.link.colour, self.link.opponent
        black, white = ("you" if side is colour else opponent for side in COLOURS)
        return f"{black} (black) against {white} (white)"

    def status(self, app: AppState, width: int) -> Line:
        link = self.link
        if link is None:
            return f"{self.title()[:1].upper()}{self.title()[1:]}", "text"
        if link.ending is not None:
            return sentence(str(link.ending)), "strong"
        if link.is_cut:
            return f"The connection to {link.opponent} is lost; waiting for it", "warning"
        if link.back_asked is not None:
            return f"You may not move before {link.opponent} has answered", "text"
        if not link.my_turn:
            return f"{link.opponent}'s turn ({self.position.turn})", "text"
        if self.variant.capture_forced and any(move.captured for move in self.legal):
            return "Your turn: you must capture", "warning"
        return f"Your turn ({link.colour})", "strong"

    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        """Draw the players, the moves and the chat; before the game starts, how to join it."""
        if self.link is None:
            lines: list[Line] = []
            for sentence in (*self.invitation, *self.talk[-3:]):
                lines += [*wrapped(sentence, area.width), ("", "text")]
            self.draw_lines(frame, area, app, lines)
            return
        top = area.top + draw_sides(frame, area, app, self)
        bottom = area.top + area.height
        if isinstance(app.overlay, Dialog):
            box = app.overlay.box(app).area
            bottom = box.top - 1 if box.left >= area.left else bottom
        shown = self._last_talk(area.width, min(TALK_LINES, bottom - top - LEAST_MOVE_LINES - 1))
        for number, (text, ink) in enumerate(shown):
            frame.write(area, bottom - area.top - len(shown) + number, text, ink)
        moves = Rect(area.left, top, area.width, bottom - top - len(shown) - bool(shown))
        draw_moves(frame, moves, self.timeline, self.scroll, app)

    def _last_talk(self, width: int, height: int) -> list[Line]:
        """The latest chat messages as lines, as many as fit."""
        shown: list[Line] = []
        for words in reversed(self.talk):
            lines = wrapped(words, width)
            if len(lines) + len(shown) > height:
                break
            shown = lines + shown
        return shown


class OpponentAsks(Dialog):
    """A request from the opponent, who may withdraw it."""


def _question(title: str, what: str, link: Link) -> OpponentAsks:
    choices = (Choice("Yes", "y", RemoteScreen.accept), Choice("No", "n", RemoteScreen.decline))
    text = f"{link.opponent} asks to {what}."
    # No is safe: an Enter that was meant for a piece must not give anything away.
    return OpponentAsks(
        title, text, choices, 1, on_close=RemoteScreen.decline, close_label="decline"
    )


def _result(link: Link, is_guest: bool) -> ResultDialog:
    ending = link.ending
    assert ending is not None
    tone = "even"
    if ending.winner is None:
        title = "Draw" if ending.result == "1/2-1/2" else "The game has ended"
    elif ending.winner is link.colour:
        title, tone = "You win", "good"
    else:
        title, tone = "You lose", "bad"
    again = Choice("Again", "n", RemoteScreen.again) if is_guest else Choice("Wait", "w", stay)
    choices = (again, Choice("Quit", "q", quit_program))
    return ResultDialog(title, sentence(ending.reason), choices, tone=tone)


REMOTE = Section(
    "The game",
    (
        bind("/", RemoteScreen.talk_to, "say something", "say"),
        bind(
            "u",
            RemoteScreen.undo,
            "ask to undo",
            "undo",
            when=lambda s: s.takes_requests and s.timeline.ply,
        ),
        bind("=", RemoteScreen.offer_draw, "offer a draw", "draw", when=lambda s: s.takes_requests),
        bind("x", RemoteScreen.ask_resign, "resign"),
        bind("n", RemoteScreen.again, "another game", RemoteScreen.again_label),
        SAVE,
        bind("q", RemoteScreen.leave, "leave"),
    ),
)


def open_remote(app: AppState, event: RemoteReady) -> Step:
    """Open a network game on the board."""
    screen = RemoteScreen(remote=event.game, invitation=event.lines)
    position = screen.position
    board = first_board(position, flipped=False, moving=False)
    return replace_screen(app, replace(screen, board=board))
