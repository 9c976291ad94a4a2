"""A game on the board: the person against the computer, or two people."""

import textwrap
from dataclasses import dataclass, replace
from functools import partial
from typing import ClassVar, Self

from ...engine.score import Score
from ...game.session import Session
from ...game.timeline import Timeline
from ...messages import quoted, sentence
from ...play.draw_offers import how_near
from ...play.effects import ConfirmLevel, PlayEvent, RecordChanged, SearchFailed, SetAside, then
from ...play.game import PlayedGame, rating_after, remarks
from ...play.game import Step as GameStep
from ...rules.notation import Move
from ...rules.position import Outcome
from ...rules.variant import COLOURS, Colour
from ..events import Effect, GameReady, NewGame, NewOpponents, Ring, StartGame
from ..frame import Frame, Rect
from ..state import AppState, Message, Screen, Step, replace_screen
from ..widgets import board as board_widget
from ..widgets.board import MOVING, first_board
from ..widgets.dialog import Choice, Dialog, ResultDialog, ask, interrupt, quit_program, stay
from ..widgets.keys import Keymap, Section, bind
from ..widgets.panel import Side, opponents, side_of, who
from ..widgets.sheet import Sheet
from .board import (
    ANALYSE,
    AWAY,
    COACH,
    LOOKING,
    REVIEW_THIS,
    SAVE,
    CoachedScreen,
    Line,
    review,
    to_menu,
)


