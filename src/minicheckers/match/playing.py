"""One game of a match: played to its end, or lost by the fault of a strategy."""

from dataclasses import dataclass
from random import Random
from typing import Any

from ..engine.decision import Context
from ..game import pdn
from ..game.timeline import Timeline
from ..players.guard import IllegalMoveError, StrategyError, answer
from ..players.registry import strategy_of
from ..players.strategy import Options, Strategy
from ..rules.position import Outcome
from ..rules.variant import Colour, Variant
from .match import Contestant, Fixture, Match


@dataclass(frozen=True)
class Played:
    """A game that was played to its end, or lost by the fault of a strategy."""

    fixture: Fixture
    timeline: Timeline
    outcome: Outcome
    fault: StrategyError | None = None

    @property
    def score(self) -> float:
        """What the game is worth to A: 1, a half or 0."""
        if self.outcome.winner is None:
            return 0.5
        return 1.0 if self.outcome.winner is self.fixture.colour_of_a else 0.0

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
        return pdn.write_game(pdn.PdnGame(self.timeline, tags, pdn.result_of(self.outcome)))

    def to_data(self) -> dict[str, Any]:
        """The game as plain data; what it was a game of is told by its number."""
        winner = self.outcome.winner
        return {
            "number": self.fixture.number,
            "moves": [str(move) for move in self.timeline.played],
            "winner": None if winner is None else str(winner),
            "reason": self.outcome.reason,
            "illegal": isinstance(self.fault, IllegalMoveError),
            "fault": None if self.fault is None else str(self.fault),
        }

    @classmethod
    def from_data(cls, data: dict[str, Any], match: Match) -> "Played":
        """The game of `to_data`, of the match it was played in."""
        fixture = match.fixture(data["number"])
        timeline = Timeline.begin(fixture.opening.start)
        for move in data["moves"]:
            timeline = timeline.play(move)
        winner = None if data["winner"] is None else Colour(data["winner"])
        fault = None
        if data["fault"] is not None:
            fault = (IllegalMoveError if data["illegal"] else StrategyError)(data["fault"])
        return cls(fixture, timeline, Outcome(winner, data["reason"]), fault)


def make_strategy(contestant: Contestant, variant: Variant, seed: int | None = None) -> Strategy:
    """The contestant's strategy; ValueError if it cannot be made."""
    if contestant.factory is not None:
        return contestant.factory(Options(variant, Random(seed), contestant.limits))
    return strategy_of(contestant, variant, seed)


def play_game(fixture: Fixture) -> Played:
    """Play one game; a strategy that fails or answers with an illegal move has lost."""
    timeline = fixture.opening
    variant = timeline.start.variant
    players: dict[Colour, Strategy] = {}
    while (outcome := timeline.outcome) is None:
        colour = timeline.position.turn
        contestant = fixture.contestant(colour)
        try:
            if colour not in players:
                players[colour] = _made(contestant, variant, fixture.seed(colour))
            context = Context(history=timeline.history)
            decision = answer(players[colour], contestant.name, timeline.position, context)
        except StrategyError as fault:
            return Played(fixture, timeline, Outcome(colour.other, str(fault)), fault)
        timeline = timeline.play(decision.move)
    return Played(fixture, timeline, outcome)


def _made(contestant: Contestant, variant: Variant, seed: int) -> Strategy:
    """The contestant's strategy; one that was fine before the match may still fail now."""
    try:
        return make_strategy(contestant, variant, seed)
    except ValueError as error:
        raise StrategyError(str(error)) from error
