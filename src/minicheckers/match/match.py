"""A match: contestants, the games between every two of them, and its way to the end.

Games are counted in their order and the rules that end a match early look at whole rounds only, so
that the same seed stops at the same game whatever the number of processes and however often the
match was broken off.
"""

import signal
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import combinations
from random import Random
from typing import TYPE_CHECKING, Any

from ..engine.decision import Context
from ..game import pdn
from ..game.player import NO_LIMITS, Limits, Player
from ..game.timeline import Timeline
from ..players.guard import CheckedStrategy, IllegalMoveError, StrategyError
from ..players.registry import confirm, strategy_of
from ..players.strategy import Factory, Options, Strategy
from ..processes import work_off
from ..rules.house_rules import to_data
from ..rules.position import Outcome, Position
from ..rules.variant import Colour, Variant
from .strength import Rating, Sprt, elo_difference, ratings

if TYPE_CHECKING:
    from concurrent.futures import Executor

    from .log import MatchLog

#: A game begins with a random ply for every three men of a side, and at most four plies. In a short
#: game they decide too much: with six men a side, four of them make 72 % of the games a win for
#: perfect play, two 32 %.
_MEN_A_RANDOM_PLY = 3
_MOST_RANDOM_PLIES = 4
_OPENING_ATTEMPTS = 100
#: This many different complaints about strategies are kept.
_MOST_FAULTS = 20


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
        """Raise ValueError for a match that cannot be played."""
        if len(self.contestants) < 2:
            raise ValueError("a match needs two contestants")
        if self.swap and self.games % 2 and len(self.contestants) > 2:
            raise ValueError(
                f"with colours swapped, each pair must play an even number of games, "
                f"not {self.games}"
            )

    @property
    def pairings(self) -> tuple[tuple[int, int], ...]:
        return tuple(combinations(range(len(self.contestants)), 2))

    @property
    def all_games(self) -> int:
        return self.games * len(self.pairings)

    @property
    def games_a_round(self) -> int:
        """Everybody against everybody, with both colours."""
        return len(self.pairings) * (2 if self.swap else 1)

    def labels(self) -> tuple[str, ...]:
        """A name for each contestant, no two the same."""
        labels: list[str] = []
        for name in map(str, self.contestants):
            same = sum(label == name or label.startswith(f"{name} #") for label in labels)
            labels.append(f"{name} #{same + 1}" if same else name)
        return tuple(labels)

    def pairing(self, number: int) -> tuple[int, int, bool]:
        """The round, the pairing and whether colours are changed, of the game of that number."""
        round_number, rest = divmod(number - 1, self.games_a_round)
        return round_number, *((rest // 2, rest % 2 == 1) if self.swap else (rest, False))

    def seats(self, pairing: int, swapped: bool) -> dict[Colour, Contestant]:
        """The players of a pairing, A first, with the limits that they have with their colours."""
        first = self.variant.first
        seats = {}
        for index, colour in zip(
            self.pairings[pairing],
            (first.other, first) if swapped else (first, first.other),
            strict=True,
        ):
            one, limits = self.contestants[index], self.by_colour.get(colour, NO_LIMITS)
            seats[colour] = replace(one, limits=limits.over(one.limits))
        return seats

    def fixture(self, number: int) -> "Fixture":
        """The game of that number, counted from 1.

        Raises ValueError if the variant is too short for openings of that many plies.
        """
        round_number, pairing, swapped = self.pairing(number)
        start, plies = Position.start(self.variant), self.opening_plies
        if plies is None:
            plies = min(_MOST_RANDOM_PLIES, start.count(start.turn) // _MEN_A_RANDOM_PLY)
        seeds, seats = Random(f"{self.seed} game {number}"), self.seats(pairing, swapped)
        return Fixture(
            number=number,
            pairing=pairing,
            opening=random_opening(start, plies, Random(f"{self.seed} opening {round_number}")),
            contestants=seats,
            seeds={colour: seeds.getrandbits(32) for colour in seats},
        )

    def to_data(self) -> dict[str, Any]:
        return {
            "variant": self.variant.name,
            "size": self.variant.size,
            # The rules of a game that nobody else knows by its name.
            **({"rules": rules} if "base" in (rules := to_data(self.variant)) else {}),
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


@dataclass(frozen=True)
class Fixture:
    """One game to be played, A being the first of its contestants."""

    number: int
    pairing: int
    opening: Timeline
    contestants: dict[Colour, Contestant]
    seeds: dict[Colour, int]

    @property
    def colour_of_a(self) -> Colour:
        return next(iter(self.contestants))


def random_opening(start: Position, plies: int, random: Random) -> Timeline:
    """A timeline of that many random moves after which the game goes on."""
    for _ in range(_OPENING_ATTEMPTS):
        timeline = Timeline.begin(start)
        while timeline.ply < plies and timeline.outcome is None:
            timeline = timeline.play(random.choice(timeline.position.legal_moves()))
        if timeline.outcome is None:
            return timeline
    raise ValueError(f"{start.variant} is nearly over after {plies} random plies; ask for fewer")


@dataclass(frozen=True)
class Played:
    """A game that was played to its end, or lost by the fault of a strategy."""

    fixture: Fixture
    timeline: Timeline
    outcome: Outcome
    fault: StrategyError | ValueError | None = None

    @property
    def score(self) -> float:
        """What the game is worth to A: 1, a half or 0."""
        if self.outcome.winner is None:
            return 0.5
        return 1.0 if self.outcome.winner is self.fixture.colour_of_a else 0.0

    def pdn(self) -> str:
        tags = {
            "Event": " - ".join(map(str, self.fixture.contestants.values())),
            "Round": str(self.fixture.number),
            "White": str(self.fixture.contestants[Colour.WHITE]),
            "Black": str(self.fixture.contestants[Colour.BLACK]),
        }
        if self.fault is not None:
            tags["Termination"] = self.outcome.reason
        return pdn.write_game(pdn.PdnGame(self.timeline, tags, pdn.result_of(self.outcome)))


def make_strategy(contestant: Contestant, variant: Variant, seed: int | None = None) -> Strategy:
    """The contestant's strategy; ValueError if it cannot be made."""
    if contestant.factory is not None:
        options = Options(variant, Random(seed), contestant.limits)
        return CheckedStrategy(contestant.name, contestant.factory, options)
    return strategy_of(contestant, variant, seed)


def play_game(fixture: Fixture) -> Played:
    """Play one game; a strategy that fails or answers with an illegal move has lost."""
    timeline = fixture.opening
    variant = timeline.start.variant
    players: dict[Colour, Strategy] = {}
    while (outcome := timeline.outcome) is None:
        colour = timeline.position.turn
        try:
            if colour not in players:
                players[colour] = make_strategy(
                    fixture.contestants[colour], variant, fixture.seeds[colour]
                )
            context = Context(history=timeline.history)
            decision = players[colour].choose(timeline.position, context)
        # ValueError: it could be made before the match, but not now.
        except (StrategyError, ValueError) as fault:
            return Played(fixture, timeline, Outcome(colour.other, str(fault)), fault)
        timeline = timeline.play(decision.move)
    return Played(fixture, timeline, outcome)


# The games, counted. They are not kept, so a match of any length takes the same memory.


@dataclass(frozen=True)
class Result:
    """The games of a pairing so far, counted for A. ``illegal`` and ``failures`` are of both."""

    a_wins: int = 0
    draws: int = 0
    b_wins: int = 0
    illegal: int = 0
    failures: int = 0

    def plus(self, score: float, *, fault: bool = False, illegal: bool = False) -> "Result":
        return Result(
            self.a_wins + (score == 1),
            self.draws + (score == 0.5),
            self.b_wins + (score == 0),
            self.illegal + illegal,
            self.failures + (fault and not illegal),
        )

    def seen_from_b(self) -> "Result":
        return replace(self, a_wins=self.b_wins, b_wins=self.a_wins)

    @property
    def games(self) -> int:
        return self.a_wins + self.draws + self.b_wins

    @property
    def points(self) -> float:
        """A's wins, and half of the draws."""
        return self.a_wins + self.draws / 2

    @property
    def score(self) -> float | None:
        """A's share of the points, from 0 to 1; None before the first game."""
        return self.points / self.games if self.games else None


@dataclass(frozen=True)
class MatchState:
    """How far a match is: every pairing's result, in the order of the match's pairings.

    ``pairs`` counts, for the first pairing, the openings that were played with both colours by what
    they were worth to A: 0, 0.5, 1, 1.5 or 2 points. Two games of one opening are not independent
    of each other; the pairs are. ``faults`` says what went wrong, each sentence once.
    """

    results: tuple[Result, ...]
    pairs: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)
    half_pair: float = 0.0
    faults: tuple[str, ...] = ()

    @classmethod
    def of(cls, match: Match) -> "MatchState":
        """Before the first game."""
        return cls((Result(),) * len(match.pairings))

    @property
    def games(self) -> int:
        return sum(result.games for result in self.results)

    def plus(self, played: Played, match: Match) -> "MatchState":
        fault = None if played.fault is None else str(played.fault)
        illegal = isinstance(played.fault, IllegalMoveError)
        return self.plus_game(match, played.score, fault, illegal=illegal)

    def plus_game(
        self, match: Match, score: float, fault: str | None, *, illegal: bool
    ) -> "MatchState":
        """After the next game, which was worth so much to A."""
        _, pairing, swapped = match.pairing(self.games + 1)
        results, pairs, faults = list(self.results), list(self.pairs), self.faults
        results[pairing] = results[pairing].plus(score, fault=fault is not None, illegal=illegal)
        if not pairing and swapped:
            pairs[round(2 * (self.half_pair + score))] += 1
        if fault is not None and fault not in faults:
            faults = (*faults, fault)[:_MOST_FAULTS]
        return MatchState(
            tuple(results),
            (pairs[0], pairs[1], pairs[2], pairs[3], pairs[4]),
            self.half_pair if pairing or swapped else score,
            faults,
        )


# From the first game, or where the match was broken off, to the end


@dataclass(frozen=True)
class StopRule:
    """Stop when every interval is at most ``until`` Elo points to either side, or by a test."""

    until: float | None = None
    sprt: Sprt | None = None

    def check(self, match: Match) -> None:
        """Raise ValueError if the rule cannot be used for a match."""
        if self.sprt is not None and (len(match.contestants) != 2 or not match.swap):
            raise ValueError("the sequential test needs exactly two levels, with colours swapped")

    def is_met(self, match: Match, state: MatchState) -> bool:
        if not state.games or state.games % match.games_a_round:
            return False
        if self.sprt is not None and self.sprt.decision(state.pairs) is not None:
            return True
        return self.until is not None and widest_margin(match, state) <= self.until


#: No rule: every game is played.
PLAY_ALL = StopRule()


def rated(match: Match, state: MatchState) -> list[Rating]:
    """The ratings of all contestants from all games."""
    encounters = [
        (a, b, result.points, result.games)
        for (a, b), result in zip(match.pairings, state.results, strict=True)
    ]
    return ratings(len(match.contestants), encounters)


def widest_margin(match: Match, state: MatchState) -> float:
    """Half the width of the widest interval, in Elo points; infinite where an end is."""
    if len(match.contestants) > 2:
        return max(rating.margin for rating in rated(match, state))
    (result,) = state.results
    elo = elo_difference(result.score, result.games)
    if elo.low is None or elo.high is None:
        return float("inf")
    return (elo.high - elo.low) / 2


def run_match(
    match: Match,
    *,
    jobs: "int | Executor" = 1,
    rule: StopRule = PLAY_ALL,
    files: "MatchLog | None" = None,
    state: MatchState | None = None,
    on_game: Callable[[Played, MatchState], None] | None = None,
) -> MatchState:
    """Play what is left of a match, and tell how far it came.

    `on_game` hears of every game after it is written and counted; Ctrl-C comes before all that or
    after it.
    """
    rule.check(match)
    reached = state or MatchState.of(match)
    if reached.games >= match.all_games or rule.is_met(match, reached):
        return reached
    with closing(play_all(match, jobs, reached.games + 1)) as playing:
        for played in playing:
            with _interrupts_waiting():
                if files is not None:
                    files.write(played)
                reached = reached.plus(played, match)
                if on_game is not None:
                    on_game(played, reached)
            if rule.is_met(match, reached):
                break
    return reached


def play_all(match: Match, jobs: "int | Executor", first: int = 1) -> Generator[Played, None, None]:
    """Play the games from a number on, and yield them in their order.

    That many processes play, or an executor, with the promises of `work_off`.
    """
    numbers = range(first, match.all_games + 1)
    if isinstance(jobs, int):
        jobs = max(1, min(jobs, len(numbers)))
    return work_off(partial(_play_numbered, match), numbers, jobs)


def _play_numbered(match: Match, number: int, _report: Callable[[], None]) -> Played:
    for contestant in match.contestants:
        confirm(contestant.name)  # named where the match was started, maybe in another process
    return play_game(match.fixture(number))


@contextmanager
def _interrupts_waiting() -> Iterator[None]:
    """Let Ctrl-C wait, or a game could be in the files and not in the result."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    pressed = False

    def note(_number: int, _frame: object) -> None:
        nonlocal pressed
        pressed = True

    before = signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
        if pressed:
            signal.raise_signal(signal.SIGINT)
