"""The screen of every activity: its board with a cursor, its panel, and the keys for both."""

import math
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from ..activities.activity import Activity, Line, deed
from ..game.openings import LASTS, opening_of
from ..game.presentation import Spelling, presentation
from ..game.timeline import Timeline
from ..rules.notation import Move, Square
from ..rules.position import Entered, Position
from ..rules.variant import COLOURS, Colour, Variant
from ..support.text import Phrase, counted, joined, listing
from .app import Message, Screen
from .boxes import Prompt
from .frame import Frame, folded, shortened, whole_parts
from .layout import Layout, layout, least_size, on_screen
from .panel import (
    Card,
    card_of,
    draw_panel,
    square_corner,
    summary,
)
from .picture import Corner, draw_board
from .sprites import Art

if TYPE_CHECKING:
    from ..game.pdn import PdnGame

#: How long a piece takes for one leg of a chain, and for a whole move at most, in seconds.
SECONDS_A_LEG, LONGEST_MOTION = 0.28, 0.9
#: The pause before each move that is shown by itself, in seconds.
PAUSE = 0.7
#: How much of what was said lately stands below the moves.
TALK_LINES = 6
#: List at most this many squares, and this many ways of a capture.
_LONGEST_LIST, _MOST_WAYS = 6, 3
#: More lines than any text in a panel has.
_LONGEST_TEXT = 60
#: The question for a move.
_MOVE = "Move"


@dataclass
class Motion:
    """A move on its way: from which position, since when, for how long, how far it is."""

    before: Position
    move: Move
    started: float
    seconds: float
    progress: float = 0.0

    @property
    def taken(self) -> tuple[int, ...]:
        """The squares that it has jumped over by now."""
        legs = len(self.move.path) - 1
        return self.move.captured[: int(self.progress * legs + 0.5)]


