"""What a line means in plain mode: a game and a line in, a reply out. Pure.

What only the outside world can do - think, write a file, end the program - the reply asks for.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum

from ..game.clock import TimeControl
from ..game.player import Player
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import quoted
from ..rules.position import Position
from ..rules.variant import Colour, get_variant
from . import text


class Effect(Enum):
    """What a reply asks of the outside world."""

    HINT = "work out a good move"
    EXPLORE = "let the person play both sides freely"
    REVIEW = "tell what every move was worth, of the game here or of the one that is named"
    MEND = "put up the person's mistakes of the finished game again"
    GAMES = "list the finished games that are kept"
    MISTAKES = "put up the person's mistakes of all finished games again"
    EXPORT = "write the game to the file that the argument names"
    THINK = "ask the computer for its move again"
    LEVEL = "let the level that the argument names play on"
    QUIT = "end the program"


@dataclass(frozen=True)
class Reply:
    """What follows from a line: the session it leads to, what to say, and maybe an effect."""

    session: Session
    lines: tuple[str, ...] = ()
    effect: Effect | None = None
    argument: str = ""


@dataclass(frozen=True)
class Request:
    """What a line is read against.

    That is the game, an older unfinished one to go back to, and how many seconds the person has
    thought about the move.
    """

    session: Session
    older: Session | None = None
    seconds: float = 0.0


@dataclass(frozen=True)
class Command:
    """A command word: what may follow it, what it does, and how."""

    argument: str
    summary: str
    act: Callable[[Request, str], Reply]

    @property
    def is_optional(self) -> bool:
        """Whether nothing need follow it."""
        return self.argument.startswith("[")


def respond(request: Request, line: str) -> Reply:
    """The reply to a line: a move, its number in the list, or a word with its argument.

    Raises ValueError with a sentence for anything else; the game is then as it was.
    """
    name, _, argument = line.strip().partition(" ")
    argument = argument.strip()
    name = ALIASES.get(name.casefold(), name.casefold())
    if name not in COMMANDS:
        return _move(request, line.strip())
    command = COMMANDS[name]
    if command.argument and not argument and not command.is_optional:
        raise ValueError(f"write {name} {command.argument}: {command.summary}")
    if argument and not command.argument:
        raise ValueError(f"{name} stands alone, without {quoted(argument)}")
    return command.act(request, argument)


def _move(request: Request, line: str) -> Reply:
    session = request.session
    if session.outcome is not None:
        raise ValueError("the game is over; write new, undo, save NAME or quit")
    if not session.to_move.is_person:
        raise ValueError("it is the computer's turn; write retry, undo, level NAME, new or quit")
    legal = session.position.legal_moves()
    if re.fullmatch(r"[0-9]+", line, re.ASCII):
        if not 1 <= (number := int(line[:9])) <= len(legal):
            raise ValueError(f"there is no move number {quoted(line)}; there are 1 to {len(legal)}")
        move = legal[number - 1]
    else:
        try:
            move = session.position.find(line)
        except ValueError as error:
            raise ValueError(f"{error} (help lists the words)") from None
    return Reply(session.play(move, request.seconds), (text.played(session, move),))


def bottom(session: Session) -> Colour:
    """The colour at the bottom of the board: the person's, else White's."""
    return session.person or Colour.WHITE


def board(session: Session) -> tuple[str, ...]:
    """The board as this session's person sees it."""
    return tuple(text.board_lines(session.position, bottom(session)))


def _board(request: Request, _: str) -> Reply:
    return Reply(request.session, board(request.session))


def _list(request: Request, _: str) -> Reply:
    return Reply(request.session, tuple(text.piece_lines(request.session.position)))


def _moves(request: Request, _: str) -> Reply:
    if request.session.outcome is not None:
        return Reply(request.session, tuple(text.turn_lines(request.session)))
    return Reply(request.session, tuple(text.move_lines(request.session.position)))


