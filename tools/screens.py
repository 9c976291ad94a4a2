"""Every screen of every game, as states of the real app: what `tools/sheet.py` draws."""

from collections.abc import Callable
from dataclasses import replace

from pictures import CROWNED, Person

from minicheckers.coach.tutor import warning
from minicheckers.game.player import PERSON, Player
from minicheckers.game.session import Session
from minicheckers.game.timeline import Timeline
from minicheckers.rules.notation import Move
from minicheckers.rules.position import Position
from minicheckers.rules.variant import VARIANTS, Variant, get_variant
from minicheckers.storage.archive import Archive, ArchivedGame
from minicheckers.storage.format import Record, Tally
from minicheckers.tui.events import ArchiveRead, Event, GameReady, Recordings, StudyAsked
from minicheckers.coach.requests import PuzzleOrder
from minicheckers.tui.state import AppState, Dialog, Help, Sheet
from minicheckers.tui.studies import Puzzling, Retrying
from minicheckers.tui.update.help_pages import PAGES
from minicheckers.tui.update.tutor import CHOICES

LARGE = (120, 40)
#: A position of every game with all kinds of pieces, and one of which a move ends the game.
LATE = CROWNED | {"mini": "B:W11,14,17,18:B4,5,7,9"}
LAST = {
    "mini": ("B:W8:B5,1,2", "5x12"),
    "towers": ("B:W10:B7,1,2", "7x14"),
    "english": ("B:W10:B7,1,2", "7x14"),
    "pikachu": ("W:W20,60:B12", "20x4"),
}
#: The games whose values are exact, so that there are puzzles.
WITH_PUZZLES = ("mini", "towers", "english")

Maker = Callable[[str], AppState]


def start(game: str) -> Timeline:
    """The beginning of a game."""
    return Timeline.begin(Position.start(game))


def middle(game: str, plies: int = 4) -> Timeline:
    """A game after a few moves."""
    line = start(game)
    for _ in range(plies):
        line = line.play(line.position.legal_moves()[0])
    return line


def late(game: str) -> Timeline:
    """A game with all kinds of pieces."""
    return Timeline.begin(Position.from_fen(LATE[game], game))


def last(game: str) -> Timeline:
    """A game that has just ended."""
    fen, move = LAST[game]
    return Timeline.begin(Position.from_fen(fen, game)).play(move)


def person(line: Timeline) -> Person:
    """Somebody who plays the side that begins."""
    return Person(LARGE).sit(line, line.start.turn)


def at(line: Callable[[str], Timeline], *keys: str) -> Maker:
    """The screen after some keys; the coach has answered each."""
    return lambda game: person(line(game)).press(*keys).state


def coached(line: Callable[[str], Timeline], *keys: str) -> Maker:
    """The screen after some keys, each of which the coach answers."""

    def make(game: str) -> AppState:
        somebody = person(line(game))
        for key in keys:
            somebody.press(key).consult()
        return somebody.state

    return make


def after(make: Callable[[str], Event], *keys: str) -> Maker:
    """The screen after something has happened in the menu, and some keys."""

    def state(game: str) -> AppState:
        return Person(LARGE).send(make(game)).consult().press(*keys).consult().state

    return state


def variant_of(game: str) -> Variant:
    """The game of a name, in its usual size."""
    return get_variant(game)


def menu(game: str) -> AppState:
    """The start menu with a game chosen."""
    state = Person(LARGE).state
    return replace(state, menu=replace(state.menu, variant=game, size=VARIANTS[game].size))


def thinking(game: str) -> AppState:
    """The computer thinks."""
    line = middle(game)
    return Person(LARGE).sit(line, line.start.turn.other).think(False).state


def watching(game: str) -> AppState:
    """The computer plays itself."""
    both = Player("hard")
    return Person(LARGE).send(GameReady(Session(middle(game), both, both))).think(False).state


def stepping(game: str) -> AppState:
    """A recorded game is looked through."""
    line = middle(game, 9)
    event = GameReady(Session(line.at(5), PERSON, PERSON), replaying=True)
    return Person(LARGE).send(event).state


def help_page(page: str) -> Maker:
    """A page of the help."""

    def make(game: str) -> AppState:
        return replace(at(start)(game), overlay=Help(page=PAGES.index(page)))

    return make


