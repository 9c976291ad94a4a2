"""Computer against computer: what is to be played, playing it, and counting."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random

from ..game import pdn
from ..game.timeline import Timeline
from ..players.guard import IllegalMoveError, StrategyError, answer
from ..players.registry import strategy
from ..players.strategy import Context, Strategy
from ..rules.position import Outcome, Position
from ..rules.variant import Colour, Variant

#: How many random plies a game begins with. In a short game they decide too much: after four of
#: them 72 % of mini's games are won by perfect play, after two 32 %.
OPENING_PLIES = {"mini": 2}
LONGER_GAMES_OPENING_PLIES = 4
_OPENING_ATTEMPTS = 100


@dataclass(frozen=True)
class Limits:
    """How long and how deep somebody may think about a move; None leaves it to the level."""

    time: float | None = None
    depth: int | None = None

    def over(self, others: "Limits") -> "Limits":
        """These limits, and the others where these leave it open."""
        return Limits(
            others.time if self.time is None else self.time,
            others.depth if self.depth is None else self.depth,
        )

    def __str__(self) -> str:
        parts = []
        if self.time is not None:
            parts.append(f"{self.time:g} s")
        if self.depth is not None:
            parts.append(f"depth {self.depth}")
        return ", ".join(parts)


@dataclass(frozen=True)
class Contestant:
    """A level or strategy by name, with its limits."""

    level: str
    limits: Limits = Limits()

    def __str__(self) -> str:
        limits = str(self.limits)
        return f"{self.level} ({limits})" if limits else self.level


@dataclass(frozen=True)
class Match:
    """A number of games between two contestants, A and B.

    With ``swap`` every opening is played twice, with the colours changed; without it A always
    has the colour that moves first. ``by_colour`` holds limits that go with a colour rather than
    with a contestant, and come before the contestant's own. Everything random follows from
    ``seed``; ``opening_plies`` None is the usual number for the variant.
    """

    variant: Variant
    a: Contestant
    b: Contestant
    games: int
    seed: int
    swap: bool = True
    opening_plies: int | None = None
    by_colour: dict[Colour, Limits] = field(default_factory=dict)

    def fixtures(self) -> "Iterator[Fixture]":
        """The games to be played, each complete in itself."""
        return map(self.fixture, range(1, self.games + 1))

    def fixture(self, number: int) -> "Fixture":
        """The game of that number, counted from 1.

        Raises ValueError if the variant is too short for openings of so many plies.
        """
        pair, second = divmod(number - 1, 2) if self.swap else (number - 1, 0)
        colour_of_a = self.variant.first.other if second else self.variant.first
        plies = self.opening_plies
        if plies is None:
            plies = OPENING_PLIES.get(self.variant.name, LONGER_GAMES_OPENING_PLIES)
        seeds = Random(f"{self.seed} game {number}")
        return Fixture(
            number=number,
            opening=random_opening(
                Position.start(self.variant),
                plies,
                Random(f"{self.seed} opening {pair}"),
            ),
            colour_of_a=colour_of_a,
            a=self._limited(self.a, colour_of_a),
            b=self._limited(self.b, colour_of_a.other),
            seed_of_a=seeds.getrandbits(32),
            seed_of_b=seeds.getrandbits(32),
        )

    def _limited(self, contestant: Contestant, colour: Colour) -> Contestant:
        limits = self.by_colour.get(colour, Limits()).over(contestant.limits)
        return replace(contestant, limits=limits)


@dataclass(frozen=True)
class Fixture:
    """One game to be played."""

    number: int
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


@dataclass(frozen=True)
class Played:
    """A game that was played to its end, or lost by the fault of a strategy."""

    fixture: Fixture
    timeline: Timeline
    outcome: Outcome
    fault: StrategyError | None = None

    def pdn(self) -> str:
        """The game as PDN."""
        tags = {
            "Event": f"{self.fixture.a} - {self.fixture.b}",
            "Round": str(self.fixture.number),
            "White": str(self.fixture.contestant(Colour.WHITE)),
            "Black": str(self.fixture.contestant(Colour.BLACK)),
        }
        if self.fault is not None:
            tags["Termination"] = self.outcome.reason
        return pdn.write_game(pdn.RecordedGame(self.timeline, tags, pdn.result_of(self.outcome)))


@dataclass(frozen=True)
class Result:
    """The games of a match so far, counted for A. ``illegal`` and ``failures`` are of both."""

    a_wins: int = 0
    draws: int = 0
    b_wins: int = 0
    illegal: int = 0
    failures: int = 0

    def plus(self, played: Played) -> "Result":
        """The result with one more game."""
        winner, illegal = played.outcome.winner, isinstance(played.fault, IllegalMoveError)
        return Result(
            self.a_wins + (winner is played.fixture.colour_of_a),
            self.draws + (winner is None),
            self.b_wins + (winner is played.fixture.colour_of_a.other),
            self.illegal + illegal,
            self.failures + (played.fault is not None and not illegal),
        )

    @property
    def games(self) -> int:
        """How many games there were."""
        return self.a_wins + self.draws + self.b_wins

    @property
    def score(self) -> float | None:
        """A's share of the points, from 0 to 1; None before the first game."""
        return (self.a_wins + self.draws / 2) / self.games if self.games else None


def random_opening(start: Position, plies: int, random: Random) -> Timeline:
    """A line of so many random moves after which the game goes on."""
    for _ in range(_OPENING_ATTEMPTS):
        line = Timeline.begin(start)
        while line.ply < plies and line.outcome is None:
            line = line.play(random.choice(line.position.legal_moves()))
        if line.outcome is None:
            return line
    raise ValueError(f"{start.variant} hardly goes on after {plies} random plies; ask for fewer")


def make_strategy(contestant: Contestant, variant: Variant, seed: int | None = None) -> Strategy:
    """The contestant's strategy; ValueError if it cannot be made."""
    limits = contestant.limits
    return strategy(contestant.level, variant, seed=seed, time=limits.time, depth=limits.depth)


def play_game(fixture: Fixture) -> Played:
    """Play one game; a strategy that fails or answers with an illegal move has lost."""
    line = fixture.opening
    variant = line.start.variant
    players: dict[Colour, Strategy] = {}
    while (outcome := line.outcome) is None:
        colour = line.position.turn
        contestant = fixture.contestant(colour)
        try:
            if colour not in players:
                players[colour] = _made(contestant, variant, fixture.seed(colour))
            context = Context(history=line.history)
            decision = answer(players[colour], contestant.level, line.position, context)
        except StrategyError as fault:
            return Played(fixture, line, Outcome(colour.other, str(fault)), fault)
        line = line.play(decision.move)
    return Played(fixture, line, outcome)


def _made(contestant: Contestant, variant: Variant, seed: int) -> Strategy:
    """The contestant's strategy; one that was fine before the match may still fail now."""
    try:
        return make_strategy(contestant, variant, seed)
    except ValueError as error:
        raise StrategyError(str(error)) from error