def _hint(request: Request, _: str) -> Reply:
    if request.session.outcome is not None:
        raise ValueError("the game is over, so there is no move to hint at")
    return Reply(request.session, effect=Effect.HINT)


def _explore(request: Request, _: str) -> Reply:
    return Reply(request.session, effect=Effect.EXPLORE)


def _review(request: Request, number: str) -> Reply:
    if not number:
        _refuse_before_the_end(request)
    return Reply(request.session, effect=Effect.REVIEW, argument=number)


def _mend(request: Request, _: str) -> Reply:
    _refuse_before_the_end(request)
    return Reply(request.session, effect=Effect.MEND)


def _refuse_before_the_end(request: Request) -> None:
    if request.session.outcome is None:
        raise ValueError("that comes after the end of the game; explore helps before")


def _games(request: Request, _: str) -> Reply:
    return Reply(request.session, effect=Effect.GAMES)


def _mistakes(request: Request, which: str) -> Reply:
    if which.casefold() not in ("", "all"):
        raise ValueError(f"{quoted(which)} is not understood; write mistakes or mistakes all")
    return Reply(request.session, effect=Effect.MISTAKES, argument=which.casefold())


def _undo(request: Request, _: str) -> Reply:
    session = request.session.undo_turn()
    back = request.session.timeline.ply - session.timeline.ply
    return Reply(session, ("Taken back: " + _listed(request.session.timeline.played[-back:]),))


def _redo(request: Request, _: str) -> Reply:
    session = request.session.redo_turn()
    again = session.timeline.played[request.session.timeline.ply :]
    return Reply(session, ("Played again: " + _listed(again),))


def _listed(moves: tuple[object, ...]) -> str:
    return ", ".join(map(str, moves)) + "."


def _save(request: Request, name: str) -> Reply:
    return Reply(request.session, effect=Effect.EXPORT, argument=name)


def _new(request: Request, _: str) -> Reply:
    session = request.session.restarted()
    return Reply(session, ("A new game.", *board(session)))


def _resign(request: Request, argument: str) -> Reply:
    session = request.session
    colour = session.person or session.position.turn
    resigned = session.resign(colour)  # ValueError if there is nothing to resign
    if argument.strip().lower() in ("yes", "y"):
        return Reply(resigned)
    loser = "it counts as lost" if session.person else f"{colour} would lose"
    return Reply(session, (f"Resign? {loser.capitalize()}; write resign yes, or play on.",))


def _clock(request: Request, argument: str) -> Reply:
    session = request.session
    if not argument:
        return Reply(session, (text.time_left(session), text.clock_line(session)))
    control = None if argument.casefold() == "off" else TimeControl.parse(argument)
    after = session.restarted().with_clock(control)
    return Reply(after, (*_greeting(after), text.time_left(after)))


def _rules(request: Request, _: str) -> Reply:
    variant = request.session.variant
    return Reply(request.session, tuple(text.rule_lines(variant)))


def _game(request: Request, name: str) -> Reply:
    word, _, size = name.partition(" ")
    if size and re.fullmatch(r"[0-9]{1,2}", size.strip(), re.ASCII) is None:
        raise ValueError(f"{quoted(size)} is no board size; write game pikachu 10, for instance")
    variant = get_variant(word.casefold(), int(size) if size else None)
    session = replace(request.session.restarted(), timeline=Timeline.begin(Position.start(variant)))
    session = _first_mover_kept(request.session, session)
    return Reply(session, _greeting(session))


def _side(request: Request, word: str) -> Reply:
    session = request.session
    if session.person is None:
        raise ValueError("two people play, so there is no side to change")
    colours = {str(colour): colour for colour in Colour}
    if word.casefold() not in colours:
        raise ValueError(f"{quoted(word)} is no side; write side black or side white")
    after = session.restarted()
    if session.person is not colours[word.casefold()]:
        after = replace(after, black=after.white, white=after.black)
    return Reply(after, _greeting(after))


