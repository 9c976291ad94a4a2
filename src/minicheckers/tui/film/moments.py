"""A film as frames of the screen: what the board shows at which second of a recorded game."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from ...game.player import Player
from ...game.session import Session
from ...game.timeline import Timeline
from ..frame import Frame, Rect
from ..layout import layout
from ..state import Animation, Appearance, AppState, GameScreen, Menu
from ..view.draw import draw
from .script import Script, write_script

#: How many frames a piece on its way gets for a leg.
FRAMES_A_LEG = 4
_MENU = Menu("mini", 8, "hard", "you", ("hard",))


@dataclass(frozen=True)
class Film:
    """A recorded game and how to show it: who played, its result, hints, speed, the view."""

    game: Timeline
    black: str = "black"
    white: str = "white"
    result: str = ""
    hints: tuple[int, ...] = ()
    speed: float = 1.0
    flipped: bool = False

    @property
    def title(self) -> str:
        """Who played whom."""
        return f"{self.black} (black) - {self.white} (white)"

    def script(self) -> Script:
        """What happens when; ValueError for a hint before a ply that the game does not have."""
        return write_script(self.game, self.result, hints=self.hints, speed=self.speed)


def moments(film: Film, size: tuple[int, int], looks: Appearance) -> Iterator[tuple[float, Frame]]:
    """The seconds at which the screen changes, each with the frame from then on."""
    script = film.script()
    session = Session(film.game.at(0), Player(film.black), Player(film.white))
    still = AppState(
        _MENU,
        size=size,
        looks=looks,
        game=GameScreen(session, flipped=film.flipped, replaying=True),
        at_menu=False,
    )
    yield 0.0, _frame(still)
    for scene in script.scenes:
        if scene.hint_at is not None:
            hinted = still.with_game(hint=scene.move).saying(f"Hint: {scene.move}")
            yield scene.hint_at, _frame(hinted)
        after = still.with_game(
            session=replace(session, timeline=film.game.at(scene.ply)), hint=None
        )
        frames = FRAMES_A_LEG * scene.legs if looks.animation else 0
        for number in range(frames):
            progress = number / frames
            seconds = scene.lands_at - scene.moves_at
            moving = Animation(scene.before, scene.move, scene.moves_at, seconds, progress)
            yield scene.moves_at + progress * seconds, _frame(after.with_game(animation=moving))
        still = after
        yield scene.lands_at, _frame(still)
    if script.result:
        still = still.saying(script.result)
        yield script.scenes[-1].ends_at if script.scenes else 0.0, _frame(still)
    yield script.seconds, _frame(still)


def _frame(state: AppState) -> Frame:
    """The screen without the line of keys: nobody plays here."""
    frame = draw(state)
    frame.cursor = None
    places = layout(state.game.variant, state.size) if state.game else None
    if places is not None and places.keys is not None:
        frame.fill(Rect(0, places.keys, frame.width, 1), "ground")
    return frame