@dataclass(frozen=True, kw_only=True)
class GameScreen(CoachedScreen):
    """A game in progress: the person's own, one being watched, or one for practice.

    ``new_game`` holds its settings; ``result_shown`` means its result has been shown.
    """

    game: PlayedGame
    new_game: NewGame | None = None
    result_shown: bool = False

    lists_moves: ClassVar[bool] = True

    @property
    def timeline(self) -> Timeline:
        return self.game.session.timeline

    @property
    def session(self) -> Session:
        return self.game.session

    @property
    def legal(self) -> tuple[Move, ...]:
        return self.game.legal

    @property
    def takes_moves(self) -> bool:
        return self.game.person_to_move

    @property
    def has_cursor(self) -> bool:
        return self.game.outcome is None and not self.game.is_watched

    @property
    def own_game(self) -> PlayedGame | None:
        """The game, or None if it is not saved."""
        return self.game if self.game.kept else None

    def why_not_turn(self) -> str:
        return self.game.why_not_turn()

    @property
    def has_clock(self) -> bool:
        return self.session.clock is not None

    def sides(self, app: AppState) -> tuple[Side, ...]:
        running = 0.0 if self.animation else self.game.seconds_used(app.now)
        return tuple(
            side_of(self.session, colour, who(self.session, colour), running) for colour in COLOURS
        )

    def review_label(self, app: AppState) -> str:
        return "review" if self.game.outcome is not None else ""

    # The coach

    @property
    def coached(self) -> PlayedGame:
        return self.game

    @property
    def takes_hints(self) -> bool:
        return self.game.person_to_move

    def balance(self) -> Score | None:
        return self.game.balance if self.game.insight else None

    def recorded(self) -> Session:
        return self.session

    # Updates to the game

    def after(self, app: AppState, step: GameStep, *, by_person: bool = False) -> Step:
        """The state after an update to the game, with its move being animated."""
        game, effects = step
        screen = replace(self, game=game)
        before, line = self.timeline, game.session.timeline
        if line is not before:
            screen = replace(screen, board=replace(self.board, picked=()), scroll=0, animation=None)
        move = line.last_move
        if line.ply > before.ply and move is not None:
            app = replace(app, message=None)
            if not by_person:
                screen = screen.moved(app, before.position, move)
            elif not move.is_pass:
                screen = replace(screen, board=replace(screen.board, focus=move.end))
        if line is not before and screen.takes_moves:
            screen = replace(screen, board=board_widget.rested(screen))
        hint = game.advice.hint
        if hint is not None and hint is not self.game.advice.hint and not hint.move.is_pass:
            board = replace(screen.board, focus=hint.move.start, picked=())
            screen = replace(screen, board=board)
        app, asked = app.with_screen(screen).hearing(effects)
        return screen.settle(app, self, asked)

    def settle(self, app: AppState, before: Self, effects: tuple[Effect, ...]) -> Step:
        """What follows from a change: a question, the result, the computer's next move."""
        return app, effects

    def hear(self, app: AppState, event: PlayEvent) -> Step:
        game, effects = self.game.hear(event, app.now)
        if game is self.game and not effects:
            return app, ()
        step = self.after(app, (game, effects))
        if isinstance(event, SearchFailed) and event.unconfirmed is not None:
            return then(step, partial(ask_to_run, level=event.unconfirmed))
        return step

    def landed(self, app: AppState) -> Step:
        """Start the next player's clock once a piece has landed."""
        screen = replace(self, game=replace(self.game, turn_since=app.now))
        return screen.settle(app.with_screen(screen), self, ())

    def tick(self, app: AppState) -> Step:
        """Advance the animation; end the game if a player's time is up."""
        if self.animation is not None:
            return super().tick(app)
        late = self.game.check_time(app.now)
        return (app, ()) if late is None else self.after(replace(app, overlay=None), late)

    def put_aside(self, app: AppState) -> tuple[Screen, tuple[Effect, ...]]:
        """Suspend the game: stop all thinking and the clock."""
        game, effects = self.game.put_aside(app.now)
        board = replace(self.board, picked=())
        return replace(self, game=game, animation=None, board=board), effects

    def come_back(self, app: AppState) -> Step:
        """Continue the game; show its result again if it is over."""
        screen = replace(self, result_shown=False)
        return screen.after(app.with_screen(screen), self.game.begin(app.now))

    # Actions

    def undo(self, app: AppState) -> Step:
        """Undo a turn, even after the game is over or while the computer is thinking."""
        return self.after(replace(app, overlay=None, message=None), self.game.undo(app.now))

    def redo(self, app: AppState) -> Step:
        return self.after(replace(app, overlay=None, message=None), self.game.redo(app.now))

    def move_now(self, app: AppState) -> Step:
        return self.after(app, self.game.move_now())

    def again(self, app: AppState) -> Step:
        if self.new_game is not None:
            return replace(app, overlay=None), (StartGame(self.new_game),)
        return hear_game_ready(app, GameReady(self.session.restarted()))

    def move_now_label(self, app: AppState) -> str:
        thinking = self.game.thinking
        return "move now" if thinking and not thinking.hurried else ""

    def details(self, app: AppState) -> Step:
        return replace(app, overlay=Sheet("Search", search_facts)), ()

    # Drawing

    def title(self) -> str:
        return opponents(self.session)

    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        self.draw_game(frame, area, app)

    def lasting_message(self, app: AppState) -> Message | None:
        """Say why the computer is not moving."""
        if self.game.failed and self.game.thinking is None:
            return Message(f"Press Enter to ask again. {self.game.failed}", "warning")
        return None

    def status(self, app: AppState, width: int) -> Line:
        game, turn = self.game, self.position.turn
        if game.thinking is not None:
            return f"{self.session.to_move} is thinking", "text"
        if game.outcome is not None:
            return sentence(str(game.outcome)), "strong"
        if game.pending is not None and game.warning is None:  # a warning has a box of its own
            return f"The coach is checking {game.pending} (Esc takes it back)", "accent"
        if game.must_pass and self.session.to_move.is_person:
            whom = "You have" if self.session.person is turn else f"{turn.capitalize()} has"
            return f"{whom} no legal move and must pass. Press Enter", "warning"
        if self.session.to_move.is_person:
            return self._persons_turn(app, width)
        return f"{who(self.session, turn)} ({turn}) is next", "text"

    def _persons_turn(self, app: AppState, width: int) -> Line:
        turn, board, written = self.position.turn, self.board, app.spelling.square
        name = "Your turn" if self.session.person is turn else f"{turn.capitalize()}'s turn"
        here = f", cursor on {written(board.focus)}"

        def with_place(sentence: str) -> str:
            return sentence + here if len(sentence + here) <= width else sentence

        if board.picked:
            places = ", ".join(map(written, board.entered(self.position).landings))
            route = "x".join(map(written, board.picked))
            return with_place(f"{name}: {route} to {places}"), "text"
        if self.variant.capture_forced and any(move.captured for move in self.legal):
            return with_place(f"{name}: you must capture"), "warning"
        colour = f" ({turn})" if self.session.person else ""
        return with_place(f"{name}{colour}"), "text"


