"""Games in files: choosing one, reading it, opening it, whether it is kept here already."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ..game.player import PERSON
from ..game.request import GameRequest
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.variant import COLOURS, Variant
from ..storage.own_files import LONGEST_PDN
from ..support.named_files import read_text_file
from ..support.text import Phrase, about, counted, quoted
from .activity import Answers, Question
from .background import World
from .setup import Setup, activity_of

if TYPE_CHECKING:  # reading PDN takes a while to load
    from ..game.pdn import PdnGame
    from ..storage.store import KeptGame, Store

#: How many files and games of a file are listed.
MOST_FILES, MOST_GAMES = 200, 2000
#: Two games often begin with the same move by chance, but rarely with the same two.
SAME_BEGINNING = 2


def read_recorded(
    text: str | None,
    name: str,
    number: int | None = None,
    most: int | None = None,
    variant: Variant | None = None,
) -> "list[PdnGame]":
    """The games of a text with that name, that many at most, or the one of that number alone.

    Without a text the name is that of a file.
    ValueError with a sentence if there is none, or the text is wrong before it. `variant` is the
    game of those that do not tell theirs.
    """
    from ..game.correspondence import recorded_games

    if text is None:
        text = read_text_file(name, LONGEST_PDN)
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
    from ..opponents.registry import names

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
                contradiction = Phrase(str(error), f" (game {game.id})")
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


# Choosing and opening one

Take = Callable[["PdnGame"], None]


def choose_recorded(world: World, take: Take) -> None:
    """Let the person choose a file here with recorded games, the latest first, or type a name."""
    found = [path for path in Path.cwd().glob("*.pdn") if path.is_file()]
    latest = sorted(found, key=lambda path: path.stat().st_mtime_ns, reverse=True)
    typing = partial(world.prompt, "File", partial(choose_from_file, world, take))
    if not latest:
        typing()
        world.say("There is no PDN file here. Type the name of one.")
        return
    names = [path.name for path in latest[:MOST_FILES]]
    answers = {name: partial(choose_from_file, world, take, name) for name in names}
    world.ask(Question("Recorded games", "", {**answers, "another name ...": typing}))


def choose_from_file(world: World, take: Take, name: str, variant: Variant | None = None) -> None:
    """Take the game of a file, or let the person choose if it has several."""
    path = str(Path(name).expanduser())
    records = read_recorded(None, path, None, MOST_GAMES, variant)
    if len(records) == 1:
        take(records[0])
        return
    answers: Answers = {
        record.described(number): partial(take, record)
        for number, record in enumerate(records, start=1)
    }
    world.ask(Question(name, "", answers))


def open_record(world: World, setup: Setup, record: "PdnGame") -> None:
    """Open a recorded game as the person wishes."""
    open_request(world, setup, open_recorded(setup.request, record, world.store))


def open_request(world: World, setup: Setup, request: GameRequest) -> None:
    """Open the game of a request; what to do with a recorded one is asked if nobody says it.

    In correspondence that is known: whoever has a letter wants to answer.
    """
    record = request.record
    if record is not None and not request.names_players:
        from ..game.correspondence import is_correspondence

        if not is_correspondence(record):
            _open_and_ask(world, request, record)
            return
    assert request.session is not None
    if not request.resumed and not request.replaying:
        world.store.begin()
    world.open(activity_of(replace(request, coach=setup.coach), request.session))


def _open_and_ask(world: World, request: GameRequest, record: "PdnGame") -> None:
    """Open a recorded game, say who played it, and ask what to do with it.

    It is the person's own only if it says so.
    """
    from .game import which_side
    from .recorded import Recorded

    session = request.session
    assert session is not None
    line, person = session.timeline, session.person
    own = person is not None and record.player(person) == PERSON.name
    looked_at = session if own else replace(session, black=PERSON, white=PERSON)
    recorded = Recorded(looked_at, record)
    world.open(recorded)
    begin = partial(recorded.walk, -line.ply) if line.ply else None
    answers: Answers = {
        "Step through": begin,
        "Review": recorded.review,
    }
    if not record.is_finished and line.outcome is None:
        players = (session.black, session.white)
        computer = next((player for player in players if not player.is_person), None)
        sides = which_side(world, line, computer).answers
        likely = f"Play {person or line.position.turn}"
        answers = {likely: sides[likely], **sides, **answers}
    moves = counted(line.number_of(len(line.moves)), "move")
    facts = [str(recorded.variant), moves, record.result_in_words(), record.tag("Date")]
    title = " - ".join(record.player(colour) or str(colour) for colour in COLOURS)
    world.ask(Question(title, f"{', '.join(filter(None, facts))}.", answers))
