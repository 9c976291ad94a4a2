"""A recorded game: step through it, ask about its positions, or play on from one."""

from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from ...game.player import PERSON, Player
from ...game.session import Session
from ...game.timeline import Timeline
from ...messages import counted
from ...play.effects import PlayEvent, StopConsulting
from ...play.recorded import Replaying
from ...play.recorded import Step as ReplayStep
from ...rules.variant import COLOURS, Colour
from ..events import Effect, NewOpponents, RecordReady
from ..frame import Frame, Rect
from ..state import AppState, Screen, Step, replace_screen
from ..widgets.board import first_board
from ..widgets.dialog import Choice, Dialog
from ..widgets.keys import Keymap, Section, bind
from ..widgets.panel import Side, move_words, opponents, side_of, who
from ..widgets.picker import FAR
from .board import (
    ANALYSE,
    COACH,
    LOOKING,
    REVIEW_THIS,
    SAVE,
    STEPS,
    CoachedScreen,
    Line,
    review,
    to_menu,
)
from .playing import PlayingScreen

if TYPE_CHECKING:
    from ...game.pdn import PdnGame


@dataclass(frozen=True, kw_only=True)
class ReplayScreen(CoachedScreen):
    """A recorded game to step through; ``computer`` is the computer player in it, if any."""

    replay: Replaying
    computer: Player | None = None

    lists_moves: ClassVar[bool] = True
    has_cursor: ClassVar[bool] = False

    @classmethod
    def opened(cls, app: AppState, session: Session, record: "PdnGame | None") -> Step:
        replay, effects = Replaying.of(session, record, insight=app.insight).consult()
        board = first_board(session.position, flipped=session.person is Colour.BLACK, moving=False)
        screen = cls(replay=replay, board=board)
        app, stopping = replace_screen(app, screen)
        return app, (*stopping, NewOpponents(), *effects)

    @property
    def timeline(self) -> Timeline:
        return self.replay.timeline

    @property
    def coached(self) -> Replaying:
        return self.replay

    def recorded(self) -> Session:
        line = self.timeline.at(len(self.timeline.moves))
        return replace(self.replay.session, timeline=line)

    def hear(self, app: AppState, event: PlayEvent) -> Step:
        return self.after(app, self.replay.hear(event))

    def after(self, app: AppState, step: ReplayStep) -> Step:
        replay, effects = step
        screen = self if replay is self.replay else replace(self, replay=replay)
        return app.with_screen(screen).hearing(effects)

    def put_aside(self, app: AppState) -> tuple[Screen, tuple[Effect, ...]]:
        fresh = Replaying.of(self.replay.session, self.replay.record, insight=self.replay.insight)
        return replace(self, replay=fresh), (StopConsulting(),)

    def come_back(self, app: AppState) -> Step:
        return self.after(app, self.replay.consult())

    # Actions

    def walk(self, app: AppState, plies: int) -> Step:
        step = self.replay.walk(plies)
        return replace(self, scroll=0).after(replace(app, overlay=None, message=None), step)

    def play_on(self, app: AppState) -> Step:
        self.replay.check_playable()
        turn = self.position.turn
        question = f"The game continues from here. It is {turn}'s turn."
        choices = self.side_choices()
        selected = list(COLOURS).index(self.replay.session.person or turn)
        return replace(app, overlay=Dialog("Play on?", question, choices, selected)), ()

    def side_choices(self) -> tuple[Choice, ...]:
        return (
            *(
                Choice(f"Play {colour}", colour[0], partial(ReplayScreen.play_as, colour=colour))
                for colour in COLOURS
            ),
            Choice("Both sides", "2", partial(ReplayScreen.play_as, colour=None)),
        )

    def play_as(self, app: AppState, colour: Colour | None) -> Step:
        """Play on as one colour against the computer, or as both if None."""
        computer = self.computer or Player(app.preferences.level)
        replay = self.replay
        session = replay.play_both() if colour is None else replay.play_on(computer, colour)
        return PlayingScreen.opened(app, session)

    def from_start(self, app: AppState) -> Step:
        return self.walk(app, -FAR) if self.timeline.ply else (app, ())

    def keymap(self) -> Keymap:
        return (STEPPING, GAME, COACH, ANALYSE, REVIEW_THIS, LOOKING)

    # Drawing

    def _name(self, colour: Colour) -> str | None:
        return self.replay.record.player(colour) if self.replay.record is not None else None

    def sides(self, app: AppState) -> tuple[Side, ...]:
        session = self.replay.session
        return tuple(
            side_of(session, colour, self._name(colour) or who(session, colour), 0.0)
            for colour in COLOURS
        )

    def title(self) -> str:
        black, white = (self._name(colour) for colour in COLOURS)
        if black or white:
            return f"{black or 'somebody'} (black) against {white or 'somebody'} (white)"
        return opponents(self.replay.session)

    def status(self, app: AppState, width: int) -> Line:
        line = self.timeline
        end = f"; {self._result()}" if line.ply == len(line.moves) else ""
        return f"{move_words(line)}{end}", "strong"

    def _result(self) -> str:
        if self.replay.record is not None:
            return self.replay.record.result_in_words()
        return str(self.timeline.outcome) if self.timeline.outcome else "unfinished"

    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        self.draw_game(frame, area, app, whole=True)


def hear_record(app: AppState, event: RecordReady) -> Step:
    """Open a recorded game, say who played it, and ask what to do with it."""
    record, session = event.record, event.session
    own = session.person is not None and record.player(session.person) == PERSON.name
    looked_at = session if own else replace(session, black=PERSON, white=PERSON)
    app, effects = ReplayScreen.opened(app, looked_at, record)
    computers = [player for player in (session.black, session.white) if not player.is_person]
    assert isinstance(app.screen, ReplayScreen)
    screen = replace(app.screen, computer=next(iter(computers), None))
    app = app.with_screen(screen)
    looking = (Choice("Step through", "s", ReplayScreen.from_start), Choice("Review", "v", review))
    unfinished = not record.is_finished and session.timeline.outcome is None
    choices = (*screen.side_choices(), *looking) if unfinished else looking
    person = session.person or session.position.turn
    selected = list(COLOURS).index(person) if unfinished else 0
    moves = counted(screen.timeline.number_of(len(screen.timeline.moves)), "move")
    facts = [str(screen.variant), moves, record.result_in_words(), record.tag("Date")]
    text = f"{', '.join(filter(None, facts))}."
    title = " - ".join(record.player(colour) or str(colour) for colour in COLOURS)
    return replace(app, overlay=Dialog(title, text, choices, selected)), effects


STEPPING = Section(
    "Stepping through a game",
    (
        *STEPS,
        bind(
            "enter",
            ReplayScreen.play_on,
            "play on from here",
            "play on",
            when=lambda s: s.timeline.outcome is None,
        ),
    ),
)

GAME = Section("The game", (bind("m", to_menu, "menu", "menu"), SAVE))
