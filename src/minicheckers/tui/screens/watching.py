"""Watching the computer play itself: faster, slower, paused, or a move at a time."""

from dataclasses import dataclass, replace
from typing import Self

from ...game.session import Session
from ...play.game import PlayedGame
from ..events import Effect, NewGame, NewOpponents
from ..state import AppState, Step, replace_screen
from ..widgets.board import first_board
from ..widgets.dialog import interrupt
from ..widgets.keys import Keymap, Section, bind
from .board import COACH, LOOKING, SAVE, Line, to_menu
from .playing import DETAILS, UNDOING, GameScreen, result_dialog

#: The pause between two moves, in seconds, slowest first.
SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.2, 0.0)


@dataclass(frozen=True, kw_only=True)
class WatchScreen(GameScreen):
    """A game the computer plays against itself.

    ``speed`` is an index into SPEEDS; with ``single``, one move is played before it is ``paused``.
    """

    speed: int = 2
    paused: bool = False
    single: bool = False
    next_at: float = 0.0

    @classmethod
    def opened(cls, app: AppState, session: Session, new_game: NewGame | None = None) -> Step:
        game = PlayedGame.of(session, insight=app.insight, automatic=False)
        board = first_board(session.position, flipped=False, moving=False)
        screen = cls(game=game, board=board, new_game=new_game)
        app, stopping = replace_screen(app, screen)
        app, effects = screen.settle(app, screen, ())
        return app, (*stopping, NewOpponents(), *effects)

    def settle(self, app: AppState, before: Self, effects: tuple[Effect, ...]) -> Step:
        """Pause after a move, show the result at the end, or play the next move when it is due."""
        screen, game = self, self.game
        if self.timeline.ply > before.timeline.ply:
            seconds = self.animation.seconds if self.animation else 0.0
            due = app.now + seconds + SPEEDS[self.speed]
            screen = replace(screen, single=False, next_at=due)
        elif self.timeline.ply < before.timeline.ply:
            screen = replace(screen, paused=True, single=False)
        if game.outcome is None:
            screen = replace(screen, result_shown=False)
        elif not self.result_shown and self.animation is None:
            screen = replace(screen, result_shown=True)
            app = interrupt(app, result_dialog(self.session, game.outcome))
        app, more = screen._go_on(app.with_screen(screen))
        return app, (*effects, *more)

    def _go_on(self, app: AppState) -> Step:
        """Play the next move when it is due; while the game is paused, the coach may analyse."""
        game = self.game
        if game.outcome or game.thinking or game.failed or self.animation:
            return app, ()
        if not self.single and (self.paused or app.now < self.next_at):
            if self.paused and game.insight:
                advised, effects = game.consult()
                return app.with_screen(replace(self, game=advised)), effects
            return app, ()
        moving = game.pass_turn(app.now) if game.must_pass else game.think(app.now)
        return self.after(app, moving)

    def tick(self, app: AppState) -> Step:
        after, effects = super().tick(app)
        return (after, effects) if after is not app else self._go_on(app)

    @property
    def is_moving(self) -> bool:
        """Whether the next move may start at any moment."""
        return super().is_moving or not self.paused

    # Actions

    def pause(self, app: AppState) -> Step:
        game, effects = self.game.put_aside(app.now)
        screen = replace(self, game=game, paused=not self.paused, single=False, next_at=app.now)
        return screen.settle(app.with_screen(screen), screen, effects)

    def one_move(self, app: AppState) -> Step:
        screen = replace(self, paused=True, single=True)
        return screen._go_on(app.with_screen(screen))

    def change_speed(self, app: AppState, steps: int) -> Step:
        speed = min(max(self.speed + steps, 0), len(SPEEDS) - 1)
        next_at = min(self.next_at, app.now + SPEEDS[speed])
        app = app.with_screen(replace(self, speed=speed, next_at=next_at))
        return app.saying(f"{SPEEDS[speed]:g} seconds between two moves"), ()

    def keymap(self) -> Keymap:
        return (WATCHING, UNDOING, GAME, COACH, LOOKING, DETAILS)

    # Drawing

    def status(self, app: AppState, width: int) -> Line:
        if self.game.thinking is not None or self.game.outcome is not None:
            return super().status(app, width)
        turn = self.position.turn
        pace = "paused" if self.paused else f"{SPEEDS[self.speed]:g} s a move"
        return f"{self.session.to_move} ({turn}) is next, {pace}", "text"


_speed = WatchScreen.change_speed

WATCHING = Section(
    "Watching",
    (
        bind(
            "space p",
            WatchScreen.pause,
            "pause, continue",
            lambda screen, app: "continue" if screen.paused else "pause",
            shown="Space, p",
        ),
        bind(". right enter", WatchScreen.one_move, "one move", "step", shown="→, Enter"),
        bind("+", _speed, "faster", "faster", when=lambda s: s.speed < len(SPEEDS) - 1, steps=1),
        bind("-", _speed, "slower", "slower", when=lambda s: s.speed, steps=-1),
    ),
)

GAME = Section(
    "The game",
    (
        bind("g", GameScreen.move_now, "move now", GameScreen.move_now_label),
        bind("n", GameScreen.again, "new game", "new"),
        bind("m", to_menu, "menu", "menu"),
        SAVE,
    ),
)