@dataclass(frozen=True, kw_only=True)
class PlayingScreen(GameScreen):
    """A person's own game; ``remarks`` are the notable facts about it once it is over.

    ``rating`` is what it has made of the person's rating, in sentences.
    """

    remarks: tuple[str, ...] = ()
    rating: tuple[str, ...] = ()

    @classmethod
    def opened(
        cls,
        app: AppState,
        session: Session,
        new_game: NewGame | None = None,
        *,
        resumed: bool = False,
    ) -> Step:
        """Put a game on the board with the person at the bottom, and start it.

        Unless ``resumed``, it is saved as a new game.
        """
        game = PlayedGame.of(session, insight=app.insight, warns=app.warns)
        moving = session.to_move.is_person
        board = first_board(session.position, flipped=session.person is Colour.BLACK, moving=moving)
        screen = cls(game=game, board=board, new_game=new_game)
        app, stopping = replace_screen(app, screen)
        app, effects = screen.after(app, game.begin(app.now))
        beginning = () if resumed else (SetAside(),)
        return app, (*stopping, NewOpponents(), *beginning, *effects)

    def hear(self, app: AppState, event: PlayEvent) -> Step:
        if not isinstance(event, RecordChanged):
            return super().hear(app, event)
        said, rating = remarks(event.session, app.record, event.record), rating_after(event)
        if isinstance(app.overlay, ResultDialog):
            app = replace(app, overlay=replace(app.overlay, remarks=said, rating=rating))
        return app.with_screen(replace(self, remarks=said, rating=rating)), ()

    def play(self, app: AppState, move: Move) -> Step:
        return self.after(app, self.game.try_move(move, app.now), by_person=True)

    def settle(self, app: AppState, before: Self, effects: tuple[Effect, ...]) -> Step:
        """Ask about a move the coach warns against; show the result once there is one.

        If two people want that, the board turns to the side to move.
        """
        game, screen = self.game, self
        if game.outcome is None and self.session.is_shared and app.preferences.turning:
            flipped = self.position.turn is Colour.BLACK
            screen = replace(self, board=replace(self.board, flipped=flipped))
        if app.bell and self._calls(before):
            effects = (*effects, Ring())
        if game.warning is not None and before.game.warning is None:
            return interrupt(app, self._question(app)), effects
        if game.outcome is None:
            screen = replace(screen, result_shown=False, remarks=(), rating=())
        elif not self.result_shown and self.animation is None:
            screen = replace(screen, result_shown=True)
            dialog = result_dialog(self.session, game.outcome, self.remarks, self.rating)
            app = interrupt(app, dialog)
        return (app.with_screen(screen) if screen is not self else app), effects

    def status(self, app: AppState, width: int) -> Line:
        """Tell the rating after the result or, as long as a box tells that, in its place."""
        words, ink = super().status(app, width)
        texts = [" ".join((words, *self.rating))]
        if isinstance(app.overlay, ResultDialog):
            texts += [" ".join(self.rating), *self.rating[:1]]
        return next((text for text in texts if text and len(text) <= width), words), ink

    def toggle_turning(self, app: AppState) -> Step:
        app, effects = app.with_preferences(turning=not app.preferences.turning)
        on = "now flips after every move" if app.preferences.turning else "no longer flips"
        return self.settle(app.saying(f"The board {on}"), self, effects)

    def _calls(self, before: Self) -> bool:
        """Whether it has just become the person's turn because the computer moved."""
        session, earlier = self.session, before.session
        if session.person is None or earlier.to_move.is_person:
            return False
        return session.timeline.ply > earlier.timeline.ply

    # The coach's warning

    def _question(self, app: AppState) -> Dialog:
        assert self.game.warning is not None
        choices = (
            Choice("Take it back", "n", PlayingScreen.take_back),
            Choice("Play it", "y", PlayingScreen.insist),
        )
        text = app.spelled(self.game.warning)
        return Dialog(
            "Are you sure?",
            text,
            choices,
            on_close=PlayingScreen.take_back,
            close_label="take back",
        )

    def take_back(self, app: AppState) -> Step:
        return self.after(app, self.game.take_back())

    def insist(self, app: AppState) -> Step:
        return self.after(app, self.game.insist(app.now), by_person=True)

    # Keys

    def keymap(self) -> Keymap:
        looking = TURNING if self.session.is_shared else LOOKING
        if self.game.outcome is not None:
            return (REVIEW_THIS, GAME, MOVING, COACH, ANALYSE, looking, DETAILS)
        return (MOVING, GAME, COACH, ANALYSE, REVIEW_THIS, looking, DETAILS)

    def enter(self, app: AppState) -> Step:
        """Pick up, put down, pass, play the hint, or ask the computer again."""
        game = self.game
        if game.must_pass and game.session.to_move.is_person:
            return self.after(app, game.pass_turn(app.now), by_person=True)
        if game.failed:
            return self.after(app, game.retry(app.now))
        if self.offered is not None:
            return self.play(app, self.offered)
        return board_widget.select(self, app)

    @property
    def offered(self) -> Move | None:
        """The move that Enter plays: the hint's, once all of it is shown, under the cursor."""
        advice = self.game.advice
        if advice.hint is None or advice.hint_step == 1 or self.board.picked:
            return None
        here = self.takes_moves and self.board.focus == advice.hint.move.start
        return advice.hint.move if here else None

    def enter_word(self, app: AppState) -> str | None:
        game = self.game
        if game.must_pass:
            return "pass" if game.session.to_move.is_person else ""
        if game.failed:
            return "ask again"
        return "play the hint" if self.offered else None

    def escape(self, app: AppState) -> Step:
        """Take back the move the coach is checking, put back the piece, or drop the hint."""
        if self.game.pending is not None:
            return self.take_back(app)
        if self.board.picked:
            return board_widget.step_back(self, app)
        return app.with_screen(replace(self, game=self.game.drop_hint())), ()

    def new(self, app: AppState) -> Step:
        """Start another game between the same players; ask first if one is in progress."""
        if not self.game.is_under_way:
            return self.again(app)
        question = "Your current game stays saved. Continue it from the menu."
        return ask(app, "Start a new game?", question, "New game", GameScreen.again)

    def ask_draw(self, app: AppState) -> Step:
        """Ask whether to offer a draw, and say how close the rules are to declaring one."""
        self.game.check_draw_offer()
        text = f"Your opponent may accept or decline. {how_near(self.timeline)}."
        return ask(app, "Offer a draw?", text, "Offer", PlayingScreen.offer_draw, selected=0)

    def offer_draw(self, app: AppState) -> Step:
        app, effects = self.after(app, self.game.offer_draw(app.now))
        offered = self.on(app).game.draw_offered
        if offered is None:
            return app, effects
        accept, decline = PlayingScreen.accept_draw, PlayingScreen.decline_draw
        choices = (Choice("Accept", "y", accept), Choice("Decline", "n", decline))
        question = f"{offered.capitalize()} offers {offered.other} a draw."
        title = f"{offered.other.capitalize()}, do you accept?"
        dialog = Dialog(title, question, choices, on_close=decline, close_label="decline")
        return interrupt(app, dialog), effects

    def accept_draw(self, app: AppState) -> Step:
        return self.after(app, self.game.accept_draw(app.now))

    def decline_draw(self, app: AppState) -> Step:
        return self.after(app, self.game.decline_draw())

    def ask_resign(self, app: AppState) -> Step:
        question = self.game.before_resigning()
        return ask(app, "Resign?", question, "Resign", PlayingScreen.resign)

    def resign(self, app: AppState) -> Step:
        return self.after(app, self.game.resign(app.now))


