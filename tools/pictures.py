"""Write pictures of every screen to docs/pictures, drawn from real frames of real games.

python tools/pictures.py [DIRECTORY]
"""

import argparse
import datetime
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from minicheckers.activities.activity import Activity
from minicheckers.activities.background import Background
from minicheckers.activities.game import CoachedGame
from minicheckers.activities.setup import Setup
from minicheckers.commands.replay import film_of
from minicheckers.engine.decision import Context, Progress
from minicheckers.game.pdn import read_games
from minicheckers.game.player import PERSON, Player
from minicheckers.game.request import Looks
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.opponents.registry import strategy
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour
from minicheckers.storage.store import Daily, Preferences, PuzzleStats, Stats, Store, Tally
from minicheckers.tui.animated_svg import (
    CELL_HEIGHT,
    CELL_WIDTH,
    GROUND,
    TEXT,
    film_svg,
    frame_parts,
    opening,
)
from minicheckers.tui.app import App
from minicheckers.tui.frame import Frame
from minicheckers.tui.input_decoder import Event, Key
from minicheckers.tui.menu import Menu
from minicheckers.tui.theme import Theme, get_theme

#: The recorded game in the film.
GAME = Path(__file__).resolve().parent.parent / "docs" / "games" / "chain.pdn"
LARGE, MEDIUM, SMALL = (120, 40), (80, 24), (50, 18)
#: How much of the ground is seen around a screen, in pixels.
BORDER = 14
STEADY_SPEED = 50_000
RECORD = Stats({("mini", "hard"): Tally(3, 5, 4)})


class NoStore(Store):
    """A store that keeps nothing."""

    def begin(self) -> None:
        """Save nothing."""

    def save(self, session: Session) -> None:
        """Not needed again."""

    def finish(self, session: Session) -> None:
        """Not needed again."""

    def stats(self) -> Stats:
        """Always the same."""
        return RECORD

    def puzzle_tried(self, name: str, difficulty: int, clean: bool) -> PuzzleStats:
        """What the path would be; nothing is saved."""
        return PuzzleStats().plus(name, difficulty, clean)

    def daily(self) -> Daily:
        """Always the same day."""
        return Daily(datetime.date(2024, 12, 31), solved=False, streak=3)

    def preferences(self) -> Preferences:
        """The defaults."""
        return Preferences()

    def set_preferences(self, preferences: Preferences) -> None:
        """Not needed again."""


class Picture:
    """A screen that keeps the last frame; a person takes two seconds for everything."""

    def __init__(self, size: tuple[int, int]) -> None:
        self.size = size
        self.now = 0.0
        self.events: list[Event] = []

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.now += 2.0

    def read(self) -> list[Event]:
        """The events so far."""
        events, self.events = self.events, []
        return events

    def show(self, frame: Frame, theme: Theme) -> None:
        """Keep the frame."""
        self.frame, self.theme = frame, theme

    def redraw(self) -> None:
        """Every frame is drawn whole."""

    def ring(self) -> None:
        """There is nobody to hear it."""

    def copy(self, text: str) -> bool:
        """There is no clipboard."""
        return False

    def suspend(self) -> None:
        """There is no shell."""


class Prompt(Background):
    """The coach, who answers immediately."""

    def _run(self, work: Callable[[], None]) -> None:
        work()


class Patient(Background):
    """The computer, which searches only when told to."""

    def start(self, job: Any, heard: Callable[[Any, bool], None], *others: Any) -> None:
        """Keep the request."""
        self.drop()
        self.busy, self._heard = True, heard

    def think(self, line: Timeline, answer: bool) -> None:
        """Search as deep as a moment allows, and answer if asked to."""
        found: list[Progress] = []
        player = strategy("alphabeta", line.position.variant, depth=7, seed=1)
        decision = player.choose(line.position, Context(report=found.append))
        for progress in found:
            # The same speed every time, so that the picture changes only if the search does.
            self._heard(replace(progress, seconds=progress.nodes / STEADY_SPEED), False)
        if answer:
            self.busy = False
            self._heard(decision, True)


