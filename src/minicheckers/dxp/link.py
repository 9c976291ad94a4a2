"""Link: a game with an opponent at the other end of a wire, as a value. Pure.

A step takes what was received, or what the person here does, and returns the new link with what is
to be sent and told. Neither side believes the other more than the rules allow: a move must be
legal, a result must follow from the board, the clock, a resignation or an agreement.

Both sides always know the same moves, but for those on their way. A request to take back moves
names the ply to go back to, and whoever has asked does not move before the answer, so that messages
that cross each other do no harm. After a cut line each side compares the two games in `merged`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ..game.clock import Clock
from ..game.pdn import UNFINISHED, PdnGame, result_of, write_game
from ..game.timeline import Timeline
from ..messages import counted
from ..rules.notation import Move
from ..rules.position import Position
from ..rules.variant import Colour
from .messages import (
    MOST_NUMBER,
    MOST_PLIES,
    BackAcc,
    BackAnswer,
    BackReq,
    Chat,
    DrawOffer,
    GameEnd,
    Message,
    MoveMade,
    NotedMove,
    Reason,
    chat_lines,
)

#: The seconds that messages may take on their way: we allow an opponent's clock this much more, and
#: believe a move's time only if it is no more than this below what we measured.
LAG = 5.0
#: Nobody sends more messages than this between two moves.
MOST_CHATS, MOST_REQUESTS = 100, 3


class ProtocolError(ValueError):
    """The other side broke the protocol or the rules."""


class Ending(NamedTuple):
    """How a game ended: the result in the words of PDN, and the reason in ours."""

    result: str
    reason: str

    @property
    def winner(self) -> Colour | None:
        """Who has won; None for a draw and for a game without a result."""
        return {"1-0": Colour.WHITE, "0-1": Colour.BLACK}.get(self.result)

    def __str__(self) -> str:
        won = f"{self.winner.capitalize()} wins" if self.winner else "draw"
        return f"{'no result' if self.result == UNFINISHED else won}: {self.reason}"


AGREED = Ending("1/2-1/2", "draw by agreement")


# What a step asks for


@dataclass(frozen=True)
class Send:
    """Send a message to the opponent."""

    message: Message


# What a step tells the person


@dataclass(frozen=True)
class Played:
    """A move was played; ``before`` is the position it was played in."""

    move: Move
    before: Position


@dataclass(frozen=True)
class BackWanted:
    """The opponent asks to undo some moves: say yes or no."""

    plies: int


@dataclass(frozen=True)
class WentBack:
    """That many moves were undone."""

    plies: int


@dataclass(frozen=True)
class BackRefused:
    """The opponent does not agree to undo moves."""


@dataclass(frozen=True)
class DrawWanted:
    """The opponent offers a draw: say yes or no."""


@dataclass(frozen=True)
class DrawRefused:
    """The opponent does not want a draw."""


@dataclass(frozen=True)
class Said:
    """The opponent has said something."""

    text: str


@dataclass(frozen=True)
class Over:
    """The game has ended."""

    ending: Ending


LinkEffect = (
    Send | Played | BackWanted | WentBack | BackRefused | DrawWanted | DrawRefused | Said | Over
)
Effects = tuple[LinkEffect, ...]
Step = tuple["Link", Effects]


@dataclass(frozen=True)
class Link:
    """A game with somebody elsewhere.

    ``colour`` is ours, ``names`` are Black's and White's, and a program that is ``extended``
    understands our own messages. The side to move ``began`` to think at that time, or had
    ``used`` that many seconds when the line was cut. ``back_asked`` is the ply we have asked to go
    back to, ``back_wanted`` the one they have; ``draw_offered`` was by us, ``draw_wanted`` by them.
    """

    timeline: Timeline
    colour: Colour
    names: tuple[str, str]
    date: str
    extended: bool
    clock: Clock | None = None
    most_moves: int = 0
    began: float | None = None
    used: float = 0.0
    back_asked: int | None = None
    back_wanted: int | None = None
    draw_offered: bool = False
    draw_wanted: bool = False
    ending: Ending | None = None
    end_sent: bool = False
    end_heard: bool = False
    chats: int = 0
    requests: int = 0

    # What there is to know

    @property
    def my_turn(self) -> bool:
        """Whether we are to move in a game that goes on."""
        return self.ending is None and self.timeline.position.turn is self.colour

    @property
    def opponent(self) -> str:
        return self.names[self.colour.other.side]

    @property
    def settled(self) -> bool:
        """Whether the game has ended and both sides know."""
        return self.end_sent and self.end_heard

    @property
    def is_cut(self) -> bool:
        """Whether the line was cut before the end was settled."""
        return self.began is None

    def seconds(self, now: float) -> float:
        return self.used + (0.0 if self.began is None else max(0.0, now - self.began))

    def left(self, colour: Colour, now: float) -> float | None:
        """The seconds a colour has on its clock, None without one."""
        if self.clock is None:
            return None
        thinking = self.ending is None and self.timeline.position.turn is colour
        return max(0.0, self.clock.of(colour) - (self.seconds(now) if thinking else 0.0))

    def record(self) -> PdnGame:
        """The game so far, the same at both ends."""
        black, white = self.names
        tags = {"Date": self.date, "White": white, "Black": black}
        if self.clock is not None:
            tags["TimeControl"] = self.clock.control.tag
        return PdnGame(
            self.timeline, tags, UNFINISHED if self.ending is None else self.ending.result
        )

    def pdn(self) -> str:
        return write_game(self.record())

    # What the person here does; ValueError with a sentence for what cannot be done now

    def begin(self, now: float) -> Step:
        """Start or continue the game: the clock runs, and a game that is over is ended."""
        return replace(self, began=now)._look_for_end()

    def play(self, move: Move | str, now: float) -> Step:
        """Make a move; if it comes too late the game is lost on time instead."""
        self._check_going_on()
        if not self.my_turn:
            raise ValueError(f"it is {self.opponent}'s turn")
        if self.back_asked is not None:
            raise ValueError(f"{self.opponent} has not answered whether you may undo")
        played = self.timeline.position.find(move)
        late, effects = self.tick(now)
        if late.ending is not None:
            return late, effects
        refused, refusals = self._refuse_all()
        # To the millisecond, as the other side gets to know it, so that both clocks say the same.
        before, seconds = self.timeline, round(self.seconds(now), 3)
        message = _written(played, before, seconds, extended=self.extended)
        after, more = refused._after(before.play(played), seconds, now)
        return after, (*refusals, Send(message), Played(played, before.position), *more)

    def ask_back(self) -> Step:
        """Ask to undo our last move and everything after it."""
        self._check_going_on()
        if self.back_asked is not None:
            raise ValueError(f"{self.opponent} has not answered yet")
        line = self.timeline
        for ply in reversed(range(line.ply)):
            if line.positions[ply].turn is self.colour and not line.moves[ply].is_pass:
                number = line.number_of(ply + 1)
                if number > MOST_NUMBER:
                    raise ValueError(f"moves after number {MOST_NUMBER} cannot be undone")
                return replace(self, back_asked=ply), (Send(BackReq(number, self.colour)),)
        raise ValueError("there is no move of yours to undo")

    def answer_back(self, now: float, *, yes: bool) -> Step:
        self._check_going_on()
        if self.back_wanted is None:
            raise ValueError(f"{self.opponent} has not asked to undo")
        ply = self.back_wanted
        answered = replace(self, back_wanted=None)
        if not yes:
            return answered, (Send(BackAcc(BackAnswer.NO)),)
        after, effects = answered._back_to(ply, now)
        return after, (Send(BackAcc(BackAnswer.YES)), *effects)

    def offer_draw(self) -> Step:
        """Offer a draw, or accept the opponent's offer."""
        self._check_going_on()
        if self.draw_wanted:
            return self._end(AGREED)
        if self.draw_offered:
            raise ValueError(f"you have offered {self.opponent} a draw already")
        offer = DrawOffer() if self.extended else Chat("I offer a draw.")
        return replace(self, draw_offered=True), (Send(offer),)

    def refuse_draw(self) -> Step:
        if not self.draw_wanted:
            raise ValueError(f"{self.opponent} has not offered a draw")
        return replace(self, draw_wanted=False), (Send(DrawOffer(refused=1)),)

    def resign(self) -> Step:
        self._check_going_on()
        if not (self.extended or self.my_turn):
            raise ValueError("other programs let you resign only when it is your turn")
        return self._end(
            Ending(_won_by(self.colour.other), f"{self.colour.capitalize()} has resigned")
        )

    def leave(self) -> Step:
        """End the game without a result, for good."""
        if self.ending is not None:
            return self, ()
        ending = Ending(UNFINISHED, f"{self.names[self.colour.side]} has left")
        return self._end(ending, leaving=True)

    def say(self, text: str) -> Step:
        if not self.extended:  # the protocol knows no other letters
            text = text.encode("ascii", "replace").decode()
        return self, tuple(map(Send, chat_lines(text)))

    # What happens

    def tick(self, now: float) -> Step:
        """Look at the clock: the game may be lost or won on time."""
        if self.clock is None or self.ending is not None or self.is_cut:
            return self, ()
        turn = self.timeline.position.turn
        over_time = self.seconds(now) - self.clock.of(turn)
        if over_time < (0.0 if turn is self.colour else LAG):
            return self, ()
        return self._end(out_of_time(turn))

    def received(self, message: Message, now: float) -> Step:
        """Take a message of the opponent; ProtocolError for one that may not come now."""
        take = _TAKERS.get(type(message))
        if take is None:
            raise ProtocolError(f"{self.opponent} sent a message that has no place in a game")
        return take(self, message, now)

    def cut(self, now: float) -> "Link":
        """The link after its line was lost: the clocks stand still until somebody comes back."""
        if self.is_cut:
            return self
        return replace(self, used=self.seconds(now), began=None)

    def forsaken(self, reason: str | None = None) -> Step:
        """The link after an opponent has gone who will not come back."""
        if self.ending is not None:
            return replace(self, end_sent=True, end_heard=True), ()
        ending = Ending(UNFINISHED, reason or f"{self.opponent} has left")
        return replace(self, ending=ending, end_sent=True, end_heard=True), (Over(ending),)

    def resumed(self, theirs: Timeline, their_back: int | None, now: float) -> Step:
        """Go on after a cut line with what both know; ProtocolError if the games do not fit.

        A request to take back that was not answered has to be made again; an offer of a draw
        stands, and is made again here.
        """
        line = merged(self, theirs, their_back)
        if line is None:
            raise ProtocolError("the two ends know different games")
        missed = _one_more(line, self.timeline, self.colour.other)
        clock = self.clock
        if missed and clock is not None:
            clock = clock.after(self.timeline.position.turn, self.used, moved=True)
        link = replace(
            self,
            timeline=line,
            clock=clock,
            used=self.used if line == self.timeline else 0.0,
            back_asked=None,
            back_wanted=None,
            draw_wanted=False,
        )
        if link.ending is None:
            offer: Effects = (Send(DrawOffer()),) if link.draw_offered else ()
            begun, effects = link.begin(now)
            return begun, (*offer, *effects)
        # The end may not have arrived.
        end = Send(GameEnd(link._reason(link.ending)))
        return replace(link, began=now, end_sent=True), (end,)

    # Inside

    def _check_going_on(self) -> None:
        if self.ending is not None:
            raise ValueError(f"the game is over ({self.ending})")

    def _refuse_all(self) -> Step:
        """Refuse what the opponent has asked for: a move is an answer too."""
        effects: Effects = ()
        if self.back_wanted is not None:
            effects += (Send(BackAcc(BackAnswer.NO)),)
        if self.draw_wanted:
            effects += (Send(DrawOffer(refused=1)),)
        offered = self.draw_offered and self.extended
        return replace(self, back_wanted=None, draw_wanted=False, draw_offered=offered), effects

    def _after(self, line: Timeline, seconds: float, now: float) -> Step:
        mover = self.timeline.position.turn
        clock = self.clock and self.clock.after(mover, seconds, moved=True)
        link = replace(self, timeline=line, clock=clock, began=now, used=0.0, chats=0, requests=0)
        return link._look_for_end()

    def _back_to(self, ply: int, now: float) -> Step:
        """The link with moves undone; the time they took is not returned."""
        line = self.timeline
        if ply >= line.ply:  # the other side's request was granted first and went further back
            return self, ()
        link = replace(self, timeline=line.at(ply).so_far, began=now, used=0.0)
        return link, (WentBack(line.ply - ply),)

    def _look_for_end(self) -> Step:
        """End the game if it is over by the rules; the side to move says so."""
        line = self.timeline
        if self.ending is not None:
            return self, ()
        if (outcome := line.outcome) is not None:
            ending = Ending(result_of(outcome), outcome.reason)
            if not self.my_turn:
                return replace(self, ending=ending), (Over(ending),)
            return self._end(ending)
        if self.most_moves and line.ply >= 2 * self.most_moves and self.my_turn:
            played = counted(self.most_moves, "move")
            return self._end(Ending(UNFINISHED, f"{played} each were agreed on"))
        if line.ply >= MOST_PLIES and self.my_turn:
            return self._end(Ending(UNFINISHED, f"it has reached {MOST_PLIES} moves"))
        return self, ()

    def _end(self, ending: Ending, *, leaving: bool = False) -> Step:
        link = replace(self, ending=ending, end_sent=True, back_wanted=None, draw_wanted=False)
        return link, (Send(GameEnd(self._reason(ending), leaving)), Over(ending))

    def _reason(self, ending: Ending) -> Reason:
        if ending.result == UNFINISHED:
            return Reason.NONE
        if ending.winner is None:
            return Reason.DRAW
        return Reason.I_WIN if ending.winner is self.colour else Reason.I_LOSE

    def _take_chat(self, message: Chat, _now: float) -> Step:
        if self.chats >= MOST_CHATS:
            raise ProtocolError(f"{self.opponent} sent too many messages")
        if not message.text:
            return self, ()
        return replace(self, chats=self.chats + 1), (Said(message.text),)

    def _take_move(self, message: MoveMade | NotedMove, now: float) -> Step:
        if self.ending is not None:
            return self._take_late_move(message, self.ending)
        if self.timeline.position.turn is self.colour:
            raise ProtocolError(f"{self.opponent} moved when it was not their turn")
        if isinstance(message, NotedMove) and message.ply != self.timeline.ply:
            raise ProtocolError(f"{self.opponent} sent a move of another position")
        before = self.timeline
        try:
            move = _read(message, before.position)
        except ValueError as error:
            raise ProtocolError(f"{self.opponent} sent an illegal move: {error}") from None
        seconds = max(message.seconds, self.seconds(now) - LAG)
        link = replace(self, back_wanted=None)
        after, effects = link._after(before.play(move), seconds, now)
        return after, (Played(move, before.position), *effects)

    def _take_late_move(self, message: MoveMade | NotedMove, ending: Ending) -> Step:
        if not self.end_sent:
            # They do not see that the game is over. Now that it is our turn, we may say so.
            return replace(self, end_sent=True), (Send(GameEnd(self._reason(ending))),)
        # It crossed our end of the game. Both sides are to have the same record of it.
        try:
            line = self.timeline.play(_read(message, self.timeline.position))
        except ValueError:
            return self, ()
        theirs = self.timeline.position.turn is not self.colour
        return (replace(self, timeline=line) if theirs and not self.end_heard else self), ()

    def _take_back_req(self, message: BackReq, _now: float) -> Step:
        ply = _ply_of(self.timeline, message)
        if self.ending is not None or self.requests >= MOST_REQUESTS or ply is None:
            return self, (Send(BackAcc(BackAnswer.NO)),)
        link = replace(self, back_wanted=ply, requests=self.requests + 1)
        return link, (BackWanted(self.timeline.ply - ply),)

    def _take_back_acc(self, message: BackAcc, now: float) -> Step:
        ply, link = self.back_asked, replace(self, back_asked=None)
        if ply is None or self.end_heard:
            return link, ()
        if message.answer is BackAnswer.YES:  # also if it has crossed our end of the game
            return link._back_to(ply, now)
        return link, (BackRefused(),)

    def _take_draw_offer(self, message: DrawOffer, _now: float) -> Step:
        if self.ending is not None:
            return self, ()
        if message.refused:
            return replace(self, draw_offered=False), (DrawRefused(),) if self.draw_offered else ()
        if self.draw_offered:  # both want it
            return self._end(AGREED)
        if self.draw_wanted or self.requests >= MOST_REQUESTS:
            return self, ()
        return replace(self, draw_wanted=True, requests=self.requests + 1), (DrawWanted(),)

    def _take_end(self, message: GameEnd, now: float) -> Step:
        link = replace(self, end_heard=True)
        if link.end_sent:
            return link._crossed(message.reason, now)
        acknowledged = replace(link, end_sent=True)
        end = Send(GameEnd())
        if link.ending is not None:
            return acknowledged, (end,)
        ending = link._told_ending(message.reason, now)
        return replace(acknowledged, ending=ending), (end, Over(ending))

    def _crossed(self, theirs: Reason, now: float) -> Step:
        """Take the answer to our end of the game, or one that has crossed it.

        Both sides come to the same result: an agreement counts for more than giving up, and when
        both have given up, nobody has won.
        """
        ending = self.ending
        assert ending is not None
        ours = self._reason(ending)
        if self.timeline.outcome is None and ours is not Reason.DRAW:
            if theirs is Reason.DRAW and self.draw_offered:
                ending = AGREED
            elif theirs is Reason.I_LOSE and ours is Reason.I_LOSE:
                ending = Ending("1/2-1/2", "both players resigned")
            elif theirs is Reason.I_LOSE and ours is Reason.NONE:
                ending = self._told_ending(theirs, now)
        if ending == self.ending:
            return self, ()
        return replace(self, ending=ending), (Over(ending),)

    def _told_ending(self, reason: Reason, now: float) -> Ending:
        """How to interpret the end of a game that only the other side sees."""
        if reason is Reason.I_LOSE:
            turn = self.timeline.position.turn
            loser = self.colour.other
            if turn is loser and self.left(loser, now) == 0.0:
                return out_of_time(loser)
            return Ending(_won_by(self.colour), f"{loser.capitalize()} has resigned")
        if reason is Reason.DRAW and self.draw_offered:
            return AGREED
        if reason is Reason.I_WIN and self.my_turn and self.left(self.colour, now) == 0.0:
            return out_of_time(self.colour)
        claim = {Reason.DRAW: " and says it is a draw", Reason.I_WIN: " and claims to have won"}
        return Ending(UNFINISHED, f"{self.opponent} has ended the game{claim.get(reason, '')}")


