"""Pages of facts over the screen: what each of them says, and drawing one."""

import textwrap
from collections.abc import Callable
from typing import NamedTuple

from ..frame import Frame, Rect
from ..state import AppState, Sheet
from .glyphs import Glyphs
from .overlay import draw_box

#: The columns that the frame of a page takes.
_FRAME = 4


class SheetText(NamedTuple):
    """The title of a page and its lines."""

    title: str
    lines: tuple[str, ...]


def record_sheet(state: AppState) -> SheetText:
    """All results against the computer, in signs where there is no room for words."""
    kept = ((state.record.rows(), "", ""), (state.record.helped_rows(), " (with help)", " helped"))
    found = [
        (variant, level, score, remark, short)
        for scores, remark, short in kept
        for (variant, level), score in scores
    ]
    rows = [f"{v:8}  {level:10}  {score}{remark}" for v, level, score, remark, _ in found]
    if max(map(len, rows), default=0) > state.size[0] - _FRAME:
        rows = [
            f"{v:7} {level:8} +{score.wins} ={score.draws} -{score.losses}{short}"
            for v, level, score, _, short in found
        ]
    return SheetText("Record", tuple(rows) or ("No game against the computer is finished yet.",))


def details_sheet(state: AppState) -> SheetText:
    """All that is known about the search under way, or the last one."""
    game = state.board
    progress = state.thinking.progress if state.thinking else None
    if progress is None and game is not None:
        progress = game.last_search
    if progress is None:
        return SheetText("Search", ("Nothing has been searched for this position yet.",))
    line = " ".join(map(str, progress.pv)) or "nothing yet"
    facts = (
        ("depth", str(progress.depth)),
        ("score", f"{progress.score} for who moves"),
        ("nodes", f"{progress.nodes:,}"),
        ("seconds", f"{progress.seconds:.2f}"),
        ("nodes a second", f"{progress.nodes_per_second:,.0f}"),
        ("cut-offs", f"{progress.max_cutoffs:,} max, {progress.min_cutoffs:,} min"),
    )
    rows = [f"{name:15} {value}" for name, value in facts]
    wrapped = textwrap.wrap(line, max(12, min(40, state.size[0] - _FRAME - 16)))
    rows += [f"{'expects' if n == 0 else '':15} {part}" for n, part in enumerate(wrapped)]
    return SheetText("Search", tuple(rows))


SHEETS: dict[str, Callable[[AppState], SheetText]] = {
    "record": record_sheet,
    "details": details_sheet,
}


def draw_sheet(frame: Frame, state: AppState, sheet: Sheet, glyphs: Glyphs) -> None:
    """Draw a page in the middle of the screen, as much of it as there is room for."""
    title, texts = SHEETS[sheet.name](state)
    room = max(1, frame.width - _FRAME)
    lines = [line for text in texts for line in textwrap.wrap(text, room) or [""]]
    width = min(frame.width, max(len(title) + 4, *map(len, lines)) + _FRAME)
    height = min(max(3, frame.height - 1), len(lines) + 2)
    area = Rect((frame.width - width) // 2, (frame.height - 1 - height) // 2, width, height)
    inside = draw_box(frame, area, glyphs, title)
    hidden = max(0, len(lines) - inside.height)
    first = min(sheet.scroll, hidden)
    for number, text in enumerate(lines[first : first + inside.height]):
        frame.write(inside, number, text, "dialog", "dialog")
    edge = area.left + area.width - 1
    if first > 0:
        frame.put(edge, inside.top, glyphs.more[0], "dialog_strong", "dialog")
    if first < hidden:
        frame.put(edge, inside.top + inside.height - 1, glyphs.more[1], "dialog_strong", "dialog")
