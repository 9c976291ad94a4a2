"""Values in a few letters and in words, the same wherever the coach speaks."""

from ..engine.score import moves_to_end
from ..messages import counted


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