_TAKERS: Mapping[type, Callable[[Link, Any, float], Step]] = {
    Chat: Link._take_chat,
    MoveMade: Link._take_move,
    NotedMove: Link._take_move,
    BackReq: Link._take_back_req,
    BackAcc: Link._take_back_acc,
    DrawOffer: Link._take_draw_offer,
    GameEnd: Link._take_end,
}


def merged(link: Link, theirs: Timeline, their_back: int | None) -> Timeline | None:
    """The game to continue after a cut line, from what both sides know; None if they disagree.

    One move was on its way at most, or the consent to take moves back. The answer is the same at
    both ends.
    """
    mine = link.timeline
    if mine.start != theirs.start:
        return None
    if mine.played == theirs.played or _went_back(mine, theirs, their_back):
        return mine
    if _went_back(theirs, mine, link.back_asked):
        return theirs
    if _one_more(mine, theirs, link.colour):
        return mine
    if _one_more(theirs, mine, link.colour.other):
        return theirs
    return None


def _one_more(longer: Timeline, shorter: Timeline, mover: Colour) -> bool:
    """Whether a game is another and a move of that colour."""
    return (
        longer.ply == shorter.ply + 1
        and longer.played[:-1] == shorter.played
        and shorter.position.turn is mover
    )


def _went_back(after: Timeline, before: Timeline, ply: int | None) -> bool:
    """Whether a game is another gone back to the ply that was asked for."""
    return after.ply == ply and after.ply < before.ply and before.played[:ply] == after.played