class BoardScreen(Screen):
    """An activity on a board.

    ``shown`` is the line on the screen: it follows the activity's own, move by move where that has
    become longer, and at once where it is another. ``focus`` is the square under the cursor, and
    ``picked`` are the squares that the picked-up piece has touched.
    """

    activity: Activity

    def __init__(self, activity: Activity, *, flipped: bool = False) -> None:
        self.activity = activity
        self.shown = activity.timeline
        self.motion: Motion | None = None
        self.next_at = 0.0
        #: How many lines of the panel's words had no room when it was drawn last.
        self.hidden = self.scroll = 0
        self.flipped = flipped
        self.hinted: tuple[int, ...] = ()
        self._set_up()

    def _set_up(self) -> None:
        """Turn the board to the person, with the cursor on the nearest piece that can move."""
        self.seat = self.activity.seat
        if self.seat is not None:
            self.flipped = self.seat is Colour.BLACK

        def nearness(square: int) -> tuple[int, int]:
            row, column = self._seen_at(square)
            return row, -abs(2 * column + 1 - self.variant.size)

        squares = self.movable or range(1, self.variant.geometry.count + 1)
        self.focus = max(squares, key=nearness)
        self.picked: tuple[int, ...] = ()
        self.scroll = 0

    def owners(self) -> list[object]:
        return [self, self.activity] if self._is_turn else [self.activity, self]

    def begin(self) -> None:
        self.activity.begin()

    def put_aside(self) -> None:
        self.picked = ()
        self.activity.put_aside()

    def farewell(self) -> None:
        self.activity.farewell()

    @property
    def loses(self) -> str:
        return self.activity.loses

    # What is on the board

    @property
    def has_cursor(self) -> bool:
        """Whether the person can point at squares."""
        over = self.activity.session is not None and self.shown.outcome is not None
        return self.activity.has_cursor and not over and self.activity.doubtful is None

    @property
    def position(self) -> Position:
        return self.shown.position

    @property
    def variant(self) -> Variant:
        return self.activity.variant

    @property
    def takes_moves(self) -> bool:
        """Whether the person is to choose a move now, and sees the position."""
        return self._is_turn and not self.must_pass

    @property
    def _is_turn(self) -> bool:
        return self.activity.takes_moves and self.shown is self.activity.timeline

    @property
    def must_pass(self) -> bool:
        """Whether the one legal move is to pass."""
        return self._is_turn and bool(self.legal) and self.legal[0].is_pass

    @property
    def legal(self) -> tuple[Move, ...]:
        return () if self.shown.outcome else self.position.legal_moves()

    @property
    def movable(self) -> tuple[int, ...]:
        """The squares of the pieces that can move, in ascending order."""
        return tuple(sorted({move.start for move in self.legal if not move.is_pass}))

    def entered(self) -> Entered:
        """What the picked-up piece has done so far, and where it may go next."""
        return self.position.entered(self.picked) if self.picked else Entered()

    # Following the activity

    @property
    def is_moving(self) -> bool:  # type: ignore[override]
        return self.motion is not None or self.shown is not self.activity.timeline

    def tick(self) -> None:
        now, goal, motion = self.app.now, self.activity.timeline, self.motion
        if motion is not None:
            motion.progress = (now - motion.started) / motion.seconds
            if motion.progress >= 1:
                self._land()
        elif self.shown is not goal and (now >= self.next_at or not self._goes_on(goal)):
            self._follow(goal)
        else:
            self.activity.tick()
        self._look_at_hint()

    def _look_at_hint(self) -> None:
        """Put the cursor on the piece of a new hint."""
        hinted = self.activity.shown_hint()
        if hinted and not self.hinted:
            self.focus, self.picked = hinted[0], ()
        self.hinted = hinted

    def _goes_on(self, line: Timeline) -> bool:
        """Whether a line has more moves than the one that is shown."""
        shown = self.shown.positions[: self.shown.ply + 1]
        return line.ply > self.shown.ply and line.positions[: len(shown)] == shown

    def _follow(self, goal: Timeline) -> None:
        """Show the next move of a line that goes on from what is shown, or all of another line."""
        before, goes_on = self.shown, self._goes_on(goal)
        walks = goes_on and self.activity.has_cursor
        self.shown = goal.at(before.ply + 1) if walks and goal.ply > before.ply + 1 else goal
        self.picked, self.scroll = (), 0
        self.next_at = self.app.now + PAUSE if walks else 0.0
        another = goal.start is not before.start and not self.activity.edits
        if another or self.seat is not self.activity.seat:
            self._set_up()
        elif self.shown.ply == before.ply + 1 and goes_on and self.app.looks.animation:
            move = self.shown.moves[before.ply]
            seconds = min(SECONDS_A_LEG * (len(move.path) - 1), LONGEST_MOTION)
            if not move.is_pass:
                self.motion = Motion(before.position, move, self.app.now, seconds)
        self._turn()
        self._rest()

    def _turn(self) -> None:
        """Turn the board to the side to move, where two people want that."""
        if self.is_shared and self.app.preferences.turning and self.shown.outcome is None:
            self.flipped = self.position.turn is Colour.BLACK

    @property
    def is_shared(self) -> bool:
        """Whether two people play on this board."""
        session = self.activity.session
        shared = session is not None and session.is_shared and session.here is None
        return shared and self.activity.has_cursor

    def _land(self) -> None:
        self.motion = None
        self.activity.landed()

    def finish_motion(self) -> bool:
        moved, goal = self.motion is not None, self.activity.timeline
        self.next_at = 0.0
        if moved:
            self._land()
        if self.shown is not goal and not self._goes_on(goal):
            self._follow(goal)
        elif self.shown is not goal and self.activity.takes_moves:
            moved, self.shown = True, goal
            self._rest()
        return moved and self.activity.has_cursor

    def _rest(self) -> None:
        """Put the cursor on a piece that can move: the one it is on, or the nearest."""
        squares = self.movable if self.takes_moves else ()
        if squares and self.focus not in squares:
            places = self.variant.geometry.places
            here = places[self.focus - 1]
            self.focus = min(squares, key=lambda square: math.dist(places[square - 1], here))

    # The cursor

    def _seen_at(self, square: int) -> tuple[int, int]:
        """The row and column of the screen's board where a square is seen."""
        return on_screen(self.variant, self.variant.geometry.place(square), self.flipped)

    @deed("up k", "move the cursor", shown="arrows", name="up", given=(-1, 0))
    @deed("down j", name="down", given=(1, 0))
    @deed("left h", name="left", given=(0, -1))
    @deed("right l", name="right", given=(0, 1))
    def move(self, down: int, right: int) -> None:
        """Move the cursor one playing square across the screen."""
        if not self.has_cursor:
            raise ValueError(self.activity.why_not_turn())
        variant, last = self.variant, self.variant.size - 1
        row, column = self._seen_at(self.focus)
        row = min(max(row + down, 0), last)
        if variant.diagonal:
            # Two columns at a time, zigzag up and down, so as to stay on the dark squares.
            pair = 2 * min(max(column // 2 + right, 0), last // 2)
            here = on_screen(variant, (row, pair), self.flipped)
            column = pair + (variant.geometry.square_at(*here) is None)
        else:
            column = min(max(column + right, 0), last)
        square = variant.geometry.square_at(*on_screen(variant, (row, column), self.flipped))
        assert square is not None
        self.focus = square

    @property
    def _stops(self) -> tuple[int, ...]:
        """Where Tab leads: to targets, or to the pieces that can move."""
        return tuple(self.entered().landings) if self.picked else self.movable

    @deed(
        "tab",
        "next piece or target",
        "next",
        when=lambda s: s.takes_moves and len(s._stops) > 1,
        name="next_stop",
        given=(1,),
    )
    @deed("shift-tab", "previous piece or target", name="previous_stop", given=(-1,))
    def jump(self, step: int) -> None:
        """Jump to the next piece that can move, or to the next target."""
        self._check_turn()
        squares = sorted({*self._stops, self.focus}, key=self._seen_at)
        here = (squares.index(self.focus) + step) % len(squares)
        self.focus = squares[here]

    # Picking up and putting down

    def _check_turn(self) -> None:
        if not self.takes_moves:
            raise ValueError(self.activity.why_not_turn())

    @deed("enter space", "pick up, put down", lambda s: s.enter_word(), shown="Enter")
    def enter(self) -> None:
        """Pass, pick up the piece under the cursor, or put the picked-up piece down there."""
        _, do = self._entering()
        do()

    def enter_word(self) -> str:
        """One word for what Enter does here."""
        try:
            return self._entering()[0]
        except ValueError:
            return ""

    def _entering(self) -> tuple[str, Callable[[], None]]:
        """What Enter does here, in a word and in deed; ValueError with a sentence for nothing."""
        if self.must_pass:
            return "pass", partial(self.play, self.legal[0])
        self._check_turn()
        square, hint = self.focus, self.activity.shown_hint()
        if not self.picked and hint[:1] == (square,):
            for move in self.legal:
                if move.path == hint:
                    return "play the hint", partial(self.play, move)
        if path := self.path_to(square):
            goes_on = self.position.entered(path).move is None
            return "jump on" if goes_on else "put down", partial(self._put, path)
        if self.picked == (square,):
            return "put back", self.back
        if len(self.picked) <= 1 and square in self.movable:
            return "pick up", partial(self._pick_up, square)
        if not self.picked and len(self.movable) == 1:
            return "pick up", partial(self._pick_up, *self.movable)
        raise ValueError(self._why_not_target() if self.picked else self._why_not_pick(square))

    def path_to(self, square: int) -> tuple[int, ...]:
        """The squares that the piece has touched once it is put down on a square, () if it cannot.

        That is its next landing, or where only one of its moves ends.
        """
        entered = self.entered()
        if square in entered.landings:
            return (*self.picked, square)
        ending = [move.path for move in entered.moves if move.end == square]
        return ending[0] if len(ending) == 1 and self.picked != (square,) else ()

    def _pick_up(self, *path: int) -> None:
        self.picked = path
        self.focus = self._best_target()

    def _put(self, path: tuple[int, ...]) -> None:
        """Play the move that is complete, or go on from the landing."""
        if (move := self.position.entered(path).move) is not None:
            self.play(move)
        else:
            self._pick_up(*path)

    def _best_target(self) -> int:
        """The likeliest target for the piece: a capture, forward, towards the middle."""
        entered, variant = self.entered(), self.variant
        if len(entered.moves) == 1 and entered.moves[0].end != self.picked[-1]:
            return entered.moves[0].end
        forward = 1 if self.position.turn is Colour.BLACK else -1

        def merit(square: int) -> tuple[int, int, int]:
            row, column = variant.geometry.place(square)
            captures = max(len(move.captured) for move in entered.landings[square])
            return captures, forward * row, -abs(2 * column + 1 - variant.size)

        return max(entered.landings, key=merit)

    @deed("escape", "back: a jump, the piece, the hint, or this screen", lambda s: s.back_word())
    def back(self) -> None:
        """Go back one landing of a capture, put the piece back, forget the hint, or leave.

        A game that is played waits below the menu.
        """
        if self.picked:
            self.focus = self.picked[max(0, len(self.picked) - 2)]
            self.picked = self.picked[:-1]
        elif not self.activity.let_go():
            if self._waits:
                self.app.menu()
            else:
                self.leave()

    @property
    def _waits(self) -> bool:
        """Whether there is a menu below which this game can wait; nobody elsewhere waits for it."""
        session = self.activity.session
        here = session is not None and session.here is session.person
        return here and self.activity.is_kept and self.app.home is not None and not self.loses

    def back_word(self) -> str:
        """What Esc does now."""
        if self.picked:
            return "put back"
        return "menu" if self._waits else "back" if len(self.app.screens) > 1 else ""

    def play(self, move: Move) -> None:
        """Play the person's move: the piece is there already."""
        before, self.picked = self.shown, ()
        self.focus = self.focus if move.is_pass else move.end
        self.activity.try_move(move)
        self._follow(self.activity.timeline)
        if self.shown.ply == before.ply + 1:
            self.motion = None

    # Why not

    def _why_not_pick(self, square: int) -> str:
        """Why the piece on a square cannot be picked up."""
        turn = self.position.turn
        piece = self.position.piece_at(square)
        movables = _any_of(self.movable)
        if piece is None:
            return Phrase("square ", Square(square), " is empty; pick up ", movables)
        if piece.colour is not turn:
            return (
                f"that is {turn.other.capitalize()}'s piece, and it is {turn.capitalize()}'s turn"
            )
        if self.variant.capture_forced and any(move.captured for move in self.legal):
            return Phrase("you must capture; pick up ", movables)
        return Phrase("the piece on ", Square(square), " cannot move; pick up ", movables)

    def _why_not_target(self) -> str:
        start, goal = Square(self.picked[-1]), Square(self.focus)
        targets = _any_of(self.entered().landings)
        ways = [move for move in self.entered().moves if move.end == self.focus]
        if len(ways) > 1:
            words = joined(ways[:_MOST_WAYS], " or ")
            return Phrase(start, " can go to ", goal, " by ", words, "; choose each landing")
        if len(self.picked) > 1:
            return Phrase("the capture continues from ", start, " to ", targets, "; Esc goes back")
        return Phrase(start, " cannot go to ", goal, ", only to ", targets)

    # The mouse, and typing

    def _square_at(self, column: int, row: int) -> int | None:
        place = self.layout.place(column, row, self.flipped)
        return None if place is None else self.variant.geometry.square_at(*place)

    def click(self, column: int, row: int) -> None:
        """Do what Enter does there; where only one move ends, play it."""
        square, places = self._square_at(column, row), self.layout
        if not self.has_cursor:
            return
        if places.panel is not None and places.panel.contains(column, row):
            number = row - places.panel.top
            for piece in [*self.activity.names][number : number + 1]:
                self.activity.brush = piece
        if not places.board.contains(column, row):
            return
        if square is None:
            raise ValueError("pieces stand on the dark squares only")
        self.focus = square
        ending = [move for move in self.legal if move.end == square]
        if not self._is_turn:
            self.activity.touch(square)
        elif self.picked or self.must_pass or square in self.movable:
            self.enter()
        elif len(ending) == 1:
            self.play(ending[0])
        else:
            raise ValueError(self._why_not_pick(square))

    def release(self, column: int, row: int) -> None:
        """Drop a dragged piece on a target."""
        square = self._square_at(column, row)
        if square is not None and (path := self.path_to(square)):
            self.focus = square
            self._put(path)

    def paste(self, line: str) -> None:
        try:
            move = self.position.find(line)
        except ValueError:
            self.activity.paste(line)
        else:
            self.play(move)

    @deed(": 1 2 3 4 5 6 7 8 9 0", "type a move: 9-13 or c3-d4", shown="digits")
    def type_move(self) -> None:
        """Open the line to type a move in."""
        self._check_turn()
        self.picked = ()
        prompt = self.app.overlay = Prompt(
            self.app,
            _MOVE,
            self._play_typed,
            complete=self.completions,
            verb="play",
            nothing_fits="no legal move begins like that",
        )
        if self.app.key.isdigit():
            prompt.type(self.app.key)

    def completions(self, text: str) -> tuple[str, ...]:
        """The legal moves that begin with a text, in its notation.

        The ends of a chain, or just its target, will do if no move begins like that.
        """
        typed = _plain(text)
        ends = typed.strip("-").split("-")
        spelling = Spelling(self.variant, typed[0].isalpha()) if typed else self.app.spelling
        words = [*map(spelling.move, self.legal)]

        def ends_so(word: str) -> bool:
            path = _plain(word).split("-")
            return ends in (path[-1:], [path[0], path[-1]])

        begun = [word for word in words if _plain(word).startswith(typed)]
        return tuple(begun or filter(ends_so, words))

    def _play_typed(self, text: str) -> None:
        words = self.completions(text)
        self.play(self.position.find(words[0] if len(words) == 1 else text))

    # The keys for viewing

    @deed("f", "flip the board", "flip")
    def flip(self) -> None:
        """Turn the board around."""
        self.flipped = not self.flipped

    @deed("pageup wheel-up", "scroll the panel", shown="PgUp, PgDn", name="scroll_up", given=(-3,))
    @deed(
        "pagedown wheel-down",
        label=lambda s: "more" if s.hidden > s.scroll else "",
        name="scroll_down",
        given=(3,),
    )
    def scroll_panel(self, rows: int) -> None:
        """Scroll the panel: moves begin at their end, a text at its beginning."""
        from_end = self.cards() is not None
        most = len(self.shown.played) if from_end else _LONGEST_TEXT
        self.scroll = min(max(0, self.scroll + (-rows if from_end else rows)), most)

    @deed("F", "flip the board after every move", when=lambda s: s.is_shared)
    def flip_always(self) -> None:
        """Turn the board to whoever is to move, or leave it as it is."""
        if not self.is_shared:
            raise ValueError("that is for two people at one board")
        turning = not self.app.preferences.turning
        self.app.remember(turning=turning)
        self._turn()
        how = "now flips after every move" if turning else "no longer flips"
        self.app.say(f"The board {how}")

    @deed("s", "save to a file", "save", when=lambda s: s.activity.session)
    def save(self) -> None:
        """Ask for a name, and write the game, its position or its film there."""
        from ..storage.own_files import NameTakenError, write_pdn

        record = self.activity.as_record()

        def write(name: str) -> None:
            try:
                path = write_pdn(name, self._as_text(record, name))
            except OSError as error:
                if isinstance(error, NameTakenError):
                    prompt.text = error.suggestion
                raise ValueError(str(error)) from None
            self.app.say(f"Saved the game as {path.name}")

        ending = "fen" if self.activity.edits else "pdn"
        question, name = "Save as (.pdn, .fen, .svg)", f"{self.variant}.{ending}"
        prompt = self.app.overlay = Prompt(self.app, question, write, name, verb="save")

    def _as_text(self, record: "PdnGame", name: str) -> str:
        """A game in the form that the end of a file's name asks for."""
        from ..game.pdn import write_game
        from .animated_svg import Film, film_svg

        ending = name.lower()[-4:]
        if ending == ".fen":
            return f"{self.position.fen()}\n"
        if ending != ".svg":
            return write_game(record)
        line = self.activity.timeline.at(len(self.activity.timeline.moves))
        black, white = map(self.activity.side, COLOURS)
        result = "the game goes on" if line.outcome is None else str(line.outcome)
        flipped, spelling = self.flipped, self.app.spelling
        film = Film(line, black, white, result, flipped=flipped, notation=spelling)
        return film_svg(film, self.app.theme)

    @deed("b", "leave this screen")
    def leave(self) -> None:
        """Go back to the screen below."""
        if len(self.app.screens) == 1:
            raise ValueError("there is no screen to go back to; to quit, press q")
        self.app.unless_lost(self.app.close)

    # Drawing

    @property
    def least_size(self) -> tuple[int, int]:  # type: ignore[override]
        return least_size(self.variant)

    @property
    def layout(self) -> Layout:
        return layout(self.variant, self.app.size, self.shows_letters)

    @property
    def shows_letters(self) -> bool:
        """Whether the edges of the board name its rows and columns."""
        return self.app.spelling.letters or (self.typed or "").isalpha()

    @property
    def typed(self) -> str | None:
        """How the move that is being typed begins, None if none is."""
        prompt = self.app.overlay
        if isinstance(prompt, Prompt) and prompt.question == _MOVE:
            return prompt.text[:1]
        return None

    def shown_analysis(self) -> Any:
        """The values of the moves, if they are shown."""
        return self.activity.shown_analysis() if self.motion is None else None

    def corners(self) -> dict[int, tuple[Corner, ...]]:
        """The best value of going to a square, for the picked-up piece or for each that can.

        A value stands in the corner nearest to its piece.
        """
        analysis = self.shown_analysis()
        if self.layout.scale == 1:
            return {}
        if analysis is None:
            line = enumerate(self.activity.shown_line(), start=1)
            return {move.end: (Corner(str(number), "hint"),) for number, move in line}
        goals = [(move.end, move) for move in analysis.moves if not move.is_pass]
        if self.picked:
            landings = self.entered().landings
            goals = [(square, move) for square, moves in landings.items() for move in moves]
        found: dict[int, dict[tuple[int, int], Corner]] = {}
        for square, move in sorted(goals, key=lambda goal: -analysis.moves[goal[1]]):
            start = self.picked[-1] if self.picked else move.start
            (row, column), (down, right) = self._seen_at(square), self._seen_at(start)
            side = (down > row) - (down < row), (right > column) - (right < column)
            corner = square_corner(analysis.moves[move], *side)
            found.setdefault(square, {}).setdefault(side, corner)
        return {square: tuple(corners.values()) for square, corners in found.items()}

    def draw(self, frame: Frame) -> None:
        places, self.hidden = self.layout, 0
        self._draw_title(frame, places)
        draw_board(frame, self, places)
        if places.panel is not None:
            draw_panel(frame, places.panel, self)

    def told(self, width: int) -> list[Line]:
        """What the panel says besides the sentence, in lines of a width."""
        if self.cards() is None:
            return [*self.activity.chart(width), *self._wrapped(self.telling(), width)]
        lines: list[Line] = []
        if told := self.activity.told_hint():
            lines.append((told, "text"))
        if not self.takes_moves or self.activity.talk():
            lines += self.telling()
        sentence = self.app.message.text if self.app.message else self.sentence()
        if lines and " ".join(text for text, _ in lines) in sentence:
            lines.clear()
        return self._wrapped([*lines, *self.activity.told_line()], width)

    def _wrapped(self, lines: list[Line], width: int) -> list[Line]:
        """Lines of a width, as they are shown; an empty one stays."""
        spelled = ((self.app.spelled(text), tone) for text, tone in lines)
        return [(part, tone) for text, tone in spelled for part in folded(text, width)]

    def _draw_title(self, frame: Frame, places: Layout) -> None:
        """Write what is played in bold, and how far it is or who has what, above the board."""
        if places.title is None:
            return
        left, cards = places.left, self.cards()
        name = shortened(called(self.variant), frame.width - 2 * left)
        room = max(0, frame.width - left - len(name) - 3)
        words = f"move {self.shown.number_of(self.shown.ply + 1)}"
        if self.shown.ply <= LASTS and (opening := opening_of(self.shown)):
            words += f", {opening}"
        if cards is None:
            words = f"{self.activity.title()}, {words}"
        elif standing := self.activity.standing():
            words = f"{words}, {standing}"
        words = whole_parts(words, room)[:room]
        if cards is not None and places.panel is None:
            session = self.activity.session
            timed = session is not None and session.clock is not None
            words = summary(cards, room, timed=timed)
            if timed and not words:  # the clock counts more than the name
                name, words = "", summary(cards, room + len(name), timed=True)
        frame.put(left, places.title, name, "strong")
        frame.put(left + len(name) + 2 * bool(name and words), places.title, words, "dim")

    def cards(self) -> tuple[Card, Card] | None:
        """What is said about the sides, the far one first; None if nobody plays."""
        session = self.activity.session
        if session is None or not self.activity.shows_players:
            return None
        black, white = (card_of(self, session, colour) for colour in COLOURS)
        return (white, black) if self.flipped else (black, white)

    def telling(self) -> list[Line]:
        """What was said lately, and what the activity tells."""
        talk = [(words, "text") for words in self.activity.talk()[-TALK_LINES:]]
        return [*talk, *[("", "text")] * bool(talk), *self.activity.story()]

    @property
    def is_alone(self) -> bool:
        """Whether a task has no panel beside its board to stand in."""
        return self.activity.session is None and self.layout.panel is None

    def bottom_rows(self) -> tuple[int, int | None]:
        """A task of two rows takes that of the keys, if the board leaves none."""
        row, keys = super().bottom_rows()
        full = self.layout.board.bottom >= row
        if self.is_alone and full and self.app.message is None:
            keys = None if len(self.sentence()) > self.app.size[0] - 2 else keys
        return row, keys

    def lasting_message(self) -> Message | None:
        return Message(self.sentence())

    def sentence(self) -> str:
        """What there is to do now, or what the activity tells last."""
        if self.motion is not None:
            return Phrase(f"{self.motion.before.turn.capitalize()} plays ", self.motion.move)
        told = [text for text, tone in self.activity.story() if text and tone != "dim"]
        if told and not self.activity.shows_players:
            return told[0]
        if told and self.is_alone and not self.picked:
            return told[-1]
        if not self.takes_moves:
            return told[-1] if told else ""
        # Where letters stand for pieces somebody may listen to the board.
        blind = self.app.art is Art.LETTERS
        here = Phrase(", cursor on ", Square(self.focus)) if blind else ""
        if self.picked:
            king = self.entered().king
            name = self.variant.king_name if king else self.variant.man_name
            targets = _any_of(self.entered().landings)
            if len(self.picked) > 1:
                start = Square(self.picked[-1])
                return Phrase("Keep jumping: from ", start, " to ", targets, here)
            return Phrase(f"Put the {name} down on ", targets, here)
        if advice := self.activity.advice():
            return advice
        squares, turn = self.movable, self.position.turn
        whose = "Your turn" if self.activity.seat is turn else f"{turn.capitalize()}'s turn"
        if any(move.captured for move in self.legal) and self.variant.capture_forced:
            return Phrase(f"{whose}: capture with ", _any_of(squares), here)
        return Phrase(f"{whose}: {counted(len(squares), 'piece')} can move", here)


def _any_of(squares: Iterable[int]) -> Phrase:
    """Squares to choose from, as long as they are few."""
    named = [*map(Square, squares)]
    if len(named) > _LONGEST_LIST:
        return Phrase(joined(named[:_LONGEST_LIST]), " ...")
    return listing(named, "or")


def called(variant: Variant) -> str:
    """The name of a game, as the line about it begins; that of a game of one's own."""
    name = presentation(variant).summary.partition(".")[0].partition(" (")[0]
    return variant.name if ":" in name else name  # house rules, in a few words


def _plain(text: str) -> str:
    """A move in one normal form, whichever way it was typed."""
    text = re.sub(r"\s*[-x:]\s*|\s+", "-", text.strip().lower())
    return re.sub(r"(?<=[0-9])(?=[a-w])", "-", text)  # a5b4