@dataclass(frozen=True, kw_only=True)
class SparringScreen(PlayingScreen):
    """A position from a reviewed game, played out against the computer and not saved."""

    @classmethod
    def begin(cls, app: AppState, session: Session) -> tuple["SparringScreen", tuple[Effect, ...]]:
        game, effects = PlayedGame.of(session, insight=app.insight, kept=False).begin(app.now)
        board = first_board(session.position, flipped=session.person is Colour.BLACK, moving=True)
        return cls(game=game, board=board), (NewOpponents(), *effects)

    def settle(self, app: AppState, before: Self, effects: tuple[Effect, ...]) -> Step:
        """Do nothing: the result does not count."""
        return app, effects

    def keymap(self) -> Keymap:
        return (MOVING, UNDOING, COACH, ANALYSE, AWAY, LOOKING, DETAILS)

    def title(self) -> str:
        return "played out against the best replies; this game does not count"


AFTER_THE_END = (
    Choice("Again", "n", GameScreen.again),
    Choice("Review", "v", review),
    Choice("Menu", "m", to_menu),
    Choice("Quit", "q", quit_program),
)


def result_dialog(
    session: Session,
    outcome: Outcome,
    remarks: tuple[str, ...] = (),
    rating: tuple[str, ...] = (),
) -> ResultDialog:
    """Show the result, its reason, any remarks, and what to do next."""
    person = session.person
    if outcome.winner is None:
        title = "Draw"
    elif person is None:
        title = f"{outcome.winner.capitalize()} wins"
    else:
        title = "You win" if outcome.winner is person else "You lose"
    lost = person is not None and outcome.winner is person.other
    tone = "even" if outcome.winner is None else "bad" if lost else "good"
    reason = sentence(outcome.reason)
    return ResultDialog(title, reason, AFTER_THE_END, tone=tone, remarks=remarks, rating=rating)


