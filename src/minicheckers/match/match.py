"""What is to be played: contestants, and the games between every two of them."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from itertools import combinations
from random import Random
from typing import Any

from ..game.player import NO_LIMITS, Limits, Player
from ..game.timeline import Timeline
from ..players.strategy import Factory
from ..rules.position import Position
from ..rules.variant import Colour, Variant, get_variant

#: How many random plies a game begins with. In a short game they decide too much: after four of
#: them 72 % of mini's games are won by perfect play, after two 32 %.
OPENING_PLIES = {"mini": 2}
LONGER_GAMES_OPENING_PLIES = 4
_OPENING_ATTEMPTS = 100


@dataclass(frozen=True)
class Contestant(Player):
    """A player of a match; never a person.

    With a ``factory`` it is made by that instead of by its name, which then only labels it; such a
    one can only play in this process.
    """

    factory: Factory | None = None

    def __str__(self) -> str:
        return self.description


@dataclass(frozen=True)
class Match:
    """Games between two contestants, or between every two of several.

    ``games`` is the number for each pairing; with ``swap`` and several pairings it is even. They
    are played in rounds, so that a match that is ended early is fair to everybody. With ``swap``
    every opening is played twice, with the colours changed; without it the first of a pairing
    always has the colour that moves first. ``by_colour`` holds limits that go with a colour rather
    than with a contestant, and come before the contestant's own. Everything random follows from
    ``seed``; ``opening_plies`` None is the usual number for the variant.
    """

    variant: Variant
    contestants: tuple[Contestant, ...]
    games: int
    seed: int
    swap: bool = True
    opening_plies: int | None = None
    by_colour: dict[Colour, Limits] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Refuse what cannot be played with ValueError."""
        if len(self.contestants) < 2:
            raise ValueError("a match needs two contestants")
        if self.swap and self.games % 2 and len(self.contestants) > 2:
            raise ValueError(
                f"with both colours for every opening the games of a pairing are an even number, "
                f"not {self.games}"
            )

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        """Who meets whom, by their numbers."""
        return tuple(combinations(range(len(self.contestants)), 2))

    @property
    def all_games(self) -> int:
        """How many games there are in all."""
        return self.games * len(self.pairings)

    @property
    def games_a_round(self) -> int:
        """How many games a round has: everybody against everybody, with both colours."""
        return len(self.pairings) * (2 if self.swap else 1)

    def labels(self) -> tuple[str, ...]:
        """A name for each contestant, no two the same."""
        labels: list[str] = []
        for name in map(str, self.contestants):
            same = sum(label == name or label.startswith(f"{name} #") for label in labels)
            labels.append(f"{name} #{same + 1}" if same else name)
        return tuple(labels)

    def fixtures(self, first: int = 1) -> "Iterator[Fixture]":
        """The games to be played from a number on, each complete in itself."""
        return map(self.fixture, range(first, self.all_games + 1))

    def pairing(self, number: int) -> tuple[int, int, bool]:
        """The round, the pairing and whether colours are changed, of the game of that number."""
        round_number, rest = divmod(number - 1, self.games_a_round)
        return round_number, *((rest // 2, rest % 2 == 1) if self.swap else (rest, False))

    def fixture(self, number: int) -> "Fixture":
        """The game of that number, counted from 1.

        Raises ValueError if the variant is too short for openings of so many plies.
        """
        round_number, pairing, swapped = self.pairing(number)
        a, b = self.pairings[pairing]
        colour_of_a = self.variant.first.other if swapped else self.variant.first
        plies = self.opening_plies
        if plies is None:
            plies = OPENING_PLIES.get(self.variant.name, LONGER_GAMES_OPENING_PLIES)
        seeds = Random(f"{self.seed} game {number}")
        return Fixture(
            number=number,
            pairing=pairing,
            opening=random_opening(
                Position.start(self.variant),
                plies,
                Random(f"{self.seed} opening {round_number}"),
            ),
            colour_of_a=colour_of_a,
            a=self._limited(self.contestants[a], colour_of_a),
            b=self._limited(self.contestants[b], colour_of_a.other),
            seed_of_a=seeds.getrandbits(32),
            seed_of_b=seeds.getrandbits(32),
        )

    def _limited(self, contestant: Contestant, colour: Colour) -> Contestant:
        limits = self.by_colour.get(colour, NO_LIMITS).over(contestant.limits)
        return replace(contestant, limits=limits)

    def to_data(self) -> dict[str, Any]:
        """The match as plain data, for other processes and for files."""
        return {
            "variant": self.variant.name,
            "size": self.variant.size,
            "contestants": [
                {"level": one.level, "time": one.limits.time, "depth": one.limits.depth}
                for one in self.contestants
            ],
            "games": self.games,
            "seed": self.seed,
            "swap": self.swap,
            "opening_plies": self.opening_plies,
            "by_colour": {
                str(colour): {"time": limits.time, "depth": limits.depth}
                for colour, limits in sorted(self.by_colour.items())
                if limits != NO_LIMITS
            },
        }

    @classmethod
    def from_data(cls, data: dict[str, Any]) -> "Match":
        """The match of `to_data`; ValueError, TypeError or KeyError if it is none."""
        return cls(
            variant=get_variant(data["variant"], data["size"]),
            contestants=tuple(
                Contestant(one["level"], Limits(one["time"], one["depth"]))
                for one in data["contestants"]
            ),
            games=data["games"],
            seed=data["seed"],
            swap=data["swap"],
            opening_plies=data["opening_plies"],
            by_colour={
                Colour(colour): Limits(limits["time"], limits["depth"])
                for colour, limits in data["by_colour"].items()
            },
        )


@dataclass(frozen=True)
class Fixture:
    """One game to be played."""

    number: int
    pairing: int
    opening: Timeline
    colour_of_a: Colour
    a: Contestant
    b: Contestant
    seed_of_a: int
    seed_of_b: int

    def contestant(self, colour: Colour) -> Contestant:
        """Who plays a colour."""
        return self.a if colour is self.colour_of_a else self.b

    def seed(self, colour: Colour) -> int:
        """The seed of a colour's random choices."""
        return self.seed_of_a if colour is self.colour_of_a else self.seed_of_b


def random_opening(start: Position, plies: int, random: Random) -> Timeline:
    """A timeline of so many random moves after which the game goes on."""
    for _ in range(_OPENING_ATTEMPTS):
        timeline = Timeline.begin(start)
        while timeline.ply < plies and timeline.outcome is None:
            timeline = timeline.play(random.choice(timeline.position.legal_moves()))
        if timeline.outcome is None:
            return timeline
    raise ValueError(f"{start.variant} hardly goes on after {plies} random plies; ask for fewer")
