"""Values in a few letters and in words, the same wherever the coach speaks."""

from typing import TYPE_CHECKING, NamedTuple

from ..engine.score import Score, is_decided, moves_to_end
from ..rules.notation import Move
from ..support.text import Phrase, counted, joined, listing, number_word
from .chances import chances, percent

if TYPE_CHECKING:  # takes a while to load
    from .analysis import Analysis

#: With winning chances above these, in per cent, a side is better; below what is left, worse.
BETTER = 65


def signed(value: int, exact: bool) -> str:
    """A value in a few letters that read without colour: +1, 0, -1; 59 %; won in 4."""
    moves = moves_to_end(value)
    if moves is not None:
        word = "won" if value > 0 else "lost"
        return f"{word} in {moves}" if moves else word
    if exact:
        return f"{value:+d}" if value else "0"
    return f"{percent(value)} %"


def outcome_words(value: int, exact: bool) -> str:
    """What a value means, as the end of a sentence: 'wins by 2 pieces', 'draws', ..."""
    moves = moves_to_end(value)
    if moves is not None:
        verb = "wins" if value > 0 else "loses"
        return f"{verb} in {counted(moves, 'move')}" if moves else verb
    if exact:
        if value == 0:
            return "draws"
        return f"{'wins' if value > 0 else 'loses'} by {counted(abs(value), 'piece')}"
    return f"gives {percent(value)} % winning chances"


def outcome_of(moves: int, value: int, exact: bool) -> str:
    """What that many moves of a value do: 'draws', 'draw'."""
    verb, space, rest = outcome_words(value, exact).partition(" ")
    return f"{verb if moves == 1 else verb.removesuffix('s')}{space}{rest}"


def others_do(moves: int, value: int, exact: bool, *, also: bool = False) -> str:
    """What that many other moves do: 'Four other moves draw', 'One other move also wins'."""
    noun = "other move" if moves == 1 else "other moves"
    done = outcome_of(moves, value, exact)
    return f"{number_word(moves).capitalize()} {noun} {'also ' if also else ''}{done}"


def short(value: int, exact: bool, width: int) -> str:
    """A value in at most that many letters: +1; 59 %, 59, or only whether it is good; W4, W+, W."""
    moves = moves_to_end(value)
    word = "W" if value > 0 else "L"
    forms = [signed(value, exact)]
    if moves is not None:
        forms += [f"{word}{moves}", f"{word}+", word]
    elif not exact:
        forms += [f"{percent(value):2}", "+" if value > 0 else "-" if value < 0 else "="]
    return next((form for form in forms if len(form) <= width), forms[-1])


def tone(value: Score) -> str:
    """Whether a value is good, even or bad for the side to move."""
    better = 50 if value.is_exact else BETTER
    share = chances(value)
    return "good" if share > better else "bad" if share < 100 - better else "even"


class Valued(NamedTuple):
    """A value, and the moves that have it."""

    value: Score
    moves: list[Move]

    @property
    def is_known(self) -> bool:
        """Whether it is more than an estimate."""
        return self.value.is_exact or is_decided(self.value)


def by_value(analysis: "Analysis") -> list[Valued]:
    """The moves with their values, the best first; those that are certainly equal together."""
    rows: list[Valued] = []
    for move, value in analysis.moves.items():
        known = analysis.exact or is_decided(value)
        if rows and rows[-1].value == value and known:
            rows[-1].moves.append(move)
        else:
            rows.append(Valued(value, [move]))
    return rows


def values_sentence(analysis: "Analysis") -> str:
    """The value of every move, best first, and how certain that is.

    Exact values are told by what they mean, all moves of a value at once. A move and its value are
    kept together by no-break spaces.
    """
    if not analysis.exact:
        items = (
            Phrase(move, f" {signed(value, False)}".replace(" ", "\N{NO-BREAK SPACE}"))
            for move, value in analysis.moves.items()
        )
        opinion = f"In the engine's opinion, at depth {analysis.depth}: "
        return Phrase(opinion, joined(items), ".")
    told = (
        Phrase(listing(moves), f" {outcome_of(len(moves), value, exact=True)}")
        for value, moves in by_value(analysis)
    )
    return Phrase(joined(told, "; "), ".")
