"""Link: what two players at the ends of a wire have asked each other and said. Pure.

The game itself is a `Session`: its moves, its clocks and its end are told there and nowhere else.
The link is the translator of consent around it: messages become changes of the session, and what
the person here does becomes messages. A step takes either and returns the new link with what is to
be sent and told. Neither side believes the other more than the rules allow: a move must be legal, a
result must follow from the board, the clock, a resignation or an agreement.

Both sides always know the same moves, but for those on their way. A request to take back moves
names the ply to go back to, and whoever has asked does not move before the answer, so that messages
that cross each other do no harm. After a cut line each side compares the two games in `merged`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from ..game.pdn import PdnGame, write_game
from ..game.player import Clock
from ..game.session import Session
from ..game.timeline import Timeline
from ..rules.notation import Move
from ..rules.outcome import Outcome, Reason
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
    EndClaim,
    GameEnd,
    Message,
    MoveMade,
    NotedMove,
    chat_lines,
)

#: The seconds that messages may take on their way: we allow an opponent's clock this much more, and
#: believe a move's time only if it is no more than this below what we measured.
LAG = 5.0
#: Nobody sends more messages than this between two moves.
MOST_CHATS, MOST_REQUESTS = 100, 3
AGREED = Outcome(None, Reason.AGREED)


class ProtocolError(ValueError):
    """The other side broke the protocol or the rules."""


class Refusal(Enum):
    """The opponent does not agree to that."""

    UNDO = "undo"
    DRAW = "draw"


@dataclass(frozen=True)
class Said:
    """The opponent has said something."""

    text: str


#: Messages are to be sent; the rest is told to the person. What else has happened, the session and
#: the requests of the link say.
LinkEffect = Message | Said | Refusal
Effects = tuple[LinkEffect, ...]
Step = tuple["Link", Effects]


@dataclass(frozen=True)
class Link:
    """What two players have asked each other.

    ``colour`` and ``name`` are ours, and a program that is ``extended`` understands our own
    messages. The side to move ``began`` to think at that time, or had ``used`` that many seconds
    when the line was cut. ``back_asked`` is the ply we have asked to go back to, ``back_wanted``
    the one they have; ``draw_offered`` was by us, ``draw_wanted`` by them.
    """

    session: Session
    colour: Colour
    name: str
    date: str
    extended: bool = True
    most_moves: int = 0
    began: float | None = None
    used: float = 0.0
    back_asked: int | None = None
    back_wanted: int | None = None
    draw_offered: bool = False
    draw_wanted: bool = False
    end_sent: bool = False
    end_heard: bool = False
    chats: int = 0
    requests: int = 0

    # What there is to know

    @property
    def timeline(self) -> Timeline:
        return self.session.timeline

    @property
    def outcome(self) -> Outcome | None:
        return self.session.outcome

    @property
    def my_turn(self) -> bool:
        """Whether we are to move in a game that goes on."""
        return self.outcome is None and self._moves_next

    @property
    def _moves_next(self) -> bool:
        return self.session.position.turn is self.colour

    @property
    def opponent(self) -> str:
        return self.session.player(self.colour.other).name

    @property
    def names(self) -> dict[Colour, str]:
        """What both sides are called, the same at both ends."""
        return {self.colour: self.name, self.colour.other: self.opponent}

    @property
    def settled(self) -> bool:
        """Whether the game has ended and both sides know."""
        return self.end_sent and self.end_heard

    @property
    def is_cut(self) -> bool:
        """Whether the line was cut before the end was settled."""
        return self.began is None

    def seconds(self, now: float) -> float:
        """How long the side to move has been thinking."""
        return self.used + (0.0 if self.began is None else max(0.0, now - self.began))

    def record(self) -> PdnGame:
        """The game so far, the same at both ends."""
        return self.session.dated(self.date, self.names)

    def pdn(self) -> str:
        return write_game(self.record())

    # What the person here does; ValueError with a sentence for what cannot be done now

    def begin(self, now: float) -> Step:
        """Start or continue the game: the clock runs, and a game that is over is ended."""
        return replace(self, began=now)._look_for_end()

    def play(self, move: Move | str, now: float) -> Step:
        """Make a move; if it comes too late the game is lost on time instead."""
        self.session.check_going_on()
        if not self.my_turn:
            raise ValueError(f"it is {self.opponent}'s turn")
        if self.back_asked is not None:
            raise ValueError(f"{self.opponent} has not answered whether you may undo")
        # To the millisecond, as the other side gets to know it, so that both clocks say the same.
        seconds = round(self.seconds(now), 3)
        session = self.session.play(move, seconds)
        played = session.timeline.last_move
        if session.ended is not None or played is None:
            return replace(self, session=session)._tell_end()
        refused, refusals = self._refuse_all()
        message = _written(played, self.timeline, seconds, extended=self.extended)
        after, more = refused._after(session, now)
        return after, (*refusals, message, *more)

    def ask_back(self) -> Step:
        """Ask to undo our last move and everything after it."""
        self.session.check_going_on()
        if self.back_asked is not None:
            raise ValueError(f"{self.opponent} has not answered yet")
        line = self.timeline
        for ply in reversed(range(line.ply)):
            if line.positions[ply].turn is self.colour and not line.moves[ply].is_pass:
                number = line.number_of(ply + 1)
                if number > MOST_NUMBER:
                    raise ValueError(f"moves after number {MOST_NUMBER} cannot be undone")
                return replace(self, back_asked=ply), (BackReq(number, self.colour),)
        raise ValueError("there is no move of yours to undo")

    def answer_back(self, now: float, *, yes: bool) -> Step:
        self.session.check_going_on()
        if self.back_wanted is None:
            raise ValueError(f"{self.opponent} has not asked to undo")
        answered = replace(self, back_wanted=None)
        if not yes:
            return answered, (BackAcc(BackAnswer.NO),)
        return answered._back_to(self.back_wanted, now), (BackAcc(BackAnswer.YES),)

    def offer_draw(self) -> Step:
        """Offer a draw, or accept the opponent's offer."""
        self.session.check_going_on()
        if self.draw_wanted:
            return self._end(AGREED)
        if self.draw_offered:
            raise ValueError(f"you have offered {self.opponent} a draw already")
        offer = DrawOffer() if self.extended else Chat("I offer a draw.")
        return replace(self, draw_offered=True), (offer,)

    def refuse_draw(self) -> Step:
        if not self.draw_wanted:
            raise ValueError(f"{self.opponent} has not offered a draw")
        return replace(self, draw_wanted=False), (DrawOffer(refused=1),)

    def answer(self, now: float, *, yes: bool) -> Step:
        """Say yes or no to what the opponent asks for."""
        if self.back_wanted is not None:
            return self.answer_back(now, yes=yes)
        if self.draw_wanted:
            return self.offer_draw() if yes else self.refuse_draw()
        raise ValueError(f"{self.opponent} has not asked for anything")

    def resign(self) -> Step:
        self.session.check_going_on()
        if not (self.extended or self.my_turn):
            raise ValueError("other programs let you resign only when it is your turn")
        return self._end(Outcome(self.colour.other, Reason.RESIGNED, self.colour))

    def leave(self) -> Step:
        """End the game without a result, for good."""
        if self.outcome is not None:
            return self, ()
        return self._end(Outcome(None, Reason.LEFT, self.colour), leaving=True)

    def say(self, text: str) -> Step:
        if not self.extended:  # the protocol knows no other letters
            text = text.encode("ascii", "replace").decode()
        return self, tuple(chat_lines(text))

    # What happens

    def tick(self, now: float) -> Step:
        """Look at the clock: the game may be lost or won on time."""
        seconds = self.seconds(now)
        grace = 0.0 if self._moves_next else LAG
        if self.outcome is not None or self.is_cut or not self.session.is_too_late(seconds - grace):
            return self, ()
        return replace(self, session=self.session.after_waiting(seconds))._tell_end()

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

    def forsaken(self, reason: Reason = Reason.LEFT) -> "Link":
        """The link after an opponent has gone who will not come back."""
        link = replace(self, end_sent=True, end_heard=True)
        if self.outcome is not None:
            return link
        return link._ended(Outcome(None, reason, self.colour.other))

    def resumed(self, theirs: Timeline, their_back: int | None, now: float) -> Step:
        """Go on after a cut line with what both know; ProtocolError if the games do not fit.

        A request to take back that was not answered has to be made again; an offer of a draw
        stands, and is made again here.
        """
        line = merged(self, theirs, their_back)
        if line is None:
            raise ProtocolError("the two ends know different games")
        missed = _one_more(line, self.timeline, self.colour.other)
        clock: Clock | None = self.session.clock
        if missed and clock is not None:
            clock = clock.after(self.session.position.turn, self.used, moved=True)
        link = replace(
            self,
            session=replace(self.session, timeline=line, clock=clock),
            used=self.used if line == self.timeline else 0.0,
            back_asked=None,
            back_wanted=None,
            draw_wanted=False,
        )
        if link.outcome is None:
            offer: Effects = (DrawOffer(),) if link.draw_offered else ()
            begun, effects = link.begin(now)
            return begun, (*offer, *effects)
        # The end may not have arrived.
        return replace(link, began=now)._tell_end()

    # Inside

    def _refuse_all(self) -> Step:
        """Refuse what the opponent has asked for: a move is an answer too."""
        effects: Effects = ()
        if self.back_wanted is not None:
            effects += (BackAcc(BackAnswer.NO),)
        if self.draw_wanted:
            effects += (DrawOffer(refused=1),)
        offered = self.draw_offered and self.extended
        return replace(self, back_wanted=None, draw_wanted=False, draw_offered=offered), effects

    def _after(self, session: Session, now: float) -> Step:
        """The link after a move."""
        link = replace(self, session=session, began=now, used=0.0, chats=0, requests=0)
        return link._look_for_end()

    def _back_to(self, ply: int, now: float) -> "Link":
        """The link with moves undone; the time they took is not returned."""
        line = self.timeline
        if ply >= line.ply:  # the other side's request was granted first and went further back
            return self
        session = replace(self.session, timeline=line.at(ply).so_far)
        return replace(self, session=session, began=now, used=0.0)

    def _look_for_end(self) -> Step:
        """End the game if it is over by the rules; the side to move says so."""
        if not self._moves_next:
            return self, ()
        if self.outcome is not None:
            return self._tell_end()
        if self.most_moves and self.timeline.ply >= 2 * self.most_moves:
            return self._end(Outcome(None, Reason.MOVES_AGREED_ON, number=self.most_moves))
        if self.timeline.ply >= MOST_PLIES:
            return self._end(Outcome(None, Reason.LONGEST_GAME, number=MOST_PLIES))
        return self, ()

    def _ended(self, outcome: Outcome) -> "Link":
        return replace(self, session=replace(self.session, ended=outcome))

    def _end(self, outcome: Outcome, *, leaving: bool = False) -> Step:
        return self._ended(outcome)._tell_end(leaving=leaving)

    def _tell_end(self, *, leaving: bool = False) -> Step:
        """Tell the other side that the game is over, as we see it."""
        link = replace(self, end_sent=True, back_wanted=None, draw_wanted=False)
        return link, (GameEnd(self._claim, leaving),)

    @property
    def _claim(self) -> EndClaim:
        """What we say about the end of the game."""
        outcome = self.outcome
        if outcome is None or not outcome.has_result:
            return EndClaim.NONE
        if outcome.winner is None:
            return EndClaim.DRAW
        return EndClaim.I_WIN if outcome.winner is self.colour else EndClaim.I_LOSE

    def _take_chat(self, message: Chat, _now: float) -> Step:
        if self.chats >= MOST_CHATS:
            raise ProtocolError(f"{self.opponent} sent too many messages")
        if not message.text:
            return self, ()
        return replace(self, chats=self.chats + 1), (Said(message.text),)

    def _take_move(self, message: MoveMade | NotedMove, now: float) -> Step:
        if self.outcome is not None:
            return self._take_late_move(message)
        if self._moves_next:
            raise ProtocolError(f"{self.opponent} moved when it was not their turn")
        if isinstance(message, NotedMove) and message.ply != self.timeline.ply:
            raise ProtocolError(f"{self.opponent} sent a move of another position")
        seconds = max(message.seconds, self.seconds(now) - LAG)
        try:
            session = self.session.play(_read(message, self.session.position), seconds)
        except ValueError as error:
            raise ProtocolError(f"{self.opponent} sent an illegal move: {error}") from None
        if session.ended is not None:  # it came too late
            return replace(self, session=session)._tell_end()
        return replace(self, back_wanted=None)._after(session, now)

    def _take_late_move(self, message: MoveMade | NotedMove) -> Step:
        if not self.end_sent:
            # They do not see that the game is over. Now that it is our turn, we may say so.
            return self._tell_end()
        # It crossed our end of the game. Both sides are to have the same record of it.
        if self._moves_next or self.end_heard:
            return self, ()
        try:
            line = self.timeline.play(_read(message, self.session.position))
        except ValueError:
            return self, ()
        return replace(self, session=replace(self.session, timeline=line)), ()

    def _take_back_req(self, message: BackReq, _now: float) -> Step:
        ply = _ply_of(self.timeline, message)
        if self.outcome is not None or self.requests >= MOST_REQUESTS or ply is None:
            return self, (BackAcc(BackAnswer.NO),)
        return replace(self, back_wanted=ply, requests=self.requests + 1), ()

    def _take_back_acc(self, message: BackAcc, now: float) -> Step:
        ply, link = self.back_asked, replace(self, back_asked=None)
        if ply is None or self.end_heard or self.timeline.outcome is not None:
            return link, ()
        if message.answer is BackAnswer.YES:  # also if it has crossed our end of the game
            return link._back_to(ply, now), ()
        return link, (Refusal.UNDO,)

    def _take_draw_offer(self, message: DrawOffer, _now: float) -> Step:
        if self.outcome is not None:
            return self, ()
        if message.refused:
            told = (Refusal.DRAW,) if self.draw_offered else ()
            return replace(self, draw_offered=False), told
        if self.draw_offered:  # both want it
            return self._end(AGREED)
        if self.draw_wanted or self.requests >= MOST_REQUESTS:
            return self, ()
        return replace(self, draw_wanted=True, requests=self.requests + 1), ()

    def _take_end(self, message: GameEnd, now: float) -> Step:
        link = replace(self, end_heard=True)
        if link.end_sent:
            return link._crossed(message.claim, now), ()
        if link.outcome is None:
            link = link._ended(link._told_outcome(message.claim, now))
        return replace(link, end_sent=True), (GameEnd(),)

    def _crossed(self, theirs: EndClaim, now: float) -> "Link":
        """The link after an answer to our end of the game, or an end that has crossed it.

        Both sides come to the same result: an agreement counts for more than giving up, and when
        both have given up, nobody has won.
        """
        ours = self._claim
        if self.timeline.outcome is not None or ours is EndClaim.DRAW:
            return self
        if theirs is EndClaim.DRAW and self.draw_offered:
            return self._ended(AGREED)
        if theirs is EndClaim.I_LOSE and ours is EndClaim.I_LOSE:
            return self._ended(Outcome(None, Reason.BOTH_RESIGNED))
        if theirs is EndClaim.I_LOSE and ours is EndClaim.NONE:
            return self._ended(self._told_outcome(theirs, now))
        return self

    def _told_outcome(self, claim: EndClaim, now: float) -> Outcome:
        """How to interpret the end of a game that only the other side sees."""
        turn, them = self.session.position.turn, self.colour.other
        no_time = self.session.is_too_late(self.seconds(now))
        if claim is EndClaim.I_LOSE:
            reason = Reason.OUT_OF_TIME if no_time and turn is them else Reason.RESIGNED
            return Outcome(self.colour, reason, them)
        if claim is EndClaim.DRAW and self.draw_offered:
            return AGREED
        if claim is EndClaim.I_WIN and no_time and turn is self.colour:
            return Outcome(them, Reason.OUT_OF_TIME, self.colour)
        return Outcome(None, _UNFOUNDED[claim], them)


#: How a game has ended of which the other side says something that does not follow from anything.
_UNFOUNDED = {
    EndClaim.NONE: Reason.SAYS_OVER,
    EndClaim.DRAW: Reason.SAYS_DRAW,
    EndClaim.I_WIN: Reason.SAYS_WON,
}
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
