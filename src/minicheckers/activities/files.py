"""Recorded games: reading them from files, opening them, whether one is kept here already."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from ..game.player import PERSON
from ..game.request import GameRequest
from ..game.session import Session
from ..game.timeline import Timeline
from ..messages import about, counted, quoted
from ..rules.variant import Variant

if TYPE_CHECKING:  # reading PDN takes a while to load
    from ..game.pdn import PdnGame
    from ..storage.store import KeptGame, Store

#: Two games often begin with the same move by chance, but rarely with the same two.
SAME_BEGINNING = 2


def read_recorded(
    text: str,
    name: str,
    number: int | None = None,
    most: int | None = None,
    variant: Variant | None = None,
) -> "list[PdnGame]":
    """The games of a text with that name, that many at most, or the one of that number alone.

    ValueError with a sentence if there is none, or the text is wrong before it. `variant` is the
    game of those that do not tell theirs.
    """
    from ..game.correspondence import recorded_games

    # If a game is named, errors in later games do not matter.
    with about(name):
        records = recorded_games(text, number or most, variant)
    if not records:
        raise ValueError(f"there is no game in {quoted(name)}")
    if number is not None and number > len(records):
        count = counted(len(records), "game")
        raise ValueError(f"{quoted(name)} has {count}, so there is no game {number}")
    return records if number is None else [records[number - 1]]


def open_recorded(
    request: GameRequest, record: "PdnGame", store: "Store", *, strict: bool = True
) -> GameRequest:
    """The request with a recorded game to open.

    Correspondence goes on with the game that is kept here, unless the request says who plays.
    One that contradicts it or knows less is another game, or with ``strict`` a ValueError.
    """
    from ..game.correspondence import is_correspondence
    from ..players.registry import names

    level = store.preferences().level
    session, replaying = request.opened(record, level, lambda name: name in names())
    request = replace(request, session=session, replaying=replaying, record=record)
    if replaying or request.names_players or not is_correspondence(record):
        return request
    try:
        kept = kept_copy(record.timeline, store.unfinished())
    except ValueError as error:
        if strict:
            raise ValueError(f"{error}; --two-player opens it as another game") from None
        kept = None
    resumed = None if kept is None else store.resume(kept.id)
    if resumed is None:
        return request
    session = replace(resumed, timeline=record.timeline)
    return replace(request, session=session, resumed=True)


def asks_what_to_do(request: GameRequest, record: "PdnGame") -> bool:
    """Whether the person is to say what to do with a recorded game.

    Not if the request says who plays, nor in correspondence: whoever has a letter wants to answer.
    """
    from ..game.correspondence import is_correspondence

    return not request.names_players and not is_correspondence(record)


def openable(kept: "Iterable[KeptGame]") -> "Iterator[tuple[KeptGame, Session]]":
    """The games that can be opened; what is wrong with another is told to whoever opens it."""
    for game in kept:
        try:
            session = game.session()
        except ValueError:
            continue
        yield game, session


def kept_remote(session: Session, kept: "Iterable[KeptGame]") -> "KeptGame | None":
    """The unfinished game with somebody elsewhere of which this is a copy, None if it is new.

    Whoever comes back may have another name by now.
    """
    remote = (game for game in kept if game.is_remote and not game.open_elsewhere)
    for game, mine in openable(remote):
        common = _common_plies(mine.timeline, session.timeline)
        same_seat = (mine.black == PERSON) == (session.black == PERSON)
        if same_seat and 0 < common == min(mine.timeline.ply, session.timeline.ply):
            return game
    return None


def kept_copy(line: Timeline, kept: "Iterable[KeptGame]") -> "KeptGame | None":
    """The unfinished game of two people that a line continues, None if it is a new one.

    ValueError with a sentence if the line contradicts such a game, or knows less than it.
    """
    from ..game.correspondence import added_moves

    contradiction = None
    people = (game for game in kept if game.black is None and game.white is None)
    for game, session in openable(people):
        mine = session.timeline
        common = _common_plies(mine, line)
        if 0 < common == mine.ply <= line.ply:
            return game
        if common >= SAME_BEGINNING and contradiction is None:
            try:
                added_moves(mine, line)
            except ValueError as error:
                contradiction = f"{error} (game {game.id})"
    if contradiction is not None:
        raise ValueError(contradiction)
    return None


def _common_plies(one: Timeline, other: Timeline) -> int:
    if one.start != other.start:
        return 0
    pairs = zip(one.played, other.played, strict=False)
    return next(
        (ply for ply, (mine, theirs) in enumerate(pairs) if mine != theirs),
        min(one.ply, other.ply),
    )
