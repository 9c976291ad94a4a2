"""Openings: what they are called, and the ballots that tournaments draw to begin a game with.

English games begin with one of the three-move ballots, Russian and Brazilian ones with one of the
drawing table. The facts are in ``openings.txt``, which is read when somebody asks.
"""

from dataclasses import dataclass
from functools import cache
from random import Random

from ..rules.movegen import State
from ..rules.position import Position
from ..rules.variant import VARIANTS, Variant
from ..support.text import did_you_mean, listing, quoted
from .timeline import Timeline, replayed

#: The games that have ballots.
GAMES = ("english", "russian", "brazilian")
#: The word for a ballot that is left to chance.
DRAW = "draw"
#: How many plies an opening lasts: then its name leaves the board.
LASTS = 20


@dataclass(frozen=True)
class Opening:
    """Moves from the start of a game, and what they are called.

    A ``ballot`` has a key, such as 46 or 1-II, else that is empty. ``drawn`` ones are not barred.
    """

    moves: tuple[str, ...]
    name: str = ""
    ballot: str = ""
    drawn: bool = False

    @property
    def description(self) -> str:
        """The moves and the name."""
        barred = "" if self.drawn else "barred from tournaments"
        return ", ".join(filter(None, (" ".join(self.moves), self.name, barred)))


def _read(line: str) -> Opening:
    told, _, name = line.partition(" = ")
    key, *moves = told.split()
    return Opening(tuple(moves), name, key.strip("-!"), not key.endswith(("-", "!")))


@cache
def _known(variant: Variant) -> tuple[Opening, ...]:
    """All openings of a game, in the order of the file."""
    if variant.name not in GAMES or variant != VARIANTS[variant.name]:
        return ()
    from importlib.resources import files  # takes a while to load

    text = files(__package__).joinpath("openings.txt").read_text("ascii")
    sections = (section.split("]\n") for section in text.split("\n[")[1:])
    lines = next(lines for games, lines in sections if variant.name in games.split())
    return tuple(map(_read, lines.splitlines()))


@cache
def ballots(variant: Variant) -> dict[str, Opening]:
    """The ballots of a game by their keys, barred ones included; a game may have none."""
    return {one.ballot: one for one in _known(variant) if one.ballot}


def begin(variant: Variant, ballot: str, random: Random, number: int = 0) -> Timeline:
    """A game that begins with the ballot of a key, or with one that is drawn.

    No draw repeats another of the same randomness and another ``number`` before all have come.
    """
    known = ballots(variant)
    if ballot == DRAW:
        deck = [key for key, one in known.items() if one.drawn]
        ballot = random.sample(deck, len(deck))[number % len(deck)]
    return replayed(Position.start(variant), known[ballot].moves)


def find_ballot(variant: Variant, word: str) -> str:
    """The key of the ballot that a person asks for, or DRAW; ValueError if there is none."""
    known, told = ballots(variant), word.casefold()
    if not known:
        raise ValueError(f"{variant} has no ballots; {listing(GAMES)} have")
    if told == DRAW:
        return DRAW
    spelled = {key: (key.casefold(), one.name.casefold()) for key, one in known.items()}
    found = [key for key in known if told and told in spelled[key]]
    if len(found) > 1:
        raise ValueError(f"{quoted(word)} is the name of {listing(found)}; choose one of these")
    if not found:
        words = [DRAW, *known, *(one.name for one in known.values() if one.name)]
        first, *_, last = known
        advice = did_you_mean(word, words, f"choose {DRAW}, or {first} to {last}")
        raise ValueError(f"{variant} has no ballot {quoted(word)}{advice}")
    return found[0]


def is_ballot(line: Timeline) -> bool:
    """Whether the moves of a game so far are those of a ballot."""
    moves = tuple(map(str, line.played))
    return any(one.moves == moves for one in ballots(line.start.variant).values())


# By position: another order of moves leads to the same name


@cache
def _after(variant: Variant, moves: tuple[str, ...]) -> Position:
    if not moves:
        return Position.start(variant)
    return _after(variant, moves[:-1]).follow(moves[-1])[1]


@cache
def _names(variant: Variant) -> dict[State, str]:
    """The names of positions; one of a ballot has its key, too."""
    names: dict[State, str] = {}
    told: dict[State, str] = {}
    moved = (one for one in _known(variant) if one.moves)
    for one in sorted(moved, key=lambda one: len(one.moves)):
        *before, last = (
            _after(variant, one.moves[:ply]).state for ply in range(len(one.moves) + 1)
        )
        names[last] = one.name or next((names[s] for s in reversed(before) if s in names), "")
        key = one.ballot and f"ballot {one.ballot}"
        told[last] = ", ".join(filter(None, (names[last], key)))
    return told


def opening_tags(line: Timeline) -> dict[str, str]:
    """What a PDN file says of the opening, if it has a name."""
    name = opening_of(line)
    return {"Opening": name} if name else {}


def opening_of(line: Timeline) -> str:
    """What a game's opening is called, such as 'Double Cross, ballot 46'; or nothing."""
    variant = line.start.variant
    if not line.ply or variant.name not in GAMES:  # nothing is read for the first frame
        return ""
    places = line.positions[: min(line.ply, LASTS) + 1]
    names = _names(variant)
    return next((names[place.state] for place in reversed(places) if place.state in names), "")
