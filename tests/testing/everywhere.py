"""Every activity there is, in a state in which there is something to do."""

from collections.abc import Callable
from functools import partial

from minicheckers.activities.activity import Activity
from minicheckers.activities.analysis import AnalysisBoard
from minicheckers.activities.course import Contents, Practice
from minicheckers.activities.editor import Editor
from minicheckers.activities.game import CoachedGame, Watch
from minicheckers.activities.mistakes import Mistakes
from minicheckers.activities.puzzles import Puzzles
from minicheckers.activities.recorded import Recorded
from minicheckers.activities.review import Archive, Reviewed
from minicheckers.activities.tasks import Lessons
from minicheckers.activities.think import Think
from minicheckers.coach.course import course_of
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.game.player import PERSON, Player, TimeControl
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline, replayed
from minicheckers.rules.position import Position
from minicheckers.rules.variant import Colour, get_variant
from minicheckers.storage.games import KeptGame, columns_of
from testing.board_player import graded

LOST = ["6-9", "15-12", "5-8", "12x5"]


def start(game: str = "mini", fen: str | None = None) -> Timeline:
    """A line of play without a move."""
    return Timeline.begin(Position.from_fen(fen, game) if fen else Position.start(game))


def against(
    game: str = "mini", fen: str | None = None, *, first: bool = True, clock: str | None = None
) -> CoachedGame:
    """A game against the computer."""
    session = Session.against(start(game, fen), Player("easy"), person_first=first, seed=1)
    return CoachedGame(session.with_clock(TimeControl.parse(clock) if clock else None), warns=True)


def lost() -> Session:
    """A short game that was lost."""
    return Session(replayed(Position.start("mini"), LOST), PERSON, Player("easy"))


def archive() -> Archive:
    """Finished games."""
    over = columns_of(lost().resign(Colour.BLACK))
    days = [{"id": day, "started": "", "updated": f"2024-12-{day}"} for day in range(30, 10, -1)]
    return Archive(tuple(KeptGame.of({**day, **over}) for day in days))


#: What makes each of them.
EVERYWHERE: dict[str, Callable[[], Activity]] = {
    "game": against,
    "game, the computer first": partial(against, first=False),
    "game with a clock": partial(against, clock="1+2"),
    "game, pikachu": partial(against, "pikachu"),
    "game, frisian": partial(against, "frisian"),
    "game, long captures": partial(against, "russian", "W:W32,31,K4:B5,6,14,22"),
    "game, nearly over": partial(against, fen="B:W8:B5"),
    "two people": lambda: CoachedGame(Session(start(), PERSON, PERSON)),
    "watching": lambda: Watch(Session(start("english"), Player("easy"), Player("easy"))),
    "puzzle": lambda: Puzzles(PuzzleOrder(get_variant("mini"), 1)),
    "puzzle, english": lambda: Puzzles(PuzzleOrder(get_variant("english"), 1)),
    "lesson": lambda: Lessons(get_variant("mini")),
    "course": lambda: Contents(course_of(get_variant("english"))),
    "course, a position": lambda: Practice(course_of(get_variant("mini"))),
    "mistakes": lambda: Mistakes(graded()),
    "analysis": lambda: AnalysisBoard(lost().timeline),
    "editor": lambda: Editor(Position.start("english")),
    "archive": archive,
    "recorded": lambda: Recorded(lost()),
    "review": lambda: Reviewed(lost()),
    "search tree": lambda: Think(Position.start("mini")),
}
