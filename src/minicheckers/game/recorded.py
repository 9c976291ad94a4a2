"""Recorded games: who played them and how they ended in words, and how one is opened."""

from typing import TYPE_CHECKING

from ..messages import counted
from ..rules.variant import COLOURS, Colour
from .player import PERSON, Player
from .request import GameRequest
from .session import Session

if TYPE_CHECKING:  # reading PDN takes a while to load
    from .pdn import RecordedGame

#: What stands for "not known" in a tag.
_UNKNOWN = ("", "?", "????.??.??")
_RESULTS = {"1-0": "white won", "0-1": "black won", "1/2-1/2": "a draw"}


def name_of(record: "RecordedGame", colour: Colour) -> str | None:
    """Who played a colour, None if the record does not say."""
    return _tag(record, colour.capitalize())


def result_words(record: "RecordedGame") -> str:
    """How the game ended: by the rules with the reason, else as the record says."""
    line = record.timeline.at(len(record.timeline.moves))
    if line.outcome is not None:
        return str(line.outcome)
    return _RESULTS.get(record.result, "unfinished")


def described(record: "RecordedGame", number: int) -> str:
    """One line about a game of several: '2. Ann - Ben, 1-0, 40 moves, 2024.05.01'."""
    black, white = (name_of(record, colour) or str(colour) for colour in COLOURS)
    facts = [f"{black} - {white}", record.result, counted(len(record.timeline.moves), "move")]
    facts += [told for name in ("Event", "Date") if (told := _tag(record, name)) is not None]
    return f"{number}. {', '.join(facts)}"


def _tag(record: "RecordedGame", name: str) -> str | None:
    told = record.tags.get(name, "").strip()
    return None if told in _UNKNOWN else told


def open_recorded(record: "RecordedGame", request: GameRequest, level: str) -> tuple[Session, bool]:
    """A recorded game as a session, and whether it is only looked through.

    It is gone on with if it is unfinished or the request says by whom; `level` plays where the
    request names none.
    """
    line = record.timeline
    players_named = request.two_player or request.level is not None or request.first is not None
    over = line.outcome is not None
    if over or (record.result in _RESULTS and not players_named):
        return Session(line.at(0), PERSON, PERSON), True
    if request.two_player:
        return Session(line, PERSON, PERSON).with_clock(request.clock), False
    first = request.first or "you"
    if first == "random":
        first = request.random.choice(("you", "ai"))
    computer = Player(request.level or level, request.limits)
    session = Session.against(line, computer, person_first=first == "you", seed=request.seed)
    return session.with_clock(request.clock), False