class Person:
    """Someone pressing keys in the real app; the computer's moves come from a real search."""

    def __init__(self, size: tuple[int, int], theme: str = "classic", ascii_only: bool = False):
        self.picture = Picture(size)
        self._app = app = App(
            NoStore(Path()),
            self.picture,
            Looks(ascii=ascii_only, theme=theme, animation=False),
            clock=lambda: self.picture.now,
            work=Prompt,
        )
        app.search = self._search = Patient(app.post)
        app.home = Menu(Setup(Preferences(level="hard"), RECORD))
        app.show(app.home)
        self.send()

    def send(self, *events: Event) -> "Person":
        """Let events happen one after the other, and return the resulting screen."""
        for event in events:
            self.picture.events.append(event)
            self._app.turn()
        self._app.turn()
        return self

    def press(self, *keys: str) -> "Person":
        """Press keys."""
        return self.send(*map(Key, keys))

    def sit(self, line: Timeline, person: Colour = Colour.BLACK) -> "Person":
        """Start a game against a level."""
        computer = Player("hard")
        black, white = (PERSON, computer) if person is Colour.BLACK else (computer, PERSON)
        return self.open(CoachedGame(Session(line, black, white)))

    def open(self, activity: Activity) -> "Person":
        """Do something else on the board."""
        self._app.open(activity)
        return self.send()

    def think(self, answer: bool = True) -> "Person":
        """Let the computer think, and answer if it should."""
        activity = self._app.screen.activity
        assert activity is not None
        self._search.think(activity.timeline, answer)
        return self.send().send()


def played(variant: str, moves: str, fen: str | None = None) -> Timeline:
    """A game from its moves."""
    start = Position.from_fen(fen, variant) if fen else Position.start(variant)
    return replayed(start, moves.split())


#: An english middlegame, Black to move.
MIDDLE = "11-15 23-19 8-11 22-17 11-16 24-20 16x23 27x11 7x16 20x11"
#: A game of mini with mistakes by both sides, to be reviewed.
ERRORS = (
    "6-9 15-12 5-7 18-15 2-5 13-10 3-6 16-13 7-11 13x8 6x11 14x7 4x11 12-8 5x12 15x8"
    " 1-4 8-5 9-12 5-2 4-7 10x5 11-14 5-1 14-18 17-13 12-15 13-11 pass 11-8 pass 8-5"
)
#: Black must capture, and has two captures that both continue.
CHAIN = "B:W18,19,26,27,25,21:B15,10,1,2,3,K9"
CROWNED = {
    "towers": "B:WK6,18,19,25,26,31:B3,K22,10,11,K27",
    "english": "B:WK6,19,25,26,31:B3,K22,10,11,K16",
    "pikachu": "W:WK12,44,51,52,K46:B13,K58,20,21,22",
}