def _won_by(colour: Colour) -> str:
    return "1-0" if colour is Colour.WHITE else "0-1"


def out_of_time(colour: Colour) -> Ending:
    """The end of a game in which a colour has no time left."""
    return Ending(_won_by(colour.other), f"{colour.capitalize()}'s time is up")


def _ply_of(line: Timeline, message: BackReq) -> int | None:
    """The ply that a request names, None if there is none in the game to go back to."""
    first = line.start.variant.first
    # A game that the second colour begins has no first half of its first move.
    missing = line.start.turn is not first
    ply = 2 * (message.number - 1) + (message.colour is not first) - missing
    return ply if 0 <= ply < line.ply and line.positions[ply].turn is message.colour else None


def _written(move: Move, line: Timeline, seconds: float, *, extended: bool) -> Message:
    if extended:
        return NotedMove(line.ply, str(move), seconds)
    return MoveMade(int(seconds), move.start, move.end, move.captured)


def _read(message: MoveMade | NotedMove, position: Position) -> Move:
    """The legal move that a message means; ValueError if there is none or several."""
    if isinstance(message, NotedMove):
        return position.find(message.move)
    fitting = [
        move
        for move in position.legal_moves()
        if (move.start, move.end) == (message.start, message.end)
        and sorted(move.captured) == sorted(message.captured)
    ]
    if len(fitting) != 1:
        sign = "x" if message.captured else "-"
        raise ValueError(f"{message.start}{sign}{message.end} is not legal here")
    return fitting[0]
