"""Values in a few letters and in words, the same wherever the coach speaks."""

from ..engine.score import moves_to_end
from ..messages import counted, number_word


def signed(value: int, exact: bool) -> str:
    """A value in a few letters that read without colour: +1, 0, -1; +0.40; won in 4."""
    moves = moves_to_end(value)
    if moves is not None:
        word = "won" if value > 0 else "lost"
        return f"{word} in {moves}" if moves else word
    if exact:
        return f"{value:+d}" if value else "0"
    return f"{value / 100:+.2f}" if value else "0.00"


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
    return f"scores {value / 100:+.2f}"


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
    """A value in at most that many letters, its sign in any case: +0.40, +0.4, +.4, +; W4, W."""
    moves = moves_to_end(value)
    if moves is not None:
        word = "W" if value > 0 else "L"
        forms = [signed(value, exact), f"{word}{moves}", word]
    elif exact:
        forms = [signed(value, exact)]
    else:
        sign = "+" if value > 0 else "-" if value < 0 else ""
        tenths = f"{value / 100:+.1f}"
        brief = [tenths.replace("+0.", "+.").replace("-0.", "-."), f"{value / 100:+.0f}"]
        # What would be rounded to nothing is told by its sign.
        brief = [form for form in brief if form.strip("+-.0")]
        forms = [signed(value, exact), tenths, *brief, sign or "0"]
    return next((form for form in forms if len(form) <= width), forms[-1])
