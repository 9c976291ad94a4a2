"""Outcome: how a game has ended. Why is one of an enumeration; words are made where it is shown."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from ..support.text import counted, ordinal
from .variant import Colour


class Reason(StrEnum):
    """Why a game is over; the value is its name in files."""

    # What is on the board
    NO_PIECES = "no pieces"
    CANNOT_MOVE = "cannot move"
    LAST_ROW = "last row"
    TOO_MANY_CAPTURES = "too many ways to capture"
    AS_MANY_PIECES = "as many pieces"
    MORE_PIECES = "more pieces"
    # The rules for draws
    REPETITION = "repetition"
    QUIET_MOVES = "quiet moves"
    LONE_KING = "lone king"
    NO_MAN_OR_CAPTURE = "no man moved or captured"
    NO_CROWNING_OR_CAPTURE = "no crowning or capture"
    NO_CAPTURE = "no capture"
    # The players and the clock
    RESIGNED = "resigned"
    BOTH_RESIGNED = "both resigned"
    AGREED = "agreed"
    OUT_OF_TIME = "out of time"
    FAULT = "fault"
    # Without a result
    LEFT = "left"
    BROKE_RULES = "broke the rules"
    SAYS_OVER = "says it is over"
    SAYS_DRAW = "says it is a draw"
    SAYS_WON = "says it has won"
    MOVES_AGREED_ON = "moves agreed on"
    LONGEST_GAME = "longest game"


#: A game that has ended like this has no result: it can be gone on with.
_WITHOUT_RESULT = frozenset(
    {
        Reason.LEFT,
        Reason.BROKE_RULES,
        Reason.SAYS_OVER,
        Reason.SAYS_DRAW,
        Reason.SAYS_WON,
        Reason.MOVES_AGREED_ON,
        Reason.LONGEST_GAME,
    }
)
_WORDS = {
    Reason.NO_PIECES: "{side} has no pieces left",
    Reason.CANNOT_MOVE: "{side} cannot move",
    Reason.LAST_ROW: "{side} was the first to reach the last row",
    Reason.TOO_MANY_CAPTURES: "the board has too many ways to capture",
    Reason.AS_MANY_PIECES: "neither side can move and both have {pieces}",
    Reason.MORE_PIECES: "neither side can move and {side} has {pieces} against {fewer}",
    Reason.REPETITION: "the same position has come up for the {nth} time",
    Reason.QUIET_MOVES: "{number} moves without a capture or a man's step forward",
    Reason.LONE_KING: "a lone king has held out for {number} moves",
    Reason.NO_MAN_OR_CAPTURE: "{number} moves without a man's move or a capture",
    Reason.NO_CROWNING_OR_CAPTURE: "{number} moves without a crowning or a capture",
    Reason.NO_CAPTURE: "{number} moves without a capture",
    Reason.RESIGNED: "{side} has resigned",
    Reason.BOTH_RESIGNED: "both players resigned",
    Reason.AGREED: "both sides agreed",
    Reason.OUT_OF_TIME: "{side}'s time is up",
    Reason.FAULT: "{side} could not move",
    Reason.LEFT: "{name} has left",
    Reason.BROKE_RULES: "{name} has broken the rules",
    Reason.SAYS_OVER: "{name} has ended the game",
    Reason.SAYS_DRAW: "{name} has ended the game and says it is a draw",
    Reason.SAYS_WON: "{name} has ended the game and claims to have won",
    Reason.MOVES_AGREED_ON: "{moves} each were agreed on",
    Reason.LONGEST_GAME: "it has reached {number} moves",
}


#: Results as recorded games write them, White's point first.
RESULTS = {Colour.WHITE: "1-0", Colour.BLACK: "0-1", None: "1/2-1/2"}
UNFINISHED = "*"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: the winner, None for a draw and without a result, and why.

    ``side`` is the one that the reason is about, ``number`` and ``fewer`` are what was counted.
    """

    winner: Colour | None
    reason: Reason
    side: Colour | None = None
    number: int = 0
    fewer: int = 0

    @property
    def has_result(self) -> bool:
        """Whether somebody has won, or it is a draw."""
        return self.reason not in _WITHOUT_RESULT

    def why(self, names: Mapping[Colour, str] | None = None) -> str:
        """The reason in words; the players have those names, or are called by their colours."""
        side = "" if self.side is None else self.side.capitalize()
        return _WORDS[self.reason].format(
            side=side,
            name=side if names is None or self.side is None else names[self.side],
            number=self.number,
            fewer=self.fewer,
            nth=ordinal(self.number),
            pieces=counted(self.number, "piece"),
            moves=counted(self.number, "move"),
        )

    def __str__(self) -> str:
        return self.told()

    def told(self, names: Mapping[Colour, str] | None = None) -> str:
        """The result and the reason in words."""
        result = f"{self.winner.capitalize()} wins" if self.winner else "draw"
        return f"{result if self.has_result else 'no result'}: {self.why(names)}"


def result_of(outcome: Outcome | None) -> str:
    """The result as recorded games write it, UNFINISHED if there is none."""
    return RESULTS[outcome.winner] if outcome and outcome.has_result else UNFINISHED