def record(game: str) -> AppState:
    """All results."""
    levels = ("easy", "novice", "medium", "hard", "expert", "adaptive")
    scores = {(v, level): Tally(3, 1, 12) for v in VARIANTS for level in levels}
    return replace(Person(LARGE).state, overlay=Sheet("record"), record=Record(scores))


def load_list(game: str) -> AppState:
    """The recorded games that are here."""
    names = tuple(f"{game}-{number}.pdn" for number in range(1, 31))
    return Person(LARGE).send(Recordings("load", "Load", names)).state


def archive(game: str) -> Archive:
    """Some finished games."""
    side = start(game).position.turn
    players = (PERSON, Player("hard")) if side.value == "black" else (Player("hard"), PERSON)
    sessions = [Session(last(game), *players), Session(middle(game, 8), *players)]
    return Archive(
        tuple(
            ArchivedGame.of(session, f"2025-03-{day:02}", str(day))
            for day, session in enumerate(12 * sessions, start=1)
        )
    )


def tutor(game: str) -> AppState:
    """The question of the tutor about the worst move there is."""
    state = coached(late, "i")(game)
    board, analysis = state.board, state.analysis
    assert board is not None
    assert analysis is not None
    *_, worst = analysis.moves
    reply: Move | None = next(iter(board.position.play(worst).legal_moves()), None)
    found = warning(board.position, worst, analysis, reply)
    return replace(state, overlay=Dialog("Really?", f"{found.sentence}.", CHOICES), insight=False)


def reviewed(game: str) -> Timeline:
    """A game to be reviewed, with mistakes of both sides."""
    line = late(game)
    for _ in range(8):
        if line.outcome is not None:
            break
        line = line.play(line.position.legal_moves()[-1])
    return line


def retry(game: str) -> AppState:
    """A mistake is put up again."""
    state = coached(reviewed, "v", "g")(game)
    assert state.board is not None
    assert state.message is not None or isinstance(state.board.study, Retrying)
    return state


def wrong_try(game: str) -> AppState:
    """A wrong move in a puzzle is refuted."""
    somebody = Person(LARGE).send(puzzle_order(game)).consult()
    board = somebody.state.board
    if board is None or not isinstance(board.study, Puzzling):  # there are none for this game
        return somebody.state
    assert board.study.solving is not None
    wrong = [move for move in board.legal if move != board.study.solving.wanted]
    typed = str((wrong or board.legal)[0])
    return somebody.press(":", *typed, "enter").consult().state


def puzzle_order(game: str) -> Event:
    """Puzzles are asked for."""
    return StudyAsked(PuzzleOrder(variant_of(game), seed=1))


def last_lesson(game: str) -> AppState:
    """The last lesson, done."""
    somebody = Person(LARGE).send(StudyAsked(variant_of(game)))
    while True:
        somebody.press("c")
        message = somebody.state.message
        assert message is not None
        move = message.text.split()[-1]
        board = somebody.state.board
        assert board is not None
        keys = ("enter",) if board.must_pass else (":", *move, "enter")
        done = somebody.press(*keys).state
        assert done.board is not None
        if done.board.study.index + 1 == len(done.board.study.lessons):  # type: ignore[union-attr]
            return done
        somebody.press("enter")


#: How each screen is made, in the order of the sheet.
SCREENS: dict[str, Maker] = {
    "menu": menu,
    "start": at(start),
    "picked": at(start, "enter"),
    "middle": at(middle),
    "kings": at(late, "tab"),
    "thinking": thinking,
    "typing": at(start, "1", "-"),
    "keys": help_page("Keys"),
    "rules": help_page("Rules"),
    "marks": help_page("Marks"),
    "mouse": help_page("Mouse"),
    "new game": at(middle, "n"),
    "resign": at(middle, "x"),
    "details": at(middle, "d"),
    "end": at(last),
    "watching": watching,
    "stepping": stepping,
    "record": record,
    "load": load_list,
    "hint": coached(late, "c"),
    "hint in full": coached(late, "c", "c", "c"),
    "insight": coached(late, "i"),
    "tutor": tutor,
    "analysis": coached(late, "a"),
    "finished games": after(lambda game: ArchiveRead(archive(game))),
    "review": coached(reviewed, "v", "left"),
    "review help": coached(reviewed, "v", "?"),
    "retry": retry,
    "puzzle": after(puzzle_order),
    "wrong try": wrong_try,
    "lesson": after(lambda game: StudyAsked(variant_of(game))),
    "last lesson": last_lesson,
}
