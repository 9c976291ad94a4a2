"""Reviewing on the board: the list of finished games, and one game with its moves graded."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from ...game.session import Session
from ...game.timeline import Timeline
from ...messages import counted
from ...play.advice import INSIGHT
from ...play.effects import ArchiveRead, PlayEvent
from ...play.retry import Retrying
from ...play.review import Reviewing
from ...play.review import Step as ReviewStep
from ...rules.variant import COLOURS, Colour
from ..events import ListRecordings
from ..frame import Frame, Rect, shortened
from ..layout import PANEL_WIDTH
from ..state import AppState, Step, open_screen
from ..widgets.board import first_board
from ..widgets.keys import Keymap, Section, bind
from ..widgets.move_values import draw_values, lines_needed
from ..widgets.panel import LEAST_MOVE_LINES, draw_moves, move_words
from ..widgets.picker import FAR
from .analysis import open_exploration
from .board import ANALYSE, AWAY, LOOKING, STEPS, BoardScreen, Line, wrapped
from .playing import SparringScreen
from .retry import open_retry

if TYPE_CHECKING:
    from ...coach.analysis import Analysis
    from ...coach.review import Review
    from ...storage.store import KeptGame

_GRADE_INKS = {"slip": "warning", "blunder": "bad", "best": "good", "forced": "dim", "good": "good"}
#: Keep this many lines of moves before showing the sentences about both sides.
_LEAST_LIST = 5
#: The most columns a ply can have in the graph.
_WIDEST_STEP = 3


# Choosing a game


@dataclass(frozen=True, kw_only=True)
class BrowseScreen(BoardScreen):
    """The finished games, latest first, with one of them on the board."""

    games: "tuple[KeptGame, ...]"
    fixed: frozenset[str] = frozenset()
    index: int = 0
    session: Session

    has_cursor: ClassVar[bool] = False

    @property
    def timeline(self) -> Timeline:
        return self.session.timeline

    def choose(self, app: AppState, step: int) -> Step:
        index = min(max(self.index + step, 0), len(self.games) - 1)
        screen = replace(self, index=index)
        try:
            session = self.games[index].session()
        except ValueError as error:
            app = app.with_screen(screen)
            return app.saying(f"this game cannot be opened: {error}", "warning"), ()
        board = replace(self.board, flipped=session.person is Colour.BLACK)
        return app.with_screen(replace(screen, session=session, board=board)), ()

    def review(self, app: AppState) -> Step:
        return review_session(app, self.session, flipped=self.board.flipped)

    def retry_all(self, app: AppState) -> Step:
        return open_retry(app, *Retrying.of_kept(self.games, self.fixed))

    def file(self, app: AppState) -> Step:
        return app, (ListRecordings("review"),)

    def keymap(self) -> Keymap:
        return (BROWSING, AWAY, LOOKING)

    def title(self) -> str:
        return f"finished games: {len(self.games)}"

    def status(self, app: AppState, width: int) -> Line:
        return "Press Enter to review this game", "text"

    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        """Draw the part of the list around the game on the board."""
        lines: list[Line] = []
        first = min(max(0, self.index - area.height // 2), max(0, len(self.games) - area.height))
        shown = self.games[first : first + area.height]
        texts = next(texts for texts in _listed(shown) if max(map(len, texts)) + 2 <= area.width)
        for number, text in enumerate(texts, start=first):
            here = number == self.index
            mark = app.glyphs.pointer if here else " "
            lines.append((f"{mark} {text}", "strong" if here else "text"))
        self.draw_lines(frame, area, app, lines)


def _listed(games: "Sequence[KeptGame]") -> Iterator[list[str]]:
    """Finished games, one line each, in fewer and fewer words."""
    yield [f"{game.headline}, {game.result_in_words}" for game in games]
    days = [game.updated[5:10] for game in games]  # the month and the day
    names = [f"{day} {g.variant} {g.opponent}" for day, g in zip(days, games, strict=True)]
    yield [f"{name}, {game.result_in_words}" for name, game in zip(names, games, strict=True)]
    names = [f"{day} {game.opponent}" for day, game in zip(days, games, strict=True)]
    yield [f"{name}, {game.result_in_words}" for name, game in zip(names, games, strict=True)]
    yield [shortened(name, PANEL_WIDTH - 2) for name in names]


def hear_archive(app: AppState, event: ArchiveRead) -> Step:
    """List the finished games, with the latest on the board; if there are none, ask for a file."""
    games = event.games
    if not games:
        app = app.saying("You have not finished a game yet. Choose a file instead.")
        return app, (ListRecordings("review"),)
    try:
        session = games[0].session()
    except ValueError as error:
        return app.saying(f"the last game cannot be opened: {error}", "warning"), ()
    board = first_board(session.position, flipped=session.person is Colour.BLACK, moving=False)
    screen = BrowseScreen(games=games, fixed=event.fixed, session=session, board=board)
    return open_screen(app, screen)


BROWSING = Section(
    "Finished games",
    (
        bind("up k wheel-up", BrowseScreen.choose, "another game", "game", shown="↑↓", step=-1),
        bind("down j wheel-down", BrowseScreen.choose, step=1),
        bind("home", BrowseScreen.choose, step=-FAR),
        bind("end", BrowseScreen.choose, step=FAR),
        bind("enter v", BrowseScreen.review, "review it", "review"),
        bind("y", BrowseScreen.retry_all, "retry all mistakes", "retry mistakes"),
        bind("o", BrowseScreen.file, "other: from a file", "from a file"),
    ),
)


# The review


@dataclass(frozen=True, kw_only=True)
class ReviewScreen(BoardScreen):
    """A graded game to step through."""

    reviewing: Reviewing
    insight: bool = False

    has_cursor: ClassVar[bool] = False

    @property
    def timeline(self) -> Timeline:
        return self.reviewing.timeline

    def recorded(self) -> Session:
        return self.reviewing.session

    def shown_analysis(self) -> "Analysis | None":
        graded = self.reviewing.graded_next
        return graded.analysis if graded is not None and self.insight else None

    # Updates

    def _after(self, app: AppState, step: ReviewStep) -> Step:
        reviewing, effects = step
        screen = replace(self, reviewing=reviewing)
        if reviewing.timeline is not self.timeline:
            screen = replace(screen, scroll=0)
        app, asked = app.with_screen(screen).hearing(effects)
        if reviewing.refutation is not None and self.reviewing.refutation is None:
            app, more = open_exploration(app, reviewing.lines(), flipped=self.board.flipped)
            return app.saying(reviewing.refutation_told()), (*asked, *more)
        return app, asked

    def hear(self, app: AppState, event: PlayEvent) -> Step:
        return self._after(app, self.reviewing.hear(event))

    def come_back(self, app: AppState) -> Step:
        """Continue grading if it was not finished."""
        reviewing = replace(self.reviewing, refutation=None, refuting=False)
        app = app.with_screen(replace(self, reviewing=reviewing))
        if reviewing.review is not None:
            return app, ()
        _, effects = Reviewing.begin(reviewing.session)
        return app, effects

    # Actions

    def walk(self, app: AppState, plies: int) -> Step:
        return self._after(app, (self.reviewing.walk(plies), ()))

    def to_mistake(self, app: AppState, step: int) -> Step:
        return self._after(app, (self.reviewing.to_mistake(step), ()))

    def explain(self, app: AppState) -> Step:
        """Show the refutation of the last move, and the better move, as branches."""
        if self.reviewing.review is None:
            raise ValueError("the review is not finished yet")
        return self._after(app, self.reviewing.ask_refutation())

    def play_out(self, app: AppState) -> Step:
        """Play on from here against the strongest level, or the person's own engine."""
        from .menu import MenuScreen

        chosen = app.home.level if isinstance(app.home, MenuScreen) else ""
        screen, effects = SparringScreen.begin(app, self.reviewing.play_out(chosen))
        return open_screen(app, screen, effects)

    def retry(self, app: AppState) -> Step:
        return open_retry(app, self.reviewing.retry())

    def toggle_insight(self, app: AppState) -> Step:
        on = not self.insight
        app = replace(app.with_screen(replace(self, insight=on)), insight=on)
        return app.saying(INSIGHT[on]), ()

    def previous_label(self, app: AppState) -> str:
        ahead = self.reviewing.mistakes_ahead
        return "previous mistake" if ahead(-1) and not ahead(1) else ""

    def explain_label(self, app: AppState) -> str:
        ready = self.reviewing.is_at_mistake and self.reviewing.review is not None
        return "refutation" if ready else ""

    def keymap(self) -> Keymap:
        return (REVIEWING, ANALYSE, AWAY, LOOKING)

    # Drawing

    def title(self) -> str:
        """The title, which says so if the grades are only the engine's opinion."""
        found = self.reviewing.review
        opinion = found is not None and not found.exact
        return "review, in the engine's opinion" if opinion else "review"

    def status(self, app: AppState, width: int) -> Line:
        if self.reviewing.refuting:
            return "The coach is looking for the refutation", "accent"
        graded, words = self.reviewing.graded_here, move_words(self.timeline)
        if graded is None:
            return words, "strong"
        better = f", better {graded.best[0]}" if graded.grade.is_mistake else ""
        text = app.spelled(f"{words}, {graded.grade}{better}")
        if len(text) > width:  # the panel, or a wider screen, shows the rest
            text = f"{graded.number}. {graded.move} {graded.grade.mark or graded.grade}{better}"
        return text, "strong"

    def shown_hint(self) -> tuple[int, ...]:
        """The squares of the better move, if the last move was a mistake."""
        graded = self.reviewing.graded_here
        return graded.best[0].path if graded is not None and graded.grade.is_mistake else ()

    def draw_panel(self, frame: Frame, area: Rect, app: AppState) -> None:
        """Draw the grade of the move on the board, the graph, and the graded moves.

        The sentences about both sides go below if there is room; if not, they replace the moves
        at the end of the game, where a review begins.
        """
        told = self._about_move(app, area.width)
        for number, (text, ink) in enumerate(told):
            frame.write(area, number, text, ink)
        rest = _below(area, len(told) + 1)
        found = self.reviewing.review
        if found is None:
            total = len(self.reviewing.session.timeline.moves)
            graded = f"graded {len(self.reviewing.graded)} of {counted(total, 'turn')}"
            frame.write(rest, 0, graded, "accent")
            rest = _below(rest, 2)
        else:
            rest = _below(rest, self._draw_graph(frame, rest, app, found))
            words = self._summary(found, app, area.width)
            at_end = self.timeline.ply == len(self.timeline.moves)
            if at_end or rest.height - len(words) > _LEAST_LIST:
                self.draw_lines(frame, rest, app, words, values=False)
                rest = _below(rest, len(words) + 1)
        analysis = self.shown_analysis()
        if analysis is not None and rest.height > LEAST_MOVE_LINES:
            needed = min(lines_needed(analysis, rest.width, app), rest.height - LEAST_MOVE_LINES)
            place = rest._replace(top=rest.top + rest.height - needed, height=needed)
            draw_values(frame, place, analysis, app)
            rest = rest._replace(height=rest.height - needed - 1)
        remarks = {
            graded.ply: (graded.grade.mark, _GRADE_INKS[graded.grade])
            for graded in self.reviewing.graded
            if graded.grade.is_mistake
        }
        draw_moves(frame, rest, self.timeline, 0, app, whole=True, remarks=remarks)

    def _about_move(self, app: AppState, width: int) -> list[Line]:
        """Describe the last move: its grade, how it changed the game, and what was better."""
        graded = self.reviewing.graded_here
        if graded is None:
            return [(app.spelled(move_words(self.timeline)), "strong")]
        from ...coach.review_text import worth

        written = app.spelling.move
        text = f"{graded.number}. {written(graded.move)} {graded.grade.mark}".rstrip()
        # The graph is always for one side; the side that moved may be the other.
        value = f"{worth(graded)} for {graded.colour}"
        lines = wrapped(f"{text}: {graded.grade} ({value})", width, _GRADE_INKS[graded.grade])
        if graded.grade.is_mistake:
            lines += wrapped(f"better: {', '.join(map(written, graded.best))}", width, "good")
        return lines

    def _draw_graph(self, frame: Frame, area: Rect, app: AppState, found: "Review") -> int:
        """Draw the value over the game, above zero in one colour and below it in another.

        Every mistake is marked below it, and so is the move on the board. Return the number of
        lines taken, including a blank one.
        """
        from ...coach.review_text import curve_rows

        person = self.reviewing.session.person
        side = person or Colour.BLACK
        ascii_only = app.looks.ascii
        label_width = max(len(label) for label, _ in curve_rows(found, 1, ascii=ascii_only))
        room = max(1, area.width - label_width - 1)
        rows = [*curve_rows(found, room, ascii=ascii_only, colour=side)]
        # Drop the outer rows that the curve never reaches, but keep one on either side.
        middle = len(rows) // 2
        reached = [n for n, (_, row) in enumerate(rows) if row.strip()]
        wide = rows[min(middle - 1, *reached) : max(middle + 1, *reached) + 1]
        rows = wide if len(wide) + 2 <= area.height else rows[min(reached) : max(reached) + 1]
        stretch = max(1, min(_WIDEST_STEP, room // len(found.curve)))
        owner = f"you ({side})" if person else str(side)
        heading = f"value for {owner}"
        # Where not everything fits, the marks say more than the heading.
        top = 1 if len(rows) + 1 < area.height else 0
        if top:
            frame.write(area, 0, heading if len(heading) <= area.width else f"for {owner}", "dim")
        for number, (label, row) in enumerate(rows, start=top):
            ink = "dim" if label == "0" else "bad" if label.startswith(("-", "lost")) else "good"
            frame.write(area, number, f"{label:>{label_width}} ", "dim")
            bar = area._replace(left=area.left + label_width + 1, width=room)
            frame.write(bar, number, "".join(cell * stretch for cell in row), ink)
        group = max(1, -(-len(found.curve) // room))
        signs = {graded.ply: ("?", _GRADE_INKS[graded.grade]) for graded in found.mistakes()}
        _, ink = signs.get(self.timeline.ply, ("", "strong"))
        signs |= {self.timeline.ply: (app.glyphs.here, ink)}
        if top + len(rows) < area.height:
            for ply, (sign, ink) in signs.items():
                column = area.left + label_width + 1 + ply // group * stretch + (stretch - 1) // 2
                frame.put(column, area.top + top + len(rows), sign, ink)
        return top + len(rows) + 2

    def _summary(self, found: "Review", app: AppState, width: int) -> list[Line]:
        from ...coach.review_text import certainty_line, glossary, summary_line, turning_line

        session = self.reviewing.session
        person, played_out = session.person, session.timeline.outcome is not None
        lines = wrapped(app.spelled(turning_line(found)), width, "strong")
        if person is not None and played_out and not found.mistakes(person):
            lines = wrapped("You played without a mistake!", width, "good") + lines
        for colour in COLOURS:
            lines += wrapped(summary_line(found, colour), width)
        lines += wrapped(" ".join(glossary(found)), width, "dim")
        return lines if found.exact else [*lines, *wrapped(certainty_line(found), width, "dim")]


def _below(area: Rect, lines: int) -> Rect:
    """The part of an area below that many lines."""
    lines = min(lines, area.height)
    return area._replace(top=area.top + lines, height=area.height - lines)


def review_session(app: AppState, session: Session, *, flipped: bool | None = None) -> Step:
    """Grade a game while the person steps through it."""
    reviewing, effects = Reviewing.begin(session)
    turned = session.person is Colour.BLACK if flipped is None else flipped
    board = first_board(reviewing.timeline.position, flipped=turned, moving=False)
    screen = ReviewScreen(reviewing=reviewing, insight=app.insight, board=board)
    return open_screen(app, screen, effects)


REVIEWING = Section(
    "Review",
    (
        *STEPS,
        bind(
            ".",
            ReviewScreen.to_mistake,
            "next mistake",
            "next mistake",
            when=lambda s: s.reviewing.mistakes_ahead(1),
            step=1,
        ),
        bind("c", ReviewScreen.explain, "its refutation", ReviewScreen.explain_label),
        bind(
            "enter",
            ReviewScreen.play_out,
            "play it out",
            "play it out",
            when=lambda s: s.reviewing.played_out.outcome is None,
        ),
        bind(
            "y",
            ReviewScreen.retry,
            "retry the mistakes",
            "retry",
            when=lambda s: s.reviewing.own_mistakes,
        ),
        bind(
            ",", ReviewScreen.to_mistake, "previous mistake", ReviewScreen.previous_label, step=-1
        ),
        bind("i", ReviewScreen.toggle_insight, "value of every move", "values"),
    ),
)