def pictures() -> dict[str, Callable[[], Person]]:
    """Every picture by its name."""
    return {
        "menu": lambda: Person(MEDIUM),
        "menu-continue": lambda: Person(MEDIUM).sit(played("english", MIDDLE)).press("m"),
        "board-large": lambda: (
            Person(LARGE).sit(played("mini", "6-9 14-11 3-6")).think().press("tab", "enter")
        ),
        "board-medium": lambda: Person(MEDIUM).sit(played("english", MIDDLE)),
        "board-small": lambda: Person(SMALL).sit(played("towers", "9-13 22-18 13-17")).think(),
        "board-sixteen": lambda: Person(MEDIUM).sit(
            Timeline.begin(Position.start("pikachu", 16)), Colour.WHITE
        ),
        "board-international": lambda: Person(MEDIUM).sit(
            played("international", "33-28 18-22 31-26"), Colour.WHITE
        ),
        "targets": lambda: Person(MEDIUM).sit(played("mini", "")).press("enter", "tab"),
        "forced-capture": lambda: Person(LARGE).sit(played("english", "", CHAIN)),
        "chain": lambda: (
            Person(LARGE).sit(played("english", "", CHAIN)).press("tab", "enter", "tab", "enter")
        ),
        "typing": lambda: Person(MEDIUM).sit(played("mini", "")).press("5", "-"),
        "thinking": lambda: Person(LARGE).sit(played("english", MIDDLE + " 9-13")).think(False),
        "forfeit": lambda: Person(MEDIUM).sit(played("mini", "", "B:W10,18:B16")),
        "help": lambda: Person(MEDIUM).sit(played("mini", "6-9")).press("?"),
        "end": lambda: Person(MEDIUM).sit(played("mini", "", "B:W8:B5,1,2")).press("5", "enter"),
        "question": lambda: Person(SMALL).sit(played("mini", "6-9 14-11")).press("n"),
        "towers": lambda: Person(LARGE).sit(played("towers", "", CROWNED["towers"])),
        "kings": lambda: Person(MEDIUM).sit(played("english", "", CROWNED["english"])),
        "pikachus": lambda: Person(LARGE).sit(
            played("pikachu", "", CROWNED["pikachu"]), Colour.WHITE
        ),
        "insight": lambda: Person(MEDIUM).sit(played("mini", "5-8 14-11")).press("i"),
        "review": lambda: (
            Person(LARGE).sit(played("mini", ERRORS)).press("v").press(*["left"] * 11)
        ),
        "search-tree": lambda: (
            Person(LARGE).sit(played("mini", "")).press("w").press(".", "right", "right", "down")
        ).press("enter"),
        "search-steps": lambda: Person(MEDIUM).sit(played("mini", "")).press("w").press(*" " * 22),
        "theme-green": lambda: Person(MEDIUM, "green").sit(played("english", "", CHAIN)),
        "theme-blue": lambda: Person(MEDIUM, "blue").sit(played("towers", "", CROWNED["towers"])),
        "theme-daylight": lambda: Person(MEDIUM, "daylight").sit(played("mini", "5-8 14-11")),
        "theme-contrast": lambda: Person(MEDIUM, "contrast").sit(played("english", "", CHAIN)),
        "theme-colourblind": lambda: Person(MEDIUM, "colourblind").sit(
            played("english", "", CHAIN)
        ),
        "theme-mono": lambda: Person(MEDIUM, "mono").sit(played("english", "", CHAIN)),
        "ascii": lambda: Person(MEDIUM, "mono", True).sit(played("english", "", CHAIN)),
        "ascii-colour": lambda: Person(LARGE, "classic", True).sit(played("english", "", CHAIN)),
    }


def to_svg(frame: Frame, theme: Theme) -> str:
    """A frame as a picture, as a dark or a light terminal would show it."""
    ground, text = ("#fdfdfb", "#24242a") if theme.name == "daylight" else (GROUND, TEXT)
    width = frame.width * CELL_WIDTH + 2 * BORDER
    height = frame.height * CELL_HEIGHT + 2 * BORDER
    lines = [
        opening(width, height),
        f'<rect width="{width}" height="{height}" rx="8" fill="{ground}"/>',
        f'<g transform="translate({BORDER} {BORDER})">',
        *frame_parts(frame, theme, ground, text),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def write_film(game: Path, path: Path, hint: int, speed: float = 1.0) -> None:
    """Write a recorded game as a film that shows the move at a ply as a hint first."""
    (found,) = read_games(game.read_text(encoding="utf-8"))
    film = replace(film_of(found, speed), hints=(hint,))
    path.write_text(film_svg(film, get_theme("classic")), encoding="utf-8", newline="\n")


def main(directory: Path) -> None:
    """Write all pictures."""
    directory.mkdir(parents=True, exist_ok=True)
    for name, make in pictures().items():
        picture = make().picture
        path = directory / f"{name}.svg"
        path.write_text(to_svg(picture.frame, picture.theme), encoding="utf-8")
        print(path)
    write_film(GAME, directory / "film.svg", hint=8, speed=1.5)
    for game in sorted(GAME.parent.glob("only-move-*.pdn")):
        write_film(game, directory / f"{game.stem}.svg", hint=1)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    usual = Path(__file__).resolve().parent.parent / "docs" / "pictures"
    parser.add_argument("directory", nargs="?", type=Path, default=usual)
    main(parser.parse_args().directory)