def _first_mover_kept(before: Session, after: Session) -> Session:
    """Whoever moved first moves first in another game too, whichever colour that has there."""
    if before.timeline.start.turn is after.timeline.start.turn:
        return after
    return replace(after, black=after.white, white=after.black)


def _greeting(session: Session) -> tuple[str, ...]:
    return ("A new game.", *text.introduction(session), *board(session))


def _resume(request: Request, _: str) -> Reply:
    if request.older is None:
        raise ValueError("there is no other unfinished game")
    older = request.older
    return Reply(older, (*text.introduction(older), text.clock_line(older), *board(older)))


def _retry(request: Request, _: str) -> Reply:
    if request.session.outcome is not None or request.session.to_move.is_person:
        raise ValueError("the computer is not to move")
    return Reply(request.session, effect=Effect.THINK)


def _level(request: Request, name: str) -> Reply:
    if request.session.black.is_person and request.session.white.is_person:
        raise ValueError("two people play, so there is no level to change")
    return Reply(request.session, effect=Effect.LEVEL, argument=name)


def with_level(session: Session, level: str) -> Session:
    """The same game with another level in the computer's place."""

    def changed(player: Player) -> Player:
        return player if player.is_person else replace(player, level=level)

    return replace(session, black=changed(session.black), white=changed(session.white))


def _help(request: Request, _: str) -> Reply:
    moves = request.session.position.legal_moves()
    example = str(moves[0]) if moves else "9-13"
    words = (f"{name} {word.argument}".strip() for name, word in COMMANDS.items())
    width = max(len(name) + len(word.argument) for name, word in COMMANDS.items()) + 2
    lines = [
        f"Write a move such as {example}, with square numbers or with coordinates such as a1,",
        "or the number of a move in the list, or one of these words:",
        *(
            f"  {shown:{width}} {word.summary}"
            for shown, word in zip(words, COMMANDS.values(), strict=True)
        ),
        "An empty line shows the board.",
    ]
    return Reply(request.session, tuple(lines))


def _quit(request: Request, _: str) -> Reply:
    return Reply(request.session, effect=Effect.QUIT)


COMMANDS = {
    "moves": Command("", "the legal moves in words, with their numbers", _moves),
    "board": Command("", "the board; b and w are men, B and W are kings", _board),
    "list": Command("", "where every piece stands", _list),
    "hint": Command("", "a good move, step by step", _hint),
    "explore": Command("", "the analysis board: both sides are yours", _explore),
    "review": Command(
        "[N]", "after the end, or of a finished game: what moves were worth", _review
    ),
    "mend": Command("", "after the end: your mistakes once more", _mend),
    "games": Command("", "the finished games that are kept, with their numbers", _games),
    "mistakes": Command("[all]", "your mistakes in all of them; all: mended ones too", _mistakes),
    "undo": Command("", "take back your last move and the answer to it", _undo),
    "redo": Command("", "play again what was taken back", _redo),
    "save": Command("NAME", "write the game to a PDN file", _save),
    "new": Command("", "begin again with the same players", _new),
    "resume": Command("", "go back to the unfinished game from before", _resume),
    "level": Command("NAME", "let another level play on", _level),
    "game": Command("NAME", "begin another game: mini, towers, english or pikachu", _game),
    "side": Command("COLOUR", "begin again as black or as white", _side),
    "clock": Command("[M+S]", "the time left; with 5+3 or off a new game with it", _clock),
    "rules": Command("", "the rules of this game", _rules),
    "resign": Command("[yes]", "end the game; it counts as lost", _resign),
    "retry": Command("", "ask the computer again after a failure", _retry),
    "help": Command("", "these words", _help),
    "quit": Command("", "end the program; the game is saved", _quit),
}
ALIASES = {"": "board", "?": "help", "q": "quit", "exit": "quit"}