def search_facts(app: AppState, width: int) -> tuple[str, ...]:
    """Everything known about the current search, or the last one."""
    screen = app.screen
    game = screen.game if isinstance(screen, GameScreen) else None
    progress = game and (game.thinking.progress if game.thinking else game.last_search)
    if not progress:
        return ("The computer has not searched this position yet.",)
    line = " ".join(map(app.spelling.move, progress.pv)) or "nothing yet"
    facts = (
        ("depth", str(progress.depth)),
        ("score", f"{progress.score} for the side to move"),
        ("nodes", f"{progress.nodes:,}"),
        ("seconds", f"{progress.seconds:.2f}"),
        ("nodes per second", f"{progress.nodes_per_second:,.0f}"),
        ("cutoffs", f"{progress.max_cutoffs:,} max, {progress.min_cutoffs:,} min"),
    )
    room = max(12, min(40, width - 17))
    return tuple(
        f"{'' if number else name:16} {part}"
        for name, value in (*facts, ("expects", line))
        for number, part in enumerate(textwrap.wrap(value, room))
    )


UNDOING = Section(
    "The game",
    (
        bind("u", GameScreen.undo, "undo", "undo", when=lambda s: s.timeline.ply),
        bind("r", GameScreen.redo, "redo"),
    ),
)

GAME = Section(
    "The game",
    (
        *UNDOING.bindings,
        bind("g", GameScreen.move_now, "move now", GameScreen.move_now_label),
        bind("=", PlayingScreen.ask_draw, "offer a draw"),
        bind("x", PlayingScreen.ask_resign, "resign"),
        bind("n", PlayingScreen.new, "new game", "new"),
        bind("m", to_menu, "menu", "menu"),
        SAVE,
    ),
)

TURNING = Section(
    LOOKING.title,
    (*LOOKING.bindings, bind("F", PlayingScreen.toggle_turning, "flip after every move")),
)

DETAILS = Section("The search", (bind("d", GameScreen.details, "details of the search"),))


def ask_to_run(app: AppState, level: str) -> Step:
    """Ask before running a program named by a saved game or by the last choices."""

    def run(screen: GameScreen, app: AppState) -> Step:
        game, effects = screen.game.retry(app.now)
        return screen.after(app, (game, (ConfirmLevel(level), *effects)))

    words = (
        f"Your opponent would be {quoted(level, 80)}, a program of somebody else's. It can do "
        "anything on this computer that you can do."
    )
    choices = (Choice("Run it", "y", run), Choice("Don't run it", "n", stay))
    return interrupt(app, Dialog("Run this program?", words, choices, 1)), ()


def hear_game_ready(app: AppState, event: GameReady) -> Step:
    """Put a newly made or loaded game on the board."""
    session = event.session
    if event.replaying:
        from .replay import ReplayScreen

        return ReplayScreen.opened(app, session, event.record)
    if not session.is_watched:
        return PlayingScreen.opened(app, session, event.new_game)
    from .watching import WatchScreen

    return WatchScreen.opened(app, session, event.new_game)
